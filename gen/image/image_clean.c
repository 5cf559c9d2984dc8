/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The PTX of a source without what is the folder's or our own: the same on every machine. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "image/image_parts.h"

/* ---- names that depend on where a file lies ---- */

static bool is_hash(const char *text)
{
    for (size_t i = 0; i < 8; i++) {
        if (!((text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f'))) {
            return false;
        }
    }
    return true;
}

/* The compiler gives static and anonymous things names with HASH_LENGTH_UNIT_HASH in them, where the hashes depend on
 * the folder. No two modules are linked together, so that zeros do as well. */
static void remove_hashes(char *text, const char *unit)
{
    size_t length = strlen(unit);
    for (char *at = strstr(text, unit); at != NULL; at = strstr(at + length, unit)) {
        char *digit = at;
        if (digit - text < 11 || digit[-1] != '_') {
            continue;
        }
        for (digit--; digit > text && digit[-1] >= '0' && digit[-1] <= '9'; digit--) {
        }
        if (digit - text >= 9 && digit[-1] == '_' && is_hash(digit - 9)) {
            memset(digit - 9, '0', 8);
        }
        if (at[length] == '_' && is_hash(at + length + 1)) {
            memset(at + length + 1, '0', 8);
        }
    }
}

/* ---- defines that nothing refers to ---- */

static bool is_mentioned(const char *text, const char *name)
{
    size_t length = strlen(name);
    const char *at = strstr(text, name);
    while (at != NULL && (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '$')) {
        at = strstr(at + 1, name);
    }
    return at != NULL;
}

/* The variable that a line of PTX gives a value at file scope; NULL for other lines. */
static const char *defined_name(arena *a, const char *line, const char *end)
{
    const char *last = memchr(line, '=', (size_t)(end - line)), *first;
    if (strncmp(line, ".global ", 8) != 0 || last == NULL) {
        return NULL;
    }
    while (last[-1] == ' ') {
        last--;
    }
    for (first = last; first[-1] != ' '; first--) {
    }
    return arena_copy(a, first, (size_t)(last - first));
}

/* The compiler makes a variable of each constant of NAME_kernels.h, although its value stands in the code: only those
 * stay whose address is taken. */
static void remove_defines(const builder *b, char *text)
{
    const char *space = image_namespace(b->memory, b->m);
    const char *mangled = arena_printf(b->memory, "%zu%s", strlen(space), space);
    char *to = text, *next;
    if (strstr(text, mangled) == NULL) {
        return;
    }
    for (char *line = text; line[0] != '\0'; line = next) {
        char *end = line + strcspn(line, "\n");
        next = end + (end[0] != '\0');
        const char *name = defined_name(b->memory, line, end);
        if (name == NULL || strstr(name, mangled) == NULL || is_mentioned(next, name)) {
            memmove(to, line, (size_t)(next - line));
            to += next - line;
        }
    }
    *to = '\0';
}

/* ---- what ties entries to the names that the compiler gave them ---- */

/* "vggen_symbol_3", or NULL: the kernel's number is kept. */
static const char *symbol_of(const char *name, size_t *kernel)
{
    size_t length = sizeof IMAGE_SYMBOL_PREFIX - 1;
    char *end;
    if (name == NULL || strncmp(name, IMAGE_SYMBOL_PREFIX, length) != 0) {
        return NULL;
    }
    *kernel = (size_t)strtoul(name + length, &end, 10);
    return *end == '\0' ? name : NULL;
}

/* Takes the lines ".global .align 8 .u64 vggen_symbol_3 = _ZN7imaging4convIfLi4EEEvPKfPf;" out of the text. */
static void take_symbols(const builder *b, size_t module, char *text, const char **symbols)
{
    char *to = text, *next;
    size_t kernel;
    if (strstr(text, IMAGE_SYMBOL_PREFIX) == NULL) {
        return;
    }
    for (char *line = text; line[0] != '\0'; line = next) {
        char *end = line + strcspn(line, "\n");
        next = end + (end[0] != '\0');
        if (symbol_of(defined_name(b->memory, line, end), &kernel) == NULL || kernel >= b->files[module].kernel_count) {
            memmove(to, line, (size_t)(next - line));
            to += next - line;
            continue;
        }
        const char *value = (const char *)memchr(line, '=', (size_t)(end - line)) + 1;
        value += strspn(value, " ");
        symbols[kernel] = arena_copy(b->memory, value, strcspn(value, "; \n"));
    }
    *to = '\0';
}

const char **image_clean_ptx(const builder *b, size_t module, const char *unit, char *text)
{
    const char **symbols = ARENA_ARRAY(b->memory, const char *, b->files[module].kernel_count + 1);
    remove_hashes(text, arena_printf(b->memory, "%s_cu", unit));
    take_symbols(b, module, text, symbols);
    remove_defines(b, text);
    return symbols;
}
