/* SPDX-License-Identifier: MIT */
/* Kernels whose words show what is missing, and others (quiet_...) whose words do not show it for sure. */
struct gains {
    float left = 1;
};
extern __shared__ float rows[];
__constant__ float taps[4], more[2];
__constant__ const float zeros[4] = {};
__constant__ gains both;
extern __constant__ float elsewhere[4];
struct view {
    float rows[4], taps[4];
};
static __device__ float turn(float x)
{
    rows[threadIdx.x] = x * taps[0];
    return rows[0];
}
extern "C" __global__ void outside(float *y)
{
    rows[threadIdx.x] = 1;
    y[threadIdx.x] = rows[0];
}
extern "C" __global__ void inside(float *y)
{
    extern __shared__ unsigned char bytes[];
    float *values = (float *)bytes;
    y[threadIdx.x] = values[0];
}
extern "C" __global__ void unset(float *y) { y[threadIdx.x] = 2 * taps[1] + zeros[1]; }
extern "C" __global__ void allocating(float *y)
{
    float *t = new float[4];
    *t = 1;
    y[threadIdx.x] = *t;
    delete[] t;
}
extern "C" __global__ void calling(float *y)
{
    float *t = (float *)malloc(4);
    *t = 1;
    y[threadIdx.x] = *t;
    free(t);
}
extern "C" __global__ void quiet_by_function(float *y) { y[threadIdx.x] = turn(1); }
extern "C" __global__ void quiet_by_name(float *y, view v)
{
    float taps[4] = {1}, *rows = y;
    rows[threadIdx.x] = taps[0] + v.rows[0] + both.left + elsewhere[0];
}
extern "C" __global__ void quiet_by_member(float *y, view v) { y[threadIdx.x] = v.rows[0] + v.taps[0]; }
extern "C" __global__ void quiet_by_place(float *y) { new (y + threadIdx.x) float(3); }
extern "C" __global__ void quiet_by_if(float *y)
{
#if 0
    y[threadIdx.x] = rows[0] + taps[0];
#endif
    if constexpr (sizeof(float) == 8) {
        y[threadIdx.x] = *(float *)malloc(4);
    }
}
extern "C" __global__ void quiet_with_some(float *y) { rows[threadIdx.x] = y[0] = 1; }
