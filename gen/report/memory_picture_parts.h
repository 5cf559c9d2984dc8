/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of NAME_arena.svg share: how offsets and steps become pixels, and how boxes are drawn. */
#ifndef MEMORY_PICTURE_PARTS_H
#define MEMORY_PICTURE_PARTS_H

#include "report/memories.h"
#include "report/picture.h"

#define MEMORY_LEFT 104          /* where the first step begins, at least, with room for offsets */
#define MEMORY_RIGHT 96          /* room beside the last step for what lines mean */
#define MEMORY_MARKED_COLUMN 8   /* steps at least this wide have marks */
#define MEMORY_PEAK_TINT "#fff4d6"

/* The picture in the making. Steps are side by side, one graph after the other. */
typedef struct {
    const emit *e;
    svg *s;
    const uint32_t *graphs;     /* in time */
    int *begin, *width;         /* in pixels, of each graph of the plan */
    int left, right;            /* of all steps */
    int column;                 /* width of a step; 0 if it is less than a pixel */
    int page;                   /* width of the picture */
    uint32_t *numbered;         /* buffers whose boxes have no room for a name: the key names them */
    size_t numbered_count;
    uint32_t *number;           /* for each buffer its number in the key, from 1, or 0 */
    size_t unlabelled;          /* boxes without room for a number */
} memory_picture;

/* ---- memory_picture_layout.c ---- */

void memory_picture_lay_steps(memory_picture *p, const emit *e, svg *s);
/* Returns where a node of a graph begins; for node_count, where the graph ends. */
int memory_picture_step_x(const memory_picture *p, uint32_t graph, size_t node);

/* Offsets run down, to scale except that every box is tall enough to be seen. */
typedef struct {
    uint64_t *offsets;          /* where a piece begins or ends, ascending, from 0 to the memory's end */
    int *y;                     /* pixels of each */
    size_t count;
    bool stretched;             /* some are not to scale */
} memory_scale;

memory_scale memory_picture_lay_offsets(const memory_picture *p, const memory_content *memory, int top);
int memory_picture_offset_y(const memory_scale *scale, uint64_t offset);

/* ---- memory_picture_boxes.c ---- */

const picture_look *memory_picture_role_look(model_role role);
/* Draws all boxes of a memory, with their labels and the marks of the steps that use them. */
void memory_picture_draw_boxes(memory_picture *p, const memory_content *memory, const memory_scale *scale);
/* Draws the names of numbered buffers. Returns where it ends. */
int memory_picture_draw_key(const memory_picture *p, const memory_content *memories, size_t count, int y);

/* ---- memory_picture_panel.c ---- */

/* Draws a memory with its heading at y. Returns where the next one may begin. */
int memory_picture_draw_memory(memory_picture *p, const memory_content *memory, int y);

/* ---- memory_picture_legend.c ---- */

/* Draws title and legend. Returns where they end. */
int memory_picture_draw_top(const memory_picture *p);

#endif
