/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One access of a kernel's thread: to device memory or shared memory (all else is the thread's own), to bytes that it
 * may touch, that hold something, and that no other thread has to do with at the same time.
 *
 * A plain write to what another thread has written, unordered, is no problem if it writes the same value, as many
 * threads that set one flag do. The hook comes before the write, so that is decided when the thread is next heard
 * of. */
#define _GNU_SOURCE
#include "access/parts.h"

#include <string.h>

#define MOST_COMPARED 16u

typedef struct {
    bool there;
    access_report report;
    unsigned char before[MOST_COMPARED];
} pending_write;

typedef struct {
    uint64_t address;
    unsigned what;
    uint32_t place;
    access_segment now;
    bool shared, atomic;
    const sim_argument *argument; /* that it goes through, or NULL */
    uint64_t shift; /* of shared memory: each block of a grid has its own at the same address */
} one_access;

static struct {
    uintptr_t code;      /* where the kernels' library lies */
    uint64_t first, last;      /* device memory */
    uint64_t dynamic;    /* of shared memory */
    bool atomic;
    const sim_bounds *bounds; /* of the last access */
    const sim_memory *memory; /* likewise */
    pending_write pending;
    access_segment earlier, later; /* the last two that are known to be in this order */
} now;

void sim_access_begin(const sim_access_scope *scope)
{
    if (!access_scope_open(scope)) {
        return;
    }
    memset(&now, 0, sizeof now);
    now.code = access_source_base((uintptr_t)scope->thunk);
    sim_memory_span(&now.first, &now.last);
    now.dynamic = (uint64_t)(uintptr_t)scope->dynamic;
    access_alias_begin();
    access_order_begin();
    access_report_begin();
}

uint64_t sim_access_argument(size_t argument)
{
    return sim_access_active() ? access_alias_add(&access_scope()->arguments[argument]) : 0;
}

static void settle(void)
{
    const access_report *report = &now.pending.report;
    now.pending.there = false;
    if (memcmp((const void *)(uintptr_t)report->address, now.pending.before, report->size) != 0) {
        access_report_add(report);
    }
}

bool sim_access_end(void)
{
    bool any;
    if (!sim_access_active()) {
        return false;
    }
    if (now.pending.there) {
        settle();
    }
    any = access_report_print(access_scope());
    access_order_end();
    access_scope_close();
    return any;
}

void sim_access_atomic_begin(void)
{
    now.atomic = true;
}

void sim_access_atomic_end(void)
{
    now.atomic = false;
}

static void report(const one_access *a, access_fault fault, uint64_t address, unsigned size)
{
    const access_report r = {fault,    address, size, (a->what & ACCESS_WRITE) != 0, a->atomic,
                             a->place, {0, 0},  false, a->argument};
    access_report_add(&r);
}

/* ---- where it goes ---- */

static const sim_bounds *bounds_of(uint64_t address)
{
    const sim_access_scope *run = access_scope();
    for (size_t i = 0; i < run->bounds_count; i++) {
        if (address - run->bounds[i].base < run->bounds[i].bytes) {
            return &run->bounds[i];
        }
    }
    return NULL;
}

static bool in_live_memory(uint64_t address, size_t size)
{
    if (!now.memory || address - now.memory->base >= now.memory->bytes) {
        now.memory = sim_memory_find(address);
    }
    return now.memory && !now.memory->dead && address >= now.memory->base &&
           address - now.memory->base + size <= now.memory->bytes;
}

static const sim_piece *piece_at(const sim_bounds *bounds, uint64_t offset)
{
    size_t low = 0, high = bounds->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (bounds->pieces[middle].first <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &bounds->pieces[low];
}

/* ---- what others did to the same bytes ---- */

static bool is_mine(const one_access *a, access_segment s)
{
    return access_is_live(s) && (!a->shared || access_block_of(s) == access_block_of(a->now));
}

static bool conflicts(const one_access *a, const access_mark *mark)
{
    if (mark->segment == a->now || !is_mine(a, mark->segment) || (a->atomic && (mark->place & ACCESS_ATOMIC))) {
        return false;
    }
    if (now.earlier == mark->segment && now.later == a->now) {
        return false;
    }
    if (!access_is_before(mark->segment)) {
        return true;
    }
    now.earlier = mark->segment;
    now.later = a->now;
    return false;
}

static void race(const one_access *a, const access_mark *other, bool other_writes, uint64_t address, unsigned size)
{
    const bool writes = (a->what & ACCESS_WRITE) != 0;
    const access_report r = {ACCESS_RACE, address, size, writes, a->atomic, a->place, *other, other_writes, NULL};
    if (!writes || !other_writes || a->atomic || (other->place & ACCESS_ATOMIC) ||
        sim_get_settings()->accesses == SIM_ACCESSES_ALL) {
        access_report_add(&r);
        return;
    }
    if (!now.pending.there) {
        now.pending.there = true;
        now.pending.report = r;
        memcpy(now.pending.before, (const void *)(uintptr_t)address, size);
    }
}

/* What a thread did to the bytes before in the same segment still holds if that was plain and this is atomic. */
static void put_mark(access_mark *place, access_mark mark)
{
    if (place->segment != mark.segment || !(mark.place & ACCESS_ATOMIC)) {
        *place = mark;
    }
}

static void note_read(const one_access *a, access_cell *cell, access_mark mark)
{
    access_mark *place = NULL;
    for (unsigned i = 0; i < ACCESS_READS; i++) {
        if (cell->reads[i].segment == a->now) {
            put_mark(&cell->reads[i], mark);
            return;
        }
        if (!place && (!is_mine(a, cell->reads[i].segment) || access_is_before(cell->reads[i].segment))) {
            place = &cell->reads[i];
        }
    }
    place = place ? place : &cell->reads[ACCESS_READS - 1];
    *place = mark;
}

static void one_cell(const one_access *a, access_cell *cell, uint64_t address, unsigned bytes)
{
    const access_mark mark = {a->now, a->place | (a->atomic ? ACCESS_ATOMIC : 0)};
    if (conflicts(a, &cell->write)) {
        race(a, &cell->write, true, address, bytes);
    } else if (a->what & ACCESS_WRITE) {
        for (unsigned i = 0; i < ACCESS_READS; i++) {
            if (conflicts(a, &cell->reads[i])) {
                race(a, &cell->reads[i], false, address, bytes);
                break;
            }
        }
    }
    if (a->what & ACCESS_WRITE) {
        put_mark(&cell->write, mark);
        memset(cell->reads, 0, sizeof cell->reads);
    } else {
        note_read(a, cell, mark);
    }
}

/* `unwritten`: what the bytes hold if no thread has written them; 0: something. */
static void look_at_cells(const one_access *a, uint64_t address, size_t size, access_fault unwritten,
                          const uint8_t *undefined)
{
    while (size > 0) {
        size_t here = size;
        const access_cells cells = access_shadow(address + a->shift, &here);
        for (size_t i = 0; i < cells.count; i++) {
            access_cell *cell = &cells.cells[i];
            const uint64_t at = address + i * cells.bytes;
            if (unwritten && !(a->what & ACCESS_WRITE) && !is_mine(a, cell->write.segment) &&
                (!undefined || memchr(undefined + (at - address), 1, cells.bytes))) {
                report(a, unwritten, at, cells.bytes);
            }
            one_cell(a, cell, at, cells.bytes);
        }
        undefined = undefined ? undefined + here : NULL;
        address += here;
        size -= here;
    }
}

/* ---- what it may touch ---- */

static bool only_read(unsigned access)
{
    return (access & VGSIM_READ) && !(access & (VGSIM_WRITE | VGSIM_WORK));
}

static void look_at_piece(const one_access *a, const sim_bounds *bounds, const sim_piece *piece, uint64_t offset,
                          size_t size)
{
    const uint64_t address = bounds->base + offset;
    const bool writes = (a->what & ACCESS_WRITE) != 0;
    access_fault unwritten = ACCESS_NONE;
    const uint8_t *undefined = NULL;
    if (piece->word) {
        return;
    }
    if (!piece->access) {
        report(a, writes ? ACCESS_WRITE_OUTSIDE : ACCESS_READ_OUTSIDE, address, (unsigned)size);
        return;
    }
    if (only_read(piece->access) && writes) {
        report(a, ACCESS_WRITE_TO_IN, address, (unsigned)size);
        return;
    }
    if ((piece->access & VGSIM_WORK) || ((piece->access & VGSIM_WHOLE) && !(piece->access & VGSIM_READ))) {
        unwritten = ACCESS_UNWRITTEN;
    } else if (bounds->undefined && !(piece->access & VGSIM_SPARE)) {
        undefined = bounds->undefined + offset;
        unwritten = ACCESS_UNDEFINED;
    }
    if (only_read(piece->access) && !unwritten) {
        return; /* nobody may write there, so that reads need not be remembered */
    }
    look_at_cells(a, address, size, unwritten, undefined);
}

static void look_in_bounds(const one_access *a, const sim_bounds *bounds, uint64_t offset, size_t size)
{
    const sim_piece *piece = piece_at(bounds, offset);
    const sim_piece *end = bounds->pieces + bounds->count;
    while (size > 0 && piece < end) {
        const size_t here = size < piece->last - offset ? size : (size_t)(piece->last - offset);
        look_at_piece(a, bounds, piece, offset, here);
        offset += here;
        size -= here;
        piece++;
    }
}

/* ---- the access ---- */

/* A step that names more bytes than its arguments have reaches them through any of these; an argument may be followed
 * by more of its own buffer. */
static bool is_hidden(const sim_argument *argument, uint64_t address, size_t size)
{
    const sim_access_scope *run = access_scope();
    for (size_t i = 0; i < run->hidden_count; i++) {
        const sim_argument *hidden = &run->hidden[i];
        const bool same =
            argument && argument->buffer && hidden->buffer && strcmp(argument->buffer, hidden->buffer) == 0;
        if ((hidden->parameter < 0 || same) && address >= hidden->first && address + size <= hidden->last) {
            return true;
        }
    }
    return false;
}

static void look_at_device(one_access *a, size_t size)
{
    if (!now.bounds || a->address - now.bounds->base >= now.bounds->bytes) {
        now.bounds = bounds_of(a->address);
    }
    if (now.bounds && a->address - now.bounds->base + size <= now.bounds->bytes) {
        look_in_bounds(a, now.bounds, a->address - now.bounds->base, size);
    } else if (in_live_memory(a->address, size)) {
        look_at_cells(a, a->address, size, ACCESS_NONE, NULL);
    } else {
        report(a, ACCESS_OUT_OF_BOUNDS, a->address, (unsigned)size);
    }
}

/* Behind what the launch has of dynamic shared memory nothing is anybody's, up to where the library's other variables
 * begin. */
static void look_at_shared(const one_access *a, size_t size)
{
    const uint64_t behind = now.dynamic + access_scope()->dynamic_bytes;
    if (now.dynamic && a->address + size > behind &&
        a->address < now.dynamic + VGSIM_DYNAMIC_BYTES + VGSIM_DYNAMIC_GUARD && a->address >= now.dynamic) {
        report(a, ACCESS_OUT_OF_BOUNDS, a->address, (unsigned)size);
        return;
    }
    look_at_cells(a, a->address, size, ACCESS_UNWRITTEN, NULL);
}

void access_index(const char *file, uint32_t line, const char *type, int64_t index, uintptr_t code)
{
    if (sim_access_active()) {
        access_report_index(file, line, type, index, (uint32_t)(code - now.code) & ~ACCESS_ATOMIC);
    }
}

void access_look(uint64_t address, size_t size, unsigned what, uintptr_t code)
{
    uint64_t offset;
    one_access a = {address, what, 0, 0, false, false, NULL, 0};
    bool inside = true;
    if (!sim_access_active()) {
        return;
    }
    if (now.pending.there) {
        settle();
    }
    if (access_is_alias(address)) {
        a.argument = access_alias_resolve(&a.address, size, &inside);
        address = a.address;
    }
    a.shared = access_in_shared(address, &offset);
    if (!a.shared && (address < now.first || address >= now.last)) {
        return;
    }
    a.now = access_now();
    if (!a.now) {
        return;
    }
    a.place = (uint32_t)(code - now.code) & ~ACCESS_ATOMIC;
    a.atomic = now.atomic || (what & ACCESS_VOLATILE) != 0;
    if (!inside && !is_hidden(a.argument, address, size)) {
        report(&a, ACCESS_OUT_OF_ARGUMENT, address, (unsigned)size);
        return;
    }
    if (a.atomic && !(what & ACCESS_WRITE)) {
        access_acquire(address);
    }
    sim_bus_touch(address, a.shared ? 0 : size, (what & ACCESS_WRITE) != 0 ? VGSIM_WRITE : VGSIM_READ);
    if (a.shared) {
        a.shift = access_scope()->grid ? (access_block_of(a.now) + 1) << 48 : 0;
        look_at_shared(&a, size);
    } else {
        look_at_device(&a, size);
    }
    if (a.atomic && (what & ACCESS_WRITE)) {
        access_release(address);
    }
}
