/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What only the text of a source shows. Reads words, not C++. */
#include "image/check_image_parts.h"
#include "image/image_parts.h"

/* Past the dimensions that follow a name. */
static image_word after_dimensions(const char **at)
{
    image_word w = image_next_word(at);
    while (image_word_is(w, "[")) {
        while (w.length > 0 && !image_word_is(w, "]")) {
            w = image_next_word(at);
        }
        w = image_next_word(at);
    }
    return w;
}

bool check_image_has_value(const char *text, const char *name, uint32_t *line)
{
    const char *at = text;
    bool constant = false;
    image_word w = {text, 0};
    if (text == NULL) {
        return false;
    }
    for (w = image_next_word(&at); w.length > 0; w = image_next_word(&at)) {
        if (image_word_is(w, "__constant__")) {
            constant = true;
        } else if (image_word_is(w, ";")) {
            constant = false;
        } else if (constant && image_word_is(w, name)) {
            const char *ahead = at;
            image_word next = after_dimensions(&ahead);
            if (image_word_is(next, "=") || image_word_is(next, "{")) {
                return true;
            }
            *line = *line == 0 ? image_line_of(text, w.begin) : *line;
        }
    }
    return false;
}
