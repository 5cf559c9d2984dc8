/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Host code in a source. nvcc compiles it for the host, which vggen never asks for; a host compiler for the CPU
 * device would have to take all of it, and cannot: `<<<` is no C++, and there is no runtime. So functions for the
 * host with such code in them get an empty body, in the places where it was: those at namespace scope and those of
 * classes. They are found by their braces, without a parser: a declaration is read from its first word to `;` or
 * `{`, and what it had in it says what the brace opens. Functions that have no such code stay, since other
 * declarations may need them. */
#include <stdio.h>
#include <string.h>

#include "base/stream.h"
#include "image/host_code.h"

#define MOST_NESTED 64

typedef enum { INSIDE_NAMES, INSIDE_CLASS } inside;

/* What a declaration had in it so far. */
typedef struct {
    bool names, type, enumeration, linkage; /* namespace; class, struct or union; enum; extern "…" */
    bool device, constant;                  /* __device__ or __global__; constexpr */
    bool assigned;                          /* = */
    bool called;                            /* parentheses, closed */
    unsigned parentheses;
    size_t list; /* where the list of a constructor begins; 0: nowhere */
    bool list_host;
    host_token last;
} declaration;

typedef struct {
    inside scopes[MOST_NESTED];
    size_t depth;
    declaration d;
} place;

typedef struct {
    host_reader r;
    FILE *out;
    size_t written; /* how much of the text is done with */
    place now;
    place before[MOST_NESTED]; /* each #if that is open */
    size_t conditionals;
    bool changed, lost;
} passage;

static void begin_declaration(passage *p)
{
    memset(&p->now.d, 0, sizeof p->now.d);
}

/* ---- bodies ---- */

/* From behind a brace to behind the one that closes it. Branches of an #if begin alike. */
static bool skip_braces(passage *p, bool *host)
{
    size_t depth = 1, before[MOST_NESTED], count = 0;

    while (depth > 0) {
        const host_token t = host_next(&p->r);
        const int directive = t.kind == HOST_DIRECTIVE ? host_directive(&p->r, &t) : 0;

        if (t.kind == HOST_END || (directive == 1 && count == MOST_NESTED)) {
            return false;
        }
        if (directive == 1) {
            before[count++] = depth;
        } else if (directive == 2 && count > 0) {
            depth = before[count - 1];
        } else if (directive == 3 && count > 0) {
            count--;
        }
        if (t.kind == HOST_SIGN) {
            depth += p->r.text[t.begin] == '{';
            depth -= p->r.text[t.begin] == '}';
        }
        *host = *host || host_only(&p->r, &t);
    }
    return true;
}

/* Something else stands there now; every line stays. */
static void cut(passage *p, size_t begin, size_t end, const char *instead)
{
    fwrite(p->r.text + p->written, 1, begin - p->written, p->out);
    fputs(instead, p->out);
    for (p->written = begin; p->written < end; p->written++) {
        if (p->r.text[p->written] == '\n') {
            fputc('\n', p->out);
        }
    }
    p->changed = true;
}

static void read_function(passage *p, size_t brace)
{
    const declaration d = p->now.d;
    const size_t begin = brace + 1;
    bool host = d.list_host;

    if (!skip_braces(p, &host)) {
        p->lost = true;
        return;
    }
    if (host && !d.device && !d.constant) {
        if (d.list_host) {
            cut(p, d.list, brace, "");
        }
        cut(p, begin, p->r.at - 1, " __builtin_trap(); "); /* so that it need not return anything */
    }
    begin_declaration(p);
}

/* ---- declarations ---- */

static void push(passage *p, inside what)
{
    if (p->now.depth == MOST_NESTED) {
        p->lost = true;
        return;
    }
    p->now.scopes[p->now.depth++] = what;
    begin_declaration(p);
}

/* Does the head of a function end here, and not that of a class with parentheses in its attributes? */
static bool ends_function(const passage *p)
{
    static const char *const words[] = {")", "const", "noexcept", "override", "volatile", "&"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (host_is(&p->r, &p->now.d.last, words[i])) {
            return true;
        }
    }
    return false;
}

static void open_brace(passage *p, size_t brace)
{
    const declaration *d = &p->now.d;
    const host_token last = d->last;
    bool host = false;

    if (d->names || (d->linkage && !d->called)) {
        push(p, INSIDE_NAMES);
    } else if (d->type && !d->enumeration && !(d->called && ends_function(p))) {
        push(p, INSIDE_CLASS);
    } else if (d->assigned || !d->called || d->enumeration ||
               (d->list > 0 && (last.kind == HOST_WORD || host_is(&p->r, &last, ">")))) {
        p->lost = !skip_braces(p, &host); /* values, or those of a member */
        p->now.d.list_host = p->now.d.list_host || host;
        p->now.d.last = (host_token){HOST_SIGN, p->r.at - 1, p->r.at};
    } else {
        read_function(p, brace);
    }
}

/* template <…>: what stands in there says nothing about the declaration. */
static void skip_angles(passage *p)
{
    size_t depth = 0, parentheses = 0;
    host_token t;

    do {
        t = host_next(&p->r);
        if (t.kind == HOST_SIGN) {
            const char sign = p->r.text[t.begin];

            parentheses += sign == '(';
            parentheses -= sign == ')' && parentheses > 0;
            depth += sign == '<' && parentheses == 0;
            depth -= sign == '>' && parentheses == 0 && depth > 0;
        }
    } while (t.kind != HOST_END && depth > 0);
}

static void read_word(passage *p, const host_token *t)
{
    declaration *d = &p->now.d;
    const host_reader *r = &p->r;

    if (host_is(r, t, "template")) {
        skip_angles(p);
    } else if (host_is(r, t, "operator")) {
        host_token sign = host_next(&p->r); /* one character of it; "()" as a whole */

        if (host_is(r, &sign, "(")) {
            (void)host_next(&p->r);
        }
    }
    d->device = d->device || host_is(r, t, "__device__") || host_is(r, t, "__global__");
    d->constant = d->constant || host_is(r, t, "constexpr") || host_is(r, t, "consteval");
    if (d->parentheses > 0) {
        return;
    }
    d->names = d->names || host_is(r, t, "namespace");
    d->enumeration = d->enumeration || host_is(r, t, "enum");
    d->type = d->type || host_is(r, t, "class") || host_is(r, t, "struct") || host_is(r, t, "union");
}

static bool in_class(const passage *p)
{
    return p->now.depth > 0 && p->now.scopes[p->now.depth - 1] == INSIDE_CLASS;
}

static void read_colon(passage *p, const host_token *t)
{
    declaration *d = &p->now.d;
    const host_token last = d->last;

    if (p->r.at < p->r.size && p->r.text[p->r.at] == ':') {
        (void)host_next(&p->r); /* :: */
    } else if (d->called && !d->type) {
        d->list = d->list > 0 ? d->list : t->begin;
    } else if (in_class(p) && (host_is(&p->r, &last, "public") || host_is(&p->r, &last, "protected") ||
                               host_is(&p->r, &last, "private"))) {
        begin_declaration(p);
    }
}

static void read_sign(passage *p, const host_token *t)
{
    declaration *d = &p->now.d;

    switch (p->r.text[t->begin]) {
    case '(':
        d->parentheses++;
        break;
    case ')':
        d->parentheses -= d->parentheses > 0;
        d->called = d->called || d->parentheses == 0;
        break;
    case '=':
        d->assigned = d->assigned || d->parentheses == 0;
        break;
    case ';':
        if (d->parentheses == 0) {
            begin_declaration(p);
        }
        break;
    case '}':
        p->now.depth -= p->now.depth > 0;
        begin_declaration(p);
        break;
    case ':':
        if (d->parentheses == 0) {
            read_colon(p, t);
        }
        break;
    default:
        break;
    }
}

/* Each branch of an #if goes on from what stood before it. */
static void read_directive(passage *p, const host_token *t)
{
    const int directive = host_directive(&p->r, t);

    if (directive == 1 && p->conditionals == MOST_NESTED) {
        p->lost = true;
    } else if (directive == 1) {
        p->before[p->conditionals++] = p->now;
    } else if (directive == 2 && p->conditionals > 0) {
        p->now = p->before[p->conditionals - 1];
    } else if (directive == 3 && p->conditionals > 0) {
        p->conditionals--;
    }
}

static void read_token(passage *p, const host_token *t)
{
    if (t->kind == HOST_DIRECTIVE) {
        read_directive(p, t);
        return;
    }
    p->now.d.list_host = p->now.d.list_host || (p->now.d.list > 0 && host_only(&p->r, t));
    if (t->kind == HOST_SIGN && p->r.text[t->begin] == '{') {
        if (p->now.d.parentheses > 0) { /* an argument's own braces */
            bool host = false;

            p->lost = !skip_braces(p, &host);
            return;
        }
        open_brace(p, t->begin);
        return;
    }
    if (t->kind == HOST_TEXT) {
        p->now.d.linkage = p->now.d.linkage || host_is(&p->r, &p->now.d.last, "extern");
    } else if (t->kind == HOST_WORD) {
        read_word(p, t);
    } else {
        read_sign(p, t);
    }
    p->now.d.last = *t;
}

const char *host_code_left_out(arena *a, const char *text, size_t size)
{
    passage *p = ARENA_NEW(a, passage);
    stream s;
    const char *left;
    host_token t;

    memset(p, 0, sizeof *p);
    p->r = (host_reader){.text = text, .size = size, .memory = a};
    p->out = stream_open(&s);
    do {
        t = host_next(&p->r);
        if (t.kind != HOST_END) {
            read_token(p, &t);
        }
    } while (t.kind != HOST_END && !p->lost);
    fwrite(text + p->written, 1, size - p->written, p->out);
    left = stream_take(&s, a, &size);
    return p->changed && !p->lost ? left : NULL;
}
