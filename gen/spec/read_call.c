/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The text of a step: "fir(x, hist[0:63], n=3)", "y = 0", "a -> b[4:]". */
#include "spec/read_parts.h"

#include <string.h>

/* The text being read. */
typedef struct {
    reader *r;
    const tree *in;
    scanner s;
    const char *id; /* of mistakes in its form */
    const char *example;
} call_text;

static const char *token_text(const call_text *c, token t)
{
    return names_intern(c->r->n, c->in->text + t.begin, t.end - t.begin);
}

static bool is_next(const call_text *c, const char *punctuation)
{
    return c->s.next.kind == TOKEN_PUNCTUATION && strcmp(c->s.next.punctuation, punctuation) == 0;
}

/* False, with the error that names what was expected and what is there. */
static bool expected(const call_text *c, const char *what)
{
    token t = c->s.next;
    const char *hint = expr_hint(c->r->a, c->in->text, c->in->length, &t);

    if (t.kind == TOKEN_END)
        read_error_in(c->r, c->in, t.begin, t.end, c->id, "expected %s, found the end", what);
    else
        read_error_in(c->r, c->in, t.begin, t.end, c->id, "expected %s, found '%.*s'", what, (int)(t.end - t.begin),
                      c->in->text + t.begin);
    if (hint != NULL)
        diag_hint(c->r->d, "%s", hint);
    else if (is_next(c, "(") || (t.kind == TOKEN_NAME && strcmp(token_text(c, t), "as") == 0))
        diag_hint(c->r->d, "a view of other types is written (x as f32)");
    else
        diag_hint(c->r->d, "the form is: %s", c->example);
    return false;
}

static bool take_punctuation(call_text *c, const char *punctuation)
{
    if (scanner_accept(&c->s, punctuation))
        return true;
    return expected(c, arena_printf(c->r->a, "'%s'", punctuation));
}

static call_text start(reader *r, const tree *value, const char *id, const char *example)
{
    call_text c = {.r = r, .in = value, .id = id, .example = example};

    scanner_start(&c.s, value->text, value->length);
    return c;
}

static bool take_end(call_text *c)
{
    return c->s.next.kind == TOKEN_END || expected(c, "the end");
}

/* ---- expressions and slices ---- */

static bool take_expr(call_text *c, model_expr *e)
{
    expr_error error = {0};

    e->in = c->in;
    e->root = expr_parse(c->r->a, &c->s, &error);
    if (e->root == NULL) {
        read_expr_error(c->r, c->in, &error);
        return false;
    }
    e->at = tree_part(c->in, e->root->begin, e->root->end);
    return true;
}

static model_part *part_of(call_text *c, model_slice *slice)
{
    if (slice->part == NULL)
        slice->part = ARENA_NEW(c->r->a, model_part);
    return slice->part;
}

/* After an opening bracket: a:b], a:], :b] or row]. */
static bool take_bounds(call_text *c, model_part *part)
{
    if (is_next(c, "]"))
        c->example = "x, without brackets, for all of it";
    if (!is_next(c, ":") && !is_next(c, "]") && !take_expr(c, &part->begin))
        return false;
    if (is_next(c, "]") && part->begin.root != NULL) {
        part->row = part->begin;
        memset(&part->begin, 0, sizeof part->begin);
        scanner_take(&c->s);
        return true;
    }
    part->sliced = true;
    if (!take_punctuation(c, ":"))
        return false;
    if (!is_next(c, "]") && !take_expr(c, &part->end))
        return false;
    return take_punctuation(c, "]");
}

static bool take_range(call_text *c, model_slice *slice)
{
    const char *whole = c->example;
    bool good;

    if (!scanner_accept(&c->s, "["))
        return true;
    c->example = "x[first:end], the end not included, or x[row]";
    good = take_bounds(c, part_of(c, slice));
    c->example = whole;
    return good;
}

static uint32_t end_of_last(const call_text *c)
{
    uint32_t end = c->s.next.begin;

    while (end > 0 && (c->in->text[end - 1] == ' ' || c->in->text[end - 1] == '\t'))
        end--;
    return end;
}

static bool is_view(const call_text *c)
{
    scanner ahead = c->s;
    token name;

    if (!scanner_accept(&ahead, "(") || scanner_take(&ahead).kind != TOKEN_NAME)
        return false;
    name = scanner_take(&ahead);
    return name.kind == TOKEN_NAME && name.end - name.begin == 2 && memcmp(c->in->text + name.begin, "as", 2) == 0;
}

static bool take_buffer_name(call_text *c, model_slice *slice)
{
    token name = c->s.next;

    if (name.kind != TOKEN_NAME)
        return expected(c, "the name of a buffer");
    scanner_take(&c->s);
    slice->name = token_text(c, name);
    slice->at = tree_part(c->in, name.begin, name.end);
    return true;
}

/* "(spec as f32)"; what is taken is known to start like one. */
static bool take_view(call_text *c, model_slice *slice)
{
    model_part *part = part_of(c, slice);
    token type;

    scanner_take(&c->s);
    if (!take_buffer_name(c, slice))
        return false;
    scanner_take(&c->s);
    type = c->s.next;
    if (type.kind != TOKEN_NAME)
        return expected(c, "the type of a view such as (x as f32)");
    scanner_take(&c->s);
    part->view = token_text(c, type);
    part->view_at = tree_part(c->in, type.begin, type.end);
    part->view_type = read_type(c->r, c->in, type.begin, type.end);
    return take_punctuation(c, ")");
}

static bool take_slice(call_text *c, model_slice *slice)
{
    uint32_t begin = c->s.next.begin;

    if (!(is_view(c) ? take_view(c, slice) : take_buffer_name(c, slice)) || !take_range(c, slice))
        return false;
    if (slice->part != NULL) {
        slice->part->name_at = slice->at;
        slice->at = tree_part(c->in, begin, end_of_last(c));
    }
    if (!is_next(c, "["))
        return true;
    read_error_in(c->r, c->in, c->s.next.begin, c->s.next.end, "slice-form", "a buffer takes one pair of brackets");
    diag_hint(c->r->d, "a row is x[row], a part of a buffer x[first:end], counted in elements of the whole");
    return false;
}

bool read_slice_text(reader *r, const tree *value, model_slice *slice)
{
    call_text c = start(r, value, "slice-form", "x, x[first:end], x[row] or (x as f32)[first:end]");

    return take_slice(&c, slice) && take_end(&c);
}

/* ---- arguments of a launch ---- */

static bool is_word_literal(const char *word)
{
    return strcmp(word, "nan") == 0 || strcmp(word, "inf") == 0 || strcmp(word, "true") == 0 ||
           strcmp(word, "false") == 0;
}

/* An integer alone that only a u64 holds. */
static bool is_large(token t, const scanner *after)
{
    return t.kind == TOKEN_INTEGER && t.integer > INT64_MAX && after->next.kind == TOKEN_PUNCTUATION &&
           (strcmp(after->next.punctuation, ",") == 0 || strcmp(after->next.punctuation, ")") == 0);
}

/* A literal that no expression can be: a float, nan, inf, true, false, with or without a minus; a large integer. */
static bool take_literal(call_text *c, model_argument *argument)
{
    scanner ahead = c->s;
    uint32_t begin = ahead.next.begin;
    bool negative = scanner_accept(&ahead, "-");
    token t = scanner_take(&ahead);

    if (t.kind != TOKEN_REAL && !(t.kind == TOKEN_NAME && is_word_literal(token_text(c, t))) &&
        (negative || !is_large(t, &ahead)))
        return false;
    argument->kind = ARGUMENT_LITERAL;
    argument->literal = ARENA_NEW(c->r->a, model_literal);
    argument->literal->text = names_intern(c->r->n, c->in->text + begin, t.end - begin);
    argument->literal->at = tree_part(c->in, begin, t.end);
    c->s = ahead;
    return true;
}

/* A name that stands alone or before a bracket; a bare name may turn out to be a define. */
static bool is_slice(const call_text *c)
{
    scanner ahead = c->s;
    token after;

    if (scanner_take(&ahead).kind != TOKEN_NAME)
        return false;
    after = ahead.next;
    return after.kind == TOKEN_END || (after.kind == TOKEN_PUNCTUATION &&
                                       (strcmp(after.punctuation, "[") == 0 || strcmp(after.punctuation, ",") == 0 ||
                                        strcmp(after.punctuation, ")") == 0));
}

static void take_keyword(call_text *c, model_argument *argument)
{
    scanner ahead = c->s;
    token name = scanner_take(&ahead);

    if (name.kind == TOKEN_NAME && scanner_accept(&ahead, "=")) {
        argument->keyword = token_text(c, name);
        argument->keyword_at = tree_part(c->in, name.begin, name.end);
        c->s = ahead;
    }
}

static bool take_argument(call_text *c, model_argument *argument)
{
    uint32_t begin = c->s.next.begin;

    take_keyword(c, argument);
    if (is_next(c, "[")) {
        argument->kind = ARGUMENT_LITERAL;
        argument->literal = ARENA_NEW(c->r->a, model_literal);
        if (!read_literal_text(c->r, c->in, &c->s, argument->literal))
            return false;
    } else if (!take_literal(c, argument)) {
        if (is_view(c) || is_slice(c)) {
            argument->kind = ARGUMENT_SLICE;
            if (!take_slice(c, &argument->slice))
                return false;
        } else {
            argument->kind = ARGUMENT_EXPR;
            argument->expr = ARENA_NEW(c->r->a, model_expr);
            if (!take_expr(c, argument->expr))
                return false;
        }
    }
    argument->at = tree_part(c->in, begin, end_of_last(c));
    return true;
}

/* As many as there can be: one more than commas. */
static size_t most_arguments(const call_text *c)
{
    size_t count = 1;

    for (size_t i = 0; i < c->in->length; i++)
        count += c->in->text[i] == ',';
    return count;
}

static bool take_arguments(call_text *c, model_step *step)
{
    if (scanner_accept(&c->s, ")"))
        return true;
    step->arguments = ARENA_ARRAY(c->r->a, model_argument, most_arguments(c));
    do {
        if (!take_argument(c, &step->arguments[step->argument_count]))
            return false;
        step->argument_count++;
    } while (scanner_accept(&c->s, ","));
    return scanner_accept(&c->s, ")") || expected(c, "',' or ')'");
}

bool read_launch_text(reader *r, const tree *value, model_step *step)
{
    call_text c = start(r, value, "launch-form", "kernel(argument, name=argument)");
    token name = c.s.next;

    if (name.kind != TOKEN_NAME)
        return expected(&c, "the name of a kernel");
    scanner_take(&c.s);
    step->kernel_name = token_text(&c, name);
    step->kernel_at = tree_part(value, name.begin, name.end);
    if (is_next(&c, "<<"))
        c.example = "kernel(argument, name=argument); grid and block are keys of the step";
    return take_punctuation(&c, "(") && take_arguments(&c, step) && take_end(&c);
}

bool read_fill_text(reader *r, const tree *value, model_step *step)
{
    call_text c = start(r, value, "fill-form", "buffer = literal");
    uint32_t begin;

    if (!take_slice(&c, &step->to) || !take_punctuation(&c, "="))
        return false;
    if (c.s.next.kind == TOKEN_END)
        return expected(&c, "a literal");
    if (is_next(&c, "["))
        return read_literal_text(r, value, &c.s, &step->literal) && take_end(&c);
    /* The rest of the text, so that a mistake in it is shown whole. */
    begin = c.s.next.begin;
    while (c.s.next.kind != TOKEN_END)
        scanner_take(&c.s);
    step->literal.text = names_intern(r->n, value->text + begin, end_of_last(&c) - begin);
    step->literal.at = tree_part(value, begin, end_of_last(&c));
    return true;
}

/* One of the words, by its index. False with an error that names all of them. */
static bool take_word(call_text *c, const char *const *words, size_t *found)
{
    const char *all = words[0], *text;

    for (size_t i = 1; words[i] != NULL; i++)
        all = arena_printf(c->r->a, "%s%s%s", all, words[i + 1] == NULL ? " or " : ", ", words[i]);
    text = c->s.next.kind == TOKEN_NAME ? token_text(c, c->s.next) : "";
    for (*found = 0; words[*found] != NULL && strcmp(words[*found], text) != 0; ++*found)
        continue;
    if (words[*found] == NULL)
        return expected(c, all);
    scanner_take(&c->s);
    return true;
}

/* "x" alone is done in place. */
static bool take_ends(call_text *c, model_step *step)
{
    if (!take_slice(c, &step->from))
        return false;
    if (scanner_accept(&c->s, "->"))
        return take_slice(c, &step->to);
    step->to = step->from;
    return true;
}

bool read_collective_text(reader *r, const tree *value, model_step *step)
{
    static const char *const forms[] = {"all_reduce(from -> to, sum)", "broadcast(from -> to, root)",
                                        "all_gather(from -> to)", "reduce_scatter(from -> to, sum)"};
    call_text c = start(r, value, "collective-form", forms[0]);
    size_t found = 0;

    if (!take_word(&c, model_collective_words, &found))
        return false;
    step->collective = (model_collective)(found + 1);
    c.example = forms[found];
    if (!take_punctuation(&c, "(") || !take_ends(&c, step))
        return false;
    if (step->collective != COLLECTIVE_ALL_GATHER && !take_punctuation(&c, ","))
        return false;
    if (step->collective == COLLECTIVE_BROADCAST && !take_expr(&c, &step->root))
        return false;
    if (step->collective == COLLECTIVE_ALL_REDUCE || step->collective == COLLECTIVE_REDUCE_SCATTER) {
        if (!take_word(&c, model_reduction_words, &found))
            return false;
        step->reduction = (model_reduction)found;
    }
    return take_punctuation(&c, ")") && take_end(&c);
}

bool read_copy_text(reader *r, const tree *value, model_step *step)
{
    call_text c = start(r, value, "copy-form", "from -> to");

    return take_slice(&c, &step->from) && take_punctuation(&c, "->") && take_slice(&c, &step->to) && take_end(&c);
}
