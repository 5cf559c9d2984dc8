/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_sim.cpp: the kernels for the host compiler, and what the CPU device must know of each node. */
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "emit/sim_parts.h"
#include "spec/builtin.h"

static void one_builtin(FILE *file, const emit *e, const char *name)
{
    fprintf(file, "\n// ---- built-in kernels: %s ----\n\n%s\n", name, builtin_text(name));
    for (size_t i = 0; i < e->p->kernel_count; i++)
        if (e->p->kernels[i]->builtin != NULL && strcmp(e->p->kernels[i]->builtin, name) == 0)
            fprintf(file, "VGSIM_REGISTER_KERNEL(%s)\n", e->p->kernels[i]->entry);
}

static void fill_builtin(FILE *file, const void *context)
{
    const emit *e = context;

    for (size_t i = 0; i < e->i->module_count; i++) {
        const image_module *module = &e->i->modules[i];
        for (size_t k = 0; k < module->builtin_count; k++)
            one_builtin(file, e, module->builtins[k]);
    }
}

/* A name in a namespace is a mangled one; one outside is its own, and has its length before it where it is part of
 * another. */
static void shared_array(FILE *file, const char *name)
{
    if (strncmp(name, "_ZN", 3) == 0)
        fprintf(file, "VGSIM_DYNAMIC_SHARED_NAMED(%s, %s)\n", name, name + 2);
    else
        fprintf(file, "VGSIM_DYNAMIC_SHARED_NAMED(%s, %zu%s)\n", name, strlen(name), name);
}

/* Whether an earlier array has this name: they all are the same memory. */
static bool shared_array_before(const image *i, size_t module, size_t array)
{
    for (size_t m = 0; m <= module; m++) {
        for (size_t a = 0; a < (m == module ? array : i->modules[m].shared_array_count); a++) {
            if (strcmp(i->modules[m].shared_arrays[a], i->modules[module].shared_arrays[array]) == 0)
                return true;
        }
    }
    return false;
}

/* One storage for all units: a kernel uses no other's. */
static void fill_shared(FILE *file, const void *context)
{
    const emit *e = context;

    for (size_t module = 0; module < e->i->module_count; module++) {
        for (size_t a = 0; a < e->i->modules[module].shared_array_count; a++) {
            if (!shared_array_before(e->i, module, a))
                shared_array(file, e->i->modules[module].shared_arrays[a]);
        }
    }
}

/* Lines that units.mk reads: folders are relative to that of the sources. */
static void fill_flags(FILE *file, const void *context)
{
    const emit *e = context;
    const model_compile *c = &e->m->compile;
    unsigned standard = model_standard(e->m);

    if (standard == 17 && c->folder_count == 0)
        return;
    fputs("//\n// The spec's 'compile' adds these options, with folders relative to that of the sources:\n", file);
    if (standard != 17)
        fprintf(file, "//+ -std=c++%u\n", standard);
    for (size_t i = 0; i < c->folder_count; i++)
        fprintf(file, "//+ -I %s\n", c->folders[i].path);
    if (standard != 17)
        fprintf(file,
                "#if __cplusplus < 202002L\n#error \"this needs the option -std=c++%u: see 'compile' of the spec\"\n"
                "#endif\n",
                standard);
}

/* ---- spaces: device arenas, then pinned memory ---- */

static const char *arena_name(const emit *e, size_t arena_index)
{
    if (!e->p->separate)
        return e->p->arenas[arena_index].shared ? "shared" : e->p->arenas[arena_index].pooled ? "pool" : "device";
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (e->p->places[i].arena == arena_index && emit_has_place(&e->m->buffers[i]))
            return e->m->buffers[i].name;
    return "device";
}

/* Names of elements: where each buffer lies in device memory, and in pinned memory for either direction. */
static void one_buffer(FILE *file, const model_buffer *b, size_t space, uint64_t offset)
{
    fprintf(file, "    {\"%s\", %zuu, %lluu, %lluu, %uu},\n", b->name, space, (unsigned long long)offset,
            (unsigned long long)b->size, (unsigned)b->type->size);
}

static size_t buffer_places(FILE *file, const emit *e)
{
    size_t count = 0;

    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const plan_place *place = &e->p->places[i];
        const uint64_t pinned[] = {place->upload_offset, place->download_offset};
        if (b->size == 0)
            continue;
        if (b->external) {
            if (file != NULL)
                one_buffer(file, b, emit_sim_external_space(e, (uint32_t)i), 0);
            count++;
        }
        if (place->arena != PLAN_PINNED && emit_has_place(b)) {
            if (file != NULL)
                one_buffer(file, b, place->arena, place->offset);
            count++;
        }
        for (size_t way = 0; way < 2; way++) {
            if (pinned[way] == UINT64_MAX)
                continue;
            if (file != NULL)
                one_buffer(file, b, emit_sim_pinned(e, (uint32_t)i), pinned[way]);
            count++;
        }
    }
    return count + emit_sim_mirror_buffers(file, e);
}

static void fill_buffers(FILE *file, const emit *e)
{
    if (buffer_places(NULL, e) == 0)
        return;
    fprintf(file, "\nstatic const vgsim_buffer %s_sim_buffers[] = {\n", e->program);
    buffer_places(file, e);
    fputs("};\n", file);
}

static void fill_spaces(FILE *file, const void *context)
{
    const emit *e = context;

    fprintf(file, "static const vgsim_space %s_sim_spaces[] = {\n", e->program);
    for (size_t i = 0; i < e->p->arena_count; i++)
        fprintf(file, "    {\"%s\", %lluu, 0, %d},\n", arena_name(e, i), (unsigned long long)e->p->arenas[i].bytes,
                e->p->arenas[i].shared ? 1 : 0);
    if (emit_has_pinned(e->p))
        fprintf(file, "    {\"pinned\", %lluu, %u, 0},\n", (unsigned long long)e->p->pinned.bytes, e->m->in_flight);
    if (e->p->pinned_pool.bytes > 0)
        fprintf(file, "    {\"pinned pool\", %lluu, VGSIM_POOLED, 0},\n", (unsigned long long)e->p->pinned_pool.bytes);
    if (e->p->arena_count == 0 && !emit_has_pinned(e->p))
        fputs("    {\"none\", 0u, 0, 0},\n", file);
    emit_sim_external_spaces(file, e);
    emit_sim_mirror_space(file, e);
    fputs("};\n", file);
    fill_buffers(file, e);
}

/* ---- nodes ---- */

/* "fir_sim_0_scaling_ranges": graphs by their number, since names of graphs and nodes together may not be unique. */
static const char *array_name(const emit *e, const emit_graph *g, const emit_node *n, const char *what)
{
    return arena_printf(e->memory, "%s_sim_%zu_%s_%ss", e->program, g->index, n->name, what);
}

/* "fir_sim_3_bodies": graphs and bodies by their number. */
static const char *bodies_name(const emit *e, const emit_graph *g, const emit_node *n)
{
    return arena_printf(e->memory, "%s_sim_%zu_%s_bodies", e->program, g->index, n->name);
}

static void graph_line(FILE *file, const emit *e, const emit_graph *g)
{
    if (g->plan->node_count == 0)
        fprintf(file, "    {\"%s\", nullptr, 0u},\n", g->plan->name);
    else
        fprintf(file, "    {\"%s\", %s_sim_%zu, %zuu},\n", g->plan->name, e->program, g->index, g->plan->node_count);
}

static void bodies_array(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    fprintf(file, "static const vgsim_graph %s[] = {\n", bodies_name(e, g, n));
    for (size_t i = 0; i < n->plan->body_count; i++)
        graph_line(file, e, emit_body(e, n, i));
    fputs("};\n", file);
}

/* What stands before the line of a node. */
static emit_sim_lines node_arrays(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    emit_sim_lines lines = {array_name(e, g, n, "binding"), array_name(e, g, n, "range"), NULL, 0, 0, 0};

    fprintf(file, "// %s\n", n->title);
    lines.binding_count = emit_sim_array(file, e, n, false, lines.bindings);
    lines.range_count = emit_sim_array(file, e, n, true, lines.ranges);
    if (n->plan->kind == PLAN_CONDITIONAL) {
        lines.bodies = bodies_name(e, g, n);
        lines.body_count = n->plan->body_count;
        bodies_array(file, e, g, n);
    }
    if (n->plan->kind == PLAN_FUSED) {
        lines.bodies = emit_sim_fused(file, e, g, n);
        lines.body_count = 1;
    }
    fputc('\n', file);
    return lines;
}

static void graph_nodes(FILE *file, const emit *e, const emit_graph *g)
{
    emit_sim_lines *lines = ARENA_ARRAY(e->memory, emit_sim_lines, g->plan->node_count + 1);

    for (size_t n = 0; n < g->plan->node_count; n++)
        lines[n] = node_arrays(file, e, g, &g->nodes[n]);
    if (g->plan->node_count == 0)
        return;
    fprintf(file, "static const vgsim_node %s_sim_%zu[] = {\n", e->program, g->index);
    for (size_t n = 0; n < g->plan->node_count; n++)
        emit_sim_node_line(file, e, &g->nodes[n], &lines[n]);
    fputs("};\n\n", file);
}

/* Machine code does not say which source it is of, and several sources or programs may have kernels of one name. */
static void register_images(FILE *file, const emit *e)
{
    const size_t count = emit_source_images(NULL, e);

    if (count == 0)
        return;
    fprintf(file,
            "// The machine code of each source, where %s_image.c is linked.\n"
            "extern \"C\" const void *const %s_vg_images[] __attribute__((weak));\n\n"
            "static const char *const %s_sim_images[] = {\n",
            e->program, e->program, e->program);
    emit_source_images(file, e);
    fprintf(file,
            "};\n\nstatic const struct %s_sim_image_registration {\n    %s_sim_image_registration()\n    {\n"
            "        vgsim_register_images(%s_vg_images, %s_sim_images, %zuu);\n    }\n} %s_sim_images_registered;\n\n",
            e->program, e->program, e->program, e->program, count, e->program);
}

/* A body stands before what holds it. */
static void fill_nodes(FILE *file, const void *context)
{
    const emit *e = context;

    for (size_t i = 0; i < e->p->graph_count; i++) {
        for (size_t b = e->p->body_count; b > 0; b--)
            if (e->p->bodies[b - 1].graph == i)
                graph_nodes(file, e, &e->graphs[e->p->graph_count + b - 1]);
        graph_nodes(file, e, &e->graphs[i]);
    }
    emit_sim_mailbox(file, e);
    register_images(file, e);
}

static void fill_graphs(FILE *file, const void *context)
{
    const emit *e = context;

    for (size_t i = 0; i < e->p->graph_count; i++)
        graph_line(file, e, &e->graphs[i]);
    emit_sim_mailbox_graph(file, e);
}

static void fill_program(FILE *file, const void *context)
{
    const emit *e = context;
    size_t spaces = e->p->arena_count + (emit_has_pinned(e->p) ? 1 : 0) + (e->p->pinned_pool.bytes > 0 ? 1 : 0) +
                    emit_external_count(e->m) + (emit_has_mailbox(e) ? 1 : 0);

    fprintf(file, "    \"%s\",\n    %uu, // the capability that the device answers\n", e->program,
            e->m->target_count > 0 ? e->m->targets[0].capability : 0);
    fprintf(file, "    %s_sim_spaces, %zuu,\n    %s_sim_graphs, %zuu,\n    %uu, // lanes\n", e->program, spaces,
            e->program, e->p->graph_count + (emit_has_mailbox(e) ? 1 : 0), e->lanes ? e->m->lanes : 1u);
    if (buffer_places(NULL, e) > 0)
        fprintf(file, "    %s_sim_buffers, %zuu,\n", e->program, buffer_places(NULL, e));
    else
        fputs("    0, 0u,\n", file);
    fprintf(file, "    %s,\n", emit_string(e->memory, e->spec));
    fprintf(file, "    VGGEN_%s_SIM_STAMP, &%s_vg_stamp,\n", e->program, e->program);
}

/* Everything here but the nodes, which emit_sim_stamp_nodes adds as numbers: their text is longer than all the rest. */
void emit_sim_stamp(emit_stamp *stamp, const emit *e)
{
    emit_input without = *e->in;
    emit plain = *e;
    stream text;
    FILE *file = stream_open(&text);

    plain.spec = ""; /* its name decides nothing, … */
    without.sources = NULL; /* … and neither do the lines of steps in it */
    plain.in = &without;
    fill_flags(file, &plain);
    fill_builtin(file, &plain);
    fill_shared(file, &plain);
    fill_spaces(file, &plain);
    fill_program(file, &plain);
    emit_sim_mailbox(file, &plain);
    emit_sim_units_decided(file, &plain);
    stream_close(&text);
    emit_stamp_add(stamp, text.bytes, text.size);
    free(text.bytes);
    emit_sim_stamp_nodes(stamp, e);
}

void emit_sim(FILE *file, const emit *e)
{
    const tmpl_slot slots[] = {
        {"flags", fill_flags}, {"builtin", fill_builtin}, {"shared", fill_shared},   {"spaces", fill_spaces},
        {"nodes", fill_nodes}, {"graphs", fill_graphs},   {"units", emit_sim_units}, {"program", fill_program},
    };

    emit_template(file, e, "sim.cpp.in", NULL, 0, slots, sizeof slots / sizeof *slots);
}
