/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What stands between the parts of a fused launch, against the lists of the plan: in their order, with barriers
 * between, loops and choices that all threads take alike. What may go on at the same time is carried along: parts since
 * the last barrier, and words that some threads may still have to read. */
#include "verify/fused_proof.h"

#include <stdarg.h>
#include <string.h>

/* Since the last barrier of all threads. */
typedef struct {
    bool parts;       /* a part is done */
    bool area;        /* … with shared memory */
    uint16_t numbers; /* … with these barriers, as bits */
    uint64_t read;    /* words that were read, as bits */
} pending;

#define MOST_WORDS 64u

bool proof_fail(text_proof *p, uint32_t tok, const char *format, ...)
{
    const char *what = p->now != NULL ? p->now->name : "between parts";
    va_list arguments;

    if (p->failed)
        return false;
    p->failed = true;
    va_start(arguments, format);
    verify_fail(p->v, p->now != NULL ? p->now->at : p->launch->at, "%s of %s for %s, line %u of its text: %s", what,
                p->launch->name, p->v->m->targets[p->target].name, p->out->tokens[tok].line,
                arena_vprintf(p->v->memory, format, arguments));
    va_end(arguments);
    return false;
}

/* ---- statements between parts ---- */

static const text_statement *next(text_proof *p)
{
    return p->at < p->entry->statement_count ? &p->entry->statements[p->at] : NULL;
}

static bool fail_here(text_proof *p, const char *why)
{
    const text_statement *s = next(p);

    return proof_fail(p, s != NULL ? s->opcode : p->entry->body_end, "expected %s", why);
}

/* Whether the statement's tokens are these words, with `%s` for a token of the text's own. */
static bool is_statement(const text_proof *p, const text_statement *s, const char *opcode, const char *const *words,
                         size_t count)
{
    if (s == NULL || s->kind != TEXT_INSTRUCTION || s->guard != TEXT_NONE || !text_is(p->out, s->opcode, opcode) ||
        s->last - s->first != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!text_is(p->out, s->first + (uint32_t)i, words[i]))
            return false;
    }
    return true;
}

#define IS(p, s, opcode, ...)                                                                                          \
    is_statement(p, s, opcode, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) /        \
                                                                       sizeof(const char *))

static bool take_barriers(text_proof *p, pending *now)
{
    bool any = false;

    while (IS(p, next(p), "barrier.sync", "0")) {
        *now = (pending){false, false, 0, 0};
        p->at++;
        any = true;
    }
    return any;
}

static bool is_label(const text_proof *p, const text_statement *s, const char *name)
{
    return s != NULL && s->kind == TEXT_LABEL && text_is(p->out, s->opcode, name);
}

static bool take_label(text_proof *p, const char *name)
{
    if (!is_label(p, next(p), name))
        return fail_here(p, arena_printf(p->v->memory, "the label %s", name));
    p->at++;
    return true;
}

/* `@%vgf_go bra LABEL;` */
static bool take_branch_if(text_proof *p, const char *label)
{
    const text_statement *s = next(p);

    if (s == NULL || s->kind != TEXT_INSTRUCTION || s->guard == TEXT_NONE || s->negated ||
        !text_is(p->out, s->guard, "%vgf_go") || !text_is(p->out, s->opcode, "bra") || s->last != s->first + 1 ||
        !text_is(p->out, s->first, label))
        return fail_here(p, arena_printf(p->v->memory, "a branch to %s by what was compared", label));
    p->at++;
    return true;
}

static bool take_branch(text_proof *p, const char *label)
{
    if (!IS(p, next(p), "bra", label))
        return fail_here(p, arena_printf(p->v->memory, "a branch to %s", label));
    p->at++;
    return true;
}

static bool take_comparison(text_proof *p, const char *number)
{
    if (!IS(p, next(p), "setp.eq.u32", "%vgf_go", ",", "%vgf_word", ",", number))
        return fail_here(p, arena_printf(p->v->memory, "a comparison of the word with %s", number));
    p->at++;
    return true;
}

/* ---- parts ---- */

static uint32_t find_label(const text_proof *p, uint32_t from, size_t end, const char *name)
{
    for (uint32_t i = from; i < end; i++) {
        if (is_label(p, &p->entry->statements[i], name))
            return i;
    }
    return TEXT_NONE;
}

/* A statement around the body of a kernel, which knows the fuser's own names alone. */
static bool is_around(const text_proof *p, const text_statement *s)
{
    if (s->kind == TEXT_LABEL)
        return text_begins(p->out, s->opcode, "vgf_pass_");
    if (s->kind == TEXT_DIRECTIVE)
        return text_is(p->out, s->opcode, ".reg") && s->first + 1 < s->last &&
               text_is_own(&p->out->tokens[s->first + 1]);
    if (s->kind != TEXT_INSTRUCTION)
        return false;
    return text_is(p->out, s->opcode, "bra") ? s->guard != TEXT_NONE && text_is_own(&p->out->tokens[s->guard])
                                             : s->first < s->last && text_is_own(&p->out->tokens[s->first]);
}

static text_module *source_of(text_proof *p, uint32_t module)
{
    if (p->sources[module] == NULL) {
        text_module *m = text_read(p->v->memory, p->i->modules[module].ptx[p->target]);

        p->sources[module] = m;
        p->copies[module] = ARENA_ARRAY(p->v->memory, uint32_t, m->variable_count + m->function_count);
    }
    return p->sources[module];
}

static bool has_own_names(const text_module *m)
{
    for (size_t i = 0; i < m->token_count; i++) {
        if (text_is_own(&m->tokens[i]))
            return true;
    }
    return false;
}

static bool find_kernel(text_proof *p, text_part *t)
{
    uint32_t module = p->i->module_of[t->node->kernel];
    const text_statement *s = next(p);

    if (module >= p->i->module_count || p->i->modules[module].ptx == NULL ||
        p->i->modules[module].ptx[p->target] == NULL)
        return proof_fail(p, s->opcode, "there is no text of its kernel to compare with");
    t->from = source_of(p, module);
    if (t->from->problem != NULL)
        return proof_fail(p, s->opcode, "line %u of its module's text cannot be read: %s", t->from->problem_line,
                          t->from->problem);
    if (has_own_names(t->from))
        return proof_fail(p, s->opcode, "its module has names that begin with vgf_");
    t->kernel = text_find_function(t->from, p->i->symbols[t->node->kernel]);
    if (t->kernel == NULL || !t->kernel->entry || t->kernel->body == t->kernel->body_end)
        return proof_fail(p, s->opcode, "its module has no such kernel");
    text_read_body(t->from, t->kernel);
    if (t->from->problem != NULL)
        return proof_fail(p, s->opcode, "line %u of its module's text cannot be read: %s", t->from->problem_line,
                          t->from->problem);
    return true;
}

static bool check_params(text_proof *p, const text_part *t)
{
    const model_kernel *k = p->v->p->kernels[t->node->kernel];

    if (t->kernel->param_count != k->param_count)
        return proof_fail(p, next(p)->opcode, "its kernel has other parameters in its text than in the plan");
    for (size_t i = 0; i < k->param_count; i++) {
        const plan_given *given = &t->part->given[i];

        if (!given->condition && !given->loaded &&
            p->entry->param_sizes[given->index] != t->kernel->param_sizes[i])
            return proof_fail(p, next(p)->opcode, "parameter %zu of its kernel has another size than what it is given",
                              i);
    }
    return true;
}

static bool meets(const plan *p, const plan_range *x, const plan_range *y)
{
    const plan_place *one = &p->places[x->buffer], *other = &p->places[y->buffer];

    if (one->arena == PLAN_EXTERNAL || other->arena == PLAN_EXTERNAL)
        return x->buffer == y->buffer ? x->first < y->last && y->first < x->last : one->arena == other->arena;
    return one->arena == other->arena && one->offset + x->first < other->offset + y->last &&
           other->offset + y->first < one->offset + x->last;
}

/* Whether the launch writes what the part reads: then no read may assume that nobody does. */
static bool is_written(const text_proof *p, const plan_node *node)
{
    const plan_node *launch = p->launch;

    for (size_t i = 0; i < node->range_count; i++) {
        for (size_t k = 0; k < launch->range_count && (node->ranges[i].access & PLAN_READ) != 0; k++) {
            if ((launch->ranges[k].access & PLAN_WRITE) != 0 && meets(p->v->p, &node->ranges[i], &launch->ranges[k]))
                return true;
        }
    }
    return false;
}

/* Whether it is given memory that lines are put into, or that anyone but the device writes. */
static bool takes_mail(const text_proof *p, const text_part *t)
{
    for (size_t i = 0; i < t->kernel->param_count && p->resident; i++) {
        const plan_given *given = &t->part->given[i];
        const plan_argument *argument = &p->launch->arguments[given->index];

        if (!given->condition && argument->pointer && argument->at != PLAN_AT_PLACE)
            return true;
    }
    return false;
}

static bool check_reads(text_proof *p, const text_part *t)
{
    if (!is_written(p, t->node) && !takes_mail(p, t))
        return true;
    for (uint32_t i = t->body; i < t->tail; i++) {
        const text_statement *s = &p->entry->statements[i];

        if (text_opcode_is(p->out, s, "ld") && text_has_suffix(p->out, s, ".nc"))
            return proof_fail(p, s->opcode, "it reads without coherence, and the launch writes what it reads");
    }
    return true;
}

/* Which words the part sets, as bits. */
static uint64_t words_set(const text_part *t)
{
    uint64_t words = 0;

    for (size_t i = 0; i < t->kernel->param_count; i++)
        words |= t->part->given[i].condition ? UINT64_C(1) << t->part->given[i].index : 0;
    return words;
}

static bool check_pending(text_proof *p, const text_part *t, pending *now)
{
    uint32_t tok = p->entry->statements[t->guard].opcode;

    if (now->parts && !t->part->apart)
        return proof_fail(p, tok, "expected a barrier between it and the part before it");
    if (now->parts && now->area && t->area_count > 0)
        return proof_fail(p, tok, "it uses the shared memory of a part that may still run");
    if ((now->numbers & t->numbers) != 0)
        return proof_fail(p, tok, "it uses a barrier of a part that may still run");
    if ((now->read & words_set(t)) != 0)
        return proof_fail(p, tok, "it sets a word that some threads may still have to read");
    now->parts = true;
    now->area = now->area || t->area_count > 0;
    now->numbers = (uint16_t)(now->numbers | t->numbers);
    return true;
}

static bool take_part(text_proof *p, const plan_fused_list *list, const plan_part *part, pending *now)
{
    text_part t = {.p = p, .part = part, .node = &list->of->nodes[part->node], .number = (uint32_t)p->part_count++};
    const char *begin = arena_printf(p->v->memory, "vgf_part_%u", t.number);
    const char *end = arena_printf(p->v->memory, "vgf_end_%u", t.number), *why;
    const char *done = arena_printf(p->v->memory, "vgf_done_%u", t.number);
    uint32_t tok;

    p->now = t.node;
    memcpy(t.grid, part->grid, sizeof t.grid);
    memcpy(t.block, part->block, sizeof t.block);
    if (!take_label(p, begin) || !find_kernel(p, &t) || !check_params(p, &t))
        return false;
    if (next(p) == NULL || next(p)->kind != TEXT_OPEN)
        return fail_here(p, "the scope of a part");
    t.guard = t.body = ++p->at;
    t.end = find_label(p, p->at, p->entry->statement_count, end);
    if (t.end == TEXT_NONE || p->entry->statements[t.end - 1].kind != TEXT_CLOSE)
        return fail_here(p, arena_printf(p->v->memory, "a part that ends before the label %s", end));
    while (t.body < t.end && is_around(p, &p->entry->statements[t.body]))
        t.body++;
    t.tail = find_label(p, t.body, t.end, done);
    t.tail = t.tail == TEXT_NONE ? t.end - 1 : t.tail;
    if (!part_check_body(&t) || !part_check_guard(&t) || !check_reads(p, &t))
        return false;
    why = proof_uneven(&t, &tok);
    if (why != NULL)
        return proof_fail(p, p->entry->statements[t.body].opcode, "%s (line %u of its kernel's text)", why,
                          t.from->tokens[tok].line);
    if (!check_pending(p, &t, now))
        return false;
    p->at = t.end + 1;
    p->now = NULL;
    return true;
}

/* ---- loops and choices ---- */

static bool take_list(text_proof *p, const plan_fused_list *list, pending *now);

static void join(pending *to, const pending *other)
{
    to->parts = to->parts || other->parts;
    to->area = to->area || other->area;
    to->numbers = (uint16_t)(to->numbers | other->numbers);
    to->read |= other->read;
}

/* The two of a resident launch are no buffers of the model. */
static const char *condition_name(const text_proof *p, uint32_t condition)
{
    uint32_t buffer = p->launch->conditions[condition];

    return buffer < p->v->m->buffer_count ? p->v->m->buffers[buffer].name
                                          : buffer == p->v->m->buffer_count ? "go" : "which";
}

static uint32_t first_value(const text_proof *p, uint32_t condition)
{
    uint32_t buffer = p->launch->conditions[condition];

    return buffer < p->v->m->buffer_count ? p->v->m->buffers[buffer].condition_first
                                          : buffer == p->v->m->buffer_count;
}

/* All threads read the word, behind a barrier. */
static bool take_word(text_proof *p, uint32_t condition, pending *now)
{
    const char *word = arena_printf(p->v->memory, "vgf_condition_%u", condition);

    take_barriers(p, now);
    if (now->parts)
        return fail_here(p, "a barrier before a word is read");
    if (!IS(p, next(p), "ld.shared.u32", "%vgf_word", ",", "[", word, "]"))
        return fail_here(p, arena_printf(p->v->memory, "the word of %s to be read", condition_name(p, condition)));
    p->at++;
    now->read |= UINT64_C(1) << condition;
    take_barriers(p, now);
    return true;
}

static bool take_while(text_proof *p, const plan_part *part, pending *now)
{
    const char *loop = arena_printf(p->v->memory, "vgf_loop_%u", part->condition);
    const char *leave = arena_printf(p->v->memory, "vgf_leave_%u", part->condition);
    pending left;

    take_barriers(p, now);
    if (now->parts) /* a word is read there by the last pass, too, but not set before the barrier at its end */
        return fail_here(p, "a barrier before a loop");
    if (!take_label(p, loop) || !take_word(p, part->condition, now) || !take_comparison(p, "0") ||
        !take_branch_if(p, leave))
        return false;
    left = *now;
    if (!take_list(p, &part->bodies[0], now))
        return false;
    if (!take_barriers(p, now))
        return fail_here(p, "a barrier at the end of a loop");
    *now = left;
    return take_branch(p, loop) && take_label(p, leave);
}

static bool take_case(text_proof *p, const plan_part *part, size_t body, size_t count, pending now, pending *all)
{
    const char *label = arena_printf(p->v->memory, "vgf_case_%u_%zu", part->condition, body);
    const char *leave = arena_printf(p->v->memory, "vgf_leave_%u", part->condition);

    if (!take_label(p, label) || !take_list(p, &part->bodies[body], &now))
        return false;
    take_barriers(p, &now);
    join(all, &now);
    return body + 1 == count || take_branch(p, leave);
}

static bool take_choice(text_proof *p, const plan_node *node, const plan_part *part, pending *now)
{
    const char *leave = arena_printf(p->v->memory, "vgf_leave_%u", part->condition);
    pending all;

    if (!take_word(p, part->condition, now))
        return false;
    if (node->control == STEP_IF) {
        if (!take_comparison(p, "0") ||
            !take_branch_if(p, node->body_count > 1 ? arena_printf(p->v->memory, "vgf_case_%u_1", part->condition)
                                                    : leave))
            return false;
    } else {
        for (size_t b = 0; b < node->body_count; b++) {
            if (!take_comparison(p, arena_printf(p->v->memory, "%zu", b)) ||
                !take_branch_if(p, arena_printf(p->v->memory, "vgf_case_%u_%zu", part->condition, b)))
                return false;
        }
        if (!take_branch(p, leave))
            return false;
    }
    all = *now;
    for (size_t b = 0; b < node->body_count; b++) {
        if (!take_case(p, part, b, node->body_count, *now, &all))
            return false;
    }
    *now = all;
    return take_label(p, leave);
}

static bool take_list(text_proof *p, const plan_fused_list *list, pending *now)
{
    for (size_t i = 0; i < list->part_count; i++) {
        const plan_part *part = &list->parts[i];
        const plan_node *node = &list->of->nodes[part->node];
        bool taken;

        take_barriers(p, now);
        if (node->kind != PLAN_CONDITIONAL)
            taken = take_part(p, list, part, now);
        else
            taken = node->control == STEP_WHILE ? take_while(p, part, now) : take_choice(p, node, part, now);
        if (!taken)
            return false;
    }
    return true;
}

/* ---- the launch ---- */

/* Declarations of its own: the area, the words, two registers. */
static bool take_declarations(text_proof *p)
{
    size_t words = 0;

    for (; next(p) != NULL && next(p)->kind == TEXT_DIRECTIVE; p->at++) {
        const text_statement *s = next(p);
        const text_token *name = &p->out->tokens[s->last - 1];

        if (text_is(p->out, s->opcode, ".reg"))
            continue;
        if (!text_is(p->out, s->opcode, ".shared"))
            return fail_here(p, "no other declaration than of registers and shared memory");
        if (text_begins(p->out, s->last - 1, "vgf_condition_") && words < p->launch->condition_count &&
            text_is(p->out, s->last - 1, arena_printf(p->v->memory, "vgf_condition_%zu", words)))
            p->words[words++] = *name;
    }
    for (size_t i = 0; i < p->entry->shared_count; i++) {
        const text_variable *v = &p->entry->shared[i];
        bool word = v->name.length > 14 && memcmp(v->name.at, "vgf_condition_", 14) == 0;

        if (word ? v->size != 4 || v->align % 4 != 0 : p->area != NULL)
            return fail_here(p, "one area of shared memory, and words of four bytes");
        p->area = word ? p->area : v;
    }
    for (size_t i = 0; i < p->out->variable_count && p->area == NULL; i++) {
        const text_token *name = &p->out->variables[i].name;
        size_t length = strlen(p->v->p->kernels[p->launch->kernel]->entry);

        if (p->out->variables[i].shared && name->length == length + 7 &&
            memcmp(name->at, p->v->p->kernels[p->launch->kernel]->entry, length) == 0)
            p->area = &p->out->variables[i];
    }
    return words == p->launch->condition_count || fail_here(p, "a word of shared memory for each condition");
}

/* Each word has its first value, and all threads have waited for it. */
static bool take_first_values(text_proof *p)
{
    pending now = {false, false, 0, 0};

    for (size_t i = 0; i < p->launch->condition_count; i++) {
        const char *word = arena_printf(p->v->memory, "vgf_condition_%zu", i);
        const char *value = arena_printf(p->v->memory, "%u", first_value(p, (uint32_t)i));

        if (!IS(p, next(p), "st.shared.u32", "[", word, "]", ",", value))
            return fail_here(p, arena_printf(p->v->memory, "%s to begin with %s", word, value));
        p->at++;
    }
    return p->launch->condition_count == 0 || take_barriers(p, &now) || fail_here(p, "a barrier after first values");
}

static bool take_blocks(text_proof *p)
{
    size_t count = p->launch->block_count;
    pending now;

    if (count > 1) {
        if (!IS(p, next(p), "mov.u32", "%vgf_word", ",", "%ctaid.x"))
            return fail_here(p, "the number of the block");
        p->at++;
    }
    for (size_t b = 1; b < count; b++) {
        if (!take_comparison(p, arena_printf(p->v->memory, "%zu", b)) ||
            !take_branch_if(p, arena_printf(p->v->memory, "vgf_block_%zu", b)))
            return false;
    }
    for (size_t b = 0; b < count; b++) {
        if (count > 1 && !take_label(p, arena_printf(p->v->memory, "vgf_block_%zu", b)))
            return false;
        now = (pending){false, false, 0, 0};
        if (!take_list(p, &p->launch->blocks[b], &now))
            return false;
        take_barriers(p, &now);
        if (!is_statement(p, next(p), "ret", NULL, 0))
            return fail_here(p, "the end of the launch");
        p->at++;
    }
    return next(p) == NULL || fail_here(p, "nothing behind the end of the launch");
}

static bool check_head(text_proof *p)
{
    const model_kernel *k = p->v->p->kernels[p->launch->kernel];
    uint32_t tok = p->entry->head_first;

    if (p->entry->param_count != p->launch->argument_count)
        return proof_fail(p, tok, "expected %zu parameters, found %zu", p->launch->argument_count,
                          p->entry->param_count);
    for (size_t i = 0; i < k->param_count; i++) {
        uint32_t wanted = p->launch->arguments[i].pointer ? 8 : p->launch->arguments[i].type->size;

        if (p->entry->param_sizes[i] != wanted)
            return proof_fail(p, tok, "expected parameter %zu to have %u bytes, found %u", i, wanted,
                              p->entry->param_sizes[i]);
    }
    if (p->launch->condition_count > MOST_WORDS)
        return proof_fail(p, tok, "expected at most %u conditions", MOST_WORDS);
    return true;
}

/* Labels of the whole launch: a name that stands twice would lead somewhere else. */
static bool check_labels(text_proof *p)
{
    const text_names *n = &p->entry->names;

    for (size_t i = 1; i < n->count; i++) {
        const text_name *x = &n->items[i - 1], *y = &n->items[i];

        if (x->length == y->length && memcmp(x->at, y->at, x->length) == 0 &&
            (x->meaning == NAME_LABEL || y->meaning == NAME_LABEL))
            return proof_fail(p, p->entry->body, "%.*s stands there twice", (int)x->length, x->at);
    }
    return true;
}

void proof_check_launch(text_proof *p)
{
    p->words = ARENA_ARRAY(p->v->memory, text_token, p->launch->condition_count);
    if (!check_head(p) || !check_labels(p) || !take_declarations(p))
        return;
    if (is_statement(p, next(p), "griddepcontrol.wait", NULL, 0)) {
        p->waits = true;
        p->at++;
    }
    if (is_statement(p, next(p), "griddepcontrol.launch_dependents", NULL, 0))
        p->at++;
    if (take_first_values(p))
        (void)take_blocks(p);
}
