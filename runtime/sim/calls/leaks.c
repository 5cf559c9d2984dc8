/* SPDX-License-Identifier: 0BSD */
/* What was never freed or destroyed, and the exit status of a program that had problems. */
#define _GNU_SOURCE
#include "stream/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define EXIT_WITH_PROBLEMS 97

unsigned long vgsim_live_count(void)
{
    unsigned long live = sim_context_live() + sim_memory_live();
    static const sim_kind kinds[] = {SIM_MODULE, SIM_LIBRARY, SIM_STREAM, SIM_EVENT, SIM_GRAPH, SIM_EXEC};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        live += sim_object_live(kinds[i]);
    }
    return live;
}

/* Nothing in a child of a fork: what is live, and the problems so far, are its parent's. */
static void at_end(void)
{
    if (sim_is_forked()) {
        return;
    }
    sim_problem_at_end();
    sim_fault_tell(sim_async_waits());
    sim_delay_tell();
    sim_object_report_leaks();
    sim_memory_report_leaks();
    sim_context_report_leaks();
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
