/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "emit.h"

#include <locale.h>
#include <string.h>

#include "emit_internal.h"

void emit_template(FILE *file, const emit *e, const char *name, const tmpl_word *words, size_t word_count,
                   const tmpl_slot *slots, size_t slot_count)
{
    const tmpl_word common[] = {
        {"PROGRAM", e->program}, {"PREFIX", e->prefix}, {"VERSION", e->in->version}, {"SPEC", e->spec}};
    const tmpl *t = tmpl_find(name);
    tmpl_word *all = ARENA_ARRAY(e->memory, tmpl_word, word_count + 4);
    size_t count = 0;

    for (size_t i = 0; i < 4; i++)
        if (strstr(t->text, arena_printf(e->memory, "@%s@", common[i].word)) != NULL)
            all[count++] = common[i];
    for (size_t i = 0; i < word_count; i++)
        all[count++] = words[i];
    tmpl_write(file, t, all, count, slots, slot_count, e);
}

bool emit_is_setup(const plan_graph *g)
{
    return g->kind == GRAPH_SETUP;
}

char *emit_node_name(const emit *e, const plan_graph *g, uint32_t node)
{
    const char *name = g->nodes[node].name;

    if (strcmp(g->name, "main") == 0)
        return arena_printf(e->memory, "%s_NODE_%s", e->prefix, name);
    return arena_printf(e->memory, "%s_%s_NODE_%s", e->prefix, emit_upper(e->memory, g->name), name);
}

char *emit_device_address(const emit *e, uint32_t buffer, uint64_t first)
{
    const char *name = e->m->buffers[buffer].name;
    const char *arena_index = e->p->separate ? arena_printf(e->memory, "%s_ARENA_%s", e->prefix, name) : "0";
    char *address = arena_printf(e->memory, "p->device[%s] + %s_AT_%s", arena_index, e->prefix, name);

    return first == 0 ? address : arena_printf(e->memory, "%s + %lluu", address, (unsigned long long)first);
}

/* One allocation for a list of names: quadratic appending would show with thousands of members. */
typedef struct {
    char *text;
    size_t length, capacity;
} name_list;

static void list_add(arena *a, name_list *list, const char *name)
{
    size_t length = strlen(name);

    if (list->length + length + 3 > list->capacity) {
        size_t capacity = 2 * list->capacity + length + 64;
        char *text = arena_alloc(a, capacity);

        if (list->length > 0)
            memcpy(text, list->text, list->length);
        list->text = text;
        list->capacity = capacity;
    }
    if (list->length > 0) {
        memcpy(list->text + list->length, ", ", 2);
        list->length += 2;
    }
    memcpy(list->text + list->length, name, length + 1);
    list->length += length;
}

char *emit_member_list(const emit *e, const plan_run *run)
{
    name_list list = {NULL, 0, 0};

    for (size_t i = 0; i < run->member_count; i++)
        list_add(e->memory, &list, e->m->buffers[run->members[i]].name);
    return list.text;
}

char *emit_node_list(const emit *e, const plan_graph *g, const uint32_t *nodes, size_t count)
{
    name_list list = {NULL, 0, 0};

    if (count == 0)
        list_add(e->memory, &list, "-");
    for (size_t i = 0; i < count; i++)
        list_add(e->memory, &list, g->nodes[nodes[i]].name);
    return list.text;
}

uint64_t emit_device_bytes(const plan *p)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < p->arena_count; i++)
        bytes += p->arenas[i].bytes;
    return bytes;
}

bool emit_has_pinned(const plan *p)
{
    return p->run_count > 0;
}

bool emit_is_accessible(const model_buffer *b)
{
    return b->role == ROLE_INPUT || b->role == ROLE_OUTPUT || b->role == ROLE_INOUT || b->content == CONTENT_APP;
}

bool emit_is_uploaded(const emit *e, uint32_t buffer)
{
    return e->m->buffers[buffer].size > 0 && e->p->places[buffer].upload_offset != UINT64_MAX;
}

bool emit_is_downloaded(const emit *e, uint32_t buffer)
{
    return e->m->buffers[buffer].size > 0 && e->p->places[buffer].download_offset != UINT64_MAX;
}

bool emit_has_settings(const model *m)
{
    for (size_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].role == ROLE_SETTING)
            return true;
    return false;
}

bool emit_has_content(const model_buffer *b)
{
    return b->content != CONTENT_NONE && b->role != ROLE_SETTING && b->size > 0;
}

static void fill_context(emit *e, const emit_input *in)
{
    e->in = in;
    e->memory = in->memory;
    e->m = in->m;
    e->i = in->i;
    e->p = in->p;
    e->program = in->m->program;
    e->prefix = emit_upper(in->memory, in->m->program);
    e->spec = emit_prose(in->memory, in->m->spec_name);
    e->first_node = ARENA_ARRAY(in->memory, uint32_t, in->p->graph_count + 1);
    for (size_t i = 0; i < in->p->graph_count; i++) {
        e->first_node[i] = e->node_count;
        e->node_count += (uint32_t)in->p->graphs[i].node_count;
    }
    e->app_data = ARENA_ARRAY(in->memory, uint32_t, in->m->buffer_count + 1);
    for (size_t i = 0; i < in->m->buffer_count; i++)
        if (in->m->buffers[i].content == CONTENT_APP)
            e->app_data[e->app_count++] = (uint32_t)i;
}

static void write_kernels_header(FILE *file, const emit *e)
{
    fputs(e->i->kernels_header, file);
}

typedef struct {
    const char *suffix;
    unsigned extra; /* of emit_extra; 0: always made */
    void (*write)(FILE *file, const emit *e);
} output;

static const output outputs[] = {
    {".h", 0, emit_header},
    {".c", 0, emit_source},
    {"_image.c", 0, emit_image},
    {"_kernels.h", 0, write_kernels_header},
    {"_main.c", EMIT_MAIN, emit_main},
    {"_sim.cpp", EMIT_SIM, emit_sim},
    {".dot", EMIT_DOT, emit_dot},
    {".map", EMIT_MAP, emit_map},
};

#define OUTPUT_COUNT (sizeof outputs / sizeof *outputs)
#define DEPFILE_SUFFIX ".d" /* the last, for it names the others */

static bool is_made(const output *o, unsigned extras)
{
    return o->extra == 0 || (extras & o->extra) != 0;
}

static FILE *new_file(const emit *e, out *o, const char *suffix)
{
    return out_file(o, arena_printf(e->memory, "%s%s", e->program, suffix));
}

static void emit_all(const emit *e, out *o, unsigned extras)
{
    size_t output_count;

    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras))
            outputs[i].write(new_file(e, o, outputs[i].suffix), e);
    if ((extras & EMIT_DEPFILE) != 0) {
        const char *const *names = out_names(o, &output_count);
        /* The list may move when the depfile joins it. */
        const char **copy = ARENA_ARRAY(e->memory, const char *, output_count);
        memcpy(copy, names, output_count * sizeof *copy);
        emit_depfile(new_file(e, o, DEPFILE_SUFFIX), e, copy, output_count);
    }
}

static void list_one(FILE *stream, const model *m, const char *folder, const char *suffix)
{
    size_t length = strlen(folder);

    if (length > 0 && strcmp(folder, ".") != 0)
        fprintf(stream, "%s%s", folder, folder[length - 1] == '/' ? "" : "/");
    fprintf(stream, "%s%s\n", m->program, suffix);
}

void emit_list(FILE *stream, const model *m, const char *folder, unsigned extras)
{
    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras))
            list_one(stream, m, folder, outputs[i].suffix);
    if ((extras & EMIT_DEPFILE) != 0)
        list_one(stream, m, folder, DEPFILE_SUFFIX);
}

void emit_files(const emit_input *in, out *o, unsigned extras)
{
    /* Numbers are written with a point in every locale. */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    emit *e = ARENA_NEW(in->memory, emit);

    fill_context(e, in);
    emit_all(e, o, extras);
    uselocale(before);
    if (plain != (locale_t)0)
        freelocale(plain);
}
