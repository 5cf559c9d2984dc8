/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The words of a source with the namespaces that they stand in. */
#include <string.h>

#include "image/image_parts.h"

static image_word next_word(image_scope *s)
{
    image_word w = image_next_word(&s->at);
    while (image_word_is(w, "#") && !s->directives) {
        while (*s->at != '\0' && *s->at != '\n') {
            s->at += s->at[0] == '\\' && s->at[1] != '\0' ? 2 : 1;
        }
        w = image_next_word(&s->at);
    }
    return w;
}

static void open_brace(image_scope *s, const char *inside, const char *mangled)
{
    if (s->depth < IMAGE_MOST_NESTED) {
        s->outer[s->depth] = s->inside;
        s->outer_mangled[s->depth] = s->mangled;
    }
    s->depth++;
    s->inside = inside;
    s->mangled = mangled;
}

static void close_brace(image_scope *s)
{
    if (s->depth > 0 && --s->depth < IMAGE_MOST_NESTED) {
        s->inside = s->outer[s->depth];
        s->mangled = s->outer_mangled[s->depth];
    }
}

/* After `namespace`: up to its brace, which is returned; so is the word that shows that it is no definition of one. */
static image_word enter_namespace(image_scope *s)
{
    const char *inside = s->inside, *mangled = s->mangled;
    bool named = false;
    image_word w;
    for (w = next_word(s); w.length > 0; w = next_word(s)) {
        if (image_word_is_name(w) && !image_word_is(w, "inline")) {
            inside = arena_printf(s->memory, "%s%.*s::", inside, (int)w.length, w.begin);
            mangled = arena_printf(s->memory, "%s%zu%.*s", mangled, w.length, (int)w.length, w.begin);
            named = true;
        } else if (!image_word_is(w, ":") && !image_word_is(w, "inline")) {
            break;
        }
    }
    if (image_word_is(w, "{")) {
        open_brace(s, inside, named ? mangled : arena_printf(s->memory, "%s12_GLOBAL__N_1", mangled));
    }
    return w;
}

void image_scope_begin(image_scope *s, arena *a, const char *text)
{
    memset(s, 0, sizeof *s);
    s->memory = a;
    s->at = text;
    s->inside = s->mangled = "";
}

image_word image_scoped_word(image_scope *s)
{
    image_word w = next_word(s);
    if (image_word_is(w, "namespace")) {
        return enter_namespace(s);
    }
    if (image_word_is(w, "{")) {
        open_brace(s, s->inside, s->mangled);
    } else if (image_word_is(w, "}")) {
        close_brace(s);
    }
    return w;
}
