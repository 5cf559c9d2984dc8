/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What both forms of the radar have in common: the window, the threshold, and detection by cell averages (CA-CFAR).
 *
 * A cell is detected if its power is more than `factor` times the sum of its surroundings: TRAIN cells on each side
 * along range, behind GUARD cells that may hold a part of the same target. Range bins are a circle, as they are for
 * an FFT. Power is the sum of CHANNELS channels, so in noise of unit power it is Gamma-distributed with shape
 * CHANNELS, and given the sum S of the surroundings the cell exceeds t S with the probability that a Poisson number
 * of mean t S is below CHANNELS. S is a quadratic form of Gaussian numbers: the window makes neighbours alike, by
 * the correlation R (a Toeplitz matrix, TRAIN x TRAIN, for each side), so S is a sum of independent Gamma numbers of
 * shape 2 CHANNELS, one for each eigenvalue of R. A Poisson number with such a mean is negative binomial:
 *
 *     PFA = P(B < CHANNELS),  B = the sum over eigenvalues l of NegBin(2 CHANNELS, t l / (1 + t l)).
 *
 * Without a window every l is 1, which gives the textbook's sum. A Hann window has no correlation beyond GUARD = 2,
 * so the cell itself is independent of its surroundings. */
#ifndef CFAR_CUH
#define CFAR_CUH

#define WARP 32
#define REACH (GUARD + TRAIN)

static_assert(PULSES % WARP == 0, "a warp is in one range bin");
static_assert(RANGES % TILE == 0, "each block has as many range bins");
static_assert(RANGES > 2 * REACH + GUARD, "the surroundings of a cell do not meet behind it");
static_assert(RANGES * CHANNELS <= 65536 * 16, "a detection has 16 bits for the range bin");
static_assert(sizeof(detection) == 8, "a detection is stored as two words");

/* Where there is no such wait, there are no launches that need it. */
static __device__ inline void wait_for_those_before()
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

static __device__ inline void let_the_next_begin()
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/* ---- setup ---- */

/* A Hann window of unit energy, so that noise keeps its power. */
extern "C" __global__ void hann(float *window, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        window[i] = (float)((0.5 - 0.5 * cos(6.283185307179586 * i / n)) / sqrt(0.375 * n));
    }
}

/* The eigenvalues of a symmetric matrix, by rotations that clear one pair of elements after the other (Jacobi's
 * way). */
static __device__ void find_eigenvalues(double a[TRAIN][TRAIN])
{
    for (int round = 0; round < 12; ++round) {
        for (int p = 0; p < TRAIN; ++p) {
            for (int q = p + 1; q < TRAIN; ++q) {
                const double slope = a[p][q] != 0.0 ? (a[q][q] - a[p][p]) / (2.0 * a[p][q]) : 0.0;
                const double tangent = (slope < 0.0 ? -1.0 : 1.0) / (fabs(slope) + sqrt(1.0 + slope * slope));
                const double c = a[p][q] != 0.0 ? 1.0 / sqrt(1.0 + tangent * tangent) : 1.0;
                const double s = a[p][q] != 0.0 ? c * tangent : 0.0;

                for (int k = 0; k < TRAIN; ++k) {
                    const double left = a[k][p];

                    a[k][p] = c * left - s * a[k][q];
                    a[k][q] = s * left + c * a[k][q];
                }
                for (int k = 0; k < TRAIN; ++k) {
                    const double above = a[p][k];

                    a[p][k] = c * above - s * a[q][k];
                    a[q][k] = s * above + c * a[q][k];
                }
            }
        }
    }
}

/* The probability of a false alarm with the factor t. The terms of B's distribution follow from its generating
 * function, the product of ((1 - q) / (1 - q u))^(2 CHANNELS), by its logarithm's derivative. */
static __device__ double false_alarms(const double a[TRAIN][TRAIN], double t)
{
    double sums[CHANNELS + 1];  /* of the k-th powers of q */
    double terms[CHANNELS + 1]; /* P(B = k) */
    double all = 0.0;
    double log_none = 0.0;

    for (int k = 1; k <= CHANNELS; ++k) {
        sums[k] = 0.0;
    }
    for (int i = 0; i < TRAIN; ++i) {
        const double q = t * a[i][i] / (1.0 + t * a[i][i]);
        double power = 1.0;

        log_none += 2.0 * CHANNELS * log(1.0 - q);
        for (int k = 1; k <= CHANNELS; ++k) {
            power *= q;
            sums[k] += power;
        }
    }
    terms[0] = exp(log_none);
    for (int k = 0; k < CHANNELS; ++k) {
        if (k > 0) {
            terms[k] = 0.0;
            for (int j = 1; j <= k; ++j) {
                terms[k] += 2.0 * CHANNELS * sums[j] * terms[k - j] / k;
            }
        }
        all += terms[k];
    }
    return all;
}

/* The factor whose probability of a false alarm is PFA, by halving; one thread, once. */
extern "C" __global__ void threshold(const float *window, float *factor)
{
    double a[TRAIN][TRAIN];
    double below = 0.0;
    double above = 1.0;

    if (threadIdx.x != 0) {
        return;
    }
    for (int lag = 0; lag < TRAIN; ++lag) {
        double alike = 0.0;

        for (int n = 0; n < RANGES; ++n) {
            alike += (double)window[n] * window[n] * cos(6.283185307179586 * ((lag * n) % RANGES) / RANGES);
        }
        for (int i = 0; i + lag < TRAIN; ++i) {
            a[i][i + lag] = alike;
            a[i + lag][i] = alike;
        }
    }
    find_eigenvalues(a);
    while (false_alarms(a, above) > PFA) {
        above *= 2.0;
    }
    for (int step = 0; step < 60; ++step) {
        const double middle = 0.5 * (below + above);

        if (false_alarms(a, middle) > PFA) {
            below = middle;
        } else {
            above = middle;
        }
    }
    *factor = (float)above;
}

/* ---- every frame ---- */

/* One bit for each cell: is it detected? A thread for each cell of as many range bins as the block has rows, TILE at
 * most. */
extern "C" __global__ void detect(const float *power, const float *factor, unsigned *hits)
{
    __shared__ float cells[TILE + 2 * REACH][PULSES];
    const int doppler = (int)threadIdx.x;
    const int row = (int)threadIdx.y;
    const int tile = (int)blockDim.y;
    const int first = (int)blockIdx.y * tile;
    float sum = 0.0f;
    float share;
    unsigned word;

    let_the_next_begin();
    wait_for_those_before();
    share = *factor;
    for (int i = row; i < tile + 2 * REACH; i += tile) {
        cells[i][doppler] = power[(first - REACH + i + RANGES) % RANGES * PULSES + doppler];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TRAIN; ++i) {
        sum += cells[row + i][doppler] + cells[row + REACH + GUARD + 1 + i][doppler];
    }
    word = __ballot_sync(0xffffffffu, cells[row + REACH][doppler] > share * sum);
    if (doppler % WARP == 0) {
        hits[((first + row) * PULSES + doppler) / WARP] = word;
    }
}

#define COLLECT_BLOCK 1024
#define COLLECT_WORDS ((WORDS + COLLECT_BLOCK - 1) / COLLECT_BLOCK)

/* The sum of the values of all threads before this one; *all is that of all threads. */
static __device__ inline unsigned sum_before(unsigned value, unsigned *all)
{
    __shared__ unsigned sums[COLLECT_BLOCK / WARP];
    const unsigned lane = threadIdx.x % WARP;
    const unsigned warp = threadIdx.x / WARP;
    unsigned sum = value;
    unsigned others;

    for (unsigned distance = 1; distance < WARP; distance *= 2) {
        const unsigned below = __shfl_up_sync(0xffffffffu, sum, distance);

        sum += lane >= distance ? below : 0;
    }
    if (lane == WARP - 1) {
        sums[warp] = sum;
    }
    __syncthreads();
    others = sums[lane];
    for (unsigned distance = 1; distance < WARP; distance *= 2) {
        const unsigned below = __shfl_up_sync(0xffffffffu, others, distance);

        others += lane >= distance ? below : 0;
    }
    *all = __shfl_sync(0xffffffffu, others, WARP - 1);
    others = __shfl_sync(0xffffffffu, others, warp > 0 ? warp - 1 : 0);
    return sum - value + (warp > 0 ? others : 0);
}

/* The list, in the order of the cells. Each thread has the hits of a few words in a row; they go to shared memory
 * first, because the list may lie on the other side of the bus, where it is written once, from its start to its end. */
extern "C" __global__ void collect(const unsigned *hits, const float *power, unsigned *count, detection *found)
{
    __shared__ uint2 list[MOST];
    const unsigned thread = threadIdx.x;
    unsigned words[COLLECT_WORDS];
    unsigned mine = 0;
    unsigned all;
    unsigned at;

    for (unsigned i = thread; i < MOST; i += COLLECT_BLOCK) {
        list[i] = make_uint2(0, 0);
    }
    wait_for_those_before();
#pragma unroll
    for (unsigned i = 0; i < COLLECT_WORDS; ++i) {
        const unsigned word = thread * COLLECT_WORDS + i;

        words[i] = word < WORDS ? hits[word] : 0;
        mine += (unsigned)__popc(words[i]);
    }
    at = sum_before(mine, &all);
#pragma unroll
    for (unsigned i = 0; i < COLLECT_WORDS; ++i) {
        for (unsigned bits = words[i]; bits != 0 && at < MOST; bits &= bits - 1) {
            const unsigned cell = (thread * COLLECT_WORDS + i) * WARP + (unsigned)__ffs((int)bits) - 1;

            list[at++] = make_uint2(cell / PULSES | (cell % PULSES) << 16, __float_as_uint(power[cell]));
        }
    }
    __syncthreads();
    for (unsigned i = thread; i < MOST; i += COLLECT_BLOCK) {
        reinterpret_cast<uint2 *>(found)[i] = list[i];
    }
    if (thread == 0) {
        *count = all;
    }
}

#endif
