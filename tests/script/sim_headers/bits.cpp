/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Everything that cuComplex.h and cuda_fp8.h convert or compute, as bits: compiled once with the toolkit's headers and once with
 * those of the CPU device, it must print the same. */
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Not <stdio.h>: the CPU device makes printf a macro. */
extern "C" int puts(const char *);
extern "C" int snprintf(char *, size_t, const char *, ...);

static uint64_t hash, count;

static void add(uint64_t value)
{
    hash = (hash ^ value) * 1099511628211u;
    hash ^= hash >> 29;
    count++;
}

static void row(const char *name)
{
    char line[128];

    snprintf(line, sizeof line, "%s: %llu values, %016llx", name, (unsigned long long)count, (unsigned long long)hash);
    puts(line);
    hash = count = 0;
}

template <typename To, typename From> static To bits(From from)
{
    To to;

    static_assert(sizeof(To) == sizeof(From), "");
    memcpy(&to, &from, sizeof to);
    return to;
}

static uint64_t next()
{
    static uint64_t state = 1;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

template <typename E, typename E2, typename E4> static void kind(__nv_fp8_interpretation_t k, const char *name)
{
    for (unsigned i = 0; i < 65536; i++) {
        for (int sat = 0; sat < 2; sat++) {
            const __nv_saturation_t s = sat ? __NV_SATFINITE : __NV_NOSAT;
            __half_raw h;
            __nv_bfloat16_raw b;
            __half2_raw h2;
            __nv_bfloat162_raw b2;

            h.x = b.x = h2.x = b2.x = (unsigned short)i;
            h2.y = b2.y = (unsigned short)(i * 40503u);
            add(__nv_cvt_halfraw_to_fp8(h, s, k));
            add(__nv_cvt_bfloat16raw_to_fp8(b, s, k));
            add(__nv_cvt_halfraw2_to_fp8x2(h2, s, k));
            add(__nv_cvt_bfloat16raw2_to_fp8x2(b2, s, k));
        }
        add(E(__half(__half_raw{(unsigned short)i})).__x);
        add(E((int)i - 30000).__x);
        add(E(i).__x);
    }
    row(name);
    for (unsigned long long i = 0; i < 1ull << 32; i += 977) { /* a prime: all exponents, all last bits */
        const float f = bits<float>((uint32_t)i);

        add(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, k));
        add(__nv_cvt_float_to_fp8(f, __NV_NOSAT, k));
    }
    row(name);
    /* Doubles at, just below and just above each float that lies halfway between two results. */
    for (unsigned i = 0; i < 1u << 21; i++) {
        const uint64_t middle = bits<uint64_t>((double)bits<float>(i << 11));

        for (int step = -1; step <= 1; step++) {
            const double d = bits<double>(middle + (uint64_t)step);

            add(__nv_cvt_double_to_fp8(d, __NV_SATFINITE, k));
            add(__nv_cvt_double_to_fp8(d, __NV_NOSAT, k));
        }
    }
    for (int i = 0; i < 1000000; i++) {
        const double d = bits<double>(next());
        const double2 d2 = {d, bits<double>(next())};

        add(__nv_cvt_double_to_fp8(d, __NV_SATFINITE, k));
        add(__nv_cvt_double2_to_fp8x2(d2, __NV_NOSAT, k));
    }
    row(name);
    for (unsigned i = 0; i < 65536; i++) {
        const __half2_raw h2 = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)i, k);
        E one;
        E2 two;
        E4 four;
        float2 f2;
        float4 f4;

        add(h2.x);
        add(h2.y);
        one.__x = (__nv_fp8_storage_t)i;
        two.__x = (__nv_fp8x2_storage_t)i;
        four.__x = i * 2654435761u;
        f2 = (float2)two;
        f4 = (float4)four;
        add(bits<uint32_t>(f2.x) + ((uint64_t)bits<uint32_t>(f2.y) << 32));
        add(bits<uint32_t>(f4.x) + ((uint64_t)bits<uint32_t>(f4.y) << 32));
        add(bits<uint32_t>(f4.z) + ((uint64_t)bits<uint32_t>(f4.w) << 32));
        add(E2(f2).__x);
        add(E4(f4).__x);
        add(E2((__half2)two).__x);
        add(E4((__half2)two, (__half2)two).__x);
        if (i < 256) {
            add(bits<uint16_t>((__half)one));
            add(bits<uint16_t>((__nv_bfloat16)one));
            add(bits<uint64_t>((double)one));
            add((uint64_t)(bool)one);
            add((uint64_t)(unsigned char)one);
            add((uint64_t)(signed char)one);
            add((uint64_t)(char)one);
            add((uint64_t)(short)one);
            add((uint64_t)(unsigned short)one);
            add((uint64_t)(int)one);
            add((uint64_t)(unsigned)one);
            add((uint64_t)(long)one);
            add((uint64_t)(unsigned long)one);
            add((uint64_t)(long long)one);
            add((uint64_t)(unsigned long long)one);
        }
    }
    row(name);
}

static void add_complex(cuDoubleComplex z)
{
    add(bits<uint64_t>(cuCreal(z)));
    add(bits<uint64_t>(cuCimag(z)));
}

static void add_complexf(cuFloatComplex z)
{
    add(bits<uint32_t>(cuCrealf(z)));
    add(bits<uint32_t>(cuCimagf(z)));
}

/* Numbers of all sizes, and among them the special ones. */
static double number()
{
    static const double special[] = {0.0, -0.0, 1.0, -1.0, HUGE_VAL, -HUGE_VAL, 1e308, 1e-308};
    const uint64_t r = next();

    return r % 16 == 0 ? special[r / 16 % 8] : ldexp((double)(int64_t)r, (int)(next() % 120) - 120);
}

/* A NaN of any kind counts as one. */
static double plain(double x)
{
    return x != x ? 0.5 : x;
}

static void complexes()
{
    for (int i = 0; i < 300000; i++) {
        const cuDoubleComplex a = make_cuDoubleComplex(number(), number()), b = make_cuDoubleComplex(number(), number());
        const cuFloatComplex c = cuComplexDoubleToFloat(a), d = make_cuComplex((float)b.x, (float)b.y);
        const cuDoubleComplex z[] = {cuConj(a), cuCadd(a, b), cuCsub(a, b), cuCmul(a, b), cuCdiv(a, b), cuCfma(a, b, a)};
        const cuFloatComplex w[] = {cuConjf(c), cuCaddf(c, d), cuCsubf(c, d), cuCmulf(c, d), cuCdivf(c, d), cuCfmaf(c, d, c)};

        for (int k = 0; k < 6; k++) {
            add_complex(make_cuDoubleComplex(plain(z[k].x), plain(z[k].y)));
            add_complexf(make_cuFloatComplex((float)plain((double)w[k].x), (float)plain((double)w[k].y)));
        }
        add(bits<uint64_t>(plain(cuCabs(a))));
        add(bits<uint32_t>((float)plain((double)cuCabsf(c))));
        add_complex(cuComplexFloatToDouble(c));
    }
    row("complex");
}

int main()
{
    kind<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3>(__NV_E4M3, "e4m3");
    kind<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2>(__NV_E5M2, "e5m2");
    complexes();
    return 0;
}
