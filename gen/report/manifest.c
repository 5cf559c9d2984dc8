/* SPDX-License-Identifier: MIT */
#include "report/manifest_parts.h"

#include <string.h>

#include "base/sha256.h"
#include "image/occupancy.h"
#include "spec/builtin.h"

static void hash(json *j, const char *key, const void *bytes, size_t size)
{
    char hex[SHA256_HEX];

    if (bytes == NULL) {
        json_null(j, key);
        return;
    }
    sha256_hex(bytes, size, hex);
    json_text(j, key, hex);
}

/* ---- what it is made from ---- */

static void write_spec(json *j, const emit *e)
{
    size_t size;
    const char *bytes = diag_source_bytes(e->in->sources, e->m->at.source, &size);

    json_object(j, "spec", true);
    json_text(j, "file", e->m->spec_name);
    hash(j, "sha256", bytes, size);
    json_close(j);
    json_list(j, "defines", false);
    for (size_t i = 0; i < e->m->define_count; i++) {
        const model_define *d = &e->m->defines[i];
        json_object(j, NULL, true);
        json_text(j, "name", d->name);
        if (d->is_float)
            json_text(j, "value", emit_real(e->memory, d->real));
        else
            json_signed(j, "value", d->value);
        json_close(j);
    }
    json_close(j);
}

static void write_builtins(json *j, const image_module *m)
{
    if (m->builtin_count == 0)
        return;
    json_list(j, "builtin", false);
    for (size_t i = 0; i < m->builtin_count; i++) {
        const char *text = builtin_text(m->builtins[i]);
        json_object(j, NULL, true);
        json_text(j, "file", m->builtins[i]);
        json_number(j, "bytes", strlen(text));
        hash(j, "sha256", text, strlen(text));
        json_close(j);
    }
    json_close(j);
}

static void write_modules(json *j, const emit *e)
{
    json_list(j, "modules", false);
    for (size_t i = 0; i < e->i->module_count; i++) {
        const image_module *m = &e->i->modules[i];
        json_object(j, NULL, false);
        if (m->builtin)
            json_null(j, "file");
        else
            json_text(j, "file", m->file);
        hash(j, "sha256", m->bytes, m->size);
        write_builtins(j, m);
        json_list(j, "images", false);
        for (size_t b = 0; b < m->blob_count; b++) {
            const image_blob *blob = &m->blobs[b];
            json_object(j, NULL, true);
            json_text(j, "target", blob->target);
            json_text(j, "format", blob->kind == IMAGE_CUBIN ? "cubin" : "ptx");
            json_number(j, "bytes", blob->size);
            hash(j, "sha256", blob->bytes, blob->size);
            json_close(j);
        }
        json_close(j);
        json_close(j);
    }
    json_close(j);
}

/* ---- what kernels take ---- */

typedef struct {
    uint32_t block[3], shared_bytes;
    uint64_t together; /* blocks of the largest grid, where all of them are on the device at once; else 0 */
} launch;

/* The different launches of each kernel, in the order of the plan. */
typedef struct {
    launch *items;
    size_t count, capacity;
} launches;

static launch *find_launch(const launches *of, const plan_node *n)
{
    for (size_t i = 0; i < of->count; i++)
        if (memcmp(of->items[i].block, n->block, sizeof n->block) == 0 && of->items[i].shared_bytes == n->shared_bytes)
            return &of->items[i];
    return NULL;
}

/* Of the largest grid that settings may lead to; 0 unless the kernel is cooperative. */
static uint64_t blocks_together(const emit *e, const plan_node *n)
{
    uint64_t blocks = e->m->kernels[n->kernel].cooperative;

    for (size_t i = 0; i < 3; i++)
        blocks *= n->grid_varies[i] != NULL ? (uint64_t)n->grid_varies[i]->high : n->grid[i];
    return blocks;
}

static void add_launches(const emit *e, const plan_graph *g, launches *all)
{
    for (size_t i = 0; i < g->node_count; i++) {
        const plan_node *n = &g->nodes[i];
        launches *of = plan_is_launch(e->p, n) ? &all[n->kernel] : NULL;
        launch *known = of != NULL ? find_launch(of, n) : NULL;
        uint64_t together = of != NULL ? blocks_together(e, n) : 0;
        if (known != NULL && together > known->together)
            known->together = together;
        if (of == NULL || known != NULL)
            continue;
        of->items = arena_grow(e->memory, of->items, of->count, &of->capacity, sizeof *of->items);
        of->items[of->count++] = (launch){{n->block[0], n->block[1], n->block[2]}, n->shared_bytes, together};
    }
}

static launches *find_launches(const emit *e)
{
    launches *all = ARENA_ARRAY(e->memory, launches, e->m->kernel_count + 1);

    for (size_t g = 0; g < e->p->graph_count; g++)
        add_launches(e, &e->p->graphs[g], all);
    for (size_t b = 0; b < e->p->body_count; b++)
        add_launches(e, &e->p->bodies[b], all);
    return all;
}

static void write_launch(json *j, const launch *l, const image_use *use, unsigned capability)
{
    occupancy_use taken = {l->block[0] * l->block[1] * l->block[2], use->registers,
                           (uint64_t)use->static_shared + l->shared_bytes};
    occupancy_result found;
    bool known = use->known && use->registers > 0 && occupancy_find(capability, &taken, &found);

    json_object(j, NULL, true);
    json_list(j, "block", true);
    for (size_t axis = 0; axis < 3; axis++)
        json_number(j, NULL, l->block[axis]);
    json_close(j);
    json_number(j, "shared_bytes", l->shared_bytes);
    if (known) {
        json_number(j, "blocks", found.blocks);
        json_number(j, "warps", found.warps);
        json_number(j, "most_warps", found.most_warps);
        json_text(j, "limit", found.limit);
        if (l->together > 0 && found.blocks > 0)
            json_number(j, "multiprocessors", (l->together + found.blocks - 1) / found.blocks);
    } else {
        json_null(j, "blocks");
        json_null(j, "warps");
        json_null(j, "most_warps");
        json_null(j, "limit");
    }
    json_close(j);
}

static void number_if(json *j, const char *key, bool known, uint64_t number)
{
    if (known)
        json_number(j, key, number);
    else
        json_null(j, key);
}

static void write_target(json *j, const emit *e, size_t kernel, size_t target, const launches *of)
{
    const model_target *t = &e->m->targets[target];
    const image_use *use = &e->i->uses[kernel * e->m->target_count + target];

    json_object(j, NULL, false);
    json_text(j, "target", t->name);
    json_bool(j, "known", use->known);
    number_if(j, "registers", use->known && use->registers > 0, use->registers);
    number_if(j, "stack_bytes", use->known, use->stack);
    number_if(j, "static_shared_bytes", use->known, use->static_shared);
    number_if(j, "spill_store_bytes", use->spills_known, use->spill_stores);
    number_if(j, "spill_load_bytes", use->spills_known, use->spill_loads);
    json_list(j, "launches", false);
    for (size_t i = 0; i < of->count; i++)
        write_launch(j, &of->items[i], use, t->capability);
    json_close(j);
    json_close(j);
}

static void write_kernels(json *j, const emit *e)
{
    const launches *all = find_launches(e);

    json_list(j, "kernels", false);
    for (size_t i = 0; i < e->m->kernel_count; i++) {
        const model_kernel *k = &e->m->kernels[i];
        json_object(j, NULL, false);
        json_text(j, "name", k->name);
        json_text(j, "entry", k->entry);
        json_number(j, "module", e->i->module_of[i]);
        json_list(j, "targets", false);
        for (size_t t = 0; t < e->m->target_count; t++)
            write_target(j, e, i, t, &all[i]);
        json_close(j);
        json_close(j);
    }
    json_close(j);
}

/* ---- what was written ---- */

static void write_outputs(json *j, const emit *e)
{
    size_t count;
    const char *const *names = out_names(e->files, &count);

    json_list(j, "outputs", false);
    /* The last one is the manifest. */
    for (size_t i = 0; i + 1 < count; i++) {
        size_t size;
        const char *bytes = out_bytes(e->files, i, &size);
        json_object(j, NULL, true);
        json_text(j, "file", names[i]);
        json_number(j, "bytes", size);
        hash(j, "sha256", bytes, size);
        json_close(j);
    }
    json_close(j);
}

void manifest_write(FILE *file, const emit *e)
{
    json j;

    json_begin(&j, file);
    json_number(&j, "version", 1);
    json_text(&j, "generator", arena_printf(e->memory, "vggen %s", e->in->version));
    json_text(&j, "program", e->program);
    json_text(&j, "layout", e->p->separate ? "separate" : "shared");
    json_number(&j, "lanes", e->m->lanes);
    write_spec(&j, e);
    write_modules(&j, e);
    write_kernels(&j, e);
    manifest_memories(&j, e);
    manifest_graphs(&j, e);
    write_outputs(&j, e);
    json_finish(&j);
}
