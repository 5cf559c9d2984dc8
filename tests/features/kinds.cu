/* SPDX-License-Identifier: MIT */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "kinds_kernels.h"

extern "C" __global__ void widen(const signed char *a, const unsigned char *b, const short *c, const unsigned short *d,
                                 const int *e, const unsigned *f, const long long *g, const unsigned long long *h,
                                 const bool *on, long long *sum)
{
    const int i = (int)threadIdx.x;

    sum[i] = a[i] + b[i] + c[i] + d[i] + (long long)e[i] + f[i] + g[i] + (long long)h[i] + (on[i] ? 1000000 : 0);
}

extern "C" __global__ void halves(const __half *h, const __nv_bfloat16 *b, const double *d, __half half, __nv_bfloat16 brain,
                                  bool flag, signed char small, unsigned long long big, double *y, __half *back)
{
    const int i = (int)threadIdx.x;

    y[i] = (double)__half2float(h[i]) + (double)__bfloat162float(b[i]) + d[i] + (double)__half2float(half) +
           (double)__bfloat162float(brain) + (flag ? 1.0 : 0.0) + small + (double)(big >> 32);
    back[i] = __float2half(__half2float(h[i]) * 2.0f);
}

extern "C" __global__ void cells(const cell *x, const float4 *v, cell add, cell *y, float4 *w)
{
    const int i = (int)threadIdx.x;
    cell c = x[i];

    c.weight += add.weight;
    c.id = (unsigned short)(c.id + add.id);
    c.pair.x += add.pair.x;
    c.pair.y += add.pair.y;
    for (int k = 0; k < 4; k++)
        c.tag[k] = (unsigned char)(c.tag[k] + add.tag[k]);
    c.on = c.on != add.on;
    y[i] = c;
    w[i] = make_float4(v[i].w, v[i].z, v[i].y, v[i].x);
}
