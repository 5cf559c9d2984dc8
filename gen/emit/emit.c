/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "emit/emit.h"

#include <locale.h>
#include <string.h>

#include "emit/parts.h"

typedef struct {
    const char *suffix;
    unsigned extra; /* of emit_extra; 0: always made */
    void (*write)(FILE *file, const emit *e);
} output;

static const output outputs[] = {
    {".h", 0, emit_header},
    {".c", 0, emit_source},
    {"_image.c", 0, emit_image},
    {"_kernels.h", 0, emit_kernels_header},
    {"_main.c", EMIT_MAIN, emit_main},
    {"_selftest.c", EMIT_SELFTEST, emit_selftest},
    {"_sim.cpp", EMIT_SIM, emit_sim},
    {".dot", EMIT_DOT, dot_write},
    {".map", EMIT_MAP, map_write},
    {"_arena.svg", EMIT_SVG, memory_picture_write},
    {"_graph.svg", EMIT_SVG, graph_picture_write},
    {".json", EMIT_JSON, manifest_write}, /* the last, for it has the hashes of the others */
};

#define OUTPUT_COUNT (sizeof outputs / sizeof *outputs)
#define DEPFILE_SUFFIX ".d" /* the last, for it names the others */

static bool is_made(const output *o, unsigned extras)
{
    return o->extra == 0 || (extras & o->extra) != 0;
}

static FILE *new_file(const emit *e, out *o, const char *suffix)
{
    return out_file(o, arena_printf(e->memory, "%s%s", e->program, suffix));
}

static void emit_all(emit *e, out *o, unsigned extras)
{
    size_t output_count;

    e->files = o;
    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras))
            outputs[i].write(new_file(e, o, outputs[i].suffix), e);
    if ((extras & EMIT_DEPFILE) != 0) {
        const char *const *names = out_names(o, &output_count);
        /* The list may move when the depfile joins it. */
        const char **copy = ARENA_ARRAY(e->memory, const char *, output_count);
        memcpy(copy, names, output_count * sizeof *copy);
        emit_depfile(new_file(e, o, DEPFILE_SUFFIX), e, copy, output_count);
    }
}

static void list_one(FILE *stream, const model *m, const char *folder, const char *suffix)
{
    size_t length = strlen(folder);

    if (length > 0 && strcmp(folder, ".") != 0)
        fprintf(stream, "%s%s", folder, folder[length - 1] == '/' ? "" : "/");
    fprintf(stream, "%s%s\n", m->program, suffix);
}

void emit_list(FILE *stream, const model *m, const char *folder, unsigned extras)
{
    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras))
            list_one(stream, m, folder, outputs[i].suffix);
    if ((extras & EMIT_DEPFILE) != 0)
        list_one(stream, m, folder, DEPFILE_SUFFIX);
}

void emit_files(const emit_input *in, out *o, unsigned extras)
{
    /* Numbers are written with a point in every locale. */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    emit *e = emit_context_new(in);

    emit_all(e, o, extras);
    uselocale(before);
    if (plain != (locale_t)0)
        freelocale(plain);
}
