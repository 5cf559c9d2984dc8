/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Structs of the source that kernels take: the names of their fields come from the text, the types from the
 * compiler. */
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "check/check.h"
#include "tasks/describe_parts.h"

#define FIELD_PREFIX "vggen_field_"

/* ---- the text ---- */

/* `typedef struct { … } params;`: whether the words from the brace on give it this name. */
static bool is_named_behind(const describe_word *words, size_t brace, const char *name)
{
    size_t at = describe_skip_group(words, brace, "{", "}");

    while (describe_is(&words[at], "__align__") || describe_is(&words[at], "alignas"))
        at = describe_skip_group(words, at + 1, "(", ")");
    return at > 0 && words[at].kind == WORD_NAME && describe_is(&words[at], name) &&
           (describe_is(&words[at + 1], ";") || describe_is(&words[at + 1], ","));
}

/* The brace of `struct imaging::params {`; 0 where the text has none. */
static size_t find_body(const describe_word *words, const char *spelled, unsigned *line)
{
    for (size_t i = 0; words[i].kind != WORD_END; i++) {
        bool alias = i > 0 && describe_is(&words[i - 1], "typedef");
        size_t at = i + 1, scope;

        if (words[i].place != PLACE_OUTSIDE || (!describe_is(&words[i], "struct") && !describe_is(&words[i], "class")))
            continue;
        while (describe_is(&words[at], "__align__") || describe_is(&words[at], "alignas"))
            at = describe_skip_group(words, at + 1, "(", ")");
        scope = strlen(words[i].scope);
        if (at <= i || strncmp(spelled, words[i].scope, scope) != 0)
            continue;
        if (words[at].kind == WORD_NAME && describe_is(&words[at], spelled + scope) &&
            describe_is(&words[at + 1], "{")) {
            *line = words[at].line;
            return at + 1;
        }
        if (alias && describe_is(&words[at], "{") && is_named_behind(words, at, spelled + scope)) {
            *line = words[i].line;
            return at;
        }
    }
    return 0;
}

static void add_field(describer *s, described_struct *t, const describe_word *name, size_t *capacity)
{
    described_field f = {.name = arena_copy(s->a, name->at, name->length)};

    t->fields = arena_grow(s->a, t->fields, t->field_count, capacity, sizeof *t->fields);
    t->fields[t->field_count++] = f;
}

static bool begins_no_field(const describe_word *w)
{
    static const char *const list[] = {"static", "using", "typedef", "friend", "template", "enum", "static_assert"};

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (describe_is(w, list[i]))
            return true;
    return false;
}

/* The names among words [first, end) of one member: each stands before a comma, a bracket, an initial value or the
 * end. */
static void take_member(describer *s, described_struct *t, size_t first, size_t end, size_t *capacity)
{
    const describe_word *words = s->source.words;
    bool taken = false;

    if (first < end && begins_no_field(&words[first]))
        return;
    for (size_t i = first; i < end; i++) {
        const describe_word *next = &words[i + 1];
        bool last = i + 1 == end || describe_is(next, ",") || describe_is(next, "[") || describe_is(next, "=") ||
                    describe_is(next, "{");

        if (describe_is(&words[i], ":"))
            t->problem = "it has bit fields";
        if (describe_is(&words[i], ","))
            taken = false;
        if (words[i].kind == WORD_NAME && last && !taken) {
            add_field(s, t, &words[i], capacity);
            taken = true;
        }
    }
}

/* Members end with a semicolon, functions with a brace. */
static void take_members(describer *s, described_struct *t, size_t body)
{
    const describe_word *words = s->source.words;
    size_t end = describe_skip_group(words, body, "{", "}");
    size_t first = body + 1, capacity = 0;
    bool function = false;

    for (size_t i = first; i + 1 < end; i++) {
        function = function || describe_is(&words[i], "(");
        if (words[i].kind == WORD_DIRECTIVE || describe_is(&words[i], "~"))
            t->problem = "its text cannot be read without a compiler";
        if (describe_is(&words[i], "{")) {
            i = describe_skip_group(words, i, "{", "}") - 1;
            if (!function)
                continue;
        } else if (!describe_is(&words[i], ";")) {
            first = describe_is(&words[i], ":") && i == first + 1 ? i + 1 : first; /* public: */
            continue;
        }
        if (!function)
            take_member(s, t, first, i, &capacity);
        first = i + 1;
        function = false;
    }
}

/* ---- the compiler ---- */

static const char *probe_text(const describer *s)
{
    stream text;
    size_t size;
    FILE *out = stream_open(&text);

    describe_write_spelling(out);
    for (size_t i = 0; i < s->struct_count; i++)
        for (size_t k = 0; s->structs[i].problem == NULL && k < s->structs[i].field_count; k++)
            fprintf(out, "extern \"C\" __device__ auto " FIELD_PREFIX "%zu_%zu = vggen_spell<decltype(::%s::%s)>();\n",
                    i, k, s->structs[i].spelled, s->structs[i].fields[k].name);
    return stream_take(&text, s->a, &size);
}

static void take_types(describer *s, const char *ptx, size_t size)
{
    size_t count;
    const ptx_string *texts = ptx_read_strings(s->a, ptx, size, FIELD_PREFIX, &count);

    for (size_t i = 0; i < count; i++) {
        char *end;
        size_t index = (size_t)strtoul(texts[i].name + strlen(FIELD_PREFIX), &end, 10);
        size_t field = (size_t)strtoul(end + (*end != '\0'), NULL, 10);

        if (index < s->struct_count && field < s->structs[index].field_count)
            (void)describe_field_type(s->a, texts[i].text, &s->structs[index].fields[field]);
    }
}

static void finish(describer *s, described_struct *t)
{
    for (size_t k = 0; k < t->field_count && t->problem == NULL; k++) {
        if (t->fields[k].type == NULL)
            t->problem = arena_printf(s->a, "its field '%s' is of a type that a spec has not", t->fields[k].name);
    }
    if (t->field_count == 0 && t->problem == NULL)
        t->problem = "it has no fields";
}

static described_struct *find(const describer *s, const char *spelled)
{
    for (size_t i = 0; i < s->struct_count; i++)
        if (strcmp(s->structs[i].spelled, spelled) == 0)
            return &s->structs[i];
    return NULL;
}

static void add(describer *s, const char *spelled)
{
    unsigned line = 0;
    size_t body = find_body(s->source.words, spelled, &line);
    const char *last = strrchr(spelled, ':');
    described_struct t = {.spelled = spelled, .name = last != NULL ? last + 1 : spelled, .line = line};

    if (body == 0 || find(s, spelled) != NULL)
        return;
    take_members(s, &t, body);
    if (!check_is_name(s->a, t.name))
        t.problem = "its name means something else in a spec";
    s->structs = arena_grow(s->a, s->structs, s->struct_count, &s->struct_capacity, sizeof *s->structs);
    s->structs[s->struct_count++] = t;
}

static void use(const describer *s, described_param *p)
{
    const described_struct *t = p->type == NULL && p->target != NULL ? find(s, p->target) : NULL;

    if (t == NULL)
        return;
    if (t->problem != NULL) {
        p->problem = arena_printf(s->a, "a spec cannot have this struct: %s", t->problem);
        return;
    }
    p->record = t;
    p->type_name = t->name;
    p->problem = NULL;
}

bool describe_find_structs(describer *s)
{
    run_result result = {0};
    const char *ptx;
    size_t size;

    for (size_t i = 0; i < s->kernel_count; i++)
        for (size_t k = 0; k < s->kernels[i].param_count; k++)
            if (s->kernels[i].params[k].type == NULL && s->kernels[i].params[k].target != NULL)
                add(s, s->kernels[i].params[k].target);
    if (s->struct_count == 0)
        return true;
    ptx = describe_compile(s, probe_text(s), &size, &result);
    if (ptx != NULL)
        take_types(s, ptx, size);
    for (size_t i = 0; i < s->struct_count; i++)
        finish(s, &s->structs[i]);
    for (size_t i = 0; i < s->kernel_count; i++)
        for (size_t k = 0; k < s->kernels[i].param_count; k++)
            use(s, &s->kernels[i].params[k]);
    return diag_error_count(s->d) == 0;
}
