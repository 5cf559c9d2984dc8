/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The order of reading: tokens, then the items of the module, then the bodies of its functions, then what follows
 * from all of them together. */
#include "image/ptx.h"

#include <string.h>

#include "image/ptx_parts.h"

static bool check_head(ptx_reader *r)
{
    const ptx_module *m = r->module;
    if (m->version == 0) {
        return ptx_fail(r, 0, "no .version: this is not PTX");
    }
    if (m->target == NULL) {
        return ptx_fail(r, 0, "no .target");
    }
    if (m->address_size != 64) {
        return ptx_fail(r, 0, "expected .address_size 64, found %u", m->address_size);
    }
    return true;
}

static bool read_module(arena *a, const char *text, size_t length, bool accesses, ptx_module *module, ptx_error *error)
{
    ptx_reader r;
    memset(&r, 0, sizeof r);
    memset(module, 0, sizeof *module);
    r.memory = a;
    r.text = text;
    r.module = module;
    r.error = error;
    if (!ptx_scan(&r, length)) {
        return false;
    }
    while (r.tokens[r.next].kind != PTX_END) {
        if (!ptx_read_item(&r)) {
            return false;
        }
    }
    module->toolkit = ptx_toolkit_version(text, length);
    if (!check_head(&r)) {
        return false;
    }
    for (size_t i = 0; i < r.function_count; i++) {
        if (!ptx_read_body(&r, &r.functions[i])) {
            return false;
        }
        ptx_follow_writes(&r, &r.functions[i]);
    }
    size_t capacity = 0;
    for (size_t i = 0; i < r.global_count; i++) {
        if (r.globals[i].written) {
            module->written =
                (const char **)arena_grow(a, module->written, module->written_count, &capacity, sizeof(char *));
            module->written[module->written_count++] = r.globals[i].name;
        }
    }
    ptx_find_waits(&r);
    ptx_find_noncoherent(&r);
    if (accesses) {
        ptx_find_accesses(&r);
    }
    return ptx_finish_entries(&r);
}

bool ptx_read(arena *a, const char *text, size_t length, ptx_module *module, ptx_error *error)
{
    return read_module(a, text, length, false, module, error);
}

bool ptx_read_accesses(arena *a, const char *text, size_t length, ptx_module *module, ptx_error *error)
{
    return read_module(a, text, length, true, module, error);
}
