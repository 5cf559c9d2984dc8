/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include "check/check.h"
#include "tasks/describe_parts.h"

#define DEFAULT_BLOCK 256u
#define COMMENT_COLUMN 34

typedef struct {
    FILE *out;
    arena *a;
    const char *shown;
    bool moved;
    const described_kernel *kernels;
    size_t count;
} printer;

/* ---- names ---- */

static bool is_taken(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static const char *free_name(arena *a, const char *const *names, size_t count, const char *stem, size_t number)
{
    const char *name = arena_printf(a, "%s%zu", stem, number);

    while (is_taken(names, count, name))
        name = arena_printf(a, "%s_", name);
    return name;
}

/* The names in the text where they are known and can stand in a spec; a0, a1 … for the others. */
static const char **param_names(arena *a, const described_kernel *k)
{
    const char **names = ARENA_ARRAY(a, const char *, k->param_count + 1);

    for (size_t i = 0; i < k->param_count; i++) {
        const char *name = k->scanned != NULL ? k->scanned->params[i].name : NULL;
        bool good = name != NULL && check_is_name(a, name) && !is_taken(names, i, name);
        names[i] = good ? name : free_name(a, names, i, "a", i);
    }
    return names;
}

/* A kernel's name in the spec is that of its entry, or another one where that is no name there. */
static const char *kernel_name(const printer *p, size_t index)
{
    const char *entry = p->kernels[index].name;
    const char **names = ARENA_ARRAY(p->a, const char *, p->count + 1);

    if (check_is_name(p->a, entry))
        return entry;
    for (size_t i = 0; i < p->count; i++)
        names[i] = p->kernels[i].name;
    return free_name(p->a, names, p->count, "kernel", index);
}

/* ---- one kernel ---- */

/* A line with its comment, if any, in a column of its own. */
static void line(const printer *p, const char *begin, const char *text, const char *comment)
{
    fprintf(p->out, "%s", begin);
    if (comment == NULL)
        fprintf(p->out, "%s\n", text);
    else
        fprintf(p->out, "%-*s  # %s\n", COMMENT_COLUMN - (int)strlen(begin), text, comment);
}

static void print_block(const printer *p, const char *begin, const ptx_entry *e)
{
    const uint32_t *size = e->required_block;

    if (size[0] == 0 && e->max_threads == 0)
        line(p, begin, arena_printf(p->a, "  block: %u", DEFAULT_BLOCK), "a guess: the source does not bound it");
    else if (size[0] == 0)
        line(p, begin, arena_printf(p->a, "  block: %u", (unsigned)e->max_threads), "the most that its bounds allow");
    else if (size[1] <= 1 && size[2] <= 1)
        line(p, begin, arena_printf(p->a, "  block: %u", (unsigned)size[0]), NULL);
    else
        line(p, begin,
             arena_printf(p->a, "  block: [%u, %u, %u]", (unsigned)size[0], (unsigned)size[1], (unsigned)size[2]),
             NULL);
}

static void print_params(const printer *p, const char *begin, const described_kernel *k)
{
    const char **names = param_names(p->a, k);
    bool explained = false;

    if (k->param_count == 0) {
        line(p, begin, "  params: {}", NULL);
        return;
    }
    line(p, begin, "  params:", NULL);
    for (size_t i = 0; i < k->param_count; i++) {
        const described_param *d = &k->params[i];
        const char *access = !d->pointer ? "" : d->constant ? "in " : "inout ";
        const char *type = d->condition ? "condition" : d->type->name;
        const char *comment = NULL;

        if (d->pointer && !d->constant) {
            comment = explained ? "likewise" : "narrow it to out, out_part or work where that is all it does";
            explained = true;
        }
        line(p, begin, arena_printf(p->a, "    %s: %s%s%s", names[i], access, type, d->pointer ? "*" : ""), comment);
    }
}

static void print_section(const printer *p, const char *begin, size_t index)
{
    const described_kernel *k = &p->kernels[index];
    const char *name = kernel_name(p, index);

    line(p, begin, arena_printf(p->a, "%s:", name), NULL);
    line(p, begin, arena_printf(p->a, "  source: %s", p->shown), p->moved ? "as seen from the spec's folder" : NULL);
    if (strcmp(name, k->name) != 0)
        line(p, begin, arena_printf(p->a, "  entry: %s", k->name), NULL);
    print_block(p, begin, k->entry);
    if (k->entry->grid_sync)
        line(p, begin, "  # its blocks wait for each other: it has to be launched cooperatively", NULL);
    if (k->entry->clusters)
        line(p, begin, "  # it runs in clusters of blocks", NULL);
    print_params(p, begin, k);
}

static bool is_described(const described_kernel *k)
{
    return k->problem == NULL && k->c_linkage;
}

static void print_kernel(const printer *p, size_t index)
{
    const described_kernel *k = &p->kernels[index];

    if (k->problem != NULL) {
        fprintf(p->out, "  # %s: not described: %s\n", k->name, k->problem);
    } else if (!k->c_linkage) {
        fprintf(p->out, "  # %s: its entry is '%s': declare it extern \"C\" __global__, then this is its section:\n",
                k->name, k->entry->name);
        print_section(p, "  # ", index);
    } else {
        print_section(p, "  ", index);
    }
}

/* ---- what the compiler did not make ---- */

static bool is_known(const printer *p, const char *name)
{
    for (size_t i = 0; i < p->count; i++)
        if (strcmp(p->kernels[i].name, name) == 0)
            return true;
    return false;
}

static bool is_mentioned(const scanned_source *source, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (source->kernels[i].defined && strcmp(source->kernels[i].name, source->kernels[index].name) == 0)
            return true;
    return false;
}

static void print_absent(const printer *p, const scanned_source *source)
{
    for (size_t i = 0; i < source->kernel_count; i++) {
        const scanned_kernel *k = &source->kernels[i];

        if (!k->defined || is_known(p, k->name) || is_mentioned(source, i))
            continue;
        fprintf(p->out, "  # %s: not described: %s\n", k->name,
                k->is_template ? "a template, which is no kernel yet: write an extern \"C\" kernel that does the same"
                               : "the compiler did not see it, because of an #if perhaps");
    }
}

void describe_print(FILE *out, arena *a, const char *shown, bool moved, const described_kernel *kernels, size_t count,
                    const scanned_source *source)
{
    printer p = {out, a, shown, moved, kernels, count};
    bool any = false;

    for (size_t i = 0; i < count; i++)
        any = any || is_described(&kernels[i]);
    fprintf(out, any ? "kernels:\n" : "kernels: {}\n");
    for (size_t i = 0; i < count; i++)
        print_kernel(&p, i);
    print_absent(&p, source);
}
