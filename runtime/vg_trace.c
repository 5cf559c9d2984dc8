/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_trace.c - keeps the times of the stages of open and a record of each of the last replays, and writes them as text
 * for a viewer. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <stdarg.h>
#include <string.h>

void vg_record(vg_program *rt, vg_status status)
{
    struct vg_trace *trace = &rt->config.trace[rt->lane];
    if (trace->capacity != 0u) {
        vg_trace_record *record = &trace->records[trace->written % trace->capacity];
        record->program = rt->desc->program;
        record->graph = rt->desc->graphs[rt->running - 1u].name;
        record->lane = rt->lane;
        record->status = status;
        record->begin = rt->begun;
        record->launched = rt->launched;
        record->end = vg_now();
        trace->written++;
    }
}

/* ---- stages of open ---- */

void vg_note_stage(vg_program *rt, unsigned stage)
{
    static const unsigned char stages[] = {
        VG_STAGE_CONTEXT, VG_STAGE_STREAM, VG_STAGE_DEVICE_MEMORY, VG_STAGE_PINNED_MEMORY, VG_STAGE_LOAD,
        VG_STAGE_FILL,    VG_STAGE_UPLOAD, VG_STAGE_SETUP,         VG_STAGE_SETUP,         VG_STAGE_SETUP,
        VG_STAGE_WARM_UP, VG_STAGE_BUILD,  VG_STAGE_INSTANTIATE,
    };
    struct vg_trace *trace;
    uint64_t now;
    if (rt->config.trace == NULL || (stage >= VG_OPEN_BUILT && rt->state != 0u)) {
        return; /* the twin of vg_profile is instantiated, too */
    }
    trace = &rt->config.trace[rt->lane];
    now = vg_now();
    if (stage == VG_OPEN_BEGINS) {
        (void)memset(trace->stages, 0, sizeof trace->stages);
        trace->program = rt->desc->program;
        trace->lane = rt->lane;
        trace->opened = now;
    } else {
        trace->stages[stages[stage]] += now - rt->begun;
    }
    rt->begun = now;
}

static const char *name_of_stage(unsigned stage)
{
    static const char *const names[VG_STAGES] = {
        "context", "stream",      "device memory", "pinned memory", "load",    "first contents",
        "build",   "instantiate", "upload",        "setup",         "warm-up",
    };
    return names[stage];
}

/* ---- text ---- */

static void flush(vg_output *to)
{
    if (to->refused == 0u && to->used != 0u) {
        to->refused = to->write(to->user, to->text, to->used);
    }
    to->used = 0;
}

static void put_char(vg_output *to, char c)
{
    if (to->used == sizeof to->text) {
        flush(to);
    }
    to->text[to->used++] = c;
}

static void put_number(vg_output *to, uint64_t number, unsigned base, unsigned least)
{
    char digits[20];
    unsigned count = 0;
    do {
        digits[count++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0u || count < least);
    while (count != 0u) {
        put_char(to, digits[--count]);
    }
}

static void put_string(vg_output *to, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            put_char(to, '\\');
        }
        put_char(to, (char)((unsigned char)*text < 0x20u ? ' ' : *text));
    }
}

void vg_put(vg_output *to, const char *text, ...)
{
    va_list arguments;
    uint64_t ns;
    va_start(arguments, text);
    for (; *text != '\0'; text++) {
        if (*text != '%') {
            put_char(to, *text);
            continue;
        }
        switch (*++text) {
        case 's':
            put_string(to, va_arg(arguments, const char *));
            break;
        case 'u':
            put_number(to, va_arg(arguments, unsigned), 10, 1);
            break;
        case 'n':
            put_number(to, va_arg(arguments, uint64_t), 10, 1);
            break;
        case 'x':
            put_number(to, va_arg(arguments, uint64_t), 16, 1);
            break;
        default:
            ns = va_arg(arguments, uint64_t);
            put_number(to, ns / 1000u, 10, 1);
            put_char(to, '.');
            put_number(to, ns % 1000u, 10, 3);
            break;
        }
    }
    va_end(arguments);
}

void vg_put_end(vg_output *to)
{
    flush(to);
}

/* ---- the trace ---- */

static uint64_t kept(const vg_trace *trace)
{
    return trace->written < trace->capacity ? trace->written : trace->capacity;
}

static const vg_trace_record *oldest(const vg_trace *trace)
{
    return &trace->records[(trace->written - kept(trace)) % trace->capacity];
}

static int is_empty(const vg_trace *trace)
{
    return kept(trace) == 0u && trace->opened == 0u;
}

/* Open may have been called with another trace. */
static const char *program_of(const vg_trace *trace)
{
    return kept(trace) != 0u ? oldest(trace)->program : trace->program;
}

static unsigned lane_of(const vg_trace *trace)
{
    return kept(trace) != 0u ? oldest(trace)->lane : trace->lane;
}

/* The number of the first trace of the same program, from 1. */
static unsigned process_of(const vg_trace *traces, unsigned index)
{
    unsigned i = 0;
    while (i < index && (is_empty(&traces[i]) || program_of(&traces[i]) != program_of(&traces[index]))) {
        i++;
    }
    return i + 1u;
}

/* One after the other from where open began; those that took no time are left out. */
static void put_stages(vg_output *to, const vg_trace *trace, unsigned process, unsigned lane)
{
    uint64_t at = trace->opened;
    unsigned i;
    for (i = 0; trace->opened != 0u && i < VG_STAGES; i++) {
        if (trace->stages[i] != 0u) {
            vg_put(to, ",\n{\"ph\":\"X\",\"name\":\"open: %s\",\"pid\":%u,\"tid\":%u,\"ts\":%t,\"dur\":%t}",
                   name_of_stage(i), process, lane, at, trace->stages[i]);
        }
        at += trace->stages[i];
    }
}

/* A viewer shows a process for each program, a thread for each lane, and in it the launch as a part of the replay. */
static void put_trace(vg_output *to, const vg_trace *trace, unsigned process, int first)
{
    const unsigned lane = lane_of(trace);
    uint64_t i;
    vg_put(to,
           "%s\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,\"args\":{\"name\":\"%s\"}},"
           "\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%u,\"tid\":%u,\"args\":{\"name\":\"lane %u\"}}",
           first ? "" : ",", process, program_of(trace), process, lane, lane);
    put_stages(to, trace, process, lane);
    for (i = trace->written - kept(trace); i < trace->written && to->refused == 0; i++) {
        const vg_trace_record *record = &trace->records[i % trace->capacity];
        vg_put(to,
               ",\n{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%u,\"tid\":%u,\"ts\":%t,\"dur\":%t,\"args\":{\"status\":%u",
               record->graph, process, lane, record->begin, record->end - record->begin, (unsigned)record->status);
        if (record->launched == 0u) {
            vg_put(to, ",\"kept\":1}}");
        } else {
            vg_put(to, "}},\n{\"ph\":\"X\",\"name\":\"launch\",\"pid\":%u,\"tid\":%u,\"ts\":%t,\"dur\":%t}", process,
                   lane, record->begin, record->launched - record->begin);
        }
    }
}

int vg_trace_write(const vg_trace *traces, unsigned count, int (*write)(void *user, const char *text, size_t size),
                   void *user)
{
    vg_output to;
    int first = 1;
    unsigned i;
    if (write == NULL || (traces == NULL && count != 0u)) {
        return (int)VG_ARGUMENT;
    }
    to.write = write;
    to.user = user;
    to.refused = 0;
    to.used = 0;
    vg_put(&to, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    for (i = 0; i < count && to.refused == 0; i++) {
        if (!is_empty(&traces[i])) {
            put_trace(&to, &traces[i], process_of(traces, i), first);
            first = 0;
        }
    }
    vg_put(&to, "\n]}\n");
    vg_put_end(&to);
    return to.refused;
}

#endif
