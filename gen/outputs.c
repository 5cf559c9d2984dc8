/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "outputs.h"

#include <locale.h>
#include <string.h>

#include "emit/emit.h"
#include "report/dot.h"
#include "report/graph_picture.h"
#include "report/manifest.h"
#include "report/map.h"
#include "report/memory_picture.h"

typedef struct {
    const char *suffix;
    unsigned extra; /* of outputs_extra; 0: always made */
    void (*write)(FILE *file, const emit *e);
} output;

/* In the order in which they are written. */
static const output outputs[] = {
    {".h", 0, emit_header},
    {".c", 0, emit_source},
    {"_image.c", 0, emit_image},
    {"_kernels.h", 0, emit_kernels_header},
    {"_main.c", OUTPUTS_MAIN, emit_main},
    {"_selftest.c", OUTPUTS_SELFTEST, emit_selftest},
    {"_sim.cpp", OUTPUTS_SIM, emit_sim},
    {".dot", OUTPUTS_DOT, dot_write},
    {".map", OUTPUTS_MAP, map_write},
    {"_arena.svg", OUTPUTS_SVG, memory_picture_write},
    {"_graph.svg", OUTPUTS_SVG, graph_picture_write},
    {".json", OUTPUTS_JSON, manifest_write}, /* after all those whose hashes it holds */
    {".d", OUTPUTS_DEPFILE, emit_depfile},   /* the last, for it names all others */
};

#define OUTPUT_COUNT (sizeof outputs / sizeof *outputs)

static bool is_made(const output *o, unsigned extras)
{
    return o->extra == 0 || (extras & o->extra) != 0;
}

void outputs_write(const emit_input *in, out *o, unsigned extras)
{
    /* Numbers are written with a point in every locale. */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    emit *e = emit_context_new(in);

    e->files = o;
    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras))
            outputs[i].write(out_file(o, arena_printf(e->memory, "%s%s", e->program, outputs[i].suffix)), e);
    uselocale(before);
    if (plain != (locale_t)0)
        freelocale(plain);
}

void outputs_list(FILE *stream, const model *m, const char *folder, unsigned extras)
{
    size_t length = strcmp(folder, ".") != 0 ? strlen(folder) : 0;
    const char *slash = length > 0 && folder[length - 1] != '/' ? "/" : "";

    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras))
            fprintf(stream, "%.*s%s%s%s\n", (int)length, folder, slash, m->program, outputs[i].suffix);
}
