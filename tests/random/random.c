/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Random programs through all stages and on the CPU device, under many orders: every byte as the interpreter has it.
 *
 *     random [--count=N] [--seed=N] [--orders=N]      N programs from this seed on (or VGGEN_SEED), each without and
 *                                                     with fused launches
 *     random --reversed                               the same with parts in the wrong order, which must be found
 *     random --print SEED                             the spec of one
 *     random --write DIR [--count=N] [--seed=N]       specs, and what emitted.c needs of their emitted C, into a folder
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device.h"
#include "fused.h"
#include "stages.h"
#include "vgsim.h"

typedef struct {
    unsigned long count, orders;
    uint64_t seed;
    const char *folder;
    const char *code; /* for fused launches; NULL: there are none */
    bool reversed;
} request;

enum { MOST_WRONG = 5 };

/* Programs that found a fault, always played too: a download took along, between its members, bytes that were undefined
 * and that nobody needed. */
static const uint64_t kept[] = {5833};

enum { RIGHT, REFUSED, DIFFERENT, PROBLEM, UNFUSED };

/* Plain and random orders without, then one with the CPU device's own checks. */
static int play(const request *r, const random_program *p, const model *m, const plan *made)
{
    for (unsigned long order = 0; order < r->orders; order++) {
        if (!device_play(p, m, made, order, true)) {
            fprintf(stderr, "program %llu: wrong with order %lu\n", (unsigned long long)p->seed, order);
            return DIFFERENT;
        }
    }
    device_watch(m, made);
    if (!device_play(p, m, made, p->seed + 1, true)) {
        fprintf(stderr, "program %llu: wrong when watched\n", (unsigned long long)p->seed);
        return DIFFERENT;
    }
    return vgsim_problem_count() > 0 || vgsim_live_count() > 0 ? PROBLEM : RIGHT;
}

/* Once in a random order, and once more with the CPU device's checks. */
static int play_fused(const request *r, const random_program *p, const model *m, const plan *made)
{
    fused_register(m, made);
    if (!device_play(p, m, made, p->seed + 2, !r->reversed)) {
        if (!r->reversed)
            fprintf(stderr, "program %llu: wrong with fused launches\n", (unsigned long long)p->seed);
        return DIFFERENT;
    }
    device_watch(m, made);
    if (!device_play(p, m, made, p->seed + 1, true)) {
        fprintf(stderr, "program %llu: wrong when fused and watched\n", (unsigned long long)p->seed);
        return DIFFERENT;
    }
    return vgsim_problem_count() > 0 || vgsim_live_count() > 0 ? PROBLEM : RIGHT;
}

static int try_fused(const request *r, arena *a, diag *d, const random_program *p, const model *m, plan *made)
{
    if (!fused_choose(a, d, m, made, r->code))
        return REFUSED;
    if (!fused_any(made))
        return UNFUSED;
    if (r->reversed)
        fused_reverse(made);
    return play_fused(r, p, m, made);
}

static int try_program(const request *r, uint64_t seed, bool fused)
{
    static random_program p;
    arena *a = arena_new();
    diag *d = diag_new(a);
    program_make(&p, seed);
    model *m = stages_read(a, d, &p);
    plan *made = m ? stages_cross(a, d, &p, m) : NULL;
    if (made)
        stages_lower(a, d, m, made);
    int result = !made || !stages_finish(a, d, m, made) ? REFUSED
                 : fused                               ? try_fused(r, a, d, &p, m, made)
                                                       : play(r, &p, m, made);
    arena_free(a);
    return result;
}

/* In a process of its own: what the CPU device knows of one program must not meet the next, and a crash has a seed. */
static pid_t begin(const request *r, uint64_t seed, bool fused)
{
    pid_t child = fork();
    if (child == 0)
        _exit(try_program(r, seed, fused));
    return child;
}

static int end(const request *r, uint64_t seed, bool fused, pid_t child)
{
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return REFUSED;
    if (WIFEXITED(status) && (WEXITSTATUS(status) == UNFUSED || r->reversed))
        return WEXITSTATUS(status);
    if (status != 0)
        fprintf(stderr, "program %llu FAILED%s (%s %d); see it with --print %llu\n", (unsigned long long)seed,
                fused ? " with fused launches" : "", WIFSIGNALED(status) ? "signal" : "result",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), (unsigned long long)seed);
    return status == 0 ? RIGHT : PROBLEM;
}

static int try_all(const request *r)
{
    unsigned long wrong = 0;
    unsigned long played = 0;
    unsigned long fused = 0;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        wrong += end(r, kept[i], false, begin(r, kept[i], false)) != RIGHT;
    for (; played < r->count && wrong < MOST_WRONG; played++) {
        const uint64_t seed = r->seed + played;
        pid_t child = begin(r, seed, false), other = r->code ? begin(r, seed, true) : -1;
        int result = r->code ? end(r, seed, true, other) : UNFUSED;
        fused += result != UNFUSED;
        wrong += result != UNFUSED && result != RIGHT;
        wrong += end(r, seed, false, child) != RIGHT;
    }
    printf("%lu random programs from seed %llu, %lu orders each and one watched, %lu of them with fused launches too: "
           "%lu wrong\n",
           played, (unsigned long long)r->seed, r->orders, fused, wrong);
    if (!r->code)
        printf("there is no code for fused launches, which nvcc makes\n");
    return wrong == 0 && (!r->code || r->count < 100 || fused > r->count / 4) ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* A wrong order of parts has to show in most of the programs that have several. */
static int try_reversed(const request *r)
{
    unsigned long fused = 0, found = 0;
    for (unsigned long i = 0; r->code && i < r->count; i++) {
        int result = end(r, r->seed + i, true, begin(r, r->seed + i, true));
        fused += result != UNFUSED;
        found += result != UNFUSED && result != RIGHT;
    }
    printf("%lu programs whose parts run in the wrong order: %lu found\n", fused, found);
    return !r->code || found > fused / 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int print_program(const char *seed)
{
    static random_program p;
    program_make(&p, strtoull(seed, NULL, 0));
    program_write(stdout, &p, "kernels.cu");
    return EXIT_SUCCESS;
}

static FILE *open_file(const request *r, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", r->folder, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(2);
    }
    return file;
}

/* Each program brings the same built-in kernels: in one file they need different names. */
static void rename_builtin(FILE *sim, const random_program *p)
{
    static const char *const names[] = {"loop_begin",  "loop_end",   "loop_next", "loop_half",
                                        "loop_limit",  "loop_count", "loop_odd",  "choose_if",
                                        "choose_case", "copy",       "begin",     "end",
                                        "copy_pieces", "pieces",     "fill"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        fprintf(sim, "#undef vg_%s\n#define vg_%s vg_%s_p%llu\n", names[i], names[i], names[i],
                (unsigned long long)p->seed);
}

/* p1.yaml …; programs.c and programs_sim.cpp, which include all that is emitted; layouts, with the options of each. */
static int write_all(const request *r)
{
    static random_program p;
    FILE *c = open_file(r, "programs.c"), *sim = open_file(r, "programs_sim.cpp"), *list = open_file(r, "layouts");
    fputs("#include \"emitted.h\"\n\n", c);
    for (unsigned long i = 0; i < r->count; i++) {
        char name[64];
        program_make(&p, r->seed + i);
        snprintf(name, sizeof name, "p%llu.yaml", (unsigned long long)p.seed);
        FILE *spec = open_file(r, name);
        program_write(spec, &p, "kernels.cu");
        fclose(spec);
        program_write_emitted(c, &p);
        fprintf(c, "#include \"p%llu.c\"\n#include \"p%llu_image.c\"\n\n", (unsigned long long)p.seed,
                (unsigned long long)p.seed);
        rename_builtin(sim, &p);
        fprintf(sim, "#include \"p%llu_sim.cpp\"\n", (unsigned long long)p.seed);
        fprintf(list, "p%llu --layout=%s\n", (unsigned long long)p.seed, p.separate ? "separate" : "shared");
    }
    fputs("const emitted_program emitted_programs[] = {\n", c);
    for (unsigned long i = 0; i < r->count; i++) {
        program_make(&p, r->seed + i);
        program_write_entry(c, &p);
    }
    fprintf(c, "};\nconst unsigned emitted_program_count = %lu;\n", r->count);
    return fclose(c) + fclose(sim) + fclose(list) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    const char *seed = getenv("VGGEN_SEED");
    request r = {2000, 3, seed ? strtoull(seed, NULL, 0) : 1, NULL, fused_read_code("out/random/kernels.ptx"), false};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--print") == 0 && i + 1 < argc)
            return print_program(argv[i + 1]);
        if (strcmp(argv[i], "--write") == 0 && i + 1 < argc)
            r.folder = argv[++i];
        else if (strcmp(argv[i], "--reversed") == 0)
            r.reversed = true;
        else if (strncmp(argv[i], "--count=", 8) == 0)
            r.count = strtoul(argv[i] + 8, NULL, 0);
        else if (strncmp(argv[i], "--seed=", 7) == 0)
            r.seed = strtoull(argv[i] + 7, NULL, 0);
        else if (strncmp(argv[i], "--orders=", 9) == 0)
            r.orders = strtoul(argv[i] + 9, NULL, 0);
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    return r.folder ? write_all(&r) : r.reversed ? try_reversed(&r) : try_all(&r);
}
