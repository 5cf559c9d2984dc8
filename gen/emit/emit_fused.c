/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fused launches: their parts as nodes of their own, which only step mode adds, and what NAME.c has of them. */
#include <string.h>

#include "emit/parts.h"

/* ---- parts as nodes ---- */

static size_t count_parts(const plan_fused_list *lists, size_t list_count)
{
    size_t count = 0;

    for (size_t i = 0; i < list_count; i++)
        for (size_t k = 0; k < lists[i].part_count; k++) {
            const plan_part *part = &lists[i].parts[k];
            count += 1 + count_parts(part->bodies, lists[i].of->nodes[part->node].body_count);
        }
    return count;
}

/* A graph of parts that is being made. */
typedef struct {
    emit *e;
    plan_graph *plan;
    emit_graph *made;
    const char *prefix; /* of the nodes' names in C */
} part_graph;

/* Step mode has no use for edges: it waits for each. */
static plan_node without_edges(const plan_node *n)
{
    plan_node copy = *n;

    copy.after_count = copy.before_count = copy.ordered_count = 0;
    copy.programmatic = NULL;
    copy.overlaps = NULL;
    return copy;
}

static void add_list(part_graph *to, const plan_fused_list *list, uint32_t block, uint32_t depth);

static void add_part(part_graph *to, const plan_fused_list *list, const plan_part *part, uint32_t block,
                     uint32_t depth)
{
    emit *e = to->e;
    uint32_t number = (uint32_t)to->plan->node_count++;
    plan_node *node = &to->plan->nodes[number];
    emit_node *n = &to->made->nodes[number];

    *node = without_edges(&list->of->nodes[part->node]);
    emit_describe_node(e, &e->m->graphs[to->plan->graph], n, node);
    n->number = n->slot = number;
    n->slots = 1;
    n->setter = n->above = MODEL_NONE;
    n->part = part;
    n->block = block;
    n->depth = depth;
    if (depth > 0) /* names of bodies may be those of the graph */
        n->name = arena_printf(e->memory, "%s_%s", list->of->name, node->name);
    n->ordinal = arena_printf(e->memory, "%s_PART_%s", to->prefix, n->name);
    to->made->patched = to->made->patched || n->patched;
    for (size_t i = 0; i < node->body_count; i++)
        add_list(to, &part->bodies[i], block, depth + 1);
}

static void add_list(part_graph *to, const plan_fused_list *list, uint32_t block, uint32_t depth)
{
    for (size_t i = 0; i < list->part_count; i++)
        add_part(to, list, &list->parts[i], block, depth);
}

static const char *prefix_of(const emit *e, const plan_graph *g)
{
    return strcmp(g->name, "main") == 0 ? e->prefix
                                        : arena_printf(e->memory, "%s_%s", e->prefix, emit_upper(e->memory, g->name));
}

static emit_graph *make_parts(emit *e, const emit_graph *g, const emit_node *fused)
{
    const plan_node *n = fused->plan;
    size_t count = count_parts(n->blocks, n->block_count);
    part_graph to = {e, ARENA_NEW(e->memory, plan_graph), ARENA_NEW(e->memory, emit_graph), prefix_of(e, g->plan)};

    *to.plan = *g->plan;
    to.plan->name = arena_printf(e->memory, "parts_%s_%s", g->plan->name, fused->name);
    to.plan->nodes = ARENA_ARRAY(e->memory, plan_node, count + 1);
    to.plan->node_count = 0;
    to.made->plan = to.plan;
    to.made->index = g->index;
    to.made->ordinal = g->ordinal;
    to.made->fused = fused;
    to.made->nodes = ARENA_ARRAY(e->memory, emit_node, count + 1);
    for (size_t i = 0; i < n->block_count; i++)
        add_list(&to, &n->blocks[i], (uint32_t)i, 0);
    to.made->slots = (uint32_t)count;
    return to.made;
}

/* ---- which of them step mode runs ---- */

/* Where something else keeps it from stepping through the graph, nobody needs the parts as nodes. */
static bool is_stepped(const emit *e, const emit_graph *g)
{
    if (g->is_body || emit_is_setup(g->plan))
        return false;
    for (size_t i = 0; i < e->order_count; i++)
        if (e->order[i]->plan->graph == g->plan->graph &&
            (e->order[i]->conditional || e->order[i]->sized || e->order[i]->looping))
            return false;
    return true;
}

static void number_parts(emit *e, emit_graph *parts)
{
    parts->first_node = e->slot_count;
    e->slot_count += parts->slots;
    e->parts[e->part_count++] = parts;
    for (size_t i = 0; i < parts->plan->node_count; i++)
        e->any_toggled = e->any_toggled || parts->nodes[i].toggled;
}

static void find_parts(emit *e, emit_graph *g)
{
    for (size_t k = 0; k < g->plan->node_count; k++) {
        if (g->nodes[k].plan->kind != PLAN_FUSED)
            continue;
        g->nodes[k].parts = make_parts(e, g, &g->nodes[k]);
        g->looping = g->looping || !emit_can_step(e, g->nodes[k].parts);
    }
}

void emit_describe_parts(emit *e)
{
    e->parts = ARENA_ARRAY(e->memory, const emit_graph *, e->node_count + 1);
    for (size_t i = 0; i < e->order_count; i++)
        find_parts(e, &e->graphs[e->order[i]->index]);
    for (size_t i = 0; i < e->order_count; i++)
        for (size_t k = 0; is_stepped(e, e->order[i]) && k < e->order[i]->plan->node_count; k++)
            if (e->order[i]->nodes[k].parts != NULL)
                number_parts(e, e->order[i]->nodes[k].parts);
}

/* ---- what is known of them ---- */

bool emit_writes_word(const emit_node *n)
{
    if (n->plan->kind == PLAN_END)
        return true;
    for (size_t i = 0; n->parts != NULL && i < n->parts->plan->node_count; i++)
        if (n->parts->plan->nodes[i].kind == PLAN_END)
            return true;
    return false;
}

emit_traffic emit_fused_traffic(const emit *e, const emit_node *fused)
{
    emit_traffic sum = {{0, 0}, {0, 0}};

    for (size_t i = 0; i < fused->parts->plan->node_count; i++) {
        const emit_node *n = &fused->parts->nodes[i];
        emit_traffic t;

        if (n->depth > 0 || n->toggled) /* what it is in has all of it; it is counted apart */
            continue;
        t = emit_node_traffic(e, n);
        for (int way = 0; way < 2; way++) {
            sum.count[way] += t.count[way];
            sum.bytes[way] += t.bytes[way];
        }
    }
    return sum;
}

/* ---- in comments ---- */

/* "while running is not 0, at most 64 passes:" and the like, and nothing of graphs that are none here. */
static const char *control_text(const emit *e, const emit_node *n)
{
    const char *condition = e->m->buffers[n->plan->condition].name;
    const char *flag = n->step != NULL && n->step->flag_name != NULL ? n->step->flag_name : condition;

    switch (n->plan->control) {
    case STEP_WHILE:
        if (n->step != NULL && n->step->count.root != NULL)
            return arena_printf(e->memory, "while %s is not 0, at most %lld passes:", flag,
                                (long long)n->step->count.value);
        return arena_printf(e->memory, "while %s is not 0:", flag);
    case STEP_SWITCH:
        return arena_printf(e->memory, "by %s:", flag);
    default:
        return arena_printf(e->memory, "if %s is not 0:", flag);
    }
}

static const char *part_text(const emit *e, const emit_node *n)
{
    const char *place = n->line != 0 ? arena_printf(e->memory, "%s:%u: ", e->spec, n->line) : "";

    if (n->plan->kind == PLAN_CONDITIONAL)
        return arena_printf(e->memory, "%s%s", place, control_text(e, n));
    return arena_printf(e->memory, "%s%s%s", place, emit_action_text(e, n),
                        n->part->apart ? ", beside the one before" : "");
}

static void list_lines(const emit_block *b, const plan_fused_list *list, size_t *next, const char *indent)
{
    const emit *e = b->e;

    for (size_t i = 0; i < list->part_count; i++) {
        const emit_node *n = &b->n->parts->nodes[(*next)++];

        emit_wrapped(b->file, indent, arena_printf(e->memory, "%s    ", indent), part_text(e, n));
        fputc('\n', b->file);
        for (size_t k = 0; k < n->plan->body_count; k++) {
            const char *inner = arena_printf(e->memory, "%s  ", indent);

            if (n->plan->control == STEP_SWITCH)
                fprintf(b->file, "%s%zu:\n", indent, k);
            else if (k > 0)
                fprintf(b->file, "%selse:\n", indent);
            list_lines(b, &list->parts[i].bodies[k], next, inner);
        }
    }
}

void emit_fused_lines(const emit_block *b)
{
    const plan_node *n = b->n->plan;
    size_t next = 0;

    for (size_t i = 0; i < n->block_count; i++) {
        if (n->block_count > 1)
            fprintf(b->file, "     *   block %zu:\n", i);
        list_lines(b, &n->blocks[i], &next, n->block_count > 1 ? "     *     " : "     *   ");
    }
}

const char *emit_fused_text(const emit *e, const emit_node *n)
{
    unsigned long threads = n->threads, blocks = (unsigned long)n->plan->block_count;

    if (blocks > 1)
        return arena_printf(e->memory, "one launch of %lu blocks of %lu threads. Each block does, one after the other:",
                            blocks, threads);
    return arena_printf(e->memory, "one launch of %lu threads, which does, one after the other:", threads);
}

/* ---- NAME.c ---- */

static const char *table_name(const emit *e)
{
    return emit_private(e, "fused");
}

void emit_fused_enums(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->part_count; i++) {
        const emit_graph *parts = e->parts[i];

        fprintf(file, "\n/* Parts of %s in graph \"%s\", which are nodes of their own only in step mode. */\nenum {\n",
                parts->fused->name, e->graphs[parts->index].plan->name);
        for (size_t n = 0; n < parts->plan->node_count; n++) {
            fprintf(file, "    %s", parts->nodes[n].ordinal);
            if (n == 0)
                fprintf(file, " = %lu", (unsigned long)parts->first_node);
            fputs(",\n", file);
        }
        fputs("};\n", file);
    }
}

void emit_fused_table(FILE *file, const emit *e)
{
    if (e->part_count == 0)
        return;
    emit_stepped(file, e);
    fprintf(file,
            "/* Fused launches for step mode: the node, its first part, how many there are, what adds and what runs "
            "these. */\n"
            "static const vg_fused %s[] = {\n",
            table_name(e));
    for (size_t i = 0; i < e->part_count; i++)
        fprintf(file, "    {%s, %luu, %luu, %s, %s},\n", e->parts[i]->fused->ordinal,
                (unsigned long)e->parts[i]->first_node, (unsigned long)e->parts[i]->slots,
                emit_build_name(e, e->parts[i]), emit_stepped_name(e, e->parts[i]));
    fputs("};\n\n", file);
}

const char *emit_step_call(const emit *e, size_t graph)
{
    return arena_printf(e->memory, "%s(&%s->rt, %s)", e->part_count > 0 ? "vg_step_apart" : "vg_step", e->own,
                        e->graphs[graph].ordinal);
}

void emit_fused_storage(FILE *file, const emit *e, const char *indent)
{
    if (e->part_count > 0)
        fprintf(file, "%sstorage.fused = %s;\n%sstorage.fused_count = %zuu;\n", indent, table_name(e), indent,
                e->part_count);
}
