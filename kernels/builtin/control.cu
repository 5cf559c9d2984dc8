// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// The kernels with which a program decides on the device what runs next: each sets the value of a conditional node,
// which the driver reads when the node's turn comes. One thread each. A loop runs while its value is not 0, `if` runs
// its first body where the value is not 0 and its second where it is, `switch` runs the body with that number.
//
// `flag` is the word that the spec's loop or choice goes by, `passes` counts the passes that a loop has done.

// Before a loop: no pass was done; the first one runs if the flag says so, or in any case.
extern "C" __global__ void vg_loop_begin(unsigned *passes, const unsigned *flag, cudaGraphConditionalHandle go,
                                         unsigned first)
{
    *passes = 0;
    cudaGraphSetConditional(go, first != 0 || *flag != 0);
}

// The last step of a loop: one more pass was done.
extern "C" __global__ void vg_loop_next(unsigned *passes, const unsigned *flag, cudaGraphConditionalHandle go,
                                        unsigned max)
{
    const unsigned done = ++*passes;
    cudaGraphSetConditional(go, *flag != 0 && done < max);
}

// Between the two passes of a body that swaps buffers: whether the second one runs, and with it what comes after it.
extern "C" __global__ void vg_loop_half(unsigned *passes, const unsigned *flag, cudaGraphConditionalHandle go,
                                        cudaGraphConditionalHandle more, unsigned max)
{
    const unsigned done = ++*passes;
    const unsigned on = *flag != 0 && done < max;
    cudaGraphSetConditional(go, on);
    cudaGraphSetConditional(more, on);
}

// The last step of a loop whose condition a kernel of the program sets: it ends at the latest after `max` passes.
extern "C" __global__ void vg_loop_limit(unsigned *passes, cudaGraphConditionalHandle go, unsigned max)
{
    const unsigned done = ++*passes;
    if (done >= max)
        cudaGraphSetConditional(go, 0);
}

// Before a pass that may be idle: counts it if it is not.
extern "C" __global__ void vg_loop_count(unsigned *passes, const unsigned *flag)
{
    if (*flag != 0)
        ++*passes;
}

// After a loop whose passes were counted from one less than none, so that each saw how many were done before it.
extern "C" __global__ void vg_loop_end(unsigned *passes)
{
    ++*passes;
}

// After a loop that swaps buffers: whether each holds what the other one held at first.
extern "C" __global__ void vg_loop_odd(const unsigned *passes, cudaGraphConditionalHandle odd)
{
    cudaGraphSetConditional(odd, *passes & 1u);
}

extern "C" __global__ void vg_choose_if(const unsigned *flag, cudaGraphConditionalHandle go)
{
    cudaGraphSetConditional(go, *flag != 0);
}

extern "C" __global__ void vg_choose_case(const unsigned *pick, cudaGraphConditionalHandle go)
{
    cudaGraphSetConditional(go, *pick);
}
