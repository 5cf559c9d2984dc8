/* SPDX-License-Identifier: 0BSD */
/* view.h - what check.c knows of one space while a node is observed. */
#ifndef SIM_VIEW_H
#define SIM_VIEW_H

#include "check/check.h"

#pragma GCC visibility push(hidden)

#define VIEW_FILL 0xA5 /* junk of the first run */

typedef struct {
    uint64_t first, last;
    unsigned access; /* of all ranges together */
    bool word;       /* that a stream writes for the host, which may look at it now: it is left alone */
} segment;

/* One space during a node. */
typedef struct {
    const vgsim_space *space;
    unsigned index;
    unsigned char *live;
    unsigned char *saved;  /* before the node */
    unsigned char *result; /* after the first run */
    segment *segments;
    size_t count;
} view;

void view_make_segments(view *v, const vgsim_node *node);
/* Each place has its own junk, so that junk which is moved there shows as well. */
void view_fill_foreign(const view *v, const segment *s, unsigned char fill);
/* The first byte from `at` on where the two differ, or `last`. */
uint64_t view_next_difference(const unsigned char *a, const unsigned char *b, uint64_t at, uint64_t last);
/* The first byte from `at` on that is not as it was before the node, or not the junk that view_fill_foreign made of
 * VIEW_FILL; or the segment's last. */
uint64_t view_next_change(const view *v, const segment *s, uint64_t at);

#pragma GCC visibility pop

#endif
