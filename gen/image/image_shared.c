/* SPDX-License-Identifier: MIT */
/* The names of `extern __shared__` arrays of a source. On a GPU they need no definition; the CPU device's linker wants
 * one for each, and only the source says what they are called. Reads tokens, not C++: a name that a macro makes is not
 * seen, and then linking names it. */
#include "image/image_parts.h"

static void add_name(arena *a, image_module *module, size_t *capacity, image_word w)
{
    for (size_t i = 0; i < module->shared_array_count; i++) {
        if (image_word_is(w, module->shared_arrays[i])) {
            return;
        }
    }
    module->shared_arrays = (const char **)arena_grow(a, (void *)module->shared_arrays, module->shared_array_count,
                                                      capacity, sizeof *module->shared_arrays);
    module->shared_arrays[module->shared_array_count++] = arena_copy(a, w.begin, w.length);
}

void image_find_shared_arrays(arena *a, const char *text, image_module *module)
{
    size_t capacity = module->shared_array_count;
    bool external = false, shared = false;
    image_word before = {text, 0};
    for (image_word w = image_next_word(&text); w.length > 0; w = image_next_word(&text)) {
        if (image_word_is(w, ";") || image_word_is(w, "{") || image_word_is(w, "}")) {
            external = shared = false;
        } else if (image_word_is(w, "extern")) {
            external = true;
        } else if (image_word_is(w, "__shared__")) {
            shared = true;
        } else if (image_word_is(w, "[") && external && shared && image_word_is_name(before)) {
            add_name(a, module, &capacity, before);
        }
        before = w;
    }
}
