/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check.h - finding what a GPU does not report: which registered graph it is, races, a node under observation. */
#ifndef SIM_CHECK_H
#define SIM_CHECK_H

#include "kernel/kernel.h"

#pragma GCC visibility push(hidden)

/* ---- match.c: registered graphs ---- */

/* Finds the registered graph, reports bindings that do not fit and races. */
void sim_match_exec(sim_exec *exec);
void sim_match_node_again(sim_exec *exec, size_t node); /* after an update */
/* The parts of a fused launch, which are as known as the node is. */
sim_fused *sim_match_fused(sim_exec *exec, size_t node);
/* The address that a binding is about; false if the node has none there. */
bool sim_bound_address(const sim_node *node, int parameter, uint64_t *address);
/* At a launch: finds where the application's memory lies that its nodes use. */
void sim_external_find(const sim_exec *exec);
void sim_check_races(const sim_exec *exec);

/* ---- undefined.c: bytes that hold junk ---- */

/* What a disabled node would have written as a whole becomes undefined. */
void sim_node_skipped(const sim_exec *exec, size_t node);
void sim_kernel_wrote(const sim_exec *exec, size_t node);
bool sim_check_copy_defined(const sim_exec *exec, size_t node); /* false, with a problem: not all is */

/* ---- host.c: what the application may not touch while a graph runs ---- */

typedef struct sim_watch sim_watch;
sim_watch *sim_watch_begin(const sim_exec *exec);                 /* at the launch; NULL: nothing is watched */
void sim_watch_end(const sim_exec *exec, const sim_watch *watch); /* reports what has changed */
void sim_watch_free(sim_watch *watch);
/* What the graph's word of its end was at the launch; NULL: nobody looked. */
const uint32_t *sim_watch_word(const sim_watch *watch);

/* ---- traffic.c: what crosses the bus, for tests that count it ---- */

void sim_traffic_begin(const sim_exec *exec, size_t node);
void sim_traffic_end(const sim_exec *exec, size_t node);

/* ---- end.c: a last node that writes a word for the host ---- */

uint64_t sim_end_word(const sim_exec *exec); /* 0: the graph has none */
void sim_end_check(const sim_exec *exec);    /* when it is matched: is the node behind all others? */
CUresult sim_run_end(sim_exec *exec, size_t node, bool *waited);
/* Around each other node. */
uint32_t sim_end_look(const sim_exec *exec);
void sim_end_unchanged(const sim_exec *exec, size_t node, uint32_t before);
/* The launch is complete and checked: if the node has run, the host may see it. `first`: what the word was at the
 * launch; NULL: nobody looked. */
void sim_end_show(sim_exec *exec, const uint32_t *first);

/* ---- check.c: one kernel node under observation ---- */

/* False: not a node of a registered graph whose memory is alive, or too large to check unasked. */
bool sim_check_applies(const sim_exec *exec);
CUresult sim_run_checked(sim_exec *exec, size_t node, bool *waited);

/* ---- called.c: a function in place of a node ---- */

/* *answer: what the function answered. */
CUresult sim_run_call(const sim_exec *exec, size_t node, int *answer);

/* ---- dependency.c: programmatic edges ---- */

void sim_dependencies_begin(sim_exec *exec);
void sim_dependencies_start(sim_exec *exec, uint32_t node);
void sim_dependencies_end(sim_exec *exec, uint32_t node, bool waited);
/* Is there something that is complete only when the node has waited? */
bool sim_dependencies_left(const sim_exec *exec, uint32_t node);
void sim_early_find(const sim_exec *exec, uint32_t node, sim_early *early);
void sim_early_free(sim_early *early);

#pragma GCC visibility pop

#endif
