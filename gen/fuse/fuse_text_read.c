/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A module of PTX as statements: its variables, its functions and their statements. */
#include <stdlib.h>
#include <string.h>

#include "fuse/fuse_text_parts.h"

static void add_token_name(fuse_source *s, fuse_names *n, size_t token, fuse_name_kind kind, size_t index)
{
    const ptx_token *t = &s->r.tokens[token];

    fuse_add_name(s->r.memory, n, s->r.text + t->begin, t->end - t->begin, kind, index);
}

/* ---- statements ---- */

bool fuse_operand(const fuse_source *s, const fuse_statement *t, size_t number, size_t *first, size_t *last)
{
    size_t depth = 0, begin = t->first, at = 0;

    for (size_t i = t->first; i < t->last; i++) {
        if (ptx_is(&s->r, i, "{") || ptx_is(&s->r, i, "(") || ptx_is(&s->r, i, "[")) {
            depth++;
        } else if (depth > 0 && (ptx_is(&s->r, i, "}") || ptx_is(&s->r, i, ")") || ptx_is(&s->r, i, "]"))) {
            depth--;
        } else if (depth == 0 && ptx_is(&s->r, i, ",")) {
            if (at == number) {
                *first = begin;
                *last = i;
                return true;
            }
            at++;
            begin = i + 1;
        }
    }
    *first = begin;
    *last = t->last;
    return at == number && begin < t->last;
}

size_t fuse_operand_count(const fuse_source *s, const fuse_statement *t)
{
    size_t count = 0, first, last;

    while (fuse_operand(s, t, count, &first, &last)) {
        count++;
    }
    return count;
}

bool fuse_number(const fuse_source *s, size_t first, size_t last, int64_t *value)
{
    bool minus = first < last && ptx_is(&s->r, first, "-");
    const char *text;
    char *end;

    first += minus;
    if (first + 1 != last || s->r.tokens[first].kind != PTX_NUMBER) {
        return false;
    }
    text = ptx_copy(&s->r, first);
    unsigned long long number = strtoull(text, &end, 0);
    if (*end == 'U') {
        end++;
    }
    if (*end != '\0' || number > (unsigned long long)INT64_MAX) {
        return false;
    }
    *value = minus ? -(int64_t)number : (int64_t)number;
    return true;
}

bool fuse_has_suffix(const fuse_source *s, size_t opcode, const char *suffix)
{
    const ptx_token *t = &s->r.tokens[opcode];
    const char *text = s->r.text + t->begin;
    size_t length = t->end - t->begin, wanted = strlen(suffix);

    for (size_t i = 0; i + wanted <= length; i++) {
        if (memcmp(text + i, suffix, wanted) == 0 && (i + wanted == length || text[i + wanted] == '.')) {
            return true;
        }
    }
    return false;
}

bool fuse_is(const fuse_source *s, const fuse_statement *t, const char *word)
{
    const ptx_token *o = &s->r.tokens[t->opcode];
    size_t length = strlen(word);

    return t->kind == FUSE_INSTRUCTION && ptx_starts(&s->r, t->opcode, word) &&
           (o->end - o->begin == length || s->r.text[o->begin + length] == '.');
}

bool fuse_is_barrier(const fuse_source *s, const fuse_statement *t)
{
    return (fuse_is(s, t, "bar") && !ptx_starts(&s->r, t->opcode, "bar.warp")) ||
           (fuse_is(s, t, "barrier") && !ptx_starts(&s->r, t->opcode, "barrier.cluster"));
}

size_t fuse_barrier_operand(const fuse_source *s, const fuse_statement *t, size_t *count)
{
    size_t operands = fuse_operand_count(s, t);
    bool reduces = fuse_has_suffix(s, t->opcode, ".red");

    *count = reduces ? (operands == 4 ? 2 : 0) : (operands == 2 ? 1 : 0);
    return reduces ? 1 : 0;
}

bool fuse_is_warp_operation(const fuse_source *s, const fuse_statement *t)
{
    static const char *const words[] = {"shfl", "vote",     "match",    "activemask", "redux",    "elect",
                                        "mma",  "ldmatrix", "stmatrix", "movmatrix",  "bar.warp", "wmma"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (fuse_is(s, t, words[i])) {
            return true;
        }
    }
    return false;
}

bool fuse_is_leave(const fuse_source *s, const fuse_statement *t)
{
    return fuse_is(s, t, "ret") || fuse_is(s, t, "exit");
}

/* ---- bodies ---- */

/* ".reg .b32 %r<5>, %x;" and other declarations in a body. */
static void note_declaration(fuse_source *s, fuse_function *f, const fuse_statement *t)
{
    ptx_variable v;
    bool shared = ptx_is(&s->r, t->opcode, ".shared");
    size_t depth = 0;

    if (shared) {
        s->r.next = t->opcode + 1;
        if (ptx_read_variable(&s->r, &v)) {
            uint32_t element = v.size;
            for (;;) {
                f->shared = (fuse_variable *)arena_grow(s->r.memory, f->shared, f->shared_count, &f->shared_capacity,
                                                        sizeof *f->shared);
                fuse_variable *to = &f->shared[f->shared_count++];
                memset(to, 0, sizeof *to);
                to->space = FUSE_STATIC_SHARED;
                to->name = v.name;
                to->size = v.size;
                to->align = v.align;
                to->first = t->opcode;
                to->last = t->last;
                fuse_add_name(s->r.memory, &f->names, v.name, strlen(v.name), FUSE_SHARED_NAME, f->shared_count - 1);
                if (!ptx_is(&s->r, s->r.next, ",") || s->r.next + 1 >= t->last) {
                    return;
                }
                s->r.next++;
                if (!ptx_read_declarator(&s->r, &v, element)) {
                    return;
                }
            }
        }
        return;
    }
    for (size_t i = t->first; i < t->last; i++) {
        if (ptx_is(&s->r, i, "{") || ptx_is(&s->r, i, "<") || ptx_is(&s->r, i, "[") || ptx_is(&s->r, i, "(")) {
            depth++;
        } else if (ptx_is(&s->r, i, "}") || ptx_is(&s->r, i, ">") || ptx_is(&s->r, i, "]") || ptx_is(&s->r, i, ")")) {
            depth--;
        } else if (depth == 0 && s->r.tokens[i].kind == PTX_WORD && !ptx_starts(&s->r, i, ".")) {
            add_token_name(s, &f->names, i, FUSE_LOCAL_NAME, i);
        }
    }
}

static bool is_line(const ptx_reader *r, size_t token)
{
    return ptx_is(r, token, ".loc") || ptx_is(r, token, ".file");
}

static void read_statement(fuse_source *s, fuse_function *f, size_t *at, fuse_statement *t)
{
    const ptx_reader *r = &s->r;
    size_t token = *at;

    memset(t, 0, sizeof *t);
    t->opcode = token;
    if (ptx_is(r, token, "{") || ptx_is(r, token, "}")) {
        t->kind = ptx_is(r, token, "{") ? FUSE_OPEN : FUSE_CLOSE;
        *at = token + 1;
        return;
    }
    if (r->tokens[token].kind == PTX_WORD && token + 1 < f->body_end && ptx_is(r, token + 1, ":")) {
        t->kind = FUSE_LABEL;
        add_token_name(s, &f->names, token, FUSE_LABEL_NAME, token);
        *at = token + 2;
        return;
    }
    *at = ptx_statement_end(r, token, f->body_end);
    if (ptx_is(r, token, "@")) {
        t->negated = ptx_is(r, token + 1, "!");
        t->guard = token + 1 + t->negated;
        token = t->guard + 1;
    }
    t->kind = ptx_starts(r, token, ".") ? FUSE_DIRECTIVE : FUSE_INSTRUCTION;
    t->opcode = token;
    t->first = token + 1;
    t->last = ptx_is(r, *at - 1, ";") ? *at - 1 : *at;
    t->last = t->last < t->first ? t->first : t->last;
    if (ptx_is(r, token, ".reg") || ptx_is(r, token, ".local") || ptx_is(r, token, ".param") ||
        ptx_is(r, token, ".shared")) {
        note_declaration(s, f, t);
    }
}

/* The statement before `call` in its scope that stores to the parameter which the token names. */
static size_t find_given(const fuse_source *s, const fuse_function *f, size_t call, size_t name)
{
    const char *text = ptx_copy(&s->r, name);

    for (size_t i = call; i-- > 0 && f->statements[i].kind != FUSE_OPEN;) {
        const fuse_statement *t = &f->statements[i];
        if (fuse_is(s, t, "st") && fuse_has_suffix(s, t->opcode, ".param") && t->first + 1 < t->last &&
            ptx_is(&s->r, t->first + 1, text)) {
            return i;
        }
    }
    return 0;
}

static void find_conditions(fuse_source *s, fuse_function *f)
{
    for (size_t i = 0; i < f->statement_count; i++) {
        fuse_statement *t = &f->statements[i];
        ptx_statement call = {t->opcode, t->first, t->last};
        size_t target = fuse_is(s, t, "call") ? ptx_call_target(&s->r, &call) : 0;
        if (target == 0 || !ptx_is(&s->r, target, "cudaGraphSetConditional") || target + 5 >= t->last + 1 ||
            !ptx_is(&s->r, target + 1, ",") || !ptx_is(&s->r, target + 2, "(")) {
            continue;
        }
        t->handle = find_given(s, f, i, target + 3);
        t->value = find_given(s, f, i, target + 5);
    }
}

static void read_body(fuse_source *s, fuse_function *f)
{
    size_t capacity = 0;

    for (size_t at = f->body; at < f->body_end;) {
        if (is_line(&s->r, at)) {
            uint32_t line = s->r.tokens[at].line;
            while (at < f->body_end && s->r.tokens[at].line == line) {
                at++;
            }
            continue;
        }
        if (ptx_is(&s->r, at, ";")) {
            at++;
            continue;
        }
        f->statements = (fuse_statement *)arena_grow(s->r.memory, f->statements, f->statement_count, &capacity,
                                                     sizeof *f->statements);
        read_statement(s, f, &at, &f->statements[f->statement_count++]);
    }
    find_conditions(s, f);
    f->uses = ARENA_ARRAY(s->r.memory, bool, s->variable_count + 1);
    for (size_t i = 0; i < f->statement_count; i++) {
        for (size_t k = f->statements[i].first; k < f->statements[i].last; k++) {
            const fuse_name *n = fuse_name_of(s, f, k);
            if (n != NULL && n->kind == FUSE_VARIABLE_NAME) {
                f->uses[n->index] = true;
            }
        }
    }
}

/* ---- items ---- */

static bool read_variables(fuse_source *s, size_t token, bool external)
{
    fuse_variable v;
    uint32_t element;
    bool managed = false;

    memset(&v, 0, sizeof v);
    v.first = token;
    v.external = external;
    v.space = ptx_is(&s->r, token, ".const")    ? FUSE_CONST
              : ptx_is(&s->r, token, ".global") ? FUSE_GLOBAL
              : external                        ? FUSE_DYNAMIC_SHARED
                                                : FUSE_STATIC_SHARED;
    s->r.next = token + 1;
    if (!ptx_read_specifiers(&s->r, &v.align, &element, &managed)) {
        return false;
    }
    v.last = ptx_statement_end(&s->r, token, s->r.token_count - 1) - 1;
    do {
        ptx_variable declared;
        if (!ptx_read_declarator(&s->r, &declared, element)) {
            return false;
        }
        v.name = declared.name;
        v.size = declared.size;
        v.written = managed;
        for (size_t i = 0; i < s->module.written_count; i++) {
            v.written = v.written || strcmp(s->module.written[i], v.name) == 0;
        }
        s->variables = (fuse_variable *)arena_grow(s->r.memory, s->variables, s->variable_count, &s->variable_capacity,
                                                   sizeof *s->variables);
        fuse_add_name(s->r.memory, &s->names, v.name, strlen(v.name), FUSE_VARIABLE_NAME, s->variable_count);
        s->variables[s->variable_count++] = v;
    } while (ptx_is(&s->r, s->r.next, ",") && s->r.next++ < v.last);
    s->r.next = v.last + 1;
    return true;
}

static bool read_params(fuse_source *s, fuse_function *f)
{
    ptx_reader *r = &s->r;
    size_t capacity = 0;

    while (!ptx_is(r, r->next, ")")) {
        if (!ptx_is(r, r->next++, ".param")) {
            return false;
        }
        f->params = (ptx_variable *)arena_grow(r->memory, f->params, f->param_count, &capacity, sizeof *f->params);
        if (!ptx_read_variable(r, &f->params[f->param_count])) {
            return false;
        }
        const char *name = f->params[f->param_count].name;
        fuse_add_name(r->memory, &f->names, name, strlen(name), FUSE_PARAM_NAME, f->param_count++);
        r->next += ptx_is(r, r->next, ",");
    }
    r->next++;
    return true;
}

static bool read_function(fuse_source *s, size_t token)
{
    ptx_reader *r = &s->r;
    fuse_function f;

    memset(&f, 0, sizeof f);
    f.item = token;
    f.entry = ptx_is(r, token, ".entry");
    r->next = token + 1;
    while (ptx_starts(r, r->next, ".attribute") || ptx_is(r, r->next, "(")) {
        r->next += !ptx_is(r, r->next, "(");
        if (!ptx_skip_block(r, "(", ")")) {
            return false;
        }
    }
    f.name = ptx_copy(r, r->next++);
    if (ptx_is(r, r->next, "(")) {
        if (f.entry) {
            r->next++;
            if (!read_params(s, &f)) {
                return false;
            }
        } else if (!ptx_skip_block(r, "(", ")")) {
            return false;
        }
    }
    f.head = r->next;
    while (r->tokens[r->next].kind != PTX_END && !ptx_is(r, r->next, "{") && !ptx_is(r, r->next, ";")) {
        r->next += 1;
        if (ptx_is(r, r->next - 1, ".pragma")) {
            ptx_skip_statement(r);
        }
    }
    if (ptx_is(r, r->next, "{")) {
        f.body = r->next + 1;
        if (!ptx_skip_block(r, "{", "}")) {
            return false;
        }
        f.body_end = r->next - 1;
    } else {
        ptx_skip_statement(r);
    }
    f.end = r->next;
    const fuse_name *known = fuse_look_up(&s->names, f.name, strlen(f.name));
    if (known != NULL && known->kind == FUSE_FUNCTION_NAME) {
        if (f.body != 0 && s->functions[known->index].body == 0) {
            s->functions[known->index] = f;
        }
        return true;
    }
    s->functions = (fuse_function *)arena_grow(r->memory, s->functions, s->function_count, &s->function_capacity,
                                               sizeof *s->functions);
    fuse_add_name(r->memory, &s->names, f.name, strlen(f.name), FUSE_FUNCTION_NAME, s->function_count);
    s->functions[s->function_count++] = f;
    return true;
}

static bool read_item(fuse_source *s)
{
    ptx_reader *r = &s->r;
    bool external = ptx_skip_linking(r);
    size_t token = r->next;

    if (ptx_is(r, token, ".entry") || ptx_is(r, token, ".func")) {
        return read_function(s, token);
    }
    if (ptx_is(r, token, ".global") || ptx_is(r, token, ".shared") || ptx_is(r, token, ".const")) {
        return read_variables(s, token, external);
    }
    if (ptx_is(r, token, ".target")) {
        uint32_t line = r->tokens[token].line;
        for (; r->tokens[r->next].line == line && r->tokens[r->next].kind != PTX_END; r->next++) {
            s->debug = s->debug || ptx_is(r, r->next, "debug");
        }
        return true;
    }
    return ptx_read_item(r);
}

static fuse_source *read_text(arena *a, const fuse_module *m)
{
    fuse_source *s = ARENA_NEW(a, fuse_source);
    ptx_module ignored;

    if (m->text == NULL || !ptx_read(a, m->text, m->length, &s->module, &s->error)) {
        return NULL;
    }
    memset(&ignored, 0, sizeof ignored);
    s->r.memory = a;
    s->r.text = m->text;
    s->r.module = &ignored;
    s->r.error = &s->error;
    s->reserved = strstr(m->text, "vgf_") != NULL;
    if (!ptx_scan(&s->r, m->length)) {
        return NULL;
    }
    while (s->r.tokens[s->r.next].kind != PTX_END) {
        if (!read_item(s)) {
            return NULL;
        }
    }
    for (size_t i = 0; i < s->function_count; i++) {
        read_body(s, &s->functions[i]);
    }
    return s;
}

const fuse_source *fuse_read(arena *a, fuse_module *m)
{
    if (m->source == NULL) {
        m->source = read_text(a, m);
    }
    return m->source;
}

fuse_function *fuse_find_entry(const fuse_source *s, const char *name)
{
    for (size_t i = 0; i < s->function_count; i++) {
        if (s->functions[i].entry && s->functions[i].body != 0 && strcmp(s->functions[i].name, name) == 0) {
            return &s->functions[i];
        }
    }
    return NULL;
}
