/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/text_json.h"

#include <stdbool.h>

#include "base/text.h"

static void write_escape(FILE *out, uint32_t code_point)
{
    if (code_point >= 0x10000) {
        uint32_t rest = code_point - 0x10000;

        fprintf(out, "\\u%04x\\u%04x", (unsigned)(0xD800 + (rest >> 10)), (unsigned)(0xDC00 + (rest & 0x3FF)));
    } else {
        fprintf(out, "\\u%04x", (unsigned)code_point);
    }
}

static bool has_short_escape(uint32_t code_point, char *letter)
{
    switch (code_point) {
    case '"':
    case '\\':
        *letter = (char)code_point;
        return true;
    case '\n':
        *letter = 'n';
        return true;
    case '\r':
        *letter = 'r';
        return true;
    case '\t':
        *letter = 't';
        return true;
    default:
        return false;
    }
}

void text_write_json(FILE *out, const char *text, size_t length)
{
    fputc('"', out);
    for (size_t i = 0; i < length;) {
        uint32_t code_point;
        bool valid;
        char letter;
        size_t size = text_code_point(text + i, length - i, &code_point, &valid);

        if (!valid)
            write_escape(out, 0xFFFD);
        else if (has_short_escape(code_point, &letter))
            fprintf(out, "\\%c", letter);
        else if (!text_is_printable(code_point))
            write_escape(out, code_point);
        else
            fwrite(text + i, 1, size, out);
        i += size;
    }
    fputc('"', out);
}
