/* SPDX-License-Identifier: MIT */
/* Bytes followed through each graph, in the order of its steps: nothing is read that was not certainly written. */
#include "check_parts.h"

/* What steps with one switch have written of a buffer, on top of what is certain. */
typedef struct switched_bytes switched_bytes;
struct switched_bytes {
    uint32_t index;      /* of the switch */
    byte_set written[2]; /* while it is on; while it is off */
    switched_bytes *next;
};

/* Bytes that are read before they were certainly written: told once of each buffer. */
typedef struct {
    byte_use use;
    const model_step *step;
    byte_range gap;
    bool sometimes; /* a switch, or a grid that may be 0, decides whether they are written … */
    bool by_grid;   /* … namely a grid */
} early_read;

typedef struct {
    byte_set certain;
    switched_bytes *switched; /* each includes what is certain */
    bool touched;             /* some step of some graph may write it */
    early_read *early;        /* the first, or NULL */
} buffer_flow;

/* Buffers that begin with nothing in them; all others always hold something. */
static bool starts_empty(model_role role)
{
    return role == ROLE_OUTPUT || role == ROLE_SCRATCH || role == ROLE_DERIVED;
}

/* Launches whose grid may be 0 are followed as if they had a switch, which is on for all of them or for none. */
#define EMPTY_GRIDS (MODEL_NONE - 1)

/* ---- written bytes ---- */

static void copy_set(arena *a, byte_set *to, const byte_set *from)
{
    for (size_t i = 0; i < from->count; i++)
        byte_set_add(a, to, from->items[i].first, from->items[i].last);
}

static switched_bytes *find_switched(checker *c, buffer_flow *f, uint32_t index)
{
    switched_bytes *s = f->switched;

    while (s != NULL && s->index != index)
        s = s->next;
    if (s != NULL)
        return s;
    s = ARENA_NEW(c->a, switched_bytes);
    s->index = index;
    copy_set(c->a, &s->written[0], &f->certain);
    copy_set(c->a, &s->written[1], &f->certain);
    s->next = f->switched;
    f->switched = s;
    return s;
}

static void write_certain(checker *c, buffer_flow *f, uint64_t first, uint64_t last)
{
    byte_set_add(c->a, &f->certain, first, last);
    for (switched_bytes *s = f->switched; s != NULL; s = s->next) {
        byte_set_add(c->a, &s->written[0], first, last);
        byte_set_add(c->a, &s->written[1], first, last);
    }
}

/* Parts of a range that are looked at one by one; more would be paid for by every step. */
#define MAX_PARTS 64u

/* What is written whether the switch is on or off is certain. */
static void promote(checker *c, buffer_flow *f, const byte_set *other, uint64_t first, uint64_t last)
{
    byte_range gap;

    for (unsigned i = 0; i < MAX_PARTS && first < last; i++) {
        bool open = byte_set_gap(other, first, last, &gap);

        write_certain(c, f, first, open ? gap.first : last);
        first = open ? gap.last : last;
    }
}

/* The switch of a step that may not write; MODEL_NONE if it does. An output is zero where nothing wrote it. */
static uint32_t switch_of(const model_buffer *b, const model_step *step)
{
    if (step->switched == MODEL_NONE && b->role == ROLE_SCRATCH && check_may_be_empty(step))
        return EMPTY_GRIDS;
    return step->switched;
}

static void write_bytes(checker *c, buffer_flow *f, const model_step *step, uint32_t switched, uint64_t first,
                        uint64_t last)
{
    switched_bytes *s;

    f->touched = f->touched || first < last;
    if (switched == MODEL_NONE) {
        write_certain(c, f, first, last);
        return;
    }
    s = find_switched(c, f, switched);
    byte_set_add(c->a, &s->written[step->unless], first, last);
    promote(c, f, &s->written[!step->unless], first, last);
}

/* Undefined after a step that may run, except where its switch says that it does not. */
static void forget_bytes(checker *c, buffer_flow *f, const model_step *step, uint64_t first, uint64_t last)
{
    if (step->switched != MODEL_NONE)
        find_switched(c, f, step->switched);
    byte_set_remove(c->a, &f->certain, first, last);
    for (switched_bytes *s = f->switched; s != NULL; s = s->next) {
        if (s->index != step->switched || step->unless)
            byte_set_remove(c->a, &s->written[1], first, last);
        if (s->index != step->switched || !step->unless)
            byte_set_remove(c->a, &s->written[0], first, last);
    }
}

/* ---- reads ---- */

static const byte_set *visible(const buffer_flow *f, uint32_t switched, bool unless)
{
    for (const switched_bytes *s = f->switched; s != NULL && switched != MODEL_NONE; s = s->next)
        if (s->index == switched)
            return &s->written[unless];
    return &f->certain;
}

/* Whether the step may read bytes that are not written; *gap: which. */
static bool reads_gap(const buffer_flow *f, const model_step *step, const byte_use *u, byte_range *gap)
{
    return (!check_may_be_empty(step) || byte_set_gap(visible(f, EMPTY_GRIDS, false), u->first, u->last, gap)) &&
           byte_set_gap(visible(f, step->switched, step->unless), u->first, u->last, gap);
}

static bool sometimes_written(const buffer_flow *f, const byte_range *gap)
{
    for (const switched_bytes *s = f->switched; s != NULL; s = s->next)
        if (byte_set_meets(&s->written[0], gap->first, gap->last) ||
            byte_set_meets(&s->written[1], gap->first, gap->last))
            return true;
    return false;
}

static bool left_by_grid(const buffer_flow *f, const byte_range *gap)
{
    const byte_set *written = visible(f, EMPTY_GRIDS, false);

    return written != &f->certain && byte_set_meets(written, gap->first, gap->last);
}

/* An output that nothing writes is no output. */
static void report_never_written(checker *c, const early_read *e)
{
    const model_buffer *b = &c->m->buffers[e->use.buffer];

    diag_error(c->d, b->at, "output-unwritten", "no step writes the output '%s'", b->name);
    diag_note(c->d, e->use.at, "'%s' reads it here", e->step->title);
    diag_hint(c->d, "what the application writes is an input; what a kernel writes is out or inout in its 'params'");
}

static void report_unwritten(checker *c, const early_read *e)
{
    const model_buffer *b = &c->m->buffers[e->use.buffer];

    diag_error(c->d, e->use.at, "read-unwritten", "'%s' reads %s before anything has written it", e->step->title,
               check_range_text(c->a, b, e->gap.first, e->gap.last));
    diag_note(c->d, b->at, "'%s' is declared here, with the role %s", b->name, model_role_name(b->role));
    if (e->use.access == ACCESS_INOUT && b->role != ROLE_DERIVED)
        diag_hint(c->d, "fill it first if the kernel adds to it (fill: %s = 0); 'out' if it writes all of it", b->name);
    else if (b->role == ROLE_SCRATCH)
        diag_hint(c->d, "scratch does not survive a replay; what does has the role state");
    else if (b->role == ROLE_DERIVED)
        diag_hint(c->d, "write it in 'setup'");
    else
        diag_hint(c->d, "an output begins each replay with nothing in it; what survives has the role state");
}

static void report_uncertain(checker *c, const early_read *e)
{
    const model_buffer *b = &c->m->buffers[e->use.buffer];

    diag_error(c->d, e->use.at, "read-uncertain", "'%s' reads %s, which a %s may leave unwritten", e->step->title,
               check_range_text(c->a, b, e->gap.first, e->gap.last), e->by_grid ? "grid of 0" : "switch");
    diag_note(c->d, b->at, "'%s' is declared here, with the role %s", b->name, model_role_name(b->role));
    if (e->by_grid)
        diag_hint(c->d, "fill it first, or let the 'range' of the grid's setting begin at 1");
    else
        diag_hint(c->d, "give this step the same switch, or write it for the other case too, with 'unless'");
}

static void follow_step(checker *c, buffer_flow *flows, const model_step *step)
{
    size_t count;
    const byte_use *uses = check_uses(c, step, &count);
    byte_range gap;

    for (size_t i = 0; i < count; i++) {
        const byte_use *u = &uses[i];
        buffer_flow *f = &flows[u->buffer];

        if (!starts_empty(c->m->buffers[u->buffer].role) || !check_reads(u->access) || !reads_gap(f, step, u, &gap))
            continue;
        if (f->early == NULL) {
            f->early = ARENA_NEW(c->a, early_read);
            *f->early = (early_read){*u, step, gap, sometimes_written(f, &gap), left_by_grid(f, &gap)};
        }
    }
    for (size_t i = 0; i < count; i++) {
        const byte_use *u = &uses[i];

        if (!starts_empty(c->m->buffers[u->buffer].role))
            continue;
        if (u->access == ACCESS_WORK)
            forget_bytes(c, &flows[u->buffer], step, u->first, u->last);
        else if (check_writes(u->access))
            write_bytes(c, &flows[u->buffer], step, switch_of(&c->m->buffers[u->buffer], step), u->first, u->last);
    }
}

/* ---- graphs ---- */

/* Only derived buffers keep what another graph has written. */
static void forget_graph(checker *c, buffer_flow *flows)
{
    for (size_t i = 0; i < c->m->buffer_count; i++)
        if (c->m->buffers[i].role == ROLE_SCRATCH || c->m->buffers[i].role == ROLE_OUTPUT) {
            flows[i].certain.count = 0;
            flows[i].switched = NULL;
        }
}

static void follow_graphs(checker *c, buffer_flow *flows, model_graph_kind kind)
{
    for (size_t g = 0; g < c->m->graph_count; g++) {
        const model_graph *graph = &c->m->graphs[g];

        if (graph->kind != kind)
            continue;
        for (size_t i = 0; i < graph->step_count; i++)
            follow_step(c, flows, &graph->steps[i]);
        forget_graph(c, flows);
    }
}

/* One error of a buffer: where it is read too early, or else that nothing writes it. */
static void report_buffer(checker *c, const buffer_flow *f, const model_buffer *b)
{
    bool never = !f->touched && b->size > 0;

    if (f->early != NULL && f->early->sometimes)
        report_uncertain(c, f->early);
    else if (f->early != NULL && b->role == ROLE_OUTPUT && never)
        report_never_written(c, f->early);
    else if (f->early != NULL)
        report_unwritten(c, f->early);
    else if (b->role == ROLE_OUTPUT && never)
        diag_error(c->d, b->at, "output-unwritten", "no step writes the output '%s'", b->name);
    else if (b->role == ROLE_DERIVED && never)
        diag_error(c->d, b->at, "derived-unwritten", "no step of 'setup' writes the derived buffer '%s'", b->name);
}

void check_flow(checker *c)
{
    buffer_flow *flows = ARENA_ARRAY(c->a, buffer_flow, c->m->buffer_count + 1);

    follow_graphs(c, flows, GRAPH_SETUP);
    follow_graphs(c, flows, GRAPH_REPLAY);
    for (size_t i = 0; i < c->m->buffer_count; i++)
        report_buffer(c, &flows[i], &c->m->buffers[i]);
}
