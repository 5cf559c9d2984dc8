/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The test of the test: planners that are blind to a class of hazards. Playing random programs with their plans finds
 * each of them within 200 programs, and never one that sees all. Prints after how many programs bytes differed, the CPU
 * device reported a problem, and verify refused the plan. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../gen/verify/verify.h"
#include "device.h"
#include "faults.h"
#include "vgsim.h"

enum { MOST_PROGRAMS = 200, ORDERS = 4 };
enum { DIFFERS, REPORTED, REFUSED, WAYS };

static unsigned try_fault(fault f, uint64_t seed)
{
    static random_program p;
    arena *a = arena_new();
    diag *d = diag_new(a);
    unsigned found = 0;
    program_make(&p, seed);
    p.reuse = f == FAULT_TIGHT ? REUSE_TIGHT : REUSE_ON;
    p.separate = false;
    model *m = stages_read(a, d, &p);
    plan *made = m ? stages_cross(a, d, &p, m) : NULL;
    if (!made)
        return 1u << WAYS;
    m = fault_transports(a, m, made, f);
    stages_lower(a, d, m, made);
    fault_finish(a, d, m, made, f);
    for (uint64_t order = 0; order < ORDERS && !found; order++)
        found |= device_play(&p, m, made, order, false) ? 0 : 1u << DIFFERS;
    vgsim_problems_clear();
    device_watch(m, made);
    device_play(&p, m, made, seed, false);
    found |= vgsim_problem_count() > 0 ? 1u << REPORTED : 0;
    found |= verify_plan(a, d, m, made) ? 0 : 1u << REFUSED;
    arena_free(a);
    return found;
}

/* In a process of its own; 1 << WAYS: it did not end well. */
static unsigned try_apart(fault f, uint64_t seed)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        if (f != FAULT_NONE && nowhere >= 0)
            dup2(nowhere, STDERR_FILENO);
        _exit((int)try_fault(f, seed));
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return 1u << WAYS;
    return (unsigned)WEXITSTATUS(status);
}

static void print_number(unsigned long number)
{
    if (number == 0)
        printf("%10s", "-");
    else
        printf("%10lu", number);
}

/* By its results or by the device, and by verify. */
static bool is_enough(unsigned found)
{
    return (found & (1u << DIFFERS | 1u << REPORTED)) && (found & 1u << REFUSED);
}

/* Whether the programs do with this fault what they should. all: goes on until each of the three ways has found it. */
static bool try_programs(fault f, uint64_t seed, bool all)
{
    unsigned long first[WAYS] = {0};
    unsigned found = 0;
    for (unsigned long i = 1; i <= MOST_PROGRAMS && found != (1u << WAYS) - 1 && (all || !is_enough(found)); i++) {
        unsigned more = try_apart(f, seed + i - 1);
        for (unsigned way = 0; way < WAYS; way++) {
            if (first[way] == 0 && (more & 1u << way))
                first[way] = i;
        }
        if (more >> WAYS) {
            fprintf(stderr, "%s: program %llu does not run\n", fault_name(f), (unsigned long long)(seed + i - 1));
            return false;
        }
        found |= more;
    }
    printf("%-40s", fault_name(f));
    for (unsigned way = 0; way < WAYS; way++)
        print_number(first[way]);
    printf("\n");
    return f == FAULT_NONE ? found == 0 : is_enough(found);
}

int main(int argc, char **argv)
{
    uint64_t seed = 1;
    bool all = false;
    int status = EXIT_SUCCESS;
    for (int i = 1; i < argc; i++) {
        all = all || strcmp(argv[i], "--all") == 0;
        if (strncmp(argv[i], "--seed=", 7) == 0)
            seed = strtoull(argv[i] + 7, NULL, 0);
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("Programs from seed %llu until a planner is found that is blind to …\n%-40s%10s%10s%10s\n",
           (unsigned long long)seed, "", "bytes", "device", "verify");
    for (fault f = FAULT_NONE; f < FAULT_COUNT; f++) {
        if (!try_programs(f, seed, all)) {
            fprintf(stderr, f == FAULT_NONE ? "found though there is no fault\n" : "%s: not found\n", fault_name(f));
            status = EXIT_FAILURE;
        }
    }
    return status;
}
