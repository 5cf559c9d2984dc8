/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image_parts.h"
#include "version.h"

static void write_integer(FILE *out, const char *name, int64_t value)
{
    if (value == INT64_MIN) {
        /* Its magnitude alone does not fit. */
        fprintf(out, "#define %s (-%" PRId64 "LL - 1)\n", name, INT64_MAX);
    } else if (value < 0) {
        fprintf(out, value < -INT_MAX ? "#define %s (%" PRId64 "LL)\n" : "#define %s (%" PRId64 ")\n", name, value);
    } else {
        fprintf(out, value > INT_MAX ? "#define %s %" PRId64 "LL\n" : "#define %s %" PRId64 "\n", name, value);
    }
}

static void write_real(FILE *out, const char *name, const char *text)
{
    const char *digits = text + (text[0] == '-' || text[0] == '+');
    const char *sign = text[0] == '-' ? "-" : "";
    if (strcmp(digits, "nan") == 0) {
        fprintf(out, "#define %s (%s__builtin_nan(\"\"))\n", name, sign);
    } else if (strcmp(digits, "inf") == 0) {
        fprintf(out, "#define %s (%s__builtin_inf())\n", name, sign);
    } else if (sign[0] != '\0') {
        fprintf(out, "#define %s (-%s)\n", name, digits);
    } else {
        fprintf(out, "#define %s %s\n", name, digits);
    }
}

static char *upper(arena *a, const char *name)
{
    char *copy = arena_copy(a, name, strlen(name));
    for (char *c = copy; *c != '\0'; c++) {
        if (*c >= 'a' && *c <= 'z') {
            *c = (char)(*c - 'a' + 'A');
        }
    }
    return copy;
}

static void write_header(FILE *out, arena *a, const model *m)
{
    const char *guard = upper(a, m->program);
    fprintf(out, "/* SPDX-License-Identifier: 0BSD */\n");
    fprintf(out, "/* %s_kernels.h - what program \"%s\" defines, for kernel sources (CUDA C++) only.\n", m->program,
            m->program);
    fprintf(out, " * Made by vggen %s from %s. Do not edit: change the spec and generate again. */\n", VGGEN_VERSION,
            m->spec_name);
    fprintf(out, "#ifndef %s_KERNELS_H\n#define %s_KERNELS_H\n\n", guard, guard);
    fprintf(out, "#ifndef __cplusplus\n#error \"%s_kernels.h is for kernel sources, which are C++\"\n#endif\n\n",
            m->program);
    for (size_t i = 0; i < m->define_count; i++) {
        const model_define *d = &m->defines[i];
        if (d->is_float) {
            write_real(out, d->name, d->real_text);
        } else {
            write_integer(out, d->name, d->value);
        }
    }
    fprintf(out, "%s", m->define_count > 0 ? "\n" : "");
    fprintf(out, "/* The sizes that the spec's types have on every device. */\n");
    fprintf(out, "static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, \"integers\");\n");
    fprintf(out,
            "static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, \"f32, f64, bool\");\n");
    fprintf(out, "static_assert(sizeof(void *) == 8, \"pointers\");\n\n#endif\n");
}

const char *image_header_text(arena *a, const model *m)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    if (out != NULL) {
        write_header(out, a, m);
    }
    if (out == NULL || fclose(out) != 0) {
        fputs("vggen: error: out of memory\n", stderr);
        exit(2);
    }
    const char *text = arena_copy(a, bytes, size);
    free(bytes);
    return text;
}
