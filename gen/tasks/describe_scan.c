/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Finds kernel heads in CUDA C++ text, tolerantly: no preprocessor, no types. What it cannot be sure of it leaves
 * out. */
#include <string.h>

#include "tasks/describe_parts.h"

typedef struct {
    arena *a;
    const describe_word *words;
} source_scan;

/* ---- parameters ---- */

/* Words that say nothing of a type by themselves. */
static bool is_qualifier(const describe_word *t)
{
    static const char *const list[] = {
        "const",    "volatile",          "struct",   "class", "enum", "typename", "__restrict__", "__restrict",
        "restrict", "__grid_constant__", "register", "union",
    };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (describe_is(t, list[i]))
            return true;
    return false;
}

static bool is_builtin_type(const describe_word *t)
{
    static const char *const list[] = {
        "bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void", "auto", "wchar_t",
    };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (describe_is(t, list[i]))
            return true;
    return false;
}

/* Words [begin, end). The name is the last one before a default value or an array's bounds, if a type precedes it. */
static scanned_param scan_param(const source_scan *s, size_t begin, size_t end, bool *sure)
{
    scanned_param p = {NULL, false};
    const describe_word *name = NULL;
    size_t types = 0;

    for (size_t i = begin; i < end; i++) {
        const describe_word *t = &s->words[i];

        if (t->kind == WORD_DIRECTIVE || describe_is(t, "("))
            *sure = false;
        if (describe_is(t, "=") || describe_is(t, "["))
            break;
        if (t->kind == WORD_NAME && !is_qualifier(t)) {
            p.condition = p.condition || describe_is(t, "cudaGraphConditionalHandle");
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

static void add_param(const source_scan *s, scanned_kernel *k, size_t begin, size_t end)
{
    k->params = arena_grow(s->a, k->params, k->param_count, &k->capacity, sizeof *k->params);
    k->params[k->param_count++] = scan_param(s, begin, end, &k->sure);
}

/* Between the parentheses. A comma inside brackets of any kind separates nothing here. */
static void scan_params(const source_scan *s, scanned_kernel *k, size_t begin, size_t end)
{
    size_t depth = 0;
    size_t first = begin;

    k->sure = true;
    if (begin == end || (begin + 1 == end && describe_is(&s->words[begin], "void")))
        return;
    for (size_t i = begin; i < end; i++) {
        const describe_word *t = &s->words[i];

        if (describe_is(t, "(") || describe_is(t, "[") || describe_is(t, "{") || describe_is(t, "<")) {
            depth++;
        } else if (describe_is(t, ")") || describe_is(t, "]") || describe_is(t, "}") || describe_is(t, ">")) {
            depth -= depth > 0;
        } else if (describe_is(t, ",") && depth == 0) {
            add_param(s, k, first, i);
            first = i + 1;
        }
    }
    add_param(s, k, first, end);
}

/* ---- heads ---- */

static bool ends_head(const describe_word *t)
{
    return t->kind == WORD_END || describe_is(t, ";") || describe_is(t, "{") || describe_is(t, "}") ||
           describe_is(t, "__global__");
}

static bool after_template(const source_scan *s, size_t global)
{
    for (size_t i = global; i-- > 0 && global - i < DESCRIBE_MOST_HEAD;) {
        const describe_word *t = &s->words[i];

        if (ends_head(t))
            return false;
        if (describe_is(t, "template"))
            return true;
    }
    return false;
}

static void add_kernel(source_scan *s, scanned_source *found, scanned_kernel *k, const describe_word *name)
{
    k->name = arena_copy(s->a, name->at, name->length);
    found->kernels =
        arena_grow(s->a, found->kernels, found->kernel_count, &found->kernel_capacity, sizeof *found->kernels);
    found->kernels[found->kernel_count++] = *k;
}

/* After __global__: attributes, a type, a name and its parentheses. Parentheses after which no body or semicolon comes
 * are those of an attribute or a macro. */
static void scan_head(source_scan *s, scanned_source *found, size_t global)
{
    bool is_template = after_template(s, global);

    for (size_t i = global + 1; !ends_head(&s->words[i]);) {
        const describe_word *name = &s->words[i++];
        size_t open = i;

        if (name->kind == WORD_NAME && is_template && describe_is(&s->words[open], "<"))
            open = describe_skip_group(s->words, open, "<", ">");
        if (open == 0)
            return;
        if (name->kind != WORD_NAME || !describe_is(&s->words[open], "("))
            continue;
        i = describe_skip_group(s->words, open, "(", ")");
        if (i == 0)
            return;
        if (describe_is(&s->words[i], "{") || describe_is(&s->words[i], ";")) {
            scanned_kernel k = {.is_template = is_template,
                                .defined = describe_is(&s->words[i], "{"),
                                .body = i,
                                .scope = name->scope,
                                .line = name->line};

            scan_params(s, &k, open + 1, i - 1);
            add_kernel(s, found, &k, name);
            return;
        }
    }
}

/* #include "NAME_kernels.h" */
static void scan_include(source_scan *s, scanned_source *found, const describe_word *directive)
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
    for (begin = ++at; at < limit && describe_is_name_character(*at); at++) {
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
    source_scan s = {.a = a, .words = describe_split(a, text, length)};

    memset(found, 0, sizeof *found);
    found->words = s.words;
    for (size_t i = 0; s.words[i].kind != WORD_END; i++) {
        if (s.words[i].kind == WORD_DIRECTIVE)
            scan_include(&s, found, &s.words[i]);
        else if (describe_is(&s.words[i], "__global__"))
            scan_head(&s, found, i);
    }
}
