/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The names of kernels as C++ writes them, from those that its compilers make for the linker (Itanium ABI): namespaces,
 * template arguments that are types, numbers and booleans, and what repeats parts of the name. Other names are not
 * read, and their kernels go without. */
#include <stdlib.h>
#include <string.h>

#include "tasks/describe_parts.h"

#define MOST_PARTS 64u
#define MOST_DEPTH 32u

typedef struct {
    arena *a;
    const char *at;
    const char *seen[MOST_PARTS]; /* parts that S_, S0_ … repeat */
    size_t seen_count;
    size_t depth;
    bool failed;
} demangler;

static const char *read_type(demangler *s);

static const char *fail(demangler *s)
{
    s->failed = true;
    return "";
}

static bool take(demangler *s, char c)
{
    if (s->failed || *s->at != c)
        return false;
    s->at++;
    return true;
}

static const char *note(demangler *s, const char *part)
{
    if (s->seen_count < MOST_PARTS)
        s->seen[s->seen_count++] = part;
    return part;
}

/* A length and that many characters. A namespace without a name has none in C++ either. */
static const char *read_identifier(demangler *s)
{
    static const char unnamed[] = "_GLOBAL__N_";
    char *end = NULL;
    unsigned long length = strtoul(s->at, &end, 10);

    if (*s->at < '1' || *s->at > '9' || length > strlen(end))
        return fail(s);
    s->at = end + length;
    return strncmp(end, unnamed, sizeof unnamed - 1) == 0 ? "" : arena_copy(s->a, end, length);
}

/* After S. */
static const char *read_repeated(demangler *s)
{
    size_t index = 0;

    if (take(s, 't'))
        return "std";
    if (!take(s, '_')) {
        for (; (*s->at >= '0' && *s->at <= '9') || (*s->at >= 'A' && *s->at <= 'Z'); s->at++)
            index = 36 * index + (size_t)(*s->at <= '9' ? *s->at - '0' : *s->at - 'A' + 10);
        index++;
        if (!take(s, '_'))
            return fail(s);
    }
    return index < s->seen_count ? s->seen[index] : fail(s);
}

static const char *builtin_type(char c)
{
    static const char *const names[] = {
        ['b' - 'a'] = "bool",        ['c' - 'a'] = "char",
        ['a' - 'a'] = "signed char", ['h' - 'a'] = "unsigned char",
        ['s' - 'a'] = "short",       ['t' - 'a'] = "unsigned short",
        ['i' - 'a'] = "int",         ['j' - 'a'] = "unsigned int",
        ['l' - 'a'] = "long",        ['m' - 'a'] = "unsigned long",
        ['x' - 'a'] = "long long",   ['y' - 'a'] = "unsigned long long",
        ['f' - 'a'] = "float",       ['d' - 'a'] = "double",
        ['v' - 'a'] = "void",        ['z' - 'a'] = NULL,
    };

    return c >= 'a' && c <= 'z' ? names[c - 'a'] : NULL;
}

/* After L: a type, a value, E. */
static const char *read_literal(demangler *s)
{
    const char *type = read_type(s);
    bool negative = take(s, 'n');
    size_t length = strspn(s->at, "0123456789");
    const char *digits = arena_copy(s->a, s->at, length);
    const char *number = arena_printf(s->a, "%s%s", negative ? "-" : "", digits);

    s->at += length;
    if (length == 0 || !take(s, 'E'))
        return fail(s);
    if (strcmp(type, "bool") == 0)
        return strcmp(digits, "0") == 0 ? "false" : "true";
    if (strcmp(type, "int") == 0)
        return number;
    if (strcmp(type, "unsigned int") == 0)
        return arena_printf(s->a, "%su", number);
    return arena_printf(s->a, "(%s)%s", type, number);
}

/* After I: up to E. */
static const char *read_arguments(demangler *s)
{
    const char *list = "";

    if (++s->depth > MOST_DEPTH)
        return fail(s);
    while (!s->failed && !take(s, 'E')) {
        const char *one;

        if (take(s, 'J')) { /* a pack of them */
            const char *pack = read_arguments(s);
            one = s->failed ? "" : arena_copy(s->a, pack + 1, strlen(pack) - 2);
        } else {
            one = take(s, 'L') ? read_literal(s) : read_type(s);
        }
        if (one[0] != '\0')
            list = arena_printf(s->a, "%s%s%s", list, list[0] != '\0' ? ", " : "", one);
    }
    s->depth--;
    return arena_printf(s->a, "<%s>", list);
}

static const char *join(demangler *s, const char *scope, const char *name)
{
    return arena_printf(s->a, "%s%s%s", scope, scope[0] != '\0' && name[0] != '\0' ? "::" : "", name);
}

/* After N: up to E. What stands in front of another part may be repeated later; the whole only where it is a type. */
static const char *read_nested(demangler *s, bool is_type)
{
    const char *name = "";
    bool fresh = false;

    while (*s->at == 'K' || *s->at == 'V' || *s->at == 'r')
        s->at++;
    while (!s->failed && !take(s, 'E')) {
        if (fresh)
            note(s, name);
        fresh = true;
        if (take(s, 'S')) {
            name = read_repeated(s);
            fresh = false;
        } else if (take(s, 'I')) {
            name = arena_printf(s->a, "%s%s", name, read_arguments(s));
        } else {
            (void)take(s, 'L');
            name = join(s, name, read_identifier(s));
        }
    }
    return is_type && fresh ? note(s, name) : name;
}

static const char *read_named(demangler *s, bool is_type)
{
    const char *name;

    if (take(s, 'N'))
        return read_nested(s, is_type);
    if (take(s, 'S')) {
        name = read_repeated(s);
        if (strcmp(name, "std") == 0)
            name = join(s, name, read_identifier(s));
        else if (*s->at != 'I')
            return name;
    } else {
        (void)take(s, 'L');
        name = read_identifier(s);
        if (is_type || *s->at == 'I')
            note(s, name);
    }
    if (take(s, 'I')) {
        name = arena_printf(s->a, "%s%s", name, read_arguments(s));
        if (is_type)
            note(s, name);
    }
    return name;
}

static const char *read_type(demangler *s)
{
    const char *simple = builtin_type(*s->at);
    const char *type;

    if (s->failed || ++s->depth > MOST_DEPTH)
        return fail(s);
    if (simple != NULL) {
        s->at++;
        type = simple;
    } else if (take(s, 'P')) {
        type = note(s, arena_printf(s->a, "%s *", read_type(s)));
    } else if (take(s, 'K')) {
        type = note(s, arena_printf(s->a, "const %s", read_type(s)));
    } else {
        type = read_named(s, true);
    }
    s->depth--;
    return type;
}

const char *describe_demangle(arena *a, const char *mangled)
{
    demangler s = {.a = a, .at = mangled + 2};
    const char *name;

    if (strncmp(mangled, "_Z", 2) != 0)
        return NULL;
    name = read_named(&s, false);
    return s.failed || name[0] == '\0' ? NULL : name;
}
