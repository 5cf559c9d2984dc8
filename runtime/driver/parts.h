/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* parts.h - between the files of the driver, and between those of the self-test. */
#ifndef VG_DRIVER_PARTS_H
#define VG_DRIVER_PARTS_H

#include "driver.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_driver_print_usage VG_SYMBOL(vg_driver_print_usage)
#define vg_driver_end_output VG_SYMBOL(vg_driver_end_output)
#define vg_driver_read_options VG_SYMBOL(vg_driver_read_options)
#define vg_driver_tool VG_SYMBOL(vg_driver_tool)
#define vg_driver_call_failed VG_SYMBOL(vg_driver_call_failed)
#define vg_driver_read_constants VG_SYMBOL(vg_driver_read_constants)
#define vg_driver_give_inputs VG_SYMBOL(vg_driver_give_inputs)
#define vg_driver_file_failed VG_SYMBOL(vg_driver_file_failed)
#define vg_driver_read_port VG_SYMBOL(vg_driver_read_port)
#define vg_driver_write_port VG_SYMBOL(vg_driver_write_port)
#define vg_driver_parse_value VG_SYMBOL(vg_driver_parse_value)
#define vg_heap_count VG_SYMBOL(vg_heap_count)
#define vg_heap_own_calls VG_SYMBOL(vg_heap_own_calls)
#define vg_heap_other_calls VG_SYMBOL(vg_heap_other_calls)
#define vg_heap_print_callers VG_SYMBOL(vg_heap_print_callers)

/* ---- arguments.c: the command line ---- */

/* What the command line gave for each port and switch, by its index; NULL where it gave nothing. */
typedef struct vg_driver_options {
    const char **input;
    const char **output;
    const char **setting;
    const char **constant;
    const char **turned; /* "on", "off" */
    const char *trace;
    int step, profile;
    unsigned long replays, warm_up, device;
    size_t graph;
} vg_driver_options;

int vg_driver_print_usage(const vg_driver_program *p);
/* Returns the exit status, or 1 after a message if standard output did not take all that was printed. */
int vg_driver_end_output(const vg_driver_program *p, int status);
/* Returns 0, or the exit status after a message. The arrays in `o` have room for what the program has. */
int vg_driver_read_options(const vg_driver_program *p, int count, char **arguments, vg_driver_options *o);

/* What follows a program's name in the name of its application: "main", "tune". */
const char *vg_driver_tool(const vg_driver_program *p);
/* All that the last call of the program found. Returns 0. */
int vg_driver_call_failed(const vg_driver_program *p, const char *doing);
/* Every constant must be given: the program cannot open without. Returns 0 after a message. */
int vg_driver_read_constants(const vg_driver_program *p, const vg_driver_options *o, void **memory);
/* Inputs, settings and switches, to an open program. Returns 0 after a message. */
int vg_driver_give_inputs(const vg_driver_program *p, const vg_driver_options *o);

/* ---- npy.c: files of elements, raw or .npy by their name ---- */

/* Return 0 after a message. */
int vg_driver_file_failed(const vg_driver_program *p, const char *path, const char *what);
int vg_driver_read_port(const vg_driver_program *p, const char *path, const vg_driver_port *wanted, void *memory);
int vg_driver_write_port(const vg_driver_program *p, const char *path, const vg_driver_port *source,
                         const void *memory);

/* ---- values.c: values of settings as text ---- */

/* The numbers of a setting, with commas between those of a vector. Returns 0 if the setting cannot take them. */
int vg_driver_parse_value(const char *text, const vg_driver_port *setting, unsigned char *value);

/* ---- heap.c: calls of the heap, which it counts ---- */

void vg_heap_count(int counting);
uint64_t vg_heap_own_calls(void);
uint64_t vg_heap_other_calls(void);
/* Each library that made some, with all its calls. */
void vg_heap_print_callers(void);

#ifdef __cplusplus
}
#endif

#endif
