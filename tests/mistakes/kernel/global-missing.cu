// SPDX-License-Identifier: MIT
// status 1
// says error: 'fir.cu' has no kernel 'scale' [entry-missing]
// says hint: 'scale' is a function without '__global__'
// never register.h
// never signature.h
// never vggen_
#include "fir_kernels.h"

// y = gain * taps * x, where x counts as 0 before its begin.
extern "C" void scale(const float *x, const float *taps, const float *gain, float *y)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (i >= N)
        return;
    for (unsigned k = 0; k < TAPS && k <= i; k++)
        sum += taps[k] * x[i - k];
    y[i] = *gain * sum;
}
