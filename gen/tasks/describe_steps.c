/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The sections `buffers` and `steps` of a spec to start from. What only its author knows is FILL, which vggen refuses
 * as a name that it does not know. */
#include <string.h>

#include "tasks/describe_parts.h"

#define FILL "FILL"

/* Once for each role. */
static const char *role_comment(const described_buffer *buffers, size_t index)
{
    const described_buffer *b = &buffers[index];

    for (size_t i = 0; i < index; i++)
        if (strcmp(buffers[i].role, b->role) == 0)
            return NULL;
    if (strcmp(b->role, "input") == 0)
        return "constant, if it never changes";
    if (strcmp(b->role, "inout") == 0)
        return "state, if only kernels need it from one replay to the next";
    if (strcmp(b->role, "scratch") == 0)
        return "output, if the application reads it";
    return "scratch, if only kernels read it";
}

void describe_print_buffers(const describe_printer *p, const described_buffer *buffers, size_t count)
{
    fputs("\n# All memory of the program. Roles are a guess from the order below; shapes are numbers of elements, such "
          "as\n"
          "# [ROWS, 64] with ROWS under `define:`.\n",
          p->out);
    fputs(count > 0 ? "buffers:\n" : "buffers: {}\n", p->out);
    for (size_t i = 0; i < count; i++)
        describe_line(p, "",
                      arena_printf(p->a, "  %s: {role: %s, type: %s, shape: [" FILL "]}", buffers[i].name,
                                   buffers[i].role, buffers[i].type),
                      role_comment(buffers, i));
}

/* ---- steps ---- */

/* The same text several times as a list; once and without brackets where it is 0. */
static const char *list_of(arena *a, const char *one, size_t count)
{
    const char *list = one;

    for (size_t i = 1; i < count; i++)
        list = arena_printf(a, "%s, %s", list, one);
    return count > 0 ? arena_printf(a, "[%s]", list) : one;
}

static const char *lanes_text(arena *a, size_t lanes)
{
    return list_of(a, FILL, lanes > 1 ? lanes : 0);
}

/* A list for each vector, array and struct. */
static const char *value_text(const describe_printer *p, const described_param *d)
{
    const char *list = "";

    if (d->record == NULL)
        return lanes_text(p->a, d->lanes);
    for (size_t i = 0; i < d->record->field_count; i++) {
        const described_field *f = &d->record->fields[i];

        list =
            arena_printf(p->a, "%s%s%s", list, i > 0 ? ", " : "", list_of(p->a, lanes_text(p->a, f->lanes), f->count));
    }
    return arena_printf(p->a, "[%s]", list);
}

/* By position up to the first value, then by name. */
static const char *arguments_text(const describe_printer *p, const described_section *section)
{
    const char *text = "";
    bool named = false;

    for (size_t i = 0; i < section->kernel->param_count; i++) {
        const described_param *d = &section->kernel->params[i];
        const char *value = d->pointer ? section->arguments[i] : value_text(p, d);

        named = named || !d->pointer;
        text = arena_printf(p->a, "%s%s%s%s%s", text, i > 0 ? ", " : "", named ? section->params[i] : "",
                            named ? "=" : "", value);
    }
    return text;
}

/* The buffer with an element for each thread, perhaps: the first one that the kernel writes, or else reads. */
static const char *measured(const described_section *section)
{
    const char *any = NULL;

    for (size_t i = 0; i < section->kernel->param_count; i++) {
        const described_param *d = &section->kernel->params[i];

        if (d->pointer && !d->constant)
            return section->arguments[i];
        any = d->pointer && any == NULL ? section->arguments[i] : any;
    }
    return any;
}

static void print_grid(const describe_printer *p, const described_section *section)
{
    const char *name = measured(section);
    unsigned line = 0;
    const char *launch = describe_find_launch(p->a, p->s->source.words, section->kernel->name, &line);

    if (launch != NULL)
        fprintf(p->out, "    # %s:%u: <<<%s>>>\n", p->s->base, line, launch);
    if (name == NULL || describe_choose_block(p->s, section->kernel).dimensions > 1)
        describe_line(p, "    ", "grid: " FILL, "blocks; up to three numbers, x first");
    else
        describe_line(p, "    ", arena_printf(p->a, "grid: ceil_div(len(%s), block)", name),
                      "a guess: a thread for each element");
}

static bool has_value(const described_section *section)
{
    for (size_t i = 0; i < section->kernel->param_count; i++)
        if (!section->kernel->params[i].pointer)
            return true;
    return false;
}

static void print_unlaunched(const describe_printer *p, const described_section *section)
{
    fprintf(p->out,
            "  # %s sets a condition: it is launched before an if, while or switch that has the condition, see\n"
            "  # \"Loops and choices\" in vggen-spec(5).\n",
            section->name);
}

void describe_print_steps(const describe_printer *p, const described_program *program)
{
    bool any = false;

    for (size_t k = 0; k < program->count; k++)
        any = any || program->sections[k].launched;
    fputs("\n# A replay runs these as if in this order, which is that of the source. Values are numbers, expressions "
          "over\n"
          "# defines, or names of settings, which are buffers of one value: {role: setting, type: f32, value: 1.0}.\n",
          p->out);
    fputs(any ? "steps:\n" : "steps: []\n", p->out);
    for (size_t k = 0; k < program->count; k++) {
        const described_section *section = &program->sections[k];

        if (section->name != NULL && !section->launched)
            print_unlaunched(p, section);
        if (!section->launched)
            continue;
        describe_line(p, "  ", arena_printf(p->a, "- launch: %s(%s)", section->name, arguments_text(p, section)),
                      has_value(section) ? "a number for each value" : NULL);
        print_grid(p, section);
    }
}
