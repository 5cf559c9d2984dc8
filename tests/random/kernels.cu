/* SPDX-License-Identifier: MIT */
/* What random programs launch. All that a kernel writes depends on all that it reads, so that one byte too old or too
 * new shows. interpret.c says the same in its own words. */
#ifndef RANDOM_KERNELS_CU
#define RANDOM_KERNELS_CU

__device__ static inline unsigned stir(unsigned a, unsigned b)
{
    unsigned x = (a ^ (b + 0x9e3779b9u)) * 0x85ebca6bu;
    return (x ^ x >> 15) * 0xc2b2ae35u;
}

__device__ static inline unsigned begin(unsigned salt)
{
    return stir(salt, gridDim.x * 64u + blockDim.x);
}

template <typename T> __device__ static inline unsigned read_all(unsigned seen, const T *from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        seen = stir(seen, from[i]);
    return seen;
}

/* Each thread writes its own elements. */
template <typename T> __device__ static inline void write_all(unsigned seen, unsigned which, T *to, unsigned count)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        to[i] = (T)stir(stir(seen, which), i);
}

template <typename T> __device__ static inline void write_some(unsigned seen, unsigned which, T *to, unsigned count)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        unsigned value = stir(stir(seen, which), i);
        if (value & 0x100u)
            to[i] = (T)value;
    }
}

template <typename T> __device__ static inline void change_all(unsigned seen, unsigned which, T *to, unsigned count)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        to[i] = (T)stir(stir(stir(seen, which), i), to[i]);
}

#define KERNELS(word, T)                                                                                               \
    extern "C" __global__ void make_##word(T *y, unsigned ny, unsigned salt)                                          \
    {                                                                                                                  \
        write_all(begin(salt), 0, y, ny);                                                                              \
    }                                                                                                                  \
    extern "C" __global__ void map_##word(const T *x, unsigned nx, T *y, unsigned ny, unsigned salt)                   \
    {                                                                                                                  \
        write_all(read_all(begin(salt), x, nx), 1, y, ny);                                                             \
    }                                                                                                                  \
    extern "C" __global__ void join_##word(const T *a, unsigned na, const T *b, unsigned nb, T *y, unsigned ny,        \
                                           unsigned salt)                                                              \
    {                                                                                                                  \
        write_all(read_all(read_all(begin(salt), a, na), b, nb), 2, y, ny);                                            \
    }                                                                                                                  \
    extern "C" __global__ void fork_##word(const T *x, unsigned nx, T *y, unsigned ny, T *z, unsigned nz,              \
                                           unsigned salt)                                                              \
    {                                                                                                                  \
        unsigned seen = read_all(begin(salt), x, nx);                                                                  \
        write_all(seen, 1, y, ny);                                                                                     \
        write_all(seen, 2, z, nz);                                                                                     \
    }                                                                                                                  \
    extern "C" __global__ void some_##word(const T *x, unsigned nx, T *y, unsigned ny, unsigned salt)                  \
    {                                                                                                                  \
        write_some(read_all(begin(salt), x, nx), 1, y, ny);                                                            \
    }                                                                                                                  \
    extern "C" __global__ void change_##word(const T *x, unsigned nx, T *y, unsigned ny, unsigned salt)                \
    {                                                                                                                  \
        change_all(read_all(begin(salt), x, nx), 1, y, ny);                                                            \
    }                                                                                                                  \
    extern "C" __global__ void work_##word(const T *x, unsigned nx, T *room, unsigned n, T *y, unsigned ny,            \
                                           unsigned salt)                                                              \
    {                                                                                                                  \
        write_all(read_all(begin(salt), x, nx), 1, room, n);                                                           \
        __syncthreads();                                                                                               \
        write_all(read_all(begin(salt), room, n), 2, y, ny);                                                           \
    }                                                                                                                  \
    extern "C" __global__ void reach_##word(const T *x, unsigned nx, T *y, unsigned ny, unsigned more_x,               \
                                            unsigned more_y, unsigned salt)                                            \
    {                                                                                                                  \
        unsigned seen = read_all(begin(salt), x, nx + more_x);                                                         \
        write_all(seen, 1, y, ny);                                                                                     \
        write_some(seen, 2, y + ny, more_y);                                                                           \
    }

/* What decides on the device: 0, 1 or 2. */
extern "C" __global__ void flag_w(const unsigned *x, unsigned nx, unsigned *y, unsigned ny, unsigned salt)
{
    unsigned seen = read_all(begin(salt), x, nx);
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < ny; i += gridDim.x * blockDim.x)
        y[i] = stir(stir(seen, 1), i) % 3u;
}

/* Steps of loops that do nothing once the flag is 0. */
extern "C" __global__ void tick_w(const unsigned *flag, unsigned nf, const unsigned *x, unsigned nx, unsigned *y,
                                  unsigned ny, unsigned salt)
{
    if (flag[0] != 0)
        write_some(read_all(read_all(begin(salt), flag, nf), x, nx), 2, y, ny);
}

extern "C" __global__ void stop_w(const unsigned *x, unsigned nx, unsigned *flag, unsigned nf, unsigned salt)
{
    unsigned seen = read_all(begin(salt), x, nx);
    if (flag[0] == 0)
        return;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < nf; i += gridDim.x * blockDim.x)
        flag[i] = stir(stir(stir(seen, 1), i), flag[i]) % 3u;
}

KERNELS(b, unsigned char)
KERNELS(w, unsigned)

#endif
