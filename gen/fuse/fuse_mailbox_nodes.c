/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Nodes of the resident launch: those of the graphs, with the mirror in place of pinned memory, and what stands around
 * them. */
#include <string.h>

#include "fuse/fuse_mailbox_parts.h"
#include "plan/mailbox.h"

/* ---- arguments ---- */

static plan_argument argument_of(const plan *p, uint32_t kernel, size_t param)
{
    const model_param *of = &p->kernels[kernel]->params[param];

    return (plan_argument){.pointer = of->access != ACCESS_VALUE,
                           .buffer = MODEL_NONE,
                           .type = of->type,
                           .setting = MODEL_NONE,
                           .condition = MODEL_NONE,
                           .parameter = of->name};
}

static plan_argument number(const mail_maker *t, uint32_t kernel, size_t param, uint64_t value, size_t size)
{
    plan_argument argument = argument_of(t->f.p, kernel, param);
    unsigned char *bytes = arena_alloc(t->f.memory, size);

    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
    argument.value = bytes;
    return argument;
}

static plan_argument address(const mail_maker *t, uint32_t kernel, size_t param, plan_at at, uint32_t buffer,
                             uint64_t first)
{
    plan_argument argument = argument_of(t->f.p, kernel, param);

    argument.at = at;
    argument.buffer = buffer;
    argument.first = first;
    return argument;
}

static plan_argument condition(const mail_maker *t, uint32_t kernel, size_t param, uint32_t which)
{
    plan_argument argument = argument_of(t->f.p, kernel, param);

    argument.condition = which;
    return argument;
}

/* ---- nodes ---- */

static void add_node(mail_maker *t, plan_graph *g, size_t *room, plan_node n)
{
    n.after_count = n.before_count = n.ordered_count = 0;
    n.programmatic = NULL;
    n.overlaps = NULL;
    g->nodes = arena_grow(t->f.memory, g->nodes, g->node_count, room, sizeof *g->nodes);
    g->nodes[g->node_count++] = n;
}

static plan_node launch_node(const mail_maker *t, const char *name, uint32_t kernel, span at)
{
    plan_node n = {.kind = PLAN_KERNEL, .name = name, .kernel = kernel, .step = MODEL_NONE, .switched = MODEL_NONE};

    n.title = arena_printf(t->f.memory, "launch %s", t->f.p->kernels[kernel]->name);
    n.at = at;
    n.grid[0] = n.grid[1] = n.grid[2] = n.block[0] = n.block[1] = n.block[2] = 1;
    n.to = n.from = n.condition = MODEL_NONE;
    n.argument_count = t->f.p->kernels[kernel]->param_count;
    n.arguments = ARENA_ARRAY(t->f.memory, plan_argument, n.argument_count);
    return n;
}

static uint64_t mirror_of(const mail_maker *t, size_t graph, uint32_t buffer, plan_direction direction)
{
    return plan_mirror_of(t->mail, (uint32_t)graph, buffer, direction);
}

/* What crosses between the mirror and a place in device memory: a launch of vg_copy for each buffer. */
static void add_transfer(mail_maker *t, plan_graph *g, size_t *room, size_t graph, const plan_node *from)
{
    const plan_run *run = &t->f.p->runs[from->run];
    uint32_t kernel = plan_find_kernel(t->f.p, "copy.cu", "vg_copy");
    bool up = run->direction == PLAN_UPLOAD;

    for (size_t i = 0; i < run->member_count && !run->on_request; i++) {
        const model_buffer *b = &t->m.buffers[run->members[i]];
        uint64_t first = up ? 0 : b->down_first, last = up ? b->size : b->down_last;
        uint64_t mirror = mirror_of(t, graph, run->members[i], run->direction);
        plan_node n = launch_node(t, arena_printf(t->f.memory, "%s_%s", from->name, b->name), kernel, from->at);
        if (first >= last || mail_in_mirror(t, graph, run->members[i], run->direction))
            continue;
        n.title = arena_printf(t->f.memory, "%s %s", up ? "upload" : "download", b->name);
        n.block[0] = PLAN_COPY_BLOCK;
        n.arguments[up ? 0 : 1] = address(t, kernel, up ? 0 : 1, PLAN_AT_PLACE, run->members[i], first);
        n.arguments[up ? 1 : 0] = address(t, kernel, up ? 1 : 0, PLAN_AT_MIRROR, run->members[i], mirror + first);
        n.arguments[2] = number(t, kernel, 2, last - first, 8);
        n.ranges = ARENA_NEW(t->f.memory, plan_range);
        *n.ranges = (plan_range){run->members[i], first, last, up ? PLAN_WRITE | PLAN_WHOLE : PLAN_READ};
        n.range_count = 1;
        add_node(t, g, room, n);
    }
}

static uint32_t value_offset(const mail_maker *t, size_t graph, const plan_mail *wanted)
{
    const plan_mail_graph *g = &t->mail->graphs[graph];

    for (size_t i = 0; i < g->in_count; i++)
        if (g->in[i].buffer == wanted->buffer && g->in[i].by_value == wanted->by_value &&
            (wanted->buffer != MODEL_NONE ||
             (g->in[i].switched == wanted->switched && g->in[i].unless == wanted->unless)))
            return (uint32_t)t->mail->in_at + MAIL_WORD * g->in[i].word;
    return 0;
}

/* A launch of the graph's, with what it reaches in pinned memory in the mirror. */
static void add_launch(mail_maker *t, plan_graph *g, size_t *room, size_t graph, const plan_node *from)
{
    plan_node n = *from;

    n.arguments = ARENA_ARRAY(t->f.memory, plan_argument, n.argument_count);
    for (size_t i = 0; i < n.argument_count; i++) {
        plan_argument *argument = &n.arguments[i];
        *argument = from->arguments[i];
        if (argument->pointer && argument->at == PLAN_AT_PLACE) {
            bool pinned = t->f.p->places[argument->buffer].arena == PLAN_PINNED;
            for (int way = 0; way < 2; way++) {
                uint64_t mirror = mirror_of(t, graph, argument->buffer, (plan_direction)way);
                if (mirror == UINT64_MAX || argument->at == PLAN_AT_MIRROR ||
                    !(pinned || mail_in_mirror(t, graph, argument->buffer, (plan_direction)way)))
                    continue;
                argument->at = PLAN_AT_MIRROR;
                argument->first += mirror;
            }
        } else if (!argument->pointer && argument->setting != MODEL_NONE) {
            const plan_mail wanted = {.buffer = argument->setting, .by_value = true};
            argument->loaded = true;
            argument->first = value_offset(t, graph, &wanted);
        }
    }
    if (n.switched != MODEL_NONE) {
        const plan_mail wanted = {.buffer = MODEL_NONE, .switched = n.switched, .unless = n.unless};
        n.switched_at = value_offset(t, graph, &wanted);
    }
    add_node(t, g, room, n);
}

uint32_t mail_take_bodies(mail_maker *t, size_t count)
{
    uint32_t first = t->body_count;
    while (t->body_count < first + count) {
        t->bodies = arena_grow(t->f.memory, t->bodies, t->body_count, &t->body_room, sizeof *t->bodies);
        t->bodies[t->body_count++] = (plan_graph){0};
    }
    return first;
}

/* Copies a graph, or a body of one, to one of the bodies; what holds something is copied after it. */
void mail_copy_graph(mail_maker *t, uint32_t to, size_t graph, const plan_graph *from, const plan_graph *bodies)
{
    plan_graph g = *from;
    size_t room = 0;

    g.nodes = NULL;
    g.node_count = 0;
    for (size_t i = 0; i < from->node_count; i++) {
        const plan_node *n = &from->nodes[i];
        plan_node copy = *n;
        switch (n->kind) {
        case PLAN_EMPTY:
        case PLAN_BEGIN:
        case PLAN_END:
            break;
        case PLAN_TRANSFER:
            add_transfer(t, &g, &room, graph, n);
            break;
        case PLAN_KERNEL:
            add_launch(t, &g, &room, graph, n);
            break;
        case PLAN_CONDITIONAL:
            copy.first_body = mail_take_bodies(t, n->body_count);
            for (size_t b = 0; b < n->body_count; b++)
                mail_copy_graph(t, copy.first_body + (uint32_t)b, graph, &bodies[n->first_body + b], bodies);
            add_node(t, &g, &room, copy);
            break;
        default:
            add_node(t, &g, &room, copy);
            break;
        }
    }
    t->bodies[to] = g;
}

static plan_node conditional_node(const mail_maker *t, const char *name, model_step_kind control, uint32_t cond,
                                  uint32_t first, size_t count)
{
    plan_node n = {.kind = PLAN_CONDITIONAL, .name = name, .step = MODEL_NONE, .switched = MODEL_NONE};

    n.title = control == STEP_WHILE ? "until it is disarmed" : "the graph that the lines name";
    n.at = t->m.mailbox->at;
    n.control = control;
    n.condition = cond;
    n.to = n.from = MODEL_NONE;
    n.first_body = first;
    n.body_count = count;
    return n;
}

void mail_make_pass(mail_maker *t, uint32_t graphs, size_t count, uint32_t threads)
{
    const plan_mailbox *mail = t->mail;
    uint32_t in = plan_find_kernel(t->f.p, PLAN_MAIL_FILE, "vg_mail_in");
    uint32_t out = plan_find_kernel(t->f.p, PLAN_MAIL_FILE, "vg_mail_out");
    plan_node take = launch_node(t, "mail_in", in, t->m.mailbox->at);
    plan_node give = launch_node(t, "mail_out", out, t->m.mailbox->at);
    plan_graph *g = &t->bodies[MAIL_PASS];
    size_t room = 0;

    g->name = "mailbox_pass";
    g->holder = MODEL_NONE;
    take.block[0] = give.block[0] = threads;
    take.arguments[0] = address(t, in, 0, PLAN_AT_MIRROR, MODEL_NONE, mail->in_at);
    take.arguments[1] = address(t, in, 1, PLAN_AT_MIRROR, MODEL_NONE, 0);
    take.arguments[2] = address(t, in, 2, PLAN_AT_LINES, MODEL_NONE, 0);
    take.arguments[3] = number(t, in, 3, mail->in_words, MAIL_WORD);
    take.arguments[4] = condition(t, in, 4, plan_mail_go(&t->m));
    take.arguments[5] = condition(t, in, 5, plan_mail_which(&t->m));
    give.arguments[0] = address(t, out, 0, PLAN_AT_LINES, MODEL_NONE, mail->out_lines_at);
    give.arguments[1] = address(t, out, 1, PLAN_AT_MIRROR, MODEL_NONE, mail->out_at);
    give.arguments[2] = address(t, out, 2, PLAN_AT_MIRROR, MODEL_NONE, mail->in_at);
    give.arguments[3] = address(t, out, 3, PLAN_AT_MIRROR, MODEL_NONE, 0);
    add_node(t, g, &room, take);
    add_node(t, g, &room,
             conditional_node(t, "mail_graph", STEP_SWITCH, plan_mail_which(&t->m), graphs, count));
    add_node(t, g, &room, give);
}

plan_graph *mail_root(mail_maker *t)
{
    plan_graph *root = ARENA_NEW(t->f.memory, plan_graph);
    size_t room = 0;

    root->name = "mailbox";
    root->holder = MODEL_NONE;
    add_node(t, root, &room, conditional_node(t, "mailbox", STEP_WHILE, plan_mail_go(&t->m), MAIL_PASS, 1));
    return root;
}
