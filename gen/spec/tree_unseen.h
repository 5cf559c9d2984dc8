/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Refuses characters that nobody can see: what looks like a blank or like nothing, and what turns the order around in
 * which a line is shown. Part of the module tree. */
#ifndef TREE_UNSEEN_H
#define TREE_UNSEEN_H

#include <stdbool.h>

#include "spec/tree.h"

/* False after errors. Comments may hold all but those that turn the order around. */
bool tree_unseen_in_source(const tree_source *s, diag *d);

/* The same of a value that is written with escapes: false after an error. */
bool tree_unseen_in_value(const tree *scalar, diag *d);

#endif
