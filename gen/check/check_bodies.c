/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the driver allows inside conditional nodes, and the oldest driver that has them. After launches are known. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

/* CUDA versions: conditional nodes, those with more than one body or with an empty one, which older drivers never
 * leave, and cooperative kernels in bodies. */
#define CONDITIONAL_CUDA 12030u
#define CHOICE_CUDA 12080u
#define COOPERATIVE_BODY_CUDA 12080u

/* ---- versions ---- */

static bool is_cooperative(const checker *c, const model_step *step)
{
    return step->kind == STEP_LAUNCH && !step->broken && c->m->kernels[step->kernel].cooperative;
}

/* The driver's version that a step needs, and what for in words; 0 when any driver will do. */
static unsigned needed_cuda(const checker *c, const model_step *step, uint32_t index, const char **what)
{
    if (step->kind == STEP_SWITCH || (step->kind == STEP_IF && step->body_count > 1)) {
        *what = step->kind == STEP_SWITCH ? "a switch" : "an if with an else";
        return CHOICE_CUDA;
    }
    if (step->kind == STEP_IF && step->end == index + 1) {
        *what = "an if in which nothing is left";
        return CHOICE_CUDA;
    }
    if (step->kind == STEP_WHILE || step->kind == STEP_IF) {
        *what = step->kind == STEP_WHILE ? "a while" : "an if";
        return CONDITIONAL_CUDA;
    }
    *what = "a cooperative kernel inside a while, if or switch";
    return step->inside != 0 && is_cooperative(c, step) ? COOPERATIVE_BODY_CUDA : 0;
}

/* Reports the first step that needs the newest driver, because there is only one `min_cuda`. */
static void check_version(checker *c)
{
    const model_step *newest = NULL;
    const char *what = NULL;
    unsigned needed = c->m->min_cuda;

    for (size_t g = 0; needed > 0 && g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            const model_step *step = &c->m->graphs[g].steps[i];
            const char *text;
            unsigned cuda = needed_cuda(c, step, (uint32_t)i, &text);

            if (step->generated || cuda <= needed)
                continue;
            newest = step;
            what = text;
            needed = cuda;
        }
    if (newest == NULL)
        return;
    diag_error(c->d, newest->at, "version-feature", "%s needs CUDA %u.%u or newer, found min_cuda %s", what,
               needed / 1000, needed % 1000 / 10, c->m->min_cuda_text);
    diag_note(c->d, c->m->min_cuda_at, "'min_cuda' is here");
}

/* ---- bodies ---- */

static const char *holder_text(const model_graph *g, const model_step *step)
{
    static const char *const words[] = {[STEP_WHILE] = "a while", [STEP_IF] = "an if", [STEP_SWITCH] = "a switch"};

    return words[g->steps[step->inside - 1].kind];
}

static void note_holder(checker *c, const model_graph *g, const model_step *step)
{
    diag_note(c->d, g->steps[step->inside - 1].at, "this is %s", holder_text(g, step));
}

static void fail_setting(checker *c, const model_graph *g, const model_step *step, span at, const char *what)
{
    diag_error(c->d, at, "body-setting", "%s follows a setting, which no launch inside %s can", what,
               holder_text(g, step));
    note_holder(c, g, step);
}

/* Nodes of bodies can be neither switched nor changed once the graph exists. */
static void check_body_launch(checker *c, const model_graph *g, const model_step *step)
{
    const model_kernel *k = &c->m->kernels[step->kernel];

    for (size_t i = 0; i < step->grid_count; i++)
        if (step->grid[i].root != NULL && step->grid[i].varies) {
            fail_setting(c, g, step, step->grid[i].at, "the grid");
            diag_hint(c->d, "launch the most blocks that may be needed, and let the kernel read the setting "
                            "through a pointer");
            return;
        }
    if (step->shared.root != NULL ? step->shared.varies : k->shared.varies) {
        fail_setting(c, g, step, step->shared.root != NULL ? step->shared.at : step->at, "the shared memory");
        diag_hint(c->d, "take the most that may be needed, and let the kernel read the setting through a pointer");
        return;
    }
    for (size_t i = 0; i < step->argument_count; i++)
        if (step->arguments[i].kind == ARGUMENT_SETTING) {
            fail_setting(c, g, step, step->arguments[i].at, arena_printf(c->a, "the value of '%s'", k->params[i].name));
            diag_hint(c->d, "let the kernel read it through a pointer: %s: in %s*", k->params[i].name,
                      k->params[i].type->name);
            return;
        }
}

static void check_body_step(checker *c, const model_graph *g, const model_step *step)
{
    if (step->switch_name != NULL) {
        diag_error(c->d, step->switch_at, "body-switch", "a step inside %s cannot be switched by the application",
                   holder_text(g, step));
        note_holder(c, g, step);
        diag_hint(c->d, "put it into an 'if' with a flag that a kernel makes from a setting");
    } else if (step->kind == STEP_LAUNCH && !step->broken) {
        check_body_launch(c, g, step);
    }
}

void check_bodies(checker *c)
{
    check_version(c);
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            const model_step *step = &c->m->graphs[g].steps[i];

            check_enter(c, step);
            if (step->inside != 0 && !step->generated)
                check_body_step(c, &c->m->graphs[g], step);
        }
}
