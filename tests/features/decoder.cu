/* SPDX-License-Identifier: MIT */
#include "decoder_kernels.h"

extern "C" __global__ void proceed(const unsigned *token, unsigned scale, unsigned *hidden, unsigned *logits)
{
    unsigned i = threadIdx.x;

    hidden[i] = hidden[i] * scale + *token + i;
    logits[i] = hidden[i] * 2654435761u;
}

/* The index of the largest. */
extern "C" __global__ void choose(const unsigned *logits, unsigned *next)
{
    if (threadIdx.x == 0) {
        unsigned best = 0;

        for (unsigned i = 1; i < WIDTH; i++)
            best = logits[i] > logits[best] ? i : best;
        *next = best;
    }
}
