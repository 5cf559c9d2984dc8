// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// The kernels with which a resident block begins and ends each replay. What goes in and comes out crosses the bus as
// lines: 8 bytes that hold a word and, above it, the number of the replay, so that a line that has arrived is known to
// be whole and of this replay, whatever order lines arrive in. The lowest 8 bits of a number are free: of a line that
// goes in they are the graph that is to run, or 255, which ends the block.

// Takes all lines that go in, and puts their words side by side into `mirror`, where kernels read them. Any block of
// one dimension. `numbers` holds the last number that each thread took; numbers count in steps of 256 and leave 0 out.
// Volatile loads of 8 bytes are single accesses, and those of several lines are under way together.
extern "C" __global__ void vg_mail_in(unsigned *mirror, unsigned *numbers, const unsigned long long *lines,
                                      unsigned count, cudaGraphConditionalHandle go, cudaGraphConditionalHandle which)
{
    const unsigned stop = 255, thread = threadIdx.x, threads = blockDim.x;
    const unsigned next = (numbers[thread] & ~255u) + 256u, number = next != 0 ? next : 256u;
    const volatile unsigned long long *const line = lines;
    unsigned graph = 0;

    for (unsigned first = thread; first < count; first += 4 * threads) {
        unsigned long long taken[4];
        bool whole;

        do {
#pragma unroll
            for (unsigned k = 0; k < 4; k++)
                if (first + k * threads < count)
                    taken[k] = line[first + k * threads];
            whole = true;
#pragma unroll
            for (unsigned k = 0; k < 4; k++)
                if (first + k * threads < count)
                    whole = whole && ((unsigned)(taken[k] >> 32) & ~255u) == number;
        } while (!whole);
#pragma unroll
        for (unsigned k = 0; k < 4; k++)
            if (first + k * threads < count)
                mirror[first + k * threads] = (unsigned)taken[k];
        graph = (unsigned)(taken[0] >> 32) & 255u;
    }
    numbers[thread] = number;
    if (thread == 0) {
        cudaGraphSetConditional(which, graph);
        if (graph == stop)
            cudaGraphSetConditional(go, 0);
    }
}

// Sends the words of `mirror` as lines: as many as the first word that went in says.
extern "C" __global__ void vg_mail_out(unsigned long long *lines, const unsigned *mirror, const unsigned *count,
                                       const unsigned *numbers)
{
    const unsigned long long number = (unsigned long long)numbers[threadIdx.x] << 32;
    const unsigned last = *count;
    volatile unsigned long long *const line = lines;

    for (unsigned i = threadIdx.x; i < last; i += blockDim.x)
        line[i] = number | mirror[i];
}
