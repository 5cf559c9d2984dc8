/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How a kernel library registers its kernels with the CPU device. */
#ifndef VGSIM_REGISTER_H
#define VGSIM_REGISTER_H

#include "types.h"
#include "vgsim.h"

/* NAME_sim.cpp has a unit for each source and one, number 0, for what the library has once. */
#ifdef VGSIM_UNIT
#define VGSIM_HAS(unit) (VGSIM_UNIT == (unit))
#else
#define VGSIM_HAS(unit) 1
#endif

#if VGSIM_HAS(0)

/* The storage behind every `extern __shared__` array of the library: they all are this one. */
extern "C" {
alignas(128)
    __attribute__((visibility("hidden"),
                   used)) thread_local unsigned char vgsim_dynamic_shared[VGSIM_DYNAMIC_BYTES + VGSIM_DYNAMIC_GUARD];
}

/* Does the compiler call a hook before each access? */
#ifdef __SANITIZE_THREAD__
#define VGSIM_HOOKED
#endif
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define VGSIM_HOOKED
#endif
#endif

static const struct vgsim_shared_registration {
    static void *address()
    {
        return vgsim_dynamic_shared;
    }
    vgsim_shared_registration()
    {
        vgsim_register_shared(address);
#ifdef VGSIM_HOOKED
        vgsim_register_hooked(address);
#endif
    }
} vgsim_shared_registered;

#endif

/* For each array that the sources declare as `extern __shared__ T name[];`, once, at namespace scope of unit 0. */
#define VGSIM_DYNAMIC_SHARED(name)                                                                                     \
    __asm__(".globl " #name "\n\t.hidden " #name "\n\t.type " #name ", %tls_object\n\t.set " #name                     \
            ", vgsim_dynamic_shared");
/* The same with the name as C++ mangles it, without _Z: 4tile, N7imaging4tileE. A template that uses such an array
 * calls a function that would initialize it, and g++ does not look whether there is one. */
#define VGSIM_DYNAMIC_SHARED_NAMED(name, mangled)                                                                      \
    VGSIM_DYNAMIC_SHARED(name)                                                                                         \
    __asm__(".pushsection .text\n\t.globl _ZTH" #mangled "\n\t.hidden _ZTH" #mangled                                   \
            "\n\t.type _ZTH" #mangled ", %function\n_ZTH" #mangled ":\n\tret\n\t.popsection");

/* Unpacks kernelParams by the kernel's own type. Hidden: kernels of one name in two libraries are mangled alike, but
 * each has its own parameters. */
template <auto Kernel> struct vgsim_host_kernel;
template <typename... Parameters, void (*Kernel)(Parameters...)>
struct __attribute__((visibility("hidden"))) vgsim_host_kernel<Kernel> {
    static constexpr unsigned int count = sizeof...(Parameters);
    static constexpr uint32_t sizes[sizeof...(Parameters) + 1] = {(uint32_t)sizeof(Parameters)..., 0};

    template <size_t... I> static void call(void **parameters, std::index_sequence<I...>)
    {
        /* Not inlined: a loop without a statement would have no line of the source left. */
        void (*kernel)(Parameters...) = Kernel;

        (void)parameters;
        __asm__("" : "+r"(kernel));
        kernel(*static_cast<typename std::remove_cv<Parameters>::type *>(parameters[I])...);
    }
    static void run(void **parameters)
    {
        call(parameters, std::index_sequence_for<Parameters...>());
    }
};

#define VGSIM_REGISTER_KERNEL_3(number, module, entry, ...)                                                            \
    namespace                                                                                                          \
    {                                                                                                                  \
    const struct vgsim_registration_##number {                                                                         \
        vgsim_kernel kernel;                                                                                           \
        vgsim_registration_##number()                                                                                  \
            : kernel{entry, vgsim_host_kernel<&__VA_ARGS__>::run, vgsim_host_kernel<&__VA_ARGS__>::count,              \
                     vgsim_host_kernel<&__VA_ARGS__>::sizes, module, nullptr}                                          \
        {                                                                                                              \
            vgsim_register_kernel(&kernel);                                                                            \
        }                                                                                                              \
    } vgsim_registered_##number;                                                                                       \
    }
#define VGSIM_REGISTER_KERNEL_2(number, ...) VGSIM_REGISTER_KERNEL_3(number, __VA_ARGS__)

/* After the kernel's source is included, at namespace scope. The second form is for entries with another name in the
 * image, as C++ kernels without extern "C" have. The third is for kernels of one module, where another may have one of
 * the same name; the function comes last and may be a template's instance, with commas in it. */
#define VGSIM_REGISTER_KERNEL(entry) VGSIM_REGISTER_KERNEL_2(__COUNTER__, nullptr, #entry, entry)
#define VGSIM_REGISTER_KERNEL_AS(function, entry) VGSIM_REGISTER_KERNEL_2(__COUNTER__, nullptr, entry, function)
#define VGSIM_REGISTER_KERNEL_OF(module, entry, ...) VGSIM_REGISTER_KERNEL_2(__COUNTER__, module, entry, __VA_ARGS__)

/* Of any module, with such an instance: VGSIM_REGISTER_INSTANCE("_Z…", imaging::conv<float, 4>). */
#define VGSIM_REGISTER_INSTANCE(entry, ...) VGSIM_REGISTER_KERNEL_2(__COUNTER__, nullptr, entry, __VA_ARGS__)

#endif
