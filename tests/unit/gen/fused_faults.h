/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Faults that a fuser might make, planted in the texts of tests/fused_text: something is left out or another thing
 * stands in its place. Each line is one of tests/fused_text/faults.txt. */
#ifndef FUSED_FAULTS_H
#define FUSED_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name, *text; /* what it is, and which text it is planted in */
    size_t which;            /* of the places where `find` stands, from 1 on */
    const char *find, *put;
    const char *says; /* a part of what the verifier says */
    bool hidden; /* a run need not show it: a race that is nearly always won, or bytes that happen to be right */
} fused_fault;

/* Two parts change places. Their numbers stay, since they count what stands there. */
#define SWAP "swap"

static const fused_fault fused_faults[] = {
    {"barrier between parts left out", "chain", 1, "vgf_end_0:\n\tbarrier.sync 0;\n", "vgf_end_0:\n",
     "expected a barrier between it and the part before it", true},
    {"barrier of another number between parts", "chain", 1, "vgf_end_1:\n\tbarrier.sync 0;\n",
     "vgf_end_1:\n\tbarrier.sync 1;\n", "expected the label vgf_part_2", true},
    {"barrier of some threads between parts", "chain", 1, "vgf_end_0:\n\tbarrier.sync 0;\n",
     "vgf_end_0:\n\tbarrier.sync 0, 32;\n", "expected the label vgf_part_1", true},
    {"barrier inside a part left out", "chain", 1, "\tbar.sync 0;\n", "", "expected the barrier of its kernel", true},
    {"two parts swapped", "chain", 1, SWAP, "0 1", "expected the declaration of its kernel", false},
    {"word written before the last part", "chain", 1, SWAP, "2 3", "expected the declaration of its kernel", true},
    {"registers declared for all parts", "chain", 1,
     "\t.reg .f32 %f<23>;\n\t.reg .b32 %r<8>;\n\t.reg .b64 %rd<10>;\n\tld.param.u64 %rd3, [vgf_chain_param_1];\n",
     "\t.reg .b32 %r<8>;\n\t.reg .b64 %rd<10>;\n\tld.param.u64 %rd3, [vgf_chain_param_1];\n",
     "expected the declaration of its kernel", false},
    {"register of another value", "chain", 1, "add.f32 %f4, %f3, %f2;", "add.f32 %f4, %f3, %f3;",
     "expected the operands of its kernel", false},
    {"register for another in a branch", "chain", 1, "@%p2 bra", "@%p1 bra", "expected the predicate of its kernel",
     true},
    {"predicate turned around", "chain", 1, "@%p6 bra", "@!%p6 bra", "expected the predicate of its kernel", false},
    {"store left out", "chain", 1, "\tst.shared.f32 [%r2], %f4;\n", "", "expected a statement as in its kernel", false},
    {"store to another address", "chain", 1, "st.global.f32 [%rd9], %f22;", "st.global.f32 [%rd6], %f22;",
     "expected the operands of its kernel", false},
    {"store of another value", "chain", 1, "st.global.f32 [%rd9], %f22;", "st.global.f32 [%rd9], %f21;",
     "expected the operands of its kernel", false},
    {"store twice", "chain", 1, "\tst.global.f32 [%rd9], %f22;\n",
     "\tst.global.f32 [%rd9], %f22;\n\tst.global.f32 [%rd9+4], %f22;\n", "expected a branch to where the part ends",
     false},
    {"load from another address", "chain", 1, "ld.shared.f32 %f3, [%r2+128];", "ld.shared.f32 %f3, [%r2+124];",
     "expected the operands of its kernel", false},
    {"another instruction", "chain", 1, "fma.rn.f32 %f2", "fma.rz.f32 %f2", "expected the instruction of its kernel",
     true},
    {"parameter of another part", "chain", 1, "ld.param.u64 %rd3, [vgf_chain_param_1];",
     "ld.param.u64 %rd3, [vgf_chain_param_0];", "expected the operands of its kernel", false},
    {"result of another part", "chain", 1, "ld.param.u64 %rd2, [vgf_chain_param_4];",
     "ld.param.u64 %rd2, [vgf_chain_param_1];", "expected the operands of its kernel", false},
    {"leaves before a barrier", "chain", 1, "@%p1 bra vgf_1_$L__BB2_2;", "@%p1 bra vgf_end_1;",
     "expected the label of its kernel", false},
    {"leaves the launch", "chain", 1, "\tbra vgf_end_1;\n", "\tret;\n", "expected a branch to where the part ends", false},
    {"some threads leave the launch", "chain", 1, "@%vgf_out bra vgf_end_3;\n", "@%vgf_out ret;\n",
     "expected a statement as in its kernel", true},
    {"goes on in the middle of another part", "chain", 1, "\tbra vgf_end_0;\n", "\tbra vgf_1_$L__BB2_12;\n",
     "expected a branch to where the part ends", false},
    {"fence left out", "chain", 1, "\tmembar.sys;\n", "", "expected the instruction of its kernel", true},
    {"dimension of another size", "chain", 1, "mov.u32 %r2, 8;", "mov.u32 %r2, 4;", "expected 8 in thread 0", false},
    {"dimensions changed over", "folded", 1, "rem.u32 %vgf_x, %vgf_thread, 8;\n\tdiv.u32 %vgf_y, %vgf_thread, 8;",
     "div.u32 %vgf_x, %vgf_thread, 8;\n\trem.u32 %vgf_y, %vgf_thread, 8;", "in thread 1 of the launch", false},
    {"more threads than the part has", "chain", 1, "setp.ge.u32 %vgf_out, %vgf_thread, 1;",
     "setp.ge.u32 %vgf_out, %vgf_thread, 2;", "thread 1 of the launch has nothing to do in this part", true},
    {"shared memory outside of the area", "chain", 1, "vgf_shared[256]", "vgf_shared[128]",
     "does not lie within the launch's memory", true},
    {"shared variable in two places", "chain", 1, "mov.u32 %r7, vgf_shared+0;", "mov.u32 %r7, vgf_shared+4;",
     "lies in two places", false},
    {"shared variable read elsewhere", "chain", 1, "[vgf_shared+0+4]", "[vgf_shared+4+4]", "shared variable", false},
    {"last part left out", "chain", 1, "\tst.volatile.global.u32 [%rd2], %r1;\n", "", "expected the instruction", false},

    {"read without coherence of what the launch writes", "folded", 3, "ld.global.f32", "ld.global.nc.f32",
     "it reads without coherence, and the launch writes what it reads", true},
    {"slice too wide", "folded", 1, "div.u32 %vgf_slice, %vgf_thread, 32;", "div.u32 %vgf_slice, %vgf_thread, 64;",
     "in thread 32 of the launch", false},
    {"thread counted in the launch", "folded", 1, "rem.u32 %vgf_thread, %vgf_thread, 32;", "",
     "in thread 32 of the launch", false},
    {"thread of the launch for that of the slice", "folded", 1, "mov.u32 %r5, %vgf_thread;", "mov.u32 %r5, %tid.x;",
     "in thread 32 of the launch", false},
    {"every slice does the first block", "folded", 1, "mov.u32 %vgf_block, %vgf_slice;", "mov.u32 %vgf_block, 0;",
     "expected 1 in thread 32", false},
    {"some threads too many", "folded", 1, "setp.ge.u32 %vgf_out, %vgf_thread, 32;",
     "setp.ge.u32 %vgf_out, %vgf_thread, 64;", "thread 32 of the launch has nothing to do in this part", false},
    {"some threads too few", "folded", 1, "setp.ge.u32 %vgf_out, %vgf_thread, 32;",
     "setp.ge.u32 %vgf_out, %vgf_thread, 31;", "thread 31 of the launch leaves block 0 of this part out", false},
    {"blocks skipped", "folded", 1, "add.u32 %vgf_block, %vgf_block, 4;", "add.u32 %vgf_block, %vgf_block, 5;",
     "of the launch", false},
    {"one block too many", "folded", 1, "setp.lt.u32 %vgf_out, %vgf_block, 7;", "setp.lt.u32 %vgf_out, %vgf_block, 8;",
     "has nothing to do in this part any more", false},
    {"one block too few", "folded", 1, "setp.lt.u32 %vgf_out, %vgf_block, 7;", "setp.lt.u32 %vgf_out, %vgf_block, 6;",
     "leaves block 6 of this part out", false},
    {"barrier of more threads than a slice has", "folded", 1, "bar.sync %vgf_barrier_0, 64;",
     "bar.sync %vgf_barrier_0, 128;", "expected a barrier of all threads of the part's block", false},
    {"barrier of all threads in one slice", "folded", 1, "bar.sync %vgf_barrier_0, 64;", "bar.sync 0;",
     "expected a barrier of the part's threads", true},
    {"barrier without a count in some threads", "folded", 1, "bar.sync 1, 32;", "bar.sync 1;",
     "expected a barrier of the part's threads", false},
    {"barrier with a wrong count", "folded", 1, "bar.sync 1, 32;", "bar.sync 1, 64;",
     "expected a barrier of all threads of the part's block", false},
    {"slices with one barrier", "folded", 1, "mul.lo.u32 %vgf_barrier_0, %vgf_slice, 1;",
     "mul.lo.u32 %vgf_barrier_0, %vgf_slice, 0;", "barrier 1 is another's, too", true},
    {"barrier between parts inside a slice", "folded", 1, "add.u32 %vgf_barrier_0, %vgf_barrier_0, 1;",
     "add.u32 %vgf_barrier_0, %vgf_barrier_0, 0;", "barrier 0 is none that a part may have", true},
    {"slices share memory", "folded", 1, "mul.lo.u32 %vgf_shared, %vgf_slice, 256;",
     "mul.lo.u32 %vgf_shared, %vgf_slice, 128;", "lies where another one does", false},
    {"slice outside of the area", "folded", 1, "vgf_shared[512]", "vgf_shared[256]",
     "does not lie within the launch's memory", true},
    {"no barrier between blocks of a slice", "folded", 1, "\tbarrier.sync %vgf_barrier_0, 64;\n", "",
     "no barrier between blocks that use the same shared memory", true},
    {"leaves a slice for the end", "folded", 1, "bra vgf_done_2;", "bra vgf_end_2;",
     "expected a branch to where the part ends", false},
    {"a grid of another size", "folded", 1, "div.u32 %vgf_block_y, %vgf_block, 2;",
     "div.u32 %vgf_block_y, %vgf_block, 4;", "of the launch, found 0", false},

    {"loop left on the wrong sense", "loop", 1, "setp.eq.u32 %vgf_go, %vgf_word, 0;", "setp.ne.u32 %vgf_go, %vgf_word, 0;",
     "expected a comparison of the word with 0", false},
    {"loop left to the wrong place", "loop", 1, "@%vgf_go bra vgf_leave_0;", "@%vgf_go bra vgf_leave_1;",
     "expected a branch to vgf_leave_0", false},
    {"loop by another word", "loop", 1, "ld.shared.u32 %vgf_word, [vgf_condition_0];",
     "ld.shared.u32 %vgf_word, [vgf_condition_1];", "expected the word of go to be read", false},
    {"no barrier at the end of a loop", "loop", 1, "\tbarrier.sync 0;\n\tbra vgf_loop_0;\n", "\tbra vgf_loop_0;\n",
     "expected a barrier at the end of a loop", true},
    {"no barrier before a word is read", "loop", 1, "\tbarrier.sync 0;\nvgf_loop_0:\n", "vgf_loop_0:\n",
     "expected a barrier before a loop", true},
    {"loop that is done once", "loop", 1, "\tbra vgf_loop_0;\n", "", "expected a branch to vgf_loop_0", false},
    {"word not set", "loop", 2, "\tst.shared.u32 [%rd2], %r2;\n", "", "expected a statement as in its kernel", false},
    {"another word set", "loop", 1, "mov.u64 %rd2, vgf_condition_0;", "mov.u64 %rd2, vgf_condition_1;",
     "expected the address of the word", false},
    {"word set to another value", "loop", 2, "st.shared.u32 [%rd2], %r2;", "st.shared.u32 [%rd2], %r1;",
     "expected a store to the word", false},
    {"word with another first value", "loop", 1, "st.shared.u32 [vgf_condition_0], 1;",
     "st.shared.u32 [vgf_condition_0], 0;", "vgf_condition_0 to begin with 1", false},
    {"word without a first value", "loop", 1, "\tst.shared.u32 [vgf_condition_0], 1;\n", "",
     "vgf_condition_0 to begin with 1", true},
    {"no barrier after first values", "loop", 1, "st.shared.u32 [vgf_condition_1], 0;\n\tbarrier.sync 0;\n",
     "st.shared.u32 [vgf_condition_1], 0;\n", "a barrier after first values", true},
    {"choice without its second way", "loop", 1, "@%vgf_go bra vgf_case_1_1;", "@%vgf_go bra vgf_leave_1;",
     "expected a branch to vgf_case_1_1", false},
    {"both ways of a choice", "loop", 1, "vgf_end_5:\n\tbra vgf_leave_1;\n", "vgf_end_5:\n",
     "expected a branch to vgf_leave_1", false},
    {"switch turned around", "loop", 1, "setp.eq.u32 %vgf_out, %vgf_on, 0;", "setp.ne.u32 %vgf_out, %vgf_on, 0;",
     "of the launch", false},
    {"switch forgotten", "loop", 1, "\t@%vgf_out bra vgf_end_7;\n", "", "has nothing to do in this part", false},
    {"switch that is 1 or nothing", "loop", 1, "setp.eq.u32 %vgf_out, %vgf_on, 0;", "setp.ne.u32 %vgf_out, %vgf_on, 1;",
     "of the launch leaves block 0", true},
    {"constant changed", "loop", 1, "{0, 0, 128, 63,", "{0, 0, 0, 63,", "is not what it is in the module of its kernel",
     false},
    {"function changed", "loop", 1, "mul.f32", "add.f32", "is not what it is in the module of its kernel", false},

    {"blocks changed over", "blocks", 1, "setp.eq.u32 %vgf_go, %vgf_word, 1;", "setp.eq.u32 %vgf_go, %vgf_word, 0;",
     "expected a comparison of the word with 1", true},
    {"both blocks do the first list", "blocks", 1, "@%vgf_go bra vgf_block_1;", "@%vgf_go bra vgf_block_0;",
     "expected a branch to vgf_block_1", false},
    {"block without an end", "blocks", 1, "\tret;\nvgf_block_1:\n", "vgf_block_1:\n", "expected the end of the launch",
     true},
    {"barrier between parts of the second block left out", "blocks", 1, "vgf_end_2:\n\tbarrier.sync 0;\n",
     "vgf_end_2:\n", "expected a barrier between it and the part before it", true},
};

#define FUSED_FAULT_COUNT (sizeof fused_faults / sizeof *fused_faults)

/* ---- planting ---- */

static inline char *fault_joined(const char *begin, size_t length, const char *middle, size_t middle_length,
                                 const char *end)
{
    size_t rest = strlen(end);
    char *text = malloc(length + middle_length + rest + 1);

    memcpy(text, begin, length);
    memcpy(text + length, middle, middle_length);
    memcpy(text + length + middle_length, end, rest + 1);
    return text;
}

/* The scope of a part: from its brace on, and behind its last one. */
static inline const char *fault_scope(const char *text, unsigned part, const char **end)
{
    char label[32];
    const char *begin;

    snprintf(label, sizeof label, "vgf_part_%u:\n", part);
    begin = strstr(text, label);
    snprintf(label, sizeof label, "vgf_end_%u:\n", part);
    *end = begin == NULL ? NULL : strstr(begin, label);
    return begin == NULL || *end == NULL ? NULL : strchr(begin, '\n') + 1;
}

/* The scope with the names that another part would give its labels. */
static inline char *fault_renamed(const char *begin, const char *end, unsigned from, unsigned to)
{
    static const char *const kinds[] = {"vgf_%u_", "vgf_end_%u;", "vgf_done_%u", "vgf_pass_%u"};
    char *text = fault_joined(begin, (size_t)(end - begin), "", 0, "");

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char was[32], is[32];

        snprintf(was, sizeof was, kinds[k], from);
        snprintf(is, sizeof is, kinds[k], to);
        for (char *at = strstr(text, was); at != NULL; at = strstr(at + 1, was))
            memcpy(at, is, strlen(is)); /* of one length, since the numbers have one digit */
    }
    return text;
}

static inline char *fault_swapped(const char *text, unsigned one, unsigned other)
{
    const char *one_end, *other_end, *first = fault_scope(text, one, &one_end);
    const char *second = fault_scope(text, other, &other_end);
    char *early = fault_renamed(second, other_end, other, one), *late = fault_renamed(first, one_end, one, other);
    char *behind = fault_joined(late, strlen(late), "", 0, other_end);
    char *middle = fault_joined(one_end, (size_t)(second - one_end), behind, strlen(behind), "");
    char *result = fault_joined(text, (size_t)(first - text), early, strlen(early), middle);

    free(early);
    free(late);
    free(behind);
    free(middle);
    return result;
}

/* The text with the fault in it, for the caller to free; NULL: there is no such place. */
static inline char *fault_plant(const fused_fault *f, const char *text)
{
    const char *at = text;

    if (strcmp(f->find, SWAP) == 0)
        return fault_swapped(text, (unsigned)(f->put[0] - '0'), (unsigned)(f->put[2] - '0'));
    for (size_t i = 0; i < f->which && at != NULL; i++)
        at = strstr(i == 0 ? at : at + 1, f->find);
    if (at == NULL)
        return NULL;
    return fault_joined(text, (size_t)(at - text), f->put, strlen(f->put), at + strlen(f->find));
}

#endif
