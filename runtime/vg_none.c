/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_none.c - the runtime for builds without CUDA (-DVG_WITHOUT_CUDA). It stands in for every file that includes
 * vg_impl.h; these are empty then, so that the same list of files serves both builds. Open fails with VG_NO_CUDA and a
 * detail that says why, and so does every other call: an application builds and reports the reason on a machine that
 * has neither the headers nor the driver. vg_sleep.c and vg_text.c need no CUDA. In a build with CUDA this file is
 * empty. */
#include "vg_capture.h"
#include "vg_fused.h"
#include "vg_mailbox.h"

#include <string.h>

/* ISO C wants a declaration in every file. */
VG_STATIC_ASSERT(sizeof(void *) == 8, pointers_have_64_bits);

#ifdef VG_WITHOUT_CUDA

extern const char vg_program_here[];
const vg_runtime vg_runtime_here = {VG_RUNTIME_TEXT, vg_program_here};

/* ---- records of what failed ---- */

/* Whatever emitted code refuses, because the program is not open or because of an argument, there is one reason why
 * nothing can be done. */
vg_status vg_refuse(vg_program *rt, vg_status status, const char *what, uint64_t expected, uint64_t found)
{
    (void)status;
    (void)what;
    (void)expected;
    (void)found;
    (void)memset(&rt->detail, 0, sizeof rt->detail);
    rt->detail.status = VG_NO_CUDA;
    rt->detail.call = "a runtime with CUDA";
    rt->detail.step = "";
    rt->stats.errors++;
    return VG_NO_CUDA;
}

static vg_status none(vg_program *rt)
{
    return rt == NULL ? VG_ARGUMENT : vg_refuse(rt, VG_NO_CUDA, "", 0, 0);
}

vg_status vg_driver_failed(vg_program *rt, int result, const char *call, const char *step)
{
    (void)result;
    (void)step;
    (void)call;
    return none(rt);
}

/* ---- opening and closing ---- */

vg_status vg_open(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage)
{
    (void)desc;
    (void)config;
    (void)storage;
    return none(rt);
}

vg_status vg_open_lane(vg_program *rt, vg_program *first, const vg_storage *storage)
{
    (void)first;
    (void)storage;
    return none(rt);
}

vg_status vg_close(vg_program *rt)
{
    return none(rt);
}

/* ---- replays and state ---- */

vg_status vg_start(vg_program *rt, unsigned graph)
{
    (void)graph;
    return none(rt);
}

vg_status vg_poll(vg_program *rt)
{
    return none(rt);
}

vg_status vg_finish(vg_program *rt, uint64_t timeout_ns)
{
    (void)timeout_ns;
    return none(rt);
}

vg_status vg_replay(vg_program *rt, unsigned graph)
{
    (void)graph;
    return none(rt);
}

vg_status vg_replay_timed(vg_program *rt, unsigned graph, vg_times *times)
{
    (void)graph;
    (void)times;
    return none(rt);
}

vg_status vg_step(vg_program *rt, unsigned graph)
{
    (void)graph;
    return none(rt);
}

vg_status vg_step_fused(vg_program *rt, unsigned node, unsigned *parts)
{
    (void)node;
    *parts = 0;
    return none(rt);
}

vg_status vg_step_part(vg_program *rt, unsigned part)
{
    (void)part;
    return none(rt);
}

vg_status vg_step_setter(vg_program *rt, unsigned part, vg_setter what, uint64_t passes, uint64_t flag,
                         uint32_t number, uint64_t *condition)
{
    (void)part;
    (void)what;
    (void)passes;
    (void)flag;
    (void)number;
    (void)condition;
    return none(rt);
}

vg_status vg_profile(vg_program *rt, unsigned graph, uint32_t replays, const vg_node_times *times)
{
    (void)graph;
    (void)replays;
    (void)times;
    return none(rt);
}

const vg_stats *vg_sum_graph(const vg_graph_desc *desc, const vg_graph *graph)
{
    (void)desc;
    return &graph->sums;
}

const vg_stats *vg_sum_stats(const vg_program *rt, const vg_graph_desc *descs, const vg_graph *graphs, unsigned count)
{
    (void)descs;
    (void)graphs;
    (void)count;
    return &rt->stats;
}

void vg_code_init(vg_code *code)
{
    (void)memset(code, 0, sizeof *code);
    code->state = VG_MARK_CODE;
    code->detail.call = "";
    code->detail.step = "";
}

vg_status vg_code_unload(vg_code *code)
{
    return code == NULL || code->state != VG_MARK_CODE ? VG_ARGUMENT : VG_NO_CUDA;
}

vg_status vg_describe(vg_program *rt, int (*write)(void *user, const char *text, size_t size), void *user)
{
    (void)write;
    (void)user;
    return none(rt);
}

void vg_pool_init(vg_pool *pool, const vg_pool_memory *memory)
{
    (void)memset(pool, 0, sizeof *pool);
    pool->state = VG_MARK_POOL;
    pool->memory = *memory;
    pool->detail.call = "";
    pool->detail.step = "";
}

vg_status vg_pool_take(vg_program *rt)
{
    return none(rt);
}

vg_status vg_pool_free(vg_pool *pool)
{
    return pool == NULL || pool->state != VG_MARK_POOL ? VG_ARGUMENT : VG_NO_CUDA;
}

vg_status vg_touch(vg_program *rt)
{
    return none(rt);
}

vg_status vg_reset(vg_program *rt)
{
    return none(rt);
}

vg_status vg_save(vg_program *rt, void *memory, size_t size)
{
    (void)memory;
    (void)size;
    return none(rt);
}

vg_status vg_restore(vg_program *rt, const void *memory, size_t size)
{
    (void)memory;
    (void)size;
    return none(rt);
}

int vg_trace_write(const vg_trace *traces, unsigned count, int (*write)(void *user, const char *text, size_t size),
                   void *user)
{
    (void)traces;
    (void)count;
    (void)write;
    (void)user;
    return VG_NO_CUDA;
}

/* Inputs are compared in open programs only, and none ever is. */
int vg_take(void *kept, const void *from, size_t size)
{
    (void)kept;
    (void)from;
    (void)size;
    return 1;
}

uint64_t vg_now(void)
{
    return 0;
}

uint64_t vg_hash(uint64_t hash, const void *bytes, size_t size)
{
    (void)hash;
    (void)bytes;
    (void)size;
    return 0;
}

unsigned vg_kept_next(const vg_kept *calls, unsigned count, unsigned from, uint64_t hash)
{
    (void)calls;
    (void)from;
    (void)hash;
    return count;
}

unsigned vg_kept_oldest(const vg_kept *calls, unsigned count)
{
    (void)calls;
    (void)count;
    return 0;
}

void vg_hit(vg_program *rt, unsigned graph)
{
    (void)rt;
    (void)graph;
}

/* ---- queues ---- */

vg_status vg_open_slot(vg_program *rt, vg_program *lane, const vg_storage *storage, unsigned slot)
{
    (void)lane;
    (void)storage;
    (void)slot;
    return none(rt);
}

vg_status vg_queue_check_close(vg_program *lane)
{
    (void)lane;
    return VG_OK; /* vg_queue_close answers */
}

vg_status vg_queue_close(vg_program *lane)
{
    return none(lane);
}

vg_status vg_queue_start(vg_program *lane, unsigned graph)
{
    (void)graph;
    return none(lane);
}

vg_status vg_queue_poll(vg_program *lane)
{
    return none(lane);
}

vg_status vg_queue_finish(vg_program *lane, uint64_t timeout_ns)
{
    (void)timeout_ns;
    return none(lane);
}

vg_status vg_queue_finish_all(vg_program *lane, uint64_t timeout_ns)
{
    (void)timeout_ns;
    return none(lane);
}

vg_status vg_queue_alone(vg_program *lane)
{
    return none(lane);
}

vg_status vg_queue_ran(vg_program *lane, vg_status status)
{
    (void)lane;
    return status;
}

/* ---- what emitted code calls while graphs are built and changed ---- */

vg_status vg_node_added(vg_program *rt, unsigned node, void *handle, int result, const char *call)
{
    (void)node;
    (void)handle;
    (void)result;
    (void)call;
    return none(rt);
}

vg_status vg_check_cooperative(vg_program *rt, unsigned node, const void *params, uint64_t blocks, uint64_t shared)
{
    (void)node;
    (void)params;
    (void)blocks;
    (void)shared;
    return none(rt);
}

vg_status vg_check_cluster(vg_program *rt, unsigned node, const void *params, uint32_t x, uint32_t y, uint32_t z)
{
    (void)node;
    (void)params;
    (void)x;
    (void)y;
    (void)z;
    return none(rt);
}

vg_status vg_resident(vg_program *rt, unsigned node, void *function, uint32_t threads, uint32_t shared,
                      uint32_t cluster, uint32_t most, uint32_t *blocks)
{
    (void)node;
    (void)function;
    (void)threads;
    (void)shared;
    (void)cluster;
    (void)most;
    (void)blocks;
    return none(rt);
}

vg_status vg_node_cooperative(vg_program *rt, unsigned node)
{
    (void)node;
    return none(rt);
}

vg_status vg_node_cluster(vg_program *rt, unsigned node, uint32_t x, uint32_t y, uint32_t z)
{
    (void)node;
    (void)x;
    (void)y;
    (void)z;
    return none(rt);
}

vg_status vg_node_priority(vg_program *rt, unsigned node, int32_t priority)
{
    (void)node;
    (void)priority;
    return none(rt);
}

vg_status vg_node_grid(vg_program *rt, unsigned node, uint64_t *handle)
{
    (void)node;
    (void)handle;
    return none(rt);
}

vg_status vg_node_again(vg_program *rt, unsigned node, const void *params)
{
    (void)node;
    (void)params;
    return none(rt);
}

vg_status vg_graph_changed(vg_program *rt, unsigned graph)
{
    (void)graph;
    return none(rt);
}

vg_status vg_grid_fits(vg_program *rt, unsigned node, uint32_t most, const void *above)
{
    (void)node;
    (void)most;
    (void)above;
    return none(rt);
}

vg_status vg_rebuild(vg_program *rt, unsigned graph, void **made, void **nodes, void **conditions)
{
    (void)graph;
    (void)made;
    (void)nodes;
    (void)conditions;
    return none(rt);
}

vg_status vg_node_enable(vg_program *rt, unsigned graph, unsigned node, unsigned char enabled)
{
    (void)graph;
    (void)node;
    (void)enabled;
    return none(rt);
}

vg_status vg_node_patch(vg_program *rt, unsigned graph, unsigned node, const void *params)
{
    (void)graph;
    (void)node;
    (void)params;
    return none(rt);
}

/* ---- external memory ---- */

vg_status vg_bind(vg_program *rt, const vg_external_desc *what, vg_bound *bound, uint64_t address, uint64_t bytes)
{
    (void)rt;
    (void)what;
    (void)bound;
    (void)address;
    (void)bytes;
    return VG_NO_CUDA;
}

void vg_give(const vg_program *rt, vg_bound *bound, const vg_external *given, unsigned count)
{
    (void)rt;
    (void)bound;
    (void)given;
    (void)count;
}

vg_status vg_bind_given(vg_program *rt, const vg_external_desc *what, vg_bound *bound, unsigned count)
{
    (void)rt;
    (void)what;
    (void)bound;
    (void)count;
    return VG_NO_CUDA;
}

vg_status vg_check_bound(vg_program *rt, const vg_external_desc *what, vg_bound *bound, const uint32_t *used,
                         unsigned count)
{
    (void)rt;
    (void)what;
    (void)bound;
    (void)used;
    (void)count;
    return VG_NO_CUDA;
}

vg_status vg_pin(vg_program *rt, uint64_t bytes, void **memory)
{
    (void)rt;
    (void)bytes;
    (void)memory;
    return VG_NO_CUDA;
}

vg_status vg_unpin(vg_program *rt, void *memory)
{
    (void)rt;
    (void)memory;
    return VG_NO_CUDA;
}

/* ---- mailboxes ---- */

#define MAIL vg_program *rt, vg_mail *mail
#define NONE                                                                                                           \
    {                                                                                                                  \
        (void)mail;                                                                                                    \
        return none(rt);                                                                                               \
    }
vg_status vg_mail_close(MAIL) NONE
vg_status vg_mail_arm(MAIL) NONE
vg_status vg_mail_disarm(MAIL) NONE
vg_status vg_mail_poll(MAIL) NONE

vg_status vg_mail_quiet(MAIL, const vg_program *since)
{
    (void)mail;
    (void)since;
    return rt == NULL ? VG_ARGUMENT : VG_OK;
}

vg_status vg_mail_open(MAIL, const vg_mail_desc *desc)
{
    (void)desc;
    NONE
}

vg_status vg_mail_launch(MAIL, void **arguments)
{
    (void)arguments;
    NONE
}

vg_status vg_mail_start(MAIL, unsigned graph)
{
    (void)graph;
    NONE
}

vg_status vg_mail_finish(MAIL, uint64_t timeout_ns)
{
    (void)timeout_ns;
    NONE
}

vg_status vg_mail_replay(MAIL, unsigned graph)
{
    (void)graph;
    NONE
}

/* ---- captured functions ---- */

void vg_captures_for(vg_storage *storage, vg_captures *room, const vg_capture_desc *steps, unsigned count,
                     vg_captured *made, vg_captured_node *nodes, void **list, vg_capture_place *places)
{
    (void)storage;
    (void)room;
    (void)steps;
    (void)count;
    (void)made;
    (void)nodes;
    (void)list;
    (void)places;
}

vg_status vg_capture(vg_program *rt, const vg_capture_desc *what, void *graph, void *const *after, unsigned count)
{
    (void)what;
    (void)graph;
    (void)after;
    (void)count;
    return none(rt);
}

void *vg_capture_end(const vg_program *rt, const vg_capture_desc *what)
{
    (void)rt;
    (void)what;
    return NULL;
}

int vg_capture_ends_in_kernel(const vg_program *rt, const vg_capture_desc *what)
{
    (void)rt;
    (void)what;
    return 0;
}

vg_status vg_capture_enable(vg_program *rt, const vg_capture_desc *what, unsigned char enabled)
{
    (void)what;
    (void)enabled;
    return none(rt);
}

#endif
