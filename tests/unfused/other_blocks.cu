// SPDX-License-Identifier: MIT
// why: it uses memory of other blocks of a cluster (mapa)
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float s;
    unsigned there;

    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(&s)));
    out[threadIdx.x] = in[there % 256];
}
