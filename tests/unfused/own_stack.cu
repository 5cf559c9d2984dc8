// SPDX-License-Identifier: MIT
// why: it allocates on its stack (alloca)
extern "C" __global__ void k(const float *in, float *out)
{
    const unsigned count = 1 + (unsigned)in[0] % 8;
    float *x = (float *)__builtin_alloca(count * sizeof *x);

    for (unsigned i = 0; i < count; i++)
        x[i] = in[i];
    out[threadIdx.x] = x[threadIdx.x % count];
}
