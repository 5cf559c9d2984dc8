/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "cg_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *make_room(size_t count)
{
    return (double *)calloc(count > 0 ? count : 1, sizeof(double));
}

int cg_reference_make(cg_reference *c, size_t size, size_t block, size_t chunk, uint32_t most)
{
    memset(c, 0, sizeof *c);
    c->size = size;
    c->block = block;
    c->chunk = chunk;
    c->most = most;
    c->x = make_room(size * size);
    c->r = make_room(size * size);
    c->p = make_room(size * size);
    c->q = make_room(size * size);
    c->parts = make_room(block);
    c->values = make_room(block);
    c->history = make_room((size_t)most + 1);
    return c->x != NULL && c->r != NULL && c->p != NULL && c->q != NULL && c->parts != NULL && c->values != NULL &&
                   c->history != NULL
               ? 0
               : -1;
}

void cg_reference_free(cg_reference *c)
{
    free(c->x);
    free(c->r);
    free(c->p);
    free(c->q);
    free(c->parts);
    free(c->values);
    free(c->history);
    memset(c, 0, sizeof *c);
}

/* Halved again and again, in place. */
static double sum_of_block(double *values, size_t count)
{
    size_t half, i;

    for (half = count / 2; half > 0; half /= 2)
        for (i = 0; i < half; i++)
            values[i] += values[i + half];
    return values[0];
}

/* The sum of a[i] b[i]. */
static double dot(cg_reference *c, const double *a, const double *b)
{
    const size_t points = c->size * c->size;
    const size_t parts = (points + c->chunk - 1) / c->chunk;
    size_t part, thread, point;

    for (part = 0; part < c->block; part++)
        c->parts[part] = 0.0;
    for (part = 0; part < parts; part++) {
        for (thread = 0; thread < c->block; thread++) {
            double sum = 0.0;
            for (point = part * c->chunk + thread; point < (part + 1) * c->chunk && point < points; point += c->block)
                sum = fma(a[point], b[point], sum);
            c->values[thread] = sum;
        }
        c->parts[part] = sum_of_block(c->values, c->block);
    }
    return sum_of_block(c->parts, c->block);
}

static double around(const double *p, size_t size, size_t row, size_t column)
{
    const size_t point = row * size + column;
    const double left = column > 0 ? p[point - 1] : 0.0;
    const double right = column + 1 < size ? p[point + 1] : 0.0;
    const double above = row > 0 ? p[point - size] : 0.0;
    const double below = row + 1 < size ? p[point + size] : 0.0;

    return (left + right) + (above + below);
}

static void laplacian(const double *p, double *q, size_t size)
{
    size_t row, column;

    for (row = 0; row < size; row++)
        for (column = 0; column < size; column++)
            q[row * size + column] = fma(4.0, p[row * size + column], -around(p, size, row, column));
}

void cg_reference_solve(cg_reference *c, const double *b, double tolerance)
{
    const size_t points = c->size * c->size;
    double rr, limit, alpha, beta, next;
    size_t i;

    for (i = 0; i < points; i++) {
        c->x[i] = 0.0;
        c->r[i] = b[i];
        c->p[i] = b[i];
    }
    memset(c->history, 0, ((size_t)c->most + 1) * sizeof *c->history);
    rr = dot(c, b, b);
    limit = tolerance * tolerance * rr;
    c->running = rr > limit;
    c->history[0] = rr;
    for (c->iterations = 0; c->running && c->iterations < c->most;) {
        laplacian(c->p, c->q, c->size);
        alpha = rr / dot(c, c->p, c->q);
        for (i = 0; i < points; i++) {
            c->x[i] = fma(alpha, c->p[i], c->x[i]);
            c->r[i] = fma(-alpha, c->q[i], c->r[i]);
        }
        next = dot(c, c->r, c->r);
        beta = next / rr;
        rr = next;
        c->running = rr > limit;
        c->history[++c->iterations] = rr;
        for (i = 0; c->running && i < points; i++)
            c->p[i] = fma(beta, c->p[i], c->r[i]);
    }
}

double cg_residual(const double *b, const double *x, size_t size)
{
    double largest = 0.0;
    size_t row, column;

    for (row = 0; row < size; row++)
        for (column = 0; column < size; column++) {
            const size_t point = row * size + column;
            const double error = fabs(b[point] - 4.0 * x[point] + around(x, size, row, column));
            if (!(error <= largest))
                largest = error;
        }
    return largest;
}
