/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Handles. Each points into a table that is never reused, so that any stale or foreign handle can be named. */
#define _GNU_SOURCE
#include "base/base.h"

#include <sys/mman.h>

#define MARK 0x56475331u
#define MOST_OBJECTS ((size_t)1 << 22)

static sim_object *table;
static size_t used;
static unsigned long live[SIM_KINDS];

const char *sim_kind_name(sim_kind kind)
{
    static const char *const names[SIM_KINDS] = {"handle",  "context", "module",     "function",
                                                 "library", "kernel",  "stream",     "event",
                                                 "graph",   "node",    "graph exec", "conditional handle",
                                                 "capture", "user object"};
    return (unsigned)kind < SIM_KINDS ? names[kind] : names[0];
}

sim_object *sim_object_new(sim_kind kind, void *data, const void *owner)
{
    sim_object *object;
    if (!table) {
        void *memory = mmap(NULL, MOST_OBJECTS * sizeof *table, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) {
            return NULL;
        }
        table = (sim_object *)memory;
    }
    if (used == MOST_OBJECTS) {
        return NULL;
    }
    object = &table[used++];
    object->mark = MARK;
    object->kind = (uint16_t)kind;
    object->created = sim_call_number();
    object->data = data;
    object->owner = owner;
    live[kind]++;
    return object;
}

void sim_object_destroy(sim_object *object)
{
    object->dead = 1;
    object->destroyed = sim_call_number();
    object->data = NULL;
    live[object->kind]--;
}

static const sim_object *in_table(const void *handle)
{
    uintptr_t at = (uintptr_t)handle, first = (uintptr_t)table;
    if (!table || at < first || at >= first + used * sizeof *table || (at - first) % sizeof *table) {
        return NULL;
    }
    return (const sim_object *)handle;
}

void *sim_object_data(const void *handle, sim_kind kind)
{
    const sim_object *object = in_table(handle);
    if (!handle) {
        sim_refuse(CUDA_ERROR_INVALID_HANDLE, "the %s is NULL", sim_kind_name(kind));
        return NULL;
    }
    if (!object || object->mark != MARK) {
        sim_call_problem("bad handle", "%p is no %s that this driver gave out", handle, sim_kind_name(kind));
        return NULL;
    }
    if (object->dead) {
        sim_call_problem("use after destroy", "%s made by %s was destroyed by %s",
                    sim_kind_name((sim_kind)object->kind), sim_call_words(object->created).text,
                    sim_call_words(object->destroyed).text);
        return NULL;
    }
    if (object->kind != kind) {
        sim_call_problem("bad handle", "a %s was expected, this is a %s made by %s", sim_kind_name(kind),
                    sim_kind_name((sim_kind)object->kind), sim_call_words(object->created).text);
        return NULL;
    }
    return object->data;
}

unsigned long sim_object_live(sim_kind kind)
{
    return live[kind];
}

void sim_object_report_leaks(void)
{
    for (size_t i = 0; i < used; i++) {
        const sim_object *object = &table[i];
        if (object->dead || object->kind == SIM_FUNCTION || object->kind == SIM_KERNEL || object->kind == SIM_NODE ||
            object->kind == SIM_HANDLE || object->kind == SIM_CONTEXT_OBJECT ||
            (object->kind == SIM_GRAPH && object->owner)) {
            continue;
        }
        sim_problem("leak", "%s %s by %s was never %s", sim_kind_name((sim_kind)object->kind),
                    object->kind == SIM_CAPTURE ? "begun" : "made", sim_call_words(object->created).text,
                    object->kind == SIM_CAPTURE ? "ended" : "destroyed");
    }
}
