/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: all evidence about a program on one page, for those who sign it off. It needs no other file, no
 * network and no script, and can be printed. Lines of the spec lead to nodes, nodes to lines of C, and both back. */
#ifndef PAGE_H
#define PAGE_H

#include <stdio.h>

#include "emit/emit_context.h"

/* After NAME.h and NAME.c. */
void page_write(FILE *file, const emit *e);

#endif
