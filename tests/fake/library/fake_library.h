/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fake_library.h - cuFFT, cuBLAS and cuSPARSE that only keep books, and the few driver calls of contexts beside them:
 * which objects live and in which context, what was called with which sizes, and what was called wrongly. They fail a
 * call on demand. */
#ifndef FAKE_LIBRARY_H
#define FAKE_LIBRARY_H

#include <stddef.h>

typedef struct fake_library {
    /* Set by the test. */
    unsigned fail_at; /* this call fails, counted from 1; 0: none */
    int number;       /* with that number */
    size_t bytes;     /* of the work area of each plan and product */
    int capability;   /* major, of the device */
    void *context;         /* that is current */
    unsigned long long id; /* of every context */
    /* What happened. */
    unsigned calls;
    unsigned made;      /* calls that make a plan, a handle or a description, which may allocate */
    unsigned live;      /* of these, what was not destroyed */
    const char *failed; /* the call that was made to fail */
    char misuse[128];   /* the first one, or "" */
    char log[4096];     /* each call with its sizes, one after the other: "cufftCreate;cufftSetStream;" */
} fake_library;

extern fake_library fake_libraries;

/* No objects, no failure, context 1 is current. */
void fake_library_reset(void);

#endif
