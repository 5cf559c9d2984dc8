/* SPDX-License-Identifier: MIT */
/* The sources of kernels that the generator itself adds: kernels/builtin/, embedded at build time. */
#ifndef BUILTIN_H
#define BUILTIN_H

/* By gen/embed_text.sh. */
extern const char builtin_control[]; /* control.cu */
extern const char builtin_copy[];    /* copy.cu */

/* NULL when there is no such file. */
const char *builtin_text(const char *file);

#endif
