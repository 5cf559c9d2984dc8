/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Conjugate gradients. Every sum has two levels in a fixed order: each block sums its points, and who needs the sum
 * adds the blocks' parts. Products are joined with sums by fma() alone, which rounds once everywhere; so the results
 * are the same on every device, and those of the reference, bit by bit. */
#include "cg_kernels.h"

static_assert((BLOCK & (BLOCK - 1)) == 0, "a block is halved again and again");
static_assert(CHUNK % BLOCK == 0, "each thread of a block has as many points");
static_assert(PARTS <= BLOCK, "one block adds the parts, a thread each");

/* The sum of the block's values, for all its threads. */
static __device__ inline double sum_of_block(double value)
{
    __shared__ double values[BLOCK];

    __syncthreads(); /* the sum before may still be read */
    values[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            values[threadIdx.x] += values[threadIdx.x + half];
        }
        __syncthreads();
    }
    return values[0];
}

static __device__ inline double sum_of_parts(const double *parts)
{
    return sum_of_block(threadIdx.x < PARTS ? parts[threadIdx.x] : 0.0);
}

/* (A p) at a point: four times itself less its neighbours. */
static __device__ inline double laplacian(const double *p, unsigned point)
{
    const unsigned row = point / SIZE;
    const unsigned column = point % SIZE;
    const double left = column > 0 ? p[point - 1] : 0.0;
    const double right = column + 1 < SIZE ? p[point + 1] : 0.0;
    const double above = row > 0 ? p[point - SIZE] : 0.0;
    const double below = row + 1 < SIZE ? p[point + SIZE] : 0.0;

    return fma(4.0, p[point], -((left + right) + (above + below)));
}

/* The points of a thread: point = first; point < end; point += BLOCK. */
static __device__ inline unsigned first_point()
{
    return blockIdx.x * CHUNK + threadIdx.x;
}

static __device__ inline unsigned end_of_points()
{
    const unsigned end = (blockIdx.x + 1) * CHUNK;

    return end < POINTS ? end : POINTS;
}

/* x = 0, so the residual is b, and the first direction too. */
extern "C" __global__ void start(const double *b, double *x, double *r, double *p, double *q, double *rr_parts)
{
    double sum = 0.0;

    for (unsigned point = first_point(); point < end_of_points(); point += BLOCK) {
        const double right = b[point]; /* read once: it may lie beyond the bus */

        x[point] = 0.0;
        r[point] = right;
        p[point] = right;
        q[point] = 0.0;
        sum = fma(right, right, sum);
    }
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) {
        rr_parts[blockIdx.x] = sum;
    }
}

/* Whether there is anything to do. */
extern "C" __global__ void look(const double *tolerance, const double *rr_parts, double *rr, double *limit,
                                double *beta, unsigned *running, double *history)
{
    const double sum = sum_of_parts(rr_parts);

    if (threadIdx.x == 0) {
        const double share = *tolerance;

        *rr = sum;
        *limit = share * share * sum;
        *beta = 0.0;
        *running = sum > *limit;
        history[0] = sum;
    }
}

/* ---- one iteration; each kernel does nothing once *running is 0 ---- */

extern "C" __global__ void apply(const unsigned *running, const double *p, double *q, double *pq_parts)
{
    double sum = 0.0;

    if (*running == 0) {
        return;
    }
    for (unsigned point = first_point(); point < end_of_points(); point += BLOCK) {
        const double value = laplacian(p, point);

        q[point] = value;
        sum = fma(p[point], value, sum);
    }
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) {
        pq_parts[blockIdx.x] = sum;
    }
}

extern "C" __global__ void improve(const unsigned *running, const double *rr, const double *pq_parts, const double *p,
                                   const double *q, double *x, double *r, double *rr_parts)
{
    double alpha;
    double sum = 0.0;

    if (*running == 0) {
        return;
    }
    alpha = *rr / sum_of_parts(pq_parts);
    for (unsigned point = first_point(); point < end_of_points(); point += BLOCK) {
        const double residual = fma(-alpha, q[point], r[point]);

        x[point] = fma(alpha, p[point], x[point]);
        r[point] = residual;
        sum = fma(residual, residual, sum);
    }
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) {
        rr_parts[blockIdx.x] = sum;
    }
}

extern "C" __global__ void judge(const unsigned *iterations, const double *rr_parts, const double *limit, double *rr,
                                 double *beta, unsigned *running, double *history)
{
    double sum;

    if (*running == 0) {
        return;
    }
    sum = sum_of_parts(rr_parts);
    if (threadIdx.x == 0) {
        *beta = sum / *rr;
        *rr = sum;
        *running = sum > *limit;
        history[*iterations + 1] = sum;
    }
}

extern "C" __global__ void turn(const unsigned *running, const double *beta, const double *r, double *p)
{
    if (*running == 0) {
        return;
    }
    for (unsigned point = first_point(); point < end_of_points(); point += BLOCK) {
        p[point] = fma(*beta, p[point], r[point]);
    }
}
