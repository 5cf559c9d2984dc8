/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Names: that they are identifiers, free, and different in the spec. */
#include "check/check_parts.h"

#include <string.h>

#include "base/text.h"

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

/* Emitted names join up to four of them, and files are called as the program. */
#define MAX_NAME 255u
#define MAX_PROGRAM 128u

static name_problem too_long(arena *a, const char *name, size_t most)
{
    name_problem problem = {"name-length",
                            arena_printf(a, "a name of %zu characters, at most %zu are possible", strlen(name), most)};

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
    if (strlen(name) > MAX_NAME)
        return too_long(a, name, MAX_NAME);
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

/* The runtime's prefix; of a program's name the upper-case form is emitted too. */
static bool is_runtime_prefix(const char *name)
{
    return (name[0] == 'v' || name[0] == 'V') && (name[1] == 'g' || name[1] == 'G') && name[2] == '\0';
}

static name_problem find_program_problem(arena *a, const char *name)
{
    name_problem problem = find_problem(a, name);

    if (problem.text != NULL)
        return problem;
    if (strlen(name) > MAX_PROGRAM)
        return too_long(a, name, MAX_PROGRAM);
    if (strcmp(name, "main") == 0)
        return taken(a, name, "the function that every C program starts with");
    if (word_is_library_function(name))
        return taken(a, name, "a function of the C or CUDA library");
    if (word_is_cuda(name) || word_is_generated(name) || is_runtime_prefix(name))
        return taken(a, name, "a word of CUDA or of the generated code");
    if (word_is_family(name))
        return taken(a, name, arena_printf(a, "what functions of the C library begin with, such as %s_...", name));
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

    /* A name that seems undefined elsewhere may be what was meant here. */
    c->m->incomplete |= problem.text != NULL;
    return report_problem(c, at, &problem);
}

/* Of a name that stands alone in the emitted header: a member, a parameter. */
static bool check_lone_name(checker *c, span at, const char *name)
{
    if (!check_name(c, at, name))
        return false;
    if (!word_is_header_macro(name))
        return true;
    c->m->incomplete = true;
    return fail_reserved(c, at, name, "a macro of a header of C, POSIX or CUDA, which an application may include");
}

/* A key that is no name belongs to something that could not be read: a missing colon was reported there. */
static bool was_told(bool broken, const char *name)
{
    return broken && !text_is_identifier(name);
}

/* Functions that some programs have, or will have, are called PROGRAM_arm, PROGRAM_bind_x and so on. */
static bool check_not_later(checker *c, span at, const char *name)
{
    static const char *const later[] = {"abandon", "arm", "bind", "disarm"};
    bool found = strncmp(name, "bind_", 5) == 0;

    for (size_t i = 0; i < COUNT(later); i++)
        found |= strcmp(name, later[i]) == 0;
    return !found || fail_reserved(c, at, name, "kept for a function that programs have, or will have");
}

/* A word of CUDA's headers and of the code there, which a define or a struct of the spec must not hide. */
static bool check_kernel_word(checker *c, span at, const char *name)
{
    if (!check_name(c, at, name))
        return false;
    if (word_is_cuda(name))
        return fail_reserved(c, at, name, "a word of CUDA or of the generated code");
    if (word_is_library_function(name))
        return fail_reserved(c, at, name, "a function of the C or CUDA library");
    return true;
}

/* Whether it is a buffer that `workspace` of a capture makes. */
static bool is_workspace(const checker *c, const named *name)
{
    for (size_t i = 0; i < c->m->capture_count; i++)
        if (name->kind == NAMED_BUFFER && name->name == c->m->captures[i]->workspace_name &&
            name->at.begin == c->m->captures[i]->workspace_at.begin)
            return true;
    return false;
}

/* The one further down should have another name, whichever section is checked first. Two workspaces belong to captures
 * of one name, which is reported by itself. */
static void fail_clash(checker *c, const named *one, const named *other)
{
    bool ordered = one->at.begin <= other->at.begin;
    const named *first = ordered ? one : other, *second = ordered ? other : one;

    if (is_workspace(c, one) && is_workspace(c, other))
        return;
    diag_error(c->d, second->at, "name-clash", "the name '%s' is already that of %s", second->name,
               check_kind_name(first->kind));
    diag_note(c->d, first->at, "'%s' is %s here", first->name, check_kind_name(first->kind));
    if (is_workspace(c, one) || is_workspace(c, other))
        diag_hint(c->d, "'workspace' makes a scratch buffer that is called after its capture");
}

/* False for a name of a buffer, kernel or index that begins like those that control flow adds. */
static bool check_object_name(checker *c, span at, const char *name)
{
    if (!check_name(c, at, name) || strncmp(name, "vg_", 3) != 0)
        return true;
    return fail_reserved(c, at, name, "a word of CUDA or of the generated code");
}

/* False when something else has the name. */
static bool add_name(checker *c, named_kind kind, size_t index, const char *name, span at)
{
    named entry = {name, kind, (uint32_t)index, at, false};
    const named *first = scope_add(c->names, &entry);

    if (first == NULL)
        return true;
    c->m->incomplete = true;
    fail_clash(c, first, &entry);
    return false;
}

static void check_macros(checker *c)
{
    for (size_t i = 0; i < c->m->macro_count; i++) {
        const char *name = c->m->macro_names[i];
        const named *found = name == NULL ? NULL : scope_find(c->names, name);
        model_define *define = found != NULL && found->kind == NAMED_DEFINE ? &c->m->defines[found->index] : NULL;

        if (found != NULL && define == NULL)
            check_fail_kind(c, c->m->macro_at[i], "a define", found);
        else if (name != NULL && found == NULL)
            check_undefined(c, c->m->macro_at[i], "the define", name, NAMED_DEFINE);
        if (define == NULL)
            continue;
        if (define->macro)
            diag_error(c->d, c->m->macro_at[i], "macro-twice", "'%s' stands in 'macros' twice", name);
        define->macro = true;
    }
}

/* Kernel sources see structs with their fields, which a macro would replace. */
static void check_fields(checker *c, const model_type *type)
{
    for (size_t i = 0; i < type->field_count; i++) {
        const model_field *field = &type->fields[i];
        const named *found;

        if (was_told(field->type == NULL, field->name) || !check_lone_name(c, field->at, field->name))
            continue;
        found = scope_find(c->names, field->name);
        if (found == NULL || found->kind != NAMED_DEFINE || !c->m->defines[found->index].macro)
            continue;
        if (found->at.begin <= field->at.begin) {
            diag_error(c->d, field->at, "name-clash", "the macro '%s' would replace the field '%s' of '%s'",
                       field->name, field->name, type->name);
            diag_note(c->d, found->at, "'%s' is a define here", field->name);
        } else {
            diag_error(c->d, found->at, "name-clash", "the macro '%s' would replace the field '%s' of '%s'",
                       field->name, field->name, type->name);
            diag_note(c->d, field->at, "'%s' is a field here", field->name);
        }
    }
}

static bool check_params(checker *c, const model_kernel *k)
{
    bool good = true;

    for (size_t i = 0; i < k->param_count; i++) {
        const model_param *param = &k->params[i];

        good &= was_told(param->type == NULL, param->name) || check_lone_name(c, param->at, param->name);
    }
    return good;
}

/* ---- steps ---- */

/* The indices of the repeats around a step. */
typedef struct repeat_index repeat_index;
struct repeat_index {
    const model_step *step;
    const repeat_index *outer;
};

/* An index is a number in the steps of its repeat: it hides nothing. */
static void check_index(checker *c, const model_step *step, const repeat_index *outer)
{
    const named *found;

    if (!check_object_name(c, step->index_at, step->index_name)) {
        c->m->incomplete = true;
        return;
    }
    found = scope_find(c->names, step->index_name);
    if (found != NULL) {
        diag_error(c->d, step->index_at, "name-clash", "the name '%s' is already that of %s", step->index_name,
                   check_kind_name(found->kind));
        diag_note(c->d, found->at, "'%s' is %s here", step->index_name, check_kind_name(found->kind));
        return;
    }
    while (outer != NULL && outer->step->index_name != step->index_name)
        outer = outer->outer;
    if (outer == NULL)
        return;
    diag_error(c->d, step->index_at, "name-clash", "the name '%s' is already that of an index around this one",
               step->index_name);
    diag_note(c->d, outer->step->index_at, "'%s' is an index here", step->index_name);
}

static void check_step_names(checker *c, scope *seen, const model_step *steps, size_t count, const repeat_index *outer)
{
    for (size_t i = 0; i < count; i++) {
        const model_step *step = &steps[i];
        named entry = {step->name, NAMED_STEP, (uint32_t)i, step->name_at, false};
        repeat_index index = {step, outer};
        bool indexed = step->kind == STEP_REPEAT && step->index_name != NULL;
        const named *first = NULL;

        if (step->name != NULL && check_name(c, step->name_at, step->name))
            first = scope_add(seen, &entry);
        if (first != NULL) {
            diag_error(c->d, step->name_at, "name-clash", "two steps have the name '%s'", step->name);
            diag_note(c->d, first->at, "the other one is here");
        }
        if (indexed)
            check_index(c, step, outer);
        for (size_t b = 0; b < step->body_count; b++)
            check_step_names(c, seen, step->bodies[b].steps, step->bodies[b].step_count, indexed ? &index : outer);
    }
}

static void check_capture_names(checker *c)
{
    for (size_t i = 0; i < c->m->capture_count; i++) {
        const model_capture *capture = c->m->captures[i];

        if (!check_lone_name(c, capture->at, capture->name) || !check_not_later(c, capture->at, capture->name))
            continue;
        if (check_object_name(c, capture->at, capture->name))
            add_name(c, NAMED_CAPTURE, i, capture->name, capture->at);
    }
}

static void check_switch_names(checker *c)
{
    for (size_t i = 0; i < c->m->switch_count; i++) {
        const model_switch *s = &c->m->switches[i];
        named entry = {s->name, NAMED_SWITCH, (uint32_t)i, s->at, false};

        if (check_lone_name(c, s->at, s->name))
            check_not_later(c, s->at, s->name);
        scope_add(c->switches, &entry);
    }
}

static void check_graph_name(checker *c, const model_graph *g)
{
    if (!check_name(c, g->at, g->name) || !check_not_later(c, g->at, g->name))
        return;
    if (strcmp(g->name, "setup") == 0)
        fail_reserved(c, g->at, g->name, "the graph that runs in open");
}

static void check_graph_names(checker *c)
{
    for (size_t i = 0; i < c->m->graph_count; i++) {
        const model_graph *g = &c->m->graphs[i];

        if (c->m->named_graphs && g->kind == GRAPH_REPLAY)
            check_graph_name(c, g);
        check_step_names(c, scope_new(c->a, g->step_count), g->steps, g->step_count, NULL);
    }
}

void check_names(checker *c)
{
    model *m = c->m;

    for (size_t i = 0; i < m->define_count; i++) {
        if (!was_told(m->defines[i].broken, m->defines[i].name))
            check_kernel_word(c, m->defines[i].at, m->defines[i].name);
        m->defines[i].broken |= !add_name(c, NAMED_DEFINE, i, m->defines[i].name, m->defines[i].at);
    }
    for (size_t i = 0; i < m->type_count; i++) {
        if (check_kernel_word(c, m->types[i]->at, m->types[i]->name))
            check_not_later(c, m->types[i]->at, m->types[i]->name);
        add_name(c, NAMED_TYPE, i, m->types[i]->name, m->types[i]->at);
    }
    for (size_t i = 0; i < m->buffer_count; i++) {
        if (!was_told(m->buffers[i].broken, m->buffers[i].name))
            m->buffers[i].broken |= !check_object_name(c, m->buffers[i].at, m->buffers[i].name) ||
                                    !check_not_later(c, m->buffers[i].at, m->buffers[i].name) ||
                                    (m->buffers[i].role != ROLE_SCRATCH &&
                                     !check_lone_name(c, m->buffers[i].at, m->buffers[i].name));
        m->buffers[i].broken |= !add_name(c, NAMED_BUFFER, i, m->buffers[i].name, m->buffers[i].at);
    }
    for (size_t i = 0; i < m->kernel_count; i++) {
        if (!was_told(m->kernels[i].broken, m->kernels[i].name))
            m->kernels[i].broken |= !check_object_name(c, m->kernels[i].at, m->kernels[i].name);
        m->kernels[i].broken |= !check_params(c, &m->kernels[i]);
        m->kernels[i].broken |= !add_name(c, NAMED_KERNEL, i, m->kernels[i].name, m->kernels[i].at);
    }
    check_macros(c);
    for (size_t i = 0; i < m->type_count; i++)
        check_fields(c, m->types[i]);
    check_capture_names(c);
    check_switch_names(c);
    check_graph_names(c);
}

/* ---- the program ---- */

void check_program(checker *c)
{
    name_problem problem;

    if (c->m->program == NULL)
        return;
    problem = find_program_problem(c->a, model_is_renamed(c->m) ? c->m->spec_program : c->m->program);
    report_problem(c, c->m->program_at, &problem);
}
