/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report.h"

#include <cuda.h>
#include <stdio.h>
#include <string.h>

void report_device_name(int device_index, char name[REPORT_NAME_SIZE])
{
    CUdevice device;

    memset(name, 0, REPORT_NAME_SIZE);
    if (cuDeviceGet(&device, device_index) != CUDA_SUCCESS ||
        cuDeviceGetName(name, REPORT_NAME_SIZE - 1, device) != CUDA_SUCCESS) {
        snprintf(name, REPORT_NAME_SIZE, "unknown");
    }
}

void report_failure(const char *program, const char *doing, const vg_detail *detail)
{
    char text[512];

    vg_detail_text(detail, text, sizeof text);
    fprintf(stderr, "%s: %s: %s\n", program, doing, text);
}
