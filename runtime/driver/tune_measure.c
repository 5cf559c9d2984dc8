/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* tune_measure.c - a program with one set of blocks: what comes of its replays, and how long they take. Each set is a
 * program of its own, opened and closed again, so that its graphs are built as they will be: cooperative launches,
 * clusters and bodies of conditional nodes are looked at by open as always. The machine code stays loaded meanwhile. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "tune.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

#define PASSES 2u /* each graph is replayed this many times where outputs are compared: state moves on */

void vg_tune_give(const vg_driver_tuned *kernel, size_t block)
{
    const vg_driver_launch *rows = kernel->blocks[block];
    size_t i;

    kernel->kernel->dynamic_shared = 0;
    for (i = 0; i < kernel->launch_count; i++) {
        kernel->launches[i] = rows[i];
        kernel->kernel->threads = rows[i].threads;
        if (rows[i].most_shared > kernel->kernel->dynamic_shared)
            kernel->kernel->dynamic_shared = (uint32_t)rows[i].most_shared;
    }
}

/* ---- what goes in ---- */

static uint32_t next_bits(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Numbers that are the same in each run: floats in [-1, 1), integers 0 and 1, which are safe as indices and counts. A
 * struct stays zero. */
static void fill(const vg_driver_port *port, void *memory, uint32_t seed)
{
    unsigned char *bytes = (unsigned char *)memory;
    size_t at;

    memset(memory, 0, port->bytes);
    for (at = 0; at + port->element <= port->bytes && port->kind != 's'; at += port->element) {
        const uint32_t bits = next_bits(&seed);
        const float single = (float)bits / 8388608.0f - 1.0f;
        const double wide = (double)single;

        if (port->kind == 'f' && port->element == 4)
            memcpy(bytes + at, &single, 4);
        else if (port->kind == 'f' && port->element == 8)
            memcpy(bytes + at, &wide, 8);
        else if (port->kind == 'h') /* 0.5 to 1 in steps */
            bytes[at] = (unsigned char)bits, bytes[at + 1] = (unsigned char)(0x38u | ((bits >> 8) & 0x83u));
        else if (port->kind == 'b')
            bytes[at] = (unsigned char)(bits & 0x7fu), bytes[at + 1] = (unsigned char)(0x3fu | ((bits >> 8) & 0x80u));
        else
            bytes[at] = (unsigned char)(bits & 1u);
    }
}

static int give_constants(vg_tune *t)
{
    size_t i;

    for (i = 0; i < t->p->constants.count; i++) {
        const vg_driver_port *constant = &t->p->constants.port[i];

        if (t->constants[i] != NULL)
            continue;
        t->constants[i] = malloc(constant->bytes + 1);
        if (t->constants[i] == NULL)
            return vg_driver_file_failed(t->p, constant->name, "out of memory");
        if (t->o.constant[i] == NULL)
            fill(constant, t->constants[i], (uint32_t)i + 1000u);
        else if (!vg_driver_read_port(t->p, t->o.constant[i], constant, t->constants[i]))
            return 0;
    }
    return 1;
}

static int give_inputs(vg_tune *t)
{
    size_t i;

    for (i = 0; i < t->p->inputs.count; i++) {
        if (t->o.input[i] != NULL)
            continue;
        fill(&t->p->inputs.port[i], t->p->input(i, 0), (uint32_t)i + 1u);
        if (t->p->inputs.port[i].on_request && t->p->changed(i, 0) != VG_OK)
            return vg_driver_call_failed(t->p, t->p->inputs.port[i].name);
    }
    return vg_driver_give_inputs(t->p, &t->o);
}

/* ---- open and close ---- */

static int fail(vg_tune *t, const char *doing, char reason[VG_TUNE_REASON_BYTES])
{
    const vg_detail *detail = &t->p->runtime(0)->detail;
    const int length = snprintf(reason, VG_TUNE_REASON_BYTES, "%s failed: ", doing);

    t->lost = t->lost || detail->status == VG_LOST;
    (void)vg_detail_text(detail, reason + length, VG_TUNE_REASON_BYTES - (size_t)length);
    return 0;
}

static void ask_device(vg_tune *t)
{
#ifndef VG_WITHOUT_CUDA
    if (t->device[0] != '\0')
        return;
    if (cuDeviceGetName(t->device, (int)sizeof t->device, (CUdevice)t->p->runtime(0)->device) != CUDA_SUCCESS)
        (void)snprintf(t->device, sizeof t->device, "unknown");
    if (cuDriverGetVersion(&t->driver) != CUDA_SUCCESS)
        t->driver = 0;
#else
    (void)t;
#endif
}

static int open_program(vg_tune *t, char reason[VG_TUNE_REASON_BYTES])
{
    vg_config config;

    memset(&config, 0, sizeof config);
    config.device_index = (int)t->o.device;
    config.code = &t->code;
    if (!give_constants(t)) {
        t->lost = 1;
        (void)snprintf(reason, VG_TUNE_REASON_BYTES, "its constants are missing");
        return 0;
    }
    if (t->p->open(&config, t->constants) != VG_OK)
        return fail(t, "open", reason);
    ask_device(t);
    if (give_inputs(t))
        return 1;
    t->lost = 1;
    (void)snprintf(reason, VG_TUNE_REASON_BYTES, "its inputs could not be given");
    (void)t->p->close();
    return 0;
}

static int close_program(vg_tune *t, int good, char reason[VG_TUNE_REASON_BYTES])
{
    if (t->p->close() != VG_OK && good)
        return fail(t, "close", reason);
    return good;
}

/* ---- what comes out ---- */

size_t vg_tune_record_bytes(const vg_driver_program *p)
{
    size_t bytes = 0, i;

    for (i = 0; i < p->outputs.count; i++)
        bytes += p->outputs.port[i].bytes;
    return bytes * p->graphs.count * PASSES + p->tune->state_bytes;
}

/* A call with the inputs of the one before may need no upload, so one bit of them changes. Numbers that came from a
 * file change only where that is harmless. */
static void touch_inputs(const vg_tune *t)
{
    size_t i;

    for (i = 0; i < t->p->inputs.count; i++) {
        const vg_driver_port *input = &t->p->inputs.port[i];

        if (input->bytes > 0 && input->kind != 's' && (t->o.input[i] == NULL || strchr("fhb", input->kind) != NULL))
            *(unsigned char *)t->p->input(i, 0) ^= 1u;
    }
}

static vg_status replay(const vg_tune *t, size_t graph)
{
    const vg_driver_program *p = t->p;
    size_t i;

    if (p->tune->calls)
        touch_inputs(t);
    for (i = 0; i < p->outputs.count; i++)
        if (p->outputs.port[i].on_request && p->want(i, 0) != VG_OK)
            return VG_ARGUMENT;
    return p->replay(graph, 0);
}

static unsigned char *keep_outputs(const vg_driver_program *p, unsigned char *to)
{
    size_t i;

    for (i = 0; i < p->outputs.count; i++) {
        const void *memory = p->output(i, 0);

        if (memory != NULL)
            memcpy(to, memory, p->outputs.port[i].bytes);
        to += p->outputs.port[i].bytes;
    }
    return to;
}

/* Calls copy to memory that outlives the program, where outputs of the run before still stand. */
static void clear_outputs(const vg_driver_program *p)
{
    size_t i;

    for (i = 0; p->tune->calls && i < p->outputs.count; i++)
        memset((void *)(uintptr_t)p->output(i, 0), 0, p->outputs.port[i].bytes);
}

static int record_open(vg_tune *t, unsigned char *to, char reason[VG_TUNE_REASON_BYTES])
{
    size_t graph;
    unsigned pass;

    clear_outputs(t->p);
    for (pass = 0; pass < PASSES; pass++)
        for (graph = 0; graph < t->p->graphs.count; graph++) {
            if (replay(t, graph) != VG_OK)
                return fail(t, "a replay", reason);
            to = keep_outputs(t->p, to);
        }
    if (t->p->tune->save != NULL && t->p->tune->save(to, t->p->tune->state_bytes, 0) != VG_OK)
        return fail(t, "save", reason);
    return 1;
}

int vg_tune_record(vg_tune *t, unsigned char *to, char reason[VG_TUNE_REASON_BYTES])
{
    memset(to, 0, t->recorded);
    return open_program(t, reason) && close_program(t, record_open(t, to, reason), reason);
}

const char *vg_tune_difference(const vg_tune *t)
{
    const vg_driver_ports *outputs = &t->p->outputs;
    size_t at = 0, replays = t->p->graphs.count * PASSES, i, r;

    for (r = 0; r < replays; r++)
        for (i = 0; i < outputs->count; i++) {
            if (memcmp(t->expected + at, t->found + at, outputs->port[i].bytes) != 0)
                return outputs->port[i].name;
            at += outputs->port[i].bytes;
        }
    return memcmp(t->expected + at, t->found + at, t->p->tune->state_bytes) != 0 ? "the state" : NULL;
}

/* ---- times ---- */

static int measure_graph(vg_tune *t, size_t graph, uint64_t *times, char reason[VG_TUNE_REASON_BYTES])
{
    unsigned long i;

    for (i = 0; i < t->o.warm_up; i++)
        if (replay(t, graph) != VG_OK)
            return fail(t, "a replay", reason);
    for (i = 0; i < t->o.replays; i++) {
        const uint64_t begin = vg_now();

        if (replay(t, graph) != VG_OK)
            return fail(t, "a replay", reason);
        times[i] = vg_time_since(begin);
    }
    return 1;
}

int vg_tune_measure(vg_tune *t, const vg_tune_kernel *kernel, vg_tune_block *block)
{
    size_t graph;
    int good = open_program(t, block->refused);

    if (!good)
        return 0;
    for (graph = 0; good && graph < t->p->graphs.count; graph++)
        if (kernel->what->launching[graph])
            good = measure_graph(t, graph, block->times + graph * t->samples + block->taken, block->refused);
    block->taken += t->o.replays;
    return close_program(t, good, block->refused);
}

static int compare_times(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

void vg_tune_conclude(const vg_tune *t, const vg_tune_kernel *kernel, vg_tune_block *block)
{
    size_t graph;

    block->us = 0.0;
    for (graph = 0; graph < t->p->graphs.count; graph++) {
        uint64_t *times = block->times + graph * t->samples;

        if (!kernel->what->launching[graph] || block->taken == 0)
            continue;
        qsort(times, block->taken, sizeof *times, compare_times);
        block->us += (double)times[(block->taken - 1) / 2] / 1e3;
    }
}
