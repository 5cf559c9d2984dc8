/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include "check/check.h"
#include "tasks/describe_parts.h"

#define COMMENT_COLUMN 60

/* ---- names ---- */

static bool is_taken(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static const char *free_name(arena *a, const char *const *names, size_t count, const char *stem, size_t number)
{
    const char *name = arena_printf(a, "%s%zu", stem, number);

    while (is_taken(names, count, name))
        name = arena_printf(a, "%s_", name);
    return name;
}

/* The names in the text where they are known and can stand in a spec; a0, a1 … for the others. */
static const char **param_names(arena *a, const described_kernel *k)
{
    const char **names = ARENA_ARRAY(a, const char *, k->param_count + 1);

    for (size_t i = 0; i < k->param_count; i++) {
        const char *name = k->scanned != NULL ? k->scanned->params[i].name : NULL;
        bool good = name != NULL && check_is_name(a, name) && !is_taken(names, i, name);
        names[i] = good ? name : free_name(a, names, i, "a", i);
    }
    return names;
}

/* Letters and digits, with _ for all between them, of "conv<float, 4>". */
static const char *identifier_of(arena *a, const char *spelled)
{
    char *name = arena_copy(a, spelled, strlen(spelled)), *to = name;

    for (const char *at = name; *at != '\0'; at++) {
        bool good = describe_is_name_character(*at) && *at != '$' && *at != '_';

        if (good || (to > name && to[-1] != '_'))
            *to++ = good ? *at : '_';
    }
    while (to > name && to[-1] == '_')
        to--;
    *to = '\0';
    return name;
}

static bool is_section(const described_program *program, const char *name)
{
    for (size_t i = 0; i < program->count; i++)
        if (program->sections[i].name != NULL && strcmp(program->sections[i].name, name) == 0)
            return true;
    return false;
}

/* That of the entry, with the arguments of an instance where two have it; another one where that is no name of a
 * spec. */
static const char *section_name(arena *a, const described_program *program, const described_kernel *k)
{
    const char *name = k->name;
    const char *arguments = strchr(k->spelled, '<');

    if (is_section(program, name) && arguments != NULL)
        name = identifier_of(a, arena_printf(a, "%s%s", name, arguments));
    for (size_t i = 1; !check_is_name(a, name) || is_section(program, name); i++)
        name = arena_printf(a, "kernel%zu", program->count + i);
    return name;
}

static described_program take_sections(const describer *s)
{
    described_program program = {ARENA_ARRAY(s->a, described_section, s->kernel_count + 1), 0};

    for (size_t i = 0; i < s->kernel_count; i++) {
        const described_kernel *k = &s->kernels[i];
        described_section *section = &program.sections[i];

        section->kernel = k;
        section->name = k->problem == NULL ? section_name(s->a, &program, k) : NULL;
        section->params = param_names(s->a, k);
        section->arguments = ARENA_ARRAY(s->a, const char *, k->param_count + 1);
        section->launched = k->problem == NULL;
        for (size_t n = 0; n < k->param_count; n++)
            section->launched = section->launched && !k->params[n].condition;
        program.count = i + 1;
    }
    return program;
}

/* ---- one kernel ---- */

void describe_line(const describe_printer *p, const char *begin, const char *text, const char *comment)
{
    fprintf(p->out, "%s", begin);
    if (comment == NULL)
        fprintf(p->out, "%s\n", text);
    else
        fprintf(p->out, "%-*s  # %s\n", COMMENT_COLUMN - (int)strlen(begin), text, comment);
}

static void print_block(const describe_printer *p, const described_kernel *k)
{
    described_block block = describe_choose_block(p->s, k);

    describe_line(p, "    ", arena_printf(p->a, "block: %s", block.text), block.comment);
}

/* What the access is guessed from, and what would narrow it. */
static const char *access_comment(const described_param *d)
{
    if (!d->pointer || d->constant)
        return NULL;
    if (d->accesses == PTX_READS)
        return "only reads it: make it const in the source, and write in";
    if (d->accesses == PTX_WRITES)
        return "only writes it: out_part, if not all of it";
    if (d->accesses == 0)
        return "does not touch it";
    return "reads and writes it: out, if it writes all of it before it reads";
}

static void print_params(const describe_printer *p, const described_section *section)
{
    const described_kernel *k = section->kernel;

    describe_line(p, "    ", k->param_count == 0 ? "params: {}" : "params:", NULL);
    for (size_t i = 0; i < k->param_count; i++) {
        const described_param *d = &k->params[i];
        const char *access = d->pointer ? arena_printf(p->a, "%s ", describe_access(d)) : "";
        const char *type = d->condition ? "condition" : d->type_name;

        describe_line(p, "      ",
                      arena_printf(p->a, "%s: %s%s%s", section->params[i], access, type, d->pointer ? "*" : ""),
                      access_comment(d));
    }
}

static void print_attributes(const describe_printer *p, const described_kernel *k)
{
    const uint32_t *cluster = k->entry->cluster;

    if (k->entry->grid_sync)
        describe_line(p, "    ", "cooperative: true", "its blocks wait for each other");
    if (k->entry->clusters && cluster[0] > 0)
        describe_line(p, "    ",
                      arena_printf(p->a, "cluster: [%u, %u, %u]", (unsigned)cluster[0], (unsigned)cluster[1],
                                   (unsigned)cluster[2]),
                      NULL);
    else if (k->entry->clusters)
        describe_line(p, "    ", "cluster: FILL", "blocks of a cluster; up to three numbers, x first");
    if (k->entry->dynamic_shared != NULL)
        describe_line(p, "    ", "shared: FILL",
                      arena_printf(p->a, "bytes of '%s' in a block", ptx_source_name(p->a, k->entry->dynamic_shared)));
}

static void print_section(const describe_printer *p, const described_section *section)
{
    const described_kernel *k = section->kernel;
    bool plain = strpbrk(k->spelled, "<:") == NULL;

    fprintf(p->out, "  %s:\n", section->name);
    describe_line(p, "    ", arena_printf(p->a, "source: %s", p->s->base),
                  p->s->base != p->s->file ? "as seen from the spec's folder" : NULL);
    if (strcmp(section->name, k->spelled) != 0)
        describe_line(p, "    ", arena_printf(p->a, plain ? "entry: %s" : "entry: \"%s\"", k->spelled), NULL);
    print_block(p, k);
    print_attributes(p, k);
    print_params(p, section);
}

/* ---- what the compiler did not make ---- */

static bool is_known(const describer *s, const char *name)
{
    for (size_t i = 0; i < s->kernel_count; i++)
        if (strcmp(s->kernels[i].name, name) == 0)
            return true;
    return false;
}

static bool is_mentioned(const scanned_source *source, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (source->kernels[i].defined && strcmp(source->kernels[i].name, source->kernels[index].name) == 0)
            return true;
    return false;
}

static void print_absent(const describe_printer *p)
{
    const scanned_source *source = &p->s->source;

    for (size_t i = 0; i < source->kernel_count; i++) {
        const scanned_kernel *k = &source->kernels[i];

        if (!k->defined || is_known(p->s, k->name) || is_mentioned(source, i))
            continue;
        if (k->is_template)
            fprintf(
                p->out,
                "  # %s (line %u): a template of which the source makes no kernel. One with arguments of your own:\n"
                "  #   entry: \"%s%s<float>\"\n",
                k->name, k->line, k->scope, k->name);
        else
            fprintf(p->out, "  # %s (line %u): not described: the compiler did not see it, because of an #if perhaps\n",
                    k->name, k->line);
    }
}

static void print_kernels(const describe_printer *p, const described_program *program)
{
    bool any = false;

    for (size_t i = 0; i < program->count; i++)
        any = any || program->sections[i].name != NULL;
    fputs(any ? "\nkernels:\n" : "\nkernels: {}\n", p->out);
    for (size_t i = 0; i < program->count; i++) {
        const described_section *section = &program->sections[i];

        if (section->name != NULL)
            print_section(p, section);
        else
            fprintf(p->out, "  # %s: not described: %s\n", section->kernel->name, section->kernel->problem);
    }
    print_absent(p);
}

/* ---- the head ---- */

/* That of NAME_kernels.h if the source includes one, else that of the file. */
static const char *program_name(const describer *s)
{
    const char *name =
        s->source.program_count > 0 ? s->source.programs[0] : arena_copy(s->a, s->base, strcspn(s->base, "."));

    return check_program_name(s->a, diag_new(s->a), name) ? name : "ported";
}

static void print_head(const describe_printer *p)
{
    const describer *s = p->s;
    const char *cuda = toolkit_version_text(p->a, s->tools.version >= 12000 ? s->tools.version : 12000);

    fprintf(p->out,
            "# A spec to start from, read from %s by vggen --describe. Put a number or an expression wherever FILL "
            "stands,\n"
            "# and look at each guess. vggen-porting(7) is about sources like this one.\n",
            s->base);
    describe_print_obstacles(p);
    fputs("\nvggen: 1\n", p->out);
    fprintf(p->out, "program: %s\n", program_name(s));
    describe_line(p, "", "targets: [sm_90, compute_90]", "machine code for this device, PTX for it and all later ones");
    describe_line(p, "", arena_printf(p->a, "min_cuda: \"%s\"", cuda), "the oldest driver that will do");
}

static void print_defines(const describe_printer *p)
{
    const describer *s = p->s;

    if (s->define_count == 0)
        return;
    fputs("\ndefine:\n", p->out);
    for (size_t i = 0; i < s->define_count; i++)
        fprintf(p->out, "  %s: %s\n", s->define_names[i], s->define_values[i]);
}

/* With their fields, and as those of the source. */
static void print_structs(const describe_printer *p)
{
    const char *named = "";

    for (size_t i = 0; i < p->s->struct_count; i++) {
        const described_struct *t = &p->s->structs[i];

        if (t->problem != NULL)
            continue;
        fputs(named[0] == '\0' ? "\n# Structs that the source defines; vggen compares them with it.\ntypes:\n" : "",
              p->out);
        named = arena_printf(p->a, "%s%s%s: %s", named, named[0] != '\0' ? ", " : "", t->name, t->spelled);
        fprintf(p->out, "  %s: {", t->name);
        for (size_t k = 0; k < t->field_count; k++)
            fprintf(p->out, "%s%s: %s", k > 0 ? ", " : "", t->fields[k].name, t->fields[k].type);
        fputs("}\n", p->out);
    }
    if (named[0] != '\0')
        fprintf(p->out, "source_types: {%s}\n", named);
}

void describe_print(FILE *out, const describer *s)
{
    describe_printer p = {out, s->a, s};
    described_program program = take_sections(s);
    size_t count;
    const described_buffer *buffers = describe_guess_buffers(s->a, &program, &count);

    print_head(&p);
    print_defines(&p);
    print_structs(&p);
    print_kernels(&p, &program);
    describe_print_buffers(&p, buffers, count);
    describe_print_steps(&p, &program);
}
