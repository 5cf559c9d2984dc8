/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The names of `extern __shared__` arrays of a source. On a GPU they need no definition; the CPU device's linker wants
 * one for each, and only the source says what they are called. Reads tokens, not C++: a name that a macro makes is not
 * seen, and then linking names it. */
#include <string.h>

#include "image/image_parts.h"

static void add_name(image_scope *s, image_module *module, size_t *capacity, image_word w)
{
    const char *name = s->mangled[0] == '\0'
                           ? arena_copy(s->memory, w.begin, w.length)
                           : arena_printf(s->memory, "_ZN%s%zu%.*sE", s->mangled, w.length, (int)w.length, w.begin);
    for (size_t i = 0; i < module->shared_array_count; i++) {
        if (strcmp(module->shared_arrays[i], name) == 0) {
            return;
        }
    }
    module->shared_arrays = (const char **)arena_grow(s->memory, (void *)module->shared_arrays,
                                                      module->shared_array_count, capacity, sizeof(char *));
    module->shared_arrays[module->shared_array_count++] = name;
}

void image_find_shared_arrays(arena *a, const char *text, image_module *module)
{
    size_t capacity = module->shared_array_count;
    bool external = false, shared = false;
    image_word before = {text, 0};
    image_scope s;
    image_scope_begin(&s, a, text);
    s.directives = true; /* a macro may hold the declaration */
    for (image_word w = image_scoped_word(&s); w.length > 0; w = image_scoped_word(&s)) {
        if (image_word_is(w, ";") || image_word_is(w, "{") || image_word_is(w, "}")) {
            external = shared = false;
        } else if (image_word_is(w, "extern")) {
            external = true;
        } else if (image_word_is(w, "__shared__")) {
            shared = true;
        } else if (image_word_is(w, "[") && external && shared && image_word_is_name(before)) {
            add_name(&s, module, &capacity, before);
        }
        before = w;
    }
}
