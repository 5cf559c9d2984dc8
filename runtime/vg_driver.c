/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_driver.c - with -DVG_DLOPEN, finds the driver's library and in it the functions of vg_cuda_calls.h, when a program
 * is opened; empty without. Symbols are asked for by the exact names that the library exports, as a linker would. One
 * that it does not export is asked of cuGetProcAddress, for the version in which that symbol came: what stands in for
 * the driver may have it only there.
 *
 * The library stays loaded. Two threads that open at once store the same addresses. */
#include "vg_impl.h"

/* ISO C wants a declaration in every file. */
VG_STATIC_ASSERT(sizeof(void *) == 8, pointers_have_64_bits);

#if defined(VG_DLOPEN) && !defined(VG_WITHOUT_CUDA)

#include <dlfcn.h>
#include <string.h>

#ifndef VG_DRIVER_LIBRARY
#define VG_DRIVER_LIBRARY "libcuda.so.1"
#endif

vg_driver_call vg_driver_calls[VG_CALLS];

#define LONGEST_NAME 64u
/* Nothing older is supported. Asked for an earlier version, the driver has the same symbols, but what stands in for it
 * may have none. */
#define OLDEST_VERSION 12000u

typedef struct symbol {
    const char *name;
    uint16_t since; /* as cuDriverGetVersion counts */
    uint16_t needed;
} symbol;

static const symbol symbols[] = {
#define VG_NEEDED(name, since, parameters) {#name, since, 1},
#define VG_OPTIONAL(name, since, parameters) {#name, since, 0},
#define VG_OLDER(name, since, parameters) {#name, since, 0},
#include "vg_cuda_calls.h"
#undef VG_NEEDED
#undef VG_OPTIONAL
#undef VG_OLDER
};

#define SYMBOLS (sizeof symbols / sizeof symbols[0])

VG_STATIC_ASSERT(sizeof symbols / sizeof symbols[0] == VG_CALLS_BOUND, each_symbol_has_its_place);
VG_STATIC_ASSERT(sizeof(vg_driver_call) == sizeof(void *), a_function_has_the_size_of_a_pointer);

static void store(size_t place, vg_driver_call call)
{
    __atomic_store_n(&vg_driver_calls[place], call, __ATOMIC_RELEASE);
}

static vg_driver_call load(size_t place)
{
    return __atomic_load_n(&vg_driver_calls[place], __ATOMIC_ACQUIRE);
}

/* ---- what a driver before CUDA 12.3 has instead: edges of one kind ---- */

static int are_plain(const CUgraphEdgeData *edges, size_t count)
{
    size_t i;
    for (i = 0; edges != NULL && i < count; i++) {
        if (edges[i].type != 0u || edges[i].from_port != 0u || edges[i].to_port != 0u) {
            return 0;
        }
    }
    return 1;
}

static CUresult CUDAAPI add_dependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                         const CUgraphEdgeData *edges, size_t count)
{
    return are_plain(edges, count) ? VG_CALL(cuGraphAddDependencies, graph, from, to, count)
                                   : CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER;
}

static CUresult CUDAAPI remove_dependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                            const CUgraphEdgeData *edges, size_t count)
{
    return are_plain(edges, count) ? VG_CALL(cuGraphRemoveDependencies, graph, from, to, count)
                                   : CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER;
}

static CUresult CUDAAPI get_dependencies(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *edges, size_t *count)
{
    const CUresult result = VG_CALL(cuGraphNodeGetDependencies, node, nodes, count);
    if (result == CUDA_SUCCESS && edges != NULL) {
        (void)memset(edges, 0, *count * sizeof *edges);
    }
    return result;
}

static const struct pair {
    size_t wanted;
    size_t older;
    vg_driver_call call; /* NULL: the older one takes the same arguments */
} pairs[] = {
    {VG_CALL_cuEventElapsedTime_v2, VG_CALL_cuEventElapsedTime, NULL},
    {VG_CALL_cuGraphAddDependencies_v2, VG_CALL_cuGraphAddDependencies, (vg_driver_call)add_dependencies},
    {VG_CALL_cuGraphRemoveDependencies_v2, VG_CALL_cuGraphRemoveDependencies, (vg_driver_call)remove_dependencies},
    {VG_CALL_cuGraphNodeGetDependencies_v2, VG_CALL_cuGraphNodeGetDependencies, (vg_driver_call)get_dependencies},
};

#define PAIRS (sizeof pairs / sizeof pairs[0])

static void stand_in(void)
{
    size_t i;
    for (i = 0; i < PAIRS; i++) {
        const vg_driver_call older = load(pairs[i].older);
        if (load(pairs[i].wanted) == NULL && older != NULL) {
            store(pairs[i].wanted, pairs[i].call != NULL ? pairs[i].call : older);
        }
    }
}

/* Whether the driver lacks it, or has only a part of it in another form. */
static int is_missing(size_t place)
{
    const vg_driver_call call = load(place);
    size_t i;
    for (i = 0; call != NULL && i < PAIRS; i++) {
        if (pairs[i].wanted == place && pairs[i].call == call) {
            return 1;
        }
    }
    return call == NULL;
}

/* ---- finding them ---- */

/* The length of a name without what tells its versions apart. */
static size_t length_without_version(const char *name)
{
    const size_t length = strlen(name);
    return length > 3u && name[length - 3u] == '_' && name[length - 2u] == 'v' ? length - 3u : length;
}

static void *ask_driver(const symbol *wanted)
{
    const size_t length = length_without_version(wanted->name);
    const unsigned version = wanted->since > OLDEST_VERSION ? wanted->since : OLDEST_VERSION;
    char name[LONGEST_NAME];
    CUdriverProcAddressQueryResult found;
    void *address = NULL;
    if (length >= sizeof name) {
        return NULL;
    }
    (void)memcpy(name, wanted->name, length);
    name[length] = '\0';
    return VG_CALL_IF(cuGetProcAddress_v2, name, &address, (int)version, 0, &found) == CUDA_SUCCESS ? address : NULL;
}

static void find(void *library, size_t place)
{
    vg_driver_call call;
    void *address = dlsym(library, symbols[place].name);
    if (address == NULL) {
        address = ask_driver(&symbols[place]);
    }
    if (address != NULL) {
        (void)memcpy(&call, &address, sizeof call); /* C has no cast from an object's pointer to a function's */
        store(place, call);
    }
}

/* The reason is the system's text, which its next call may overwrite: it goes where details after the first would. Each
 * thread has a text of its own in glibc and musl. */
static vg_status refuse_library(vg_program *rt)
{
    const char *reason = dlerror(); /* NOLINT(concurrency-mt-unsafe) */
    char *kept = (char *)rt->more;
    (void)vg_refuse(rt, VG_NO_CUDA, "dlopen", 0, 0);
    if (reason != NULL) {
        size_t length = strlen(reason);
        length = length < sizeof rt->more ? length : sizeof rt->more - 1u;
        (void)memcpy(kept, reason, length);
        kept[length] = '\0';
        rt->detail.step = kept;
    }
    return VG_NO_CUDA;
}

/* Each symbol that is missing has a detail, as far as there is room. */
static vg_status refuse_driver(vg_program *rt)
{
    vg_status status = VG_OK;
    int version = 0;
    size_t i;
    (void)(VG_CALL_FOUND(cuDriverGetVersion) != NULL ? VG_CALL(cuDriverGetVersion, &version) : CUDA_SUCCESS);
    for (i = 0; i < SYMBOLS; i++) {
        if (symbols[i].needed == 0u || load(i) != NULL) {
            continue;
        }
        if (status == VG_OK) {
            status = vg_refuse(rt, VG_OLD_DRIVER, symbols[i].name, symbols[i].since, (uint64_t)version);
        } else {
            vg_detail *next = vg_next_detail(rt);
            if (next != NULL) {
                *next = rt->detail;
                next->call = symbols[i].name;
                next->expected = symbols[i].since;
                next->further = 0;
                next->next = NULL;
            }
        }
    }
    return status;
}

vg_status vg_bind_driver(vg_program *rt)
{
    void *library;
    vg_status status;
    size_t i;
    if (load(VG_CALLS_BOUND) != NULL) {
        return VG_OK;
    }
    library = dlopen(VG_DRIVER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        return refuse_library(rt);
    }
    find(library, VG_CALL_cuGetProcAddress_v2);
    for (i = 0; i < SYMBOLS; i++) {
        find(library, i);
    }
    status = refuse_driver(rt);
    if (status == VG_OK) {
        stand_in();
        store(VG_CALLS_BOUND, load(VG_CALL_cuInit));
    }
    return status;
}

unsigned vg_missing_since(const char *call)
{
    size_t i;
    for (i = 0; i < SYMBOLS; i++) {
        const size_t length = length_without_version(symbols[i].name);
        if (is_missing(i) && strncmp(call, symbols[i].name, length) == 0 &&
            (call[length] == '\0' || strcmp(call, symbols[i].name) == 0)) {
            return symbols[i].since;
        }
    }
    return 0;
}

#endif
