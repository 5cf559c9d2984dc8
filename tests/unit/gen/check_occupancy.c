/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "image/occupancy.h"
#include "unit/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static occupancy_result found;

static void expect(unsigned capability, uint32_t threads, uint32_t registers, uint64_t shared, uint32_t blocks,
                   const char *limit)
{
    occupancy_use use = {threads, registers, shared};

    ck_assert(occupancy_find(capability, &use, &found));
    ck_assert_msg(found.blocks == blocks && strcmp(found.limit, limit) == 0,
                  "sm_%u, %u threads, %u registers, %u bytes: %u by %s, expected %u by %s", capability, threads,
                  registers, (unsigned)shared, found.blocks, found.limit, blocks, limit);
    ck_assert_uint_eq(found.warps, blocks * ((threads + 31) / 32));
    ck_assert_uint_le(found.warps, found.most_warps);
}

/* Figures of the calculation in NVIDIA's cuda_occupancy.h for devices with these limits. */
START_TEST(each_limit_counts)
{
    expect(90, 256, 32, 0, 8, "warps");
    expect(90, 32, 16, 0, 32, "blocks");
    expect(90, 256, 40, 0, 6, "registers");
    expect(90, 256, 32, 48 * 1024, 4, "shared memory");
    expect(75, 256, 64, 0, 4, "warps");
    expect(86, 256, 32, 0, 6, "warps");
    expect(89, 32, 16, 0, 24, "blocks");
    expect(120, 1024, 32, 0, 1, "warps");
}
END_TEST

/* Registers are given to warps in pieces of 256, warps to four parts in turn. */
START_TEST(registers_come_in_pieces)
{
    expect(90, 96, 168, 0, 4, "registers");
    expect(90, 32, 255, 0, 8, "registers");
    expect(90, 1024, 64, 0, 1, "registers");
    expect(90, 1024, 65, 0, 0, "registers");
}
END_TEST

/* From 8.0 on the system takes 1 KiB with each block. */
START_TEST(shared_memory_has_a_reserve)
{
    expect(90, 64, 16, 227 * 1024, 1, "shared memory");
    expect(90, 64, 16, 227 * 1024 + 1, 0, "shared memory");
    expect(80, 64, 16, 163 * 1024, 1, "shared memory");
    expect(75, 64, 16, 64 * 1024, 1, "shared memory");
    expect(75, 64, 16, 32 * 1024, 2, "shared memory");
    expect(86, 64, 16, 32 * 1024, 3, "shared memory");
}
END_TEST

START_TEST(what_is_not_known)
{
    occupancy_use use = {128, 32, 0};

    ck_assert(!occupancy_find(999, &use, &found));
    use.threads = 0;
    ck_assert(!occupancy_find(90, &use, &found));
    expect(90, 1025, 16, 0, 0, "warps");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("occupancy");
    TCase *group = tcase_create("occupancy");
    tcase_add_test(group, each_limit_counts);
    tcase_add_test(group, registers_come_in_pieces);
    tcase_add_test(group, shared_memory_has_a_reserve);
    tcase_add_test(group, what_is_not_known);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
