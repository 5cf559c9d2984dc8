/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_arena.svg: the boxes, their labels, and the key to numbered ones. */
#include <string.h>

#include "report/memory_picture_parts.h"
#include "report/terms.h"

#define KEY_WIDTH 400 /* width of a column of the key */
#define KEY_LINE 16
#define MARK_HEIGHT 3
#define SIZE_DISTANCE 8 /* between the name of a buffer and its size */

/* The colours of Okabe and Ito, which people with any colour vision tell apart, some of them darker; and tints of them.
 * */
static const picture_look looks[] = {
    [ROLE_INPUT] = {"#0072b2", "#cfe5f3"},   [ROLE_OUTPUT] = {"#d55e00", "#f9dfcc"},
    [ROLE_INOUT] = {"#aa4a86", "#f2dcea"},   [ROLE_SCRATCH] = {"#6e7781", "#eaeef2"},
    [ROLE_STATE] = {"#007a5a", "#c9ebdf"},   [ROLE_CONSTANT] = {"#8a7a00", "#faf3b6"},
    [ROLE_DERIVED] = {"#b07500", "#fbe6c0"}, [ROLE_SETTING] = {"#3a93c9", "#e2f2fc"},
};

const picture_look *memory_picture_role_look(model_role role)
{
    return &looks[role];
}

/* ---- one box ---- */

typedef struct {
    int x, y, width, height;
} box;

static void label_centred(const memory_picture *p, const box *b, int size, const char *name, const char *bytes)
{
    fprintf(p->s->body, "<text x=\"%d\" y=\"%d\" font-size=\"%d\">", b->x + 5,
            b->y + (b->height - 2 + size * 7 / 10) / 2, size);
    svg_escape(p->s->body, name);
    if (bytes[0] != '\0')
        fprintf(p->s->body, "<tspan dx=\"%d\" fill=\"" SVG_QUIET "\">%s</tspan>", SIZE_DISTANCE, bytes);
    fputs("</text>\n", p->s->body);
}

/* Writes a number into the box, and has the name put in the key. */
static void label_by_number(memory_picture *p, const box *b, uint32_t buffer)
{
    uint32_t number = p->number[buffer] != 0 ? p->number[buffer] : (uint32_t)p->numbered_count + 1;
    const char *text = arena_printf(p->e->memory, "%lu", (unsigned long)number);
    int width = svg_width(text, 8);

    if (b->width < width + 1 || b->height < 10) {
        p->unlabelled++;
        return;
    }
    if (p->number[buffer] == 0) {
        p->number[buffer] = number;
        p->numbered[p->numbered_count++] = buffer;
    }
    svg_text(p->s, b->x + (b->width - width) / 2, b->y + b->height / 2 + 3, 8, "", text);
}

static void label(memory_picture *p, const box *b, const memory_piece *piece)
{
    const model_buffer *m = &p->e->m->buffers[piece->buffer];
    const char *name = piece->way[0] == '\0' ? m->name : arena_printf(p->e->memory, "%s %s", m->name, piece->way);
    const char *bytes = svg_bytes(p->e->memory, m->size);
    int room = b->width - 9;

    if (svg_width(name, 12) + SIZE_DISTANCE + svg_width(bytes, 12) <= room && b->height >= 16)
        label_centred(p, b, 12, name, bytes);
    else if (svg_width(name, 10) + SIZE_DISTANCE + svg_width(bytes, 10) <= room && b->height >= 12)
        label_centred(p, b, 10, name, bytes);
    else if (svg_width(name, 12) <= room && b->height >= 16)
        label_centred(p, b, 12, name, "");
    else if (svg_width(name, 9) <= room && b->height >= 11)
        label_centred(p, b, 9, name, "");
    else if (b->width >= 13 && svg_width(name, 10) <= b->height - 10)
        svg_text_upwards(p->s, b->x + b->width / 2 + 4, b->y + b->height - 7, 10, "", name);
    else
        label_by_number(p, b, piece->buffer);
}

static const char *tip(const memory_picture *p, const memory_piece *piece, const char *when)
{
    const model_buffer *m = &p->e->m->buffers[piece->buffer];

    return arena_printf(p->e->memory, "%s (%s): %s bytes at 0x%llx, %s", m->name, model_role_name(m->role),
                        svg_number(p->e->memory, m->size), (unsigned long long)piece->first, when);
}

static void draw_box(memory_picture *p, const memory_piece *piece, int x, int right, const memory_scale *scale,
                     const char *when)
{
    const model_buffer *m = &p->e->m->buffers[piece->buffer];
    int y = memory_picture_offset_y(scale, piece->first), bottom = memory_picture_offset_y(scale, piece->last);
    box b = {x + 1, y + 1, right - x - 2, bottom - y - 2};
    const char *style = picture_style(p->e->memory, &looks[m->role], piece->kept ? "" : " rx=\"3\"");

    b.width = b.width > 1 ? b.width : 1;
    b.height = b.height > 1 ? b.height : 1;
    if (p->e->linked)
        fprintf(p->s->body, "<a href=\"#buffer-%s\">", m->name);
    svg_open(p->s, "buffer", tip(p, piece, when));
    svg_rect(p->s, b.x, b.y, b.width, b.height, style);
    label(p, &b, piece);
    svg_close(p->s);
    if (p->e->linked)
        fputs("</a>\n", p->s->body);
}

static void draw_in_graph(memory_picture *p, const memory_piece *piece, uint32_t graph, const memory_life *life,
                          const memory_scale *scale)
{
    const plan_graph *g = plan_graph_plain(p->e->p, graph);
    const char *first = terms_node(p->e->memory, g, life->first);

    draw_box(
        p, piece, memory_picture_step_x(p, graph, life->first), memory_picture_step_x(p, graph, life->last + 1), scale,
        life->first == life->last ? first : arena_printf(p->e->memory, "%s to %s", first, g->nodes[life->last].name));
}

/* ---- marks: which steps use a box ---- */

/* Finds what a node does with the piece: 1 is set if it reads it, 2 if it writes it. */
static void find_accesses(const emit *e, const plan_node *n, const memory_piece *piece, unsigned *access)
{
    if (piece->way[0] == '\0' || emit_is_direct(e, piece->buffer)) {
        for (size_t r = 0; r < n->range_count; r++)
            if (n->ranges[r].buffer == piece->buffer)
                *access |= (n->ranges[r].access & PLAN_WRITE) != 0 ? 2u : 1u;
        return;
    }
    const plan_run *run = n->kind == PLAN_TRANSFER ? &e->p->runs[n->run] : NULL;
    if (run == NULL || run->direction != memories_direction(piece))
        return;
    for (size_t i = 0; i < run->member_count; i++)
        if (run->members[i] == piece->buffer)
            *access |= run->direction == PLAN_DOWNLOAD ? 2u : 1u;
}

static void draw_marks(const memory_picture *p, const memory_piece *piece, uint32_t graph, const memory_life *life,
                       const memory_scale *scale)
{
    const plan_graph *g = plan_graph_plain(p->e->p, graph);
    int y = memory_picture_offset_y(scale, piece->last) - 1 - MARK_HEIGHT;

    for (uint32_t n = life->first; n <= life->last; n++) {
        unsigned access = 0;
        int x = memory_picture_step_x(p, graph, n), right = memory_picture_step_x(p, graph, n + 1);
        find_accesses(p->e, &g->nodes[n], piece, &access);
        if (access != 0)
            svg_rect(p->s, x + 3, y, right - x - 6, MARK_HEIGHT,
                     arena_printf(p->e->memory, "class=\"mark\" fill=\"%s\"%s",
                                  looks[p->e->m->buffers[piece->buffer].role].colour,
                                  (access & 2u) != 0 ? "" : " fill-opacity=\"0.35\""));
    }
}

void memory_picture_draw_boxes(memory_picture *p, const memory_content *memory, const memory_scale *scale)
{
    size_t graphs = p->e->p->graph_count;
    memory_life **lives = ARENA_ARRAY(p->e->memory, memory_life *, 3 * graphs + 1);

    for (size_t g = 0; g < graphs; g++) {
        lives[3 * g] = memories_lives(p->e, plan_graph_plain(p->e->p, g));
        lives[3 * g + 1] = memories_crossings(p->e, plan_graph_plain(p->e->p, g), PLAN_UPLOAD);
        lives[3 * g + 2] = memories_crossings(p->e, plan_graph_plain(p->e->p, g), PLAN_DOWNLOAD);
    }
    for (size_t i = 0; i < memory->count; i++) {
        const memory_piece *piece = &memory->pieces[i];
        size_t which = piece->way[0] == '\0' ? 0 : memories_direction(piece) == PLAN_UPLOAD ? 1 : 2;
        if (piece->kept)
            draw_box(p, piece, p->left, p->right, scale, "kept");
        for (size_t t = 0; t < graphs; t++) {
            uint32_t g = p->graphs[t];
            const memory_life *life = &lives[3 * g + which][piece->buffer];
            if (!life->used)
                continue;
            if (!piece->kept)
                draw_in_graph(p, piece, g, life, scale);
            if (p->column >= MEMORY_MARKED_COLUMN)
                draw_marks(p, piece, g, life, scale);
        }
    }
}

/* ---- the key ---- */

/* Finds a buffer in the first memory that has it: that of the device unless it is direct. */
static const memory_piece *find_piece(const memory_content *memories, size_t count, uint32_t buffer)
{
    for (size_t m = 0; m < count; m++)
        for (size_t i = 0; i < memories[m].count; i++)
            if (memories[m].pieces[i].buffer == buffer)
                return &memories[m].pieces[i];
    return NULL;
}

int memory_picture_draw_key(const memory_picture *p, const memory_content *memories, size_t count, int y)
{
    arena *a = p->e->memory;
    int columns = (p->page - 2 * PICTURE_MARGIN) / KEY_WIDTH;
    size_t lines = (p->numbered_count + (size_t)columns - 1) / (size_t)columns;

    if (p->numbered_count == 0)
        return y;
    svg_text_bold(p->s, PICTURE_MARGIN, y + 14, 14, "Numbered buffers");
    y += 36;
    for (size_t i = 0; i < p->numbered_count; i++) {
        int x = PICTURE_MARGIN + (int)(i / lines) * KEY_WIDTH, line = y + (int)(i % lines) * KEY_LINE;
        const model_buffer *b = &p->e->m->buffers[p->numbered[i]];
        const memory_piece *piece = find_piece(memories, count, p->numbered[i]);
        const char *where = arena_printf(a, "%s at 0x%llx", svg_bytes(a, b->size),
                                         piece != NULL ? (unsigned long long)piece->first : 0);
        int right = x + KEY_WIDTH - 28, wide = svg_width(where, 11);
        svg_rect(p->s, x, line - 9, 10, 10, picture_style(a, &looks[b->role], ""));
        svg_text(p->s, x + 42, line, 11, "text-anchor=\"end\"", arena_printf(a, "%zu", i + 1));
        svg_text(p->s, x + 50, line, 11, "", svg_fit(a, b->name, 11, right - wide - 10 - (x + 50)));
        svg_text(p->s, right, line, 11, "text-anchor=\"end\" fill=\"" SVG_QUIET "\"", where);
    }
    return y + (int)lines * KEY_LINE + 12;
}
