/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "spec/tree_source.h"

#include "base/text.h"

#include <string.h>

static bool refuse(diag *d, const tree_source *s, size_t begin, size_t end, const char *id, const char *message)
{
    diag_error(d, (span){s->number, (uint32_t)begin, (uint32_t)end}, id, "%s", message);
    return false;
}

static bool refuse_invalid(diag *d, const tree_source *s, size_t at)
{
    diag_error(d, (span){s->number, (uint32_t)at, (uint32_t)at + 1}, "yaml-utf8",
               "byte 0x%02X is not part of UTF-8 text", (unsigned char)s->bytes[at]);
    diag_hint(d, "save the file as UTF-8");
    return false;
}

/* Characters that YAML forbids or takes for line ends, which editors do not show as such. */
static bool check_code_point(diag *d, const tree_source *s, uint32_t c, size_t begin, size_t end)
{
    if (c == 0)
        return refuse(d, s, begin, end, "yaml-nul", "a NUL byte in the text");
    if (c == 0xFEFF)
        return refuse(d, s, begin, end, "yaml-bom", "U+FEFF, a byte order mark, in the middle of the text");
    bool lone_return = c == '\r' && tree_source_byte(s, end) != '\n';
    if (lone_return || c == 0x85 || c == 0x2028 || c == 0x2029) {
        diag_error(d, (span){s->number, (uint32_t)begin, (uint32_t)end}, "yaml-line-break",
                   "U+%04X ends a line in YAML but not in editors", (unsigned)c);
        diag_hint(d, "end lines with a newline, or with carriage return and newline");
        return false;
    }
    bool control = (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || (c >= 0x7F && c < 0xA0);
    if (control || c == 0xFFFE || c == 0xFFFF) {
        diag_error(d, (span){s->number, (uint32_t)begin, (uint32_t)end}, "yaml-control",
                   "control character U+%04X in the text", (unsigned)c);
        return false;
    }
    return true;
}

/* Also in blank lines and inside brackets, where YAML sometimes takes a tab and sometimes does not. */
static bool refuse_tab(diag *d, const tree_source *s, size_t at)
{
    refuse(d, s, at, at + 1, "yaml-tab", "a tab in the indentation");
    diag_hint(d, "indent with blanks");
    return false;
}

/* The parser takes time with the square of the count of directives, so they are refused before it sees them. */
static bool refuse_directive(diag *d, const tree_source *s, size_t at)
{
    const char *newline = memchr(s->bytes + at, '\n', s->length - at);
    size_t end = newline ? (size_t)(newline - s->bytes) : s->length;
    if (end > at && s->bytes[end - 1] == '\r')
        end--;
    bool is_tag = end - at >= 4 && memcmp(s->bytes + at, "%TAG", 4) == 0;
    return refuse(d, s, at, end, is_tag ? "yaml-tag" : "yaml-version",
                  "directives are not allowed: a line cannot start with '%'");
}

static bool check_text(tree_source *s, diag *d)
{
    bool indenting = true;
    for (size_t at = s->start; at < s->length;) {
        /* Nearly every character is one that may stand anywhere behind another one. */
        if (!indenting && s->bytes[at] >= ' ' && s->bytes[at] <= '~') {
            at++;
            continue;
        }
        if (s->bytes[at] == '%' && (at == s->start || s->bytes[at - 1] == '\n'))
            return refuse_directive(d, s, at);
        uint32_t c;
        bool valid;
        size_t size = text_code_point(s->bytes + at, s->length - at, &c, &valid);
        if (!valid)
            return refuse_invalid(d, s, at);
        if (!check_code_point(d, s, c, at, at + size))
            return false;
        if (indenting && c == '\t')
            return refuse_tab(d, s, at);
        indenting = c == '\n' || (indenting && c == ' ');
        s->non_ascii += size > 1;
        at += size;
    }
    return true;
}

static void make_checkpoints(tree_source *s, arena *a)
{
    s->checkpoints = ARENA_ARRAY(a, uint32_t, (s->length - s->start) / TREE_SOURCE_STEP + 1);
    size_t index = 0;
    for (size_t at = s->start; at < s->length; at++)
        if (((unsigned char)s->bytes[at] & 0xC0) != 0x80) {
            if (index % TREE_SOURCE_STEP == 0)
                s->checkpoints[index / TREE_SOURCE_STEP] = (uint32_t)at;
            index++;
        }
    if (index % TREE_SOURCE_STEP == 0)
        s->checkpoints[index / TREE_SOURCE_STEP] = (uint32_t)s->length;
}

static bool starts_with(const tree_source *s, const char *bytes, size_t length)
{
    return s->length >= length && memcmp(s->bytes, bytes, length) == 0;
}

bool tree_source_open(tree_source *s, arena *a, diag *d, uint32_t source)
{
    memset(s, 0, sizeof *s);
    s->number = source;
    s->bytes = diag_source_bytes(d, source, &s->length);
    if (s->length > TREE_MAX_BYTES) {
        diag_error(d, (span){source, 0, 0}, "yaml-size", "the file has %zu bytes, more than the limit of %u", s->length,
                   TREE_MAX_BYTES);
        return false;
    }
    if (starts_with(s, "\xFE\xFF", 2) || starts_with(s, "\xFF\xFE", 2)) {
        refuse(d, s, 0, 2, "yaml-bom", "the file is UTF-16");
        diag_hint(d, "save the file as UTF-8");
        return false;
    }
    s->start = starts_with(s, "\xEF\xBB\xBF", 3) ? 3 : 0;
    if (!check_text(s, d))
        return false;
    if (s->non_ascii)
        make_checkpoints(s, a);
    return true;
}

uint32_t tree_source_offset(const tree_source *s, size_t index)
{
    if (!s->non_ascii)
        return (uint32_t)(index < s->length - s->start ? s->start + index : s->length);
    size_t characters = index / TREE_SOURCE_STEP;
    if (characters > (s->length - s->start) / TREE_SOURCE_STEP)
        return (uint32_t)s->length;
    size_t at = s->checkpoints[characters];
    for (size_t left = index % TREE_SOURCE_STEP; left && at < s->length; left--) {
        at++;
        while (at < s->length && ((unsigned char)s->bytes[at] & 0xC0) == 0x80)
            at++;
    }
    return (uint32_t)at;
}

char tree_source_byte(const tree_source *s, size_t offset)
{
    return offset < s->length ? s->bytes[offset] : '\0';
}

bool tree_source_starts_line(const tree_source *s, size_t offset)
{
    while (offset > s->start && (s->bytes[offset - 1] == ' ' || s->bytes[offset - 1] == '\t'))
        offset--;
    return offset <= s->start || s->bytes[offset - 1] == '\n';
}

bool tree_source_near(const tree_source *s, size_t a, size_t b)
{
    size_t first = a < b ? a : b, last = a < b ? b : a, ends = 0;
    for (size_t at = first; at < last && at < s->length && ends < 2; at++)
        ends += s->bytes[at] == '\n';
    return ends < 2;
}
