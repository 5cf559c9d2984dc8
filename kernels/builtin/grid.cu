// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// The kernels with which a program decides on the device how many blocks a launch has. One thread each, before that
// launch. Its grid gets as many blocks in x as `count` says, at most `most`, and with 0 it is left out. `node` is the
// driver's handle of the launch; `y` and `z` are those of the spec. A count that is larger than `most` goes to `above`,
// where the host finds it.
//
// By toolkit 13.0 these functions are resolved when the driver loads the code, as cudaGraphSetConditional is.

static __device__ unsigned vg_give_grid(const unsigned *count, cudaGraphConditionalHandle node, unsigned most,
                                        unsigned y, unsigned z)
{
    const cudaGraphDeviceNode_t launch = reinterpret_cast<cudaGraphDeviceNode_t>(node);
    const unsigned wanted = *count, blocks = wanted < most ? wanted : most;

    if (blocks != 0)
        cudaGraphKernelNodeSetGridDim(launch, dim3(blocks, y, z));
    cudaGraphKernelNodeSetEnabled(launch, blocks != 0);
    return wanted > most ? wanted : 0;
}

extern "C" __global__ void vg_set_grid(const unsigned *count, unsigned *above, cudaGraphConditionalHandle node,
                                       unsigned most, unsigned y, unsigned z)
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    *above = vg_give_grid(count, node, most, y, z);
}

// In the body of a conditional node, which may run never or often: `above` is 0 before, and keeps the last such count.
extern "C" __global__ void vg_set_grid_inside(const unsigned *count, unsigned *above, cudaGraphConditionalHandle node,
                                              unsigned most, unsigned y, unsigned z)
{
    const unsigned wanted = vg_give_grid(count, node, most, y, z);

    if (wanted != 0)
        *above = wanted;
}
