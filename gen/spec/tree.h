/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Strict YAML: libyaml's events become an immutable tree with a place for every node. Knows no key of ours.
 * The only module that knows libyaml. */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "spec/tree_source.h"

/* Limits that keep any input cheap; each has its own error. */
#define TREE_MAX_DEPTH 64u
#define TREE_MAX_NODES 4000000u

typedef enum { TREE_SCALAR, TREE_SEQUENCE, TREE_MAPPING } tree_kind;

typedef struct tree tree;
struct tree {
    tree_kind kind;
    span at;            /* a scalar with its quotes; a collection from its first to its last character */
    bool quoted;        /* scalar: ' or " around it */
    bool flow;          /* collection: [ ] or { } */
    bool verbatim;      /* scalar: text equals the source bytes, so that a part of it has a place of its own */
    const char *text;   /* scalar: NUL-terminated, without NUL inside */
    size_t length;      /* scalar: bytes of text */
    size_t count;       /* collection: elements or pairs */
    const tree **keys;  /* mapping: scalars, all different, in the order of the file */
    const tree **items; /* sequence: elements; mapping: values */
};

/* NULL after errors. Refuses aliases, anchors, tags, merge keys, duplicate keys, block scalars, second documents, tabs
 * in indentation, bytes that are not UTF-8, and whatever passes a limit. */
const tree *tree_read(arena *a, diag *d, uint32_t source);

/* The same of a file, which becomes a source of messages. */
const tree *tree_read_file(arena *a, diag *d, const char *path);

/* The place of characters [begin, end) of a scalar's text; the whole scalar where it is not verbatim. */
span tree_part(const tree *scalar, size_t begin, size_t end);

/* The value of a key, or NULL. */
const tree *tree_get(const tree *mapping, const char *key);

#endif
