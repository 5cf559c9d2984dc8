/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* PTX leaves it to the assembler whether a product and a sum become one operation that rounds once, where an
 * instruction says nothing of rounding. What it does then depends on the code around: a kernel could give other bits in
 * a fused launch than alone. With .rn nothing is left open. */
#include <string.h>

#include "base/stream.h"
#include "image/image_parts.h"
#include "image/ptx_parts.h"

static bool has_word(const char *suffixes, size_t length, const char *word)
{
    size_t wanted = strlen(word);

    for (size_t i = 0; i + wanted <= length; i++) {
        if (memcmp(suffixes + i, word, wanted) == 0 && (i + wanted == length || suffixes[i + wanted] == '.')) {
            return true;
        }
    }
    return false;
}

/* "add", "sub" or "mul" of a type with a fraction, without a rounding. */
static bool is_open(const char *opcode, size_t length)
{
    static const char *const types[] = {".f16", ".f16x2", ".bf16", ".bf16x2", ".f32", ".f32x2", ".f64"};
    static const char *const roundings[] = {".rn", ".rz", ".rm", ".rp", ".rna", ".rs"};
    bool fraction = false;

    if (length < 4 || opcode[3] != '.' ||
        (strncmp(opcode, "add", 3) != 0 && strncmp(opcode, "sub", 3) != 0 && strncmp(opcode, "mul", 3) != 0)) {
        return false;
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        fraction = fraction || has_word(opcode, length, types[i]);
    }
    for (size_t i = 0; i < sizeof roundings / sizeof roundings[0]; i++) {
        fraction = fraction && !has_word(opcode, length, roundings[i]);
    }
    return fraction;
}

const char *image_fix_rounding(arena *a, const char *text, size_t *size)
{
    ptx_reader r;
    ptx_error error;
    stream fixed;
    size_t length = strlen(text), done = 0;
    FILE *out;

    memset(&r, 0, sizeof r);
    r.memory = a;
    r.text = text;
    r.error = &error;
    *size = length;
    if (!ptx_scan(&r, length)) {
        return text;
    }
    out = stream_open(&fixed);
    for (size_t i = 0; i < r.token_count; i++) {
        const ptx_token *t = &r.tokens[i];
        if (t->kind == PTX_WORD && is_open(text + t->begin, t->end - t->begin)) {
            fwrite(text + done, 1, t->begin + 3 - done, out);
            fputs(".rn", out);
            done = t->begin + 3;
        }
    }
    fwrite(text + done, 1, length - done, out);
    return stream_take(&fixed, a, size);
}
