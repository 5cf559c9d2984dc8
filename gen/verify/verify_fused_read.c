/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Reads PTX: tokens, the items of a module, and the statements of a body. What it does not know is a problem. */
#include <stdlib.h>
#include <string.h>

#include "verify/fused_text.h"

/* ---- tokens ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%' || c == '.';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *at, uint32_t *line)
{
    for (;;) {
        if (at[0] == '/' && at[1] == '/') {
            while (*at != '\0' && *at != '\n')
                at++;
        } else if (at[0] == '/' && at[1] == '*') {
            for (at += 2; *at != '\0' && !(at[0] == '*' && at[1] == '/'); at++)
                *line += *at == '\n';
            at += *at != '\0' ? 2 : 0;
        } else if (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') {
            *line += *at == '\n';
            at++;
        } else {
            return at;
        }
    }
}

static uint32_t length_of(const char *at)
{
    uint32_t n = 1;

    if (is_letter(*at) || is_digit(*at)) {
        while (is_letter(at[n]) || is_digit(at[n]) || (at[n] == ':' && at[n + 1] == ':'))
            n += at[n] == ':' ? 2 : 1;
    } else if (*at == '"') {
        while (at[n] != '\0' && at[n] != '"')
            n += at[n] == '\\' && at[n + 1] != '\0' ? 2 : 1;
        n += at[n] == '"';
    }
    return n;
}

static void scan(text_module *m, const char *text)
{
    size_t room = 0;
    uint32_t line = 1;

    for (const char *at = skip_blanks(text, &line); *at != '\0'; at = skip_blanks(at, &line)) {
        m->tokens = arena_grow(m->memory, m->tokens, m->token_count, &room, sizeof *m->tokens);
        m->tokens[m->token_count] = (text_token){at, length_of(at), line};
        at += m->tokens[m->token_count++].length;
    }
    m->tokens = arena_grow(m->memory, m->tokens, m->token_count, &room, sizeof *m->tokens);
    m->tokens[m->token_count] = (text_token){"", 0, line}; /* behind the last one */
}

/* ---- items ---- */

static bool fail(text_module *m, uint32_t token, const char *why)
{
    if (m->problem == NULL) {
        m->problem = why;
        m->problem_line = m->tokens[token].line;
    }
    return false;
}

/* Behind the bracket that closes the one at `token`. */
static uint32_t behind(const text_module *m, uint32_t token)
{
    uint32_t depth = 0;

    for (uint32_t i = token; i < m->token_count; i++) {
        if (text_is(m, i, "(") || text_is(m, i, "{") || text_is(m, i, "["))
            depth++;
        if ((text_is(m, i, ")") || text_is(m, i, "}") || text_is(m, i, "]")) && --depth == 0)
            return i + 1;
    }
    return (uint32_t)m->token_count;
}

static uint32_t line_end(const text_module *m, uint32_t token)
{
    uint32_t line = m->tokens[token].line;

    while (token < m->token_count && m->tokens[token].line == line)
        token++;
    return token;
}

static uint32_t semicolon(const text_module *m, uint32_t token, uint32_t end)
{
    while (token < end && !text_is(m, token, ";"))
        token++;
    return token;
}

static uint32_t type_size(const text_token *t)
{
    uint32_t bits = 0;

    if (t->length < 3 || t->at[0] != '.' || strchr("busf", t->at[1]) == NULL)
        return 0;
    for (uint32_t i = 2; i < t->length; i++) {
        if (!is_digit(t->at[i]))
            return 0;
        bits = 10 * bits + (uint32_t)(t->at[i] - '0');
    }
    return bits % 8 == 0 && bits <= 128 ? bits / 8 : 0;
}

/* ".align 4 .b8 name[16] = …" or ".f32 a[4], b[4]": the tokens [first, last) are one declaration. Reads the variable
 * that begins at *at, or 0: the first one, and sets *at to the next one, or to 0. */
static bool read_next(text_module *m, uint32_t first, uint32_t last, text_variable *v, uint32_t *next)
{
    uint32_t element = 0, at = first + 1;
    int64_t number;

    *v = (text_variable){.first = first, .last = last, .align = 1};
    for (; at < last && m->tokens[at].at[0] == '.'; at++) {
        const text_token *t = &m->tokens[at];

        if (text_is(m, at, ".align") && at + 1 < last && text_number(&m->tokens[at + 1], &number)) {
            v->align = (uint32_t)number;
            at++;
        } else if (text_is(m, at, ".v2") || text_is(m, at, ".v4")) {
            element = text_is(m, at, ".v2") ? 2 : 4;
        } else if (type_size(t) > 0) {
            element = type_size(t) * (element > 0 ? element : 1);
        } else {
            return false;
        }
    }
    at = *next != 0 ? *next : at;
    *next = 0;
    if (at >= last || element == 0)
        return false;
    v->name = m->tokens[at++];
    v->size = element;
    v->align = v->align < element && v->align == 1 ? element : v->align;
    for (; at < last && text_is(m, at, "["); at = behind(m, at)) {
        if (text_is(m, at + 1, "]"))
            v->size = 0;
        else if (text_number(&m->tokens[at + 1], &number) && text_is(m, at + 2, "]") && number >= 0)
            v->size *= (uint64_t)number;
        else
            return false;
    }
    *next = at < last && text_is(m, at, ",") ? at + 1 : 0;
    return at == last || text_is(m, at, "=") || *next != 0;
}

/* One that stands alone. */
static bool read_variable(text_module *m, uint32_t first, uint32_t last, text_variable *v)
{
    uint32_t next = 0;

    return read_next(m, first, last, v, &next) && next == 0;
}

static int compare_names(const void *left, const void *right)
{
    const text_name *l = left, *r = right;
    uint32_t length = l->length < r->length ? l->length : r->length;
    int order = memcmp(l->at, r->at, length);

    return order != 0 ? order : l->length < r->length ? -1 : l->length > r->length;
}

static void add_name(text_module *m, text_names *n, const text_token *t, text_meaning meaning, size_t index)
{
    n->items = arena_grow(m->memory, n->items, n->count, &n->room, sizeof *n->items);
    n->items[n->count++] = (text_name){t->at, t->length, meaning, (uint32_t)index};
}

static const text_name *find_name(const text_names *n, const char *at, uint32_t length)
{
    const text_name wanted = {.at = at, .length = length};

    return n->count == 0 ? NULL : bsearch(&wanted, n->items, n->count, sizeof *n->items, compare_names);
}

static bool read_params(text_module *m, text_function *f, uint32_t first, uint32_t last)
{
    for (uint32_t at = first, end; at < last; at = end + 1) {
        size_t room = f->param_room;
        text_variable v;

        for (end = at; end < last && !text_is(m, end, ",");)
            end++;
        if (!text_is(m, at, ".param") || !read_variable(m, at, end, &v))
            return fail(m, at, "a parameter that is not known");
        f->params = arena_grow(m->memory, f->params, f->param_count, &f->param_room, sizeof *f->params);
        f->param_sizes = arena_grow(m->memory, f->param_sizes, f->param_count, &room, sizeof *f->param_sizes);
        f->params[f->param_count] = v.name;
        f->param_sizes[f->param_count++] = (uint32_t)v.size;
    }
    return true;
}

static bool read_function(text_module *m, uint32_t *at, bool external)
{
    text_function f = {.entry = text_is(m, *at, ".entry"), .external = external};
    uint32_t token = *at + 1;

    if (text_is(m, token, ".attribute"))
        token = behind(m, token + 1);
    f.returns_first = f.returns_last = token;
    if (text_is(m, token, "("))
        f.returns_last = token = behind(m, token);
    f.name = m->tokens[token++];
    f.head_first = token;
    if (text_is(m, token, "(")) {
        uint32_t end = behind(m, token);

        if (f.entry && !read_params(m, &f, token + 1, end - 1))
            return false;
        token = end;
    }
    while (token < m->token_count && !text_is(m, token, "{") && !text_is(m, token, ";"))
        token++;
    f.head_last = token;
    f.body = f.body_end = token;
    *at = token + 1;
    if (text_is(m, token, "{")) {
        *at = behind(m, token);
        f.body = token + 1;
        f.body_end = *at - 1;
    }
    for (size_t i = 0; i < m->function_count; i++) {
        text_function *known = &m->functions[i];

        if (!text_same(&known->name, &f.name))
            continue;
        if (known->body == known->body_end) /* it was declared before */
            *known = f;
        else if (f.body != f.body_end)
            return fail(m, token, "a function that is there twice");
        return true;
    }
    m->functions = arena_grow(m->memory, m->functions, m->function_count, &m->function_room, sizeof *m->functions);
    m->functions[m->function_count++] = f;
    return true;
}

static bool read_item(text_module *m, uint32_t *at)
{
    bool external = false;
    text_variable v;
    uint32_t end;

    while (text_is(m, *at, ".extern") || text_is(m, *at, ".visible") || text_is(m, *at, ".weak") ||
           text_is(m, *at, ".common")) {
        external = external || text_is(m, *at, ".extern");
        ++*at;
    }
    if (text_is(m, *at, ".entry") || text_is(m, *at, ".func"))
        return read_function(m, at, external);
    if (text_is(m, *at, ".version") || text_is(m, *at, ".target") || text_is(m, *at, ".address_size") ||
        text_is(m, *at, ".file") || text_is(m, *at, ".loc")) {
        *at = line_end(m, *at);
        return true;
    }
    if (text_is(m, *at, ".section")) { /* for debuggers */
        *at = behind(m, *at + 2);
        return true;
    }
    if (m->tokens[*at].at[0] != '.')
        return fail(m, *at, "an item that is not known");
    /* What is not known is left out: nothing that uses it is the same as anything. */
    end = semicolon(m, *at, (uint32_t)m->token_count);
    if ((!text_is(m, *at, ".global") && !text_is(m, *at, ".const") && !text_is(m, *at, ".shared")) ||
        !read_variable(m, *at, end, &v)) {
        *at = end + 1;
        return true;
    }
    v.shared = text_is(m, *at, ".shared");
    v.constant = text_is(m, *at, ".const");
    v.external = external;
    m->variables = arena_grow(m->memory, m->variables, m->variable_count, &m->variable_room, sizeof *m->variables);
    m->variables[m->variable_count++] = v;
    *at = end + 1;
    return true;
}

text_module *text_read(arena *a, const char *text)
{
    text_module *m = ARENA_NEW(a, text_module);
    uint32_t at = 0;

    m->memory = a;
    scan(m, text);
    while (at < m->token_count && read_item(m, &at))
        continue;
    for (size_t i = 0; i < m->variable_count; i++)
        add_name(m, &m->names, &m->variables[i].name, m->variables[i].shared ? NAME_SHARED : NAME_VARIABLE, i);
    for (size_t i = 0; i < m->function_count; i++)
        add_name(m, &m->names, &m->functions[i].name, NAME_FUNCTION, i);
    if (m->names.count > 0)
        qsort(m->names.items, m->names.count, sizeof *m->names.items, compare_names);
    return m;
}

text_function *text_find_function(text_module *m, const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < m->function_count; i++) {
        text_function *f = &m->functions[i];

        if (f->name.length == length && memcmp(f->name.at, name, length) == 0)
            return f;
    }
    return NULL;
}

/* ---- bodies ---- */

static void note_directive(text_module *m, text_function *f, const text_statement *s)
{
    uint32_t depth = 0;

    if (text_is(m, s->opcode, ".shared")) {
        text_variable v;
        uint32_t next = 0;

        do {
            if (!read_next(m, s->opcode, s->last, &v, &next)) {
                fail(m, s->opcode, "a variable that is not known");
                return;
            }
            v.shared = true;
            add_name(m, &f->names, &v.name, NAME_SHARED, f->shared_count);
            f->shared = arena_grow(m->memory, f->shared, f->shared_count, &f->shared_room, sizeof *f->shared);
            f->shared[f->shared_count++] = v;
        } while (next != 0);
        return;
    }
    if (!text_is(m, s->opcode, ".reg") && !text_is(m, s->opcode, ".local") && !text_is(m, s->opcode, ".param"))
        return;
    for (uint32_t i = s->first; i < s->last; i++) {
        if (text_is(m, i, "<") || text_is(m, i, "["))
            depth++;
        else if (text_is(m, i, ">") || text_is(m, i, "]"))
            depth--;
        else if (depth == 0 && m->tokens[i].at[0] != '.' && !text_is(m, i, ",") && !is_digit(m->tokens[i].at[0]))
            add_name(m, &f->names, &m->tokens[i], NAME_LOCAL, text_is(m, i + 1, "<"));
    }
}

static uint32_t read_statement(text_module *m, text_function *f, uint32_t at, text_statement *s)
{
    uint32_t end;

    *s = (text_statement){.guard = TEXT_NONE, .opcode = at, .first = at + 1, .last = at + 1};
    if (text_is(m, at, "{") || text_is(m, at, "}")) {
        s->kind = text_is(m, at, "{") ? TEXT_OPEN : TEXT_CLOSE;
        return at + 1;
    }
    if (text_is(m, at + 1, ":") && is_letter(m->tokens[at].at[0])) {
        s->kind = TEXT_LABEL;
        return at + 2;
    }
    end = semicolon(m, at, f->body_end);
    if (end == f->body_end)
        fail(m, at, "a statement without an end");
    if (text_is(m, at, "@")) {
        s->negated = text_is(m, at + 1, "!");
        s->guard = at + 1 + s->negated;
        at = s->guard + 1;
    }
    s->kind = m->tokens[at].at[0] == '.' ? TEXT_DIRECTIVE : TEXT_INSTRUCTION;
    s->opcode = at;
    s->first = at + 1;
    s->last = end > s->first ? end : s->first;
    return end + 1;
}

void text_read_body(text_module *m, text_function *f)
{
    size_t room = 0;

    if (f->statements != NULL)
        return;
    for (size_t i = 0; i < f->param_count; i++)
        add_name(m, &f->names, &f->params[i], NAME_PARAM, i);
    for (uint32_t i = f->head_first; !f->entry && i < f->head_last; i++) {
        if (text_is(m, i + 1, ",") || text_is(m, i + 1, ")") || text_is(m, i + 1, "["))
            add_name(m, &f->names, &m->tokens[i], NAME_LOCAL, 0);
    }
    for (uint32_t i = f->returns_first; i < f->returns_last; i++) {
        if (text_is(m, i + 1, ",") || text_is(m, i + 1, ")") || text_is(m, i + 1, "["))
            add_name(m, &f->names, &m->tokens[i], NAME_LOCAL, 0);
    }
    for (uint32_t at = f->body; at < f->body_end;) {
        text_statement *s;

        if (text_is(m, at, ".loc") || text_is(m, at, ".file")) {
            at = line_end(m, at);
            continue;
        }
        if (text_is(m, at, ";")) {
            at++;
            continue;
        }
        if (text_is(m, at, ".pragma")) {
            at = semicolon(m, at, f->body_end) + 1;
            continue;
        }
        f->statements = arena_grow(m->memory, f->statements, f->statement_count, &room, sizeof *f->statements);
        s = &f->statements[f->statement_count];
        at = read_statement(m, f, at, s);
        if (s->kind == TEXT_LABEL)
            add_name(m, &f->names, &m->tokens[s->opcode], NAME_LABEL, f->statement_count);
        else if (s->kind == TEXT_DIRECTIVE)
            note_directive(m, f, s);
        f->statement_count++;
    }
    if (f->names.count > 0)
        qsort(f->names.items, f->names.count, sizeof *f->names.items, compare_names);
}

/* `%r<10>` declares `%r`, and `%v.x` is a part of `%v`. */
static const text_name *find_local(const text_names *n, const text_token *t)
{
    const text_name *found = find_name(n, t->at, t->length);
    uint32_t length = t->length;

    if (found != NULL || t->at[0] != '%')
        return found;
    while (length > 1 && is_digit(t->at[length - 1]))
        length--;
    found = length < t->length ? find_name(n, t->at, length) : NULL;
    if (found == NULL && t->length > 2 && t->at[t->length - 2] == '.')
        return find_local(n, &(text_token){t->at, t->length - 2, t->line});
    return found;
}

const text_name *text_meaning_of(const text_module *m, const text_function *f, const text_token *t)
{
    const text_name *found = f != NULL ? find_local(&f->names, t) : NULL;

    return found != NULL ? found : find_name(&m->names, t->at, t->length);
}

/* Nothing that is declared. */
static const text_name nothing;

const text_name *text_meaning_at(text_module *m, text_function *f, uint32_t token)
{
    const text_name **known;

    if (f->meanings == NULL)
        f->meanings = ARENA_ARRAY(m->memory, const text_name *, f->body_end - f->body);
    known = &f->meanings[token - f->body];
    if (*known == NULL) {
        *known = text_meaning_of(m, f, &m->tokens[token]);
        *known = *known == NULL ? &nothing : *known;
    }
    return *known == &nothing ? NULL : *known;
}

const text_variable *text_shared_of(const text_module *m, const text_function *f, const text_name *n)
{
    for (size_t i = 0; f != NULL && i < f->shared_count; i++) {
        if (f->shared[i].name.length == n->length && memcmp(f->shared[i].name.at, n->at, n->length) == 0)
            return &f->shared[i];
    }
    return &m->variables[n->index];
}
