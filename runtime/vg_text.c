/* SPDX-License-Identifier: 0BSD */
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
        return "The time is up; the replay is still running and the program stays usable.";
    case VG_STATE:
        return "The call does not fit the program's state; nothing changed.";
    case VG_ARGUMENT:
        return "An argument is missing, out of range or of the wrong size; nothing changed.";
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
        return "Only the device knows which bodies of this graph's conditional nodes run; nothing changed.";
    default:
        return "This is not a status of the runtime.";
    }
}

/* The results that programs meet. The driver has names for all, but it may not be there to ask. */
static const char *result_name(int code)
{
    static const struct {
        int code;
        const char *name;
    } results[] = {
        {1, "INVALID_VALUE"},
        {2, "OUT_OF_MEMORY"},
        {3, "NOT_INITIALIZED"},
        {4, "DEINITIALIZED"},
        {34, "STUB_LIBRARY"},
        {35, "INSUFFICIENT_DRIVER"},
        {36, "CALL_REQUIRES_NEWER_DRIVER"},
        {46, "DEVICE_UNAVAILABLE"},
        {100, "NO_DEVICE"},
        {101, "INVALID_DEVICE"},
        {200, "INVALID_IMAGE"},
        {201, "INVALID_CONTEXT"},
        {209, "NO_BINARY_FOR_GPU"},
        {214, "ECC_UNCORRECTABLE"},
        {218, "INVALID_PTX"},
        {220, "NVLINK_UNCORRECTABLE"},
        {221, "JIT_COMPILER_NOT_FOUND"},
        {222, "UNSUPPORTED_PTX_VERSION"},
        {223, "JIT_COMPILATION_DISABLED"},
        {226, "CONTAINED"},
        {400, "INVALID_HANDLE"},
        {401, "ILLEGAL_STATE"},
        {500, "NOT_FOUND"},
        {600, "NOT_READY"},
        {700, "ILLEGAL_ADDRESS"},
        {701, "LAUNCH_OUT_OF_RESOURCES"},
        {702, "LAUNCH_TIMEOUT"},
        {709, "CONTEXT_IS_DESTROYED"},
        {710, "ASSERT"},
        {714, "HARDWARE_STACK_ERROR"},
        {715, "ILLEGAL_INSTRUCTION"},
        {716, "MISALIGNED_ADDRESS"},
        {717, "INVALID_ADDRESS_SPACE"},
        {718, "INVALID_PC"},
        {719, "LAUNCH_FAILED"},
        {720, "COOPERATIVE_LAUNCH_TOO_LARGE"},
        {721, "TENSOR_MEMORY_LEAK"},
        {800, "NOT_PERMITTED"},
        {801, "NOT_SUPPORTED"},
        {802, "SYSTEM_NOT_READY"},
        {803, "SYSTEM_DRIVER_MISMATCH"},
        {900, "STREAM_CAPTURE_UNSUPPORTED"},
        {901, "STREAM_CAPTURE_INVALIDATED"},
        {911, "EXTERNAL_DEVICE"},
        {912, "INVALID_CLUSTER_SIZE"},
        {999, "UNKNOWN"},
    };
    size_t i;
    for (i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (results[i].code == code) {
            return results[i].name;
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
    if (to->size != 0 && to->length < to->size - 1) {
        to->buffer[to->length] = c;
        to->buffer[to->length + 1] = '\0';
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
        digits[count++] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number != 0);
    while (count != 0) {
        put_char(to, digits[--count]);
    }
}

static void put_result(line *to, int code)
{
    const char *name = result_name(code);
    put(to, " returned ");
    if (name != NULL) {
        put(to, "CUDA_ERROR_");
        put(to, name);
        put(to, " (");
    }
    if (code < 0) {
        put_char(to, '-');
    }
    put_number(to, code < 0 ? 0 - (uint64_t)code : (uint64_t)code);
    put(to, name != NULL ? ")" : "");
}

/* A kernel's fault was found by a wait for the whole graph, so its step is unknown. */
static int may_be_stepped(const vg_detail *detail)
{
    return (detail->code == 700 || detail->code == 716 || detail->code == 719) && detail->call != NULL &&
           (strcmp(detail->call, "cuStreamQuery") == 0 || strcmp(detail->call, "cuEventSynchronize") == 0);
}

size_t vg_detail_text(const vg_detail *detail, char *buffer, size_t size)
{
    line to;
    to.buffer = buffer;
    to.size = size;
    to.length = 0;
    if (size != 0) {
        buffer[0] = '\0';
    }
    if (detail == NULL) {
        return 0;
    }
    put(&to, vg_status_name(detail->status));
    if (detail->call != NULL && detail->call[0] != '\0') {
        put(&to, detail->code != 0 ? ": " : ": checked: ");
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
    if (detail->expected != 0 || detail->found != 0) {
        put(&to, ", expected ");
        put_number(&to, detail->expected);
        put(&to, ", found ");
        put_number(&to, detail->found);
    }
    if (detail->units != 0) {
        put(&to, " (");
        put_number(&to, detail->each);
        put(&to, " on each of ");
        put_number(&to, detail->units);
        put(&to, " multiprocessors)");
    }
    put(&to, ". ");
    put(&to, vg_status_text(detail->status));
    if (may_be_stepped(detail)) {
        put(&to, " To find the step, run it again in step mode (step instead of replay).");
    }
    return to.length;
}
