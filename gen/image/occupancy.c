/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "image/occupancy.h"

#include <stddef.h>

#define WARP 32u
#define REGISTERS 65536u    /* of a multiprocessor, and the most of a block */
#define REGISTER_UNIT 256u  /* they are given to warps in such pieces … */
#define PARTS 4u            /* … from as many parts of the multiprocessor, each with its own */
#define MOST_REGISTERS 255u /* of a thread */
#define MOST_THREADS 1024u  /* of a block */
#define KIB 1024u

typedef struct {
    unsigned capability;
    uint32_t warps, blocks;   /* resident on a multiprocessor */
    uint32_t shared_bytes;    /* of a multiprocessor … */
    uint32_t shared_unit;     /* … given in such pieces … */
    uint32_t shared_reserved; /* … of which the system takes so much with each block */
    uint32_t shared_block;    /* the most of a block, without that */
    uint32_t multiprocessors; /* of the largest known chip, with all of its parts: no product has more */
} limits;

static const limits table[] = {
    {75, 32, 16, 64 * KIB, 256, 0, 64 * KIB, 72},       {80, 64, 32, 164 * KIB, 128, KIB, 163 * KIB, 128},
    {86, 48, 16, 100 * KIB, 128, KIB, 99 * KIB, 84},    {87, 48, 16, 164 * KIB, 128, KIB, 163 * KIB, 16},
    {89, 48, 24, 100 * KIB, 128, KIB, 99 * KIB, 144},   {90, 64, 32, 228 * KIB, 128, KIB, 227 * KIB, 144},
    {100, 64, 32, 228 * KIB, 128, KIB, 227 * KIB, 160}, {103, 64, 32, 228 * KIB, 128, KIB, 227 * KIB, 160},
    {110, 48, 24, 228 * KIB, 128, KIB, 227 * KIB, 20},  {120, 48, 24, 100 * KIB, 128, KIB, 99 * KIB, 192},
    {121, 48, 24, 100 * KIB, 128, KIB, 99 * KIB, 48},
};

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static uint32_t by_registers(const occupancy_use *use, uint32_t warps)
{
    uint64_t of_warp = round_up((uint64_t)use->registers * WARP, REGISTER_UNIT);

    if (use->registers > MOST_REGISTERS)
        return 0;
    if (of_warp == 0)
        return UINT32_MAX;
    /* A block's warps go to the parts in turn, so that each part is asked for a whole number of them. */
    if (of_warp * round_up(warps, PARTS) > REGISTERS)
        return 0;
    return (uint32_t)(REGISTERS / PARTS / of_warp * PARTS / warps);
}

static uint32_t by_shared(const limits *l, const occupancy_use *use)
{
    uint64_t of_block = round_up(use->shared_bytes + l->shared_reserved, l->shared_unit);

    if (use->shared_bytes > l->shared_block)
        return 0;
    return of_block == 0 ? UINT32_MAX : (uint32_t)(l->shared_bytes / of_block);
}

bool occupancy_find(unsigned capability, const occupancy_use *use, occupancy_result *result)
{
    static const char *const names[] = {"warps", "blocks", "registers", "shared memory"};
    const limits *l = NULL;
    uint32_t warps = (use->threads + WARP - 1) / WARP;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        l = table[i].capability == capability ? &table[i] : l;
    if (l == NULL || warps == 0)
        return false;
    uint32_t most[] = {use->threads > MOST_THREADS ? 0 : l->warps / warps, l->blocks, by_registers(use, warps),
                       by_shared(l, use)};
    size_t least = 0;
    for (size_t i = 1; i < 4; i++)
        least = most[i] < most[least] ? i : least;
    *result = (occupancy_result){most[least], most[least] * warps, l->warps, l->multiprocessors, names[least]};
    return true;
}
