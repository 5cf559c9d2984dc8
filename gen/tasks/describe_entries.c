/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The kernels of the source: their names from the PTX, the types of their parameters from the compiler, the names of
 * parameters from the text. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tasks/describe_parts.h"

/* The first head of that name. */
static const scanned_kernel *find_scanned(const describer *s, const char *name, size_t *index)
{
    for (size_t i = 0; i < s->source.kernel_count; i++) {
        if (strcmp(s->source.kernels[i].name, name) == 0) {
            *index = i;
            return &s->source.kernels[i];
        }
    }
    *index = s->source.kernel_count;
    return NULL;
}

static bool same_params(const scanned_kernel *x, const scanned_kernel *y)
{
    for (size_t i = 0; i < x->param_count; i++) {
        const scanned_param *p = &x->params[i], *q = &y->params[i];

        if ((p->name == NULL) != (q->name == NULL) || (p->name != NULL && strcmp(p->name, q->name) != 0) ||
            p->condition != q->condition)
            return false;
    }
    return true;
}

/* Whether a head is that of a kernel as far as names show: "imaging::" and "conv" of "imaging::conv<float, 4>". */
static bool is_head_of(const scanned_kernel *head, const described_kernel *k)
{
    size_t scope = strlen(head->scope), name = strlen(head->name);
    const char *arguments = k->spelled + scope + name;

    return strncmp(k->spelled, head->scope, scope) == 0 && strncmp(k->spelled + scope, head->name, name) == 0 &&
           arguments[0] == (head->is_template ? '<' : '\0');
}

/* The head in the text that names the parameters; NULL where none has as many, or two disagree. */
static const scanned_kernel *find_head(const describer *s, const described_kernel *kernel)
{
    const scanned_kernel *found = NULL;

    for (size_t i = 0; i < s->source.kernel_count; i++) {
        const scanned_kernel *k = &s->source.kernels[i];

        if (!k->defined || !is_head_of(k, kernel))
            continue;
        if (!k->sure || k->param_count != kernel->param_count || (found != NULL && !same_params(found, k)))
            return NULL;
        found = k;
    }
    return found;
}

/* As C++ names it. A kernel with C linkage may stand in a namespace, which only the text shows. */
static const char *spell(const describer *s, const described_kernel *k, const scanned_kernel *head)
{
    return !k->c_linkage  ? describe_demangle(s->a, k->entry->name)
           : head != NULL ? arena_printf(s->a, "%s%s", head->scope, k->name)
                          : k->name;
}

/* In the order of the source; those that are not found in it come last. */
static void take_entries(describer *s, const ptx_module *module)
{
    size_t *order = ARENA_ARRAY(s->a, size_t, module->entry_count + 1);

    s->kernels = ARENA_ARRAY(s->a, described_kernel, module->entry_count + 1);
    for (size_t i = 0; i < module->entry_count; i++) {
        described_kernel k = {.entry = &module->entries[i]};
        const scanned_kernel *head;
        size_t place, at;

        k.name = ptx_source_name(s->a, k.entry->name);
        k.c_linkage = strcmp(k.name, k.entry->name) == 0;
        head = find_scanned(s, k.name, &place);
        k.spelled = spell(s, &k, head);
        for (at = s->kernel_count++; at > 0 && order[at - 1] > place; at--) {
            order[at] = order[at - 1];
            s->kernels[at] = s->kernels[at - 1];
        }
        order[at] = place;
        s->kernels[at] = k;
    }
}

static void take_types(describer *s, const char *ptx, size_t size)
{
    size_t count;
    const ptx_string *texts = ptx_read_strings(s->a, ptx, size, DESCRIBE_TYPE_PREFIX, &count);

    for (size_t i = 0; i < count; i++) {
        size_t index = (size_t)strtoul(texts[i].name + strlen(DESCRIBE_TYPE_PREFIX), NULL, 10);
        described_kernel *k = index < s->kernel_count ? &s->kernels[index] : NULL;

        if (k == NULL)
            continue;
        if (describe_types(s->a, texts[i].text, &k->params, &k->param_count))
            k->problem = NULL;
        else
            k->problem = "it is not declared outside of every namespace";
    }
}

/* Where one of the names is ambiguous, the compiler answers for none of them: then each half is asked for on its
 * own. */
static void ask_together(describer *s, const char *const *entries, const size_t *indices, size_t count)
{
    size_t size, half = count / 2;
    run_result result;
    const char *ptx = NULL;

    if (count > 0 && !run_interrupted())
        ptx = describe_compile(s, describe_probe_text(s->a, entries, indices, count), &size, &result);
    if (ptx != NULL) {
        take_types(s, ptx, size);
    } else if (count > 1) {
        ask_together(s, entries, indices, half);
        ask_together(s, entries + half, indices + half, count - half);
    }
}

static bool is_shared(const describer *s, size_t kernel)
{
    for (size_t i = 0; i < s->kernel_count; i++)
        if (i != kernel && s->kernels[i].spelled != NULL &&
            strcmp(s->kernels[i].spelled, s->kernels[kernel].spelled) == 0)
            return true;
    return false;
}

/* A name that two kernels share is likely to be ambiguous. Such names are asked for after the others, and keep their
 * problem where they are. */
static bool ask_types(describer *s)
{
    const char **entries = ARENA_ARRAY(s->a, const char *, 2 * s->kernel_count + 1);
    size_t *indices = ARENA_ARRAY(s->a, size_t, 2 * s->kernel_count + 1);
    size_t count = 0, shared = s->kernel_count;

    for (size_t i = 0; i < s->kernel_count; i++) {
        described_kernel *k = &s->kernels[i];

        if (k->spelled == NULL) {
            k->problem = arena_printf(s->a, "the name of '%s' is too complicated: write its section by hand", k->name);
            continue;
        }
        k->problem = "several functions have its name";
        size_t at = is_shared(s, i) ? shared++ : count++;
        entries[at] = k->spelled;
        indices[at] = i;
    }
    ask_together(s, entries, indices, count);
    ask_together(s, entries + s->kernel_count, indices + s->kernel_count, shared - s->kernel_count);
    if (run_interrupted())
        diag_file_error(s->d, NULL, "interrupted", "interrupted");
    return diag_error_count(s->d) == 0;
}

static void check_kernel(const describer *s, described_kernel *k)
{
    if (k->problem != NULL)
        return;
    if (k->param_count != k->entry->param_count) {
        k->problem = "another function has its name";
        return;
    }
    k->scanned = find_head(s, k);
    for (size_t i = 0; i < k->param_count; i++) {
        described_param *p = &k->params[i];
        const char *name = k->scanned != NULL ? k->scanned->params[i].name : NULL;

        p->accesses = k->entry->accesses[i];
        if (p->type_name == NULL) {
            k->problem = arena_printf(s->a, "parameter %zu%s%s%s is '%s': %s", i + 1, name != NULL ? " ('" : "",
                                      name != NULL ? name : "", name != NULL ? "')" : "", p->spelled, p->problem);
            return;
        }
        p->condition = k->scanned != NULL && k->scanned->params[i].condition && !p->pointer &&
                       p->type == model_type_scalar(SCALAR_U64);
    }
}

bool describe_find_kernels(describer *s)
{
    ptx_module *module = ARENA_NEW(s->a, ptx_module);
    run_result result = {0};
    ptx_error error;
    size_t size;
    const char *ptx = describe_compile(s, NULL, &size, &result);

    if (ptx == NULL) {
        describe_report_compiler(s, &result);
        return false;
    }
    if (!ptx_read_accesses(s->a, ptx, size, module, &error)) {
        diag_file_error(s->d, s->file, "image-read", "cannot read its PTX: line %u: %s", error.line, error.message);
        return false;
    }
    take_entries(s, module);
    if (s->kernel_count == 0 && s->source.kernel_count == 0) {
        diag_file_error(s->d, s->file, "describe-empty", "there is no kernel in this source");
        diag_hint(s->d, "a kernel is declared as extern \"C\" __global__ void name(...)");
        return false;
    }
    if (!ask_types(s) || !describe_find_structs(s))
        return false;
    for (size_t i = 0; i < s->kernel_count; i++)
        check_kernel(s, &s->kernels[i]);
    return true;
}
