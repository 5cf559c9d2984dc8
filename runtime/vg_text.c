/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_text.c - status codes and details in words. Leave it out where nobody reads them. */
#include "vg_rt.h"

#include <string.h>

const char *vg_status_name(vg_status status)
{
    switch (status) {
    case VG_OK:
        return "VG_OK";
    case VG_BUSY:
        return "VG_BUSY";
    case VG_TIMEOUT:
        return "VG_TIMEOUT";
    case VG_STATE:
        return "VG_STATE";
    case VG_ARGUMENT:
        return "VG_ARGUMENT";
    case VG_ABI_MISMATCH:
        return "VG_ABI_MISMATCH";
    case VG_NO_CUDA:
        return "VG_NO_CUDA";
    case VG_NO_DEVICE:
        return "VG_NO_DEVICE";
    case VG_OLD_DRIVER:
        return "VG_OLD_DRIVER";
    case VG_NO_IMAGE:
        return "VG_NO_IMAGE";
    case VG_IMAGE_MISMATCH:
        return "VG_IMAGE_MISMATCH";
    case VG_NO_MEMORY:
        return "VG_NO_MEMORY";
    case VG_DRIVER:
        return "VG_DRIVER";
    case VG_LOST:
        return "VG_LOST";
    case VG_NO_ROOM:
        return "VG_NO_ROOM";
    case VG_CANNOT:
        return "VG_CANNOT";
    case VG_ABOVE:
        return "VG_ABOVE";
    default:
        return "VG_?";
    }
}

const char *vg_status_text(vg_status status)
{
    switch (status) {
    case VG_OK:
        return "The call succeeded.";
    case VG_BUSY:
        return "The replay is still running.";
    case VG_TIMEOUT:
        return "The time is up. What the device works on goes on: finish or call again, close, or abandon the program.";
    case VG_STATE:
        return "The call does not fit the program's state; nothing changed.";
    case VG_ARGUMENT:
        return "An argument is missing, out of range or of the wrong size, or a function that was given does what it "
               "may not; nothing changed.";
    case VG_ABI_MISMATCH:
        return "Generated files and runtime have different versions: generate the program again.";
    case VG_NO_CUDA:
        return "There is no CUDA driver, or the runtime was compiled without it.";
    case VG_NO_DEVICE:
        return "There is no such CUDA device.";
    case VG_OLD_DRIVER:
        return "The driver is older than the program needs.";
    case VG_NO_IMAGE:
        return "The program has no machine code for this device: add its architecture to the targets.";
    case VG_IMAGE_MISMATCH:
        return "A kernel in the image is not the one that the program was generated for: generate again.";
    case VG_NO_MEMORY:
        return "The device or host is out of memory, or the application's memory is too small.";
    case VG_DRIVER:
        return "A driver call failed.";
    case VG_LOST:
        return "The device is unusable for this process after a fault: close what is open and start a new process.";
    case VG_NO_ROOM:
        return "The device cannot run that many blocks at once: use fewer, or fewer registers and less shared memory "
               "for each.";
    case VG_CANNOT:
        return "Nothing changed. Either only the device knows which bodies of conditional nodes run and how many "
               "blocks some steps have, or the driver lets no kernel decide that, or several ranks have no NCCL.";
    case VG_ABOVE:
        return "The device asked for more blocks than the step's max, and the step ran with that many.";
    default:
        return "This is not a status of the runtime.";
    }
}

/* A result of the driver: its name after CUDA_ERROR_, and what helps where that is known. */
typedef struct result {
    int code;
    const char *name;
    const char *help;
} result;

/* All that cuda.h names. The driver knows them, too, but it may not be there to ask. */
static const result *find_result(int code)
{
    static const result results[] = {
        {1, "INVALID_VALUE", NULL},
        {2, "OUT_OF_MEMORY", NULL},
        {3, "NOT_INITIALIZED", NULL},
        {4, "DEINITIALIZED", NULL},
        {5, "PROFILER_DISABLED", NULL},
        {6, "PROFILER_NOT_INITIALIZED", NULL},
        {7, "PROFILER_ALREADY_STARTED", NULL},
        {8, "PROFILER_ALREADY_STOPPED", NULL},
        {34, "STUB_LIBRARY",
         "The program is linked with the toolkit's stub of libcuda.so.1: put the driver's folder before it."},
        {36, "CALL_REQUIRES_NEWER_DRIVER", NULL},
        {46, "DEVICE_UNAVAILABLE",
         "Another process holds the device alone: see the compute mode in nvidia-smi."},
        {100, "NO_DEVICE",
         "No GPU is visible to the process: see nvidia-smi, CUDA_VISIBLE_DEVICES and, in a container, its "
         "device options."},
        {101, "INVALID_DEVICE",
         "There is no device of that number: see nvidia-smi and CUDA_VISIBLE_DEVICES."},
        {102, "DEVICE_NOT_LICENSED", NULL},
        {200, "INVALID_IMAGE", NULL},
        {201, "INVALID_CONTEXT", NULL},
        {202, "CONTEXT_ALREADY_CURRENT", NULL},
        {205, "MAP_FAILED", NULL},
        {206, "UNMAP_FAILED", NULL},
        {207, "ARRAY_IS_MAPPED", NULL},
        {208, "ALREADY_MAPPED", NULL},
        {209, "NO_BINARY_FOR_GPU",
         "The image has no machine code for this GPU: add its architecture, or compute_NN, to the spec's targets."},
        {210, "ALREADY_ACQUIRED", NULL},
        {211, "NOT_MAPPED", NULL},
        {212, "NOT_MAPPED_AS_ARRAY", NULL},
        {213, "NOT_MAPPED_AS_POINTER", NULL},
        {214, "ECC_UNCORRECTABLE",
         "The device's memory has failed: see nvidia-smi -q -d ECC, then reset or replace it."},
        {215, "UNSUPPORTED_LIMIT", NULL},
        {216, "CONTEXT_ALREADY_IN_USE", NULL},
        {217, "PEER_ACCESS_UNSUPPORTED", NULL},
        {218, "INVALID_PTX", NULL},
        {219, "INVALID_GRAPHICS_CONTEXT", NULL},
        {220, "NVLINK_UNCORRECTABLE", NULL},
        {221, "JIT_COMPILER_NOT_FOUND",
         "The driver's compiler is missing: install the library libnvidia-ptxjitcompiler that belongs to the driver."},
        {222, "UNSUPPORTED_PTX_VERSION",
         "The driver is older than the toolkit that made the PTX: update it, or add machine code for this GPU "
         "to the targets."},
        {223, "JIT_COMPILATION_DISABLED", NULL},
        {224, "UNSUPPORTED_EXEC_AFFINITY", NULL},
        {225, "UNSUPPORTED_DEVSIDE_SYNC", NULL},
        {226, "CONTAINED", NULL},
        {300, "INVALID_SOURCE",
         "On the CPU device: the image and the program's libNAME_sim.so are of different builds. Build both again."},
        {301, "FILE_NOT_FOUND", NULL},
        {302, "SHARED_OBJECT_SYMBOL_NOT_FOUND", NULL},
        {303, "SHARED_OBJECT_INIT_FAILED", NULL},
        {304, "OPERATING_SYSTEM", NULL},
        {400, "INVALID_HANDLE", NULL},
        {401, "ILLEGAL_STATE", NULL},
        {402, "LOSSY_QUERY", NULL},
        {500, "NOT_FOUND",
         "The image has no kernel of that name, or, on the CPU device, the program's libNAME_sim.so is not linked: it "
         "takes -Wl,--no-as-needed."},
        {600, "NOT_READY", NULL},
        {700, "ILLEGAL_ADDRESS", NULL},
        {701, "LAUNCH_OUT_OF_RESOURCES", NULL},
        {702, "LAUNCH_TIMEOUT", NULL},
        {703, "LAUNCH_INCOMPATIBLE_TEXTURING", NULL},
        {704, "PEER_ACCESS_ALREADY_ENABLED", NULL},
        {705, "PEER_ACCESS_NOT_ENABLED", NULL},
        {708, "PRIMARY_CONTEXT_ACTIVE", NULL},
        {709, "CONTEXT_IS_DESTROYED", NULL},
        {710, "ASSERT", NULL},
        {711, "TOO_MANY_PEERS", NULL},
        {712, "HOST_MEMORY_ALREADY_REGISTERED", NULL},
        {713, "HOST_MEMORY_NOT_REGISTERED", NULL},
        {714, "HARDWARE_STACK_ERROR", NULL},
        {715, "ILLEGAL_INSTRUCTION", NULL},
        {716, "MISALIGNED_ADDRESS", NULL},
        {717, "INVALID_ADDRESS_SPACE", NULL},
        {718, "INVALID_PC", NULL},
        {719, "LAUNCH_FAILED", NULL},
        {720, "COOPERATIVE_LAUNCH_TOO_LARGE", NULL},
        {721, "TENSOR_MEMORY_LEAK", NULL},
        {800, "NOT_PERMITTED", NULL},
        {801, "NOT_SUPPORTED", NULL},
        {802, "SYSTEM_NOT_READY",
         "On machines with NVSwitch the service nvidia-fabricmanager has to run, in the driver's version."},
        {803, "SYSTEM_DRIVER_MISMATCH",
         "The driver's library and the kernel module are of different versions: restart after an update of "
         "the driver."},
        {804, "COMPAT_NOT_SUPPORTED_ON_DEVICE",
         "The forward-compatibility library (package cuda-compat) is for data-center GPUs only: take it out "
         "of the library path."},
        {805, "MPS_CONNECTION_FAILED", NULL},
        {806, "MPS_RPC_FAILURE", NULL},
        {807, "MPS_SERVER_NOT_READY", NULL},
        {808, "MPS_MAX_CLIENTS_REACHED", NULL},
        {809, "MPS_MAX_CONNECTIONS_REACHED", NULL},
        {810, "MPS_CLIENT_TERMINATED", NULL},
        {811, "CDP_NOT_SUPPORTED", NULL},
        {812, "CDP_VERSION_MISMATCH", NULL},
        {900, "STREAM_CAPTURE_UNSUPPORTED",
         "This thread is capturing a stream, or another one is in global mode: end that capture first."},
        {901, "STREAM_CAPTURE_INVALIDATED",
         "A call that the captured function made broke the capture: one that allocates, frees or waits, looks at a "
         "stream, launches a graph or loads code. Make such calls before open, or when the function is first called."},
        {902, "STREAM_CAPTURE_MERGE", "Two captures may not wait for one another."},
        {903, "STREAM_CAPTURE_UNMATCHED", NULL},
        {904, "STREAM_CAPTURE_UNJOINED",
         "Work went from the captured stream to another one: let the captured stream wait for an event behind that "
         "work before the function returns."},
        {905, "STREAM_CAPTURE_ISOLATION", "The captured stream may not wait for work from before the capture."},
        {906, "STREAM_CAPTURE_IMPLICIT", "The default stream may not be used while another one is captured."},
        {907, "CAPTURED_EVENT", NULL},
        {908, "STREAM_CAPTURE_WRONG_THREAD", NULL},
        {909, "TIMEOUT", NULL},
        {910, "GRAPH_EXEC_UPDATE_FAILURE", NULL},
        {911, "EXTERNAL_DEVICE", NULL},
        {912, "INVALID_CLUSTER_SIZE", NULL},
        {913, "FUNCTION_NOT_LOADED", NULL},
        {914, "INVALID_RESOURCE_TYPE", NULL},
        {915, "INVALID_RESOURCE_CONFIGURATION", NULL},
        {916, "KEY_ROTATION", NULL},
        {999, "UNKNOWN",
         "At cuInit the module nvidia_uvm is often not loaded: run nvidia-modprobe -u, or restart."},
    };
    size_t i;
    for (i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (results[i].code == code) {
            return &results[i];
        }
    }
    return NULL;
}

/* Text that may be longer than its buffer: length counts all of it. */
typedef struct line {
    char *buffer;
    size_t size;
    size_t length;
} line;

static void put_char(line *to, char c)
{
    if (to->size != 0u && to->length < to->size - 1u) {
        to->buffer[to->length] = c;
        to->buffer[to->length + 1u] = '\0';
    }
    to->length++;
}

static void put(line *to, const char *text)
{
    while (*text != '\0') {
        put_char(to, *text++);
    }
}

static void put_number(line *to, uint64_t number)
{
    char digits[20];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + (int)(number % 10u));
        number /= 10;
    } while (number != 0u);
    while (count != 0u) {
        put_char(to, digits[--count]);
    }
}

static void put_result(line *to, int code)
{
    const result *known = find_result(code);
    put(to, " returned ");
    if (known != NULL) {
        put(to, "CUDA_ERROR_");
        put(to, known->name);
        put(to, " (");
    }
    if (code < 0) {
        put_char(to, '-');
    }
    put_number(to, code < 0 ? ~(uint64_t)code + 1u : (uint64_t)code);
    put(to, known != NULL ? ")" : "");
}

/* A kernel's fault was found by a wait for the whole graph, so its step is unknown. Most titles of nodes, which step
 * mode gives, have a space in them; names of graphs do not, nor do those of steps that have a name, but
 * "main, replay 12" of a queue does. */
static int may_be_stepped(const vg_detail *detail)
{
    return (detail->code == 700 || detail->code == 716 || detail->code == 719) && detail->call != NULL &&
           detail->step != NULL && (strchr(detail->step, ' ') == NULL || strstr(detail->step, ", replay ") != NULL) &&
           (strcmp(detail->call, "cuStreamQuery") == 0 || strcmp(detail->call, "cuEventQuery") == 0 ||
            strcmp(detail->call, "cuEventSynchronize") == 0);
}

/* What a release that failed leaves behind. The program is closed in any case, and is not closed again. */
static const char *help_of_release(const vg_detail *detail)
{
    static const struct release {
        const char *call, *help;
    } releases[] = {
        {"cuCtxSetCurrent", "Make the thread's context current yourself: another one may be, or none."},
        {"cuDevicePrimaryCtxRelease", "The context stays with the process: cuDevicePrimaryCtxReset frees it."},
        {"cuEventDestroy", "The event stays until its context is destroyed."},
        {"cuGraphDestroy", "The graph stays until its context is destroyed."},
        {"cuGraphExecDestroy", "The graph stays until its context is destroyed."},
        {"cuMemFree", "The device memory stays until its context is destroyed."},
        {"cuMemFreeHost", "The pinned memory stays until its context is destroyed."},
        {"cuMemHostUnregister", "The pinned memory stays until its context is destroyed; it is not unmapped."},
        {"cuModuleUnload", "The code stays until its context is destroyed."},
        {"cuStreamDestroy", "The stream stays until its context is destroyed."},
    };
    size_t i;
    if (detail->call == NULL || detail->code == 0 || detail->status == VG_LOST) {
        return NULL;
    }
    for (i = 0; i < sizeof releases / sizeof releases[0]; i++) {
        if (strcmp(detail->call, releases[i].call) == 0) {
            return releases[i].help;
        }
    }
    return NULL;
}

static void put_help(line *to, const char *help)
{
    if (help != NULL) {
        put_char(to, ' ');
        put(to, help);
    }
}

static void put_abandoned(line *to, const vg_detail *detail)
{
    put(to, "Abandoned. Left to the driver until the process ends:");
    for (; detail != NULL; detail = detail->next) {
        put_char(to, ' ');
        put_number(to, detail->found);
        put_char(to, ' ');
        put(to, detail->call);
        put(to, detail->next != NULL ? "," : ".");
    }
}

size_t vg_detail_text(const vg_detail *detail, char *buffer, size_t size)
{
    const result *known;
    line to;
    to.buffer = buffer;
    to.size = size;
    to.length = 0;
    if (size != 0u) {
        buffer[0] = '\0';
    }
    if (detail == NULL) {
        put(&to, "There is no detail: the program that was given is NULL.");
        return to.length;
    }
    if (detail->status == VG_OK && (detail->call == NULL || detail->call[0] == '\0')) {
        put(&to, "No call on this program has failed. A call that is given NULL in its place leaves no detail.");
        return to.length;
    }
    if (detail->status == VG_OK) {
        put_abandoned(&to, detail);
        return to.length;
    }
    put(&to, vg_status_name(detail->status));
    if (detail->call != NULL && detail->call[0] != '\0') {
        put(&to, detail->code != 0 || detail->status == VG_STATE ? ": " : ": checked: ");
        put(&to, detail->call);
    }
    if (detail->code != 0) {
        put_result(&to, detail->code);
    }
    if (detail->step != NULL && detail->step[0] != '\0') {
        put(&to, " for '");
        put(&to, detail->step);
        put(&to, "'");
    }
    if (detail->line != 0u) {
        put(&to, " (");
        put(&to, detail->spec);
        put_char(&to, ':');
        put_number(&to, detail->line);
        put_char(&to, ')');
    }
    if (detail->expected != 0u || detail->found != 0u) {
        put(&to, ", expected ");
        put_number(&to, detail->expected);
        put(&to, ", found ");
        put_number(&to, detail->found);
    }
    if (detail->units != 0u) {
        put(&to, " (");
        put_number(&to, detail->each);
        put(&to, " on each of ");
        put_number(&to, detail->units);
        put(&to, " multiprocessors)");
    }
    put(&to, ". ");
    put(&to, vg_status_text(detail->status));
    known = find_result(detail->code);
    put_help(&to, known != NULL ? known->help : NULL);
    put_help(&to, help_of_release(detail));
    if (detail->status == VG_OLD_DRIVER && detail->expected != 0u && detail->expected <= detail->found) {
        put(&to, " By its version it is new enough: a library that stands in for the driver has not all of it.");
    }
    if (detail->units != 0u) {
        put(&to, " With 'grid: resident' a kernel has as many blocks as fit. Or make each phase between two barriers a "
                 "step of its own, which needs no room for the grid and is as fast.");
    }
    if (may_be_stepped(detail) != 0) {
        put(&to, " Where that names a graph, step mode (step instead of replay) finds the step.");
    }
    if (detail->further != 0u) {
        put(&to, detail->code == 0 && detail->status == VG_OLD_DRIVER ? " Other functions that are missing: "
                                                                       : " Driver calls that failed after this one: ");
        put_number(&to, detail->further);
        put_char(&to, '.');
    }
    return to.length;
}
