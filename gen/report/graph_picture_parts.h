/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of NAME_graph.svg share. */
#ifndef GRAPH_PICTURE_PARTS_H
#define GRAPH_PICTURE_PARTS_H

#include "emit/emit_facts.h"
#include "emit/emit_text.h"
#include "report/picture.h"

#define GRAPH_LEAST_PAGE 720
#define GRAPH_HEADING 44        /* height above a graph for its name and its measures */
#define GRAPH_EDGE_COLOUR "#8c959f"
#define GRAPH_SLANT 12          /* of the sides of shapes that are no rectangles */
#define GRAPH_TIMES "\xc3\x97"
#define GRAPH_ELLIPSIS "\xe2\x80\xa6"

/* How a node looks: by its kind, transfers by direction. */
typedef enum {
    GRAPH_KERNEL,
    GRAPH_FUSED,            /* several nodes as one launch */
    GRAPH_CAPTURE,
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

/* Pixels by which the last of a stack of boxes is behind the first, upwards and to the right. */
#define GRAPH_STACK 8

/* What is drawn as one box: a node, or several. */
typedef struct {
    graph_look look;
    graph_group group;
    uint32_t *nodes;        /* ascending */
    size_t node_count, node_capacity;
    size_t *after;          /* boxes, ascending */
    size_t after_count, after_capacity;
    bool toggled;           /* one of the nodes does not run in every replay */
    const char *lines[3];   /* lines of text, or NULL; a join has none */
    bool opened;            /* its conditional node has its bodies drawn in it, or its fused launch its parts */
    int text_height;        /* of the lines, with what is above and below them */
    int x, y, width, height; /* x and y are its middle */
    size_t layer;
} graph_box;

/* The picture of a body. */
typedef struct {
    int width, height;
    bool small;             /* small enough to be drawn in the box of its node */
} graph_body;

typedef struct {
    const emit *e;
    const emit_graph *g;
    const graph_body *bodies;   /* all of the plan; those of the nodes of this graph are laid out */
    graph_box *boxes;       /* in an order that respects every edge */
    size_t count;
    size_t edge_count;
    bool grouped;           /* some boxes stand for several nodes */
    int width, height;      /* in pixels, known once it is laid out */
    size_t lanes;           /* the most edges that go from one column to the next */
    int column_width, column_distance, column_top; /* places of the columns */
    int *column_bottom;     /* of each */
} graph_picture;

/* ---- graph_picture_looks.c ---- */

const char *graph_picture_look_name(graph_look look);
const picture_look *graph_picture_look(graph_look look);
graph_look graph_picture_node_look(const emit_node *n);
/* By what nodes are counted: "fir", "upload", "fill". */
const char *graph_picture_node_sort(const emit_node *n);
/* Counts these nodes by sort: "8 × fir, 4 × meter, …", with at most `most` sorts. */
const char *graph_picture_count_sorts(const emit *e, const emit_graph *g, const uint32_t *nodes, size_t count,
                                      size_t most);
void graph_picture_draw_shape(const svg *s, graph_look look, int x, int y, int width, int height, bool toggled,
                              bool several);

/* ---- graph_picture_boxes.c ---- */

/* Makes one box for each node. */
graph_picture graph_picture_boxes(const emit *e, const emit_graph *g, const graph_body *bodies);
/* Gives boxes their texts and sizes. */
void graph_picture_label(graph_picture *p);
void graph_picture_draw_box(const svg *s, const graph_picture *p, const graph_box *b);

/* ---- graph_picture_bodies.c ---- */

#define GRAPH_BODY_MARGIN 14    /* around a body, within its frame */
#define GRAPH_BODY_CAPTION 24   /* above it */

/* Makes room in the box of a conditional node, whose size is that of its text, for its bodies if they are all small. */
void graph_picture_open_box(const graph_picture *p, graph_box *b);
/* Draws the frame of the index-th body and says where in it the body belongs. */
void graph_picture_draw_frame(const svg *s, const graph_picture *p, const graph_box *b, size_t index, int *x, int *y);

/* ---- graph_picture_fused.c ---- */

/* Makes room in the box of a fused launch, whose size is that of its text, for a line for each of its parts. */
void graph_picture_list_parts(const graph_picture *p, graph_box *b);
void graph_picture_draw_parts(const svg *s, const graph_picture *p, const graph_box *b);

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
void graph_picture_draw_hop(const svg *s, const graph_picture *p, const graph_hop *hop, int x, int y, int to_x,
                            int to_y);

/* ---- graph_picture_edges.c ---- */

/* Those of the longest path, and those that only share bytes. */
void graph_picture_mark_edges(const emit *e, const graph_picture *p, graph_edge *edges, size_t count);
void graph_picture_draw_edges(const svg *s, const graph_picture *p, const graph_edge *edges, size_t edge_count);

/* ---- graph_picture_profile.c ---- */

/* Instead of boxes and edges: how many nodes there are at each depth. Returns the size that it takes. */
void graph_picture_draw_profile(const svg *s, graph_picture *p);

/* ---- graph_picture_panels.c ---- */

/* A graph or body with its layout. */
typedef struct {
    graph_picture p;
    graph_edge *edges;
    size_t edge_count;
    bool profile;
    bool inside;            /* a body, which is drawn in the box of its node */
} graph_panel;

/* All of them, in the order of the plan. */
typedef struct {
    const emit *e;
    graph_panel *graphs, *bodies;
    graph_body *sizes;      /* of bodies */
} graph_panels;

graph_panels graph_picture_panels(const emit *e);
/* "5 nodes, 4 edges, depth 3, width 2" */
const char *graph_picture_measures(const emit *e, const graph_panel *made);
/* Draws a graph, or a body that does not stand within its node, at its own origin and says how large it is. */
void graph_picture_draw_panel(const svg *s, const graph_panels *all, graph_panel *made);

/* ---- graph_picture_legend.c ---- */

/* Draws title and legend. Returns where the legend ends on the right. */
int graph_picture_draw_top(const svg *s, const graph_panels *all);

#endif
