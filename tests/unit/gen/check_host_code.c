/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What of a source is left out for the CPU device: bodies of host functions with launches or calls of the runtime. */
#include <string.h>

#include "../run_suite.h"
#include "image/host_code.h"

/* Where the second text is NULL, there is nothing to leave out. */
static const struct {
    const char *text, *left;
} cases[] = {
    {"__global__ void k(int *p) { *p = 1; }\n", NULL},
    {"int f() { return 1 << 2 < 3; }\n", NULL},
    {"int main() { return 0; }\n", NULL},
    {"// cudaMalloc(p); k<<<1, 1>>>();\n/* cudaFree */ const char *t = \"<<<\"; char c = '{';\n", NULL},
    {"__device__ cuComplex f(cuComplex z) { return cuCmulf(z, z); }\ncuFloatComplex g() { return cuConjf(x); }\n",
     NULL},
    /* What is on the device stays, so that the compiler says that it cannot be. */
    {"__global__ void k() { k<<<1, 1>>>(); }\n__device__ void d() { cudaDeviceSynchronize(); }\n", NULL},
    {"constexpr cudaError_t none() { return cudaSuccess; }\n", NULL},
    {"static cudaStream_t stream; void use(cudaStream_t s); cudaError_t (*call)(int) = nullptr;\n", NULL},
    {"void broken() { cudaFree(0); \n", NULL},

    {"void run() { kernel<<<1, 32>>>(); }\nint x;\n", "void run() { __builtin_trap(); }\nint x;\n"},
    {"int run()\n{\n    cudaFree(0);\n    return 1;\n}\n", "int run()\n{ __builtin_trap(); \n\n\n}\n"},
    {"void f() { cudaA(); }\n", "void f() { __builtin_trap(); }\n"},
    {"namespace a { namespace { void f() { cudaDeviceSynchronize(); } } int y; }\n",
     "namespace a { namespace { void f() { __builtin_trap(); } } int y; }\n"},
    {"extern \"C\" { int f() { return cudaDeviceSynchronize(); } }\nextern \"C\" int g() { return cudaDeviceReset(); "
     "}\n",
     "extern \"C\" { int f() { __builtin_trap(); } }\nextern \"C\" int g() { __builtin_trap(); }\n"},
    {"template <class T, int N = (3 > 2)> void f(T t) { cuMemAlloc(t, sizeof t); }\n",
     "template <class T, int N = (3 > 2)> void f(T t) { __builtin_trap(); }\n"},
    {"struct pair f(int i) { return cufftPlan1d(i, i); }\n", "struct pair f(int i) { __builtin_trap(); }\n"},
    {"void f() { thrust::sort(a, b); }\nvoid g() { cub::DeviceScan::Sum(); cub::Max(); }\n",
     "void f() { __builtin_trap(); }\nvoid g() { __builtin_trap(); }\n"},
    /* Classes: methods, constructors with lists, operators, methods that are kept. */
    {"class b : public base<(1)> { public: b(int n) : n_(n), p_{0} { cudaMalloc(&p_, n); } ~b() { cudaFree(p_); }\n"
     "bool operator<(b o) const { return n_ < o.n_; } T &operator()(int i) { return p_[i]; } private: int n_ = 1; };\n",
     "class b : public base<(1)> { public: b(int n) : n_(n), p_{0} { __builtin_trap(); } ~b() { __builtin_trap(); }\n"
     "bool operator<(b o) const { return n_ < o.n_; } T &operator()(int i) { return p_[i]; } private: int n_ = 1; "
     "};\n"},
    {"struct alignas(16) s { s() : e(cudaEventNew()) { } int e; };\n",
     "struct alignas(16) s { s() { __builtin_trap(); } int e; };\n"},
    /* Values in braces, enums, functions that return one. */
    {"int a[] = {1, 2}, b{3}; enum class e : int { one, two }; auto l = [] { return 1; };\nvoid f() { "
     "cudaDeviceReset(); }\n",
     "int a[] = {1, 2}, b{3}; enum class e : int { one, two }; auto l = [] { return 1; };\nvoid f() { "
     "__builtin_trap(); "
     "}\n"},
    {"void f(point p = {1, 2}) noexcept { k<<<grid{1}, 2>>>(R\"x(} )\" ){)x\", '}', 1'000); }\nint g() { return 2; }\n",
     "void f(point p = {1, 2}) noexcept { __builtin_trap(); }\nint g() { return 2; }\n"},
    /* Macros that have such code, and macros that use them. */
    {"#define GO(k) \\\n    k<<<1, 1>>>()\n#define ALSO GO(kernel)\nvoid f() { ALSO; int unused; }\nvoid g() { GOOD; "
     "}\n",
     "#define GO(k) \\\n    k<<<1, 1>>>()\n#define ALSO GO(kernel)\nvoid f() { __builtin_trap(); }\nvoid g() { GOOD; "
     "}\n"},
    /* Branches begin alike. */
    {"#ifdef A\nvoid f(int i) {\n#else\nvoid f() {\n#endif\n    cudaDeviceReset();\n}\nint x;\n", NULL},
    {"void f() {\n#ifdef A\n    if (a) {\n#else\n    if (b) {\n#endif\n        cudaDeviceReset(); }\n}\nint x;\n",
     "void f() { __builtin_trap(); \n\n\n\n\n\n\n}\nint x;\n"},
    {"#ifndef VGSIM\nint f() { return cudaDeviceReset(); }\n#endif\nint x;\n",
     "#ifndef VGSIM\nint f() { __builtin_trap(); }\n#endif\nint x;\n"},
};

START_TEST(test_left_out)
{
    arena *a = arena_new();
    const char *left = host_code_left_out(a, cases[_i].text, strlen(cases[_i].text));

    ck_assert_pstr_eq(left, cases[_i].left);
    arena_free(a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host_code");
    TCase *group = tcase_create("left out");

    tcase_add_loop_test(group, test_left_out, 0, sizeof cases / sizeof *cases);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
