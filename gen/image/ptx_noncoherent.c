/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Through which parameters a kernel reads memory without coherence, that is, as if nobody wrote it while the kernel
 * runs. An address that comes from elsewhere than parameters and module variables is not known. */
#include <string.h>

#include "image/ptx_parts.h"

static bool is_noncoherent(const ptx_reader *r, size_t opcode)
{
    if (ptx_starts(r, opcode, "ldu.")) {
        return true;
    }
    const ptx_token *t = &r->tokens[opcode];
    for (size_t i = t->begin; ptx_starts(r, opcode, "ld.") && i + 3 <= t->end; i++) {
        if (memcmp(r->text + i, ".nc", 3) == 0 && (i + 3 == t->end || r->text[i + 3] == '.' || r->text[i + 3] == ':')) {
            return true;
        }
    }
    return false;
}

/* Textures and surfaces are read through objects of which nothing is known. */
static bool is_texture(const ptx_reader *r, size_t opcode)
{
    return ptx_starts(r, opcode, "tex.") || ptx_starts(r, opcode, "tld4.") || ptx_starts(r, opcode, "suld.");
}

/* Notes where a read without coherence may go. */
static void note(ptx_addresses *w, const ptx_statement *s)
{
    ptx_entry *e = w->f->entry;
    bool known = false;
    ptx_gather_sources(w, ptx_bracket(w->r, s), s->last);
    for (size_t i = 0; i < w->params; i++) {
        known = known || ptx_has_source(w, i);
        e->noncoherent[i] = e->noncoherent[i] || ptx_has_source(w, i);
    }
    known = (known || ptx_has_source(w, ptx_variable_address(w))) && !ptx_has_source(w, ptx_unknown_address(w));
    w->f->noncoherent = w->f->noncoherent || !known;
}

/* True when there is one whose address must be followed. */
static bool look(ptx_reader *r, ptx_function *f, void (*found)(ptx_addresses *w, const ptx_statement *s),
                 ptx_addresses *w)
{
    size_t at = f->body;
    ptx_statement s;
    bool any = false;
    while (at < f->body_end && ptx_next_statement(r, &at, f->body_end, &s)) {
        f->noncoherent = f->noncoherent || is_texture(r, s.opcode);
        if (is_noncoherent(r, s.opcode)) {
            any = true;
            if (found != NULL) {
                found(w, &s);
            }
        }
    }
    return any;
}

void ptx_find_noncoherent(ptx_reader *r)
{
    for (size_t i = 0; i < r->function_count; i++) {
        ptx_function *f = &r->functions[i];
        ptx_addresses w;
        if (f->entry != NULL) {
            f->entry->noncoherent = ARENA_ARRAY(r->memory, bool, f->entry->param_count + 1);
        }
        if (look(r, f, NULL, NULL)) {
            ptx_follow_addresses(r, f, &w);
            (void)look(r, f, note, &w);
        }
    }
}
