/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What steps may do with buffers: access against role, and against the other arguments of a launch. */
#include "check/check_parts.h"

#include <stdlib.h>

/* ---- roles ---- */

static void note_buffer(checker *c, const model_buffer *b)
{
    diag_note(c->d, b->at, "'%s' is declared here", b->name);
}

/* The parameter of a launch whose argument a use is; the number of them where it is none. */
static size_t find_param(const checker *c, const model_step *step, const byte_use *u)
{
    size_t i = 0;

    if (step->kind != STEP_LAUNCH)
        return 0;
    while (i < step->argument_count &&
           (u->hidden || step->arguments[i].kind != ARGUMENT_SLICE || step->arguments[i].at.begin > u->at.begin ||
            step->arguments[i].at.end < u->at.end))
        i++;
    return i < step->argument_count ? i : c->m->kernels[step->kernel].param_count;
}

/* Reports each buffer once: either its role is wrong, or the access that a kernel declares for its parameter. */
static void refuse_write(checker *c, const model_step *step, const byte_use *u, model_buffer *b, const char *hint)
{
    const model_kernel *k = step->kind == STEP_LAUNCH ? &c->m->kernels[step->kernel] : NULL;
    size_t param = find_param(c, step, u), other;
    const char *role = model_role_name(b->role);

    if (b->miswritten)
        return;
    b->miswritten = true;
    if (k == NULL || param == k->param_count) {
        diag_error(c->d, u->at, "access-role", "a step writes '%s', whose role is %s", b->name, role);
        note_buffer(c, b);
        diag_hint(c->d, "%s", hint);
        return;
    }
    diag_error(c->d, u->at, "access-role", "the kernel '%s' writes its parameter '%s', which is '%s' here, of role %s",
               k->name, k->params[param].name, b->name, role);
    note_buffer(c, b);
    other = check_find_crossed(c, step, param);
    if (other < k->param_count)
        diag_hint(c->d, "'%s' and '%s' seem to have changed places: each stands where the other is expected",
                  step->arguments[param].slice.name, step->arguments[other].slice.name);
    else
        diag_hint(c->d, "%s", hint);
}

/* Only the loop itself may count its passes, because `max` and swapped names rely on the count. */
static void refuse_index(checker *c, model_buffer *b, span at)
{
    if (b->miswritten)
        return;
    b->miswritten = true;
    diag_error(c->d, at, "access-role", "a step writes '%s', which counts the passes of a loop", b->name);
    diag_note(c->d, b->at, "the loop is here");
    diag_hint(c->d, "copy it into a buffer of your own");
}

static void check_replay_use(checker *c, const model_step *step, const byte_use *u, model_buffer *b)
{
    if (!check_writes(u->access))
        return;
    switch (b->role) {
    case ROLE_INPUT:
        refuse_write(
            c, step, u, b,
            "what steps write has the role output, or inout if the application writes it too; what a kernel only "
            "reads is 'in'");
        break;
    case ROLE_CONSTANT:
        refuse_write(c, step, u, b, "a buffer that is computed once, in 'setup', has the role derived");
        break;
    case ROLE_SETTING:
        refuse_write(c, step, u, b, "only the application changes a setting; what steps keep has the role state");
        break;
    case ROLE_DERIVED:
        refuse_write(c, step, u, b,
                     "only 'setup' writes a derived buffer; what each replay computes is scratch or state");
        break;
    case ROLE_STATE:
    case ROLE_INOUT:
        if (u->access == ACCESS_WORK) {
            diag_error(c->d, u->at, "access-work", "'work' would leave '%s' undefined, whose role is %s", b->name,
                       model_role_name(b->role));
            note_buffer(c, b);
            diag_hint(c->d, "give the launch a scratch buffer");
        }
        break;
    case ROLE_OUTPUT:
    case ROLE_SCRATCH:
    case ROLE_CONDITION:
        break;
    }
}

/* Returns false after an error. One error a step is enough: the step is the wrong one. */
static bool check_setup_use(checker *c, const byte_use *u, const model_buffer *b)
{
    if (b->role == ROLE_DERIVED || b->role == ROLE_SCRATCH || b->role == ROLE_CONDITION || b->internal)
        return true;
    if (check_writes(u->access)) {
        diag_error(c->d, u->at, "setup-write", "'setup' writes '%s', whose role is %s", b->name,
                   model_role_name(b->role));
        diag_hint(c->d, "setup writes derived buffers, and scratch on the way");
    } else if (b->role != ROLE_CONSTANT) {
        diag_error(c->d, u->at, "setup-read", "'setup' reads '%s', whose role is %s", b->name,
                   model_role_name(b->role));
        diag_hint(c->d, "setup runs once, in open: it reads constants and what it has written");
    } else {
        return true;
    }
    note_buffer(c, b);
    return false;
}

/* Settings have their values only when a replay starts. */
static void refuse_settings_in_setup(checker *c, const model_step *step)
{
    const model_kernel *k = step->kind == STEP_LAUNCH ? &c->m->kernels[step->kernel] : NULL;
    span at = {0, 0, 0};

    for (size_t i = 0; i < step->argument_count; i++)
        if (step->arguments[i].kind == ARGUMENT_SETTING)
            at = step->arguments[i].at;
    for (size_t i = 0; i < step->grid_count; i++)
        if (step->grid[i].varies)
            at = step->grid[i].at;
    if (k != NULL && (step->shared.root != NULL ? step->shared.varies : k->shared.varies))
        at = step->shared.root != NULL ? step->shared.at : step->at;
    if (at.source == 0)
        return;
    diag_error(c->d, at, "setup-read", "'setup' uses a setting in '%s'", step->title);
    diag_hint(c->d, "setup runs once, in open: it reads constants and what it has written");
}

static void check_step_roles(checker *c, const model_graph *g, const model_step *step)
{
    size_t count;
    const byte_use *uses = check_uses(c, step, &count);

    for (size_t i = 0; i < count; i++) {
        model_buffer *b = &c->m->buffers[uses[i].buffer];

        if (b->generated && b->role != ROLE_CONDITION && !step->generated && check_writes(uses[i].access)) {
            refuse_index(c, b, uses[i].at);
            continue;
        }
        if (g->kind == GRAPH_SETUP && !check_setup_use(c, &uses[i], b))
            return;
        if (g->kind != GRAPH_SETUP)
            check_replay_use(c, step, &uses[i], b);
    }
    if (g->kind == GRAPH_SETUP)
        refuse_settings_in_setup(c, step);
}

void check_roles(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++)
            if (!c->m->graphs[g].steps[i].broken) {
                check_enter(c, &c->m->graphs[g].steps[i]);
                check_step_roles(c, &c->m->graphs[g], &c->m->graphs[g].steps[i]);
            }
}

/* ---- the same bytes twice in one launch ---- */

static int compare_uses(const void *left, const void *right)
{
    const byte_use *a = left, *b = right;

    if (a->buffer != b->buffer)
        return a->buffer < b->buffer ? -1 : 1;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->at.begin < b->at.begin ? -1 : a->at.begin > b->at.begin;
}

static void report_alias(checker *c, const byte_use *x, const byte_use *y)
{
    const byte_use *second = x->at.begin > y->at.begin ? x : y;
    const byte_use *first = second == x ? y : x;
    const model_buffer *b = &c->m->buffers[x->buffer];
    uint64_t begin = x->first > y->first ? x->first : y->first;
    uint64_t end = x->last < y->last ? x->last : y->last;

    diag_error(c->d, second->at, "access-alias", "the launch has the same elements as '%s' and as '%s': %s",
               model_access_name(first->access), model_access_name(second->access),
               check_range_text(c->a, b, begin, end));
    diag_note(c->d, first->at, "the other argument is here");
}

/* Sorted by their first bytes, a use meets an earlier one only if it meets the one that reaches furthest: of all, and
 * of those that write. False after an error: one for a launch is enough. */
static bool check_disjoint(checker *c, byte_use *uses, size_t count)
{
    const byte_use *furthest = NULL, *writer = NULL;

    qsort(uses, count, sizeof *uses, compare_uses);
    for (size_t i = 0; i < count; i++) {
        const byte_use *u = &uses[i];
        bool writes = check_writes(u->access);
        const byte_use *rival = writes ? furthest : writer;

        if (u->first == u->last)
            continue;
        if (rival != NULL && rival->buffer == u->buffer && rival->last > u->first) {
            report_alias(c, rival, u);
            return false;
        }
        if (furthest == NULL || furthest->buffer != u->buffer || furthest->last < u->last)
            furthest = u;
        if (writes && (writer == NULL || writer->buffer != u->buffer || writer->last < u->last))
            writer = u;
    }
    return true;
}

/* The uses of a launch without those that `reads:`, or `writes:`, list: bytes may stand in both, reached through a
 * pointer that reads and writes. */
static byte_use *uses_without(checker *c, const model_step *step, bool reads, size_t *count)
{
    byte_use *uses = check_uses(c, step, count);
    size_t kept = 0;

    for (size_t i = 0; i < *count; i++)
        if (!uses[i].hidden || (uses[i].access == ACCESS_IN) != reads)
            uses[kept++] = uses[i];
    *count = kept;
    return uses;
}

static void check_step_aliases(checker *c, const model_step *step)
{
    size_t count;
    byte_use *uses = uses_without(c, step, step->write_count > 0, &count);

    if (!check_disjoint(c, uses, count) || step->write_count == 0 || step->read_count == 0)
        return;
    uses = uses_without(c, step, false, &count);
    check_disjoint(c, uses, count);
}

void check_aliases(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            const model_step *step = &c->m->graphs[g].steps[i];

            check_enter(c, step);
            if (step->kind == STEP_LAUNCH && !step->broken)
                check_step_aliases(c, step);
        }
}
