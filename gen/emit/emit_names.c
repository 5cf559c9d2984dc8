/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Names and addresses as emitted C writes them. What it uses for itself may not be named as one of the application's,
 * whose names follow from the spec. */
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "emit/parts.h"

typedef struct {
    emit *e;
    size_t capacity;
} taking;

static void take(taking *t, const char *name)
{
    emit *e = t->e;

    e->taken = arena_grow(e->memory, e->taken, e->taken_count, &t->capacity, sizeof *e->taken);
    e->taken[e->taken_count++] = name;
}

static void take_with(taking *t, const char *prefix, const char *name, const char *suffix)
{
    take(t, arena_printf(t->e->memory, "%s%s%s", prefix, name, suffix));
}

static void take_buffer(taking *t, const model_buffer *b)
{
    take(t, b->name);
    take_with(t, "", b->name, "_out");
    if (b->role == ROLE_SETTING)
        take_with(t, "set_", b->name, "");
    if (b->role == ROLE_CONSTANT)
        take_with(t, "constant_", b->name, "");
    if (b->external)
        take_with(t, "bind_", b->name, "");
    if (emit_is_requested(b, PLAN_UPLOAD))
        take_with(t, "changed_", b->name, "");
    if (emit_is_requested(b, PLAN_DOWNLOAD))
        take_with(t, "want_", b->name, "");
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void emit_find_taken(emit *e)
{
    taking t = {e, 0};
    const model *m = e->m;

    for (size_t i = 0; i < m->buffer_count; i++)
        take_buffer(&t, &m->buffers[i]);
    for (size_t i = 0; i < m->type_count; i++)
        take(&t, m->types[i]->name);
    for (size_t i = 0; i < m->switch_count; i++) {
        take_with(&t, "switch_", m->switches[i].name, "");
        take_with(&t, "is_on_", m->switches[i].name, "");
    }
    for (size_t i = 0; i < m->capture_count; i++) {
        take(&t, m->captures[i]->name);
        take_with(&t, "", m->captures[i]->name, "_asks");
        take_with(&t, "", m->captures[i]->name, "_buffers");
        take_with(&t, "", m->captures[i]->name, "_function");
    }
    for (size_t i = 0; m->named_graphs && i < m->graph_count; i++) {
        static const char *const suffixes[] = {"_start",      "_replay",     "_replay_timed", "_call",
                                               "_in",         "_out",        "_step",         "_profile",
                                               "_times",      "_node_title", "_call_timed",   "_call_step",
                                               "_call_start", "_call_poll",  "_call_finish",  "_call_batch",
                                               "_stats"};
        for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++)
            take_with(&t, "", m->graphs[i].name, suffixes[k]);
    }
    if (e->taken_count > 0)
        qsort(e->taken, e->taken_count, sizeof *e->taken, compare);
}

const char *emit_private(const emit *e, const char *name)
{
    while (e->taken_count > 0 && bsearch(&name, e->taken, e->taken_count, sizeof *e->taken, compare) != NULL)
        name = arena_printf(e->memory, "%s_", name);
    return arena_printf(e->memory, "%s_%s", e->program, name);
}

/* ---- buffers ---- */

typedef struct {
    const char *upper;
    uint32_t buffer;
    bool accessible;
} spelled;

/* Of those that differ in capitals only, at most one has an accessor: its macros the application knows. */
static int compare_spelled(const void *a, const void *b)
{
    const spelled *left = a, *right = b;
    int order = strcmp(left->upper, right->upper);

    if (order != 0)
        return order;
    if (left->accessible != right->accessible)
        return left->accessible ? -1 : 1;
    return left->buffer < right->buffer ? -1 : 1;
}

static bool is_spelled(const spelled *all, size_t count, const char *upper)
{
    size_t first = 0;

    while (first < count) {
        size_t middle = first + (count - first) / 2;
        int order = strcmp(all[middle].upper, upper);
        if (order == 0)
            return true;
        if (order < 0)
            first = middle + 1;
        else
            count = middle;
    }
    return false;
}

void emit_find_macros(emit *e)
{
    size_t count = e->m->buffer_count, number = 1;
    spelled *all = ARENA_ARRAY(e->memory, spelled, count + 1);

    e->macros = ARENA_ARRAY(e->memory, const char *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        all[i] = (spelled){emit_upper(e->memory, e->m->buffers[i].name), i, emit_is_accessible(&e->m->buffers[i])};
    if (count > 0)
        qsort(all, count, sizeof *all, compare_spelled);
    for (size_t i = 0; i < count; i++) {
        const char *name = all[i].upper;

        number = i > 0 && strcmp(name, all[i - 1].upper) == 0 ? number : 1;
        while (i > 0 && strcmp(all[i].upper, all[i - 1].upper) == 0 && is_spelled(all, count, name))
            name = arena_printf(e->memory, "%s_%zu", all[i].upper, ++number);
        e->macros[all[i].buffer] = arena_printf(e->memory, "%s_%s", e->prefix, name);
        if ((int)strlen(e->macros[all[i].buffer]) > e->name_width)
            e->name_width = (int)strlen(e->macros[all[i].buffer]);
    }
}

static const char *buffer_macro(const emit *e, uint32_t buffer, const char *what)
{
    return arena_printf(e->memory, "%s_%s", e->macros[buffer], what);
}

const char *emit_at(const emit *e, uint32_t buffer)
{
    return buffer_macro(e, buffer, "AT");
}

const char *emit_pinned_at(const emit *e, uint32_t buffer, plan_direction direction)
{
    return buffer_macro(e, buffer, direction == PLAN_UPLOAD ? "UP" : "DOWN");
}

const char *emit_bytes(const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];

    if (emit_is_accessible(b))
        return buffer_macro(e, buffer, "BYTES");
    return arena_printf(e->memory, "%lluu", (unsigned long long)b->size);
}

const char *emit_external_index(const emit *e, uint32_t buffer)
{
    return arena_printf(e->memory, "%s_EXTERNAL_%s", e->prefix, e->m->buffers[buffer].name);
}

const char *emit_count(const emit *e, uint32_t buffer)
{
    return buffer_macro(e, buffer, "COUNT");
}

/* ---- memories ---- */

const char *emit_arena_bytes(const emit *e, size_t arena_index)
{
    if (!e->lanes && e->p->arena_count == 1)
        return arena_printf(e->memory, "%s_DEVICE_BYTES", e->prefix);
    if (!e->p->separate && e->p->arena_count > 1)
        return arena_printf(e->memory, "%s_BYTES", emit_arena_index(e, arena_index));
    return arena_printf(e->memory, "%lluu", (unsigned long long)e->p->arenas[arena_index].bytes);
}

const char *emit_pinned_base(const emit *e, uint32_t buffer)
{
    return emit_is_pooled(e, buffer) ? "pooled" : "pinned";
}

const char *emit_pinned_size(const emit *e)
{
    if (!e->apart && !e->m->pooled)
        return arena_printf(e->memory, "%s_PINNED_BYTES", e->prefix);
    return arena_printf(e->memory, "%lluu", (unsigned long long)e->p->pinned.bytes);
}

/* ---- addresses ---- */

const char *emit_address(const emit *e, const char *const *addresses, uint32_t buffer, uint64_t first)
{
    const char *address = addresses[buffer];

    return first == 0 ? address : arena_printf(e->memory, "%s + %lluu", address, (unsigned long long)first);
}

const char *emit_arena_index(const emit *e, size_t arena_index)
{
    if (e->p->arena_count <= 1)
        return "0";
    if (e->m->pooled)
        return arena_printf(e->memory, "%s_ARENA_%s", e->prefix, e->p->arenas[arena_index].pooled ? "POOL" : "OWN");
    return arena_printf(e->memory, "%s_ARENA_%s", e->prefix, e->p->arenas[arena_index].shared ? "SHARED" : "LANE");
}

const char *emit_arena_variable(const emit *e, size_t arena_index)
{
    if (e->p->arenas[arena_index].pooled)
        return "pool";
    return e->p->arenas[arena_index].shared ? "shared" : "device";
}

const char *emit_pinned_address(const emit *e, const plan_run *run, bool is_pointer)
{
    uint64_t first = emit_run_first(run);
    const char *offset = emit_pinned_at(e, run->members[0], run->direction);

    if (first != 0)
        offset = arena_printf(e->memory, "%s + %lluu", offset, (unsigned long long)first);
    return arena_printf(e->memory, is_pointer ? "&p->rt.%s[%s]" : "%s + %s", emit_pinned_base(e, run->members[0]),
                        offset);
}

const char *emit_completion_name(const emit *e)
{
    return arena_printf(e->memory, "%s_COMPLETION", e->prefix);
}

/* ---- of graphs, nodes and kernels ---- */

const char *emit_graph_prefix(const emit *e, size_t graph)
{
    return e->m->named_graphs ? arena_printf(e->memory, "%s_", e->p->graphs[graph].name) : "";
}

const char *emit_times_name(const emit *e, size_t graph)
{
    return arena_printf(e->memory, "%s_%stimes", e->program, emit_graph_prefix(e, graph));
}

const char *emit_nodes_name(const emit *e, size_t graph)
{
    return arena_printf(e->memory, "%s_%sNODES", e->prefix, emit_upper(e->memory, emit_graph_prefix(e, graph)));
}

const char *emit_build_name(const emit *e, const emit_graph *g)
{
    return emit_private(e, arena_printf(e->memory, "build_%s", g->plan->name));
}

const char *emit_kernel_name(const emit *e, const char *what, const model_kernel *kernel)
{
    return emit_private(e, arena_printf(e->memory, "%s_%s", what, kernel->name));
}

const char *emit_place(const emit *e, const emit_node *n)
{
    return n->line != 0 ? arena_printf(e->memory, ", %s:%u", e->spec, n->line) : "";
}

const char *emit_describe_name(const emit *e, const emit_graph *g, const emit_node *n)
{
    return emit_private(e, arena_printf(e->memory, "describe_%s_%s", g->plan->name, n->name));
}

/* ---- templates ---- */

void emit_template(FILE *file, const emit *e, const char *name, const tmpl_word *words, size_t word_count,
                   const tmpl_slot *slots, size_t slot_count)
{
    const tmpl_word common[] = {
        {"PROGRAM", e->program},     {"PREFIX", e->prefix}, {"SPEC", e->spec},
        {"VERSION", e->in->version}, {"STAMP", e->stamp},   {"ABI", VGGEN_ABI},
    };
    const tmpl *t = tmpl_find(name);
    const size_t common_count = sizeof common / sizeof *common;
    tmpl_word *all = ARENA_ARRAY(e->memory, tmpl_word, word_count + common_count);
    size_t count = 0;

    for (size_t i = 0; i < common_count; i++)
        if (strstr(t->text, arena_printf(e->memory, "@%s@", common[i].word)) != NULL)
            all[count++] = common[i];
    for (size_t i = 0; i < word_count; i++)
        all[count++] = words[i];
    tmpl_write(file, t, all, count, slots, slot_count, e);
}
