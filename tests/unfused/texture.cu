// SPDX-License-Identifier: MIT
// why: it reads textures
extern "C" __global__ void k(const float *in, float *out)
{
    const unsigned long long texture = (unsigned long long)in;
    float x, y, z, w;

    asm volatile("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
                 : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                 : "l"(texture), "r"((int)threadIdx.x));
    out[threadIdx.x] = x + y + z + w;
}
