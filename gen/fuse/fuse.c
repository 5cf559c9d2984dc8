/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The order of the stage. What the machine code or the assembler refuses is left out, and all is looked at again. */
#include "fuse/fuse.h"

#include <string.h>

#include "fuse/fuse_parts.h"

#define MOST_SPILLED 64u /* bytes of a thread's registers, which cost less than a node */
#define MOST_STACK 1024u /* bytes of local memory that a context keeps for each thread without being asked */

/* ---- graphs as they are ---- */

static plan_graph copy_graph(arena *a, const plan_graph *from, uint32_t first_body)
{
    plan_graph g = *from;

    g.nodes = ARENA_ARRAY(a, plan_node, from->node_count);
    for (size_t n = 0; n < from->node_count; n++) {
        g.nodes[n] = from->nodes[n];
        if (g.nodes[n].kind == PLAN_CONDITIONAL)
            g.nodes[n].first_body -= first_body;
    }
    return g;
}

static plan_plain copy_plain(arena *a, const plan *p, size_t graph)
{
    plan_plain plain = {ARENA_NEW(a, plan_graph), NULL, 0};
    uint32_t first = 0;

    while (first < p->body_count && p->bodies[first].graph != graph)
        first++;
    while (first + plain.body_count < p->body_count && p->bodies[first + plain.body_count].graph == graph)
        plain.body_count++;
    *plain.graph = copy_graph(a, &p->graphs[graph], first);
    plain.bodies = ARENA_ARRAY(a, plan_graph, plain.body_count);
    for (size_t b = 0; b < plain.body_count; b++) {
        plain.bodies[b] = copy_graph(a, &p->bodies[first + b], first);
        if (plain.bodies[b].holder != MODEL_NONE)
            plain.bodies[b].holder -= first;
    }
    return plain;
}

static fuse_sight look_at(fuser *f, const fuse_graph *from, const plan_graph *g)
{
    fuse_sight s = {.root = from->plain.graph, .g = g, .bodies = from->plain.bodies};

    s.why = ARENA_ARRAY(f->memory, const char *, g->node_count + 1);
    s.lonely = ARENA_ARRAY(f->memory, const char *, g->node_count + 1);
    s.run = ARENA_ARRAY(f->scratch, uint32_t, g->node_count + 1);
    for (size_t n = 0; n < g->node_count; n++)
        s.why[n] = fuse_node_reason(f, &s, &g->nodes[n], 0);
    return s;
}

static fuse_graph *look_at_graphs(fuser *f)
{
    fuse_graph *graphs = ARENA_ARRAY(f->scratch, fuse_graph, f->p->graph_count);

    for (size_t g = 0; g < f->p->graph_count; g++) {
        fuse_graph *to = &graphs[g];
        if (f->p->graphs[g].kind != GRAPH_REPLAY || f->p->graphs[g].edge_limit != 0)
            continue;
        to->plain = copy_plain(f->memory, f->p, g);
        to->sights = ARENA_ARRAY(f->scratch, fuse_sight, 1 + to->plain.body_count);
        to->sights[0] = look_at(f, to, to->plain.graph);
        for (size_t b = 0; b < to->plain.body_count; b++)
            to->sights[1 + b] = look_at(f, to, &to->plain.bodies[b]);
    }
    return graphs;
}

/* ---- runs ---- */

/* Whether a body is in a loop or choice that is in a run. */
static bool is_in_run(const fuse_graph *g, uint32_t body)
{
    for (; body != MODEL_NONE; body = g->plain.bodies[body].holder) {
        const plan_graph *b = &g->plain.bodies[body];
        if (g->sights[b->holder == MODEL_NONE ? 0 : 1 + b->holder].run[b->holder_node] != 0)
            return true;
    }
    return false;
}

static void find_all(fuser *f, fuse_graph *graphs, fuse_runs *runs)
{
    runs->count = 0;
    for (size_t g = 0; g < f->p->graph_count; g++) {
        if (graphs[g].sights == NULL)
            continue;
        fuse_find_runs(f, &graphs[g].sights[0], runs);
        for (uint32_t b = 0; b < graphs[g].plain.body_count; b++) {
            fuse_sight *s = &graphs[g].sights[1 + b];
            memset(s->run, 0, s->g->node_count * sizeof *s->run);
            if (!is_in_run(&graphs[g], b))
                fuse_find_runs(f, s, runs);
        }
    }
}

static bool has_node(const plan_graph *g, const char *name)
{
    for (size_t n = 0; n < g->node_count; n++)
        if (strcmp(g->nodes[n].name, name) == 0)
            return true;
    return false;
}

/* By a node of the graph or of its bodies, by a step that has none, or by a run before this one. */
static bool is_node_name(const fuser *f, const fuse_runs *runs, const fuse_run *run, const char *name)
{
    const model_graph *from = &f->m->graphs[run->in->g->graph];
    bool taken = false;

    for (size_t i = 0; i < from->step_count; i++)
        taken = taken || (from->steps[i].name != NULL && strcmp(from->steps[i].name, name) == 0);
    for (size_t i = 0; i < f->p->graph_count + f->p->body_count && !taken; i++) {
        const plan_graph *g = i < f->p->graph_count ? &f->p->graphs[i] : &f->p->bodies[i - f->p->graph_count];
        taken = g->graph == run->in->g->graph && has_node(g, name);
    }
    for (const fuse_run *other = runs->items; other < run && !taken; other++)
        taken = other->in->g->graph == run->in->g->graph && strcmp(other->node.name, name) == 0;
    return taken;
}

static bool is_kernel_name(const fuser *f, const fuse_runs *runs, const fuse_run *run, const char *name)
{
    bool taken = false;

    for (size_t k = 0; k < f->p->kernel_count; k++)
        taken = taken || strcmp(f->p->kernels[k]->name, name) == 0;
    for (const fuse_run *other = runs->items; other < run && !taken; other++)
        taken = strcmp(other->kernel->name, name) == 0;
    return taken;
}

static const char *numbered(arena *a, const char *base, size_t number)
{
    return number == 1 ? base : arena_printf(a, "%s_%zu", base, number);
}

static void make_run(fuser *f, const fuse_runs *runs, fuse_run *run)
{
    const char *base = arena_printf(f->memory, "fused_%s", run->in->g->name);
    size_t in_graph = 1, in_body = 1;
    const char *name, *kernel;

    for (const fuse_run *other = runs->items; other < run; other++) {
        in_graph += other->in->g->graph == run->in->g->graph ? 1 : 0;
        in_body += other->in == run->in ? 1 : 0;
    }
    name = numbered(f->memory, "fused", in_graph);
    while (is_node_name(f, runs, run, name))
        name = numbered(f->memory, "fused", ++in_graph);
    kernel = numbered(f->memory, base, in_body);
    while (is_kernel_name(f, runs, run, kernel))
        kernel = numbered(f->memory, base, ++in_body);
    fuse_make_launch(f, run, name, kernel);
    fuse_make_list(f, run);
}

/* Its nodes can be no parts any more; of a loop or choice, only that one. */
static void give_up(fuse_run *run, const char *why)
{
    bool control = false;

    for (size_t i = 0; i < run->count; i++) {
        uint32_t n = run->nodes[i];
        if (run->in->g->nodes[n].kind != PLAN_CONDITIONAL)
            continue;
        run->in->why[n] = why;
        control = true;
    }
    for (size_t i = 0; i < run->count && !control; i++)
        if (!fuse_is_silent(&run->in->g->nodes[run->nodes[i]]))
            run->in->why[run->nodes[i]] = why;
    run->refused = why;
}

static const char *text_refusal(fuser *f, fuse_run *run)
{
    for (size_t t = 0; t < f->m->target_count; t++) {
        const char *why = NULL;
        if (fuse_text(f->scratch, f->modules[t], f->i->module_count, &run->launch, 1, &why) == NULL)
            return why != NULL ? why : "the machine code cannot be put together";
    }
    return NULL;
}

/* Until each run that is found has a text for each target. */
static void find_writable(fuser *f, fuse_graph *graphs, fuse_runs *runs)
{
    bool again = true;

    while (again) {
        again = false;
        find_all(f, graphs, runs);
        for (size_t i = 0; i < runs->count; i++) {
            const char *why;
            make_run(f, runs, &runs->items[i]);
            why = text_refusal(f, &runs->items[i]);
            if (why == NULL)
                continue;
            give_up(&runs->items[i], why);
            again = true;
        }
    }
}

/* ---- the image ---- */

/* The plan's kernels, then those of the runs. */
static const model_kernel **all_kernels(fuser *f, const fuse_runs *runs)
{
    const model_kernel **all = ARENA_ARRAY(f->memory, const model_kernel *, f->p->kernel_count + runs->count);

    memcpy(all, f->p->kernels, f->p->kernel_count * sizeof(const model_kernel *));
    for (size_t r = 0; r < runs->count; r++) {
        fuse_run *run = &runs->items[r];
        run->kernel->shared_bytes = run->node.shared_bytes = run->launch.dynamic_shared;
        run->node.kernel = (uint32_t)(f->p->kernel_count + r);
        all[run->node.kernel] = run->kernel;
    }
    return all;
}

/* The text with all launches of each target. */
static const char **all_texts(fuser *f, fuse_runs *runs)
{
    const char **texts = ARENA_ARRAY(f->memory, const char *, f->m->target_count);
    fuse_launch *launches = ARENA_ARRAY(f->scratch, fuse_launch, runs->count);
    uint32_t *most = ARENA_ARRAY(f->scratch, uint32_t, runs->count);

    for (size_t t = 0; t < f->m->target_count; t++) {
        const char *why = NULL;
        for (size_t r = 0; r < runs->count; r++)
            launches[r] = runs->items[r].launch;
        texts[t] = fuse_text(f->memory, f->modules[t], f->i->module_count, launches, runs->count, &why);
        for (size_t r = 0; r < runs->count; r++)
            most[r] = launches[r].dynamic_shared > most[r] ? launches[r].dynamic_shared : most[r];
    }
    for (size_t r = 0; r < runs->count; r++)
        runs->items[r].launch.dynamic_shared = most[r];
    return texts;
}

/* The local memory of a thread that the nodes have: each part's lies beside the others'. */
static uint32_t whole_stack(const fuser *f, const fuse_sight *s, const plan_graph *g, const uint32_t *nodes,
                            size_t count, size_t target)
{
    uint32_t whole = 0;

    for (size_t i = 0; i < count; i++) {
        const plan_node *n = &g->nodes[nodes != NULL ? nodes[i] : i];
        uint32_t own = 0;
        if (n->kind == PLAN_CONDITIONAL)
            for (size_t b = 0; b < n->body_count; b++) {
                const plan_graph *body = &s->bodies[n->first_body + b];
                own += whole_stack(f, s, body, NULL, body->node_count, target);
            }
        else if (plan_is_launch(f->p, n))
            own = f->i->uses[n->kernel * f->m->target_count + target].stack;
        whole += own;
    }
    return whole;
}

/* Whether the assembler gave the launch memory for registers that its parts do not need. */
static bool spills(const fuser *f, const fuse_run *run)
{
    for (size_t t = 0; t < f->m->target_count; t++) {
        const image_use *use = &f->i->uses[run->node.kernel * f->m->target_count + t];
        uint32_t needed = whole_stack(f, run->in, run->in->g, run->nodes, run->count, t);
        if (use->known && use->stack > needed + MOST_SPILLED)
            return true;
    }
    return false;
}

/* Whether a thread of the launch has more local memory than a context keeps for each anyway. */
static bool needs_memory(const fuser *f, const fuse_run *run)
{
    for (size_t t = 0; t < f->m->target_count; t++) {
        const image_use *use = &f->i->uses[run->node.kernel * f->m->target_count + t];
        if (use->known && use->stack > MOST_STACK)
            return true;
    }
    return false;
}

/* Adds the launches to the image; false: something was given up, and the image is as it was. */
static bool assemble(fuser *f, fuse_runs *runs, const image_options *options)
{
    const image before = *f->i;
    const char **texts = all_texts(f, runs);
    const model_kernel **kernels = all_kernels(f, runs);
    diag *quiet = diag_new(f->memory);
    bool whole = true;

    if (!image_add_fused(f->memory, quiet, f->m, f->i, (const char *const *)texts, kernels,
                         f->p->kernel_count + runs->count, options)) {
        *f->i = before;
        for (size_t r = 0; r < runs->count; r++)
            give_up(&runs->items[r], "the assembler refuses the launch");
        return false;
    }
    for (size_t r = 0; r < runs->count; r++) {
        const char *why = spills(f, &runs->items[r])         ? "one launch would have too few registers"
                          : needs_memory(f, &runs->items[r]) ? "one launch would have too much local memory"
                                                             : NULL;
        if (why == NULL)
            continue;
        give_up(&runs->items[r], why);
        whole = false;
    }
    if (!whole) {
        *f->i = before;
        return false;
    }
    f->p->kernels = kernels;
    f->p->kernel_count += runs->count;
    return true;
}

/* ---- the stage ---- */

fuse_module **fuse_modules(fuser *f)
{
    fuse_module **modules = ARENA_ARRAY(f->scratch, fuse_module *, f->m->target_count);

    for (size_t t = 0; t < f->m->target_count; t++) {
        modules[t] = ARENA_ARRAY(f->scratch, fuse_module, f->i->module_count);
        for (size_t k = 0; k < f->i->module_count; k++) {
            const char *const *texts = f->i->modules[k].ptx;
            const char *text = texts != NULL ? texts[t] : NULL;
            modules[t][k] = (fuse_module){.text = text, .length = text != NULL ? strlen(text) : 0};
        }
    }
    return modules;
}

static void note_all(plan *p, const char *why)
{
    for (size_t i = 0; i < p->graph_count + p->body_count; i++) {
        plan_graph *g = i < p->graph_count ? &p->graphs[i] : &p->bodies[i - p->graph_count];
        for (size_t n = 0; n < g->node_count && g->kind == GRAPH_REPLAY; n++)
            if (!fuse_is_silent(&g->nodes[n]))
                g->nodes[n].unfused = why;
    }
}

const char *fuse_final_reason(const fuse_sight *s, uint32_t node, const fuse_runs *runs)
{
    (void)runs;
    if (fuse_is_silent(&s->g->nodes[node]))
        return NULL;
    return s->why[node] != NULL ? s->why[node] : s->lonely[node];
}

static void mark_fused(fuse_graph *graphs, const fuse_runs *runs)
{
    for (size_t r = 0; r < runs->count; r++)
        graphs[runs->items[r].in->g->graph].fused = true;
}

static void choose(fuser *f, const image_options *options)
{
    fuse_graph *graphs;
    fuse_runs runs = {NULL, 0, 0};

    f->modules = fuse_modules(f);
    graphs = look_at_graphs(f);
    find_writable(f, graphs, &runs);
    while (runs.count > 0 && !assemble(f, &runs, options))
        find_writable(f, graphs, &runs);
    mark_fused(graphs, &runs);
    fuse_rewrite(f, graphs, &runs);
}

void fuse_choose(arena *a, const model *m, image *i, plan *p, const image_options *options)
{
    fuser f = {.memory = a, .scratch = arena_new(), .m = m, .i = i, .p = p};
    const char *why = options->none ? "--image=none: there is no machine code" : fuse_program_reason(&f);

    if (why != NULL)
        note_all(p, why);
    else
        choose(&f, options);
    arena_free(f.scratch);
}
