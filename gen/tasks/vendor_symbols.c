/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which names a C file of ours defines for others and uses of theirs, found in its text. The runtime is written in one
 * style: a definition begins in the first column, and a name with external linkage begins with "vg_". So no compiler is
 * needed, and what stands under #ifdef counts, whichever macros the application will set. */
#include <string.h>

#include "base/text.h"
#include "tasks/vendor_parts.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A copy in which comments and the insides of strings are blanks. Names in #include stay. */
static char *without_comments(arena *a, const char *text)
{
    char *copy = arena_copy(a, text, strlen(text));
    char *at = copy;

    while (*at != '\0') {
        if (text_begins(at, "/*")) {
            while (*at != '\0' && !text_begins(at, "*/")) {
                *at = *at == '\n' ? '\n' : ' ';
                at++;
            }
            if (*at != '\0')
                at[0] = at[1] = ' ';
        } else if (text_begins(at, "//")) {
            while (*at != '\0' && *at != '\n')
                *at++ = ' ';
        } else if (*at == '#' && text_begins(at + 1 + strspn(at + 1, " \t"), "include")) {
            at += strcspn(at, "\n");
        } else if (*at == '"' || *at == '\'') {
            const char quote = *at++;
            while (*at != '\0' && *at != quote) {
                if (*at == '\\' && at[1] != '\0')
                    *at++ = ' ';
                *at++ = ' ';
            }
            at += *at != '\0';
        } else {
            at++;
        }
    }
    return copy;
}

static void add(arena *a, const char ***list, size_t *count, size_t *capacity, const char *name, size_t length)
{
    const char *copy = arena_copy(a, name, length);

    for (size_t i = 0; i < *count; i++)
        if (strcmp((*list)[i], copy) == 0)
            return;
    *list = arena_grow(a, *list, *count, capacity, sizeof **list);
    (*list)[(*count)++] = copy;
}

/* The last name in [from, to) that begins with "vg_". */
static const char *last_name(const char *from, const char *to, size_t *length)
{
    const char *found = NULL;

    for (const char *at = from; at < to;) {
        const char *begin = at;
        while (at < to && is_letter(*at))
            at++;
        if (at - begin > 3 && text_begins(begin, "vg_")) {
            found = begin;
            *length = (size_t)(at - begin);
        }
        at += at == begin;
    }
    return found;
}

/* A line in the first column begins a definition: of a function where a brace comes before the next semicolon, of an
 * object where a `=` does. */
static void look_at_line(arena *a, vendor_symbols *s, const char *line)
{
    static const char *const others[] = {"static ", "typedef ", "extern ", "struct ", "enum ", "union "};
    const char *end = line + strcspn(line, "{;="), *name;
    const char *round = memchr(line, '(', (size_t)(end - line));
    size_t length;

    if (!is_letter(*line) || *end == ';' || *end == '\0')
        return;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (text_begins(line, others[i]) && (i < 3 || round == NULL))
            return;
    name = last_name(line, round != NULL ? round : end, &length);
    if (name != NULL)
        add(a, &s->defines, &s->define_count, &s->define_capacity, name, length);
}

/* What follows the word of a preprocessor's line, or NULL where the line is another one. */
static const char *directive_of(const char *line, const char *word)
{
    const char *at = line + strspn(line, " \t");

    if (*at++ != '#')
        return NULL;
    at += strspn(at, " \t");
    if (!text_begins(at, word))
        return NULL;
    at += strlen(word);
    return at + strspn(at, " \t");
}

static void look_at_include(arena *a, vendor_symbols *s, const char *line)
{
    const char *at = directive_of(line, "include");

    if (at != NULL && *at == '"')
        add(a, &s->includes, &s->include_count, &s->include_capacity, at + 1, strcspn(at + 1, "\"\n"));
}

static void take_uses(arena *a, vendor_symbols *s, const char *from, const char *to)
{
    for (const char *at = from; at < to;) {
        size_t length = 0;
        while (at + length < to && is_letter(at[length]))
            length++;
        if (length > 3 && text_begins(at, "vg_"))
            add(a, &s->uses, &s->use_count, &s->use_capacity, at, length);
        at += length + (length == 0);
    }
}

/* A line with those that it goes on in. */
static const char *end_of(const char *line)
{
    const char *end = line + strcspn(line, "\n");

    while (end > line && end[-1] == '\\' && *end == '\n')
        end += 1 + strcspn(end + 1, "\n");
    return end;
}

/* A header's prototypes use nothing, its macros may; but those that only give a name of the runtime its spelling for
 * the linker. */
static void take_macro(arena *a, vendor_symbols *s, const char *line)
{
    const char *at = directive_of(line, "define");

    if (at != NULL && !text_begins(at, "vg_"))
        take_uses(a, s, at, end_of(line));
}

/* A function in a header, up to the brace in the first column. */
static void take_inline(arena *a, vendor_symbols *s, const char *line)
{
    const char *end = strstr(line, "\n}"), *name, *round;
    vendor_symbols function = {0};
    size_t length;

    if (!text_begins(line, "static inline ") || end == NULL)
        return;
    round = line + strcspn(line, "(");
    name = last_name(line, round, &length);
    if (name == NULL)
        return;
    add(a, &function.defines, &function.define_count, &function.define_capacity, name, length);
    take_uses(a, &function, round, end);
    s->inlines = arena_grow(a, s->inlines, s->inline_count, &s->inline_capacity, sizeof *s->inlines);
    s->inlines[s->inline_count++] = function;
}

vendor_symbols vendor_symbols_of(arena *a, const char *text, bool header)
{
    const char *copy = without_comments(a, text);
    vendor_symbols s = {0};

    for (const char *line = copy; *line != '\0'; line += strcspn(line, "\n"), line += *line != '\0') {
        look_at_include(a, &s, line);
        if (header) {
            take_macro(a, &s, line);
            take_inline(a, &s, line);
        } else {
            look_at_line(a, &s, line);
        }
    }
    if (!header)
        take_uses(a, &s, copy, copy + strlen(copy));
    return s;
}
