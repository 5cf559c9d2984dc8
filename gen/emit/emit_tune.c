/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_tune.c: the program once more, with blocks that are chosen while it runs, and what they may be. */
#include "emit/emit_driver.h"

static bool is_measured(const model_kernel *k)
{
    return k->tuned && k->tuned_launches > 0;
}

static void fill_launches(FILE *file, const void *context)
{
    const emit *e = context;

    for (size_t i = 0; i < e->m->kernel_count; i++)
        if (is_measured(&e->m->kernels[i]))
            fprintf(file, "static vg_driver_launch driven_launches_%s[%zu];\n", e->m->kernels[i].name,
                    e->m->kernels[i].tuned_launches);
}

static void fill_program(FILE *file, const void *context)
{
    emit_source(file, context);
}

/* ---- one block ---- */

static uint64_t most(const model_expr *x, uint64_t value)
{
    return x->root != NULL && x->varies ? (uint64_t)x->high : value;
}

static void write_launch(FILE *file, const emit *e, const model_candidate *candidate, const model_tuned_launch *launch)
{
    const uint32_t *block = candidate->block;
    uint64_t blocks = 1;

    for (size_t i = 0; i < 3; i++)
        blocks *= most(&launch->grid[i], launch->grid_size[i]);
    emit_wrapped(file, "    ", "        ",
                 arena_printf(e->memory, "{{%luu, %luu, %luu}, {%luu, %luu, %luu}, %luu, %luu, %lluu, %lluu},",
                              (unsigned long)launch->grid_size[0], (unsigned long)launch->grid_size[1],
                              (unsigned long)launch->grid_size[2], (unsigned long)block[0], (unsigned long)block[1],
                              (unsigned long)block[2], (unsigned long)block[0] * block[1] * block[2],
                              (unsigned long)launch->shared_bytes, (unsigned long long)blocks,
                              (unsigned long long)most(&launch->shared, launch->shared_bytes)));
    fputc('\n', file);
}

static void write_blocks(FILE *file, const emit *e, const model_kernel *k)
{
    size_t count = 0;

    for (size_t i = 0; i < k->candidate_count; i++) {
        if (k->candidates[i].refused != NULL)
            continue;
        fprintf(file, "static const vg_driver_launch driven_block%zu_%s[] = {\n", count++, k->name);
        for (size_t n = 0; n < k->tuned_launches; n++)
            write_launch(file, e, &k->candidates[i], &k->candidates[i].launches[n]);
        fputs("};\n", file);
    }
    fprintf(file, "static const vg_driver_launch *const driven_blocks_%s[] = {\n", k->name);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "    driven_block%zu_%s,\n", i, k->name);
    fputs("};\n", file);
}

/* ---- one kernel ---- */

static bool is_launched(const emit *e, size_t graph, const model_kernel *k)
{
    for (size_t i = 0; i < e->order_count; i++)
        for (size_t n = 0; e->order[i]->plan->graph == graph && n < e->order[i]->plan->node_count; n++)
            if (e->order[i]->nodes[n].kernel == k && e->order[i]->nodes[n].step->tuned > 0)
                return true;
    return false;
}

static void write_graphs(FILE *file, const emit *e, const model_kernel *k)
{
    fprintf(file, "static const unsigned char driven_launching_%s[] = {\n", k->name);
    for (size_t g = 0; g < e->replayed; g++)
        fprintf(file, "    %du, /* %s */\n", is_launched(e, g, k) ? 1 : 0, e->p->graphs[g].name);
    fputs("};\n", file);
}

/* Which of those that are measured it is. */
static size_t used_block(const model_kernel *k, size_t *count)
{
    size_t used = 0;

    *count = 0;
    for (size_t i = 0; i < k->candidate_count; i++) {
        if (i == k->candidate)
            used = *count;
        *count += k->candidates[i].refused == NULL ? 1 : 0;
    }
    return used;
}

static void write_kernel(FILE *file, const emit *e, const model_kernel *k)
{
    size_t count, used = used_block(k, &count);

    fprintf(file,
            "    {\"%s\", driven_blocks_%s, %zuu, %zuu, driven_launches_%s, %zuu, &%s[%s_KERNEL_%s],\n"
            "        driven_launching_%s},\n",
            k->name, k->name, count, used, k->name, k->tuned_launches, emit_private(e, "kernels"), e->prefix, k->name,
            k->name);
}

static void tune_table(FILE *file, const emit *e)
{
    size_t kernels = 0;

    fputs("/* Each row is a launch: grid, block, threads of a block, bytes of dynamic shared memory; the most blocks "
          "and\n"
          " * bytes for any values of settings. Each table is one block in all launches of the kernel. */\n",
          file);
    for (size_t i = 0; i < e->m->kernel_count; i++) {
        if (!is_measured(&e->m->kernels[i]))
            continue;
        kernels++;
        write_blocks(file, e, &e->m->kernels[i]);
        write_graphs(file, e, &e->m->kernels[i]);
    }
    fputs("\nstatic const vg_driver_tuned driven_tuned[] = {\n", file);
    for (size_t i = 0; i < e->m->kernel_count; i++)
        if (is_measured(&e->m->kernels[i]))
            write_kernel(file, e, &e->m->kernels[i]);
    fprintf(file,
            "};\n\nstatic const vg_driver_tune driven_tune = {\n    \"%s\", /* the spec */\n    driven_tuned, %zuu,\n"
            "    %d, /* replays are calls */\n",
            e->m->hash, kernels, e->m->api_call ? 1 : 0);
    if (emit_driver_saves(e))
        fprintf(file, "    %s_STATE_BYTES,\n    driven_save,\n};\n\n", e->prefix);
    else
        fputs("    0u, /* bytes of state */\n    NULL, /* save */\n};\n\n", file);
}

static void fill_table(FILE *file, const void *context)
{
    const emit *e = context;

    emit_driver_functions(file, e);
    if (emit_driver_saves(e))
        emit_driver_lane_function(file, e, "save", "void *memory, size_t size, ", ", memory, size");
    tune_table(file, e);
    emit_driver_table(file, e, "NULL", "&driven_tune");
}

/* Nothing where there is nothing to measure. */
void emit_tune(FILE *file, const emit *e)
{
    const tmpl_slot slots[] = {{"launches", fill_launches}, {"program", fill_program}, {"table", fill_table}};
    emit tuning = *e;
    bool any = false;

    for (size_t i = 0; i < e->m->kernel_count; i++)
        any = any || is_measured(&e->m->kernels[i]);
    if (!any)
        return;
    tuning.tuning = true;
    emit_template(file, &tuning, "tune.c.in", NULL, 0, slots, sizeof slots / sizeof *slots);
}
