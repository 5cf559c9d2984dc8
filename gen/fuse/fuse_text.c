/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The text of launches: their heads, what stands between their parts, and the module around them. */
#include "fuse/fuse_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "fuse/fuse_text_parts.h"

#define MOST_STATIC_SHARED 49152u
#define MOST_STATEMENTS 20000u /* of a launch: the assembler needs about a second for 4,000 */

/* A kernel, and what of a part decides about its shape and whether it can be one: parts of equal keys are looked at
 * once. */
typedef struct {
    const fuse_function *f;
    fuse_shape shape;
    const char *why; /* NULL: it can be a part */
} known_part;

typedef struct {
    arena *memory;
    FILE *out;
    const fuse_source *const *sources;
    fuse_names keys;
    known_part *known;
    size_t known_count, known_capacity;
    const fuse_launch *launch;
    size_t parts;     /* written so far */
    bool *conditions; /* those that a loop or a choice of the launch goes by */
    uint32_t shared_bytes, shared_align;
    size_t statements;   /* of all parts of the launch */
    bool waits, lets_go; /* griddepcontrol in any part */
    const char *shared;  /* its name */
    const char *why;
} writer;

/* ---- what is known of parts ---- */

/* Of the arguments: conditions, values in memory, and which ones are the same. */
static const char *key_of(const writer *w, const fuse_item *i)
{
    stream text;
    size_t size;
    FILE *out = stream_open(&text);

    fprintf(out, "%zu %s %u %u %u %u %u %u %u %u", i->module, i->entry, (unsigned)i->grid[0], (unsigned)i->grid[1],
            (unsigned)i->grid[2], (unsigned)i->block[0], (unsigned)i->block[1], (unsigned)i->block[2],
            (unsigned)i->shared_bytes, (unsigned)w->launch->threads);
    for (size_t k = 0; k < i->argument_count; k++) {
        size_t same = k;
        for (size_t j = 0; j < k && same == k; j++) {
            same = i->arguments[j].index == i->arguments[k].index ? j : k;
        }
        fprintf(out, " %zu%s%s", same, i->arguments[k].condition ? "c" : "", i->arguments[k].loaded ? "l" : "");
    }
    return stream_take(&text, w->memory, &size);
}

static const known_part *know(writer *w, const fuse_item *item)
{
    const char *key = key_of(w, item);
    const fuse_name *found = fuse_look_up(&w->keys, key, strlen(key));
    const fuse_source *s = w->sources[item->module];
    known_part *k;

    if (found != NULL) {
        return &w->known[found->index];
    }
    w->known = (known_part *)arena_grow(w->memory, w->known, w->known_count, &w->known_capacity, sizeof *w->known);
    fuse_add_name(w->memory, &w->keys, key, strlen(key), FUSE_FUNCTION_NAME, w->known_count);
    k = &w->known[w->known_count++];
    memset(k, 0, sizeof *k);
    k->why = fuse_refuse(w->memory, s, item, w->launch->threads);
    if (k->why == NULL) {
        k->f = fuse_find_entry(s, item->entry);
        (void)fuse_find_shape(w->memory, s, k->f, item, w->launch->threads, &k->shape, &k->why);
    }
    return k;
}

/* ---- what a launch needs ---- */

static bool gather(writer *w, const fuse_list *l)
{
    for (size_t i = 0; i < l->count; i++) {
        const fuse_item *item = &l->items[i];
        for (size_t k = 0; item->kind != FUSE_PART && k < item->body_count; k++) {
            if (!gather(w, &item->bodies[k])) {
                return false;
            }
        }
        if (item->kind != FUSE_PART) {
            if (w->conditions[item->condition]) {
                w->why = "two loops or choices go by the same condition";
                return false;
            }
            w->conditions[item->condition] = true;
            continue;
        }
        const fuse_source *s = w->sources[item->module];
        const known_part *known = know(w, item);
        const fuse_function *f = known->f;
        fuse_shape shape = known->shape;
        if (known->why != NULL) {
            w->why = arena_printf(w->memory, "%s: %s", item->entry, known->why);
            return false;
        }
        w->statements += f->statement_count;
        if (w->statements > MOST_STATEMENTS) {
            w->why = arena_printf(w->memory, "the kernels of one launch would have more than %u instructions",
                                  MOST_STATEMENTS);
            return false;
        }
        for (size_t k = 0; k < f->param_count; k++) {
            const fuse_argument *given = &item->arguments[k];
            if (given->condition ? given->index >= w->launch->condition_count
                                 : given->index >= w->launch->param_count ||
                                       (!given->loaded && w->launch->params[given->index].size != f->params[k].size)) {
                w->why = arena_printf(w->memory, "%s: its parameters have other sizes than those of the launch",
                                      item->entry);
                return false;
            }
        }
        for (size_t k = 0; k < f->statement_count; k++) {
            w->waits = w->waits || ptx_is(&s->r, f->statements[k].opcode, "griddepcontrol.wait");
            w->lets_go = w->lets_go || ptx_is(&s->r, f->statements[k].opcode, "griddepcontrol.launch_dependents");
        }
        if (shape.shares) {
            uint64_t bytes = (uint64_t)shape.shared_bytes * shape.slices;
            w->shared_bytes = bytes > w->shared_bytes ? (uint32_t)bytes : w->shared_bytes;
            w->shared_align = shape.shared_align > w->shared_align ? shape.shared_align : w->shared_align;
        }
    }
    return true;
}

/* ---- lists ---- */

static bool writes_condition(const fuse_item *item, uint32_t condition)
{
    for (size_t i = 0; i < item->argument_count; i++) {
        if (item->arguments[i].condition && item->arguments[i].index == condition) {
            return true;
        }
    }
    return false;
}

/* Whether the condition's word may be written before the first barrier of the list. */
static bool begins_with_write(const fuse_list *l, uint32_t condition)
{
    for (size_t i = 0; i < l->count; i++) {
        const fuse_item *item = &l->items[i];
        if (i > 0 && !(item->kind == FUSE_PART && item->apart)) {
            return false;
        }
        if (item->kind != FUSE_PART || writes_condition(item, condition)) {
            return true;
        }
    }
    return false;
}

static void write_list(writer *w, const fuse_list *l);

static void write_one(writer *w, const fuse_item *item)
{
    const known_part *known = know(w, item);
    fuse_part p;

    memset(&p, 0, sizeof p);
    p.memory = w->memory;
    p.out = w->out;
    p.launch = w->launch;
    p.source = w->sources[item->module];
    p.module = item->module;
    p.f = known->f;
    p.shape = known->shape;
    p.item = item;
    p.number = w->parts++;
    p.barrier = 1;
    p.shared = w->shared;
    for (size_t i = 0; i < item->argument_count; i++) {
        p.plain = p.plain || item->arguments[i].written;
    }
    fuse_write_part(&p);
}

/* The word is read by all threads before anyone may write it again: bodies that begin with a part that writes it wait
 * for that. */
static void write_word(const writer *w, const fuse_item *item)
{
    bool waits = false;

    for (size_t i = 0; i < item->body_count; i++) {
        waits = waits || begins_with_write(&item->bodies[i], item->condition);
    }
    fprintf(w->out, "\tld.shared.u32 %%vgf_word, [vgf_condition_%u];\n", (unsigned)item->condition);
    if (waits) {
        fprintf(w->out, "\tbarrier.sync 0;\n");
    }
}

static void write_while(writer *w, const fuse_item *item)
{
    unsigned c = (unsigned)item->condition;

    fprintf(w->out, "vgf_loop_%u:\n", c);
    write_word(w, item);
    fprintf(w->out, "\tsetp.eq.u32 %%vgf_go, %%vgf_word, 0;\n\t@%%vgf_go bra vgf_leave_%u;\n", c);
    write_list(w, &item->bodies[0]);
    fprintf(w->out, "\tbarrier.sync 0;\n\tbra vgf_loop_%u;\nvgf_leave_%u:\n", c, c);
}

static void write_choice(writer *w, const fuse_item *item)
{
    unsigned c = (unsigned)item->condition;

    write_word(w, item);
    if (item->kind == FUSE_IF) {
        fprintf(w->out, "\tsetp.eq.u32 %%vgf_go, %%vgf_word, 0;\n\t@%%vgf_go bra ");
        fprintf(w->out, item->body_count > 1 ? "vgf_case_%u_1;\n" : "vgf_leave_%u;\n", c);
    } else {
        for (size_t i = 0; i < item->body_count; i++) {
            fprintf(w->out, "\tsetp.eq.u32 %%vgf_go, %%vgf_word, %zu;\n\t@%%vgf_go bra vgf_case_%u_%zu;\n", i, c, i);
        }
        fprintf(w->out, "\tbra vgf_leave_%u;\n", c);
    }
    for (size_t i = 0; i < item->body_count; i++) {
        fprintf(w->out, "vgf_case_%u_%zu:\n", c, i);
        write_list(w, &item->bodies[i]);
        if (i + 1 < item->body_count) {
            fprintf(w->out, "\tbra vgf_leave_%u;\n", c);
        }
    }
    fprintf(w->out, "vgf_leave_%u:\n", c);
}

/* Parts without a barrier between them may be done at the same time. They share neither numbers of barriers nor shared
 * memory then. */
static bool may_overlap(writer *w, const fuse_item *item)
{
    const fuse_shape *s = item->kind == FUSE_PART ? &know(w, item)->shape : NULL;

    return s != NULL && !s->shares && (!s->barriers || (s->whole && s->number_count == 1 && s->numbers[0] == 0));
}

static void write_list(writer *w, const fuse_list *l)
{
    bool before = false;

    for (size_t i = 0; i < l->count; i++) {
        const fuse_item *item = &l->items[i];
        bool now = may_overlap(w, item);
        if (i > 0 && !(item->kind == FUSE_PART && item->apart && before && now)) {
            fprintf(w->out, "\tbarrier.sync 0;\n");
        }
        before = now;
        if (item->kind == FUSE_PART) {
            write_one(w, item);
        } else if (item->kind == FUSE_WHILE) {
            write_while(w, item);
        } else {
            write_choice(w, item);
        }
    }
}

/* ---- a launch ---- */

static void write_params(const writer *w)
{
    const fuse_launch *l = w->launch;

    fprintf(w->out, ".visible .entry vgf_%s(", l->name);
    for (size_t i = 0; i < l->param_count; i++) {
        const fuse_param *p = &l->params[i];
        fprintf(w->out, i == 0 ? "\n" : ",\n");
        if (p->size == p->align && p->size <= 8) {
            fprintf(w->out, "\t.param .b%u vgf_%s_param_%zu", (unsigned)(8 * p->size), l->name, i);
        } else {
            fprintf(w->out, "\t.param .align %u .b8 vgf_%s_param_%zu[%u]", (unsigned)p->align, l->name, i,
                    (unsigned)p->size);
        }
    }
    fprintf(w->out, "%s)\n.maxntid %u, 1, 1\n{\n", l->param_count == 0 ? "" : "\n", (unsigned)l->threads);
}

static void write_conditions(const writer *w)
{
    for (size_t i = 0; i < w->launch->condition_count; i++) {
        fprintf(w->out, "\tst.shared.u32 [vgf_condition_%zu], %u;\n", i, (unsigned)w->launch->conditions[i]);
    }
    if (w->launch->condition_count > 0) {
        fprintf(w->out, "\tbarrier.sync 0;\n");
    }
}

static void write_blocks(writer *w)
{
    const fuse_launch *l = w->launch;

    if (l->block_count > 1) {
        fprintf(w->out, "\tmov.u32 %%vgf_word, %%ctaid.x;\n");
    }
    for (size_t i = 1; i < l->block_count; i++) {
        fprintf(w->out, "\tsetp.eq.u32 %%vgf_go, %%vgf_word, %zu;\n\t@%%vgf_go bra vgf_block_%zu;\n", i, i);
    }
    for (size_t i = 0; i < l->block_count; i++) {
        if (l->block_count > 1) {
            fprintf(w->out, "vgf_block_%zu:\n", i);
        }
        write_list(w, &l->blocks[i]);
        fprintf(w->out, "\tret;\n");
    }
}

static bool write_launch(writer *w, fuse_launch *l)
{
    uint32_t conditions = 4 * (uint32_t)l->condition_count;

    w->launch = l;
    w->parts = 0;
    w->shared_bytes = 0;
    w->statements = 0;
    w->shared_align = 4;
    w->waits = w->lets_go = false;
    w->conditions = ARENA_ARRAY(w->memory, bool, l->condition_count + 1);
    for (size_t i = 0; i < l->block_count; i++) {
        if (!gather(w, &l->blocks[i])) {
            return false;
        }
    }
    l->dynamic_shared = w->shared_bytes + conditions > MOST_STATIC_SHARED ? w->shared_bytes : 0;
    w->shared = "vgf_shared";
    if (l->dynamic_shared > 0) {
        w->shared = arena_printf(w->memory, "vgf_%s_shared", l->name);
        /* The launch's own; extern arrays of one name are one for the module. */
        fprintf(w->out, ".extern .shared .align %u .b8 vgf_%s_shared[];\n", (unsigned)w->shared_align, l->name);
    }
    write_params(w);
    if (w->shared_bytes > 0 && l->dynamic_shared == 0) {
        fprintf(w->out, "\t.shared .align %u .b8 vgf_shared[%u];\n", (unsigned)w->shared_align,
                (unsigned)w->shared_bytes);
    }
    for (size_t i = 0; i < l->condition_count; i++) {
        fprintf(w->out, "\t.shared .align 4 .b32 vgf_condition_%zu;\n", i);
    }
    fprintf(w->out, "\t.reg .pred %%vgf_go;\n\t.reg .b32 %%vgf_word;\n");
    if (w->waits) {
        fprintf(w->out, "\tgriddepcontrol.wait;\n");
    }
    if (w->lets_go) {
        fprintf(w->out, "\tgriddepcontrol.launch_dependents;\n");
    }
    write_conditions(w);
    write_blocks(w);
    fprintf(w->out, "}\n");
    return true;
}

/* ---- the module ---- */

static void need_list(fuse_copies *c, const fuse_source *const *sources, const fuse_list *l)
{
    for (size_t i = 0; i < l->count; i++) {
        const fuse_item *item = &l->items[i];
        for (size_t k = 0; item->kind != FUSE_PART && k < item->body_count; k++) {
            need_list(c, sources, &item->bodies[k]);
        }
        if (item->kind == FUSE_PART) {
            fuse_copies_need(c, item->module, fuse_find_entry(sources[item->module], item->entry));
        }
    }
}

/* "sm_90a" goes before "sm_90", and that before "sm_80". */
static bool is_newer(const char *x, const char *y)
{
    unsigned long more = strtoul(x + strcspn(x, "0123456789"), NULL, 10);
    unsigned long less = strtoul(y + strcspn(y, "0123456789"), NULL, 10);

    return more != less ? more > less : strlen(x) > strlen(y);
}

static void write_head(FILE *out, const fuse_source *const *sources, size_t count, const bool *used)
{
    unsigned version = 0;
    const char *target = NULL;

    for (size_t i = 0; i < count; i++) {
        if (sources[i] != NULL && used[i]) {
            version = sources[i]->module.version > version ? sources[i]->module.version : version;
            target = target == NULL || is_newer(sources[i]->module.target, target) ? sources[i]->module.target : target;
        }
    }
    fprintf(out, ".version %u.%u\n.target %s\n.address_size 64\n", version / 10, version % 10, target);
}

static void mark_used(const fuse_list *l, bool *used)
{
    for (size_t i = 0; i < l->count; i++) {
        for (size_t k = 0; l->items[i].kind != FUSE_PART && k < l->items[i].body_count; k++) {
            mark_used(&l->items[i].bodies[k], used);
        }
        if (l->items[i].kind == FUSE_PART) {
            used[l->items[i].module] = true;
        }
    }
}

static bool write_module(arena *a, FILE *out, fuse_module *modules, size_t module_count, fuse_launch *launches,
                         size_t launch_count, const char **why)
{
    const fuse_source **sources = ARENA_ARRAY(a, const fuse_source *, module_count + 1);
    bool *used = ARENA_ARRAY(a, bool, module_count + 1);
    stream text;
    size_t size;
    writer w;

    for (size_t i = 0; i < launch_count; i++) {
        for (size_t k = 0; k < launches[i].block_count; k++) {
            mark_used(&launches[i].blocks[k], used);
        }
    }
    for (size_t i = 0; i < module_count; i++) {
        sources[i] = used[i] ? fuse_read(a, &modules[i]) : NULL;
    }
    memset(&w, 0, sizeof w);
    w.memory = a;
    w.sources = sources;
    w.out = stream_open(&text);
    for (size_t i = 0; i < launch_count; i++) {
        if (!write_launch(&w, &launches[i])) {
            stream_close(&text);
            free(text.bytes);
            *why = w.why;
            return false;
        }
    }
    const char *entries = stream_take(&text, a, &size);
    fuse_copies *copies = fuse_copies_new(a, sources, module_count);
    for (size_t i = 0; i < launch_count; i++) {
        for (size_t k = 0; k < launches[i].block_count; k++) {
            need_list(copies, sources, &launches[i].blocks[k]);
        }
    }
    write_head(out, sources, module_count, used);
    if (!fuse_copies_write(out, copies, module_count, why)) {
        return false;
    }
    fwrite(entries, 1, size, out);
    return true;
}

const char *fuse_text(arena *a, fuse_module *modules, size_t module_count, fuse_launch *launches,
                      size_t launch_count, const char **why)
{
    stream text;
    size_t size;

    if (!write_module(a, stream_open(&text), modules, module_count, launches, launch_count, why)) {
        stream_close(&text);
        free(text.bytes);
        return NULL;
    }
    return stream_take(&text, a, &size);
}

const char *fuse_refusal(arena *a, fuse_module *modules, const fuse_item *what, uint32_t threads)
{
    return fuse_refuse(a, fuse_read(a, &modules[what->module]), what, threads);
}
