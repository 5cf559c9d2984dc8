/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Messages about bytes that are read too early. */
#include "check/check_flow.h"

/* A buffer that nothing writes cannot be an output. */
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
    if (e->loss != NULL) { /* a message has one note: this one says more than where the buffer is declared */
        diag_note(c->d, e->loss->at,
                  e->loss->moved ? "a swap brings undefined bytes into it here" : "'%s' leaves it undefined here",
                  e->loss->step->title);
        return;
    }
    diag_note(c->d, b->at, "'%s' is declared here, with the role %s", b->name, model_role_name(b->role));
    if (e->later)
        diag_hint(c->d, "the first pass of the loop has none before it: write '%s' before the loop", b->name);
    else if (e->use.access == ACCESS_INOUT && b->role != ROLE_DERIVED)
        diag_hint(c->d, "fill it first if the kernel adds to it (fill: %s = 0); 'out' if it writes all of it", b->name);
    else if (b->role == ROLE_SCRATCH)
        diag_hint(c->d, "scratch does not survive a replay; what does has the role state");
    else if (b->role == ROLE_DERIVED)
        diag_hint(c->d, "write it in 'setup'");
    else if (b->role == ROLE_OUTPUT)
        diag_hint(c->d, "an output begins each replay with nothing in it; what survives has the role state");
}

static void report_uncertain(checker *c, const early_read *e)
{
    static const char *const causes[] = {[CAUSE_NONE] = "step",
                                         [CAUSE_SWITCH] = "switch",
                                         [CAUSE_GRID] = "grid of 0",
                                         [CAUSE_BODY] = "body that does not run"};
    const model_buffer *b = &c->m->buffers[e->use.buffer];

    diag_error(c->d, e->use.at, "read-uncertain", "'%s' reads %s, which a %s may leave unwritten", e->step->title,
               check_range_text(c->a, b, e->gap.first, e->gap.last), causes[e->cause]);
    diag_note(c->d, b->at, "'%s' is declared here, with the role %s", b->name, model_role_name(b->role));
    if (e->cause == CAUSE_GRID)
        diag_hint(c->d, "fill it first, or let the 'range' of the grid's setting begin at 1");
    else if (e->cause == CAUSE_BODY)
        diag_hint(c->d, "write it before the while, if or switch; an if can write it in 'else' too, and the first pass "
                        "of a while with 'first: run' is certain");
    else
        diag_hint(c->d, "give this step the same switch, or write it for the other case too, with 'unless'");
}

void flow_report_end(checker *c, const buffer_flow *f, const model_buffer *b, const byte_range *gap)
{
    const flow_loss *loss = flow_find_loss(f->losses, gap);
    const char *range = check_range_text(c->a, b, gap->first, gap->last);

    check_enter(c, loss->step);
    if (loss->moved)
        diag_error(c->d, loss->at, "left-undefined", "a swap leaves %s undefined, and nothing writes it afterwards",
                   range);
    else
        diag_error(c->d, loss->at, "left-undefined", "'%s' leaves %s undefined, and nothing writes it afterwards",
                   loss->step->title, range);
    diag_note(c->d, b->at, "'%s' is declared here, with the role %s", b->name, model_role_name(b->role));
    if (!loss->moved)
        diag_hint(c->d, "give the launch a scratch buffer as 'work', or write '%s' after it", b->name);
}

void flow_report(checker *c, const buffer_flow *f, const model_buffer *b)
{
    bool never = !f->touched && b->size > 0 && !b->generated; /* a loop that a repeat never copies counts no pass */

    if (f->reported)
        return;
    if (f->early != NULL)
        check_enter(c, f->early->step);
    if (f->early != NULL && f->early->cause != CAUSE_NONE)
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
