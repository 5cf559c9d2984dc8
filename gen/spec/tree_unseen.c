/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The parser takes these characters for letters, so that what it then reports about a line cannot be understood by
 * looking at it. They are therefore refused before it sees the text. Where comments are, is found by a scan that knows
 * quotes only as far as that takes: what it wrongly took for a comment is found again in the values. */
#include "spec/tree_unseen.h"

#include "base/text.h"

#include <string.h>

/* A file that was pasted from a web page has them in each line. */
#define MOST_REPORTED 100u

typedef struct {
    char quote;       /* around what stands here, or NUL */
    bool comment;
    bool starts_word; /* a quote that comes now opens a value */
    bool after_blank;
} scan;

static void report(diag *d, span at, uint32_t code_point, text_look look, const char *name)
{
    static const char *const texts[] = {
        [TEXT_LOOKS_LIKE_BLANK] = "looks like a blank, but is none",
        [TEXT_LOOKS_LIKE_NOTHING] = "cannot be seen",
        [TEXT_TURNS_OTHERS] = "makes editors show a line in another order",
    };

    diag_error(d, at, "yaml-invisible", "U+%04X %s %s", (unsigned)code_point, name, texts[look]);
    diag_hint(d, look == TEXT_LOOKS_LIKE_BLANK ? "replace it by a blank" : "delete it");
}

static void scan_quoted(scan *w, const tree_source *s, size_t *at)
{
    char c = s->bytes[*at];

    if (w->quote == '"' && c == '\\') {
        ++*at;
    } else if (c == w->quote && c == '\'' && tree_source_byte(s, *at + 1) == c) {
        ++*at;
    } else if (c == w->quote) {
        w->quote = '\0';
        w->starts_word = w->after_blank = false;
    }
}

/* Moves the scan over the ASCII character at *at. */
static void scan_ascii(scan *w, const tree_source *s, size_t *at)
{
    char c = s->bytes[*at], next = tree_source_byte(s, *at + 1);

    if (w->quote != '\0') {
        scan_quoted(w, s, at);
    } else if (c == '\n') {
        *w = (scan){.starts_word = true, .after_blank = true};
    } else if (w->comment || c == ' ' || c == '\t' || c == '\r') {
        w->after_blank = true;
    } else if (c == '#' && w->after_blank) {
        w->comment = true;
    } else if ((c == '\'' || c == '"') && w->starts_word) {
        w->quote = c;
    } else {
        bool opens = memchr("[{,", c, 3) != NULL || (memchr("-:?", c, 3) != NULL && memchr(" \t\r\n", next, 4) != NULL);
        w->starts_word = opens;
        w->after_blank = false;
    }
}

/* The end of a run of this character. */
static size_t run_end(const tree_source *s, size_t begin, size_t size)
{
    size_t end = begin + size;

    while (end + size <= s->length && memcmp(s->bytes + begin, s->bytes + end, size) == 0)
        end += size;
    return end;
}

bool tree_unseen_in_source(const tree_source *s, diag *d)
{
    scan w = {.starts_word = true, .after_blank = true};
    unsigned count = 0;

    for (size_t at = s->start; s->non_ascii > 0 && at < s->length && count < MOST_REPORTED;) {
        const char *name;
        uint32_t c;
        bool valid;
        size_t size = text_code_point(s->bytes + at, s->length - at, &c, &valid), end = at + size;
        text_look look = c < 0x80 ? TEXT_CAN_BE_SEEN : text_look_of(c, &name);
        if (c < 0x80) {
            scan_ascii(&w, s, &at);
            end = at + 1;
        } else {
            w.starts_word = w.after_blank = false;
        }
        if (look == TEXT_TURNS_OTHERS || (look != TEXT_CAN_BE_SEEN && !w.comment)) {
            end = run_end(s, at, size);
            report(d, (span){s->number, (uint32_t)at, (uint32_t)end}, c, look, name);
            count++;
        }
        at = end;
    }
    return count == 0;
}

bool tree_unseen_in_value(const tree *scalar, diag *d)
{
    for (size_t at = 0; at < scalar->length;) {
        const char *name;
        uint32_t c;
        bool valid;
        size_t size = text_code_point(scalar->text + at, scalar->length - at, &c, &valid);
        text_look look = c < 0x80 ? TEXT_CAN_BE_SEEN : text_look_of(c, &name);
        if (look != TEXT_CAN_BE_SEEN) {
            report(d, scalar->at, c, look, name);
            return false;
        }
        at += size;
    }
    return true;
}
