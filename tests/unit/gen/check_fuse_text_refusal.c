/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Kernels that cannot be part of a launch, and some that can though they look like those. */
#include "memory_fixture.h"

#include "fuse/fuse_text.h"

#include <check.h>
#include <string.h>

#define HEAD ".version 8.4\n.target sm_90\n.address_size 64\n"
#define OPEN                                                                                                           \
    ".visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1, .param .u32 k_param_2)\n{\n"                      \
    ".reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n.shared .align 4 .b8 s[128];\n"
#define CLOSE "DONE: ret;\n}\n"
#define BY_THREAD "mov.u32 %r1, %tid.x; ld.param.u32 %r2, [k_param_2]; setp.ge.u32 %p1, %r1, %r2; @%p1 bra DONE;\n"
#define SHUFFLE "shfl.sync.down.b32 %r4, %r3, 1, 31, -1;\n"

typedef struct {
    const char *before; /* of the kernel in its module */
    const char *body;
    uint32_t block, grid, threads;
    const char *why; /* NULL: it can be a part */
} fuse_case;

static const fuse_case cases[] = {
    {"", "", 256, 1, 256, NULL},
    {"", "", 100, 8, 1024, NULL},
    {"", "", 100, 9, 1024, "it has shared memory, and the 100 threads of its block are not whole warps of the launch"},
    {"", "", 512, 1, 256, "its blocks have 512 threads, more than the launch has"},
    /* Who leaves, and what stands behind it. */
    {"", BY_THREAD, 256, 1, 256, NULL},
    {"", BY_THREAD "bar.sync 0;\n", 256, 1, 256, "some threads may leave before a barrier"},
    {"", BY_THREAD SHUFFLE, 256, 1, 256, "some threads may leave before a warp operation"},
    {"", "bar.sync 0;\n" BY_THREAD, 256, 1, 256, NULL},
    {"", "mov.u32 %r1, %ctaid.x; setp.gt.u32 %p1, %r1, 2; @%p1 bra DONE; bar.sync 0;\n", 64, 4, 256, NULL},
    {"", "ld.param.u32 %r2, [k_param_2]; setp.eq.u32 %p1, %r2, 0; @%p1 ret; bar.sync 0;\n", 256, 1, 256, NULL},
    {"", "mov.u32 %r1, %tid.y; setp.eq.u32 %p1, %r1, 0; @%p1 exit; bar.sync 0;\n", 256, 1, 256, NULL},
    {"", "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; @%p1 exit; bar.sync 0;\n", 256, 1, 256,
     "some threads may leave before a barrier"},
    {"", "mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 31; @%p1 bra DONE;\n" SHUFFLE, 256, 1, 256, NULL},
    {"",
     "mov.u32 %r1, %tid.x; cvt.u64.u32 %rd1, %r1; cvt.u32.u64 %r2, %rd1; setp.gt.u32 %p1, %r2, 31; @%p1 bra "
     "DONE;\n" SHUFFLE,
     256, 1, 256, NULL},
    {"", "mov.u32 %r1, %tid.x; cvt.u32.u8 %r2, %r1; setp.gt.u32 %p1, %r2, 31; @%p1 bra DONE;\n" SHUFFLE, 256, 1, 256,
     "some threads may leave before a warp operation"},
    {"", "mov.u32 %r1, %tid.x; mov.u32 %r1, 7; setp.gt.u32 %p1, %r1, 31; @%p1 bra DONE;\n" SHUFFLE, 256, 1, 256,
     "some threads may leave before a warp operation"},
    {"", "mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 30; @%p1 bra DONE;\n" SHUFFLE, 256, 1, 256,
     "some threads may leave before a warp operation"},
    {"", "mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 31; @%p1 bra DONE; bar.sync 0;\n", 256, 1, 256,
     "some threads may leave before a barrier"},
    {"", "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; setp.eq.u32 %p1, %r2, 3; @%p1 bra DONE;\n" SHUFFLE, 256, 1, 256,
     NULL},
    {"", "mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 31; @%p1 bra A; bar.sync 0;\nA: st.shared.u32 [s], 1;\n", 256, 1,
     256, "not all threads may reach a barrier"},
    {"", "mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 31; @%p1 bra A; bar.sync 1, 32;\nA: st.shared.u32 [s], 1;\n", 256,
     1, 256, NULL},
    /* A word of memory that all threads ask for. */
    {"", "ld.param.u64 %rd1, [k_param_0]; ld.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @%p1 ret; bar.sync 0;\n",
     256, 1, 256, NULL},
    {"",
     "ld.param.u64 %rd1, [k_param_0]; ld.param.u64 %rd2, [k_param_1]; ld.global.u32 %r1, [%rd1];\n"
     "setp.eq.u32 %p1, %r1, 0; @%p1 ret; st.global.u32 [%rd2], %r1; bar.sync 0;\n",
     256, 1, 256, NULL},
    {"",
     "ld.param.u64 %rd1, [k_param_0]; ld.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @%p1 ret;\n"
     "st.global.u32 [%rd1+64], %r1; bar.sync 0;\n",
     256, 1, 256, "some threads may leave before a barrier"},
    {"",
     "ld.param.u64 %rd1, [k_param_0]; ld.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @%p1 ret;\n"
     "bar.sync 0; st.global.u32 [%rd1+64], %r1; bar.sync 0;\n",
     256, 1, 256, NULL},
    {"",
     "ld.param.u64 %rd1, [k_param_0]; ld.volatile.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @%p1 ret;\n"
     "bar.sync 0;\n",
     256, 1, 256, "some threads may leave before a barrier"},
    {"", "st.shared.u32 [s], 1; bar.sync 0; ld.shared.u32 %r1, [s]; setp.eq.u32 %p1, %r1, 0; @%p1 ret; bar.sync 0;\n",
     256, 1, 256, NULL},
    {"", "st.shared.u32 [s], 1; ld.shared.u32 %r1, [s]; setp.eq.u32 %p1, %r1, 0; @%p1 ret; bar.sync 0;\n", 256, 1, 256,
     "some threads may leave before a barrier"},
    {"",
     "ld.param.u64 %rd1, [k_param_0]; atom.global.add.u32 %r1, [%rd1], 1; setp.eq.u32 %p1, %r1, 0; @%p1 ret;\n"
     "bar.sync 0;\n",
     256, 1, 256, "some threads may leave before a barrier"},
    /* A loop that each thread leaves when it likes. */
    {"", "mov.u32 %r1, %tid.x;\nA: sub.u32 %r1, %r1, 1; bar.sync 0; setp.gt.s32 %p1, %r1, 0; @%p1 bra A;\n", 256, 1,
     256, "some threads may leave before a barrier"},
    {"", "mov.u32 %r1, 9;\nA: sub.u32 %r1, %r1, 1; bar.sync 0; setp.gt.s32 %p1, %r1, 0; @%p1 bra A;\n", 256, 1, 256,
     NULL},
    {"",
     "mov.u32 %r1, 0; mov.u32 %r2, %tid.x; setp.gt.u32 %p2, %r2, 7; @%p2 bra A; mov.u32 %r1, 1;\n"
     "A: setp.eq.u32 %p1, %r1, 0; @%p1 ret; bar.sync 0;\n",
     256, 1, 256, "some threads may leave before a barrier"},
    /* How blocks lie in the launch. */
    {"", "bar.sync 0;\n", 100, 1, 256,
     "it has barriers, and the 100 threads of its block are not whole warps of the launch"},
    {"", "bar.sync 0;\n", 100, 1, 100, NULL},
    {"", SHUFFLE, 48, 2, 256,
     "it has warp operations, and the 48 threads of its block are not whole warps of the launch"},
    {"", "bar.sync 0;\n", 64, 15, 1024, NULL},
    {"", "bar.sync 0;\n", 64, 16, 1024, "16 blocks side by side with 1 barrier each need more than 15 numbers"},
    {"", "bar.sync 0; bar.sync 7;\n", 64, 8, 1024,
     "8 blocks side by side with 2 barriers each need more than 15 numbers"},
    {"", "mov.u32 %r1, 1; bar.sync %r1;\n", 256, 1, 256, "the number of a barrier is computed"},
    {".shared .align 4 .b8 big[20000];\n", "st.shared.u32 [big], 1;\n", 256, 4, 1024,
     "4 of its blocks side by side take 80512 bytes of shared memory, more than 49152"},
    /* Special registers. */
    {"", "mov.u32 %r1, %laneid; mov.u32 %r2, %lanemask_lt;\n", 64, 4, 256, NULL},
    {"", "mov.u32 %r1, %warpid;\n", 256, 1, 256, NULL},
    {"", "mov.u32 %r1, %warpid;\n", 128, 1, 256, "it reads %warpid, which is another one in the launch"},
    {"", "mov.u32 %r1, %smid;\n", 64, 4, 256, "it reads %smid, which is another one in the launch"},
    {"", "mov.u64 %rd1, %clock64;\n", 64, 4, 256, "it reads %clock64, which is another one in the launch"},
    {"", "mov.u64 %rd1, %globaltimer;\n", 64, 4, 256, "it reads %globaltimer, which is another one in the launch"},
    {"", "mov.u32 %r1, %envreg1;\n", 256, 1, 256, "it waits for its whole grid (%envreg)"},
    {"", "mov.u32 %r1, %cluster_ctarank;\n", 256, 1, 256, "it reads %cluster_ctarank, of a cluster"},
    {"", "mov.u32 %r1, %dynamic_smem_size;\n", 256, 1, 256, "it reads %dynamic_smem_size, which is not known here"},
    /* Instructions. */
    {"", "mbarrier.init.shared.b64 [s], 1;\n", 256, 1, 256, "it uses barrier objects (mbarrier)"},
    {"", "cp.async.wait_all;\n", 256, 1, 256, NULL},
    {"", "cp.async.ca.shared.global [s], [%rd1], 4; cp.async.wait_all;\n", 256, 1, 256, NULL},
    {"", "A: cp.async.ca.shared.global [s], [%rd1], 4; @%p1 bra A; cp.async.wait_group 0;\n", 256, 1, 256, NULL},
    {"", "cp.async.ca.shared.global [s], [%rd1], 4; cp.async.wait_group 1;\n", 256, 1, 256,
     "it may end before its copies to shared memory have (cp.async)"},
    {"", "cp.async.ca.shared.global [s], [%rd1], 4; @%p1 bra DONE; cp.async.wait_all;\n", 256, 1, 256,
     "it may end before its copies to shared memory have (cp.async)"},
    {"", "ldu.global.u32 %r1, [%rd1];\n", 256, 1, 256, "it has an instruction that is not known here (ldu.global.u32)"},
    {"", "cp.async.bulk.wait_group 0;\n", 256, 1, 256, "it copies by the tensor memory accelerator (cp.async.bulk)"},
    {"", "wgmma.fence.sync.aligned;\n", 256, 1, 256, "it multiplies by groups of warps (wgmma)"},
    {"", "barrier.cluster.arrive;\n", 256, 1, 256, "it waits for a cluster (barrier.cluster)"},
    {"", "fence.proxy.async;\n", 256, 1, 256, "it has a fence between ways to memory (fence.proxy)"},
    {"", "tex.1d.v4.u32.s32 {%r1,%r2,%r3,%r4}, [%rd1, {%r5}];\n", 256, 1, 256, "it reads textures"},
    {"", "sust.b.1d.b32.trap [%rd1, {%r5}], {%r1};\n", 256, 1, 256, "it uses surfaces"},
    {"", "brkpt;\n", 256, 1, 256, "it has a breakpoint"},
    {"", "ld.shared::cluster.u32 %r1, [%r2];\n", 256, 1, 256, "it uses memory of other blocks of a cluster"},
    {"", "frobnicate.u32 %r1, %r2;\n", 256, 1, 256, "it has an instruction that is not known here (frobnicate.u32)"},
    {"", "cvta.shared.u64 %rd1, s;\n", 256, 1, 256,
     "it takes the address of shared memory in a way that is not known here"},
    /* What else the module has. */
    {".global .align 4 .u32 counter;\n", "atom.global.add.u32 %r1, [counter], 1;\n", 256, 1, 256,
     "it uses the variable 'counter', which kernels may write"},
    {".const .align 4 .b8 table[16] = {1};\n", "ld.const.u32 %r1, [table];\n", 256, 1, 256, NULL},
    {".func f()\n{ ret; }\n", "call.uni f;\n", 256, 1, 256, NULL},
    {".func f()\n{ bar.sync 0; ret; }\n", "call.uni f;\n", 256, 1, 256, "its function 'f' waits at a barrier"},
    {".func f()\n{ .reg .b32 %r<2>; mov.u32 %r1, %tid.x; ret; }\n", "call.uni f;\n", 256, 1, 256,
     "its function 'f' reads %tid.x"},
    {".func f()\n{ .shared .b32 x; ret; }\n", "call.uni f;\n", 256, 1, 256, "its function 'f' has shared memory"},
    {".func f()\n{ exit; }\n", "call.uni f;\n", 256, 1, 256, "its function 'f' ends the thread"},
    {".extern .func f;\n", "call.uni f;\n", 256, 1, 256, "it calls 'f', which is not known here"},
    {"", "P: .callprototype _ (.param .b32 _); call (%r1), %rd1, (%r2), P;\n", 256, 1, 256,
     "it calls a function through a pointer"},
    {".func f()\n{ ret; }\n", "mov.u64 %rd1, f;\n", 256, 1, 256, "it takes the address of a function"},
    {"", ".reg .b32 vgf_x;\n", 256, 1, 256, "its module has names that begin with vgf_"},
};

START_TEST(kernels_are_parts_or_a_reason_says_why_not)
{
    const fuse_case *c = &cases[_i];
    const char *text = arena_printf(memory, "%s%s%s%s%s", HEAD, c->before, OPEN, c->body, CLOSE), *why;
    fuse_module module = {.text = text, .length = strlen(text)};
    fuse_item item = {.kind = FUSE_PART, .entry = "k", .grid = {c->grid, 1, 1}, .block = {c->block, 1, 1}};

    why = fuse_refusal(memory, &module, &item, c->threads);
    ck_assert_msg((why == NULL) == (c->why == NULL) && (why == NULL || strcmp(why, c->why) == 0),
                  "%s: expected %s, found %s", c->body, c->why == NULL ? "a part" : c->why,
                  why == NULL ? "a part" : why);
}
END_TEST

START_TEST(modules_that_cannot_be_read)
{
    fuse_module modules[] = {{.text = NULL}, {.text = "x", .length = 1}};
    fuse_item item = {.kind = FUSE_PART, .entry = "k", .grid = {1, 1, 1}, .block = {1, 1, 1}};

    ck_assert_str_eq(fuse_refusal(memory, modules, &item, 32), "there is no PTX of it that can be read");
    item.module = 1;
    ck_assert_str_eq(fuse_refusal(memory, modules, &item, 32), "there is no PTX of it that can be read");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fuse_text_refusal");
    TCase *group = tcase_create("fuse_text_refusal");

    tcase_add_checked_fixture(group, setup_memory, free_memory);
    tcase_add_loop_test(group, kernels_are_parts_or_a_reason_says_why_not, 0, sizeof cases / sizeof cases[0]);
    tcase_add_test(group, modules_that_cannot_be_read);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
