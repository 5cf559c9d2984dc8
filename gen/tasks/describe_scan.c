/* SPDX-License-Identifier: MIT */
/* Finds kernel heads in CUDA C++ text, tolerantly: no preprocessor, no types. What it cannot be sure of it leaves
 * out. */
#include <string.h>

#include "tasks/describe_parts.h"

/* A longer head is none, so that no text takes long. */
#define MOST_HEAD_WORDS 1024u

typedef enum { WORD_END, WORD_NAME, WORD_NUMBER, WORD_TEXT, WORD_MARK, WORD_DIRECTIVE } word_kind;

typedef struct {
    word_kind kind;
    const char *at;
    size_t length;
} word;

typedef struct {
    arena *a;
    const char *at, *end;
    word *words; /* the last one is WORD_END */
    size_t count, capacity;
} splitter;

static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- words ---- */

static void add(splitter *s, word_kind kind, const char *begin)
{
    word t = {kind, begin, (size_t)(s->at - begin)};

    s->words = arena_grow(s->a, s->words, s->count, &s->capacity, sizeof *s->words);
    s->words[s->count++] = t;
}

static bool follows(const splitter *s, const char *text)
{
    size_t length = strlen(text);

    return (size_t)(s->end - s->at) >= length && memcmp(s->at, text, length) == 0;
}

static void skip_comment(splitter *s)
{
    bool line = follows(s, "//");

    for (s->at += 2; s->at < s->end; s->at++) {
        if (line && *s->at == '\n' && s->at[-1] != '\\')
            return;
        if (!line && follows(s, "*/")) {
            s->at += 2;
            return;
        }
    }
}

/* To the end of the line that no backslash joins to the next one. */
static void skip_directive(splitter *s)
{
    while (s->at < s->end && !(*s->at == '\n' && s->at[-1] != '\\')) {
        if (follows(s, "/*"))
            skip_comment(s);
        else
            s->at++;
    }
}

static void skip_quoted(splitter *s)
{
    char quote = *s->at++;

    while (s->at < s->end && *s->at != quote && *s->at != '\n')
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    if (s->at < s->end)
        s->at++;
}

/* R"mark( … )mark" */
static void skip_raw(splitter *s)
{
    const char *mark = ++s->at;
    size_t length = 0;

    while (s->at < s->end && *s->at != '(')
        s->at++;
    length = (size_t)(s->at - mark);
    for (; s->at < s->end; s->at++) {
        if (*s->at == ')' && (size_t)(s->end - s->at) > length + 1 && memcmp(s->at + 1, mark, length) == 0 &&
            s->at[length + 1] == '"') {
            s->at += length + 2;
            return;
        }
    }
}

static void scan_word(splitter *s)
{
    const char *begin = s->at;
    bool number = is_digit(*begin);

    while (s->at < s->end && (is_name_character(*s->at) || (number && (*s->at == '.' || *s->at == '\''))))
        s->at++;
    if (s->at < s->end && *s->at == '"' && s->at[-1] == 'R' && s->at - begin <= 3) {
        skip_raw(s);
        add(s, WORD_TEXT, begin);
    } else {
        add(s, number ? WORD_NUMBER : WORD_NAME, begin);
    }
}

static void split(splitter *s)
{
    bool first = true; /* on its line */

    while (s->at < s->end) {
        const char *begin = s->at;

        if (*begin == '\n') {
            first = true;
            s->at++;
            continue;
        }
        if (*begin == ' ' || *begin == '\t' || *begin == '\r' || *begin == '\f' || *begin == '\v') {
            s->at++;
            continue;
        }
        if (follows(s, "//") || follows(s, "/*")) {
            skip_comment(s);
            continue;
        }
        if (*begin == '#' && first) {
            skip_directive(s);
            add(s, WORD_DIRECTIVE, begin);
        } else if (is_name_character(*begin)) {
            scan_word(s);
        } else if (*begin == '"' || *begin == '\'') {
            skip_quoted(s);
            add(s, WORD_TEXT, begin);
        } else {
            s->at++;
            add(s, WORD_MARK, begin);
        }
        first = false;
    }
    add(s, WORD_END, s->at);
}

static bool is(const word *t, const char *text)
{
    return t->length > 0 && t->at[0] == text[0] && t->length == strlen(text) && memcmp(t->at, text, t->length) == 0 &&
           t->kind != WORD_TEXT;
}

/* From an opening mark past the one that closes it; 0 where none does. */
static size_t skip_group(const splitter *s, size_t open, const char *begin, const char *end)
{
    size_t depth = 0;

    for (size_t i = open; s->words[i].kind != WORD_END && i - open < MOST_HEAD_WORDS; i++) {
        if (is(&s->words[i], begin))
            depth++;
        else if (is(&s->words[i], end) && --depth == 0)
            return i + 1;
    }
    return 0;
}

/* ---- parameters ---- */

/* Words that say nothing of a type by themselves. */
static bool is_qualifier(const word *t)
{
    static const char *const list[] = {
        "const",    "volatile",          "struct",   "class", "enum", "typename", "__restrict__", "__restrict",
        "restrict", "__grid_constant__", "register", "union",
    };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (is(t, list[i]))
            return true;
    return false;
}

static bool is_builtin_type(const word *t)
{
    static const char *const list[] = {
        "bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void", "auto", "wchar_t",
    };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (is(t, list[i]))
            return true;
    return false;
}

/* Words [begin, end). The name is the last one before a default value or an array's bounds, if a type precedes it. */
static scanned_param scan_param(const splitter *s, size_t begin, size_t end, bool *sure)
{
    scanned_param p = {NULL, false};
    const word *name = NULL;
    size_t types = 0;

    for (size_t i = begin; i < end; i++) {
        const word *t = &s->words[i];

        if (t->kind == WORD_DIRECTIVE || is(t, "("))
            *sure = false;
        if (is(t, "=") || is(t, "["))
            break;
        if (t->kind == WORD_NAME && !is_qualifier(t)) {
            p.condition = p.condition || is(t, "cudaGraphConditionalHandle");
            types++;
            name = is_builtin_type(t) ? NULL : t;
        } else if (!is_qualifier(t)) {
            name = NULL;
        }
    }
    if (name != NULL && types >= 2)
        p.name = arena_copy(s->a, name->at, name->length);
    return p;
}

static void add_param(const splitter *s, scanned_kernel *k, size_t begin, size_t end)
{
    k->params = arena_grow(s->a, k->params, k->param_count, &k->capacity, sizeof *k->params);
    k->params[k->param_count++] = scan_param(s, begin, end, &k->sure);
}

/* Between the parentheses. A comma inside brackets of any kind separates nothing here. */
static void scan_params(const splitter *s, scanned_kernel *k, size_t begin, size_t end)
{
    size_t depth = 0;
    size_t first = begin;

    k->sure = true;
    if (begin == end || (begin + 1 == end && is(&s->words[begin], "void")))
        return;
    for (size_t i = begin; i < end; i++) {
        const word *t = &s->words[i];

        if (is(t, "(") || is(t, "[") || is(t, "{") || is(t, "<")) {
            depth++;
        } else if (is(t, ")") || is(t, "]") || is(t, "}") || is(t, ">")) {
            depth -= depth > 0;
        } else if (is(t, ",") && depth == 0) {
            add_param(s, k, first, i);
            first = i + 1;
        }
    }
    add_param(s, k, first, end);
}

/* ---- heads ---- */

static bool ends_head(const word *t)
{
    return t->kind == WORD_END || is(t, ";") || is(t, "{") || is(t, "}") || is(t, "__global__");
}

static bool after_template(const splitter *s, size_t global)
{
    for (size_t i = global; i-- > 0 && global - i < MOST_HEAD_WORDS;) {
        const word *t = &s->words[i];

        if (ends_head(t))
            return false;
        if (is(t, "template"))
            return true;
    }
    return false;
}

static void add_kernel(splitter *s, scanned_source *found, scanned_kernel *k, const word *name)
{
    k->name = arena_copy(s->a, name->at, name->length);
    found->kernels =
        arena_grow(s->a, found->kernels, found->kernel_count, &found->kernel_capacity, sizeof *found->kernels);
    found->kernels[found->kernel_count++] = *k;
}

/* After __global__: attributes, a type, a name and its parentheses. Parentheses after which no body or semicolon comes
 * are those of an attribute or a macro. */
static void scan_head(splitter *s, scanned_source *found, size_t global)
{
    bool is_template = after_template(s, global);

    for (size_t i = global + 1; !ends_head(&s->words[i]);) {
        const word *name = &s->words[i++];
        size_t open = i;

        if (name->kind == WORD_NAME && is_template && is(&s->words[open], "<"))
            open = skip_group(s, open, "<", ">");
        if (open == 0)
            return;
        if (name->kind != WORD_NAME || !is(&s->words[open], "("))
            continue;
        i = skip_group(s, open, "(", ")");
        if (i == 0)
            return;
        if (is(&s->words[i], "{") || is(&s->words[i], ";")) {
            scanned_kernel k = {.is_template = is_template, .defined = is(&s->words[i], "{")};

            scan_params(s, &k, open + 1, i - 1);
            add_kernel(s, found, &k, name);
            return;
        }
    }
}

/* #include "NAME_kernels.h" */
static void scan_include(splitter *s, scanned_source *found, const word *directive)
{
    static const char end[] = "_kernels.h\"";
    const char *at = directive->at + 1;
    const char *limit = directive->at + directive->length;
    const char *begin;

    while (at < limit && (*at == ' ' || *at == '\t'))
        at++;
    if ((size_t)(limit - at) < 7 || memcmp(at, "include", 7) != 0)
        return;
    for (at += 7; at < limit && (*at == ' ' || *at == '\t'); at++) {
    }
    if (at >= limit || *at != '"')
        return;
    for (begin = ++at; at < limit && is_name_character(*at); at++) {
        if ((size_t)(limit - at) >= sizeof end - 1 && memcmp(at, end, sizeof end - 1) == 0 && at > begin) {
            found->programs = arena_grow(s->a, found->programs, found->program_count, &found->program_capacity,
                                         sizeof *found->programs);
            found->programs[found->program_count++] = arena_copy(s->a, begin, (size_t)(at - begin));
            return;
        }
    }
}

void describe_scan(arena *a, const char *text, size_t length, scanned_source *found)
{
    splitter s = {.a = a, .at = text, .end = text + length};

    memset(found, 0, sizeof *found);
    split(&s);
    for (size_t i = 0; s.words[i].kind != WORD_END; i++) {
        if (s.words[i].kind == WORD_DIRECTIVE)
            scan_include(&s, found, &s.words[i]);
        else if (is(&s.words[i], "__global__"))
            scan_head(&s, found, i);
    }
}
