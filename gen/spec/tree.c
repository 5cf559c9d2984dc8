/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "spec/tree.h"

#include "spec/tree_problem.h"
#include "spec/tree_source.h"
#include "spec/tree_unseen.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* This many errors come from one mistake, and nobody wants to wait for the rest. */
#define MAX_ERRORS 1000u

/* A collection that is still open. */
typedef struct {
    tree *node;
    const tree **keys, **items;
    size_t key_count, item_count, key_capacity, item_capacity;
} level;

typedef struct {
    arena *memory;
    diag *diag;
    tree_source source;
    level levels[TREE_MAX_DEPTH];
    size_t depth;
    size_t node_count;
    const tree *root;
    uint32_t last_error; /* where it was */
    size_t error_count;  /* reading goes on after an error, to find more */
} builder;

static void refuse(builder *b, span at, const char *id, const char *message)
{
    diag_error(b->diag, at, id, "%s", message);
    b->last_error = at.begin;
    b->error_count++;
}

static span event_place(const builder *b, const yaml_event_t *event)
{
    return (span){b->source.number, tree_source_offset(&b->source, event->start_mark.index),
                  tree_source_offset(&b->source, event->end_mark.index)};
}

/* ---- scalars ---- */

static tree *new_node(builder *b, tree_kind kind, span at)
{
    tree *node = ARENA_NEW(b->memory, tree);
    node->kind = kind;
    node->at = at;
    return node;
}

static bool equals_source(const builder *b, const tree *scalar)
{
    size_t quotes = scalar->quoted ? 2 : 0;
    return scalar->at.end - scalar->at.begin == scalar->length + quotes &&
           memcmp(b->source.bytes + scalar->at.begin + quotes / 2, scalar->text, scalar->length) == 0;
}

/* Anchors and tags are part of the place where an event starts, even the tag '!' that the event does not show. */
static void refuse_properties(builder *b, span at, const unsigned char *anchor, const unsigned char *tag)
{
    char first = at.begin < at.end ? tree_source_byte(&b->source, at.begin) : '\0';
    uint32_t end = at.begin;
    while (end < at.end && !strchr(" \t\r\n,]}", tree_source_byte(&b->source, end)))
        end++;
    span property = {at.source, at.begin, end};
    if (anchor || first == '&')
        refuse(b, property, "yaml-anchor", "anchors are not allowed");
    else if (tag || first == '!')
        refuse(b, property, "yaml-tag", "tags are not allowed");
}

/* "- a" with a deeper "- b" below it is one value to YAML, but its author meant two. */
static void refuse_swallowed_item(builder *b, const tree *scalar)
{
    bool starts_line = false;
    for (uint32_t at = scalar->at.begin; at < scalar->at.end; at++) {
        char c = b->source.bytes[at];
        if (starts_line && c == '-' && strchr(" \t\r\n", tree_source_byte(&b->source, at + 1))) {
            refuse(b, (span){scalar->at.source, at, at + 1}, "yaml-syntax", "this '-' goes on with the value above it");
            diag_hint(b->diag, "an item starts in the same column as the items beside it");
            return;
        }
        starts_line = c == '\n' || (starts_line && (c == ' ' || c == '\t' || c == '\r'));
    }
}

static tree *make_scalar(builder *b, const yaml_event_t *event)
{
    tree *scalar = new_node(b, TREE_SCALAR, event_place(b, event));
    yaml_scalar_style_t style = event->data.scalar.style;
    scalar->quoted = style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    scalar->length = event->data.scalar.length;
    scalar->text = arena_copy(b->memory, (const char *)event->data.scalar.value, scalar->length);
    scalar->verbatim = equals_source(b, scalar);
    refuse_properties(b, scalar->at, event->data.scalar.anchor, event->data.scalar.tag);
    if (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE) {
        refuse(b, (span){scalar->at.source, scalar->at.begin, scalar->at.begin + 1}, "yaml-block-scalar",
               "block scalars are not allowed");
        diag_hint(b->diag, "write the value on one line");
    }
    if (style == YAML_PLAIN_SCALAR_STYLE && !scalar->verbatim)
        refuse_swallowed_item(b, scalar);
    if (memchr(scalar->text, '\0', scalar->length))
        refuse(b, scalar->at, "yaml-nul", "a NUL character in the value");
    if (!tree_unseen_in_value(scalar, b->diag))
        b->error_count++;
    return scalar;
}

static tree *make_alias(builder *b, const yaml_event_t *event)
{
    tree *stand_in = new_node(b, TREE_SCALAR, event_place(b, event));
    stand_in->text = "";
    refuse(b, stand_in->at, "yaml-alias", "aliases are not allowed");
    return stand_in;
}

/* ---- keys ---- */

static bool is_explicit_key(const builder *b, const tree *key)
{
    size_t at = key->at.begin;
    while (at > b->source.start && strchr(" \t", b->source.bytes[at - 1]))
        at--;
    return at < key->at.begin && at > b->source.start && b->source.bytes[at - 1] == '?' &&
           (at - 1 == b->source.start || strchr(" \t\n[{,", b->source.bytes[at - 2]));
}

/* The key as the tree keeps it: a scalar, also after an error. */
static const tree *checked_key(builder *b, const tree *key)
{
    if (key->kind != TREE_SCALAR) {
        refuse(b, key->at, "yaml-key", "a key must be a plain name, found a list or mapping");
        if (key->flow)
            diag_hint(b->diag, "quote a value that starts with [ or {");
        tree *stand_in = new_node(b, TREE_SCALAR, key->at);
        stand_in->text = "";
        return stand_in;
    }
    if (key->length == 0 && !key->quoted && key->at.begin == key->at.end)
        refuse(b, key->at, "yaml-key", "a key is missing before ':'");
    else if (is_explicit_key(b, key))
        refuse(b, key->at, "yaml-key", "a key is written without '?'");
    else if (!key->quoted && strcmp(key->text, "<<") == 0)
        refuse(b, key->at, "yaml-merge", "merge keys are not allowed");
    return key;
}

static int compare_keys(const void *left, const void *right)
{
    const tree *const *a = left, *const *b = right;
    if ((*a)->length != (*b)->length)
        return (*a)->length < (*b)->length ? -1 : 1;
    int order = memcmp((*a)->text, (*b)->text, (*a)->length);
    if (order)
        return order;
    return (*a)->at.begin < (*b)->at.begin ? -1 : (*a)->at.begin > (*b)->at.begin;
}

static bool same_text(const tree *a, const tree *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* A stand-in for something that was refused already is not reported again. */
static bool is_stand_in(const tree *key)
{
    return key->length == 0 && !key->quoted;
}

static void refuse_duplicate(builder *b, const tree *first, const tree *second)
{
    diag_error(b->diag, second->at, "yaml-duplicate-key", "duplicate key '%s'", first->text);
    diag_note(b->diag, first->at, "first is here");
    b->error_count++;
}

/* Where a mapping is an item of a list, a dash may be missing: then it is one mistake, however many keys follow. */
static void refuse_duplicate_keys(builder *b, const tree *mapping)
{
    size_t count = mapping->count;
    if (count < 2)
        return;
    bool is_item = !mapping->flow && b->depth > 0 && b->levels[b->depth - 1].node->kind == TREE_SEQUENCE;
    const tree **sorted = ARENA_ARRAY(b->memory, const tree *, count);
    memcpy(sorted, mapping->keys, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_keys);
    const tree *first = sorted[0], *item[2] = {NULL, NULL};
    for (size_t i = 1; i < count; i++) {
        if (!same_text(first, sorted[i])) {
            first = sorted[i];
        } else if (is_item && !is_stand_in(first)) {
            bool earlier = !item[1] || sorted[i]->at.begin < item[1]->at.begin;
            item[0] = earlier ? first : item[0];
            item[1] = earlier ? sorted[i] : item[1];
        } else if (!is_stand_in(first)) {
            refuse_duplicate(b, first, sorted[i]);
        }
    }
    if (item[1]) {
        refuse_duplicate(b, item[0], item[1]);
        diag_hint(b->diag, "if a new item of the list begins here, it needs a dash: - %s", item[0]->text);
    }
}

/* ---- building ---- */

static void add_to_parent(builder *b, const tree *node)
{
    if (b->depth == 0) {
        b->root = node;
        return;
    }
    level *parent = &b->levels[b->depth - 1];
    if (parent->node->kind == TREE_MAPPING && parent->key_count == parent->item_count) {
        parent->keys =
            arena_grow(b->memory, parent->keys, parent->key_count, &parent->key_capacity, sizeof *parent->keys);
        parent->keys[parent->key_count++] = checked_key(b, node);
    } else {
        parent->items =
            arena_grow(b->memory, parent->items, parent->item_count, &parent->item_capacity, sizeof *parent->items);
        parent->items[parent->item_count++] = node;
    }
}

/* False where the collection is nested too deep. */
static bool open_collection(builder *b, const yaml_event_t *event)
{
    span at = event_place(b, event);
    if (b->depth == TREE_MAX_DEPTH) {
        diag_error(b->diag, (span){at.source, at.begin, at.begin + 1}, "yaml-depth",
                   "lists and mappings are nested more than %u deep", TREE_MAX_DEPTH);
        b->error_count++;
        return false;
    }
    level *opened = &b->levels[b->depth++];
    memset(opened, 0, sizeof *opened);
    if (event->type == YAML_SEQUENCE_START_EVENT) {
        opened->node = new_node(b, TREE_SEQUENCE, at);
        opened->node->flow = event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
        refuse_properties(b, at, event->data.sequence_start.anchor, event->data.sequence_start.tag);
    } else {
        opened->node = new_node(b, TREE_MAPPING, at);
        opened->node->flow = event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        refuse_properties(b, at, event->data.mapping_start.anchor, event->data.mapping_start.tag);
    }
    return true;
}

static void close_collection(builder *b, const yaml_event_t *event)
{
    level *closed = &b->levels[--b->depth];
    tree *node = closed->node;
    node->keys = closed->keys;
    node->items = closed->items;
    node->count = closed->item_count;
    span end = event_place(b, event);
    /* The end event of a collection without brackets lies at whatever follows it. */
    if (end.begin < end.end && strchr("]}", tree_source_byte(&b->source, end.begin)))
        node->at.end = end.end;
    else if (node->count)
        node->at.end = node->items[node->count - 1]->at.end;
    if (node->kind == TREE_MAPPING)
        refuse_duplicate_keys(b, node);
    add_to_parent(b, node);
}

static bool start_document(builder *b, const yaml_event_t *event)
{
    span at = event_place(b, event);
    if (b->root) {
        refuse(b, at, "yaml-multi-document", "a second document starts here");
        diag_hint(b->diag, "write one document in a file");
        return false;
    }
    return true;
}

static bool count_node(builder *b, const yaml_event_t *event)
{
    if (++b->node_count <= TREE_MAX_NODES)
        return true;
    diag_error(b->diag, event_place(b, event), "yaml-size", "more than %u values", TREE_MAX_NODES);
    b->error_count++;
    return false;
}

/* False when there is nothing more to read. */
static bool take_event(builder *b, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_STREAM_END_EVENT:
        return false;
    case YAML_DOCUMENT_START_EVENT:
        return start_document(b, event);
    case YAML_ALIAS_EVENT:
        add_to_parent(b, make_alias(b, event));
        return count_node(b, event);
    case YAML_SCALAR_EVENT:
        add_to_parent(b, make_scalar(b, event));
        return count_node(b, event);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        return open_collection(b, event) && count_node(b, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_collection(b, event);
        return true;
    default:
        return true;
    }
}

static void report_problem(builder *b, const yaml_parser_t *parser)
{
    tree_problem p = {parser->problem ? parser->problem : "unknown problem", parser->context ? parser->context : "", 0,
                      0};
    p.at = tree_source_offset(&b->source, parser->problem_mark.index);
    p.context_at = parser->context ? tree_source_offset(&b->source, parser->context_mark.index) : p.at;
    /* What follows a mistake on its line, or the line after, is most likely part of it. */
    if (b->error_count == 0 || !tree_source_near(&b->source, b->last_error, p.context_at))
        tree_problem_report(&p, &b->source, b->diag);
    b->error_count++;
}

static void read_events(builder *b, yaml_parser_t *parser)
{
    for (bool more = true; more;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            report_problem(b, parser);
            return;
        }
        more = take_event(b, &event) && b->error_count < MAX_ERRORS;
        yaml_event_delete(&event);
    }
}

const tree *tree_read(arena *a, diag *d, uint32_t source)
{
    builder b;
    memset(&b, 0, sizeof b);
    b.memory = a;
    b.diag = d;
    if (!tree_source_open(&b.source, a, d, source) || !tree_unseen_in_source(&b.source, d))
        return NULL;
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        diag_file_error(d, diag_source_name(d, source), "yaml-size", "no memory to read it");
        return NULL;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)b.source.bytes + b.source.start,
                                 b.source.length - b.source.start);
    read_events(&b, &parser);
    yaml_parser_delete(&parser);
    bool empty = !b.root || (b.root->kind == TREE_SCALAR && b.root->length == 0 && !b.root->quoted);
    if (empty && b.error_count == 0)
        refuse(&b, (span){source, 0, 0}, "yaml-empty", "the file is empty");
    return b.error_count ? NULL : b.root;
}

span tree_part(const tree *scalar, size_t begin, size_t end)
{
    if (!scalar->verbatim)
        return scalar->at;
    size_t last = end < scalar->length ? end : scalar->length;
    size_t first = begin < last ? begin : last;
    uint32_t text_at = scalar->at.begin + (scalar->quoted ? 1 : 0);
    return (span){scalar->at.source, text_at + (uint32_t)first, text_at + (uint32_t)last};
}

const tree *tree_get(const tree *mapping, const char *key)
{
    if (mapping->kind != TREE_MAPPING)
        return NULL;
    for (size_t i = 0; i < mapping->count; i++)
        if (strcmp(mapping->keys[i]->text, key) == 0)
            return mapping->items[i];
    return NULL;
}
