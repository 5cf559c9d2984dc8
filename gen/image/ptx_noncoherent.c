/* SPDX-License-Identifier: MIT */
/* Through which parameters a kernel reads memory without coherence, that is, as if nobody wrote it while the kernel
 * runs. Addresses are followed through the registers, without regard to order. One that comes from elsewhere than
 * parameters and module variables is not known. */
#include <string.h>

#include "image/ptx_parts.h"

/* Of each register, the parameters that its value may come from; then two bits more. */
typedef struct {
    ptx_reader *r;
    ptx_function *f;
    size_t params;
    ptx_registers registers;
    uint64_t *sources; /* scratch */
    bool changed;
} follower;

static void set_bit(uint64_t *set, size_t bit)
{
    set[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static bool has_bit(const uint64_t *set, size_t bit)
{
    return (set[bit / 64] >> (bit % 64) & 1) != 0;
}

/* It may be any address. */
static size_t unknown_bit(const follower *w)
{
    return w->params;
}

/* It comes from the address of a module variable. */
static size_t variable_bit(const follower *w)
{
    return w->params + 1;
}

static bool is_constant(const ptx_reader *r, size_t token)
{
    return r->tokens[token].kind != PTX_WORD || ptx_is(r, token, "WARP_SZ");
}

static bool is_module_variable(const ptx_reader *r, size_t token)
{
    if (ptx_find(r, r->globals, r->global_count, token) != NULL) {
        return true;
    }
    return r->tokens[token].kind == PTX_WORD && ptx_is_toolkit_name(ptx_copy(r, token));
}

/* Collects into `sources` what tokens [first, last) may come from. */
static void gather_sources(follower *w, size_t first, size_t last)
{
    const ptx_reader *r = w->r;
    memset(w->sources, 0, w->registers.words * sizeof *w->sources);
    for (size_t i = first; i < last; i++) {
        const ptx_register *held = ptx_find_register(&w->registers, i, false);
        if (held != NULL) {
            (void)ptx_add_held(&w->registers, held, w->sources);
        } else if (is_constant(r, i) || ptx_starts(r, i, "%")) {
            /* A register that was never given anything holds nothing yet. */
            continue;
        } else {
            set_bit(w->sources, is_module_variable(r, i) ? variable_bit(w) : unknown_bit(w));
        }
    }
}

static void give(follower *w, size_t first, size_t last)
{
    w->changed = ptx_give_registers(&w->registers, first, last, w->sources) || w->changed;
}

static bool ends_with(const ptx_reader *r, size_t token, const char *end)
{
    const ptx_token *t = &r->tokens[token];
    size_t length = strlen(end);
    return t->end - t->begin >= length && memcmp(r->text + t->end - length, end, length) == 0;
}

/* Whether what the statement delivers has room for an address. */
static bool is_wide(const ptx_reader *r, size_t opcode)
{
    return ends_with(r, opcode, "64") || ends_with(r, opcode, "128");
}

static size_t bracket(const ptx_reader *r, const ptx_statement *s)
{
    size_t at = s->first;
    while (at < s->last && !ptx_is(r, at, "[")) {
        at++;
    }
    return at;
}

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

static void give_parameter(follower *w, const ptx_statement *s)
{
    size_t name = bracket(w->r, s) + 1;
    size_t param = unknown_bit(w);
    for (size_t i = 0; i < w->params && name < s->last; i++) {
        if (ptx_is(w->r, name, w->f->entry->params[i].name)) {
            param = i;
        }
    }
    memset(w->sources, 0, w->registers.words * sizeof *w->sources);
    set_bit(w->sources, param);
    give(w, s->first, ptx_first_operand_end(w->r, s));
}

/* What values a statement moves. */
static void follow(follower *w, const ptx_statement *s)
{
    const ptx_reader *r = w->r;
    size_t middle = ptx_first_operand_end(r, s);
    /* A truth value holds no address. */
    if (ptx_starts(r, s->opcode, ".") || ptx_starts(r, s->opcode, "setp.") || ptx_is_call(r, s->opcode)) {
        return;
    }
    if (ptx_starts(r, s->opcode, "ld.param")) {
        give_parameter(w, s);
        return;
    }
    bool memory = ptx_has_bracket(r, s);
    if (memory && !is_wide(r, s->opcode)) {
        return; /* too small for an address */
    }
    gather_sources(w, middle, memory ? middle : s->last);
    for (size_t i = middle; i < s->last; i++) {
        memory = memory || (ptx_starts(r, s->opcode, "mov.b") && ptx_is(r, i, "{")); /* put together of halves */
    }
    if (memory) {
        set_bit(w->sources, unknown_bit(w));
    }
    give(w, s->first, middle);
}

/* Notes where a read without coherence may go. */
static void note(follower *w, const ptx_statement *s)
{
    ptx_entry *e = w->f->entry;
    bool known = false;
    gather_sources(w, bracket(w->r, s), s->last);
    for (size_t i = 0; i < w->params; i++) {
        known = known || has_bit(w->sources, i);
        e->noncoherent[i] = e->noncoherent[i] || has_bit(w->sources, i);
    }
    known = (known || has_bit(w->sources, variable_bit(w))) && !has_bit(w->sources, unknown_bit(w));
    w->f->noncoherent = w->f->noncoherent || !known;
}

/* True when there is one whose address must be followed. */
static bool look(ptx_reader *r, ptx_function *f, void (*found)(follower *w, const ptx_statement *s), follower *w)
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
        follower w;
        memset(&w, 0, sizeof w);
        w.r = r;
        w.f = f;
        w.params = f->entry != NULL ? f->entry->param_count : 0;
        if (f->entry != NULL) {
            f->entry->noncoherent = ARENA_ARRAY(r->memory, bool, w.params + 1);
        }
        if (!look(r, f, NULL, NULL)) {
            continue;
        }
        w.registers.r = r;
        w.registers.words = (w.params + 2 + 63) / 64;
        w.sources = ARENA_ARRAY(r->memory, uint64_t, w.registers.words);
        do {
            w.changed = false;
            size_t at = f->body;
            ptx_statement s;
            while (at < f->body_end && ptx_next_statement(r, &at, f->body_end, &s)) {
                follow(&w, &s);
            }
        } while (w.changed);
        (void)look(r, f, note, &w);
    }
}
