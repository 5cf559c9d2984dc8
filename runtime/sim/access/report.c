/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What is wrong with the accesses of a kernel run. The same fault between the same lines of the source is one problem,
 * however many threads have it and in whichever order they ran; the first of them is shown. What a thread reads before
 * another has written it, with nothing to order the two, is the race and not one more problem. */
#define _GNU_SOURCE
#include "access/parts.h"

#include <stdio.h>
#include <string.h>

#define MOST_KINDS 32u

typedef struct {
    access_report first;
    struct uint3 block, thread; /* that made the access */
    uint64_t other_block;
    uint32_t other_thread;
    bool same_block;
    char line[192], other_line[192], what[192]; /* in words */
    unsigned long times;
    bool silent; /* another one says it */
    bool both;   /* a race in which both write, in one line: no barrier can stand between */
} finding;

static finding findings[MOST_KINDS];
static size_t count;
static unsigned long others; /* beyond these */

void access_report_begin(void)
{
    count = 0;
    others = 0;
}

static bool is_same(const access_report *a, const access_report *b)
{
    return a->fault == b->fault && a->place == b->place && a->writes == b->writes &&
           (a->fault != ACCESS_RACE ||
            (a->other.place == b->other.place && a->other_writes == b->other_writes));
}

static finding *new_finding(const access_report *report)
{
    finding *f = &findings[count++];
    memset(f, 0, sizeof *f);
    f->first = *report;
    f->times = 1;
    f->block = vgsim_self.block;
    f->thread = vgsim_self.thread;
    return f;
}

void access_report_index(const char *file, uint32_t line, const char *type, int64_t index, uint32_t place)
{
    const char *name = strrchr(file, '/');
    const access_report report = {.fault = ACCESS_INDEX, .place = place};
    finding *f;
    for (size_t i = 0; i < count; i++) {
        if (is_same(&findings[i].first, &report)) {
            findings[i].times++;
            return;
        }
    }
    if (count == MOST_KINDS) {
        others++;
        return;
    }
    f = new_finding(&report);
    snprintf(f->line, sizeof f->line, "%s:%u", name ? name + 1 : file, line);
    snprintf(f->what, sizeof f->what, "takes element %lld of an array that is a %s", (long long)index, type);
}

void access_report_add(const access_report *report)
{
    finding *f = NULL;
    for (size_t i = 0; i < count && !f; i++) {
        f = is_same(&findings[i].first, report) ? &findings[i] : NULL;
    }
    if (f) {
        f->times++;
        return;
    }
    if (count == MOST_KINDS) {
        others++;
        return;
    }
    f = new_finding(report);
    if (report->fault == ACCESS_RACE) {
        const uint64_t own = vgsim_self.block.x + (uint64_t)vgsim_self.grid_size.x *
                             (vgsim_self.block.y + (uint64_t)vgsim_self.grid_size.y * vgsim_self.block.z);
        f->other_block = access_block_of(report->other.segment);
        f->other_thread = access_thread_of(report->other.segment);
        f->same_block = f->other_block == own;
    }
}

/* ---- words ---- */

static void name_thread(char *text, size_t size, uint32_t thread)
{
    const struct uint3 *block = &vgsim_self.block_size;
    snprintf(text, size, "thread (%u,%u,%u)", thread % block->x, thread / block->x % block->y,
             thread / (block->x * block->y));
}

static void name_block(char *text, size_t size, uint64_t index)
{
    const struct uint3 *grid = &vgsim_self.grid_size;
    snprintf(text, size, "block (%u,%u,%u)", (unsigned)(index % grid->x), (unsigned)(index / grid->x % grid->y),
             (unsigned)(index / grid->x / grid->y));
}

static void name_shared(const sim_access_scope *run, const access_report *r, uint64_t offset, char *text, size_t size)
{
    char variable[128];
    uint64_t first;
    if (access_source_variable(run->thunk, offset, variable, sizeof variable, &first)) {
        if ((offset - first) % r->size == 0) {
            snprintf(text, size, "%s[%llu]", variable, (unsigned long long)((offset - first) / r->size));
        } else {
            snprintf(text, size, "byte %llu of %s", (unsigned long long)(offset - first), variable);
        }
    } else {
        snprintf(text, size, "shared memory");
    }
}

/* Elements are as wide as the access. */
static void name_outside(const access_report *r, char *text, size_t size)
{
    const sim_argument *a = r->argument;
    const long long bytes = (long long)(r->address - a->first);
    snprintf(text, size, "element %lld of %s, which has %llu (of %u bytes each)",
             (bytes - (bytes < 0 ? (long long)r->size - 1 : 0)) / (long long)r->size,
             a->buffer ? a->buffer : "an argument",
             (unsigned long long)((a->last - a->first) / r->size), r->size);
}

static void name_element(const sim_access_scope *run, const access_report *r, char *text, size_t size)
{
    uint64_t offset;
    const sim_memory *memory;
    if (r->fault == ACCESS_OUT_OF_ARGUMENT) {
        name_outside(r, text, size);
        return;
    }
    if (access_in_shared(r->address, &offset)) {
        name_shared(run, r, offset, text, size);
        return;
    }
    if (run->name_element && run->name_element(run->user, r->address, r->size, text, size)) {
        return;
    }
    memory = sim_memory_find(r->address);
    if (memory && r->address - memory->base < memory->bytes) {
        snprintf(text, size, "byte %llu of the %llu bytes that %s allocated",
                 (unsigned long long)(r->address - memory->base), (unsigned long long)memory->bytes,
                 sim_call_words(memory->created).text);
    } else if (memory) {
        snprintf(text, size, "0x%llx, outside the %llu bytes at 0x%llx", (unsigned long long)r->address,
                 (unsigned long long)memory->bytes, (unsigned long long)memory->base);
    } else {
        snprintf(text, size, "0x%llx, which is not memory of the device", (unsigned long long)r->address);
    }
}

static const char *verb(bool writes, bool atomic)
{
    return atomic ? (writes ? "changes by an atomic" : "reads by an atomic") : writes ? "writes" : "reads";
}

static void print_race(const sim_access_scope *run, const finding *f, const char *more)
{
    const char *help = f->both ? ": use an atomic such as atomicAdd, or let one thread do it" : "";
    char thread[64], block[64];
    name_thread(thread, sizeof thread, f->other_thread);
    name_block(block, sizeof block, f->other_block);
    sim_problem(!f->same_block ? "race between blocks" : f->both ? "race between threads" : "missing barrier",
                "%s at %s: thread (%u,%u,%u) of block (%u,%u,%u) %s %s, which %s%s%s %s at %s%s; nothing orders "
                "them%s%s",
                run->title, f->line, f->thread.x, f->thread.y, f->thread.z, f->block.x, f->block.y, f->block.z,
                verb(f->first.writes, f->first.atomic), f->what, thread, f->same_block ? "" : " of ",
                f->same_block ? "" : block, verb(f->first.other_writes, (f->first.other.place & ACCESS_ATOMIC) != 0),
                f->other_line, f->same_block ? "" : " without a barrier of the grid", help, more);
}

static void print_one(const sim_access_scope *run, const finding *f, const char *more)
{
    static const struct {
        const char *kind, *verb, *text;
    } words[] = {
        [ACCESS_UNWRITTEN] = {"undefined read", "reads", ", which nothing has written"},
        [ACCESS_UNDEFINED] = {"undefined read", "reads", ", which nothing before it has defined"},
        [ACCESS_READ_OUTSIDE] = {"read outside", "reads", ", which the step does not say that it reads"},
        [ACCESS_WRITE_OUTSIDE] = {"write outside", "writes", ", which the step does not say that it writes"},
        [ACCESS_WRITE_TO_IN] = {"write to in", "writes", ", which the step only reads"},
        [ACCESS_OUT_OF_BOUNDS] = {"out of bounds", NULL, ""},
        [ACCESS_OUT_OF_ARGUMENT] = {"out of bounds", NULL, ""},
        [ACCESS_INDEX] = {"out of bounds", "", ""},
    };
    const access_fault fault = f->first.fault;
    sim_problem(words[fault].kind, "%s at %s: thread (%u,%u,%u) of block (%u,%u,%u) %s%s%s%s%s", run->title,
                f->line,
                f->thread.x, f->thread.y, f->thread.z, f->block.x, f->block.y, f->block.z,
                words[fault].verb ? words[fault].verb : verb(f->first.writes, f->first.atomic),
                fault == ACCESS_INDEX ? "" : " ", f->what,
                words[fault].text, more);
}

static bool same_lines(const finding *a, const finding *b)
{
    return (strcmp(a->line, b->line) == 0 && strcmp(a->other_line, b->other_line) == 0) ||
           (strcmp(a->line, b->other_line) == 0 && strcmp(a->other_line, b->line) == 0);
}

/* Does `b` say all that there is to say of `a`? */
static bool says_it(const finding *b, const finding *a)
{
    if (b->first.fault == a->first.fault && a->first.fault != ACCESS_RACE) {
        return strcmp(a->line, b->line) == 0;
    }
    if (b->first.fault == ACCESS_INDEX) { /* what it leads to in the same line */
        return strcmp(a->line, b->line) == 0;
    }
    if (b->first.fault != ACCESS_RACE) {
        return false;
    }
    if (a->first.fault == ACCESS_RACE) {
        return a->same_block == b->same_block && same_lines(a, b);
    }
    return (a->first.fault == ACCESS_UNWRITTEN || a->first.fault == ACCESS_UNDEFINED) &&
           (strcmp(a->line, b->line) == 0 || strcmp(a->line, b->other_line) == 0);
}

static void find_words(const sim_access_scope *run)
{
    for (size_t i = 0; i < count; i++) {
        finding *f = &findings[i];
        if (f->first.fault == ACCESS_INDEX) {
            continue;
        }
        access_source_line(run->thunk, f->first.place, f->line, sizeof f->line);
        if (f->first.fault == ACCESS_RACE) {
            access_source_line(run->thunk, f->first.other.place, f->other_line, sizeof f->other_line);
        }
        name_element(run, &f->first, f->what, sizeof f->what);
    }
}

/* What one line does in both threads, as in `sum += x[i]`, is one race, whichever of its accesses met first. */
static bool both_write(const finding *f)
{
    for (size_t i = 0; i < count; i++) {
        const finding *g = &findings[i];
        if (g->first.fault == ACCESS_RACE && g->first.writes && g->first.other_writes && same_lines(f, g) &&
            g->same_block == f->same_block) {
            return true;
        }
    }
    return false;
}

static void leave_out_repetitions(void)
{
    for (size_t i = 0; i < count; i++) {
        finding *f = &findings[i];
        f->both = f->first.fault == ACCESS_RACE && strcmp(f->line, f->other_line) == 0 && both_write(f);
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count && !findings[i].silent; k++) {
            if (k != i && !findings[k].silent && says_it(&findings[k], &findings[i])) {
                findings[i].silent = true;
                findings[k].times += findings[i].times;
            }
        }
    }
}

/* Has the memory that the kernel left been named already? */
bool sim_access_left_bounds(void)
{
    for (size_t i = 0; i < count; i++) {
        const access_fault fault = findings[i].first.fault;
        if (fault == ACCESS_OUT_OF_BOUNDS || fault == ACCESS_OUT_OF_ARGUMENT || fault == ACCESS_INDEX) {
            return sim_access_active();
        }
    }
    return false;
}

bool access_report_print(const sim_access_scope *run)
{
    find_words(run);
    leave_out_repetitions();
    for (size_t i = 0; i < count; i++) {
        const finding *f = &findings[i];
        char more[64] = "";
        if (f->silent) {
            continue;
        }
        if (f->times > 1) {
            snprintf(more, sizeof more, " (%lu more like it)", f->times - 1);
        }
        if (f->first.fault == ACCESS_RACE) {
            print_race(run, f, more);
        } else {
            print_one(run, f, more);
        }
    }
    if (others) {
        sim_problem("missing barrier", "%s: %lu more accesses that are wrong in other ways", run->title, others);
    }
    return count > 0;
}
