/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Axes and rings are SVG. The cells are a PNG in it, of 16 colours, so that a browser need not draw them one by one:
 * four bits a cell, not compressed, in base64. Doppler bins stand so that what does not move is in the middle. */
#include "range_doppler_svg.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 960.0
#define HEIGHT 560.0
#define LEFT 76.0
#define RIGHT 24.0
#define TOP 92.0
#define BOTTOM 64.0
#define PLOT_WIDTH (WIDTH - LEFT - RIGHT)
#define PLOT_HEIGHT (HEIGHT - TOP - BOTTOM)
#define TEXT_COLOUR "#222222"

#define COLOURS 16
/* Decibels of the first colour and of each. */
#define LEAST_DB (-2.0)
#define STEP_DB 2.0

/* From a dark blue over green to a pale yellow. */
static const unsigned char palette[COLOURS][3] = {{13, 17, 48},   {20, 28, 72},    {26, 42, 94},    {29, 58, 110},
                                                  {30, 76, 121},  {31, 94, 127},   {34, 112, 130},  {42, 130, 129},
                                                  {58, 148, 124}, {82, 165, 115},  {112, 180, 103}, {146, 194, 92},
                                                  {181, 206, 88}, {212, 217, 100}, {236, 229, 134}, {252, 244, 190}};

/* Bytes that grow by being put; once there is no room, `full` stays. */
typedef struct bytes {
    unsigned char *data;
    size_t count, room;
    int full;
} bytes;

static void put(bytes *b, unsigned value)
{
    if (b->count < b->room)
        b->data[b->count++] = (unsigned char)(value & 255u);
    else
        b->full = 1;
}

static void put32(bytes *b, uint32_t value)
{
    put(b, value >> 24);
    put(b, value >> 16);
    put(b, value >> 8);
    put(b, value);
}

/* ---- PNG ---- */

static uint32_t check_of(const unsigned char *data, size_t count)
{
    uint32_t crc = 0xffffffffu;
    size_t i;
    int bit;

    for (i = 0; i < count; i++) {
        crc ^= data[i];
        for (bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
    }
    return ~crc;
}

/* Opens a chunk whose length is known; the return value is for end_chunk. */
static size_t begin_chunk(bytes *b, const char *type, size_t length)
{
    const size_t start = b->count + 4;
    size_t i;

    put32(b, (uint32_t)length);
    for (i = 0; i < 4; i++)
        put(b, (unsigned char)type[i]);
    return start;
}

static void end_chunk(bytes *b, size_t start)
{
    put32(b, check_of(b->data + start, b->count - start));
}

static unsigned colour_of(const range_doppler_chart *c, size_t range, size_t line)
{
    const size_t doppler = (c->pulses - 1 - line + c->pulses / 2) % c->pulses;
    const double ratio = (double)c->power[range * c->pulses + doppler] / c->noise;
    const double place = (10.0 * log10(fmax(ratio, 1e-9)) - LEAST_DB) / STEP_DB;

    return place < 0.0 ? 0u : place > COLOURS - 1 ? COLOURS - 1 : (unsigned)place;
}

/* zlib's format, each line a block of its own that is stored as it is. */
static void put_lines(bytes *b, const range_doppler_chart *c)
{
    const unsigned length = (unsigned)(c->ranges / 2 + 1);
    uint32_t low = 1, high = 0;
    size_t line, i;

    put(b, 0x78);
    put(b, 0x01);
    for (line = 0; line < c->pulses; line++) {
        put(b, line + 1 == c->pulses);
        put(b, length);
        put(b, length >> 8);
        put(b, ~length);
        put(b, ~length >> 8);
        for (i = 0; i < length; i++) {
            const unsigned value = i == 0 ? 0 : colour_of(c, 2 * i - 2, line) << 4 | colour_of(c, 2 * i - 1, line);

            put(b, value);
            low = (low + value) % 65521u;
            high = (high + low) % 65521u;
        }
    }
    put32(b, high << 16 | low);
}

static void put_picture(bytes *b, const range_doppler_chart *c)
{
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    size_t start, i;

    for (i = 0; i < sizeof signature; i++)
        put(b, signature[i]);
    start = begin_chunk(b, "IHDR", 13);
    put32(b, (uint32_t)c->ranges);
    put32(b, (uint32_t)c->pulses);
    put(b, 4); /* bits */
    put(b, 3); /* of a palette */
    put(b, 0);
    put(b, 0);
    put(b, 0);
    end_chunk(b, start);
    start = begin_chunk(b, "PLTE", sizeof palette);
    for (i = 0; i < sizeof palette; i++)
        put(b, palette[i / 3][i % 3]);
    end_chunk(b, start);
    start = begin_chunk(b, "IDAT", 2 + c->pulses * (c->ranges / 2 + 6) + 4);
    put_lines(b, c);
    end_chunk(b, start);
    end_chunk(b, begin_chunk(b, "IEND", 0));
}

static void write_base64(FILE *file, const bytes *b)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t i;

    for (i = 0; i < b->count; i += 3) {
        const size_t left = b->count - i;
        const unsigned value = (unsigned)b->data[i] << 16 | (left > 1 ? (unsigned)b->data[i + 1] << 8 : 0u) |
                               (left > 2 ? (unsigned)b->data[i + 2] : 0u);

        fputc(digits[value >> 18], file);
        fputc(digits[value >> 12 & 63], file);
        fputc(left > 1 ? digits[value >> 6 & 63] : '=', file);
        fputc(left > 2 ? digits[value & 63] : '=', file);
    }
}

/* ---- SVG ---- */

static double x_of(const range_doppler_chart *c, double range)
{
    return LEFT + PLOT_WIDTH * (range + 0.5) / (double)c->ranges;
}

/* Of a Doppler bin, counted from what does not move. */
static double y_of(const range_doppler_chart *c, double doppler)
{
    return TOP + PLOT_HEIGHT * (0.5 - (doppler + 0.5) / (double)c->pulses);
}

static void write_head(FILE *file)
{
    int i;

    fprintf(
        file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"" TEXT_COLOUR "\">\n"
        "<title>Power by range and Doppler bin</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    fprintf(
        file,
        "<text x=\"%.0f\" y=\"32\" font-size=\"18\" font-weight=\"bold\">Power by range and Doppler bin, and what was "
        "found</text>\n<text x=\"%.0f\" y=\"66\">dB over noise</text>\n",
        LEFT, LEFT);
    for (i = 0; i < COLOURS; i++) {
        fprintf(file, "<rect x=\"%.0f\" y=\"52\" width=\"24\" height=\"12\" fill=\"#%02x%02x%02x\"/>\n",
                LEFT + 100.0 + 24.0 * i, palette[i][0], palette[i][1], palette[i][2]);
        if (i % 2 == 1)
            fprintf(file, "<text x=\"%.0f\" y=\"78\" font-size=\"11\" text-anchor=\"middle\">%.0f</text>\n",
                    LEFT + 100.0 + 24.0 * i, LEAST_DB + STEP_DB * i);
    }
}

static void write_axes(FILE *file, const range_doppler_chart *c)
{
    const double bottom = TOP + PLOT_HEIGHT;
    size_t i;

    for (i = 0; i < 8; i++) {
        const double range = (double)(i * c->ranges) / 8.0;
        const double doppler = ((double)i - 4.0) * (double)c->pulses / 8.0;

        fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", x_of(c, range), bottom + 20.0,
                range);
        fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>\n", LEFT - 8.0,
                y_of(c, doppler) + 4.5, doppler);
    }
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">range bin</text>\n", LEFT + PLOT_WIDTH / 2.0,
            bottom + 44.0);
    fprintf(file,
            "<text x=\"22\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 22 %.1f)\">Doppler bin</text>\n",
            TOP + PLOT_HEIGHT / 2.0, TOP + PLOT_HEIGHT / 2.0);
}

static void write_rings(FILE *file, const range_doppler_chart *c)
{
    size_t i;

    for (i = 0; i < c->count; i++) {
        const double doppler = (double)c->rings[i].doppler;
        const double bin = c->rings[i].doppler * 2 < c->pulses ? doppler : doppler - (double)c->pulses;

        fprintf(file,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"9\" fill=\"none\" stroke=\"#ff5a4f\" stroke-width=\"1.6\"/>\n",
                x_of(c, (double)c->rings[i].range), y_of(c, bin));
    }
}

int range_doppler_svg_write(FILE *file, const range_doppler_chart *c)
{
    bytes png = {NULL, 0, 0, 0};

    png.room = 1024 + c->pulses * (c->ranges / 2 + 16);
    png.data = (unsigned char *)malloc(png.room);
    if (png.data == NULL)
        return -1;
    put_picture(&png, c);
    write_head(file);
    fprintf(file,
            "<image x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" preserveAspectRatio=\"none\" "
            "style=\"image-rendering:pixelated\" href=\"data:image/png;base64,",
            LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT);
    write_base64(file, &png);
    fputs("\"/>\n", file);
    write_axes(file, c);
    write_rings(file, c);
    fputs("</svg>\n", file);
    free(png.data);
    return ferror(file) || png.full ? -1 : 0;
}
