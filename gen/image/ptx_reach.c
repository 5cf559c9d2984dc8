/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */

#include "image/ptx_parts.h"

static bool add_shared(uint64_t *bytes, const ptx_variable *v)
{
    uint64_t align = v->align;
    *bytes = (*bytes + align - 1) / align * align + v->size;
    return *bytes <= UINT32_MAX;
}

typedef struct {
    uint32_t *functions; /* still to be walked */
    size_t count;
} walk;

static void visit(ptx_reader *r, walk *w, size_t function, unsigned stamp)
{
    if (r->functions[function].visited != stamp) {
        r->functions[function].visited = stamp;
        w->functions[w->count++] = (uint32_t)function;
    }
}

static void take_watched(ptx_reader *r, ptx_entry *e, size_t *capacity, const ptx_function *f, unsigned stamp)
{
    for (size_t i = 0; i < f->watched_count; i++) {
        ptx_variable *v = &r->watched[f->watched[i]];
        if (v->dynamic) {
            e->dynamic_shared = e->dynamic_shared != NULL ? e->dynamic_shared : v->name;
        } else if (v->visited != stamp) {
            e->unset = (const char **)arena_grow(r->memory, e->unset, e->unset_count, capacity, sizeof *e->unset);
            e->unset[e->unset_count++] = v->name;
        }
        v->visited = stamp;
    }
}

/* Adds to an entry what the functions show that it may reach. */
static bool gather(ptx_reader *r, walk *w, size_t entry, unsigned stamp)
{
    ptx_entry *e = r->functions[entry].entry;
    uint64_t bytes = 0;
    size_t unset_capacity = 0;
    bool fits = true;
    w->count = 0;
    visit(r, w, entry, stamp);
    while (w->count > 0 && fits) {
        const ptx_function *f = &r->functions[w->functions[--w->count]];
        e->waits = e->waits || f->waits;
        e->grid_sync = e->grid_sync || f->grid_sync;
        e->noncoherent_unknown = e->noncoherent_unknown || f->noncoherent;
        e->prints = e->prints || f->prints;
        e->allocates = e->allocates || f->allocates;
        take_watched(r, e, &unset_capacity, f, stamp);
        for (size_t i = 0; i < f->shared_count && fits; i++) {
            fits = add_shared(&bytes, &f->shared[i]);
        }
        for (size_t i = 0; i < f->use_count && fits; i++) {
            ptx_variable *v = &r->shared[f->uses[i]];
            fits = v->visited == stamp || add_shared(&bytes, v);
            v->visited = stamp;
        }
        for (size_t i = f->call_count; i > 0; i--) {
            visit(r, w, f->calls[i - 1], stamp);
        }
        for (size_t i = 0; f->calls_unknown && i < r->function_count; i++) {
            if (r->functions[i].entry == NULL) {
                visit(r, w, i, stamp);
            }
        }
    }
    e->wait = e->waits ? e->wait : PTX_WAIT_NEVER;
    e->static_shared = (uint32_t)bytes;
    return fits || ptx_fail(r, r->functions[entry].body, "kernel '%s' uses more than 4 GiB of shared memory", e->name);
}

bool ptx_finish_entries(ptx_reader *r)
{
    ptx_module *m = r->module;
    walk w = {ARENA_ARRAY(r->memory, uint32_t, r->function_count + 1), 0};
    unsigned stamp = 0;
    for (size_t i = 0; i < r->function_count; i++) {
        if (r->functions[i].entry == NULL) {
            continue;
        }
        if (!gather(r, &w, i, ++stamp)) {
            return false;
        }
        m->entries =
            (ptx_entry *)arena_grow(r->memory, m->entries, m->entry_count, &r->entry_capacity, sizeof *m->entries);
        m->entries[m->entry_count++] = *r->functions[i].entry;
    }
    return true;
}
