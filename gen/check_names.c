/* SPDX-License-Identifier: MIT */
/* Names: that they are identifiers, free, and different, in the spec and in what is emitted. */
#include "check_parts.h"

#include <string.h>

#include "text.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* What keeps a name from being one, with the id of its error. */
typedef struct {
    const char *id;
    const char *text; /* NULL: nothing */
} name_problem;

static name_problem taken(arena *a, const char *name, const char *why)
{
    name_problem problem = {"name-reserved", arena_printf(a, "the name '%s' is taken: it is %s", name, why)};

    return problem;
}

/* Of a name that becomes part of emitted C, alone or as a member. */
static name_problem find_problem(arena *a, const char *name)
{
    name_problem problem = {NULL, NULL};

    if (!text_is_identifier(name)) {
        problem.id = "name-form";
        problem.text = arena_printf(a, "'%s' is not a name: letters, digits and _, no digit first", name);
        return problem;
    }
    if (word_is_keyword(name))
        return taken(a, name, "reserved by C or C++");
    if (word_is_macro(name))
        return taken(a, name, "a macro of the C library");
    if (model_type_find(name) != NULL)
        return taken(a, name, "a type");
    if (strcmp(name, "nan") == 0 || strcmp(name, "inf") == 0)
        return taken(a, name, "a float");
    return problem;
}

static const char *upper(arena *a, const char *name)
{
    char *copy = arena_copy(a, name, strlen(name));

    for (char *at = copy; *at != '\0'; at++)
        if (*at >= 'a' && *at <= 'z')
            *at = (char)(*at - 'a' + 'A');
    return copy;
}

static name_problem find_program_problem(arena *a, const char *name)
{
    name_problem problem = find_problem(a, name);

    if (problem.text != NULL)
        return problem;
    if (strcmp(name, "main") == 0)
        return taken(a, name, "the function that every C program starts with");
    if (word_is_library_function(name))
        return taken(a, name, "a function of the C or CUDA library");
    if (word_is_cuda(name) || word_is_generated(name) || strcmp(upper(a, name), "VG") == 0)
        return taken(a, name, "a word of CUDA or of the generated code");
    if (word_is_header(name))
        return taken(a, name, arena_printf(a, "the name of a system header, which '%s.h' would hide", name));
    return problem;
}

static bool report_problem(checker *c, span at, const name_problem *problem)
{
    if (problem->text != NULL)
        diag_error(c->d, at, problem->id, "%s", problem->text);
    return problem->text == NULL;
}

bool check_is_name(arena *a, const char *name)
{
    return find_problem(a, name).text == NULL;
}

bool check_program_name(arena *a, diag *d, const char *name)
{
    name_problem problem = find_program_problem(a, name);

    if (problem.text != NULL)
        diag_file_error(d, NULL, problem.id, "%s", problem.text);
    return problem.text == NULL;
}

static bool fail_reserved(checker *c, span at, const char *name, const char *why)
{
    name_problem problem = taken(c->a, name, why);

    return report_problem(c, at, &problem);
}

static bool check_name(checker *c, span at, const char *name)
{
    name_problem problem = find_problem(c->a, name);

    return report_problem(c, at, &problem);
}

/* A define is a macro in kernel sources: it must not replace what CUDA's headers and the code there use. */
static void check_define_name(checker *c, const model_define *define)
{
    if (!check_name(c, define->at, define->name))
        return;
    if (word_is_cuda(define->name))
        fail_reserved(c, define->at, define->name, "a word of CUDA or of the generated code");
    else if (word_is_library_function(define->name))
        fail_reserved(c, define->at, define->name, "a function of the C or CUDA library");
}

/* False when something above has the name. */
static bool add_name(checker *c, named_kind kind, size_t index, const char *name, span at)
{
    named entry = {name, kind, (uint32_t)index, at};
    const named *first = scope_add(c->names, &entry);

    if (first == NULL)
        return true;
    diag_error(c->d, at, "name-clash", "the name '%s' is already that of %s", name, check_kind_name(first->kind));
    diag_note(c->d, first->at, "'%s' is %s here", name, check_kind_name(first->kind));
    return false;
}

static void check_params(checker *c, const model_kernel *k)
{
    for (size_t i = 0; i < k->param_count; i++)
        check_name(c, k->params[i].at, k->params[i].name);
}

static void check_step_names(checker *c, const model_graph *g)
{
    scope *seen = scope_new(c->a, g->step_count);

    for (size_t i = 0; i < g->step_count; i++) {
        const model_step *step = &g->steps[i];
        named entry = {step->name, NAMED_KERNEL, (uint32_t)i, step->name_at};
        const named *first;

        if (step->name == NULL || !check_name(c, step->name_at, step->name))
            continue;
        first = scope_add(seen, &entry);
        if (first != NULL) {
            diag_error(c->d, step->name_at, "name-clash", "two steps have the name '%s'", step->name);
            diag_note(c->d, first->at, "the other one is here");
        }
    }
}

void check_names(checker *c)
{
    model *m = c->m;

    for (size_t i = 0; i < m->define_count; i++) {
        check_define_name(c, &m->defines[i]);
        m->defines[i].broken |= !add_name(c, NAMED_DEFINE, i, m->defines[i].name, m->defines[i].at);
    }
    for (size_t i = 0; i < m->buffer_count; i++) {
        check_name(c, m->buffers[i].at, m->buffers[i].name);
        m->buffers[i].broken |= !add_name(c, NAMED_BUFFER, i, m->buffers[i].name, m->buffers[i].at);
    }
    for (size_t i = 0; i < m->kernel_count; i++) {
        check_name(c, m->kernels[i].at, m->kernels[i].name);
        check_params(c, &m->kernels[i]);
        m->kernels[i].broken |= !add_name(c, NAMED_KERNEL, i, m->kernels[i].name, m->kernels[i].at);
    }
    for (size_t i = 0; i < m->graph_count; i++)
        check_step_names(c, &m->graphs[i]);
}

/* ---- the program ---- */

void check_program(checker *c)
{
    name_problem problem;

    if (c->m->program == NULL)
        return;
    problem = find_program_problem(c->a, c->m->program);
    report_problem(c, c->m->program_at, &problem);
}

/* ---- emitted names ---- */

/* Functions and types PROGRAM_… of every program; macros without what follows from the spec. */
static const char *const api_words[] = {
    "close",   "data", "desc", "detail", "finish", "image",        "kernels",
    "modules", "open", "poll", "replay", "start",  "replay_timed", "stats",
};
static const char *const api_macros[] = {"DEVICE_BYTES", "H", "KERNELS_H", "PINNED_BYTES"};

/* The names with the program's prefix, and the macros with its upper-case form. */
typedef struct {
    checker *c;
    scope *taken;
} emitted_names;

/* `at` is the name of the spec that makes it; an empty place stands for what every program has. False after an error. */
static bool add_emitted(emitted_names *e, span at, const char *prefix, const char *rest)
{
    named entry = {arena_printf(e->c->a, "%s_%s", prefix, rest), NAMED_BUFFER, 0, at};
    const named *first = scope_add(e->taken, &entry);

    if (first == NULL)
        return true;
    diag_error(e->c->d, at, "name-emitted", "this name makes '%s' in the generated code, which is taken", entry.name);
    if (first->at.source != 0)
        diag_note(e->c->d, first->at, "it comes from here too");
    else
        diag_hint(e->c->d, "every program has that name; choose another one here");
    return false;
}

/* Where a buffer lies. False after an error. */
static bool add_places(emitted_names *e, const char *prefix, const model_buffer *b)
{
    static const char *const kinds[] = {"AT", "UP", "DOWN", "ARENA"};

    for (size_t i = 0; i < COUNT(kinds); i++)
        if (!add_emitted(e, b->at, prefix, arena_printf(e->c->a, "%s_%s", kinds[i], b->name)))
            return false;
    return true;
}

/* One error for a buffer is enough. */
static void add_buffer(emitted_names *e, const char *program, const char *prefix, const model_buffer *b)
{
    arena *a = e->c->a;
    bool crosses = b->role == ROLE_INPUT || b->role == ROLE_OUTPUT || b->role == ROLE_INOUT;
    const char *macro = upper(a, b->name);

    if (!add_places(e, prefix, b))
        return;
    if (b->role == ROLE_CONSTANT)
        add_emitted(e, b->at, program, arena_printf(a, "constant_%s", b->name));
    else if (b->role == ROLE_SETTING)
        (void)(add_emitted(e, b->at, program, b->name) &&
               add_emitted(e, b->at, program, arena_printf(a, "set_%s", b->name)));
    else if (crosses)
        (void)(add_emitted(e, b->at, program, b->name) &&
               (b->role != ROLE_INOUT || add_emitted(e, b->at, program, arena_printf(a, "%s_out", b->name))) &&
               add_emitted(e, b->at, prefix, arena_printf(a, "%s_COUNT", macro)) &&
               add_emitted(e, b->at, prefix, arena_printf(a, "%s_BYTES", macro)));
}

/* What nodes will be called is not known yet: all names of that form are theirs. */
static void add_define(emitted_names *e, const char *prefix, const model_define *d)
{
    if (strncmp(d->name, "NODE_", 5) != 0 && strncmp(d->name, "SETUP_NODE_", 11) != 0) {
        add_emitted(e, d->at, prefix, d->name);
        return;
    }
    diag_error(e->c->d, d->at, "name-emitted", "this name makes '%s_%s' in the generated code, where nodes are called so",
               prefix, d->name);
    diag_hint(e->c->d, "choose a name that does not begin with NODE_ or SETUP_NODE_");
}

void check_emitted(checker *c)
{
    const model *m = c->m;
    const char *prefix = upper(c->a, m->program);
    emitted_names e = {c,
                       scope_new(c->a, 8 * m->buffer_count + m->kernel_count + m->define_count + COUNT(api_words) +
                                           COUNT(api_macros))};
    span nowhere = {0, 0, 0};

    for (size_t i = 0; i < COUNT(api_words); i++)
        add_emitted(&e, nowhere, m->program, api_words[i]);
    for (size_t i = 0; i < COUNT(api_macros); i++)
        add_emitted(&e, nowhere, prefix, api_macros[i]);
    for (size_t i = 0; i < m->define_count; i++)
        add_define(&e, prefix, &m->defines[i]);
    for (size_t i = 0; i < m->kernel_count; i++)
        add_emitted(&e, m->kernels[i].at, prefix, arena_printf(c->a, "KERNEL_%s", m->kernels[i].name));
    for (size_t i = 0; i < m->buffer_count; i++)
        add_buffer(&e, m->program, prefix, &m->buffers[i]);
}
