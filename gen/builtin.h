/* SPDX-License-Identifier: MIT */
/* The sources of kernels that the generator itself adds: kernels/builtin/, embedded at build time. */
#ifndef BUILTIN_H
#define BUILTIN_H

extern const char builtin_control[]; /* control.cu, by gen/embed_text.sh */

/* NULL when there is no such file. */
const char *builtin_text(const char *file);

#endif
