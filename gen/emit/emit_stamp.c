/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Text is added in pieces from one comment to the next, which are found by their slash: all else goes by in words of
 * eight bytes. */
#define _GNU_SOURCE

#include "emit/emit_stamp.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define WORD 8

/* ---- numbers and bytes ---- */

/* Odd factors and a rotation can be undone, so no two hashes become one by the same number. */
void emit_stamp_number(emit_stamp *s, uint64_t number)
{
    uint64_t hash = (s->hash ^ number) * UINT64_C(0x9e3779b97f4a7c15);

    s->hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
}

/* The same number on every machine; compilers make one load of it. */
static uint64_t word(const unsigned char *b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 |
           (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}

void emit_stamp_bytes(emit_stamp *s, const char *bytes, size_t size)
{
    const unsigned char *at = (const unsigned char *)bytes;
    unsigned char last[WORD] = {0};
    size_t left = size;

    emit_stamp_number(s, size);
    for (; left >= WORD; left -= WORD, at += WORD)
        emit_stamp_number(s, word(at));
    if (left == 0)
        return;
    memcpy(last, at, left);
    emit_stamp_number(s, word(last));
}

/* ---- text ---- */

typedef struct {
    const char *at, *end;
    const char *seen; /* up to here it is known … */
    char quote;       /* … whether a string or a character is open, and which mark ends it */
} reader;

static void see(reader *r, const char *to)
{
    const char *line = memrchr(r->seen, '\n', (size_t)(to - r->seen));

    if (line != NULL) {
        r->seen = line;
        r->quote = '\0';
    }
    for (; r->seen < to; r->seen++) {
        if (r->quote != '\0' && *r->seen == '\\')
            r->seen++;
        else if (r->quote != '\0' && *r->seen == r->quote)
            r->quote = '\0';
        else if (r->quote == '\0' && (*r->seen == '"' || *r->seen == '\''))
            r->quote = *r->seen;
    }
}

/* The next comment, or the end. */
static const char *find_comment(reader *r)
{
    const char *found = r->at;

    while ((found = memchr(found, '/', (size_t)(r->end - found))) != NULL) {
        if (found + 1 < r->end && (found[1] == '*' || found[1] == '/')) {
            see(r, found);
            if (r->quote == '\0')
                return found;
        }
        found++;
    }
    return r->end;
}

static const char *comment_end(const char *comment, const char *end)
{
    const bool line = comment[1] == '/';
    const char *found = comment + 2;

    while ((found = memchr(found, line ? '\n' : '/', (size_t)(end - found))) != NULL) {
        found++;
        if (line || (found - 2 > comment + 1 && found[-2] == '*'))
            return found;
    }
    return end;
}

void emit_stamp_add(emit_stamp *s, const char *text, size_t size)
{
    reader r = {text, text + size, text, '\0'};

    while (r.at < r.end) {
        const char *comment = find_comment(&r);
        emit_stamp_bytes(s, r.at, (size_t)(comment - r.at));
        r.at = comment < r.end ? comment_end(comment, r.end) : r.end;
        r.seen = r.at;
    }
    emit_stamp_number(s, size > 0);
}

/* ---- begin and end ---- */

void emit_stamp_begin(emit_stamp *s, const char *version)
{
    s->hash = 0;
    emit_stamp_bytes(s, version, strlen(version));
}

void emit_stamp_end(const emit_stamp *s, char text[sizeof EMIT_STAMP_PLACE])
{
    emit_stamp last = *s;

    emit_stamp_number(&last, 0);
    snprintf(text, sizeof EMIT_STAMP_PLACE, "0x%016" PRIx64, last.hash);
}
