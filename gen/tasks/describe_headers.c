/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_kernels.h, which the source includes: made from the defines of NAME.yaml, or an empty one that stands in for
 * it. */
#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "check/check.h"
#include "image/image.h"
#include "spec/read.h"
#include "spec/tree.h"
#include "tasks/describe_parts.h"

/* What can be read of the spec next to the source. It need not be whole yet, so its messages are dropped: they come
 * when it is built. */
static model *read_spec(describer *s, const char *program)
{
    const char *path = arena_printf(s->a, "%s/%s.yaml", s->folder, program);
    diag *quiet = diag_new(s->a);
    const char *problem;
    size_t size;
    const char *text = file_read(s->a, path, TREE_MAX_BYTES, &size, &problem);
    const tree *root = NULL;
    model *m = NULL;

    if (text != NULL)
        root = tree_read(s->a, quiet, diag_add_source(quiet, path, text, size));
    if (root != NULL)
        m = read_model(s->a, quiet, names_new(s->a), root, path);
    if (m != NULL)
        check_spec(s->a, quiet, m);
    return m;
}

static void keep_good_defines(model *m)
{
    size_t count = 0;

    for (size_t i = 0; i < m->define_count; i++)
        if (!m->defines[i].broken)
            m->defines[count++] = m->defines[i];
    m->define_count = count;
}

/* The last value of a name counts. */
static void note_define(describer *s, const char *name, const char *value)
{
    size_t i = 0;

    while (i < s->define_count && strcmp(s->define_names[i], name) != 0)
        i++;
    if (i == s->define_count) {
        size_t capacity = s->define_capacity;

        s->define_names = arena_grow(s->a, s->define_names, i, &s->define_capacity, sizeof *s->define_names);
        s->define_values = arena_grow(s->a, s->define_values, i, &capacity, sizeof *s->define_values);
        s->define_count++;
    }
    s->define_names[i] = name;
    s->define_values[i] = value;
}

static void note_defines(describer *s, const model *m)
{
    for (size_t i = 0; i < m->define_count; i++)
        note_define(s, m->defines[i].name,
                    m->defines[i].is_float ? m->defines[i].real_text
                                           : arena_printf(s->a, "%" PRId64, m->defines[i].value));
}

/* Those of the command line, in place of the spec's. */
void describe_add_defines(describer *s, const describe_options *options)
{
    for (size_t i = 0; i < options->define_count; i++) {
        const char *text = options->defines[i];
        int length = (int)strcspn(text, "=");

        s->includes = arena_printf(s->a, "%s#undef %.*s\n#define %.*s (%s)\n", s->includes, length, text, length, text,
                                   text + length + 1);
        note_define(s, arena_copy(s->a, text, (size_t)length), text + length + 1);
    }
}

bool describe_write_headers(describer *s)
{
    s->includes = "";
    for (size_t i = 0; i < s->source.program_count; i++) {
        const char *program = s->source.programs[i];
        const char *name = arena_printf(s->a, "%s_kernels.h", program);
        model *m = read_spec(s, program);
        const char *text = "";

        if (m != NULL) {
            m->program = program;
            keep_good_defines(m);
            note_defines(s, m);
            text = image_header_text(s->a, m);
            s->includes = arena_printf(s->a, "%s#include \"%s\"\n", s->includes, name);
        } else {
            name = arena_printf(s->a, "stand_in/%s", name);
            s->stand_in = true;
        }
        if (!toolkit_write_file(&s->tools, name, text, strlen(text)))
            return false;
    }
    return true;
}
