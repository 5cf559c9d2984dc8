/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Two arguments of one type that have changed places: each has the name of the parameter that the other one stands for.
 * Types cannot tell them apart, names can. An argument that is given by name is meant, and so is a launch beside
 * another one of the kernel that has them the other way round. */
#include "check/check_parts.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* A define N may stand for a parameter n. */
static bool is_same_name(const char *x, const char *y)
{
    while (*x != '\0' && lower(*x) == lower(*y)) {
        x++;
        y++;
    }
    return *x == *y;
}

/* Whether argument `index` stands there by its position and has the name of parameter `param`. */
static bool has_name(const model_kernel *k, const model_step *step, size_t index, size_t param)
{
    const model_argument *argument = &step->arguments[index];

    return argument->keyword == NULL && argument->slice.name != NULL &&
           is_same_name(argument->slice.name, k->params[param].name);
}

static bool is_crossed(const model_kernel *k, const model_step *step, size_t left, size_t right)
{
    return k->params[left].type == k->params[right].type && has_name(k, step, left, right) &&
           has_name(k, step, right, left);
}

/* Programs that go back and forth between two buffers launch a kernel both ways round. */
static bool is_also_straight(const checker *c, uint32_t kernel, size_t left, size_t right)
{
    const model_kernel *k = &c->m->kernels[kernel];

    for (size_t g = 0; g < c->m->graph_count; g++) {
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            const model_step *step = &c->m->graphs[g].steps[i];

            if (step->kind == STEP_LAUNCH && !step->broken && step->kernel == kernel && has_name(k, step, left, left) &&
                has_name(k, step, right, right))
                return true;
        }
    }
    return false;
}

size_t check_find_crossed(const checker *c, const model_step *step, size_t param)
{
    const model_kernel *k = &c->m->kernels[step->kernel];

    for (size_t i = 0; i < k->param_count; i++)
        if (i != param && is_crossed(k, step, param, i) && !is_also_straight(c, step->kernel, param, i))
            return i;
    return k->param_count;
}

static void check_step(checker *c, const model_step *step)
{
    const model_kernel *k = &c->m->kernels[step->kernel];

    for (size_t i = 0; i < k->param_count; i++) {
        size_t other = check_find_crossed(c, step, i);
        const char *left = k->params[i].name;

        if (other == k->param_count || other < i)
            continue;
        check_enter(c, step);
        diag_warning(c->d, step->arguments[i].at, "arguments-crossed",
                     "'%s' is given for the parameter '%s', and '%s' for '%s': they seem to have changed places",
                     step->arguments[i].slice.name, left, step->arguments[other].slice.name, k->params[other].name);
        diag_note(c->d, k->params[i].at, "the parameter '%s' is declared here", left);
        diag_hint(c->d, "if it is meant, write them by name: %s=%s", left, step->arguments[i].slice.name);
    }
}

void check_swapped(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++) {
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            const model_step *step = &c->m->graphs[g].steps[i];

            if (step->kind == STEP_LAUNCH && !step->broken && !step->generated && step->copy == 0)
                check_step(c, step);
        }
    }
}
