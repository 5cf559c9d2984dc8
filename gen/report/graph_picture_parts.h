/* SPDX-License-Identifier: MIT */
/* What the files of NAME_graph.svg share. */
#ifndef GRAPH_PICTURE_PARTS_H
#define GRAPH_PICTURE_PARTS_H

#include "base/svg.h"
#include "emit/emit.h"
#include "emit/emit_facts.h"
#include "emit/emit_text.h"

/* How a node looks: its kind, transfers by direction. */
typedef enum {
    GRAPH_KERNEL,
    GRAPH_UPLOAD,
    GRAPH_DOWNLOAD,
    GRAPH_COPY,
    GRAPH_FILL,
    GRAPH_JOIN,
    GRAPH_CONTROL,          /* while, if, switch */
    GRAPH_MIXED,            /* several nodes in one box */
    GRAPH_LOOKS
} graph_look;

typedef enum { GROUP_ONE, GROUP_CHAIN, GROUP_SIDE_BY_SIDE, GROUP_BOTH } graph_group;

#define GRAPH_STACK 8           /* pixels by which the last of a stack of boxes is behind the first, upwards and to the right */

/* What is drawn as one: a node, or nodes that need not be told apart. */
typedef struct {
    graph_look look;
    graph_group group;
    uint32_t *nodes;        /* ascending */
    size_t node_count, node_capacity;
    size_t *after;          /* boxes, ascending */
    size_t after_count, after_capacity;
    bool toggled;           /* one of the nodes does not run with every replay */
    const char *lines[3];   /* of text, NULL: none; not for a join */
    bool opened;            /* of a conditional node: its bodies are drawn in it */
    int x, y, width, height; /* x and y of its middle */
    size_t layer;
} graph_box;

/* The picture of a body. */
typedef struct {
    int width, height;
    bool small;             /* enough to be drawn in the box of its node */
} graph_body;

typedef struct {
    const emit *e;
    const plan_graph *g;
    const graph_body *bodies;   /* of the plan: those that the graph's nodes have are known */
    graph_box *boxes;       /* in an order that respects every edge */
    size_t count;
    size_t edge_count;
    bool grouped;           /* some boxes stand for several nodes */
    int width, height;      /* pixels, once it is laid out */
    size_t lanes;           /* in columns: the most edges that go from one to the next … */
    int column_width, column_distance, column_top;  /* … and the columns' places */
    int *column_bottom;     /* of each */
} graph_picture;

/* ---- graph_picture_boxes.c ---- */

const char *graph_picture_look_name(graph_look look);
const char *graph_picture_look_tint(graph_look look);
const char *graph_picture_look_colour(graph_look look);
graph_look graph_picture_node_look(const emit *e, const plan_node *n);
/* "fir", "upload", "fill": what counts as the same when nodes are counted. */
const char *graph_picture_node_sort(const emit *e, const plan_node *n);
/* A list of sorts by their number, "8 × fir, 4 × meter, …", of these nodes. */
const char *graph_picture_count_sorts(const emit *e, const plan_graph *g, const uint32_t *nodes, size_t count, size_t most);
/* One box for each node. */
graph_picture graph_picture_boxes(const emit *e, const plan_graph *g, const graph_body *bodies);
/* Texts and sizes. */
void graph_picture_label(graph_picture *p);
void graph_picture_draw_shape(const svg *s, graph_look look, int x, int y, int width, int height, bool toggled, bool several);
void graph_picture_draw_box(const svg *s, const graph_picture *p, const graph_box *b);

/* ---- graph_picture_bodies.c ---- */

#define GRAPH_BODY_MARGIN 14    /* around a body, within its frame */
#define GRAPH_BODY_CAPTION 24   /* above it */

/* "do", "else", "case 0". */
const char *graph_picture_body_name(const emit *e, const plan_graph *body);
/* Makes room in the box of a conditional node, whose size is that of its text, for its bodies if they are all small. */
void graph_picture_open_box(const graph_picture *p, graph_box *b);
/* Draws the frame of the index-th body and says where in it the body belongs. */
void graph_picture_draw_frame(const svg *s, const graph_picture *p, const graph_box *b, size_t index, int *x, int *y);
/* Where the text of an opened box ends. */
int graph_picture_text_height(const graph_box *b);

/* ---- graph_picture_group.c ---- */

/* Puts straight chains, and nodes side by side that do the same, into one box each, and so on with these; with `all`
 * also nodes side by side that do different things. */
void graph_picture_group_boxes(graph_picture *p, bool all);

/* ---- graph_picture_layout.c ---- */

/* Where layers begin and end. */
typedef struct {
    int *top, *bottom;
    size_t count;
} graph_layers;

/* An edge's way from one layer to the next. */
typedef struct {
    bool wraps;             /* it leads from one column to the next … */
    size_t column, lane;    /* … by this lane beside it */
} graph_hop;

/* A point where an edge passes a layer between its ends. */
typedef struct {
    int x;
    int top, bottom;
} graph_bend;

typedef struct {
    size_t from, to;        /* boxes */
    graph_bend *bends;
    size_t bend_count;
    graph_hop *hops;        /* bend_count + 1 of them */
    int from_x, to_x;       /* where it leaves and arrives … */
    int from_y, to_y;       /* … and where the layers of these boxes end and begin */
    bool longest;           /* on the graph's longest path */
    bool reuse;             /* only so that buffers can share bytes */
} graph_edge;

/* Sets layers and places; edges come back. NULL, with *count 0, where the picture would be a tangle. */
graph_edge *graph_picture_lay_out(graph_picture *p, size_t *count);

/* ---- graph_picture_columns.c ---- */

/* Makes columns side by side of what is high and narrow. */
void graph_picture_wrap(graph_picture *p, const graph_layers *layers, graph_edge *edges, size_t edge_count);
/* Goes on with a path that is at (x, y). */
void graph_picture_draw_hop(const svg *s, const graph_picture *p, const graph_hop *hop, int x, int y, int to_x, int to_y);

/* ---- graph_picture_profile.c ---- */

/* Instead of boxes and edges: how many nodes there are at each depth. Returns the size that it takes. */
void graph_picture_draw_profile(const svg *s, graph_picture *p);

#endif
