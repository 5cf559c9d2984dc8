/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The resident launch: each pass takes the lines, does what one of the graphs does, and sends lines. A graph's steps
 * stand there as in the graph, in an order that it allows, and are given the same; but what crosses lies in the mirror.
 * A buffer is used either there or in its own place: a copy brings it from one to the other, or nothing uses its place
 * and it begins with each replay. */
#include <string.h>

#include "plan/plan_mailbox.h"
#include "verify/fused_parts.h"

#define WORD 4u

enum { USED_OWN = 1, USED_IN = 2, USED_OUT = 4, USED_HIDDEN = 8, IS_WRITTEN = 16, COPIED_IN = 32, COPIED_OUT = 64 };

typedef struct {
    verifier *v;
    const plan_mailbox *mail;
    const plan_mail_graph *words;
    const plan_plain *all;
    unsigned *uses; /* of each buffer in the graph */
} mail_check;

static bool fail(const mail_check *c, const plan_node *node, const char *why)
{
    verify_fail(c->v, node->at, "node %s is not done by the resident launch as by its graph: %s", node->name, why);
    return false;
}

static const plan_argument *argument_at(const mail_check *c, const plan_given *given)
{
    return &c->mail->node.arguments[given->index];
}

/* ---- where words lie ---- */

static const plan_mail *find_buffer(const plan_mail *list, size_t count, uint32_t buffer, bool by_value)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].buffer == buffer && list[i].by_value == by_value)
            return &list[i];
    }
    return NULL;
}

static const plan_mail *find_switch(const plan_mail_graph *g, uint32_t switched, bool unless)
{
    for (size_t i = 0; i < g->in_count; i++) {
        if (g->in[i].buffer == MODEL_NONE && g->in[i].switched == switched && g->in[i].unless == unless)
            return &g->in[i];
    }
    return NULL;
}

/* Words of their own, one after the other. */
static void check_words(const mail_check *c, const plan_mail *list, size_t count, uint32_t begin, uint32_t end)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].word < begin || list[i].word + (list[i].bytes + WORD - 1) / WORD > end)
            verify_fail(c->v, c->mail->node.at, "words of a mailbox lie where others do, or outside of its lines");
        begin = (uint32_t)(list[i].word + (list[i].bytes + WORD - 1) / WORD);
    }
}

/* The address that a buffer's first byte has in the mirror; UINT64_MAX: none. */
static uint64_t mirror_of(const mail_check *c, uint32_t buffer, bool up)
{
    const plan_mail *found = up ? find_buffer(c->words->in, c->words->in_count, buffer, false)
                                : find_buffer(c->words->out, c->words->out_count, buffer, false);

    return found == NULL ? UINT64_MAX : (up ? c->mail->in_at : c->mail->out_at) + (uint64_t)WORD * found->word;
}

static bool leads_to_mirror(const plan_argument *argument, uint64_t offset, uint64_t address)
{
    return argument->pointer && argument->at == PLAN_AT_MIRROR && argument->first + offset == address;
}

/* ---- parts ---- */

static bool pointer_holds(const mail_check *c, const plan_argument *wanted, const plan_given *given)
{
    const plan_argument *argument = argument_at(c, given);
    uint32_t b = wanted->buffer;
    uint64_t in = mirror_of(c, b, true), out = mirror_of(c, b, false);

    if (given->condition || given->loaded)
        return false;
    if (argument->pointer && argument->at == PLAN_AT_PLACE && argument->buffer == b &&
        argument->first == wanted->first) {
        c->uses[b] |= USED_OWN;
        return true;
    }
    if (in != UINT64_MAX && leads_to_mirror(argument, 0, in + wanted->first)) {
        c->uses[b] |= USED_IN;
        return true;
    }
    c->uses[b] |= USED_OUT;
    return out != UINT64_MAX && leads_to_mirror(argument, 0, out + wanted->first);
}

static bool value_holds(const mail_check *c, const plan_argument *wanted, const plan_given *given)
{
    const plan_argument *argument = argument_at(c, given);

    if (wanted->condition != MODEL_NONE)
        return given->condition && c->mail->node.conditions[given->index] == wanted->condition;
    if (given->condition)
        return false;
    if (wanted->setting != MODEL_NONE) {
        const plan_mail *word = find_buffer(c->words->in, c->words->in_count, wanted->setting, true);

        return word != NULL && word->bytes == wanted->type->size && given->loaded &&
               leads_to_mirror(argument, given->offset, c->mail->in_at + (uint64_t)WORD * word->word);
    }
    return !given->loaded && !argument->pointer && argument->setting == MODEL_NONE && !wanted->grid &&
           argument->switched == 0 && argument->type->size == wanted->type->size && argument->value != NULL &&
           memcmp(argument->value, wanted->value, wanted->type->size) == 0;
}

static bool switch_holds(const mail_check *c, const plan_node *wanted, const plan_part *part)
{
    const plan_mail *word = wanted->switched == MODEL_NONE ? NULL
                                                           : find_switch(c->words, wanted->switched, wanted->unless);

    if (wanted->switched == MODEL_NONE || part->switched == 0)
        return wanted->switched == MODEL_NONE && part->switched == 0;
    return word != NULL && part->switched_loaded &&
           leads_to_mirror(&c->mail->node.arguments[part->switched - 1], part->switched_offset,
                           c->mail->in_at + (uint64_t)WORD * word->word);
}

/* What it touches without being given it, and what it writes. */
static void note_ranges(const mail_check *c, const plan_node *node)
{
    for (size_t i = 0; i < node->range_count; i++) {
        const plan_range *r = &node->ranges[i];
        bool named = false;

        for (size_t k = 0; k < node->argument_count; k++)
            named = named || (node->arguments[k].pointer && node->arguments[k].buffer == r->buffer);
        c->uses[r->buffer] |= (named ? 0u : USED_HIDDEN) | ((r->access & PLAN_WRITE) != 0 ? IS_WRITTEN : 0u);
    }
}

static bool check_launch(const mail_check *c, const plan_node *wanted, const plan_node *node, const plan_part *part)
{
    bool same = node->kind == PLAN_KERNEL && node->kernel == wanted->kernel && switch_holds(c, wanted, part) &&
                node->shared_bytes == wanted->shared_bytes && fused_same_shape(c->v, wanted, part);

    if (!same)
        return fail(c, wanted, "its kernel, its blocks, its memory or its switch differ");
    note_ranges(c, wanted);
    for (size_t i = 0; i < wanted->argument_count; i++) {
        const plan_argument *argument = &wanted->arguments[i];

        if (argument->pointer ? !pointer_holds(c, argument, &part->given[i])
                              : !value_holds(c, argument, &part->given[i]))
            return fail(c, wanted, arena_printf(c->v->memory, "it is not given what its step gives as %s",
                                                argument->parameter));
    }
    return true;
}

/* The transfer that a part with this name copies a member of; MODEL_NONE: none. */
static uint32_t copied_by(const mail_check *c, const plan_graph *plain, const char *name, uint32_t *buffer)
{
    const plan *p = c->v->p;

    for (uint32_t n = 0; n < plain->node_count; n++) {
        const plan_node *node = &plain->nodes[n];
        size_t length = strlen(node->name);

        if (node->kind != PLAN_TRANSFER || strncmp(name, node->name, length) != 0 || name[length] != '_')
            continue;
        for (size_t i = 0; i < p->runs[node->run].member_count; i++) {
            *buffer = p->runs[node->run].members[i];
            if (strcmp(name + length + 1, c->v->m->buffers[*buffer].name) == 0)
                return n;
        }
    }
    return MODEL_NONE;
}

/* All bytes that cross, between the mirror and the buffer's place. */
static bool check_copy(const mail_check *c, const plan_node *transfer, uint32_t buffer, const plan_node *node,
                       const plan_part *part)
{
    const model_kernel *k = c->v->p->kernels[node->kernel];
    const model_buffer *b = &c->v->m->buffers[buffer];
    bool up = c->v->p->runs[transfer->run].direction == PLAN_UPLOAD;
    uint64_t first = up ? 0 : b->down_first, last = up ? b->size : b->down_last, bytes = 0;
    uint64_t mirror = mirror_of(c, buffer, up);
    const plan_argument *own, *other, *count;

    if (k->builtin == NULL || strcmp(k->entry, "vg_copy") != 0 || part->switched != 0 || part->given[0].loaded ||
        part->given[1].loaded || part->given[2].loaded)
        return fail(c, transfer, "it is no copy");
    own = argument_at(c, &part->given[up ? 0 : 1]);
    other = argument_at(c, &part->given[up ? 1 : 0]);
    count = argument_at(c, &part->given[2]);
    for (size_t i = 0; !count->pointer && count->value != NULL && i < count->type->size; i++)
        bytes |= (uint64_t)count->value[i] << 8 * i;
    c->uses[buffer] |= up ? COPIED_IN : COPIED_OUT;
    if (!own->pointer || own->at != PLAN_AT_PLACE || own->buffer != buffer || own->first != first ||
        mirror == UINT64_MAX || !leads_to_mirror(other, 0, mirror + first) || count->pointer ||
        count->type->size != 8 || bytes != last - first)
        return fail(c, transfer, "it does not copy what crosses");
    return true;
}

/* ---- graphs ---- */

static fused_place *no_places(const verifier *v, const plan_graph *g)
{
    fused_place *places = ARENA_ARRAY(v->memory, fused_place, g->node_count);

    for (size_t n = 0; n < g->node_count; n++)
        places[n].node = MODEL_NONE;
    return places;
}

static void check_list(const mail_check *c, const plan_fused_list *list, const plan_graph *plain)
{
    fused_place *first = no_places(c->v, plain), *last = no_places(c->v, plain);
    fused_names names = fused_names_of(c->v->memory, plain);

    for (uint32_t i = 0; i < list->part_count; i++) {
        const plan_part *part = &list->parts[i];
        const plan_node *node = &list->of->nodes[part->node], *wanted;
        uint32_t buffer = 0, found = fused_names_find(&names, node->name);
        bool copy = found == MODEL_NONE;

        if (copy)
            found = copied_by(c, plain, node->name, &buffer);
        if (found == MODEL_NONE || (!copy && first[found].node != MODEL_NONE)) {
            fail(c, node, "its graph does not have it, or not twice");
            return;
        }
        wanted = &plain->nodes[found];
        last[found] = (fused_place){0, list, i};
        first[found] = first[found].node == MODEL_NONE ? last[found] : first[found];
        if (copy ? !check_copy(c, wanted, buffer, node, part)
                 : wanted->kind == PLAN_KERNEL && !check_launch(c, wanted, node, part))
            return;
        if (wanted->kind != PLAN_CONDITIONAL)
            continue;
        if (node->kind != PLAN_CONDITIONAL || node->control != wanted->control ||
            node->body_count != wanted->body_count || node->condition != wanted->condition ||
            c->mail->node.conditions[part->condition] != wanted->condition || part->switched != 0) {
            fail(c, wanted, "its kind, its condition or its bodies differ");
            return;
        }
        for (size_t b = 0; b < wanted->body_count; b++)
            check_list(c, &part->bodies[b], &c->all->bodies[wanted->first_body + b]);
    }
    for (size_t n = 0; n < plain->node_count; n++) {
        plan_node_kind kind = plain->nodes[n].kind;

        if (first[n].node == MODEL_NONE && kind != PLAN_EMPTY && kind != PLAN_TRANSFER && kind != PLAN_BEGIN &&
            kind != PLAN_END)
            fail(c, &plain->nodes[n], "it is missing");
    }
    fused_check_order(c->v, plain, NULL, first, last);
}

static bool touches(const plan_graph *g, const plan_graph *bodies, uint32_t buffer)
{
    bool any = false;

    for (size_t n = 0; n < g->node_count && !any; n++) {
        const plan_node *node = &g->nodes[n];

        for (size_t i = 0; i < node->range_count; i++)
            any = any || node->ranges[i].buffer == buffer;
    }
    (void)bodies; /* what conditional nodes touch is among their own ranges */
    return any;
}

static const plan_graph *plain_of(const verifier *v, size_t graph, const plan_plain **all, plan_plain *whole)
{
    const plan *p = v->p;

    *all = whole;
    if (p->plain != NULL && p->plain[graph].graph != NULL)
        *all = &p->plain[graph];
    else
        *whole = (plan_plain){&p->graphs[graph], p->bodies, p->body_count};
    return (*all)->graph;
}

/* Whether any other graph looks at the buffer. */
static bool is_elsewhere(const mail_check *c, size_t graph, uint32_t buffer)
{
    for (size_t g = 0; g < c->v->p->graph_count; g++) {
        plan_plain whole;
        const plan_plain *all;
        const plan_graph *plain = plain_of(c->v, g, &all, &whole);

        if (g != graph && touches(plain, all->bodies, buffer))
            return true;
    }
    return false;
}

static void check_buffer(const mail_check *c, size_t graph, uint32_t buffer, bool up, span at)
{
    const model_buffer *b = &c->v->m->buffers[buffer];
    unsigned uses = c->uses[buffer], in_mirror = up ? USED_IN : USED_OUT;
    bool direct = c->v->p->places[buffer].arena == PLAN_PINNED, right;

    if (mirror_of(c, buffer, up) == UINT64_MAX)
        right = b->size == 0;
    else if ((uses & (up ? COPIED_IN : COPIED_OUT)) != 0)
        right = !direct && (uses & (USED_IN | USED_OUT)) == 0;
    else if (up)
        right = (uses & (USED_OWN | USED_OUT | USED_HIDDEN | IS_WRITTEN)) == 0 &&
                (direct || b->role == ROLE_INPUT || b->role == ROLE_SETTING);
    else
        right = (uses & in_mirror) != 0 && (uses & (USED_OWN | USED_IN | USED_HIDDEN)) == 0 &&
                b->role == ROLE_OUTPUT && !is_elsewhere(c, graph, buffer);
    if (!right)
        verify_fail(c->v, at, "%s %s with a mailbox, and is neither copied nor used in its mirror alone", b->name,
                    up ? "goes in" : "comes out");
}

static void check_graph(verifier *v, size_t graph, const plan_fused_list *list)
{
    plan_plain whole;
    const plan_plain *all;
    const plan_graph *plain = plain_of(v, graph, &all, &whole);
    mail_check c = {v, v->p->mailbox, &v->p->mailbox->graphs[graph], all,
                    ARENA_ARRAY(v->memory, unsigned, v->m->buffer_count)};

    check_words(&c, c.words->in, c.words->in_count, PLAN_MAIL_COUNT_WORDS, c.mail->in_words);
    check_words(&c, c.words->out, c.words->out_count, 0, c.mail->out_words);
    check_list(&c, list, plain);
    for (size_t r = 0; r < v->p->run_count; r++) {
        const plan_run *run = &v->p->runs[r];

        for (size_t i = 0; i < run->member_count && run->graph == graph && !run->on_request; i++)
            check_buffer(&c, graph, run->members[i], run->direction == PLAN_UPLOAD, v->m->graphs[graph].at);
    }
}

/* ---- the launch ---- */

static bool is_mail(const verifier *v, const plan_fused_list *list, size_t part, const char *kernel)
{
    const plan_node *node = &list->of->nodes[list->parts[part].node];
    const model_kernel *k = v->p->kernels[node->kernel];

    return node->kind == PLAN_KERNEL && k->builtin != NULL && strcmp(k->entry, kernel) == 0 &&
           list->parts[part].switched == 0;
}

static bool is_at(const plan_node *launch, const plan_part *part, size_t param, plan_at at, uint64_t first)
{
    const plan_given *given = &part->given[param];
    const plan_argument *argument = &launch->arguments[given->index];

    return !given->condition && !given->loaded && argument->pointer && argument->at == at && argument->first == first;
}

static bool sets(const plan_node *launch, const plan_part *part, size_t param, uint32_t condition)
{
    return part->given[param].condition && launch->conditions[part->given[param].index] == condition;
}

static bool is_number(const plan_node *launch, const plan_part *part, size_t param, uint64_t number)
{
    const plan_given *given = &part->given[param];
    const plan_argument *argument = &launch->arguments[given->index];
    uint64_t value = 0;

    if (given->condition || given->loaded || argument->pointer || argument->value == NULL ||
        argument->setting != MODEL_NONE || argument->switched != 0)
        return false;
    for (size_t i = 0; i < argument->type->size && i < 8; i++)
        value |= (uint64_t)argument->value[i] << 8 * i;
    return value == number;
}

static bool pass_holds(const verifier *v, const plan_fused_list *pass)
{
    const plan_mailbox *mail = v->p->mailbox;
    const plan_part *in = &pass->parts[0], *out = &pass->parts[2];
    const plan_node *choice = &pass->of->nodes[pass->parts[1].node];
    size_t count = 0;

    for (size_t g = 0; g < v->p->graph_count; g++)
        count += mail->graphs[g].mailed;
    return is_mail(v, pass, 0, "vg_mail_in") && is_mail(v, pass, 2, "vg_mail_out") && !out->apart &&
           is_at(&mail->node, in, 0, PLAN_AT_MIRROR, mail->in_at) && is_at(&mail->node, in, 1, PLAN_AT_MIRROR, 0) &&
           is_at(&mail->node, in, 2, PLAN_AT_LINES, 0) && is_number(&mail->node, in, 3, mail->in_words) &&
           sets(&mail->node, in, 4, plan_mail_go(v->m)) &&
           sets(&mail->node, in, 5, plan_mail_which(v->m)) &&
           is_at(&mail->node, out, 0, PLAN_AT_LINES, mail->out_lines_at) &&
           is_at(&mail->node, out, 1, PLAN_AT_MIRROR, mail->out_at) &&
           is_at(&mail->node, out, 2, PLAN_AT_MIRROR, mail->in_at) &&
           is_at(&mail->node, out, 3, PLAN_AT_MIRROR, 0) && choice->kind == PLAN_CONDITIONAL &&
           choice->control == STEP_SWITCH && choice->body_count == count &&
           mail->node.conditions[pass->parts[1].condition] == plan_mail_which(v->m);
}

static bool memory_holds(const plan_mailbox *mail)
{
    return mail->in_at >= (uint64_t)WORD * mail->node.block[0] && mail->in_at % 16 == 0 && mail->out_at % 16 == 0 &&
           mail->in_at + (uint64_t)WORD * mail->in_words <= mail->out_at &&
           mail->out_at + (uint64_t)WORD * mail->out_words <= mail->mirror_bytes &&
           2 * (uint64_t)WORD * mail->in_words <= mail->out_lines_at &&
           mail->out_lines_at + 2 * (uint64_t)WORD * mail->out_words <= mail->lines_bytes;
}

void fused_check_mailbox(verifier *v)
{
    const plan_mailbox *mail = v->p->mailbox;
    const plan_fused_list *list = mail->node.blocks, *pass;
    const plan_node *loop = &list->of->nodes[list->parts[0].node];

    if (mail->node.block_count != 1 || list->part_count != 1 || loop->kind != PLAN_CONDITIONAL ||
        loop->control != STEP_WHILE || mail->node.conditions[list->parts[0].condition] != plan_mail_go(v->m) ||
        list->parts[0].bodies[0].part_count != 3 || !pass_holds(v, &list->parts[0].bodies[0])) {
        verify_fail(v, mail->node.at,
                    "the resident launch is not a loop that takes lines, does a graph and sends lines");
        return;
    }
    if (!memory_holds(mail))
        verify_fail(v, mail->node.at, "what the resident launch keeps in its memory overlaps");
    pass = &list->parts[0].bodies[0];
    for (size_t g = 0; g < v->p->graph_count; g++) {
        v->looked += mail->graphs[g].mailed ? 1 : 0;
        if (mail->graphs[g].mailed)
            check_graph(v, g, &pass->parts[1].bodies[mail->graphs[g].which]);
    }
}
