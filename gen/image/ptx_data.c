/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "image/ptx_parts.h"

/* NAME [ SIZE ] = { NUMBER, … } from the token of the name on; false where it is something else. */
static bool read_bytes(ptx_reader *r, size_t name, ptx_string *text)
{
    uint32_t size;

    r->next = name + 1;
    if (!ptx_is(r, r->next, "[")) {
        return false;
    }
    r->next++;
    if (!ptx_expect_number(r, &size) || !ptx_is(r, r->next, "]") || !ptx_is(r, r->next + 1, "=") ||
        !ptx_is(r, r->next + 2, "{")) {
        return false;
    }
    r->next += 3;
    /* No more numbers than tokens are there, whatever the size says; what is left out is zero. */
    size_t end = r->next;
    while (r->tokens[end].kind != PTX_END && !ptx_is(r, end, "}")) {
        end++;
    }
    char *bytes = (char *)arena_alloc(r->memory, end - r->next + 1);
    for (uint32_t i = 0, value; i < size && !ptx_is(r, r->next, "}"); i++) {
        if (!ptx_expect_number(r, &value) || value > 255) {
            return false;
        }
        bytes[i] = (char)(unsigned char)value;
        if (ptx_is(r, r->next, ",")) {
            r->next++;
        }
    }
    text->name = ptx_copy(r, name);
    text->text = bytes;
    return ptx_is(r, r->next, "}");
}

ptx_string *ptx_read_strings(arena *a, const char *text, size_t length, const char *prefix, size_t *count)
{
    ptx_error error;
    ptx_reader r = {.memory = a, .text = text, .error = &error};
    ptx_string *texts = NULL;
    size_t capacity = 0;

    *count = 0;
    if (!ptx_scan(&r, length)) {
        return NULL;
    }
    for (size_t i = 0; i + 1 < r.token_count; i++) {
        ptx_string found;
        if (r.tokens[i].kind == PTX_WORD && ptx_starts(&r, i, prefix) && read_bytes(&r, i, &found)) {
            texts = (ptx_string *)arena_grow(a, texts, *count, &capacity, sizeof *texts);
            texts[(*count)++] = found;
        }
    }
    return texts;
}
