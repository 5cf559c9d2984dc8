/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <string.h>

#include "image/ptx.h"

bool ptx_is_toolkit_name(const char *name)
{
    /* Tables of sin, cos, tan and their kin; string literals; __func__ in assert. */
    static const char *const prefixes[] = {"__cudart_", "__internal_", "$str", "__unnamed_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A length and that many characters, as mangled names write an identifier. False when there is none at *at. */
static bool read_identifier(const char *name, size_t length, size_t *at, size_t *begin, size_t *count)
{
    size_t i = *at;
    size_t number = 0;
    while (i < length && is_digit(name[i]) && number <= length) {
        number = 10 * number + (size_t)(name[i++] - '0');
    }
    if (i == *at || number == 0 || number > length - i) {
        return false;
    }
    *begin = i;
    *count = number;
    *at = i + number;
    return true;
}

const char *ptx_source_name(arena *a, const char *name)
{
    if (strncmp(name, "_Z", 2) != 0) {
        return name;
    }
    size_t length = strlen(name);
    size_t at = 2;
    size_t begin = 0;
    size_t count = 0;
    /* A nested name, a local one (of a function), internal linkage. */
    while (at < length && (name[at] == 'N' || name[at] == 'Z' || name[at] == 'L' || name[at] == 'K')) {
        at++;
    }
    while (read_identifier(name, length, &at, &begin, &count)) {
        while (at < length && name[at] == 'L') {
            at++;
        }
    }
    return count == 0 ? name : arena_copy(a, name + begin, count);
}

const char *ptx_qualified_name(arena *a, const char *name, bool *instance)
{
    static const char unnamed[] = "_GLOBAL__N_";
    size_t length = strlen(name);
    size_t at = 2;
    size_t begin;
    size_t count;
    const char *all = "";
    if (strncmp(name, "_Z", 2) != 0) {
        return NULL;
    }
    at += name[at] == 'L';
    bool nested = name[at] == 'N';
    at += nested;
    while (read_identifier(name, length, &at, &begin, &count)) {
        bool shown = count < sizeof unnamed - 1 || strncmp(name + begin, unnamed, sizeof unnamed - 1) != 0;
        if (shown) {
            all = arena_printf(a, "%s%s%.*s", all, all[0] != '\0' ? "::" : "", (int)count, name + begin);
        }
        if (!nested) {
            break;
        }
        at += name[at] == 'L';
    }
    *instance = name[at] == 'I';
    return all[0] != '\0' && (*instance || !nested || name[at] == 'E') ? all : NULL;
}
