/* SPDX-License-Identifier: MIT */
#include "emit/emit_stamp.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    emit_stamp *stamp;
    const char *at, *end;
    size_t held;
    char kept[4096]; /* what is still to be hashed: runs are a few characters long */
} reader;

static void flush(reader *r)
{
    sha256_add(&r->stamp->hash, r->kept, r->held);
    r->held = 0;
}

static void keep(reader *r, const char *text, size_t size)
{
    if (size > sizeof r->kept - r->held)
        flush(r);
    if (size > sizeof r->kept) {
        sha256_add(&r->stamp->hash, text, size);
        return;
    }
    memcpy(r->kept + r->held, text, size);
    r->held += size;
}

static bool begins(const reader *r, const char *word)
{
    size_t length = strlen(word);

    return (size_t)(r->end - r->at) >= length && memcmp(r->at, word, length) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* Behind the next `last`, or at the end. */
static void skip_behind(reader *r, const char *last)
{
    while (r->at < r->end && !begins(r, last))
        r->at++;
    r->at += r->at < r->end ? strlen(last) : 0;
}

/* Blanks, comments, and lines that include a file. */
static bool skip_one(reader *r)
{
    if (r->at == r->end)
        return false;
    if (is_blank(*r->at))
        r->at++;
    else if (*r->at != '/' && *r->at != '#')
        return false;
    else if (begins(r, "/*"))
        skip_behind(r, "*/");
    else if (begins(r, "//") || begins(r, "#include "))
        skip_behind(r, "\n");
    else
        return false;
    return true;
}

/* Behind the string or character that begins here. */
static void skip_quoted(reader *r)
{
    const char quote = *r->at++;

    while (r->at < r->end && *r->at != quote)
        r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1;
    r->at += r->at < r->end ? 1 : 0;
}

/* A run of characters without blanks and comments, with the strings in it whole. */
static void add_run(reader *r)
{
    const char *from = r->at;

    while (r->at < r->end && !is_blank(*r->at) && (*r->at != '/' || (!begins(r, "/*") && !begins(r, "//")))) {
        if (*r->at == '"' || *r->at == '\'')
            skip_quoted(r);
        else
            r->at++;
    }
    keep(r, from, (size_t)(r->at - from));
    keep(r, " ", 1);
}

void emit_stamp_begin(emit_stamp *s, const char *version)
{
    sha256_begin(&s->hash);
    sha256_add(&s->hash, version, strlen(version) + 1);
}

void emit_stamp_add(emit_stamp *s, const char *text, size_t size)
{
    reader r;

    r.stamp = s;
    r.at = text;
    r.end = text + size;
    r.held = 0;
    while (r.at < r.end)
        if (!skip_one(&r))
            add_run(&r);
    keep(&r, "", 1);
    flush(&r);
}

void emit_stamp_end(emit_stamp *s, char text[sizeof EMIT_STAMP_PLACE])
{
    char hex[SHA256_HEX];

    sha256_end(&s->hash, hex);
    snprintf(text, sizeof EMIT_STAMP_PLACE, "0x%.16s", hex);
}
