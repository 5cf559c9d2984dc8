/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_fused.h - the contract of fused launches: nodes that do what several steps of the spec say. NAME.h includes it
 * where step mode takes such a launch apart, which then runs its parts. */
#ifndef VG_FUSED_H
#define VG_FUSED_H

#include "vg_program.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_step_fused VG_SYMBOL(vg_step_fused)
#define vg_step_part VG_SYMBOL(vg_step_part)
#define vg_step_setter VG_SYMBOL(vg_step_setter)

typedef struct vg_fused {
    unsigned node;              /* the launch */
    unsigned first, count;      /* its parts, behind the nodes of all graphs */
    /* Adds the parts to a CUgraph, in order, as what was set last wants them. */
    vg_status (*build)(void *self, void *graph);
    vg_status (*run)(void *self);       /* runs them; NULL: each once, in order */
} vg_fused;

/* What a kernel does that sets the condition of a loop or choice (kernels/builtin/control.cu): in step mode the host
 * does it. */
typedef enum vg_setter {
    VG_LOOP_BEGIN,              /* no pass was done; 1 where the number is not 0, else whether the flag is not 0 */
    VG_LOOP_NEXT,               /* one more pass was done; whether the flag is not 0 and `number` not reached */
    VG_LOOP_ODD,                /* whether the passes are an odd number */
    VG_CHOOSE_IF,               /* whether the flag is not 0 */
    VG_CHOOSE_CASE              /* the flag */
} vg_setter;

/* For vg_fused.build: whether step mode runs the part. */
static inline void vg_part_runs(vg_program *rt, unsigned part, int runs)
{
    rt->store.disabled[part] = (unsigned char)(runs != 0 ? 0 : 1);
}

/* For vg_storage: runs the parts of this node and sets *parts to how many it has, 0 where it is no fused launch. */
vg_status vg_step_fused(vg_program *rt, unsigned node, unsigned *parts);
/* P_step of a program with fused launches. That no other function needs vg_fused.c keeps it out of applications that do
 * not step. */
static inline vg_status vg_step_apart(vg_program *rt, unsigned graph)
{
    rt->store.step_fused = vg_step_fused;
    return vg_step(rt, graph);
}
/* For vg_fused.run. Runs a part, unless a switch leaves it out. */
vg_status vg_step_part(vg_program *rt, unsigned part);
/* Sets *condition as the part would; passes and flag are device addresses of u32, or 0. */
vg_status vg_step_setter(vg_program *rt, unsigned part, vg_setter what, uint64_t passes, uint64_t flag, uint32_t number,
                         uint64_t *condition);

#ifdef __cplusplus
}
#endif

#endif
