/* SPDX-License-Identifier: MIT */
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

extern "C" __global__ void complexes(const float2 *a, const float2 *b, float2 *product, double2 *quotient, double *size)
{
    const int i = (int)threadIdx.x;
    const cuFloatComplex x = a[i], y = make_cuFloatComplex(b[i].x, b[i].y);
    const cuDoubleComplex wide = cuComplexFloatToDouble(x), other = cuComplexFloatToDouble(y);

    product[i] = cuCaddf(cuCmulf(x, cuConjf(y)), cuCsubf(x, make_cuComplex(1.0f, 2.0f)));
    quotient[i] = cuCdiv(cuCfma(wide, other, wide), other);
    size[i] = cuCabs(wide) + (double)cuCabsf(y) + cuCreal(wide) + (double)cuCimagf(y);
}

extern "C" __global__ void floats8(const float *x, unsigned char *narrow, unsigned char *narrow5, float *wide, float *wide5,
                                   unsigned short *pairs, unsigned *fours, float4 *back)
{
    const int i = (int)threadIdx.x;
    const __nv_fp8_e4m3 small(x[i]);
    const __nv_fp8_e5m2 small5(x[i]);
    const __nv_fp8x4_e4m3 four(make_float4(x[i], -x[i], 2.0f * x[i], 0.25f));
    const __half2 halves = __floats2half2_rn(x[i], 448.0f);
    __nv_fp8_e4m3 every;

    narrow[i] = small.__x;
    narrow5[i] = small5.__x;
    every.__x = (__nv_fp8_storage_t)i;
    wide[i] = (float)every;
    wide5[i] = __half2float(__half(__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)i, __NV_E5M2)));
    pairs[i] = __nv_cvt_halfraw2_to_fp8x2(halves, __NV_NOSAT, __NV_E5M2);
    fours[i] = four.__x;
    back[i] = (float4)four;
}
