/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_library.c - failures of library calls in words. Needs no library and no CUDA. */
#include "vg_library.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct named_number {
    const char *library; /* how the names of its functions begin */
    int number;
    const char *name;
} named_number;

static const named_number numbers[] = {
    {"cufft", 1, "CUFFT_INVALID_PLAN"},
    {"cufft", 2, "CUFFT_ALLOC_FAILED"},
    {"cufft", 3, "CUFFT_INVALID_TYPE"},
    {"cufft", 4, "CUFFT_INVALID_VALUE"},
    {"cufft", 5, "CUFFT_INTERNAL_ERROR"},
    {"cufft", 6, "CUFFT_EXEC_FAILED"},
    {"cufft", 7, "CUFFT_SETUP_FAILED"},
    {"cufft", 8, "CUFFT_INVALID_SIZE"},
    {"cufft", 9, "CUFFT_UNALIGNED_DATA"},
    {"cufft", 11, "CUFFT_INVALID_DEVICE"},
    {"cufft", 13, "CUFFT_NO_WORKSPACE"},
    {"cufft", 14, "CUFFT_NOT_IMPLEMENTED"},
    {"cufft", 16, "CUFFT_NOT_SUPPORTED"},
    {"cublas", 1, "CUBLAS_STATUS_NOT_INITIALIZED"},
    {"cublas", 3, "CUBLAS_STATUS_ALLOC_FAILED"},
    {"cublas", 7, "CUBLAS_STATUS_INVALID_VALUE"},
    {"cublas", 8, "CUBLAS_STATUS_ARCH_MISMATCH"},
    {"cublas", 11, "CUBLAS_STATUS_MAPPING_ERROR"},
    {"cublas", 13, "CUBLAS_STATUS_EXECUTION_FAILED"},
    {"cublas", 14, "CUBLAS_STATUS_INTERNAL_ERROR"},
    {"cublas", 15, "CUBLAS_STATUS_NOT_SUPPORTED"},
    {"cusparse", 1, "CUSPARSE_STATUS_NOT_INITIALIZED"},
    {"cusparse", 2, "CUSPARSE_STATUS_ALLOC_FAILED"},
    {"cusparse", 3, "CUSPARSE_STATUS_INVALID_VALUE"},
    {"cusparse", 4, "CUSPARSE_STATUS_ARCH_MISMATCH"},
    {"cusparse", 6, "CUSPARSE_STATUS_EXECUTION_FAILED"},
    {"cusparse", 7, "CUSPARSE_STATUS_INTERNAL_ERROR"},
    {"cusparse", 10, "CUSPARSE_STATUS_NOT_SUPPORTED"},
    {"cusparse", 11, "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES"},
    {"", VG_LIBRARY_LANE, "VG_LIBRARY_LANE"},
    {"", VG_LIBRARY_SHAPE, "VG_LIBRARY_SHAPE"},
    {"", VG_LIBRARY_KIND, "VG_LIBRARY_KIND"},
    {"", VG_LIBRARY_POINTER, "VG_LIBRARY_POINTER"},
    {"", VG_LIBRARY_WORKSPACE, "VG_LIBRARY_WORKSPACE"},
    {"", VG_LIBRARY_HOST, "VG_LIBRARY_HOST"},
    {"", VG_LIBRARY_STREAM, "VG_LIBRARY_STREAM"},
    {"", VG_LIBRARY_CONTEXT, "VG_LIBRARY_CONTEXT"},
};

const char *vg_library_name(const char *call, int number)
{
    size_t i;

    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const named_number *one = &numbers[i];

        if (one->number == number && strncmp(call, one->library, strlen(one->library)) == 0) {
            return one->name;
        }
    }
    return "";
}

/* What one of our own numbers means, and what to do. */
static const char *sentence(int number)
{
    switch (number) {
    case VG_LIBRARY_LANE:
        return "the lane is VG_LIBRARY_LANES or more";
    case VG_LIBRARY_SHAPE:
        return "sizes, strides or flags of the struct describe nothing that can be computed";
    case VG_LIBRARY_KIND:
        return "this call is for another kind of transform or of element than the struct says";
    case VG_LIBRARY_POINTER:
        return "an address is NULL";
    case VG_LIBRARY_HOST:
        return "the stream is NULL, as on the CPU device, but this is the file for a GPU: link the plain one";
    case VG_LIBRARY_STREAM:
        return "there is a stream, but this is the plain file, which computes on the host: link the one for a GPU";
    case VG_LIBRARY_CONTEXT:
        return "the lane was used in another context: call the close function before the program is closed";
    default:
        return "";
    }
}

size_t vg_library_text(const vg_library_fault *fault, char *buffer, size_t size)
{
    const char *name;
    int length;

    if (fault == NULL || fault->call == NULL || fault->number == 0) {
        length = snprintf(buffer, size, "no library call has failed");
    } else if (fault->number == VG_LIBRARY_WORKSPACE) {
        length = snprintf(buffer, size,
                          "%s needs a workspace of %" PRIu64 " bytes and was given %" PRIu64
                          ": write `workspace: %" PRIu64 "` at the step",
                          fault->call, fault->needed, fault->given, fault->needed);
    } else if (fault->number < 0) {
        length = snprintf(buffer, size, "%s: %s", fault->call, sentence(fault->number));
    } else {
        name = vg_library_name(fault->call, fault->number);
        length =
            snprintf(buffer, size, "%s returned %d%s%s", fault->call, fault->number, name[0] == '\0' ? "" : ", ", name);
    }
    return length < 0 ? 0 : (size_t)length;
}
