/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the machine code shows of a kernel or of its module, whatever launches it. */
#include <inttypes.h>
#include <string.h>

#include "image/check_image_parts.h"

void check_image_param_count(const image_checker *c, const image_subject *s)
{
    if (s->k->param_count != s->found->param_count) {
        diag_error(c->d, s->k->at, "param-count",
                   "kernel '%s' has %zu parameter%s in the spec, but %zu in its machine code", s->k->name,
                   s->k->param_count, s->k->param_count == 1 ? "" : "s", s->found->param_count);
    }
}

void check_image_param_size(const image_checker *c, const image_subject *s)
{
    for (size_t i = 0; i < s->k->param_count; i++) {
        const model_param *p = &s->k->params[i];
        uint32_t expected = p->access == ACCESS_VALUE ? p->type->size : 8;
        if (s->found->param_sizes[i] != expected) {
            diag_error(c->d, p->type_at, "param-size",
                       "parameter '%s' of kernel '%s' is %s%s: expected %" PRIu32
                       " bytes in its machine code, found %" PRIu32,
                       p->name, s->k->name, p->type->name, p->access == ACCESS_VALUE ? "" : "*", expected,
                       s->found->param_sizes[i]);
        }
    }
}

void check_image_allocation(const image_checker *c, const image_subject *s)
{
    if (s->found->allocates) {
        diag_warning(c->d, check_image_entry(s->k), "kernel-allocates",
                     "kernel '%s' allocates memory while it runs, from a heap of 8 MiB that all threads share",
                     s->k->name);
        diag_hint(c->d, "pass a scratch buffer in which each thread has its part");
    }
}

/* ---- module variables ---- */

/* Reported once for a module, at a kernel that the spec names. */
void check_image_module_variable(const image_checker *c, const image_subject *s)
{
    uint32_t module = c->i->module_of[s->index];
    if (s->k->builtin != NULL) {
        return;
    }
    for (uint32_t k = 0; k < s->index; k++) {
        if (c->i->module_of[k] == module && c->i->listed[k]->builtin == NULL) {
            return;
        }
    }
    const image_module *m = &c->i->modules[module];
    for (size_t i = 0; i < m->written_count; i++) {
        diag_error(c->d, s->k->file_at, "module-variable",
                   "kernels of '%s' may write the module variable '%s', which no plan can see", m->file, m->written[i]);
        diag_hint(c->d, "pass a buffer with role: state instead, or make it __constant__ if nothing writes it");
    }
}

static bool was_unset_before(const image_checker *c, const image_subject *s, const char *name)
{
    for (uint32_t k = 0; k < s->index; k++) {
        const image_kernel *before = &c->i->kernels[k];
        for (size_t i = 0; c->i->module_of[k] == c->i->module_of[s->index] && i < before->unset_count; i++) {
            if (strcmp(before->unset[i], name) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Machine code shows no difference between a variable without a value and one whose value is zeros; the source does. */
void check_image_unset_constant(const image_checker *c, const image_subject *s)
{
    const image_module *m = &c->i->modules[c->i->module_of[s->index]];
    for (size_t i = 0; i < s->found->unset_count; i++) {
        const char *name = s->found->unset[i];
        uint32_t line = 0;
        if (was_unset_before(c, s, name) || check_image_has_value(m->bytes, name, &line)) {
            continue;
        }
        diag_warning(c->d, s->k->file_at, "constant-unset",
                     "nothing sets the __constant__ variable '%s'%s: kernels of '%s' read zeros there", name,
                     line != 0 ? arena_printf(c->memory, " of line %" PRIu32, line) : "", m->file);
        diag_hint(c->d, "give it its values in the source, or pass a buffer with role: constant");
    }
}
