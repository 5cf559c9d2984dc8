/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Each construct of the kernel shim against the value that the device's documentation gives. */
#include <math.h>
#include <pthread.h>

#include "sim_fixture.h"
#include "unit/run_suite.h"

static CUdeviceptr out;
static unsigned char result[1 << 16];

static void setup(void)
{
    start_device();
    out = get_memory(sizeof result);
    OK(cuMemsetD8(out, 0, sizeof result));
    OK(cuCtxSynchronize());
}

static void teardown(void)
{
    OK(cuMemFree(out));
    stop_device();
}

/* Runs `name` of the stub; out comes back in `result`. */
static void run(const char *stub, const char *name, unsigned grid, unsigned block, unsigned shared, void **parameters)
{
    load_module(stub);
    OK(run_as_graph(get_function(name), grid, block, shared, parameters));
    OK(cuMemcpyDtoH(result, out, sizeof result));
    NO_PROBLEM();
}

static const unsigned *words(void)
{
    return (const unsigned *)(const void *)result;
}
static const int *ints(void)
{
    return (const int *)(const void *)result;
}

START_TEST(test_index)
{
    void *parameters[] = {&out};
    CUDA_KERNEL_NODE_PARAMS p;
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    load_module("vggen stub 1\nkernel k_index 8\n");
    p = kernel_node(get_function("k_index"), 3, 5, parameters);
    p.gridDimY = 2;
    p.gridDimZ = 2;
    p.blockDimY = 4;
    p.blockDimZ = 3;
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddKernelNode(&node, graph, NULL, 0, &p));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH(result, out, sizeof result));
    for (unsigned block = 0; block < 12; block++) {
        for (unsigned thread = 0; thread < 60; thread++) {
            ck_assert_uint_eq(words()[block * 60 + thread], block * 1000 + thread);
        }
    }
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}
END_TEST

/* A name with blanks stands between quotes. */
START_TEST(test_instances)
{
    static const char both[] = "vggen stub 1\nkernel \"instances::k_filled<int, 3>\" 8\n"
                               "kernel _ZN9instances8k_filledIfLi5EEEvPT_ 8\n";
    void *parameters[] = {&out};
    float real[8];
    run(both, "instances::k_filled<int, 3>", 1, 8, 0, parameters);
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(ints()[i], 3 + i);
    }
    OK(run_as_graph(get_function("_ZN9instances8k_filledIfLi5EEEvPT_"), 1, 8, 0, parameters));
    OK(cuMemcpyDtoH(real, out, sizeof real));
    for (int i = 0; i < 8; i++) {
        ck_assert_float_eq(real[i], (float)(5 + i));
    }
}
END_TEST

START_TEST(test_params)
{
    struct {
        char c;
        double d;
        short s;
    } h = {1, 2.5, 3};
    struct {
        float x, y, z, w;
    } j = {10, 20, 30, 40};
    signed char a = -5;
    unsigned char b = 1;
    short c = -300;
    int d = 70000;
    long long e = -5000000000;
    float f = 1.5f;
    double g = -2.25;
    unsigned short i = 0x3e00; /* 1.5 */
    const double expected[] = {-5, 1, -300, 70000, -5e9, 1.5, -2.25, 1, 2.5, 3, 1.5, 50};
    void *parameters[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &out};
    double got[12];
    run("vggen stub 1\nkernel k_params 1 1 2 4 8 4 8 24 2 16 8\n", "k_params", 1, 1, 0, parameters);
    memcpy(got, result, sizeof got);
    for (int n = 0; n < 12; n++) {
        ck_assert_double_eq(got[n], expected[n]);
    }
}
END_TEST

START_TEST(test_shared)
{
    CUdeviceptr in = get_memory(512);
    int values[128];
    void *parameters[] = {&in, &out};
    for (int i = 0; i < 128; i++) {
        values[i] = 256 * i;
    }
    OK(cuMemcpyHtoD(in, values, sizeof values));
    run("vggen stub 1\nkernel k_static_shared 8 8\nkernel k_dynamic_shared 8 8\nkernel k_shared_fresh 8\n",
        "k_static_shared", 1, 128, 0, parameters);
    for (int i = 0; i < 128; i++) {
        ck_assert_int_eq(ints()[i], values[127 - i]);
    }
    OK(run_as_graph(get_function("k_dynamic_shared"), 2, 128, 512, parameters));
    OK(cuMemcpyDtoH(result, out, 512));
    for (int i = 0; i < 128; i++) { /* both arrays are the same memory: each word's low byte is 0 */
        ck_assert_int_eq(ints()[i], values[127 - i]);
    }
    parameters[0] = &out;
    OK(run_as_graph(get_function("k_shared_fresh"), 4, 32, 0, parameters));
    OK(cuMemcpyDtoH(result, out, 16));
    for (int i = 0; i < 4; i++) {
        ck_assert_uint_eq(words()[i], 0xA5A5A5A5u);
    }
    OK(cuMemFree(in));
}
END_TEST

START_TEST(test_barriers)
{
    const int expected[] = {43, 1, 0, 1, 0};
    void *parameters[] = {&out};
    run("vggen stub 1\nkernel k_barriers 8\n", "k_barriers", 1, 128, 0, parameters);
    ck_assert_mem_eq(result, expected, sizeof expected);
}
END_TEST

START_TEST(test_shuffles)
{
    void *parameters[] = {&out};
    run("vggen stub 1\nkernel k_shuffles 8\n", "k_shuffles", 1, 64, 0, parameters);
    for (int t = 0; t < 64; t++) {
        int lane = t % 32;
        const int *row = ints() + 8 * t;
        ck_assert_int_eq(row[0], 103);
        ck_assert_int_eq(row[1], 100 + (lane >= 2 ? lane - 2 : lane));
        ck_assert_int_eq(row[2], 100 + (lane < 30 ? lane + 2 : lane));
        ck_assert_int_eq(row[3], 100 + (lane ^ 5));
        ck_assert_int_eq(row[4], 100 + lane / 8 * 8 + 1);
        ck_assert_int_eq(row[5], 100 + (lane % 8 < 5 ? lane + 3 : lane));
        ck_assert_int_eq(row[6], 100 + (lane ^ 1));
        ck_assert_int_eq(row[7], lane < 16 ? 115 : 131);
    }
}
END_TEST

START_TEST(test_votes)
{
    const unsigned expected[] = {0xaaaaaaaau, 1, 0, 0xff000000u, 0xffffffffu, 1, 496, (unsigned)-9, 0xff000000u};
    void *parameters[] = {&out};
    run("vggen stub 1\nkernel k_votes 8\n", "k_votes", 1, 32, 0, parameters);
    ck_assert_mem_eq(result, expected, sizeof expected);
}
END_TEST

START_TEST(test_atomics)
{
    CUdeviceptr i = out, u = out + 64, l = out + 128, f = out + 192, d = out + 200;
    void *parameters[] = {&i, &u, &l, &f, &d};
    unsigned start[7] = {0xffffffffu, 0, 0, 0, 0, 0, 5};
    unsigned long long longs[3];
    unsigned got[7];
    float single;
    double wide;
    OK(cuMemcpyHtoD(u, start, sizeof start));
    run("vggen stub 1\nkernel k_atomics 8 8 8 8 8\n", "k_atomics", 1, 100, 0, parameters);
    ck_assert_int_eq(ints()[0], 4950);
    ck_assert_int_eq(ints()[1], -100);
    ck_assert_int_eq(ints()[2], -99);
    ck_assert_int_eq(ints()[3], 99);
    memcpy(got, result + 64, sizeof got);
    ck_assert_uint_eq(got[0], 0);
    ck_assert_uint_eq(got[1], 0xffffffffu);
    ck_assert_uint_eq(got[2], 0); /* 0 ^ 1 ^ … ^ 99 */
    ck_assert_uint_eq(got[3], 0); /* 0 … 4 round and round: 100 steps of 5 */
    ck_assert_uint_eq(got[4], 0);
    ck_assert_uint_eq(got[5], 5);
    ck_assert_uint_eq(got[6], 77);
    memcpy(longs, result + 128, sizeof longs);
    ck_assert_uint_eq(longs[0], 100ull << 33);
    ck_assert_uint_eq(longs[1], 200);
    ck_assert_uint_eq(longs[2], 99);
    memcpy(&single, result + 192, sizeof single);
    memcpy(&wide, result + 200, sizeof wide);
    ck_assert_float_eq(single, 50.0f);
    ck_assert_double_eq(wide, 25.0);
}
END_TEST

START_TEST(test_bits)
{
    const unsigned expected[] = {8,    9,           31, 32,           63, 4, 0,  41, 0x80000000u, 0x77441100u,
                                 0x28, 0x30000001u, 3,  (unsigned)-1, 3,  2, 15, 7,  1,           1};
    void *parameters[] = {&out};
    run("vggen stub 1\nkernel k_bits 8\n", "k_bits", 1, 1, 0, parameters);
    for (size_t n = 0; n < sizeof expected / sizeof expected[0]; n++) {
        ck_assert_msg(words()[n] == expected[n], "value %zu is 0x%x, not 0x%x", n, words()[n], expected[n]);
    }
}
END_TEST

START_TEST(test_math)
{
    const float expected[] = {
        0.841470985f, 0.540302306f, 0.5f, 2.718281828f, 1.0f, 1024.0f, 0.25f,        1.0f,
        4.0f,         1.25f,        2.0f, -2.0f,        3.0f, 0.0f,    2147483647.f, -9.2233720368547758e18f,
        10.0f,        -1.0f,        1.5f, 7.0f};
    void *parameters[] = {&out};
    float got[20];
    run("vggen stub 1\nkernel k_math 8\n", "k_math", 1, 1, 0, parameters);
    memcpy(got, result, sizeof got);
    for (int n = 0; n < 20; n++) {
        ck_assert_float_le(fabsf(got[n] - expected[n]), 1e-6f * fabsf(expected[n]));
    }
}
END_TEST

START_TEST(test_half)
{
    const unsigned short expected[] = {0x3e00, 0x2e66, 0x3e66, 0x4080, 0x7c00, 0x7bff, 0x0001, 0x8000,
                                       0x4500, 1,      0x3f80, 0x4049, 0x4049, 1,      0x6800, 0x7c00};
    void *parameters[] = {&out};
    unsigned short got[16];
    run("vggen stub 1\nkernel k_half 8\n", "k_half", 1, 1, 0, parameters);
    memcpy(got, result, sizeof got);
    for (int n = 0; n < 16; n++) {
        ck_assert_msg(got[n] == expected[n], "value %d is 0x%x, not 0x%x", n, got[n], expected[n]);
    }
}
END_TEST

START_TEST(test_groups)
{
    void *parameters[] = {&out};
    run("vggen stub 1\nkernel k_groups 8\n", "k_groups", 1, 128, 0, parameters);
    for (int t = 0; t < 128; t++) {
        int first = t / 8 * 8;
        ck_assert_int_eq(ints()[t], 8 * first + 28);
        ck_assert_int_eq(ints()[128 + t], first + 7);
        ck_assert_int_eq(ints()[256 + t], t % 2 ? 1600 + t % 32 / 2 : 0);
    }
}
END_TEST

START_TEST(test_clock_spin_tickets)
{
    CUdeviceptr lock = out, counter = out + 4, in = out + 1024, partial = out + 4096, ticket = out + 8192,
                sum = out + 8200;
    void *clock_parameters[] = {&out}, *spin[] = {&lock, &counter}, *last[] = {&in, &partial, &ticket, &sum};
    int ones[512], total;
    run("vggen stub 1\nkernel k_clock 8\nkernel k_spin 8 8\nkernel k_last_block 8 8 8 8\n", "k_clock", 1, 1, 0,
        clock_parameters);
    ck_assert_int_eq(ints()[0], 1);
    OK(cuMemsetD32(out, 0, 2));
    OK(run_as_graph(get_function("k_spin"), 3, 100, 0, spin));
    OK(cuMemcpyDtoH(result, out, 8));
    ck_assert_int_eq(ints()[0], 0);
    ck_assert_int_eq(ints()[1], 300);
    for (int i = 0; i < 512; i++) {
        ones[i] = i;
    }
    OK(cuMemcpyHtoD(in, ones, sizeof ones));
    OK(run_as_graph(get_function("k_last_block"), 8, 64, 0, last));
    OK(cuMemcpyDtoH(&total, sum, sizeof total));
    ck_assert_int_eq(total, 511 * 512 / 2);
    NO_PROBLEM();
}
END_TEST

/* The seed changes the order, never a correct result; the same seed gives the same. */
START_TEST(test_seeds)
{
    void *parameters[] = {&out};
    load_module("vggen stub 1\nkernel k_groups 8\n");
    for (uint64_t seed = 0; seed < 20; seed++) {
        vgsim_seed(seed);
        OK(run_as_graph(get_function("k_groups"), 1, 128, 0, parameters));
        OK(cuMemcpyDtoH(result, out, 1024));
        ck_assert_int_eq(ints()[5], 28);
        ck_assert_int_eq(ints()[128 + 127], 127);
    }
    vgsim_seed(1);
}
END_TEST

/* Two host threads with kernels of their own: each has its own shared memory. */
static void *replay_often(void *user)
{
    CUdeviceptr in = *(CUdeviceptr *)user, back = in + 512;
    void *parameters[] = {&in, &back};
    CUfunction function;
    CUstream own;
    int wrong = 0;
    if (cuCtxSetCurrent(context) || cuStreamCreate(&own, CU_STREAM_NON_BLOCKING) ||
        cuModuleGetFunction(&function, module, "k_static_shared")) {
        return user;
    }
    for (int i = 0; i < 200; i++) {
        int got[128];
        wrong += cuLaunchKernel(function, 1, 1, 1, 128, 1, 1, 0, own, parameters, NULL) != CUDA_SUCCESS;
        wrong += cuStreamSynchronize(own) != CUDA_SUCCESS;
        wrong += cuMemcpyDtoH(got, back, 512) != CUDA_SUCCESS;
        for (int k = 0; k < 128; k++) {
            wrong += got[k] != (int)(in % 9973) + 127 - k;
        }
    }
    return cuStreamDestroy(own) || wrong ? user : NULL;
}

START_TEST(test_two_threads)
{
    CUdeviceptr memory[2];
    pthread_t threads[2];
    load_module("vggen stub 1\nkernel k_static_shared 8 8\n");
    for (int t = 0; t < 2; t++) {
        int values[128];
        memory[t] = get_memory(1024);
        for (int k = 0; k < 128; k++) {
            values[k] = (int)(memory[t] % 9973) + k;
        }
        OK(cuMemcpyHtoD(memory[t], values, 512));
    }
    for (int t = 0; t < 2; t++) {
        ck_assert_int_eq(pthread_create(&threads[t], NULL, replay_often, &memory[t]), 0);
    }
    for (int t = 0; t < 2; t++) {
        void *failed;
        ck_assert_int_eq(pthread_join(threads[t], &failed), 0);
        ck_assert_ptr_null(failed);
        OK(cuMemFree(memory[t]));
    }
    NO_PROBLEM();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_index, test_instances, test_params, test_shared, test_barriers, test_shuffles, test_votes, test_atomics,
        test_bits, test_math, test_half, test_groups, test_clock_spin_tickets, test_seeds, test_two_threads};
    Suite *suite = suite_create("sim_kernels");
    TCase *one = tcase_create("constructs");
    tcase_add_checked_fixture(one, setup, teardown);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tcase_add_test(one, tests[i]);
    }
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
