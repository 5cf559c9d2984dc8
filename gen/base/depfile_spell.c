/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Paths in a dependency file. make and ninja have different grammars for it, and neither can say everything: a path is
 * spelled in the one way that both read where there is one, else in the way that make reads. What each of them really
 * reads was tried character by character, with make 4.3 and ninja 1.11; tests/script/depfile.sh tries it again.
 *
 * Both read '\ ', '\#', '\:' and '$$'. A backslash means itself, except in front of these: make halves backslashes
 * there, ninja does so only in front of blanks. */
#include "base/depfile.h"

#include <string.h>

/* Ends a word, a list or a line for make, whatever stands in front of it. */
static const char for_neither[] = "\t\n\v\f\r;";
/* ninja takes these for blanks. */
static const char only_for_make[] = "\"&'*<>?^`|\x7f";

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* For make, "a(b)" is a member of an archive, and "a(b c)" are two, so that a word that ends a name like this also ends
 * what another word begins. */
static bool may_end_archive(const char *path)
{
    size_t length = strlen(path);

    return length > 0 && path[length - 1] == ')';
}

static unsigned readers_at(const char *path, const char *at, bool is_target)
{
    bool behind_backslash = at > path && at[-1] == '\\', last = at[1] == '\0';

    if (is_one_of(*at, for_neither))
        return 0;
    if (is_one_of(*at, only_for_make) || ((unsigned char)*at < ' ' && *at != '\0'))
        return DEPFILE_MAKE;
    if ((is_one_of(*at, "#:$") && behind_backslash) || (last && (*at == ':' || *at == '\\')))
        return DEPFILE_MAKE;
    if ((last && *at == ' ') || (is_target && (*at == '%' || *at == '=')))
        return DEPFILE_NINJA;
    return DEPFILE_MAKE | DEPFILE_NINJA;
}

unsigned depfile_readers(const char *path, bool is_target, char *odd)
{
    unsigned readers = DEPFILE_MAKE | DEPFILE_NINJA;

    *odd = '\0';
    for (const char *at = path; *at != '\0'; at++) {
        unsigned here = readers_at(path, at, is_target);

        if ((readers & here) != readers) {
            readers &= here;
            *odd = *at;
        }
    }
    if (may_end_archive(path) && (readers & DEPFILE_MAKE) != 0) {
        readers &= ~(unsigned)DEPFILE_MAKE;
        *odd = ')';
    }
    return readers;
}

const char *depfile_spell(arena *a, const char *path)
{
    char *text = arena_alloc(a, 2 * strlen(path) + 3), *to = text;

    /* make puts the user's own folder in place of a tilde. */
    if (path[0] == '~') {
        *to++ = '.';
        *to++ = '/';
    }
    for (const char *at = path; *at != '\0'; at++) {
        const char *behind = at + strspn(at, "\\");

        if (*at == '\\' && is_one_of(*behind == '\0' ? ' ' : *behind, " #:"))
            *to++ = '\\'; /* one of several in front of what needs a backslash itself */
        else if (is_one_of(*at, " #:*?|"))
            *to++ = '\\';
        else if (*at == '$')
            *to++ = '$';
        *to++ = *at;
    }
    *to = '\0';
    return text;
}

bool depfile_can_be_rule(const char *path)
{
    size_t length = strlen(path);

    /* A pattern, a variable, or the start of "&:". */
    return strpbrk(path, "%=|") == NULL && strstr(path, "&:") == NULL && (length == 0 || path[length - 1] != '&');
}
