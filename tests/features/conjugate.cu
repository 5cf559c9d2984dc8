/* SPDX-License-Identifier: MIT */
#include "conjugate_kernels.h"

/* x = 0, so the residual is b, and the first direction too. */
extern "C" __global__ void start(const double *b, double *x, double *r, double *p)
{
    const unsigned point = blockIdx.x * blockDim.x + threadIdx.x;

    if (point < POINTS) {
        const double right = b[point];

        x[point] = 0.0;
        r[point] = right;
        p[point] = right;
    }
}

/* Whether there is anything to do. */
extern "C" __global__ void look(const double *tolerance, const double *rr, double *limit, double *one, double *history,
                                unsigned *running)
{
    const double share = *tolerance;

    *limit = share * share * *rr;
    *one = 1.0;
    history[0] = *rr;
    *running = *rr > *limit;
}

extern "C" __global__ void divide(const double *rr, const double *pq, double *alpha, double *minus)
{
    *alpha = *rr / *pq;
    *minus = -(*rr / *pq);
}

extern "C" __global__ void judge(const unsigned *iterations, const double *sum, const double *limit, double *rr,
                                 double *beta, double *history, unsigned *running)
{
    *beta = *sum / *rr;
    *rr = *sum;
    history[*iterations + 1] = *sum;
    *running = *sum > *limit;
}
