/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Bytes with an owner each, as a tree of pieces: balanced by numbers that only look random, so that the same pieces
 * always make the same tree. */
#include "verify/parts.h"

struct verify_tree {
    verify_piece piece;
    uint32_t priority;
    uint32_t left, right; /* 0: none */
};

static uint32_t new_node(arena *a, verify_bytes *b, verify_piece piece)
{
    if (b->count == 0) { /* the first one stands for none */
        b->nodes = arena_grow(a, b->nodes, b->count, &b->capacity, sizeof *b->nodes);
        b->nodes[b->count++] = (verify_tree){{0, 0, 0}, 0, 0, 0};
    }
    b->nodes = arena_grow(a, b->nodes, b->count, &b->capacity, sizeof *b->nodes);
    uint32_t mixed = (uint32_t)b->count * 0x9e3779b9u;
    mixed = (mixed ^ mixed >> 15) * 0x85ebca6bu;
    b->nodes[b->count] = (verify_tree){piece, mixed ^ mixed >> 13, 0, 0};
    return (uint32_t)b->count++;
}

/* What begins before `at`, and the rest. */
static void split(const verify_bytes *b, uint32_t tree, uint64_t at, uint32_t *before, uint32_t *rest)
{
    if (tree == 0) {
        *before = *rest = 0;
        return;
    }
    verify_tree *node = &b->nodes[tree];
    if (node->piece.first < at) {
        split(b, node->right, at, &node->right, rest);
        *before = tree;
    } else {
        split(b, node->left, at, before, &node->left);
        *rest = tree;
    }
}

static uint32_t merge(const verify_bytes *b, uint32_t before, uint32_t rest)
{
    if (before == 0 || rest == 0)
        return before == 0 ? rest : before;
    if (b->nodes[before].priority >= b->nodes[rest].priority) {
        b->nodes[before].right = merge(b, b->nodes[before].right, rest);
        return before;
    }
    b->nodes[rest].left = merge(b, before, b->nodes[rest].left);
    return rest;
}

static uint32_t last_of(const verify_bytes *b, uint32_t tree)
{
    while (tree != 0 && b->nodes[tree].right != 0)
        tree = b->nodes[tree].right;
    return tree;
}

bool verify_bytes_next(const verify_bytes *b, uint64_t *at, uint64_t last, verify_piece *piece)
{
    uint32_t found = 0;
    for (uint32_t tree = b->root; tree != 0;) {
        bool ends_after = b->nodes[tree].piece.last > *at;
        found = ends_after ? tree : found;
        tree = ends_after ? b->nodes[tree].left : b->nodes[tree].right;
    }
    if (found == 0 || b->nodes[found].piece.first >= last || *at >= last)
        return false;
    *piece = b->nodes[found].piece;
    *at = piece->last;
    return true;
}

typedef struct {
    arena *memory;
    const verify_bytes *b;
    uint64_t first, last;
    uint32_t **owners;
    size_t *count, *room;
} owner_list;

static void add_owners(const owner_list *l, uint32_t tree)
{
    const verify_tree *node = &l->b->nodes[tree];
    if (tree == 0)
        return;
    if (node->piece.first > l->first)
        add_owners(l, node->left);
    if (node->piece.last > l->first && node->piece.first < l->last) {
        *l->owners = arena_grow(l->memory, *l->owners, *l->count, l->room, sizeof **l->owners);
        (*l->owners)[(*l->count)++] = node->piece.owner;
    }
    if (node->piece.last < l->last)
        add_owners(l, node->right);
}

void verify_bytes_owners(arena *a, const verify_bytes *b, uint64_t first, uint64_t last, uint32_t **owners,
                         size_t *count, size_t *room)
{
    owner_list l = {a, b, first, last, owners, count, room};
    if (b->root != 0)
        add_owners(&l, b->root);
}

uint64_t verify_bytes_missing(const verify_bytes *b, uint64_t first, uint64_t last)
{
    verify_piece piece;
    uint64_t at = first;
    while (verify_bytes_next(b, &at, last, &piece) && piece.first <= first)
        first = piece.last;
    return first < last ? first : last;
}

void verify_bytes_set(arena *a, verify_bytes *b, uint64_t first, uint64_t last, uint32_t owner)
{
    uint32_t before, within, after;
    verify_piece tail = {last, last, 0}; /* what is left of a piece that goes on behind the new one */
    split(b, b->root, first, &before, &within);
    split(b, within, last, &within, &after);
    for (int side = 0; side < 2; side++) {
        uint32_t end = last_of(b, side == 0 ? before : within);
        if (end == 0)
            continue;
        verify_piece *piece = &b->nodes[end].piece;
        if (piece->last > last)
            tail = (verify_piece){last, piece->last, piece->owner};
        if (side == 0 && piece->last > first)
            piece->last = first;
    }
    b->root = merge(b, before, new_node(a, b, (verify_piece){first, last, owner}));
    if (tail.first < tail.last)
        b->root = merge(b, b->root, new_node(a, b, tail));
    b->root = merge(b, b->root, after);
}
