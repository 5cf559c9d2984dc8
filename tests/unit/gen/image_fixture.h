/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* image_fixture.h - the image of a model, whose sources a test writes into a folder. Needs mkdtemp and open_memstream:
 * define _POSIX_C_SOURCE before the first include. */
#ifndef IMAGE_FIXTURE_H
#define IMAGE_FIXTURE_H

#include "base/diag.h"
#include "folder_fixture.h"
#include "image/image.h"
#include "plan/plan.h"
#include "toolkit.h"

#include <stdio.h>

static diag *messages;
static model *m;

static inline void write_file(const char *name, const char *text)
{
    FILE *out = fopen(arena_printf(memory, "%s/%s", folder, name), "wb");

    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(text, 1, strlen(text), out), strlen(text));
    ck_assert_int_eq(fclose(out), 0);
}

static inline const char *printed(void)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    const char *text;

    diag_print(messages, out);
    ck_assert_int_eq(fclose(out), 0);
    text = arena_copy(memory, bytes, size);
    free(bytes);
    return text;
}

static inline void expect(const char *text)
{
    const char *all = printed();

    ck_assert_msg(strstr(all, text) != NULL, "no '%s' in:\n%s", text, all);
}

static inline image *image_of(const image_options *options)
{
    const plan *p = plan_new(memory, m, false);

    return image_build(memory, messages, m, p->kernels, p->kernel_count, options);
}

static inline image *build(bool none)
{
    image_options options = {.none = none, .unread = none};

    return image_of(&options);
}

#endif
