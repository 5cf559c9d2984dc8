/* SPDX-License-Identifier: 0BSD */
/* tally_image.c - machine code and constants of program "tally", as bytes.
 * Made by vggen 0.1.0 from tally.yaml. Do not edit: change the spec and generate again. */
#include "tally.h"

/* ---- machine code: images, aligned to 16 bytes by the union that holds them ---- */

/* tally.cu: a stub, which only the CPU device takes: the name of each kernel and the bytes of its parameters. */
static const union {
    unsigned char bytes[56];
    long double align;
} tally_image_0_0 = {{
    0x76, 0x67, 0x67, 0x65, 0x6e, 0x20, 0x73, 0x74, 0x75, 0x62, 0x20, 0x31, 0x0a, 0x6b, 0x65, 0x72,
    0x6e, 0x65, 0x6c, 0x20, 0x77, 0x65, 0x69, 0x67, 0x68, 0x20, 0x38, 0x20, 0x38, 0x20, 0x38, 0x20,
    0x34, 0x20, 0x38, 0x0a, 0x6b, 0x65, 0x72, 0x6e, 0x65, 0x6c, 0x20, 0x63, 0x6f, 0x75, 0x6e, 0x74,
    0x20, 0x38, 0x20, 0x38, 0x20, 0x38, 0x0a, 0x00,
}};

/* copy.cu: a stub, which only the CPU device takes: the name of each kernel and the bytes of its parameters. */
static const union {
    unsigned char bytes[35];
    long double align;
} tally_image_1_0 = {{
    0x76, 0x67, 0x67, 0x65, 0x6e, 0x20, 0x73, 0x74, 0x75, 0x62, 0x20, 0x31, 0x0a, 0x6b, 0x65, 0x72,
    0x6e, 0x65, 0x6c, 0x20, 0x76, 0x67, 0x5f, 0x63, 0x6f, 0x70, 0x79, 0x20, 0x38, 0x20, 0x38, 0x20,
    0x38, 0x0a, 0x00,
}};

/* Kind, capability, target, bytes. */
static const vg_image tally_images_0[] = {
    {VG_IMAGE_STUB, 90u, "sm_90", tally_image_0_0.bytes, sizeof tally_image_0_0.bytes},
};

/* Kind, capability, target, bytes. */
static const vg_image tally_images_1[] = {
    {VG_IMAGE_STUB, 90u, "sm_90", tally_image_1_0.bytes, sizeof tally_image_1_0.bytes},
};

const vg_module tally_modules[2] = {
    {tally_images_0, 1u}, /* tally.cu */
    {tally_images_1, 1u}, /* copy.cu */
};

/* ---- constants ---- */

/* The program embeds none. */
