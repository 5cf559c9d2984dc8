/* SPDX-License-Identifier: 0BSD */
/* saxpy_image.c - machine code and constants of program "saxpy", as bytes.
 * Made by vggen 0.1.0 from saxpy.yaml. Do not edit: change the spec and generate again. */
#include "saxpy.h"

/* ---- machine code: images, aligned to 16 bytes by the union that holds them ---- */

/* saxpy.cu: a stub, which only the CPU device takes: the name of each kernel and the bytes of its parameters. */
static const union {
    unsigned char bytes[57];
    long double align;
} saxpy_image_0_0 = {{
    0x76, 0x67, 0x67, 0x65, 0x6e, 0x20, 0x73, 0x74, 0x75, 0x62, 0x20, 0x31, 0x0a, 0x6b, 0x65, 0x72,
    0x6e, 0x65, 0x6c, 0x20, 0x73, 0x61, 0x78, 0x70, 0x79, 0x20, 0x38, 0x20, 0x38, 0x20, 0x38, 0x20,
    0x34, 0x20, 0x38, 0x20, 0x38, 0x20, 0x34, 0x0a, 0x6b, 0x65, 0x72, 0x6e, 0x65, 0x6c, 0x20, 0x76,
    0x67, 0x5f, 0x65, 0x6e, 0x64, 0x20, 0x38, 0x0a, 0x00,
}};

/* Kind, capability, target, bytes. */
static const vg_image saxpy_images_0[] = {
    {VG_IMAGE_STUB, 90u, "sm_90", saxpy_image_0_0.bytes, sizeof saxpy_image_0_0.bytes},
};

const vg_module saxpy_modules[1] = {
    {saxpy_images_0, 1u}, /* saxpy.cu */
};
