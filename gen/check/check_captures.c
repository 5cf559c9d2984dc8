/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Captures: their numbers, and what `reads:` and `writes:` give to the function: a pointer for each name. After the
 * check the step has arguments as a launch has, and what follows bytes treats both alike. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

/* ---- numbers ---- */

/* False after an error, which is reported once: copies of the step have the same. */
static bool check_number(checker *c, model_expr *e, int64_t most, const char *what)
{
    if (!check_evaluate(c, e))
        return false;
    if (e->value >= 1 && e->value <= most)
        return true;
    diag_error(c->d, e->at, "capture-value", "expected 1 to %" PRId64 " %s, found %" PRId64, most, what, e->value);
    return false;
}

static bool check_numbers(checker *c, model_capture *capture)
{
    bool good = true;

    capture->most = MODEL_CAPTURE_NODES;
    if (capture->nodes.root != NULL)
        good = check_number(c, &capture->nodes, MODEL_MAX_CAPTURE_NODES, "nodes");
    if (good && capture->nodes.root != NULL)
        capture->most = (uint32_t)capture->nodes.value;
    if (capture->workspace.root != NULL)
        good = check_number(c, &capture->workspace, INT64_MAX, "bytes") && good;
    return good;
}

/* ---- pointers ---- */

typedef struct {
    checker *c;
    model_step *step;
} binding;

void check_add_pointer(model_step *step, const model_slice *slice, const char *name, model_access access)
{
    model_argument *added = &step->arguments[step->argument_count++];

    added->kind = ARGUMENT_SLICE;
    added->at = slice->at;
    added->keyword = name;
    added->keyword_at = slice->at;
    added->slice = *slice;
    added->access = access;
}

static model_argument *find_argument(const binding *b, const model_slice *slice)
{
    for (size_t i = 0; i < b->step->argument_count; i++)
        if (b->step->arguments[i].slice.buffer == slice->buffer)
            return &b->step->arguments[i];
    return NULL;
}

static void report_part(const binding *b, const model_argument *first, const model_slice *second)
{
    checker *c = b->c;
    const model_buffer *buffer = &c->m->buffers[second->buffer];

    if (first->slice.type != second->type)
        diag_error(c->d, second->at, "capture-part",
                   "'%s' is %s here and %s there, but a capture has one pointer to it", buffer->name,
                   second->type->name, first->slice.type->name);
    else if (first->slice.first == second->first && first->slice.last == second->last)
        diag_error(c->d, second->at, "capture-part", "'%s' stands here twice", buffer->name);
    else
        diag_error(c->d, second->at, "capture-part",
                   "%s here and %s there: a capture has one pointer to each buffer",
                   check_range_text(c->a, buffer, second->first, second->last),
                   check_range_text(c->a, buffer, first->slice.first, first->slice.last));
    diag_note(c->d, first->at, "the other one is here");
    diag_hint(c->d, "name the elements that hold both, in 'reads' and in 'writes' if need be: the function finds its "
                    "parts itself");
}

/* That the name can be a member of what the function is given. Roles other than scratch were looked at before, since
 * their names stand alone elsewhere too. */
static bool check_member(const binding *b, const model_slice *slice, const char *name)
{
    static const char *const own[] = {"asks", "workspace", "workspace_bytes"};
    checker *c = b->c;

    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (strcmp(name, own[i]) != 0)
            continue;
        diag_error(c->d, slice->at, "name-emitted",
                   "this name makes the member '%s' in the generated code, which is taken", name);
        diag_hint(c->d, "what a capture is given has that member anyway; choose another name for the buffer");
        return false;
    }
    if (c->m->buffers[slice->buffer].role != ROLE_SCRATCH || !word_is_header_macro(name))
        return true;
    diag_error(c->d, slice->at, "name-reserved",
               "the name '%s' is taken: it is a macro of a header of C, POSIX or CUDA, which an application may "
               "include",
               name);
    return false;
}

static bool is_same(const model_slice *x, const model_slice *y)
{
    return x->type == y->type && x->first == y->first && x->last == y->last;
}

/* What is read and then written again is one pointer; anything else about the same buffer is an error. */
static bool bind(const binding *b, model_slice *slice, const char *name, model_access access)
{
    model_argument *found;
    model_param pointer = {.name = name};

    if (!check_slice(b->c, slice))
        return false;
    b->c->m->buffers[slice->buffer].by_pointer = true;
    found = find_argument(b, slice);
    if (found != NULL && found->access == ACCESS_IN && access == ACCESS_OUT && is_same(&found->slice, slice)) {
        found->access = ACCESS_INOUT;
        return true;
    }
    if (found != NULL) {
        report_part(b, found, slice);
        return false;
    }
    pointer.type = slice->type;
    if (!check_member(b, slice, name) || !check_alignment(b->c, slice, &pointer))
        return false;
    check_add_pointer(b->step, slice, name, access);
    return true;
}

/* False, without a further message, where another buffer has its name. */
static bool bind_workspace(const binding *b, const model_capture *capture)
{
    model_slice all = {.at = capture->workspace_at, .name = capture->workspace_name};

    if (capture->workspace_name == NULL)
        return true;
    if (!check_slice(b->c, &all) || b->c->m->buffers[all.buffer].at.begin != capture->workspace_at.begin)
        return false;
    return bind(b, &all, capture->workspace_name, ACCESS_WORK);
}

static bool bind_all(const binding *b, const model_capture *capture)
{
    model_step *step = b->step;
    bool good = true;

    step->arguments = ARENA_ARRAY(b->c->a, model_argument, step->read_count + step->write_count + 1);
    step->argument_count = 0;
    for (size_t i = 0; i < step->read_count; i++)
        good = bind(b, &step->reads[i], capture->read_names[i], ACCESS_IN) && good;
    for (size_t i = 0; i < step->write_count; i++)
        good = bind(b, &step->writes[i], capture->write_names[i], ACCESS_OUT) && good;
    good = bind_workspace(b, capture) && good;
    step->read_count = step->write_count = 0;
    return good;
}

void check_captures(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            model_step *step = &c->m->graphs[g].steps[i];
            model_capture *capture = step->capture;

            if (step->kind != STEP_CAPTURE || step->broken || capture->collective != NULL)
                continue;
            check_enter(c, step);
            step->title = check_title(c, step, arena_printf(c->a, "capture %s", capture->name));
            step->broken = !check_numbers(c, capture) || !bind_all(&(binding){c, step}, capture);
            capture->step = capture->step == NULL ? step : capture->step;
            c->silent |= step->broken;
        }
}
