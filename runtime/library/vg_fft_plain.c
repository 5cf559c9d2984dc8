/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_fft_plain.c - vg_fft.h without a library: on the host, at once, in f64. For the CPU device and for tests.
 *
 * Each transform is spread out in the workspace as a plane of complex numbers, whose rows and then columns are
 * transformed one by one, and is written back where the layout says. A line of 2^k points goes by radix 2. Any other
 * length n is made a convolution (Bluestein): with j k = (j^2 + k^2 - (k - j)^2) / 2, the transform is the chirp
 * exp(i pi k^2 / n) times the convolution of the input, also times the chirp, with the chirp's conjugate; and that
 * convolution is done by radix 2 over the next power of 2 from 2 n - 1 on. */
#include "vg_fft_parts.h"

#include <math.h>

typedef struct complex_number {
    double re, im;
} complex_number;

/* Transforms of n points. */
typedef struct line {
    uint64_t n;
    uint64_t m; /* points of the transforms by radix 2 */
    int direction;
    complex_number *table;  /* m / 2 roots of unity */
    complex_number *chirp;  /* n, where m is not n */
    complex_number *filter; /* m: the transform of the chirp's conjugate */
    complex_number *work;   /* m */
    complex_number *column; /* n: a column of the plane */
} line;

static complex_number times(complex_number a, complex_number b)
{
    complex_number c;

    c.re = a.re * b.re - a.im * b.im;
    c.im = a.re * b.im + a.im * b.re;
    return c;
}

/* exp(sign 2 pi i part / whole). */
static complex_number root(int sign, uint64_t part, uint64_t whole)
{
    const double angle = 6.283185307179586476925 * (double)part / (double)whole;
    complex_number c;

    c.re = cos(angle);
    c.im = sign * sin(angle);
    return c;
}

/* ---- one line ---- */

static void reverse_bits(complex_number *x, uint64_t n)
{
    uint64_t i, bit, j = 0;

    for (i = 1; i < n; i++) {
        for (bit = n >> 1; (j & bit) != 0; bit >>= 1) {
            j ^= bit;
        }
        j |= bit;
        if (i < j) {
            const complex_number keep = x[i];

            x[i] = x[j];
            x[j] = keep;
        }
    }
}

/* n is a power of 2, and table holds exp(-2 pi i k / n). */
static void radix_2(complex_number *x, uint64_t n, const complex_number *table, int direction)
{
    uint64_t half, start, k;

    reverse_bits(x, n);
    for (half = 1; half < n; half *= 2) {
        for (start = 0; start < n; start += 2 * half) {
            for (k = 0; k < half; k++) {
                complex_number w = table[k * (n / (2 * half))];
                complex_number *a = &x[start + k], *b = &x[start + k + half];
                complex_number t;

                w.im = direction == VG_FFT_FORWARD ? w.im : -w.im;
                t = times(w, *b);
                b->re = a->re - t.re;
                b->im = a->im - t.im;
                a->re += t.re;
                a->im += t.im;
            }
        }
    }
}

static uint64_t power_of_2_from(uint64_t n)
{
    uint64_t m = 1;

    while (m < n) {
        m *= 2;
    }
    return m;
}

/* Complex numbers that lines of n points need. */
static uint64_t line_room(uint64_t n)
{
    const uint64_t m = power_of_2_from(n);

    return m == n ? n + m / 2 : 2 * n + 5 * power_of_2_from(2 * n - 1) / 2;
}

static void make_filter(line *l)
{
    uint64_t j;

    for (j = 0; j < l->m; j++) {
        l->filter[j].re = l->filter[j].im = 0.0;
    }
    for (j = 0; j < l->n; j++) {
        l->chirp[j] = root(l->direction, j * j % (2 * l->n), 2 * l->n);
        l->filter[j].re = l->chirp[j].re;
        l->filter[j].im = -l->chirp[j].im;
        l->filter[j == 0 ? 0 : l->m - j] = l->filter[j];
    }
    radix_2(l->filter, l->m, l->table, VG_FFT_FORWARD);
}

static void make_line(line *l, uint64_t n, int direction, complex_number *room)
{
    uint64_t k;

    l->n = n;
    l->m = power_of_2_from(n);
    l->direction = direction;
    l->column = room;
    l->chirp = l->filter = l->work = NULL;
    l->table = room + n;
    if (l->m != n) {
        l->m = power_of_2_from(2 * n - 1);
        l->chirp = room + n;
        l->filter = l->chirp + n;
        l->work = l->filter + l->m;
        l->table = l->work + l->m;
    }
    for (k = 0; k < l->m / 2; k++) {
        l->table[k] = root(VG_FFT_FORWARD, k, l->m);
    }
    if (l->m != n) {
        make_filter(l);
    }
}

static void transform_line(const line *l, complex_number *x)
{
    uint64_t j;

    if (l->work == NULL) {
        radix_2(x, l->n, l->table, l->direction);
        return;
    }
    for (j = 0; j < l->m; j++) {
        if (j < l->n) {
            l->work[j] = times(x[j], l->chirp[j]);
        } else {
            l->work[j].re = l->work[j].im = 0.0;
        }
    }
    radix_2(l->work, l->m, l->table, VG_FFT_FORWARD);
    for (j = 0; j < l->m; j++) {
        l->work[j] = times(l->work[j], l->filter[j]);
    }
    radix_2(l->work, l->m, l->table, VG_FFT_INVERSE);
    for (j = 0; j < l->n; j++) {
        x[j] = times(l->work[j], l->chirp[j]);
        x[j].re /= (double)l->m;
        x[j].im /= (double)l->m;
    }
}

/* ---- one transform ---- */

static complex_number load(const vg_fft_form *form, const void *memory, uint64_t at)
{
    complex_number c;

    c.im = 0.0;
    if (form->in.real) {
        c.re = form->wide ? ((const double *)memory)[at] : (double)((const float *)memory)[at];
    } else if (form->wide) {
        c = ((const complex_number *)memory)[at];
    } else {
        c.re = ((const float *)memory)[2 * at];
        c.im = ((const float *)memory)[2 * at + 1];
    }
    return c;
}

static void store(const vg_fft_form *form, const vg_fft_side *side, void *memory, uint64_t at, complex_number c)
{
    if (side->real && form->wide) {
        ((double *)memory)[at] = c.re;
    } else if (side->real) {
        ((float *)memory)[at] = (float)c.re;
    } else if (form->wide) {
        ((complex_number *)memory)[at] = c;
    } else {
        ((float *)memory)[2 * at] = (float)c.re;
        ((float *)memory)[2 * at + 1] = (float)c.im;
    }
}

static uint64_t place(const vg_fft_side *side, uint64_t transform, uint64_t row, uint64_t i)
{
    return transform * side->distance + (row * side->pitch + i) * side->stride;
}

static void spread(const vg_fft_form *form, const void *in, uint64_t transform, complex_number *plane)
{
    uint64_t row, i;

    for (row = 0; row < form->rows; row++) {
        for (i = 0; i < form->length; i++) {
            complex_number *to = &plane[row * form->length + i];

            if (i < form->in.width) {
                *to = load(form, in, place(&form->in, transform, row, i));
            } else { /* a real transform's other half mirrors this one, in both dimensions */
                *to = load(form, in, place(&form->in, transform, row == 0 ? 0 : form->rows - row, form->length - i));
                to->im = -to->im;
            }
        }
    }
}

static void transform_plane(const vg_fft_form *form, const line *along, const line *down, complex_number *plane)
{
    uint64_t row, i;

    for (row = 0; row < form->rows; row++) {
        transform_line(along, plane + row * form->length);
    }
    for (i = 0; form->rows > 1 && i < form->length; i++) {
        for (row = 0; row < form->rows; row++) {
            down->column[row] = plane[row * form->length + i];
        }
        transform_line(down, down->column);
        for (row = 0; row < form->rows; row++) {
            plane[row * form->length + i] = down->column[row];
        }
    }
}

static void gather(const vg_fft_form *form, void *out, uint64_t transform, const complex_number *plane)
{
    uint64_t row, i;

    for (row = 0; row < form->rows; row++) {
        for (i = 0; i < form->out.width; i++) {
            store(form, &form->out, out, place(&form->out, transform, row, i), plane[row * form->length + i]);
        }
    }
}

/* cuFFT leaves anything where a transform to real numbers had its input, so that nobody shall rely on it here. */
static void spoil(const vg_fft_form *form, void *in)
{
    uint64_t transform, row, i;
    complex_number none;

    none.re = none.im = (double)NAN;
    for (transform = 0; transform < form->batch; transform++) {
        for (row = 0; row < form->rows; row++) {
            for (i = 0; i < form->in.width; i++) {
                store(form, &form->in, in, place(&form->in, transform, row, i), none);
            }
        }
    }
}

/* ---- the functions ---- */

/* UINT64_MAX where it is too much for anything. */
static uint64_t workspace_bytes_of(const vg_fft_form *form)
{
    if (form->length > VG_FFT_MOST / form->rows) {
        return UINT64_MAX;
    }
    return (form->rows * form->length + line_room(form->length) + line_room(form->rows)) * sizeof(complex_number);
}

int vg_fft_workspace(vg_fft *fft, uint64_t *bytes)
{
    vg_fft_form form;
    int number = vg_fft_read(&form, fft);

    if (number == VG_LIBRARY_OK && bytes == NULL) {
        number = VG_LIBRARY_POINTER;
    } else if (number == VG_LIBRARY_OK) {
        *bytes = workspace_bytes_of(&form);
    }
    return vg_library_failed(&fft->lanes[0].lane, "vg_fft_workspace", number);
}

static void compute(const vg_fft_form *form, int direction, const void *in, void *out, complex_number *plane)
{
    complex_number *room = plane + form->rows * form->length;
    uint64_t transform;
    line along, down;

    make_line(&along, form->length, direction, room);
    make_line(&down, form->rows, direction, room + line_room(form->length));
    for (transform = 0; transform < form->batch; transform++) {
        spread(form, in, transform, plane);
        transform_plane(form, &along, &down, plane);
        gather(form, out, transform, plane);
    }
}

static int run(vg_fft *fft, const vg_library_at *at, const vg_fft_call *what)
{
    vg_library_lane *lane = &fft->lanes[vg_library_index(at)].lane;
    vg_fft_form form;
    int number = vg_library_failed(lane, what->name, vg_fft_check(&form, fft, at, 1, what));

    if (number == VG_LIBRARY_OK) {
        number = vg_library_room(lane, what->name, at, workspace_bytes_of(&form));
    }
    if (number != VG_LIBRARY_OK) {
        return number;
    }
    lane->made = 1;
    compute(&form, what->direction, what->in, what->out, (complex_number *)at->workspace);
    if (what->spoiled != NULL && what->spoiled != what->out) {
        spoil(&form, what->spoiled);
    }
    return VG_LIBRARY_OK;
}

int vg_fft_run(vg_fft *fft, const vg_library_at *at, int direction, const void *in, void *out)
{
    const vg_fft_call what = {"vg_fft_run", direction, in, NULL, out};

    return run(fft, at, &what);
}

int vg_fft_run_to_real(vg_fft *fft, const vg_library_at *at, void *in, void *out)
{
    const vg_fft_call what = {"vg_fft_run_to_real", VG_FFT_INVERSE, in, in, out};

    return run(fft, at, &what);
}

int vg_fft_close(vg_fft *fft)
{
    unsigned i;

    for (i = 0; i < VG_LIBRARY_LANES; i++) {
        fft->lanes[i].lane.made = 0;
    }
    return VG_LIBRARY_OK;
}
