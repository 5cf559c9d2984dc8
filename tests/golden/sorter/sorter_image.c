/* SPDX-License-Identifier: 0BSD */
/* sorter_image.c - machine code and constants of program "sorter", as bytes.
 * Made by vggen 0.1.0 from sorter.yaml. Do not edit: change the spec and generate again. */
#include "sorter.h"

/* ---- machine code: images, aligned to 16 bytes by the union that holds them ---- */

/* sorter.cu: a stub, which only the CPU device takes: the name of each kernel and the bytes of its parameters. */
static const union {
    unsigned char bytes[32];
    long double align;
} sorter_image_0_0 = {{
    0x76, 0x67, 0x67, 0x65, 0x6e, 0x20, 0x73, 0x74, 0x75, 0x62, 0x20, 0x31, 0x0a, 0x6b, 0x65, 0x72,
    0x6e, 0x65, 0x6c, 0x20, 0x72, 0x61, 0x6e, 0x6b, 0x20, 0x38, 0x20, 0x38, 0x20, 0x34, 0x0a, 0x00,
}};

/* copy.cu: a stub, which only the CPU device takes: the name of each kernel and the bytes of its parameters. */
static const union {
    unsigned char bytes[35];
    long double align;
} sorter_image_1_0 = {{
    0x76, 0x67, 0x67, 0x65, 0x6e, 0x20, 0x73, 0x74, 0x75, 0x62, 0x20, 0x31, 0x0a, 0x6b, 0x65, 0x72,
    0x6e, 0x65, 0x6c, 0x20, 0x76, 0x67, 0x5f, 0x63, 0x6f, 0x70, 0x79, 0x20, 0x38, 0x20, 0x38, 0x20,
    0x38, 0x0a, 0x00,
}};

/* Kind, capability, target, bytes. */
static const vg_image sorter_images_0[] = {
    {VG_IMAGE_STUB, 90u, "sm_90", sorter_image_0_0.bytes, sizeof sorter_image_0_0.bytes},
};

/* Kind, capability, target, bytes. */
static const vg_image sorter_images_1[] = {
    {VG_IMAGE_STUB, 90u, "sm_90", sorter_image_1_0.bytes, sizeof sorter_image_1_0.bytes},
};

const vg_module sorter_modules[2] = {
    {sorter_images_0, 1u}, /* sorter.cu */
    {sorter_images_1, 1u}, /* copy.cu */
};

/* ---- constants ---- */

/* The program embeds none. */
