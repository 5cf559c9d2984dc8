// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// The kernel with which a program fills a few bytes of device memory. It is a node like any other kernel, and so what
// runs before and after it may overlap with it where a fill node may not.

// Any grid and block of one dimension. `pattern` is eight bytes, the first one lowest, with which the bytes begin and
// which they repeat. The threads set 16 bytes at a time where `to` allows that, and single bytes at the end and
// everywhere else. Kernels after it may begin at once, since they wait before they touch anything.
extern "C" __global__ void vg_fill(unsigned char *to, unsigned long long pattern, unsigned long long bytes)
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
    const unsigned long long thread = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    const unsigned long long pieces = (unsigned long long)to % 16 == 0 ? bytes / 16 : 0;
    const unsigned low = (unsigned)pattern, high = (unsigned)(pattern >> 32);

    for (unsigned long long i = thread; i < pieces; i += threads)
        reinterpret_cast<uint4 *>(to)[i] = make_uint4(low, high, low, high);
    for (unsigned long long i = 16 * pieces + thread; i < bytes; i += threads)
        to[i] = (unsigned char)(pattern >> 8 * (i % 8));
}
