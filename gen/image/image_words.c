/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The words of a source. */
#include <ctype.h>
#include <string.h>

#include "image/image_parts.h"

static const char *past_comment(const char *p)
{
    if (p[1] == '/') {
        while (*p != '\0' && *p != '\n') {
            p++;
        }
        return p;
    }
    const char *end = strstr(p + 2, "*/");
    return end == NULL ? p + strlen(p) : end + 2;
}

static const char *past_literal(const char *p)
{
    char quote = *p++;
    while (*p != '\0' && *p != quote && *p != '\n') {
        p += p[0] == '\\' && p[1] != '\0' ? 2 : 1;
    }
    return *p == quote ? p + 1 : p;
}

image_word image_next_word(const char **at)
{
    const char *p = *at;
    for (;;) {
        if (*p == '/' && (p[1] == '/' || p[1] == '*')) {
            p = past_comment(p);
        } else if (*p == '"' || *p == '\'') {
            p = past_literal(p);
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else {
            break;
        }
    }
    image_word w = {p, 0};
    if (isalpha((unsigned char)*p) || *p == '_') {
        while (isalnum((unsigned char)p[w.length]) || p[w.length] == '_') {
            w.length++;
        }
    } else if (isdigit((unsigned char)*p)) {
        /* With the digit separators of C++14, which must not start a character literal. */
        while (isalnum((unsigned char)p[w.length]) || p[w.length] == '\'' || p[w.length] == '.') {
            w.length++;
        }
    } else if (*p != '\0') {
        w.length = 1;
    }
    *at = p + w.length;
    return w;
}

bool image_word_is(image_word w, const char *text)
{
    return w.length == strlen(text) && memcmp(w.begin, text, w.length) == 0;
}

bool image_word_is_name(image_word w)
{
    return w.length > 0 && (isalpha((unsigned char)w.begin[0]) || w.begin[0] == '_');
}

uint32_t image_line_of(const char *text, const char *at)
{
    uint32_t line = 1;
    for (; text < at; text++) {
        line += *text == '\n';
    }
    return line;
}
