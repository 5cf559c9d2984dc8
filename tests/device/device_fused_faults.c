/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* device_fused_faults FOLDER [COUNT]: the faults that are planted in the texts of tests/fused_text, on a GPU. The driver
 * assembles each faulty text, and a process of its own launches it COUNT times (default 200). A fault shows where bytes
 * differ from those that the right text gives, where the launch fails, or where it does not end. Prints a line for each.
 * Those that a run need not show (races that are nearly always won) are named as such and do not count. Ends with 1
 * where another one does not show. */
#define _GNU_SOURCE
#include <cuda.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../unit/gen/fused_faults.h"

#define FLOATS 256u /* of a buffer; as many behind it, which nobody may touch */
#define MOST_BUFFERS 8u
#define BYTES (2u * FLOATS * 4u * MOST_BUFFERS)

/* What a launch is given: `p` a buffer, `n` a number, `s` a switch. With one, it is played both ways. */
typedef struct {
    const char *name, *given;
    unsigned blocks, threads, number;
} launch;

static const launch launches[] = {
    {"chain", "ppnppp", 1, 64, 64},
    {"folded", "ppnppp", 1, 128, 256},
    {"loop", "ppppps" "p", 1, 64, 0},
    {"blocks", "ppnppp", 2, 64, 64},
};

enum { SHOWS_NOTHING, SHOWS_BYTES, SHOWS_FAILURE, DOES_NOT_ASSEMBLE, NOT_RUN };

typedef struct {
    volatile int result, times;
    unsigned char bytes[BYTES];
} shared;

static const launch *launch_of(const char *name)
{
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
        if (strcmp(launches[i].name, name) == 0)
            return &launches[i];
    }
    abort();
}

static char *read_text(const char *folder, const char *name)
{
    char path[4096], *text;
    FILE *file;
    long size;

    snprintf(path, sizeof path, "%s/%s.ptx", folder, name);
    file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    rewind(file);
    text = calloc((size_t)size + 1, 1);
    if (fread(text, 1, (size_t)size, file) != (size_t)size)
        exit(2);
    fclose(file);
    return text;
}

/* Inputs with which loops go round a few times, and sums are exact; the other way, choices go the other way. */
static void fill(float *buffers, int off)
{
    for (size_t i = 0; i < BYTES / 4; i++)
        buffers[i] = (float)(1 + i % 5);
    buffers[2 * FLOATS + 1] = off ? 150.0f : buffers[2 * FLOATS + 1];
}

/* In a process of its own. off: switches are. */
static int play(const char *text, const launch *l, int off, int count, const unsigned char *right, shared *out)
{
    static float first[BYTES / 4];
    static unsigned char bytes[BYTES];
    char name[64];
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUdeviceptr memory, addresses[MOST_BUFFERS];
    unsigned number = l->number, on = off ? 0 : 7;
    void *given[MOST_BUFFERS];

    fill(first, off);
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS ||
        cuDevicePrimaryCtxRetain(&context, device) != CUDA_SUCCESS || cuCtxSetCurrent(context) != CUDA_SUCCESS ||
        cuMemAlloc(&memory, BYTES) != CUDA_SUCCESS)
        return NOT_RUN;
    snprintf(name, sizeof name, "vgf_%s", l->name);
    if (cuModuleLoadData(&module, text) != CUDA_SUCCESS ||
        cuModuleGetFunction(&function, module, name) != CUDA_SUCCESS)
        return DOES_NOT_ASSEMBLE;
    for (size_t i = 0, buffer = 0; l->given[i] != '\0'; i++) {
        addresses[i] = memory + 2 * FLOATS * 4 * buffer;
        buffer += l->given[i] == 'p';
        given[i] = l->given[i] == 'p' ? (void *)&addresses[i] : l->given[i] == 'n' ? (void *)&number : (void *)&on;
    }
    for (int k = 0; k < count; k++) {
        if (cuMemcpyHtoD(memory, first, BYTES) != CUDA_SUCCESS ||
            cuLaunchKernel(function, l->blocks, 1, 1, l->threads, 1, 1, 0, NULL, given, NULL) != CUDA_SUCCESS ||
            cuCtxSynchronize() != CUDA_SUCCESS || cuMemcpyDtoH(bytes, memory, BYTES) != CUDA_SUCCESS)
            return SHOWS_FAILURE;
        out->times = k + 1;
        if (right == NULL)
            memcpy(out->bytes, bytes, BYTES);
        else if (memcmp(right, bytes, BYTES) != 0)
            return SHOWS_BYTES;
    }
    return SHOWS_NOTHING;
}

/* Waits `seconds` for a process that plays the text; false: it did not end. */
static int play_apart(const char *text, const launch *l, int off, int count, const unsigned char *right, shared *out,
                      double seconds)
{
    pid_t child;
    int status;

    out->result = NOT_RUN;
    out->times = 0;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        out->result = play(text, l, off, count, right, out);
        _exit(0);
    }
    for (double waited = 0; waited < seconds; waited += 0.01) {
        struct timespec pause = {0, 10000000};

        if (waitpid(child, &status, WNOHANG) == child)
            return 1;
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return 0;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "tests/fused_text";
    int count = argc > 2 ? atoi(argv[2]) : 200;
    shared *out = mmap(NULL, sizeof *out, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    size_t shown = 0, refused = 0, hidden = 0, missed = 0;

    if (out == MAP_FAILED)
        return 2;
    for (size_t i = 0; i < FUSED_FAULT_COUNT; i++) {
        const fused_fault *fault = &fused_faults[i];
        const launch *l = launch_of(fault->text);
        char *right = read_text(folder, fault->text), *wrong = fault_plant(fault, right);
        static unsigned char bytes[2][BYTES];
        const char *word = NULL;
        int ways = strchr(l->given, 's') != NULL ? 2 : 1;

        for (int off = 0; off < ways && (i == 0 || strcmp(fault->text, fused_faults[i - 1].text) != 0); off++) {
            if (!play_apart(right, l, off, 2, NULL, out, 20) || out->result != SHOWS_NOTHING) {
                printf("%s: the right text does not run (%d)\n", fault->text, out->result);
                return out->result == NOT_RUN ? 77 : 1;
            }
            memcpy(bytes[off], out->bytes, BYTES);
        }
        for (int off = 0; off < ways && word == NULL; off++) {
            if (!play_apart(wrong, l, off, count, bytes[off], out, 2))
                word = "does not end";
            else if (out->result == NOT_RUN)
                word = "dies";
            else if (out->result == SHOWS_BYTES)
                word = "wrong bytes";
            else if (out->result == SHOWS_FAILURE)
                word = "fails";
            else if (out->result == DOES_NOT_ASSEMBLE)
                word = "does not assemble";
        }
        refused += word != NULL && strcmp(word, "does not assemble") == 0;
        shown += word != NULL && strcmp(word, "does not assemble") != 0;
        hidden += word == NULL && fault->hidden;
        missed += word == NULL && !fault->hidden;
        printf("%-7s %-50s %s", fault->text, fault->name,
               word != NULL ? word : fault->hidden ? "not shown, as it may be" : "NOT SHOWN");
        if (word != NULL && strcmp(word, "wrong bytes") == 0 && out->times > 1)
            printf(" in launch %d", out->times);
        printf("\n");
        free(right);
        free(wrong);
    }
    printf("figure: %zu faults show, %zu do not assemble, %zu races and the like do not show, %zu missed\n", shown,
           refused, hidden, missed);
    return missed == 0 ? 0 : 1;
}
