/* SPDX-License-Identifier: MIT */
#include <cuda.h>

#include "crowd.h"

#include "feature.h"

static crowd p;

/* Kernel nodes that the driver takes before others. */
static unsigned count_first(void)
{
    unsigned found = 0;

    CHECK(cuCtxSetCurrent((CUcontext)p.rt.context) == CUDA_SUCCESS);
    for (size_t i = 0; i < CROWD_NODES; i++) {
        CUlaunchAttributeValue value;
        CUgraphNodeType type;
        CHECK(cuGraphNodeGetType((CUgraphNode)p.node[i], &type) == CUDA_SUCCESS);
        if (type != CU_GRAPH_NODE_TYPE_KERNEL)
            continue;
        CHECK(cuGraphKernelNodeGetAttribute((CUgraphNode)p.node[i], CU_LAUNCH_ATTRIBUTE_PRIORITY, &value) ==
              CUDA_SUCCESS);
        found += value.priority < 0;
    }
    return found;
}

static void run(uint32_t turn)
{
    int line = 1, wide = 1;

    for (uint32_t i = 0; i < CROWD_BLOCK; i++)
        crowd_x(&p)[i] = i * 7 + turn * 1001;
    OK(crowd_detail(&p), crowd_replay(&p));
    for (uint32_t i = 0; i < CROWD_BLOCK; i++)
        line = line && crowd_y(&p)[i] == i * 7 + turn * 1001 + CROWD_LINE;
    for (uint32_t i = 0; i < CROWD_WIDE; i++) {
        const uint32_t x = crowd_x(&p)[i % CROWD_BLOCK];
        wide = wide && crowd_v(&p)[i] == x + 1 && crowd_w(&p)[i] == x + 2;
    }
    CHECK(line);
    CHECK(wide);
}

/* A stream of the application keeps the priority that it has. */
static void on_own_stream(void)
{
    CUdevice device;
    CUcontext context;
    vg_config config = {0};
    CUstream stream;

    CHECK(cuDeviceGet(&device, 0) == CUDA_SUCCESS && cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS &&
          cuCtxSetCurrent(context) == CUDA_SUCCESS && cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
    config.context = context;
    config.stream = stream;
    OK(crowd_detail(&p), crowd_open(&p, &config, NULL));
    CHECK(count_first() == 0);
    run(1);
    OK(NULL, crowd_close(&p));
    CHECK(cuStreamDestroy(stream) == CUDA_SUCCESS && cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS);
}

int main(void)
{
    OPEN_OR_SKIP(crowd_open(&p, NULL, NULL));
    CHECK(count_first() >= CROWD_LINE);
    for (unsigned turn = 0; turn < 8; turn++) {
        feature_seed(turn % FEATURE_SEEDS);
        run(turn);
    }
    OK(NULL, crowd_close(&p));
    on_own_stream();
    return checks_end();
}
