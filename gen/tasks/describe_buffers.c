/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Buffers for the parameters of kernels that are launched once each, in the order of the source: parameters of one name
 * and type are one buffer, and its role follows from what is done to it first. All of this is a guess. */
#include <string.h>

#include "check/check.h"
#include "tasks/describe_parts.h"

typedef struct {
    arena *a;
    const described_program *program;
    described_buffer *buffers;
    size_t count, capacity;
} guesser;

const char *describe_access(const described_param *p)
{
    if (p->constant)
        return "in";
    return p->accesses == PTX_WRITES ? "out" : "inout";
}

static const char *type_of(const described_param *p)
{
    return p->condition ? "condition" : p->type_name;
}

static described_buffer *find(const guesser *g, const char *name)
{
    for (size_t i = 0; i < g->count; i++)
        if (strcmp(g->buffers[i].name, name) == 0)
            return &g->buffers[i];
    return NULL;
}

static bool is_kernel(const guesser *g, const char *name)
{
    for (size_t i = 0; i < g->program->count; i++)
        if (g->program->sections[i].name != NULL && strcmp(g->program->sections[i].name, name) == 0)
            return true;
    return false;
}

static described_buffer *add(guesser *g, const char *name, const described_param *p)
{
    described_buffer b = {.name = name, .type = type_of(p), .role = p->condition ? "condition" : NULL};

    g->buffers = arena_grow(g->a, g->buffers, g->count, &g->capacity, sizeof *g->buffers);
    g->buffers[g->count] = b;
    return &g->buffers[g->count++];
}

/* The buffer of a parameter: one that is there, or a new one with the kernel's name in its own where another type has
 * the parameter's. */
static described_buffer *take(guesser *g, const described_section *section, size_t index)
{
    const described_param *p = &section->kernel->params[index];
    const char *name = section->params[index];
    bool named = section->kernel->scanned != NULL && section->kernel->scanned->params[index].name != NULL;
    const described_buffer *found = named ? find(g, name) : NULL;

    if (found != NULL && strcmp(found->type, type_of(p)) == 0)
        return find(g, name);
    if (found != NULL || !named || is_kernel(g, name) || !check_is_name(g->a, name))
        name = arena_printf(g->a, "%s_%s", section->name, name);
    while (find(g, name) != NULL)
        name = arena_printf(g->a, "%s_", name);
    return add(g, name, p);
}

/* What a launch does to a buffer decides about its role together with what was done before. */
static void use(described_buffer *b, const char *access)
{
    bool reads = access[0] == 'i', writes = strcmp(access, "in") != 0;

    if (!b->read && !b->written)
        b->role = !reads ? "output" : writes ? "inout" : "input";
    else if (strcmp(b->role, "output") == 0 && reads && !b->read)
        b->role = "scratch";
    else if (strcmp(b->role, "input") == 0 && writes)
        b->role = "inout";
    b->read = b->read || reads;
    b->written = b->written || writes;
}

described_buffer *describe_guess_buffers(arena *a, const described_program *program, size_t *count)
{
    guesser g = {.a = a, .program = program};

    for (size_t k = 0; k < program->count; k++) {
        described_section *section = &program->sections[k];

        for (size_t i = 0; section->launched && i < section->kernel->param_count; i++) {
            const described_param *p = &section->kernel->params[i];
            described_buffer *b;

            if (!p->pointer)
                continue;
            b = take(&g, section, i);
            use(b, describe_access(p));
            section->arguments[i] = b->name;
        }
    }
    *count = g.count;
    return g.buffers;
}
