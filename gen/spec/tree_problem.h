/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the YAML parser says, as a sentence for people who write specs. Part of the module tree. */
#ifndef TREE_PROBLEM_H
#define TREE_PROBLEM_H

#include "spec/tree_source.h"

typedef struct {
    const char *problem; /* the parser's words */
    const char *context; /* what it was reading, "" where it does not say */
    uint32_t at;         /* offset where it gave up */
    uint32_t context_at; /* offset where what it was reading began; `at` where it does not say */
} tree_problem;

void tree_problem_report(const tree_problem *p, const tree_source *s, diag *d);

#endif
