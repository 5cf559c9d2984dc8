/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The items of a module: its head, variables, functions and kernels, whose bodies are only marked here. */
#include <string.h>

#include "image/ptx_parts.h"

static void add_variable(ptx_reader *r, ptx_variable **list, size_t *count, size_t *capacity, const ptx_variable *v)
{
    *list = (ptx_variable *)arena_grow(r->memory, *list, *count, capacity, sizeof **list);
    (*list)[(*count)++] = *v;
}

/* An initial value may hold the address of another variable, which can then be written through it. */
static void mark_addressed(ptx_reader *r)
{
    for (; r->tokens[r->next].kind != PTX_END && !ptx_is(r, r->next, ";"); r->next++) {
        ptx_variable *v = ptx_find(r, r->globals, r->global_count, r->next);
        if (v != NULL) {
            v->written = true;
        }
    }
    r->next += r->tokens[r->next].kind != PTX_END;
}

/* ".global .align 4 .b8 a[8] = {…};" or ".shared .b32 a, b;" from its type on. */
static bool read_variables(ptx_reader *r, bool global, bool external)
{
    uint32_t element;
    ptx_variable v;
    memset(&v, 0, sizeof v);
    if (!ptx_read_specifiers(r, &v.align, &element, &v.written)) {
        return false;
    }
    bool managed = v.written;
    do {
        v.written = managed;
        if (!ptx_read_declarator(r, &v, element)) {
            return false;
        }
        if (global && !ptx_is_toolkit_name(v.name)) {
            add_variable(r, &r->globals, &r->global_count, &r->global_capacity, &v);
        } else if (!global && !external) {
            add_variable(r, &r->shared, &r->shared_count, &r->shared_capacity, &v);
        } else if (!global) {
            v.dynamic = true;
            add_variable(r, &r->watched, &r->watched_count, &r->watched_capacity, &v);
        }
    } while (ptx_is(r, r->next, ",") && r->next++ < r->token_count);
    mark_addressed(r);
    return true;
}

/* ".const .align 4 .b8 c[16];" from its type on. One whose bytes are given, or that another module defines, is of no
 * interest. */
static bool read_constant(ptx_reader *r, bool external)
{
    uint32_t element;
    ptx_variable v;
    bool managed = false;
    memset(&v, 0, sizeof v);
    if (!ptx_read_specifiers(r, &v.align, &element, &managed) || !ptx_read_declarator(r, &v, element)) {
        return false;
    }
    if (ptx_is(r, r->next, ";") && !external && !ptx_is_toolkit_name(v.name)) {
        add_variable(r, &r->watched, &r->watched_count, &r->watched_capacity, &v);
    }
    mark_addressed(r);
    return true;
}

static bool read_params(ptx_reader *r, ptx_entry *e)
{
    size_t capacity = 0;
    if (!ptx_is(r, r->next, "(")) {
        return true;
    }
    r->next++;
    while (!ptx_is(r, r->next, ")")) {
        ptx_variable v;
        if (!ptx_is(r, r->next, ".param")) {
            return ptx_fail(r, r->next, "expected a parameter, found '%s'", ptx_copy(r, r->next));
        }
        r->next++;
        if (!ptx_read_variable(r, &v)) {
            return false;
        }
        e->params = (ptx_param *)arena_grow(r->memory, e->params, e->param_count, &capacity, sizeof *e->params);
        ptx_param *p = &e->params[e->param_count++];
        p->name = v.name;
        p->size = v.size;
        p->align = v.align;
        if (ptx_is(r, r->next, ",")) {
            r->next++;
        }
    }
    r->next++;
    return true;
}

/* One to three numbers; missing ones are 1. */
static bool read_extent(ptx_reader *r, uint32_t extent[3])
{
    extent[0] = extent[1] = extent[2] = 1;
    for (size_t i = 0; i < 3; i++) {
        if (!ptx_expect_number(r, &extent[i])) {
            return false;
        }
        if (!ptx_is(r, r->next, ",")) {
            break;
        }
        r->next++;
    }
    return true;
}

static bool read_max_threads(ptx_reader *r, ptx_entry *e)
{
    uint32_t extent[3];
    if (!read_extent(r, extent)) {
        return false;
    }
    uint64_t plane = (uint64_t)extent[0] * extent[1];
    if (extent[2] != 0 && plane > UINT32_MAX / extent[2]) {
        return ptx_fail(r, r->next, "more threads in .maxntid than fit in 32 bits");
    }
    e->max_threads = (uint32_t)(plane * extent[2]);
    return true;
}

/* What stands between the parameters of a kernel and its body. */
static bool read_directives(ptx_reader *r, ptx_entry *e)
{
    while (r->tokens[r->next].kind != PTX_END && !ptx_is(r, r->next, "{") && !ptx_is(r, r->next, ";")) {
        size_t token = r->next++;
        bool ok = true;
        if (ptx_is(r, token, ".reqntid")) {
            ok = read_extent(r, e->required_block);
        } else if (ptx_is(r, token, ".maxntid")) {
            ok = read_max_threads(r, e);
        } else if (ptx_is(r, token, ".reqnctapercluster")) {
            ok = read_extent(r, e->cluster);
            e->clusters = true;
        } else if (ptx_is(r, token, ".explicitcluster") || ptx_is(r, token, ".blocksareclusters")) {
            e->clusters = true;
            e->counts_clusters = e->counts_clusters || ptx_is(r, token, ".blocksareclusters");
        } else if (ptx_is(r, token, ".pragma")) {
            /* It ends with a semicolon of its own. */
            ptx_skip_statement(r);
        }
        if (!ok) {
            return false;
        }
    }
    /* A cluster of one block is a block: so __block_size__ writes a plain required size. */
    if (e->cluster[0] == 1 && e->cluster[1] == 1 && e->cluster[2] == 1) {
        e->clusters = e->counts_clusters = false;
    }
    return true;
}

static bool read_function(ptx_reader *r, bool is_entry)
{
    ptx_function f;
    ptx_entry e;
    memset(&f, 0, sizeof f);
    memset(&e, 0, sizeof e);
    while (ptx_starts(r, r->next, ".attribute") || ptx_is(r, r->next, "(")) {
        r->next += !ptx_is(r, r->next, "(");
        if (!ptx_skip_block(r, "(", ")")) {
            return false;
        }
    }
    if (r->tokens[r->next].kind != PTX_WORD) {
        return ptx_fail(r, r->next, "expected the name of a function, found '%s'", ptx_copy(r, r->next));
    }
    f.name = e.name = ptx_copy(r, r->next++);
    if (is_entry ? !read_params(r, &e) : ptx_is(r, r->next, "(") && !ptx_skip_block(r, "(", ")")) {
        return false;
    }
    if (!read_directives(r, &e)) {
        return false;
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
    if (is_entry && f.body != 0) {
        f.entry = ARENA_NEW(r->memory, ptx_entry);
        *f.entry = e;
    }
    r->functions = (ptx_function *)arena_grow(r->memory, r->functions, r->function_count, &r->function_capacity,
                                              sizeof *r->functions);
    r->functions[r->function_count++] = f;
    return true;
}

static bool read_version(ptx_reader *r)
{
    const char *text = ptx_copy(r, r->next);
    const char *dot = strchr(text, '.');
    if (r->tokens[r->next].kind != PTX_NUMBER || dot == NULL || dot == text || dot - text > 3 || dot[1] < '0' ||
        dot[1] > '9' || dot[2] != '\0') {
        return ptx_fail(r, r->next, "expected a version such as 9.0, found '%s'", text);
    }
    unsigned major = 0;
    for (const char *c = text; c < dot; c++) {
        if (*c < '0' || *c > '9') {
            return ptx_fail(r, r->next, "expected a version such as 9.0, found '%s'", text);
        }
        major = 10 * major + (unsigned)(*c - '0');
    }
    r->module->version = 10 * major + (unsigned)(dot[1] - '0');
    r->next++;
    return true;
}

static bool read_target(ptx_reader *r)
{
    if (r->tokens[r->next].kind != PTX_WORD) {
        return ptx_fail(r, r->next, "expected a target such as sm_90, found '%s'", ptx_copy(r, r->next));
    }
    r->module->target = ptx_copy(r, r->next++);
    while (ptx_is(r, r->next, ",") && r->tokens[r->next + 1].kind == PTX_WORD) {
        r->next += 2;
    }
    return true;
}

static bool is_linking(const ptx_reader *r, size_t token)
{
    return ptx_is(r, token, ".extern") || ptx_is(r, token, ".visible") || ptx_is(r, token, ".weak") ||
           ptx_is(r, token, ".common");
}

bool ptx_skip_linking(ptx_reader *r)
{
    bool external = false;
    for (; is_linking(r, r->next); r->next++) {
        external = external || ptx_is(r, r->next, ".extern");
    }
    return external;
}

bool ptx_read_item(ptx_reader *r)
{
    bool external = ptx_skip_linking(r);
    size_t token = r->next++;
    if (ptx_is(r, token, ".version")) {
        return read_version(r);
    }
    if (ptx_is(r, token, ".target")) {
        return read_target(r);
    }
    if (ptx_is(r, token, ".address_size")) {
        uint32_t bits;
        bool ok = ptx_expect_number(r, &bits);
        r->module->address_size = ok ? bits : 0;
        return ok;
    }
    if (ptx_is(r, token, ".entry") || ptx_is(r, token, ".func")) {
        return read_function(r, ptx_is(r, token, ".entry"));
    }
    if (ptx_is(r, token, ".global") || ptx_is(r, token, ".shared")) {
        return read_variables(r, ptx_is(r, token, ".global"), external);
    }
    if (ptx_is(r, token, ".const")) {
        return read_constant(r, external);
    }
    if (ptx_is(r, token, ".file") || ptx_is(r, token, ".loc")) {
        r->next = token;
        ptx_skip_line(r);
        return true;
    }
    if (ptx_is(r, token, ".section")) {
        while (r->tokens[r->next].kind != PTX_END && !ptx_is(r, r->next, "{")) {
            r->next++;
        }
        return ptx_skip_block(r, "{", "}");
    }
    r->next = token;
    if (r->tokens[token].kind != PTX_WORD || !ptx_starts(r, token, ".")) {
        return ptx_fail(r, token, "expected a directive, found '%s'", ptx_copy(r, token));
    }
    ptx_skip_statement(r);
    return true;
}
