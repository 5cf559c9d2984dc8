/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The same method by one thread, with the same sums in the same order. */
#ifndef CG_REFERENCE_H
#define CG_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

typedef struct cg_reference {
    size_t size;            /* points each way */
    size_t block, chunk;    /* how sums are divided, as in the spec */
    uint32_t most;          /* iterations */
    double *x, *r, *p, *q;  /* size * size */
    double *parts, *values; /* room for sums */
    double *history;        /* most + 1 */
    uint32_t iterations;
    int running; /* `most` came before the residual was small */
} cg_reference;

/* Returns 0, or -1 when there is no memory; cg_reference_free may follow in either case. */
int cg_reference_make(cg_reference *c, size_t size, size_t block, size_t chunk, uint32_t most);
void cg_reference_free(cg_reference *c);

void cg_reference_solve(cg_reference *c, const double *b, double tolerance);

/* The largest |b - A x|, by other means than the method's own. */
double cg_residual(const double *b, const double *x, size_t size);

#endif
