/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_nccl.h - programs of several ranks (`ranks: N`): what an application brings, and the way out when another rank is
 * gone. NAME.h includes it where a program has more than one.
 *
 * Every rank makes a communicator by ncclCommInitRank, hands it to open in a vg_ranks, and closes the program before it
 * destroys the communicator: NCCL waits for all graphs that its calls were captured in. Open, step and the replays of
 * a graph are calls of all ranks, in the same order on each. */
#ifndef VG_NCCL_H
#define VG_NCCL_H

#include "vg_capture.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_nccl_call VG_SYMBOL(vg_nccl_call)
#define vg_nccl_failed VG_SYMBOL(vg_nccl_failed)
#define vg_nccl_error_text VG_SYMBOL(vg_nccl_error_text)
#define vg_nccl_abort VG_SYMBOL(vg_nccl_abort)
#define vg_nccl_join VG_SYMBOL(vg_nccl_join)

/* ---- for applications ---- */

#define VG_RANKS_TIMEOUT_NS UINT64_C(30000000000)

/* Zero it, then set the first two. It stays where it is as long as the program is open. */
typedef struct vg_ranks {
    /* ncclComm_t of as many ranks as the program has, on its device. With `blocking = 0` in its ncclConfig_t open ends
     * in time whatever other ranks do; NCCL's own calls may wait for good where ranks are connected at first use. */
    void *communicator;
    uint64_t timeout_ns;        /* how long open and step wait for the other ranks; 0: VG_RANKS_TIMEOUT_NS */
    /* The rest is the runtime's. */
    int error;                  /* ncclResult_t of what failed last, or 0 */
    unsigned aborting;          /* 0, or how far an abort has come */
    uint64_t thread[2];         /* that aborts */
} vg_ranks;

/* Asks NCCL whether the communicator has met an error: VG_OK, or VG_LOST, also once an abort has begun. After a finish
 * that answered VG_TIMEOUT a rank may be late or gone. Not every way in which ranks are connected notices that a
 * process has ended, so VG_OK is no promise that it lives. */
vg_status vg_nccl_failed(vg_ranks *ranks);
/* NCCL's words for the last error; "" where there was none. */
const char *vg_nccl_error_text(const vg_ranks *ranks);

/* The way out of a replay that does not end. Begins ncclCommAbort in a thread of its own, because that call returns
 * only when all graphs are gone that the communicator's calls were captured in. The replay then ends, with undefined
 * outputs. Close the program, and join. VG_STATE where there is no communicator. */
vg_status vg_nccl_abort(vg_ranks *ranks);
/* Waits until the abort has ended, for at most so long: VG_OK, and the communicator is gone; VG_TIMEOUT; VG_STATE
 * where none has begun. An open or step that answered VG_TIMEOUT has begun one. */
vg_status vg_nccl_join(vg_ranks *ranks, uint64_t timeout_ns);

/* ---- what emitted code hands over ---- */

typedef enum vg_collective_kind { VG_ALL_REDUCE, VG_BROADCAST, VG_ALL_GATHER, VG_REDUCE_SCATTER } vg_collective_kind;

typedef enum vg_rank_type {
    VG_RANK_I8, VG_RANK_U8, VG_RANK_I32, VG_RANK_U32, VG_RANK_I64, VG_RANK_U64,
    VG_RANK_F16, VG_RANK_BF16, VG_RANK_F32, VG_RANK_F64
} vg_rank_type;

typedef enum vg_reduction { VG_SUM, VG_PROD, VG_MIN, VG_MAX } vg_reduction;

typedef struct vg_collective {
    const char *title;
    vg_collective_kind kind;
    vg_rank_type type;
    vg_reduction reduction;     /* all_reduce, reduce_scatter */
    int root;                   /* broadcast */
    uint64_t count;             /* as NCCL counts: elements of a rank's part */
} vg_collective;

/* What all ranks must have alike. */
typedef struct vg_meeting {
    uint64_t stamp;             /* of the plan */
    unsigned ranks;
} vg_meeting;

/* Room in the program's struct. */
typedef struct vg_ranks_use {
    vg_ranks *ranks;            /* as open was given it, or NULL */
    unsigned met;               /* 1: the other ranks have the same plan */
} vg_ranks_use;

/* Does one collective on a stream, which may be captured, or at once where it is NULL. The first call of a program
 * meets the other ranks. Waits for the end unless the stream is captured. Returns 0, or VG_CAPTURE_TOLD. */
int vg_nccl_call(vg_program *rt, vg_ranks_use *use, const vg_meeting *meeting, const vg_collective *what, uint64_t from,
                 uint64_t to, void *stream);

#ifdef __cplusplus
}
#endif

#endif
