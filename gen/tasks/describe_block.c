/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The size of a kernel's blocks: what the compiler knows (__block_size__), else what the first launch in the source
 * says where that is numbers, else a guess from its bounds and from the dimensions that the kernel asks for. Numbers
 * are literals, macros and variables that are one, and dim3 of these. */
#include <stdlib.h>
#include <string.h>

#include "tasks/describe_parts.h"

#define MOST_THREADS 1024u

/* ---- numbers ---- */

/* Up to the end of the digits and their suffix; 0 where no size of a block is written there. */
static unsigned long read_size(const char *at, const char **end)
{
    char *after;
    unsigned long value;

    if (*at < '0' || *at > '9')
        return 0;
    value = strtoul(at, &after, 0);
    while (*after != '\0' && strchr("uUlL", *after) != NULL)
        after++;
    *end = after;
    return value <= MOST_THREADS && !describe_is_name_character(*after) && *after != '.' ? value : 0;
}

static const char *past_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* The number behind `#define NAME`, perhaps in parentheses; 0: it is another line, or no number alone. */
static unsigned long macro_size(const describer *s, const describe_word *directive, const char *name)
{
    const char *text = arena_copy(s->a, directive->at, directive->length);
    const char *at = past_blanks(text + 1);
    bool inside;
    unsigned long size;

    if (strncmp(at, "define", 6) != 0)
        return 0;
    at = past_blanks(at + 6);
    if (strncmp(at, name, strlen(name)) != 0 || strchr(" \t", at[strlen(name)]) == NULL)
        return 0;
    at = past_blanks(at + strlen(name));
    inside = *at == '(';
    at = past_blanks(at + inside);
    size = read_size(at, &at);
    if (size == 0)
        return 0;
    at = past_blanks(at);
    at = past_blanks(at + (inside && *at == ')'));
    return *at == '\0' || *at == '\r' || *at == '/' ? size : 0;
}

static unsigned long literal_size(const describe_word *w)
{
    const char *end;
    unsigned long size = w->kind == WORD_NUMBER ? read_size(w->at, &end) : 0;

    return size > 0 && end == w->at + w->length ? size : 0;
}

/* `NAME = 128;` */
static unsigned long variable_size(const describe_word *words, size_t i, const char *name)
{
    if (!describe_is(&words[i], name) || !describe_is(&words[i + 1], "=") || words[i + 2].kind != WORD_NUMBER)
        return 0;
    return describe_is(&words[i + 3], ";") || describe_is(&words[i + 3], ",") || describe_is(&words[i + 3], "}")
               ? literal_size(&words[i + 2])
               : 0;
}

/* NULL: it is no number, or more than one. */
static const char *size_text(const describer *s, const describe_word *w)
{
    const describe_word *words = s->source.words;
    const char *name = arena_copy(s->a, w->at, w->length);
    unsigned long found = literal_size(w);

    for (size_t i = 0; i < s->define_count && w->kind == WORD_NAME; i++)
        if (strcmp(s->define_names[i], name) == 0)
            return name;
    for (size_t i = 0; words[i].kind != WORD_END && w->kind == WORD_NAME; i++) {
        unsigned long size =
            words[i].kind == WORD_DIRECTIVE ? macro_size(s, &words[i], name) : variable_size(words, i, name);

        if (size > 0 && found > 0 && size != found)
            return NULL;
        found = size > 0 ? size : found;
    }
    return found > 0 ? arena_printf(s->a, "%lu", found) : NULL;
}

/* ---- launches ---- */

/* Of words that are sizes with commas between them. False where they are not. */
static bool read_list(const describer *s, size_t first, size_t end, described_block *b)
{
    const describe_word *words = s->source.words;
    const char *sizes[3] = {NULL, NULL, NULL};
    size_t count = 0;

    for (size_t i = first; i < end; i += 2) {
        if (count == 3 || (i + 1 < end && !describe_is(&words[i + 1], ",")))
            return false;
        sizes[count] = size_text(s, &words[i]);
        if (sizes[count++] == NULL)
            return false;
    }
    while (count > 1 && strcmp(sizes[count - 1], "1") == 0)
        count--;
    b->dimensions = count;
    b->text = count == 1   ? sizes[0]
              : count == 2 ? arena_printf(s->a, "[%s, %s]", sizes[0], sizes[1])
                           : arena_printf(s->a, "[%s, %s, %s]", sizes[0], sizes[1], sizes[2]);
    return count > 0;
}

/* What stands in the parentheses or braces at `open`. */
static bool read_group(const describer *s, size_t open, described_block *b)
{
    const describe_word *words = s->source.words;
    bool brace = describe_is(&words[open], "{");
    size_t end;

    if (!brace && !describe_is(&words[open], "("))
        return false;
    end = describe_skip_group(words, open, brace ? "{" : "(", brace ? "}" : ")");
    return end > 0 && read_list(s, open + 1, end - 1, b);
}

/* Whether the declaration that the word belongs to begins with dim3. */
static bool is_dim3(const describe_word *words, size_t i)
{
    while (i-- > 0 && !describe_is(&words[i], ";") && !describe_is(&words[i], "{"))
        if (describe_is(&words[i], "dim3"))
            return true;
    return false;
}

/* `dim3 NAME(16, 16)`, `dim3 NAME = dim3(16, 16)`: the last one before the launch. */
static bool read_variable(const describer *s, const describe_word *name, described_block *b)
{
    const describe_word *words = s->source.words;
    bool found = false;

    for (size_t i = 0; &words[i] < name; i++) {
        size_t open = i + 1;

        if (words[i].kind != WORD_NAME || words[i].length != name->length ||
            memcmp(words[i].at, name->at, name->length) != 0 || !is_dim3(words, i))
            continue;
        open += describe_is(&words[open], "=");
        open += describe_is(&words[open], "dim3");
        found = read_group(s, open, b);
    }
    return found;
}

static bool opens(const describe_word *w)
{
    return describe_is(w, "(") || describe_is(w, "{") || describe_is(w, "[");
}

static bool closes(const describe_word *w)
{
    return describe_is(w, ")") || describe_is(w, "}") || describe_is(w, "]");
}

/* The second of the words between <<< and >>>. */
static bool read_launch(const describer *s, const char *kernel, described_block *b)
{
    const describe_word *words = s->source.words;
    size_t first, end, depth = 0, begin = 0;
    unsigned line;

    if (!describe_launch_words(words, kernel, &first, &end, &line))
        return false;
    for (size_t i = first; i < end; i++) {
        bool comma = depth == 0 && describe_is(&words[i], ",");

        depth += opens(&words[i]);
        depth -= depth > 0 && closes(&words[i]);
        if (comma && begin > 0)
            end = i;
        else if (comma)
            begin = i + 1;
    }
    if (begin == 0)
        return false;
    b->comment = arena_printf(s->a, "as launched in line %u", line);
    if (describe_is(&words[begin], "dim3"))
        return read_group(s, begin + 1, b);
    return begin + 1 == end && (read_list(s, begin, end, b) || read_variable(s, &words[begin], b));
}

/* ---- guesses ---- */

/* How many dimensions the body asks for: threadIdx.y and its like. */
static size_t count_dimensions(const describer *s, const described_kernel *k)
{
    const describe_word *words = s->source.words;
    size_t end, most = 1;

    if (k->scanned == NULL || !k->scanned->defined)
        return most;
    end = describe_skip_group(words, k->scanned->body, "{", "}");
    for (size_t i = k->scanned->body; i + 2 < end; i++) {
        if (!describe_is(&words[i], "threadIdx") && !describe_is(&words[i], "blockDim"))
            continue;
        if (describe_is(&words[i + 1], ".") && describe_is(&words[i + 2], "z"))
            most = 3;
        else if (describe_is(&words[i + 1], ".") && describe_is(&words[i + 2], "y") && most < 2)
            most = 2;
    }
    return most;
}

static described_block guess(const describer *s, const described_kernel *k)
{
    unsigned most = k->entry->max_threads, rows = 16;
    described_block b = {NULL, count_dimensions(s, k), "a guess: the source does not bound it"};

    if (most > 0)
        b.comment = "the most that its bounds allow";
    most = most > 0 ? most : 256;
    while (most % rows != 0)
        rows /= 2;
    if (b.dimensions == 1) {
        b.text = arena_printf(s->a, "%u", most);
        return b;
    }
    b.comment = arena_printf(s->a, "a guess: the kernel uses threadIdx.%s", b.dimensions == 2 ? "y" : "y and z");
    b.text = b.dimensions == 2 ? arena_printf(s->a, "[%u, %u]", most / rows, rows)
                               : arena_printf(s->a, "[%u, %u, 1]", most / rows, rows);
    return b;
}

described_block describe_choose_block(const describer *s, const described_kernel *k)
{
    const uint32_t *size = k->entry->required_block;
    described_block b = {NULL, 1, NULL};

    if (size[0] == 0)
        return read_launch(s, k->name, &b) ? b : guess(s, k);
    b.dimensions = size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1;
    b.text = b.dimensions == 1 ? arena_printf(s->a, "%u", (unsigned)size[0])
                               : arena_printf(s->a, "[%u, %u, %u]", (unsigned)size[0], (unsigned)size[1],
                                              (unsigned)size[2]);
    return b;
}
