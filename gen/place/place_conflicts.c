/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Whether all uses of one item come before all uses of another, for many items at once: bits for a block of items are
 * passed along the edges of the graph. */
#include <string.h>

#include "base/sorted.h"
#include "place/place_uses.h"

#define BLOCK_WORDS 32u
#define BLOCK_ITEMS (64u * BLOCK_WORDS)
#define BLOCK_EXTRAS 2048u

#define MOST_ENDS 1024u

/* Rows that are held for themselves; all others are NO_BITS or ALL_BITS. */
typedef enum { NO_BITS, ALL_BITS, FIRST_ROW } row_kind;

/* A block of items that follow each other. Bit i of a row is the first listed node of its i-th item; items with more
 * nodes have further bits after those of the whole block. Far from a block nodes have no bits or all of them. */
typedef struct {
    size_t words; /* of a row */
    size_t bit_count;
    uint32_t *owner; /* of each further bit: the item's bit */
    uint32_t *next;  /* bits of the same node, a list that ends with PLACE_NONE */
    uint32_t *head;  /* of each node */
    uint64_t *all;   /* the row with every bit */
    arena *memory;
    uint32_t *row_of;                 /* of each node: a row_kind, from FIRST_ROW on an index in rows */
    size_t first_listed, last_listed; /* nodes; the first one is the larger where there is none */
    uint64_t **rows;
    size_t row_count, row_room;
} block_bits;

typedef struct {
    arena *memory;
    const plan *p;
    size_t count;
    place_uses *of_graph;
    size_t *extras; /* of each item: how many bits it needs in addition to its first one, in all graphs */
} finder;

/* ---- bits of a block ---- */

static void add_bit(block_bits *b, size_t bit, uint32_t node)
{
    b->next[bit] = b->head[node];
    b->head[node] = (uint32_t)bit;
    b->all[bit / 64] |= (uint64_t)1 << bit % 64;
}

/* The used items of a block: items[begin] … items[end - 1], of which the first one that could be is `base`. */
typedef struct {
    const uint32_t *items;
    size_t begin, end;
    size_t base;
} block_items;

static block_bits start_block(arena *a, const plan_graph *g, const place_nodes *l, const block_items *of)
{
    size_t bits = BLOCK_ITEMS;
    for (size_t i = of->begin; i < of->end; i++)
        bits += place_further_uses(l, i);
    block_bits b = {.words = (bits + 63) / 64, .bit_count = BLOCK_ITEMS, .memory = a};
    b.owner = ARENA_ARRAY(a, uint32_t, bits);
    b.next = ARENA_ARRAY(a, uint32_t, bits);
    b.head = ARENA_ARRAY(a, uint32_t, g->node_count);
    b.all = ARENA_ARRAY(a, uint64_t, b.words);
    b.row_of = ARENA_ARRAY(a, uint32_t, g->node_count);
    b.first_listed = g->node_count;
    memset(b.head, 0xff, g->node_count * sizeof *b.head);
    for (size_t i = of->begin; i < of->end; i++) {
        uint32_t first_bit = (uint32_t)(of->items[i] - of->base);
        for (size_t u = 0; u < place_use_count(l, i); u++) {
            size_t bit = u == 0 ? first_bit : b.bit_count++;
            uint32_t node = l->nodes[l->start[i] + u];
            b.owner[bit] = first_bit;
            b.first_listed = node < b.first_listed ? node : b.first_listed;
            b.last_listed = node > b.last_listed ? node : b.last_listed;
            add_bit(&b, bit, node);
        }
    }
    return b;
}

static uint64_t *own_row(block_bits *b, size_t node)
{
    if (b->row_of[node] < FIRST_ROW) {
        b->rows = arena_grow(b->memory, b->rows, b->row_count, &b->row_room, sizeof *b->rows);
        b->rows[b->row_count] = ARENA_ARRAY(b->memory, uint64_t, b->words);
        b->row_of[node] = FIRST_ROW + (uint32_t)b->row_count++;
    }
    return b->rows[b->row_of[node] - FIRST_ROW];
}

/* Adds to a node's row what its neighbour is and what the neighbour's row holds. */
static void take_from(block_bits *b, size_t node, size_t neighbour)
{
    uint32_t from = b->row_of[neighbour];
    if (b->row_of[node] == ALL_BITS || (from == NO_BITS && b->head[neighbour] == PLACE_NONE))
        return;
    if (from == ALL_BITS) {
        b->row_of[node] = ALL_BITS;
        return;
    }
    uint64_t *row = own_row(b, node);
    for (size_t w = 0; w < b->words && from >= FIRST_ROW; w++)
        row[w] |= b->rows[from - FIRST_ROW][w];
    for (uint32_t bit = b->head[neighbour]; bit != PLACE_NONE; bit = b->next[bit])
        row[bit / 64] |= (uint64_t)1 << bit % 64;
}

static void finish_row(block_bits *b, size_t node)
{
    if (b->row_of[node] >= FIRST_ROW &&
        memcmp(b->rows[b->row_of[node] - FIRST_ROW], b->all, b->words * sizeof *b->all) == 0)
        b->row_of[node] = ALL_BITS;
}

/* Which of the listed nodes come after each node … */
static block_bits bits_after(arena *a, const plan_graph *g, const place_nodes *firsts, const block_items *of)
{
    block_bits b = start_block(a, g, firsts, of);
    for (size_t n = b.last_listed; n-- > 0;) {
        for (size_t i = 0; i < g->nodes[n].before_count; i++)
            take_from(&b, n, g->nodes[n].before[i]);
        finish_row(&b, n);
    }
    return b;
}

/* … and which come before it. */
static block_bits bits_before(arena *a, const plan_graph *g, const place_nodes *lasts, const block_items *of)
{
    block_bits b = start_block(a, g, lasts, of);
    for (size_t n = b.first_listed + 1; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].after_count; i++)
            take_from(&b, n, g->nodes[n].after[i]);
        finish_row(&b, n);
    }
    return b;
}

/* Which items of the block lie, with all their listed nodes, beyond all the nodes listed for `item`: into result, or,
 * as the return value, all or none of them. */
static row_kind items_beyond(const block_bits *b, const place_nodes *l, size_t item, uint64_t *row,
                             uint64_t result[BLOCK_WORDS])
{
    row_kind kind = ALL_BITS;
    for (size_t u = l->start[item]; u < l->start[item + 1]; u++) {
        uint32_t other = b->row_of[l->nodes[u]];
        if (other == NO_BITS)
            return NO_BITS;
        if (other == ALL_BITS)
            continue;
        if (kind == ALL_BITS)
            memcpy(row, b->all, b->words * sizeof *row);
        kind = FIRST_ROW;
        for (size_t w = 0; w < b->words; w++)
            row[w] &= b->rows[other - FIRST_ROW][w];
    }
    if (kind == ALL_BITS)
        return ALL_BITS;
    memcpy(result, row, BLOCK_WORDS * sizeof *row);
    for (size_t bit = BLOCK_ITEMS; bit < b->bit_count; bit++) {
        if (!(row[bit / 64] >> bit % 64 & 1))
            result[b->owner[bit] / 64] &= ~((uint64_t)1 << b->owner[bit] % 64);
    }
    return FIRST_ROW;
}

/* ---- conflicts ---- */

/* For each item, the items of a block that it conflicts with, as BLOCK_WORDS words; NULL for none. */
typedef struct {
    arena *memory;
    uint64_t **rows;
} block_matrix;

static void add_conflicts(block_matrix *m, size_t item, const uint64_t used[BLOCK_WORDS], row_kind later,
                          const uint64_t *later_bits, row_kind earlier, const uint64_t *earlier_bits)
{
    if (later == ALL_BITS || earlier == ALL_BITS)
        return;
    if (!m->rows[item])
        m->rows[item] = ARENA_ARRAY(m->memory, uint64_t, BLOCK_WORDS);
    for (size_t w = 0; w < BLOCK_WORDS; w++) {
        uint64_t ordered = (later == FIRST_ROW ? later_bits[w] : 0) | (earlier == FIRST_ROW ? earlier_bits[w] : 0);
        m->rows[item][w] |= used[w] & ~ordered;
    }
}

static void block_conflicts_in_graph(const finder *f, arena *a, size_t graph, size_t begin, size_t end, block_matrix *m)
{
    const plan_graph *g = &f->p->graphs[graph];
    const place_uses *u = &f->of_graph[graph];
    uint64_t used[BLOCK_WORDS] = {0}, later_bits[BLOCK_WORDS], earlier_bits[BLOCK_WORDS];
    block_items of = {u->items, sorted_find(u->items, u->count, (uint32_t)begin),
                      sorted_find(u->items, u->count, (uint32_t)end), begin};
    if (of.begin == of.end)
        return;
    for (size_t i = of.begin; i < of.end; i++)
        used[(u->items[i] - begin) / 64] |= (uint64_t)1 << (u->items[i] - begin) % 64;
    block_bits after = bits_after(a, g, &u->firsts, &of), before = bits_before(a, g, &u->lasts, &of);
    uint64_t *row = ARENA_ARRAY(a, uint64_t, after.words > before.words ? after.words : before.words);
    /* Nodes before all_begin come before the whole block, those from all_end on after it. */
    size_t all_begin = 0, all_end = g->node_count;
    while (all_begin < g->node_count && after.row_of[all_begin] == ALL_BITS)
        all_begin++;
    while (all_end > 0 && before.row_of[all_end - 1] == ALL_BITS)
        all_end--;
    for (size_t i = 0; i < u->count; i++) {
        if (u->end[i] <= all_begin || u->begin[i] >= all_end)
            continue;
        row_kind later = items_beyond(&after, &u->lasts, i, row, later_bits);
        row_kind earlier = later == ALL_BITS ? NO_BITS : items_beyond(&before, &u->firsts, i, row, earlier_bits);
        add_conflicts(m, u->items[i], used, later, later_bits, earlier, earlier_bits);
    }
}

static block_matrix block_conflicts(const finder *f, arena *a, size_t begin, size_t end)
{
    block_matrix m = {a, ARENA_ARRAY(a, uint64_t *, f->count)};
    for (size_t g = 0; g < f->p->graph_count; g++) {
        arena *scratch = arena_new();
        block_conflicts_in_graph(f, scratch, g, begin, end, &m);
        arena_free(scratch);
    }
    for (size_t i = begin; i < end; i++) { /* an item is no conflict to itself */
        if (m.rows[i])
            m.rows[i][(i - begin) / 64] &= ~((uint64_t)1 << (i - begin) % 64);
    }
    return m;
}

static size_t block_end(const finder *f, size_t begin)
{
    size_t end = begin, extras = 0;
    while (end < f->count && end - begin < BLOCK_ITEMS && extras < BLOCK_EXTRAS)
        extras += f->extras[end++];
    return end;
}

static finder start_finder(arena *scratch, const plan *p, const place_items *items, const uint32_t *number,
                           size_t count)
{
    finder f = {scratch, p, count, ARENA_ARRAY(scratch, place_uses, p->graph_count),
                ARENA_ARRAY(scratch, size_t, count)};
    for (size_t g = 0; g < p->graph_count; g++) {
        place_uses *u = &f.of_graph[g];
        *u = place_find_uses(scratch, items, number, count, &p->graphs[g]);
        for (size_t i = 0; i < u->count; i++)
            f.extras[u->items[i]] += place_further_uses(&u->firsts, i) + place_further_uses(&u->lasts, i);
    }
    return f;
}

static size_t bits_in(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (size_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* Counts the bits of each item's row, or, with conflicts, lists them at its cursor. */
static void visit_conflicts(const finder *f, size_t *cursor, uint32_t *conflicts)
{
    for (size_t begin = 0, end; begin < f->count; begin = end) {
        end = block_end(f, begin);
        arena *scratch = arena_new();
        block_matrix m = block_conflicts(f, scratch, begin, end);
        for (size_t i = 0; i < f->count; i++) {
            for (size_t w = 0; w < BLOCK_WORDS && m.rows[i]; w++) {
                uint64_t word = m.rows[i][w];
                size_t at = cursor[i];
                cursor[i] += bits_in(word);
                for (uint32_t bit = 0; word != 0 && conflicts; bit++, word >>= 1) {
                    if (word & 1)
                        conflicts[at++] = (uint32_t)(begin + 64 * w) + bit;
                }
            }
        }
        arena_free(scratch);
    }
}

bool *place_find_crowded(arena *a, const plan *p, const place_items *items, const uint32_t *number, size_t count)
{
    bool *crowded = ARENA_ARRAY(a, bool, count);
    arena *scratch = arena_new();
    finder f = start_finder(scratch, p, items, number, count);
    for (size_t g = 0; g < p->graph_count; g++) {
        const place_uses *u = &f.of_graph[g];
        for (size_t i = 0; i < u->count; i++) {
            if (place_use_count(&u->firsts, i) > MOST_ENDS || place_use_count(&u->lasts, i) > MOST_ENDS)
                crowded[u->items[i]] = true;
        }
    }
    arena_free(scratch);
    return crowded;
}

size_t *place_count_conflicts(arena *a, const plan *p, const place_items *items, const uint32_t *number, size_t count)
{
    arena *scratch = arena_new();
    size_t *counts = ARENA_ARRAY(a, size_t, count);
    finder f = start_finder(scratch, p, items, number, count);
    visit_conflicts(&f, counts, NULL);
    arena_free(scratch);
    return counts;
}

place_conflicts place_list_conflicts(arena *a, const plan *p, const place_items *items, const uint32_t *number,
                                     size_t count, const size_t *counts)
{
    arena *scratch = arena_new();
    place_conflicts c = {count, NULL, ARENA_ARRAY(a, size_t, count + 1)};
    size_t *cursor = ARENA_ARRAY(scratch, size_t, count);
    finder f = start_finder(scratch, p, items, number, count);
    for (size_t i = 0; i < count; i++) {
        c.start[i + 1] = c.start[i] + counts[i];
        cursor[i] = c.start[i];
    }
    c.conflicts = ARENA_ARRAY(a, uint32_t, c.start[count]);
    visit_conflicts(&f, cursor, c.conflicts);
    arena_free(scratch);
    return c;
}
