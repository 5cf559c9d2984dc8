/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the accesses of an observed node are compared with: the bytes that it may touch, those of each pointer argument,
 * and how they are called. */
#define _GNU_SOURCE
#include "check/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const vgsim_range *view_range_at(const vgsim_node *node, unsigned space, uint64_t byte)
{
    for (unsigned i = 0; i < node->range_count; i++) {
        const vgsim_range *range = &node->ranges[i];
        if (range->space == space && range->first <= byte && byte < range->last) {
            return range;
        }
    }
    return NULL;
}

/* "byte 0 of y[3]"; of several buffers that share the byte one that the node uses, or else the graph. */
void view_name_byte(const observation *o, const view *v, uint64_t byte, char *text, size_t size)
{
    const vgsim_graph *graph = o->exec->match->graph;
    const vgsim_range *range = view_range_at(o->node, v->index, byte);
    for (unsigned i = 0; i < graph->node_count && !range; i++) {
        range = view_range_at(&graph->nodes[i], v->index, byte);
    }
    sim_elements(o->exec->match->program, v->index, byte, byte + 1, range ? range->buffer : NULL, text, size);
}

/* The buffer of that name which has the byte. */
const vgsim_buffer *view_buffer_at(const observation *o, unsigned space, uint64_t byte, const char *name)
{
    const vgsim_program *program = o->exec->match->program;
    for (unsigned i = 0; i < program->buffer_count; i++) {
        const vgsim_buffer *b = &program->buffers[i];
        if (b->space == space && byte - b->offset < b->bytes && strcmp(b->name, name) == 0) {
            return b;
        }
    }
    return NULL;
}

/* "y[12]", or "byte 1 of y[12]". */
static void name_in_element(const vgsim_buffer *b, uint64_t byte, unsigned size, char *text, size_t text_size)
{
    const unsigned long long element = byte / b->element, part = byte % b->element;
    if (size < b->element) {
        snprintf(text, text_size, "byte%s %llu of %s[%llu]", size > 1 ? "s from" : "", part, b->name, element);
    } else {
        snprintf(text, text_size, "%s[%llu]", b->name, element);
    }
}

/* "y[12]", for bytes that the node uses; else as name_byte says. */
static bool name_element(const void *user, uint64_t address, unsigned size, char *text, size_t text_size)
{
    const observation *o = (const observation *)user;
    for (size_t i = 0; i < o->count; i++) {
        const view *v = &o->views[i];
        const uint64_t byte = address - (uint64_t)(uintptr_t)v->live;
        const vgsim_range *range = byte < v->space->size ? view_range_at(o->node, v->index, byte) : NULL;
        const vgsim_buffer *b = range && range->buffer ? view_buffer_at(o, v->index, byte, range->buffer) : NULL;
        if (b && (byte - b->offset) % b->element + size <= b->element) {
            name_in_element(b, byte - b->offset, size, text, text_size);
            return true;
        }
        if (b) {
            snprintf(text, text_size, "%s[%llu:%llu]", b->name, (unsigned long long)((byte - b->offset) / b->element),
                     (unsigned long long)((byte - b->offset + size + b->element - 1) / b->element));
            return true;
        }
        if (byte < v->space->size) {
            view_name_byte(o, v, byte, text, text_size);
            return true;
        }
    }
    return false;
}

/* Kernels that the generator brings are not looked at access by access: they are as they should be, and move much. */
static bool is_built_in(const vgsim_node *node)
{
    return node->kind == VGSIM_TRANSFER_NODE || node->kind == VGSIM_MOVE_NODE || node->kind == VGSIM_END_NODE;
}

static bool better(const vgsim_range *a, const vgsim_range *b, uint64_t offset)
{
    const bool begins = a->first == offset;
    return begins != (b->first == offset) ? begins : a->last > b->last;
}

/* The bytes that a pointer parameter stands for: of the ranges that have what it points at the largest that begins
 * there, or the largest. What the step reaches by hidden pointers may be among them. */
static const vgsim_range *range_of(const vgsim_node *node, const vgsim_binding *binding)
{
    const vgsim_range *found = NULL;
    for (unsigned i = 0; i < node->range_count; i++) {
        const vgsim_range *r = &node->ranges[i];
        if (r->space == binding->space && r->first <= binding->offset && binding->offset < r->last &&
            (!found || better(r, found, binding->offset))) {
            found = r;
        }
    }
    return found;
}

static bool is_bound(const vgsim_node *node, const vgsim_range *range)
{
    for (unsigned i = 0; i < node->binding_count; i++) {
        if (node->bindings[i].parameter >= 0 && range_of(node, &node->bindings[i]) == range) {
            return true;
        }
    }
    return false;
}

static void find_hidden(observation *o)
{
    const vgsim_node *node = o->node;
    o->hidden = (sim_argument *)sim_allocate(node->range_count, sizeof *o->hidden);
    for (unsigned i = 0; i < node->range_count; i++) {
        const vgsim_range *r = &node->ranges[i];
        const uint64_t base = o->exec->match->instance->bases[r->space];
        if (base) {
            sim_argument *hidden = &o->hidden[o->access.hidden_count++];
            hidden->parameter = is_bound(node, r) ? 0 : -1;
            hidden->buffer = r->buffer;
            hidden->first = base + r->first;
            hidden->last = base + r->last;
        }
    }
    o->access.hidden = o->hidden;
}

static void find_arguments(observation *o)
{
    const vgsim_node *node = o->node;
    o->arguments = (sim_argument *)sim_allocate(node->binding_count, sizeof *o->arguments);
    for (unsigned i = 0; i < node->binding_count; i++) {
        const vgsim_binding *binding = &node->bindings[i];
        const uint64_t base = o->exec->match->instance->bases[binding->space];
        const vgsim_range *range = range_of(node, binding);
        sim_argument *a = &o->arguments[o->access.argument_count];
        if (range && base && binding->parameter >= 0) {
            a->parameter = binding->parameter;
            a->first = base + binding->offset;
            a->last = base + range->last;
            a->buffer = range->buffer;
            o->access.argument_count++;
        }
    }
    o->access.arguments = o->arguments;
    find_hidden(o);
}

void view_look_at_accesses(observation *o, bool *found)
{
    if (is_built_in(o->node)) {
        return;
    }
    o->bounds = (sim_bounds *)sim_allocate(o->count, sizeof *o->bounds);
    for (size_t i = 0; i < o->count; i++) {
        const view *v = &o->views[i];
        sim_bounds *b = &o->bounds[i];
        b->base = (uint64_t)(uintptr_t)v->live;
        b->bytes = v->space->size;
        b->pieces = v->segments;
        b->count = v->count;
        b->undefined = o->exec->match->instance->undefined[v->index];
    }
    find_arguments(o);
    o->access.bounds = o->bounds;
    o->access.bounds_count = o->count;
    o->access.name_element = name_element;
    o->access.user = o;
    o->run.access = &o->access;
    o->run.found = found;
}

