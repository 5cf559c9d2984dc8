/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "fake_books.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OBJECTS 4096
#define MAX_LOG 16384

fake_driver fake;
static object objects[MAX_OBJECTS];
static size_t object_count;
static const char *call_log[MAX_LOG];
static unsigned long fail_at;
static int fail_code, fail_for_good;
static object *current;
static object *primary;
static unsigned retained;
static object *last_stream;
static int dead;

void fake_misuse(const char *call, const char *what)
{
    if (fake.misuse[0] == '\0') {
        snprintf(fake.misuse, sizeof fake.misuse, "%s: %s", call, what);
    }
}

void fake_reset(void)
{
    for (size_t i = 0; i < object_count; i++) {
        if (objects[i].kind == MAPPED_MEMORY) {
            fake_unmap(&objects[i]);
        } else {
            free(objects[i].memory);
        }
    }
    memset(objects, 0, sizeof objects);
    memset(&fake, 0, sizeof fake);
    fake_reset_ranges();
    fake_reset_captures();
    fake.names = 1;
    fake.resident = 2;
    fake.multiprocessors = 3;
    fake.host_register = 1;
    object_count = 0;
    fail_at = 0;
    dead = 0;
    current = NULL;
    primary = NULL;
    retained = 0;
    last_stream = NULL;
    fake.version = 13000;
    fake.capability = 90;
    fake.max_threads = 1024;
    fake.optin_shared = 232448;
    fake.param_info = 1;
    fake.max_dynamic_shared = -1;
    fake.device = -1;
}

void fake_fail(unsigned long n, int code, int for_good)
{
    fail_at = n == 0 ? 0 : fake.calls + n;
    fail_code = code;
    fail_for_good = for_good;
    dead = 0;
    fake.first_try = 0;
    fake.failed = NULL;
}

int fake_failed_word(void)
{
    return fake.failed != NULL && strcmp(fake.failed, "cuStreamWriteValue32") == 0;
}

int fake_failed_quietly(void)
{
    return fake_failed_word() || fake.first_try ||
           (fake.failed != NULL && strcmp(fake.failed, "cuMemHostRegister") == 0);
}

unsigned fake_live(void)
{
    unsigned live = fake_open_ranges();
    for (size_t i = 0; i < object_count; i++) {
        const enum kind kind = objects[i].kind;
        live += objects[i].live && !objects[i].application && kind != FUNCTION && kind != NODE;
        live += objects[i].live && objects[i].capturing != NULL;
    }
    return live;
}

int fake_disabled(const void *node)
{
    const object *found = fake_use("fake_disabled", node, NODE);
    return found != NULL && found->disabled;
}

unsigned fake_patches(const void *node)
{
    const object *found = fake_use("fake_patches", node, NODE);
    return found == NULL ? 0 : found->patches;
}

CUcontext fake_current(void)
{
    return (CUcontext)current;
}

object *fake_make(enum kind kind)
{
    if (object_count == MAX_OBJECTS) {
        abort();
    }
    object *made = &objects[object_count++];
    made->kind = kind;
    made->live = 1;
    if (kind == STREAM) {
        last_stream = made;
    }
    made->stream = last_stream;
    return made;
}

void fake_make_for(void *stream)
{
    last_stream = fake_use("fake_make_for", stream, STREAM);
}

CUcontext fake_application_context(void)
{
    object *made = fake_make(CONTEXT);
    made->application = 1;
    return (CUcontext)made;
}

CUstream fake_application_stream(void)
{
    object *made = fake_make(STREAM);
    made->application = 1;
    return (CUstream)made;
}

unsigned long fake_last(const char *name)
{
    for (unsigned long i = fake.calls; i > 0; i--) {
        if (strcmp(call_log[i - 1], name) == 0) {
            return i;
        }
    }
    return 0;
}

const char *fake_name(unsigned long place)
{
    return call_log[place - 1];
}

unsigned long fake_count(const char *name)
{
    unsigned long count = 0;
    for (unsigned long i = 0; i < fake.calls; i++) {
        count += strcmp(call_log[i], name) == 0;
    }
    return count;
}

/* On a device these wait for work, or may. */
static int waits(const char *name)
{
    static const char *const names[] = {
        "cuStreamSynchronize", "cuEventSynchronize", "cuMemFree",          "cuMemFreeHost",
        "cuMemHostUnregister", "cuModuleUnload",     "cuGraphExecDestroy", "cuDevicePrimaryCtxRelease",
        "cuMemcpyDtoHAsync",   "cuMemcpyHtoDAsync",  "cuCtxSynchronize",   "cuStreamDestroy",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

CUresult fake_enter(const char *name)
{
    if (fake.hang && waits(name) && (fake.launched != NULL || strstr(name, "cuMemcpy") == NULL)) {
        fake_misuse(name, "it would wait for what hangs");
    }
    if (fake.hang && fake.calls != 0 && name == call_log[fake.calls - 1]) {
        return CUDA_SUCCESS; /* it is asked again and again */
    }
    if (fake.calls == MAX_LOG) {
        abort();
    }
    call_log[fake.calls++] = name;
    if (dead || (fail_at != 0 && fake.calls == fail_at)) {
        if (fake.failed == NULL) {
            fake.failed = name;
        }
        dead = fail_for_good;
        return (CUresult)fail_code;
    }
    return CUDA_SUCCESS;
}

CUresult fake_enter_with_context(const char *name)
{
    if (current == NULL || !current->live) {
        fake_misuse(name, "no context is current");
    }
    return fake_enter(name);
}

object *fake_use(const char *call, const void *handle, enum kind kind)
{
    for (size_t i = 0; i < object_count; i++) {
        if (handle == &objects[i] && objects[i].kind == kind && objects[i].live) {
            return &objects[i];
        }
    }
    fake_misuse(call, handle == TRAP ? "out-parameter of a failed call" : "dead or foreign handle");
    return NULL;
}

uint32_t *fake_end_of(void *const *parameters)
{
    CUdeviceptr address = 0;
    if (parameters != NULL) {
        memcpy(&address, parameters[0], sizeof address);
    }
    return (uint32_t *)(uintptr_t)address;
}

void fake_write_end(uint32_t *end)
{
    if (end != NULL && !fake.end_lost && !fake.hang) {
        *end = 1;
    }
}

void fake_finish_task(object *stream)
{
    const task *done = &stream->tasks[0];
    fake_write_end(done->end);
    if (done->word != NULL && !fake.word_lost) {
        *done->word = done->number;
    }
    stream->task_count--;
    memmove(stream->tasks, stream->tasks + 1, stream->task_count * sizeof *done);
    stream->busy_left = stream->task_count != 0 ? fake.busy : 0;
}

void fake_look_at_tasks(object *stream)
{
    if (stream->busy_left > 0) {
        stream->busy_left--;
    } else if (stream->task_count != 0) {
        fake_finish_task(stream);
    }
}

void fake_finish_oldest(void)
{
    for (size_t i = 0; i < object_count; i++) {
        if (objects[i].kind == STREAM && objects[i].live && objects[i].task_count != 0) {
            fake_finish_task(&objects[i]);
        }
    }
}

void fake_stream_done(object *stream)
{
    while (stream->task_count != 0) {
        fake_finish_task(stream);
    }
    fake_write_end(stream->end);
    stream->end = NULL;
    if (stream->word != NULL && !fake.word_lost) {
        *stream->word = stream->number;
    }
    stream->word = NULL;
    fake.pending -= stream->pending;
    stream->pending = 0;
    stream->busy_left = 0;
}

void fake_write_words(void)
{
    for (size_t i = 0; i < object_count; i++) {
        if (objects[i].kind == STREAM && objects[i].live) {
            fake_stream_done(&objects[i]);
        }
    }
}

void fake_write_ends(void)
{
    for (size_t i = 0; i < object_count; i++) {
        if (objects[i].kind == STREAM && objects[i].live) {
            fake_write_end(objects[i].end);
            objects[i].over = objects[i].end != NULL;
        }
    }
}

/* Kernels and contexts serve every stream. */
void fake_check_idle(const char *call, const object *gone)
{
    const int serves_all = gone->kind == MODULE || gone->kind == CONTEXT;
    if (serves_all ? fake.pending != 0 : gone->stream != NULL && gone->stream->pending != 0) {
        fake_misuse(call, "work is pending");
    }
}

CUresult fake_destroy(const char *call, const void *handle, enum kind kind, CUresult result)
{
    object *gone = fake_use(call, handle, kind);
    if (gone != NULL) {
        fake_check_idle(call, gone);
        if (gone->application) {
            fake_misuse(call, "the application's object");
        }
        gone->live = 0;
        fake.pending -= gone->pending; /* of a stream */
        gone->pending = 0;
        for (size_t i = 0; i < object_count; i++) {
            if (objects[i].parent == gone && objects[i].kind != EXEC) {
                objects[i].live = 0;
            }
        }
    }
    return result;
}

CUresult fake_create(const char *call, void *out, enum kind kind, object *parent)
{
    const CUresult result = fake_enter_with_context(call);
    void *handle = TRAP;
    if (result == CUDA_SUCCESS) {
        object *made = fake_make(kind);
        made->parent = parent;
        handle = made;
    }
    memcpy(out, &handle, sizeof handle);
    return result;
}

CUresult fake_free(const char *call, const void *memory, enum kind kind, CUresult result)
{
    for (size_t i = 0; i < object_count; i++) {
        if (objects[i].kind == kind && objects[i].live && objects[i].memory == memory) {
            fake_check_idle(call, &objects[i]);
            objects[i].live = 0;
            return result;
        }
    }
    fake_misuse(call, memory == TRAP ? "out-parameter of a failed call" : "was not allocated");
    return result;
}

object *fake_use_mapping(const char *call, const void *memory)
{
    for (size_t i = 0; i < object_count; i++) {
        if (objects[i].kind == MAPPED_MEMORY && objects[i].live && objects[i].memory == memory) {
            return &objects[i];
        }
    }
    fake_misuse(call, "was not mapped, or is not any more");
    return NULL;
}

object *fake_node_of(const object *graph, int index)
{
    for (size_t i = 0; i < object_count; i++) {
        if (objects[i].kind == NODE && objects[i].parent == graph && index-- == 0) {
            return &objects[i];
        }
    }
    return NULL;
}

/* ---- driver, device, context ---- */

CUresult CUDAAPI cuInit(unsigned int flags)
{
    (void)flags;
    return fake_enter("cuInit");
}

CUresult CUDAAPI cuDriverGetVersion(int *version)
{
    const CUresult result = fake_enter("cuDriverGetVersion");
    *version = result == CUDA_SUCCESS ? fake.version : 0x5a5a5a5a;
    return result;
}

CUresult CUDAAPI cuDeviceGetCount(int *count)
{
    const CUresult result = fake_enter("cuDeviceGetCount");
    *count = result == CUDA_SUCCESS ? FAKE_DEVICES : 0x5a5a5a5a;
    return result;
}

CUresult CUDAAPI cuDeviceGet(CUdevice *device, int ordinal)
{
    const CUresult result = fake_enter("cuDeviceGet");
    *device = result == CUDA_SUCCESS ? ordinal : 0x5a5a5a5a;
    return result;
}

/* Device 2 is GPU-02020202-… */
CUresult CUDAAPI cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    const CUresult result = fake_enter("cuDeviceGetUuid");
    memset(uuid->bytes, result == CUDA_SUCCESS ? device : 0x5a, sizeof uuid->bytes);
    return result;
}

CUresult CUDAAPI cuDeviceGetByPCIBusId(CUdevice *device, const char *address)
{
    const CUresult result = fake_enter("cuDeviceGetByPCIBusId");
    *device = result == CUDA_SUCCESS && strcmp(address, "0000:01:00.0") == 0 ? 1 : 0x5a5a5a5a;
    return result;
}

CUresult CUDAAPI cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    const CUresult result = fake_enter("cuDeviceGetAttribute");
    if (device < 0 || device >= FAKE_DEVICES) {
        fake_misuse("cuDeviceGetAttribute", "no such device");
    }
    *value = 0x5a5a5a5a;
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) {
        *value = fake.capability / 10;
    } else if (attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR) {
        *value = fake.capability % 10;
    } else if (attribute == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) {
        *value = fake.optin_shared;
    } else if (attribute == CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) {
        *value = fake.capability >= 60;
    } else if (attribute == CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED) {
        *value = fake.host_register;
    } else if (attribute == CU_DEVICE_ATTRIBUTE_INTEGRATED) {
        *value = fake.integrated;
    } else if (attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) {
        *value = fake.multiprocessors;
    } else {
        return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    const CUresult result = fake_enter("cuDevicePrimaryCtxRetain");
    if (device < 0 || device >= FAKE_DEVICES) {
        fake_misuse("cuDevicePrimaryCtxRetain", "no such device");
    }
    *context = (CUcontext)TRAP;
    if (result == CUDA_SUCCESS) {
        primary = retained == 0 ? fake_make(CONTEXT) : primary;
        retained++;
        fake.device = device;
        *context = (CUcontext)primary;
    }
    return result;
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    const CUresult result = fake_enter("cuDevicePrimaryCtxRelease");
    if (device != fake.device || primary == NULL) {
        fake_misuse("cuDevicePrimaryCtxRelease", "was not retained");
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    retained--;
    if (retained == 0) {
        primary->live = 0;
        primary = NULL;
    }
    return result;
}

CUresult CUDAAPI cuCtxGetCurrent(CUcontext *context)
{
    const CUresult result = fake_enter("cuCtxGetCurrent");
    *context = result == CUDA_SUCCESS ? (CUcontext)current : (CUcontext)TRAP;
    return result;
}

CUresult CUDAAPI cuCtxSetCurrent(CUcontext context)
{
    const CUresult result = fake_enter("cuCtxSetCurrent");
    object *next = context == NULL ? NULL : fake_use("cuCtxSetCurrent", context, CONTEXT);
    if (result == CUDA_SUCCESS) {
        current = next;
    }
    return result;
}

CUresult CUDAAPI cuCtxGetDevice(CUdevice *device)
{
    const CUresult result = fake_enter_with_context("cuCtxGetDevice");
    *device = result == CUDA_SUCCESS ? 0 : 0x5a5a5a5a;
    return result;
}
