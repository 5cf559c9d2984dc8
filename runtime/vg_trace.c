/* SPDX-License-Identifier: 0BSD */
/* vg_trace.c - keeps a record of each of the last replays, and writes them as text for a viewer. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <stdarg.h>

void vg_record(vg_program *rt, vg_status status)
{
    struct vg_trace *trace = &rt->config.trace[rt->lane];
    if (trace->capacity != 0) {
        vg_trace_record *record = &trace->records[trace->written % trace->capacity];
        record->program = rt->desc->program;
        record->graph = rt->desc->graphs[rt->running - 1].name;
        record->lane = rt->lane;
        record->status = status;
        record->begin = rt->begun;
        record->launched = rt->launched;
        record->end = vg_now();
        trace->written++;
    }
}

/* Text for the application, collected into pieces that are worth a call. */
typedef struct output {
    int (*write)(void *user, const char *text, size_t size);
    void *user;
    int refused; /* what write last returned */
    size_t used;
    char text[512];
} output;

static void flush(output *to)
{
    if (to->refused == 0 && to->used != 0) {
        to->refused = to->write(to->user, to->text, to->used);
    }
    to->used = 0;
}

static void put_char(output *to, char c)
{
    if (to->used == sizeof to->text) {
        flush(to);
    }
    to->text[to->used++] = c;
}

static void put_number(output *to, uint64_t number, unsigned least)
{
    char digits[20];
    unsigned count = 0;
    do {
        digits[count++] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number != 0 || count < least);
    while (count != 0) {
        put_char(to, digits[--count]);
    }
}

static void put_string(output *to, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            put_char(to, '\\');
        }
        put_char(to, (unsigned char)*text < 0x20 ? ' ' : *text);
    }
}

/* Each of %s, %u and %t in the text takes an argument: a string that may need escapes, an unsigned, a uint64_t of
 * nanoseconds. The format counts microseconds; three decimals keep the nanoseconds. */
static void put(output *to, const char *text, ...)
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
            put_number(to, va_arg(arguments, unsigned), 1);
            break;
        default:
            ns = va_arg(arguments, uint64_t);
            put_number(to, ns / 1000, 1);
            put_char(to, '.');
            put_number(to, ns % 1000, 3);
            break;
        }
    }
    va_end(arguments);
}

static uint64_t kept(const vg_trace *trace)
{
    return trace->written < trace->capacity ? trace->written : trace->capacity;
}

static const vg_trace_record *oldest(const vg_trace *trace)
{
    return &trace->records[(trace->written - kept(trace)) % trace->capacity];
}

/* The number of the first trace of the same program, from 1. */
static unsigned process_of(const vg_trace *traces, unsigned index)
{
    unsigned i = 0;
    while (i < index && (kept(&traces[i]) == 0 || oldest(&traces[i])->program != oldest(&traces[index])->program)) {
        i++;
    }
    return i + 1;
}

/* A viewer shows a process for each program, a thread for each lane, and in it the launch as a part of the replay. */
static void put_trace(output *to, const vg_trace *trace, unsigned process, int first)
{
    const unsigned lane = oldest(trace)->lane;
    uint64_t i;
    put(to,
        "%s\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,\"args\":{\"name\":\"%s\"}},"
        "\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%u,\"tid\":%u,\"args\":{\"name\":\"lane %u\"}}",
        first ? "" : ",", process, oldest(trace)->program, process, lane, lane);
    for (i = trace->written - kept(trace); i < trace->written && to->refused == 0; i++) {
        const vg_trace_record *record = &trace->records[i % trace->capacity];
        put(to,
            ",\n{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%u,\"tid\":%u,\"ts\":%t,\"dur\":%t,\"args\":{\"status\":%u",
            record->graph, process, lane, record->begin, record->end - record->begin, (unsigned)record->status);
        if (record->launched == 0) {
            put(to, ",\"kept\":1}}");
        } else {
            put(to, "}},\n{\"ph\":\"X\",\"name\":\"launch\",\"pid\":%u,\"tid\":%u,\"ts\":%t,\"dur\":%t}", process, lane,
                record->begin, record->launched - record->begin);
        }
    }
}

int vg_trace_write(const vg_trace *traces, unsigned count, int (*write)(void *user, const char *text, size_t size),
                   void *user)
{
    output to;
    int first = 1;
    unsigned i;
    if (write == NULL || (traces == NULL && count != 0)) {
        return (int)VG_ARGUMENT;
    }
    to.write = write;
    to.user = user;
    to.refused = 0;
    to.used = 0;
    put(&to, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    for (i = 0; i < count && to.refused == 0; i++) {
        if (kept(&traces[i]) != 0) {
            put_trace(&to, &traces[i], process_of(traces, i), first);
            first = 0;
        }
    }
    put(&to, "\n]}\n");
    flush(&to);
    return to.refused;
}

#endif
