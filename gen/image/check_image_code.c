/* SPDX-License-Identifier: MIT */
/* What the machine code shows of a kernel or of its module, whatever launches it. */
#include <inttypes.h>

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
