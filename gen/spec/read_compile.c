/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `compile:`: how sources are compiled. */
#include "spec/read_parts.h"

#include <string.h>

static const char *const standard_words[] = {"c++17", "c++20", NULL};

static void read_standard(reader *r, const tree *key, const tree *value, void *object)
{
    size_t found = 0;

    (void)key;
    (void)object;
    if (read_word(r, value, standard_words, &found))
        r->m->compile.standard = found == 1 ? 20 : 17;
}

static void read_fast_math(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    read_flag(r, value, &r->m->compile.fast_math);
}

static void read_relaxed_constexpr(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    read_flag(r, value, &r->m->compile.relaxed_constexpr);
}

static void read_extended_lambda(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    read_flag(r, value, &r->m->compile.extended_lambda);
}

/* ---- folders of headers ---- */

/* The folder stands in commands of shell and make, which take a line apart at other characters. */
static bool is_plain(const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./";

    if (path[0] == '-')
        return false;
    for (; *path != '\0'; path++)
        if ((unsigned char)*path < 0x80 && strchr(plain, *path) == NULL)
            return false;
    return true;
}

static void read_folder(reader *r, const tree *item)
{
    const char *path = read_text(r, item, "a folder of headers");
    model_compile *c = &r->m->compile;

    if (path == NULL)
        return;
    if (!is_plain(path)) {
        diag_error(r->d, item->at, "compile-include",
                   "'%s' cannot be a folder of headers: expected only letters, digits and _-+./ in its name", path);
        return;
    }
    c->folders[c->folder_count++] = (model_folder){path, item->at};
}

static void read_include(reader *r, const tree *key, const tree *value, void *object)
{
    const tree *const *items;
    size_t count = 0;

    (void)key;
    (void)object;
    if (!read_list(r, &value, "a list of folders", &items, &count) ||
        !read_count(r, value->at, count, READ_MAX_FOLDERS, "folders of headers"))
        return;
    r->m->compile.folders = ARENA_ARRAY(r->a, model_folder, count + 1);
    for (size_t i = 0; i < count; i++)
        read_folder(r, items[i]);
}

/* ---- macros ---- */

/* What an #define could not hold in one line. */
static bool is_one_line(const char *text)
{
    size_t length = strlen(text);

    return strpbrk(text, "\n\r") == NULL && strstr(text, "/*") == NULL && strstr(text, "//") == NULL &&
           (length == 0 || text[length - 1] != '\\');
}

static void read_macro(reader *r, const tree *item)
{
    const char *text = read_text(r, item, "a macro such as NDEBUG or TILE=16");
    size_t length = text != NULL ? strcspn(text, "=") : 0;
    model_compile *c = &r->m->compile;
    const char *name, *rest;

    if (text == NULL)
        return;
    name = names_intern(r->n, text, length);
    rest = text[length] == '=' ? text + length + 1 : "1";
    if (!text_is_identifier(name) || !is_one_line(rest)) {
        diag_error(r->d, item->at, "compile-define", "'%s' is not a macro: expected NAME or NAME=TEXT", text);
        if (strncmp(text, "-D", 2) == 0)
            diag_hint(r->d, "write '%s'", text + 2);
        return;
    }
    c->macros[c->macro_count++] = (model_macro){name, rest, item->at};
}

/* `{TILE: 16}` was meant as this list. */
static void hint_list(reader *r, const tree *mapping)
{
    const char *list = "";

    for (size_t i = 0; i < mapping->count && i < 3; i++) {
        const tree *value = mapping->items[i];
        bool bare = value->kind != TREE_SCALAR || value->length == 0;

        list = arena_printf(r->a, "%s%s%s%s%s", list, i > 0 ? ", " : "", mapping->keys[i]->text, bare ? "" : "=",
                            bare ? "" : value->text);
    }
    if (mapping->count > 0)
        diag_hint(r->d, "write [%s%s]", list, mapping->count > 3 ? ", ..." : "");
}

static void read_compile_macros(reader *r, const tree *key, const tree *value, void *object)
{
    const tree *const *items;
    size_t count = 0;

    (void)key;
    (void)object;
    if (!read_list(r, &value, "a list of macros such as NDEBUG or TILE=16", &items, &count)) {
        if (value->kind == TREE_MAPPING)
            hint_list(r, value);
        return;
    }
    if (!read_count(r, value->at, count, READ_MAX_MACROS, "macros"))
        return;
    r->m->compile.macros = ARENA_ARRAY(r->a, model_macro, count + 1);
    for (size_t i = 0; i < count; i++)
        read_macro(r, items[i]);
}

/* ---- the section ---- */

static const read_key compile_keys[] = {
    {"standard", KEY_OPTIONAL, read_standard, WORDS(standard_words), "c++17", "The version of C++."},
    {"fast_math", KEY_OPTIONAL, read_fast_math, FORM("flag"), "false",
     "true: nvcc's -use_fast_math, faster and less exact. The CPU device computes as without it."},
    {"relaxed_constexpr", KEY_OPTIONAL, read_relaxed_constexpr, FORM("flag"), "false",
     "true: nvcc's --expt-relaxed-constexpr: device code may call constexpr functions of the host."},
    {"extended_lambda", KEY_OPTIONAL, read_extended_lambda, FORM("flag"), "false",
     "true: nvcc's --extended-lambda: lambdas may be __device__."},
    {"include", KEY_OPTIONAL, read_include, FORM("folders"), NULL,
     "Folders of headers, from the spec's folder, searched in this order after the spec's own."},
    {"define", KEY_OPTIONAL, read_compile_macros, FORM("compile_macros"), NULL,
     "Macros that sources and their headers see, NAME or NAME=TEXT, as with -D. Numbers that the spec or the "
     "application "
     "needs too stand under 'define' of the spec."},
};

const key_table read_compile_table = {"'compile'", compile_keys, KEY_COUNT(compile_keys)};

/* Where options were written as for nvcc. */
static void fail_compile(reader *r, const tree *value)
{
    diag_error(r->d, value->at, "value-kind", "'compile' is a mapping of keys to values, found '%s'", value->text);
    if (strstr(value->text, "fast_math") != NULL)
        diag_hint(r->d, "write 'compile: {fast_math: true}'");
    else
        diag_hint(r->d, "its keys are standard, fast_math, relaxed_constexpr, extended_lambda, include and define");
}

void read_compile(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    if (value->kind == TREE_SCALAR && value->length > 0)
        fail_compile(r, value);
    else
        read_keys(r, value, &read_compile_table, key->at, NULL);
}
