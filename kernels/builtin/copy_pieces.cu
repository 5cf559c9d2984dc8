// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// vg_copy for several pieces at once, where what crosses the bus together does not lie side by side.

// Where each piece goes, where it comes from, and its bytes; both ends are multiples of 16.
struct vg_pieces {
    unsigned char *to[64];
    const unsigned char *from[64];
    unsigned long long bytes[64];
};

// Any grid and block of one dimension. Its threads share the work as if the pieces were one: each moves 16 bytes at a
// time, or a single byte at the end of a piece. Kernels after it may begin at once, since they wait before they touch
// anything.
extern "C" __global__ void vg_copy_pieces(const vg_pieces pieces, unsigned count)
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
    const unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned piece = 0; piece < count; piece++) {
        unsigned char *const to = pieces.to[piece];
        const unsigned char *const from = pieces.from[piece];
        const unsigned long long whole = pieces.bytes[piece] / 16, moves = whole + pieces.bytes[piece] % 16;

        for (; i < moves; i += threads) {
            if (i < whole)
                reinterpret_cast<uint4 *>(to)[i] = reinterpret_cast<const uint4 *>(from)[i];
            else
                to[15 * whole + i] = from[15 * whole + i];
        }
        i -= moves;
    }
}
