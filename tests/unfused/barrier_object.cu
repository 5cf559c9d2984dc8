// SPDX-License-Identifier: MIT
// why: it uses barrier objects (mbarrier)
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ unsigned long long object;

    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"((unsigned)__cvta_generic_to_shared(&object)) : "memory");
    out[threadIdx.x] = in[threadIdx.x];
}
