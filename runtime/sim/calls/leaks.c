/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What was never freed or destroyed, and the exit status of a program that had problems. */
#define _GNU_SOURCE
#include "calls/calls.h"
#include "memory/memory.h"
#include "stream/resident.h"
#include "stream/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define EXIT_WITH_PROBLEMS 97

unsigned long vgsim_live_count(void)
{
    unsigned long live = sim_context_live() + sim_memory_live();
    static const sim_kind kinds[] = {SIM_MODULE, SIM_LIBRARY, SIM_STREAM,  SIM_EVENT,
                                     SIM_GRAPH,  SIM_EXEC,    SIM_CAPTURE, SIM_USER_OBJECT};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        live += sim_object_live(kinds[i]);
    }
    return live;
}

/* Before what they hold, which is one leak after the other. */
static void tell_open_programs(void)
{
    for (size_t p = 0; p < sim_program_count(); p++) {
        const vgsim_program *program = sim_program(p);
        const unsigned openings = sim_instance_openings(program);
        const unsigned long left = vgsim_live_count();
        char times[32] = "";
        if (openings > 1) {
            snprintf(times, sizeof times, "%u times ", openings);
        }
        if (openings) {
            sim_problem("leak", "program \"%s\" was opened %sand not closed (%s_close): %lu object%s left",
                        program->name, times, program->name, left, left == 1 ? " is" : "s are");
        }
    }
}

/* Nothing in a child of a fork: what is live, and the problems so far, are its parent's. */
static void at_end(void)
{
    if (sim_is_forked()) {
        return;
    }
    sim_problem_at_end();
    sim_fault_tell(sim_async_waits(), sim_is_function);
    sim_delay_tell();
    if (sim_stream_any_hangs() || sim_resident_any_hangs()) {
        fprintf(stderr, "vgsim: note: a launch has never ended, so that nothing could be freed: %lu objects are left\n",
                vgsim_live_count());
    } else {
        tell_open_programs();
        sim_object_report_leaks();
        sim_memory_report_leaks();
        sim_context_report_leaks();
    }
    if (!vgsim_problem_count()) {
        if (sim_call_number() && sim_get_settings()->trace && !sim_get_settings()->quiet) {
            fprintf(stderr, "vgsim: %lu driver calls, no problems\n", sim_call_number());
        }
        return;
    }
    fflush(NULL);
    fprintf(stderr, "vgsim: %lu problem%s; what each kind means is in runtime/sim/CHECKS.md, \"What it finds\"\n",
            vgsim_problem_count(), vgsim_problem_count() == 1 ? "" : "s");
    _exit(EXIT_WITH_PROBLEMS);
}

__attribute__((constructor)) static void at_start(void)
{
    atexit(at_end);
}
