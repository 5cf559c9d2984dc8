/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What NAME_image.c costs a compiler: machine code and constants stand in it as numbers. */
#include "image/check_image_parts.h"

#define MIB (1024u * 1024)
/* gcc 12 takes some 28 MiB of memory and 0.4 s for each MiB, so this is under 1 GiB and half a minute, with room for
 * slower machines; tests/script/large.sh compiles as much. */
#define MOST (32ull * MIB)
#define MEMORY_FOR_EACH 28u

static bool is_embedded(const model_buffer *b)
{
    return b->content == CONTENT_BYTES;
}

/* The one with the most bytes; NULL: there is none. */
static const model_buffer *largest(const model *m, uint64_t *total)
{
    const model_buffer *found = NULL;

    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];

        if (!is_embedded(b))
            continue;
        *total += b->size;
        if (found == NULL || b->size > found->size)
            found = b;
    }
    return found;
}

void check_image_size(const image_checker *c)
{
    uint64_t constants = 0, code = 0;
    const model_buffer *b = largest(c->m, &constants);
    bool of_code;

    for (size_t i = 0; i < c->i->module_count; i++)
        for (size_t k = 0; k < c->i->modules[i].blob_count; k++)
            code += c->i->modules[i].blobs[k].size;
    if (constants + code <= MOST)
        return;
    of_code = b == NULL || code > constants;
    diag_warning(c->d, of_code ? c->m->program_at : b->data_at.source != 0 ? b->data_at : b->values_at, "image-large",
                 "%s_image.c holds %llu MiB of constants and %llu MiB of machine code: a compiler takes about %llu MiB "
                 "of memory for it",
                 c->m->program, (unsigned long long)(constants / MIB), (unsigned long long)(code / MIB),
                 (unsigned long long)((constants + code) / MIB * MEMORY_FOR_EACH));
    if (of_code)
        diag_hint(c->d, "name fewer targets, or a compute_XX, which the driver compiles");
    else
        diag_hint(c->d, "with 'data: app' the application hands '%s' over when it opens the program", b->name);
}
