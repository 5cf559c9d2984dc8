/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* mailbox_cost [--seconds N] [--busy]: what a resident block costs while nothing is asked of it, and what another process
 * on the device does to its replays. Measures power and the bus for N seconds each (default 5): closed; open; armed;
 * armed, with replays one after the other; and launched ones. Then how long replays take, alone and beside a process that
 * launches graphs without a pause (this program with --busy, which ends with its standard input).
 * Exit status: 0; 1 a call failed; 2 wrong usage; 77 the program has no mailbox, or there is no NVML. */
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cuda.h>

#include "fused.h"
#include "latency.h"
#include "report.h"

#ifdef VG_MAILBOX_H
static fused program;
static latency times;
static double seconds = 5.0;

static int good(vg_status status, const char *what)
{
    if (status != VG_OK)
        report_failure("fused", what, fused_detail(&program));
    return status == VG_OK;
}

/* ---- NVML: what nvidia-smi reads ---- */

enum { SENT = 0, RECEIVED = 1 }; /* by the device */

static struct {
    void *device;
    int (*power)(void *device, unsigned *milliwatts);
    int (*bus)(void *device, int which, unsigned *kilobytes); /* a second, over the last 20 ms */
} nvml;

/* A symbol of a library is a function, which C cannot say of a void pointer. */
static int find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);

    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static int nvml_open(void)
{
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    int (*begin)(void), (*by_bus)(const char *, void **);
    char bus[32];
    CUdevice device;

    return library != NULL && find(library, "nvmlInit_v2", &begin) &&
           find(library, "nvmlDeviceGetHandleByPciBusId_v2", &by_bus) &&
           find(library, "nvmlDeviceGetPowerUsage", &nvml.power) &&
           find(library, "nvmlDeviceGetPcieThroughput", &nvml.bus) && begin() == 0 && cuInit(0) == CUDA_SUCCESS &&
           cuDeviceGet(&device, 0) == CUDA_SUCCESS && cuDeviceGetPCIBusId(bus, sizeof bus, device) == CUDA_SUCCESS &&
           by_bus(bus, &nvml.device) == 0;
}

typedef struct figures {
    double watts, sent, received; /* MB a second */
    unsigned looks;
    volatile int ends;
} figures;

static void *look(void *context)
{
    figures *f = context;

    while (!f->ends) {
        unsigned power, sent, received;

        if (nvml.power(nvml.device, &power) == 0 && nvml.bus(nvml.device, SENT, &sent) == 0 &&
            nvml.bus(nvml.device, RECEIVED, &received) == 0) {
            f->watts += power / 1e3;
            f->sent += sent / 1e3;
            f->received += received / 1e3;
            f->looks++;
        }
        (void)usleep(20000);
    }
    return NULL;
}

/* ---- replays ---- */

static int replay_for(double length)
{
    const uint64_t end = vg_sleep_until(0, 0) + (uint64_t)(length * 1e9);
    uint64_t begun = vg_sleep_until(0, 0), ended;
    uint32_t i;

    latency_start(&times, 50000);
    for (i = 0; begun < end; i++, begun = ended) {
        fused_x(&program)[i % FUSED_N] = i;
        if (!good(fused_line_5_replay(&program), "replay"))
            return 0;
        ended = vg_sleep_until(0, 0);
        latency_add(&times, ended - begun);
    }
    return 1;
}

/* The first second is left out: the device takes that long to settle. */
static int cost(const char *name, int replays)
{
    figures f = {0};
    pthread_t thread;
    int done = 1;

    if (replays)
        done = replay_for(1.0);
    else
        (void)usleep(1000000);
    if (!done || pthread_create(&thread, NULL, look, &f) != 0)
        return 0;
    if (replays)
        done = replay_for(seconds);
    else
        (void)usleep((useconds_t)(seconds * 1e6));
    f.ends = 1;
    (void)pthread_join(thread, NULL);
    if (f.looks == 0)
        return 0;
    printf("figure: %s: %.1f W, %.1f MB/s to the device and %.1f from it\n", name, f.watts / f.looks,
           f.received / f.looks, f.sent / f.looks);
    return done;
}

static int tail(const char *name)
{
    if (!replay_for(0.5) || !replay_for(seconds))
        return 0;
    latency_print(&times, name);
    printf("figure: %s: %.2f us (p99 %.2f, p99.9 %.2f, worst %.0f)\n", name, latency_percentile(&times, 50.0),
           latency_percentile(&times, 99.0), latency_percentile(&times, 99.9), (double)times.worst / 1e3);
    return 1;
}

/* ---- another process ---- */

static void *wait_for_end(void *context)
{
    char byte;

    while (read(STDIN_FILENO, &byte, 1) > 0)
        continue;
    *(volatile int *)context = 1;
    return NULL;
}

static int busy(void)
{
    static volatile int ends;
    pthread_t thread;

    if (!good(fused_open(&program, NULL, NULL), "open") || pthread_create(&thread, NULL, wait_for_end, (void *)&ends) != 0)
        return 1;
    while (!ends)
        if (!good(fused_line_100_replay(&program), "replay"))
            return 1;
    return good(fused_close(&program), "close") ? 0 : 1;
}

/* Returns the end of a pipe whose closing ends it, or -1. */
static int begin_busy(const char *self, pid_t *child)
{
    int ends[2];

    if (pipe(ends) != 0)
        return -1;
    *child = fork();
    if (*child < 0)
        return -1;
    if (*child == 0) {
        (void)dup2(ends[0], STDIN_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        (void)execl(self, self, "--busy", (char *)NULL);
        _exit(127);
    }
    (void)close(ends[0]);
    (void)usleep(3000000); /* until it has opened */
    return ends[1];
}

/* ---- all ---- */

static int measure(const char *self)
{
    pid_t child = 0;
    int busy_end, status = 0, done;

    done = cost("closed", 0) && good(fused_open(&program, NULL, NULL), "open") && cost("open", 0) &&
           good(fused_arm(&program), "arm") && cost("armed, nothing asked", 0) && cost("armed, replays", 1) &&
           tail("armed, alone") && good(fused_disarm(&program), "disarm") && cost("launched replays", 1) &&
           tail("launched, alone");
    if (!done)
        return 0;
    busy_end = begin_busy(self, &child);
    if (busy_end < 0)
        return 0;
    done = tail("launched, beside another process") && good(fused_arm(&program), "arm") &&
           tail("armed, beside another process") && good(fused_disarm(&program), "disarm");
    (void)close(busy_end);
    (void)waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        printf("the other process failed\n");
        done = 0;
    }
    return good(fused_close(&program), "close") && done;
}
#endif

int main(int argc, char **argv)
{
#ifdef VG_MAILBOX_H
    if (argc == 2 && strcmp(argv[1], "--busy") == 0)
        return busy();
    if (argc == 3 && strcmp(argv[1], "--seconds") == 0)
        seconds = atof(argv[2]);
    if ((argc != 1 && argc != 3) || !(seconds > 0.0)) {
        fprintf(stderr, "usage: mailbox_cost [--seconds N] [--busy]\n");
        return 2;
    }
    if (nvml_open())
        return measure(argv[0]) ? 0 : 1;
    printf("there is no NVML here\n");
#else
    (void)argc;
    (void)argv;
    printf("the program has no mailbox\n");
#endif
    return 77;
}
