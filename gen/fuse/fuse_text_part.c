/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One part of a launch: the body of a kernel in a scope of its own, with what differs (head of fuse_text.h). */
#include <string.h>

#include "fuse/fuse_text_parts.h"

typedef struct {
    const fuse_part *p;
    const ptx_reader *r;
    const char *tid[3], *ctaid[3], *ntid[3], *nctaid[3];
    const char *shared; /* address of the slice's shared memory: "vgf_shared" or a register … */
    bool moving;        /* … which this says; then vgf_shared64 is the same in 64 bits */
    bool has_gap;
} writer;

void fuse_write_gap(FILE *out, const fuse_source *s, size_t token)
{
    const ptx_token *t = &s->r.tokens[token];

    if (token > 0 && s->r.tokens[token - 1].end < t->begin) {
        fputc(' ', out);
    }
}

static void write_token(const writer *w, size_t token)
{
    const ptx_token *t = &w->r->tokens[token];

    fwrite(w->r->text + t->begin, 1, t->end - t->begin, w->p->out);
}

/* ---- the guard ---- */

static const char *number_text(const fuse_part *p, uint32_t number)
{
    return arena_printf(p->memory, "%u", (unsigned)number);
}

/* The coordinates of a linear index; numbers where a dimension is 1. */
static void write_coordinates(const writer *w, const char *linear, const uint32_t size[3], const char *const names[3],
                              const char *found[3])
{
    FILE *out = w->p->out;

    found[0] = found[1] = found[2] = "0";
    if (size[1] == 1 && size[2] == 1) {
        found[0] = size[0] == 1 ? "0" : linear;
        return;
    }
    if (size[0] > 1) {
        fprintf(out, "\trem.u32 %s, %s, %u;\n", names[0], linear, (unsigned)size[0]);
        found[0] = names[0];
    }
    if (size[1] > 1) {
        fprintf(out, "\tdiv.u32 %s, %s, %u;\n", names[1], linear, (unsigned)size[0]);
        if (size[2] > 1) {
            fprintf(out, "\trem.u32 %s, %s, %u;\n", names[1], names[1], (unsigned)size[1]);
        }
        found[1] = names[1];
    }
    if (size[2] > 1) {
        fprintf(out, "\tdiv.u32 %s, %s, %u;\n", names[2], linear, (unsigned)(size[0] * size[1]));
        found[2] = names[2];
    }
}

/* Parts that a switch leaves out. */
static void write_switch(const fuse_part *p)
{
    const fuse_item *i = p->item;

    if (i->switched == 0) {
        return;
    }
    if (i->switched_loaded) {
        fprintf(p->out, "\tld.param.u64 %%vgf_at, [vgf_%s_param_%u];\n", p->launch->name, (unsigned)(i->switched - 1));
        fprintf(p->out, "\tld.global.u32 %%vgf_on, [%%vgf_at+%u];\n", (unsigned)i->switched_offset);
    } else {
        fprintf(p->out, "\tld.param.u32 %%vgf_on, [vgf_%s_param_%u];\n", p->launch->name, (unsigned)(i->switched - 1));
    }
    fprintf(p->out, "\tsetp.eq.u32 %%vgf_out, %%vgf_on, 0;\n\t@%%vgf_out bra vgf_end_%zu;\n", p->number);
}

static void write_registers(const fuse_part *p)
{
    fprintf(p->out, "\t.reg .pred %%vgf_out;\n"
                    "\t.reg .b32 %%vgf_on, %%vgf_thread, %%vgf_slice, %%vgf_block, %%vgf_shared;\n"
                    "\t.reg .b32 %%vgf_x, %%vgf_y, %%vgf_z, %%vgf_block_x, %%vgf_block_y, %%vgf_block_z;\n"
                    "\t.reg .b64 %%vgf_at, %%vgf_shared64;\n");
    for (uint32_t i = 0; !p->shape.whole && i < p->shape.number_count; i++) {
        fprintf(p->out, "\t.reg .b32 %%vgf_barrier_%u;\n", (unsigned)i);
    }
}

/* Threads that the part has no use for go to its end; the others learn which thread of which block they are. */
static void write_guard(writer *w)
{
    const fuse_part *p = w->p;
    const fuse_shape *s = &p->shape;
    const char *thread = "%tid.x";
    FILE *out = p->out;

    write_registers(p);
    write_switch(p);
    if (s->slices > 1) {
        fprintf(out, "\tmov.u32 %%vgf_thread, %%tid.x;\n");
        if (s->slices * s->width < p->launch->threads) {
            fprintf(out, "\tsetp.ge.u32 %%vgf_out, %%vgf_thread, %u;\n\t@%%vgf_out bra vgf_end_%zu;\n",
                    (unsigned)(s->slices * s->width), p->number);
        }
        fprintf(out, "\tdiv.u32 %%vgf_slice, %%vgf_thread, %u;\n\trem.u32 %%vgf_thread, %%vgf_thread, %u;\n",
                (unsigned)s->width, (unsigned)s->width);
        thread = "%vgf_thread";
    }
    if (s->slices > 1 ? s->threads < s->width : s->threads < p->launch->threads) {
        if (s->slices == 1) {
            fprintf(out, "\tmov.u32 %%vgf_thread, %%tid.x;\n");
            thread = "%vgf_thread";
        }
        fprintf(out, "\tsetp.ge.u32 %%vgf_out, %%vgf_thread, %u;\n\t@%%vgf_out bra vgf_end_%zu;\n",
                (unsigned)s->threads, p->number);
    }
    if (strcmp(thread, "%tid.x") == 0 && (p->item->block[1] > 1 || p->item->block[2] > 1)) {
        fprintf(out, "\tmov.u32 %%vgf_thread, %%tid.x;\n");
        thread = "%vgf_thread";
    }
    const char *const names[3] = {"%vgf_x", "%vgf_y", "%vgf_z"};
    write_coordinates(w, thread, p->item->block, names, w->tid);
    w->shared = p->shared;
    if (s->slices > 1 && s->shares) {
        fprintf(out,
                "\tmul.lo.u32 %%vgf_shared, %%vgf_slice, %u;\n\tmov.u32 %%vgf_on, %s;\n"
                "\tadd.u32 %%vgf_shared, %%vgf_shared, %%vgf_on;\n\tcvt.u64.u32 %%vgf_shared64, %%vgf_shared;\n",
                (unsigned)s->shared_bytes, p->shared);
        w->shared = "%vgf_shared";
        w->moving = true;
    }
    for (uint32_t i = 0; s->slices > 1 && i < s->number_count; i++) {
        fprintf(out,
                "\tmul.lo.u32 %%vgf_barrier_%u, %%vgf_slice, %u;\n\tadd.u32 %%vgf_barrier_%u, %%vgf_barrier_%u, "
                "%u;\n",
                (unsigned)i, (unsigned)s->number_count, (unsigned)i, (unsigned)i, (unsigned)(p->barrier + i));
    }
}

/* Which block of the part it is; begins the loop over the blocks of a slice. */
static void write_block(writer *w)
{
    const fuse_part *p = w->p;
    const char *const names[3] = {"%vgf_block_x", "%vgf_block_y", "%vgf_block_z"};
    uint32_t one[3] = {1, 1, 1};

    if (p->shape.blocks > 1) {
        fprintf(p->out, p->shape.slices > 1 ? "\tmov.u32 %%vgf_block, %%vgf_slice;\n" : "\tmov.u32 %%vgf_block, 0;\n");
    }
    if (p->shape.passes > 1) {
        fprintf(p->out, "vgf_pass_%zu:\n", p->number);
    }
    write_coordinates(w, "%vgf_block", p->shape.blocks > 1 ? p->item->grid : one, names, w->ctaid);
}

static void write_next_block(const fuse_part *p)
{
    if (p->shape.passes == 1) {
        return;
    }
    fprintf(p->out, "vgf_done_%zu:\n", p->number);
    if (p->shape.shares) {
        if (p->shape.whole) {
            fprintf(p->out, "\tbarrier.sync 0;\n");
        } else if (p->shape.slices == 1) {
            fprintf(p->out, "\tbarrier.sync %u, %u;\n", (unsigned)p->barrier, (unsigned)p->shape.threads);
        } else {
            fprintf(p->out, "\tbarrier.sync %%vgf_barrier_0, %u;\n", (unsigned)p->shape.width);
        }
    }
    fprintf(p->out,
            "\tadd.u32 %%vgf_block, %%vgf_block, %u;\n\tsetp.lt.u32 %%vgf_out, %%vgf_block, %u;\n"
            "\t@%%vgf_out bra vgf_pass_%zu;\n",
            (unsigned)p->shape.slices, (unsigned)p->shape.blocks, p->number);
}

/* ---- tokens and statements ---- */

/* What stands for a special register, or NULL. */
static const char *special(const writer *w, size_t token)
{
    static const char *const names[] = {"%tid.", "%ntid.", "%ctaid.", "%nctaid."};
    const char *const *const values[] = {w->tid, w->ntid, w->ctaid, w->nctaid};
    const ptx_token *t = &w->r->tokens[token];

    for (size_t i = 0; i < 4; i++) {
        size_t length = strlen(names[i]);
        if (t->end - t->begin == length + 1 && ptx_starts(w->r, token, names[i])) {
            return values[i][w->r->text[t->end - 1] - 'x'];
        }
    }
    return NULL;
}

static void write_operand_token(const writer *w, size_t token)
{
    const fuse_part *p = w->p;
    const fuse_name *n = fuse_name_of(p->source, p->f, token);
    const char *value = special(w, token);

    fuse_write_gap(p->out, p->source, token);
    if (value != NULL) {
        fputs(value, p->out);
    } else if (n == NULL || n->kind == FUSE_LOCAL_NAME) {
        write_token(w, token);
    } else if (n->kind == FUSE_LABEL_NAME) {
        fprintf(p->out, "vgf_%zu_", p->number);
        write_token(w, token);
    } else if (n->kind == FUSE_PARAM_NAME) {
        fprintf(p->out, "vgf_%s_param_%u", p->launch->name, (unsigned)p->item->arguments[n->index].index);
    } else if (fuse_shared_variable(p->source, p->f, n) != NULL) {
        fprintf(p->out, "%s+%u", w->shared, (unsigned)fuse_shared_offset(p->source, p->f, &p->shape, n));
    } else {
        fuse_write_symbol(p->out, p->source, p->module, n);
    }
}

static void write_operands(const writer *w, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        write_operand_token(w, i);
    }
}

static void write_head(const writer *w, const fuse_statement *t)
{
    fputc('\t', w->p->out);
    if (t->guard != 0) {
        fputs(t->negated ? "@!" : "@", w->p->out);
        write_token(w, t->guard);
        fputc(' ', w->p->out);
    }
}

/* ld.param of what is a condition's word, or stands in memory. */
static bool write_parameter(const writer *w, const fuse_statement *t)
{
    const fuse_part *p = w->p;
    const fuse_name *n = NULL;
    size_t first, last, at;

    if (!fuse_is(p->source, t, "ld") || !fuse_has_suffix(p->source, t->opcode, ".param") ||
        !fuse_operand(p->source, t, 1, &first, &last)) {
        return false;
    }
    for (at = first; at < last && n == NULL; at++) {
        n = fuse_name_of(p->source, p->f, at);
    }
    if (n == NULL || n->kind != FUSE_PARAM_NAME) {
        return false;
    }
    const fuse_argument *given = &p->item->arguments[n->index];
    if (given->condition) {
        write_head(w, t);
        fputs("mov.u64", p->out);
        write_operands(w, t->first, first - 1);
        fprintf(p->out, ", vgf_condition_%u;\n", (unsigned)given->index);
        return true;
    }
    if (!given->loaded) {
        return false;
    }
    fprintf(p->out, "\tld.param.u64 %%vgf_at, [vgf_%s_param_%u];\n", p->launch->name, (unsigned)given->index);
    write_head(w, t);
    const ptx_token *o = &w->r->tokens[t->opcode];
    const char *suffix = strstr(arena_copy(p->memory, w->r->text + o->begin, o->end - o->begin), ".param");
    fprintf(p->out, "ld.global%s", suffix + strlen(".param"));
    write_operands(w, t->first, first - 1);
    fprintf(p->out, ", [%%vgf_at+%u", (unsigned)given->offset);
    for (; at < last; at++) {
        write_operand_token(w, at);
    }
    fputs(";\n", p->out);
    return true;
}

/* A barrier of a slice, or of some of the threads. */
static void write_barrier(const writer *w, const fuse_statement *t)
{
    const fuse_part *p = w->p;
    size_t count, first, last, at = fuse_barrier_operand(p->source, t, &count);
    size_t operands = fuse_operand_count(p->source, t);
    int64_t number = 0;
    uint32_t index = 0;

    write_head(w, t);
    write_token(w, t->opcode);
    for (size_t i = 0; i < operands; i++) {
        (void)fuse_operand(p->source, t, i, &first, &last);
        fputs(i == 0 ? "" : ",", p->out);
        if (i != at) {
            write_operands(w, first, last);
            continue;
        }
        fputc(' ', p->out);
        (void)fuse_number(p->source, first, last, &number);
        while (index < p->shape.number_count && p->shape.numbers[index] != (uint32_t)number) {
            index++;
        }
        if (p->shape.slices > 1) {
            fprintf(p->out, "%%vgf_barrier_%u", (unsigned)index);
        } else {
            fprintf(p->out, "%u", (unsigned)(p->barrier + index));
        }
        if (count == 0) {
            fprintf(p->out, ", %u", (unsigned)p->shape.threads);
        }
    }
    fputs(";\n", p->out);
}

/* mov and cvta of a shared variable's address, where that lies in a register. */
static bool write_moving(const writer *w, const fuse_statement *t)
{
    const fuse_part *p = w->p;
    size_t first, last;
    const ptx_token *o = &w->r->tokens[t->opcode];
    bool wide;

    if (!w->moving || !fuse_is(p->source, t, "mov") || !fuse_operand(p->source, t, 1, &first, &last) ||
        fuse_shared_variable(p->source, p->f, fuse_name_of(p->source, p->f, first)) == NULL) {
        return false;
    }
    wide = w->r->text[o->end - 1] == '4';
    write_head(w, t);
    fputs(wide ? "add.u64" : "add.u32", p->out);
    write_operands(w, t->first, first - 1);
    fprintf(p->out, ", %s, %u", wide ? "%vgf_shared64" : "%vgf_shared",
            (unsigned)fuse_shared_offset(p->source, p->f, &p->shape, fuse_name_of(p->source, p->f, first)));
    write_operands(w, first + 1, last);
    fputs(";\n", p->out);
    return true;
}

static void write_condition(const writer *w, const fuse_statement *t)
{
    const fuse_part *p = w->p;
    const fuse_statement *handle = &p->f->statements[t->handle], *value = &p->f->statements[t->value];
    size_t first, last;

    write_head(w, t);
    (void)fuse_operand(p->source, handle, 1, &first, &last);
    fputs("st.shared.u32 [", p->out);
    write_token(w, first);
    fputs("], ", p->out);
    (void)fuse_operand(p->source, value, 1, &first, &last);
    for (size_t i = first; i < last; i++) {
        write_token(w, i);
    }
    fputs(";\n", p->out);
}

static void write_opcode(const writer *w, const fuse_statement *t)
{
    const ptx_token *o = &w->r->tokens[t->opcode];

    if (w->p->plain && fuse_is(w->p->source, t, "ld") && fuse_has_suffix(w->p->source, t->opcode, ".nc")) {
        const char *text = arena_copy(w->p->memory, w->r->text + o->begin, o->end - o->begin);
        const char *at = strstr(text, ".nc");
        while (at[3] != '.' && at[3] != '\0') {
            at = strstr(at + 1, ".nc");
        }
        fprintf(w->p->out, "%.*s%s", (int)(at - text), text, at + 3);
        return;
    }
    write_token(w, t->opcode);
}

/* Whether the call sets a condition that is a word of the launch. */
static bool sets_word(const fuse_part *p, const fuse_statement *t)
{
    size_t first, last;
    uint64_t from;

    if (t->handle == 0 || !fuse_operand(p->source, &p->f->statements[t->handle], 1, &first, &last)) {
        return false;
    }
    from = fuse_origin(p->source, p->f, first, last);
    for (size_t i = 0; i < p->item->argument_count && i < FUSE_MOST_TRACED; i++) {
        if ((from >> i & 1u) != 0 && p->item->arguments[i].condition) {
            return true;
        }
    }
    return false;
}

static void write_instruction(const writer *w, const fuse_statement *t)
{
    const fuse_part *p = w->p;

    if (fuse_is_leave(p->source, t)) {
        bool uniform = fuse_has_suffix(p->source, t->opcode, ".uni");
        write_head(w, t);
        fprintf(p->out, "bra%s vgf_%s_%zu;\n", uniform ? ".uni" : "", p->shape.passes > 1 ? "done" : "end", p->number);
    } else if (fuse_is(p->source, t, "griddepcontrol")) {
        return;
    } else if (!p->shape.whole && fuse_is_barrier(p->source, t)) {
        write_barrier(w, t);
    } else if (fuse_is(p->source, t, "call") && sets_word(p, t)) {
        write_condition(w, t);
    } else if (!write_parameter(w, t) && !write_moving(w, t)) {
        write_head(w, t);
        write_opcode(w, t);
        write_operands(w, t->first, t->last);
        fputs(";\n", p->out);
    }
}

/* The statements that give a call its parameters, where a store stands for it. */
static bool *find_dropped(const fuse_part *p)
{
    bool *dropped = ARENA_ARRAY(p->memory, bool, p->f->statement_count + 1);

    for (size_t i = 0; i < p->f->statement_count; i++) {
        const fuse_statement *t = &p->f->statements[i];
        if (t->handle != 0 && sets_word(p, t)) {
            dropped[t->handle] = dropped[t->value] = true;
        }
    }
    return dropped;
}

static void write_body(const writer *w)
{
    const fuse_part *p = w->p;
    const bool *dropped = find_dropped(p);

    for (size_t i = 0; i < p->f->statement_count; i++) {
        const fuse_statement *t = &p->f->statements[i];
        if (dropped[i]) {
            continue;
        }
        switch (t->kind) {
        case FUSE_OPEN:
            fputs("\t{\n", p->out);
            break;
        case FUSE_CLOSE:
            fputs("\t}\n", p->out);
            break;
        case FUSE_LABEL:
            fprintf(p->out, "vgf_%zu_", p->number);
            write_token(w, t->opcode);
            fputs(":\n", p->out);
            break;
        case FUSE_DIRECTIVE:
            if (!ptx_is(w->r, t->opcode, ".shared")) {
                fputc('\t', p->out);
                write_token(w, t->opcode);
                write_operands(w, t->first, t->last);
                fputs(";\n", p->out);
            }
            break;
        case FUSE_INSTRUCTION:
            write_instruction(w, t);
            break;
        }
    }
}

void fuse_write_part(const fuse_part *p)
{
    writer w;

    memset(&w, 0, sizeof w);
    w.p = p;
    w.r = &p->source->r;
    for (size_t i = 0; i < 3; i++) {
        w.ntid[i] = number_text(p, p->item->block[i]);
        w.nctaid[i] = number_text(p, p->item->grid[i]);
    }
    fprintf(p->out, "vgf_part_%zu:\n{\n", p->number);
    write_guard(&w);
    write_block(&w);
    write_body(&w);
    write_next_block(p);
    fprintf(p->out, "}\nvgf_end_%zu:\n", p->number);
}
