/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* tune.c - measures the blocks that a spec leaves open, on the device at hand and in the program's own graphs, and
 * writes the best ones to a file for vggen --tuned.
 *
 * Kernels come one after the other, each with the best blocks of those before it. First every block has to lead to the
 * outputs and the state of the block in use, bit for bit. Then come rounds, in which each block that is left has its
 * turn: the program is opened, warmed up, and replayed. The order of turns is reversed in every other round, so that a
 * clock that rises or falls does not prefer one. What counts is the median over all rounds. A block is taken instead of
 * the one in use where it saves more than MARGIN. */
#include "tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 0.01
#define MOST_ROUNDS 1000u

static const char usage[] =
    "\n"
    "Measures the blocks that the spec leaves open and writes the best ones to a file for vggen --tuned. Blocks whose\n"
    "outputs differ in any bit from those of the block in use are refused. Inputs and constants without a file are\n"
    "numbers that are the same in each run: floats from -1 to 1, integers 0 and 1.\n"
    "\n"
    "  --write FILE          what is written, default NAME.tune.yaml\n"
    "  --rounds N            turns that each block has, default 5\n"
    "  --replays N           replays that are timed in each turn, default 200\n"
    "  --warm-up N           replays before them, default 20\n"
    "  --uncompared          do not compare outputs\n"
    "  --input NAME=FILE, --data NAME=FILE, --set NAME=VALUE, --switch NAME=on|off, --device N\n"
    "                        as in NAME_main\n"
    "  --help                this text\n"
    "\n"
    "Exit status: 0 done, 1 a call or file failed, 2 wrong usage, 77 no device.\n";

/* ---- one kernel ---- */

/* What a refused block was refused for is in its reason; returns 0 where nothing more can be done. */
static int compare_block(vg_tune *t, vg_tune_kernel *kernel, size_t block)
{
    vg_tune_block *tried = &kernel->blocks[block];
    const char *difference;

    vg_tune_give(kernel->what, block);
    if (!vg_tune_record(t, t->found, tried->refused))
        return !t->lost;
    difference = t->uncompared ? NULL : vg_tune_difference(t);
    if (difference != NULL)
        (void)snprintf(tried->refused, sizeof tried->refused, "%s differs from that with the block in use", difference);
    return 1;
}

static int compare_all(vg_tune *t, vg_tune_kernel *kernel)
{
    size_t i;

    for (i = 0; i < kernel->what->block_count; i++) {
        char text[48];

        if (i == kernel->what->used)
            continue;
        if (compare_block(t, kernel, i))
            continue;
        vg_tune_block_text(kernel->what, i, text);
        fprintf(stderr, "%s_tune: kernel %s with a block of %s: %s\nleave that block out of 'tune'\n", t->p->name,
                kernel->what->name, text, kernel->blocks[i].refused);
        return 0;
    }
    return 1;
}

static int measure_round(vg_tune *t, vg_tune_kernel *kernel, unsigned long round)
{
    const size_t count = kernel->what->block_count;
    size_t i;

    for (i = 0; i < count; i++) {
        const size_t at = round % 2u == 0u ? i : count - 1u - i;
        vg_tune_block *block = &kernel->blocks[at];

        if (block->refused[0] != '\0')
            continue;
        vg_tune_give(kernel->what, at);
        if (!vg_tune_measure(t, kernel, block)) {
            fprintf(stderr, "%s_tune: kernel %s: %s\n", t->p->name, kernel->what->name, block->refused);
            return 0;
        }
    }
    return 1;
}

static void choose(const vg_tune *t, vg_tune_kernel *kernel)
{
    const size_t used = kernel->what->used;
    size_t i;

    for (i = 0; i < kernel->what->block_count; i++)
        vg_tune_conclude(t, kernel, &kernel->blocks[i]);
    for (i = 0; i < kernel->what->block_count; i++)
        if (kernel->blocks[i].refused[0] == '\0' && kernel->blocks[i].us < kernel->blocks[kernel->chosen].us)
            kernel->chosen = i;
    if (kernel->blocks[kernel->chosen].us > (1.0 - MARGIN) * kernel->blocks[used].us)
        kernel->chosen = used;
}

static int tune_kernel(vg_tune *t, vg_tune_kernel *kernel)
{
    unsigned long round;

    if (!kernel->launched) {
        printf("%s: launched in no graph that is replayed: it keeps its block\n", kernel->what->name);
        return 1;
    }
    if (!compare_all(t, kernel))
        return 0;
    for (round = 0; round < t->rounds; round++)
        if (!measure_round(t, kernel, round))
            return 0;
    choose(t, kernel);
    vg_tune_give(kernel->what, kernel->chosen);
    vg_tune_print(t, kernel);
    return 1;
}

/* ---- all of them ---- */

/* The program with the blocks in use: its outputs are the expected ones, if they are the same twice. Returns -1 where
 * there is no device. */
static int record_expected(vg_tune *t)
{
    char reason[VG_TUNE_REASON_BYTES];
    const char *difference;
    size_t i;

    for (i = 0; i < t->p->tune->count; i++)
        vg_tune_give(t->kernels[i].what, t->kernels[i].what->used);
    if (!vg_tune_record(t, t->expected, reason) || !vg_tune_record(t, t->found, reason)) {
        const vg_status status = t->p->runtime(0)->detail.status;

        fprintf(stderr, "%s_tune: with the blocks in use: %s\n", t->p->name, reason);
        return status == VG_NO_DEVICE || status == VG_NO_CUDA ? -1 : 0;
    }
    difference = t->uncompared ? NULL : vg_tune_difference(t);
    if (difference == NULL)
        return 1;
    fprintf(stderr,
            "%s_tune: %s differs between two runs with the same blocks, so blocks cannot be compared; --uncompared "
            "measures them anyway\n",
            t->p->name, difference);
    return 0;
}

static int tune_all(vg_tune *t)
{
    size_t i;
    int good = record_expected(t);

    if (good < 0)
        return 77;
    for (i = 0; good > 0 && i < t->p->tune->count; i++)
        good = tune_kernel(t, &t->kernels[i]);
    if (good <= 0 || !vg_tune_write(t))
        return 1;
    printf("device: %s\nwritten: %s\n", t->device, t->path);
    return 0;
}

/* ---- memory ---- */

static int allocate_kernel(const vg_tune *t, vg_tune_kernel *kernel, const vg_driver_tuned *what)
{
    size_t i;

    kernel->what = what;
    kernel->chosen = what->used;
    for (i = 0; i < t->p->graphs.count; i++)
        kernel->launched = kernel->launched || what->launching[i];
    kernel->blocks = (vg_tune_block *)calloc(what->block_count, sizeof *kernel->blocks);
    for (i = 0; kernel->blocks != NULL && i < what->block_count; i++) {
        kernel->blocks[i].times = (uint64_t *)calloc(t->samples * t->p->graphs.count, sizeof(uint64_t));
        if (kernel->blocks[i].times == NULL)
            return 0;
    }
    return kernel->blocks != NULL;
}

static int allocate(vg_tune *t)
{
    size_t i;

    t->samples = t->rounds * t->o.replays;
    t->recorded = vg_tune_record_bytes(t->p);
    t->expected = (unsigned char *)malloc(t->recorded + 1);
    t->found = (unsigned char *)malloc(t->recorded + 1);
    t->constants = (void **)calloc(t->p->constants.count + 1, sizeof *t->constants);
    t->kernels = (vg_tune_kernel *)calloc(t->p->tune->count + 1, sizeof *t->kernels);
    if (t->expected == NULL || t->found == NULL || t->constants == NULL || t->kernels == NULL)
        return vg_driver_file_failed(t->p, "the program", "out of memory");
    for (i = 0; i < t->p->tune->count; i++)
        if (!allocate_kernel(t, &t->kernels[i], &t->p->tune->kernels[i]))
            return vg_driver_file_failed(t->p, "--replays", "out of memory");
    return 1;
}

static void release(vg_tune *t)
{
    size_t i, b;

    for (i = 0; t->kernels != NULL && i < t->p->tune->count; i++) {
        for (b = 0; t->kernels[i].blocks != NULL && b < t->p->tune->kernels[i].block_count; b++)
            free(t->kernels[i].blocks[b].times);
        free(t->kernels[i].blocks);
    }
    for (i = 0; t->constants != NULL && i < t->p->constants.count; i++)
        free(t->constants[i]);
    free(t->kernels);
    free(t->constants);
    free(t->found);
    free(t->expected);
}

static int run(vg_tune *t)
{
    int status = 1;

    vg_code_init(&t->code);
    if (allocate(t))
        status = tune_all(t);
    if (vg_code_unload(&t->code) != VG_OK && status == 0)
        status = vg_driver_file_failed(t->p, "the machine code", "could not be unloaded") + 1;
    release(t);
    return status;
}

/* ---- options ---- */

static int wrong(const vg_driver_program *p, const char *what, const char *value)
{
    fprintf(stderr, "%s_tune: %s '%s'; --help lists the options\n", p->name, what, value);
    return 2;
}

/* Takes its own options out of the arguments; the others are as the driver's. */
static int read_own(vg_tune *t, int *count, char **arguments)
{
    int i, left = 1;

    for (i = 1; i < *count; i++) {
        char *end = NULL;

        if (strcmp(arguments[i], "--uncompared") == 0) {
            t->uncompared = 1;
        } else if (strcmp(arguments[i], "--write") == 0 && i + 1 < *count) {
            t->path = arguments[++i];
        } else if (strcmp(arguments[i], "--rounds") == 0 && i + 1 < *count) {
            t->rounds = strtoul(arguments[++i], &end, 10);
            if (arguments[i][0] < '0' || arguments[i][0] > '9' || *end != '\0' || t->rounds < 1u ||
                t->rounds > MOST_ROUNDS)
                return wrong(t->p, "--rounds takes a number from 1 to 1000, not", arguments[i]);
        } else {
            arguments[left++] = arguments[i];
        }
    }
    *count = left;
    return 0;
}

/* Those of the driver that mean nothing here. */
static int refuse_others(const vg_tune *t)
{
    size_t i;

    for (i = 0; i < t->p->outputs.count; i++)
        if (t->o.output[i] != NULL)
            return wrong(t->p, "this program writes no output, but was given", t->o.output[i]);
    if (t->o.step || t->o.profile || t->o.trace != NULL || t->o.graph != 0)
        return wrong(t->p, "--step, --profile, --trace and --graph are options of", "NAME_main");
    return 0;
}

static int was_given(int count, char **arguments, const char *option)
{
    int i;

    for (i = 1; i < count; i++)
        if (strcmp(arguments[i], option) == 0)
            return 1;
    return 0;
}

static int read_options(vg_tune *t, int count, char **arguments, const char **values)
{
    const vg_driver_program *p = t->p;
    int status;

    t->o.input = values;
    t->o.output = t->o.input + p->inputs.count;
    t->o.setting = t->o.output + p->outputs.count;
    t->o.constant = t->o.setting + p->settings.count;
    t->o.turned = t->o.constant + p->constants.count;
    t->rounds = 5;
    status = read_own(t, &count, arguments);
    if (status == 0)
        status = vg_driver_read_options(p, count, arguments, &t->o);
    if (!was_given(count, arguments, "--replays"))
        t->o.replays = 200;
    if (!was_given(count, arguments, "--warm-up"))
        t->o.warm_up = 20;
    return status != 0 ? status : refuse_others(t);
}

int vg_tune_main(const vg_driver_program *p, int count, char **arguments)
{
    const size_t room = p->inputs.count + p->outputs.count + p->settings.count + p->constants.count + p->switches.count;
    const char **values;
    static vg_tune t;
    char path[300];
    int status;

    if (count > 1 && strcmp(arguments[1], "--help") == 0) {
        printf("usage: %s_tune [options]\n%s", p->name, usage);
        return vg_driver_end_output(p, 0);
    }
    values = (const char **)calloc(room + 1, sizeof *values);
    if (values == NULL) {
        (void)vg_driver_file_failed(p, "the command line", "out of memory");
        return 1;
    }
    memset(&t, 0, sizeof t);
    t.p = p;
    (void)snprintf(path, sizeof path, "%s.tune.yaml", p->name);
    t.path = path;
    status = read_options(&t, count, arguments, values);
    if (status == 0)
        status = vg_driver_end_output(p, run(&t));
    free(values);
    return status;
}
