/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The units of NAME_sim.cpp: each source by itself. Kernels have their names in the machine code. */
#include <string.h>

#include "emit/sim_parts.h"

/* A source stands here itself if it has code that a host compiler cannot take. */
static void write_source(FILE *file, const emit *e, size_t module)
{
    const image_module *m = &e->i->modules[module];
    const char *name = emit_string(e->memory, m->file);

    if (m->without_host == NULL) {
        fprintf(file, "#include \"%s\"\n", m->file);
        return;
    }
    fprintf(file, "// Without what it does on the host%s.\n#line 1 %s\n%s",
            model_is_renamed(e->m) ? ", and with the header of this program" : "", name, m->without_host);
    fprintf(file, "#line 1 %s\n",
            emit_string(e->memory, arena_printf(e->memory, "%s_sim.cpp, behind %s", e->program, m->file)));
}

static bool registered_before(const emit *e, size_t kernel)
{
    for (size_t i = 0; i < kernel; i++)
        if (e->i->module_of[i] == e->i->module_of[kernel] && strcmp(e->i->symbols[i], e->i->symbols[kernel]) == 0)
            return true;
    return false;
}

static void register_kernels(FILE *file, const emit *e, size_t module)
{
    for (size_t i = 0; i < e->p->kernel_count; i++) {
        const model_kernel *k = e->p->kernels[i];
        if (k->builtin == NULL && e->i->module_of[i] == module && !registered_before(e, i))
            fprintf(file, "VGSIM_REGISTER_KERNEL_OF(%s, %s, ::%s)\n",
                    emit_string(e->memory, emit_module_name(e, module)), emit_string(e->memory, e->i->symbols[i]),
                    k->entry);
    }
}

/* What nvcc defines for these options, and what the spec does. */
static void write_macros(FILE *file, const emit *e)
{
    if (e->m->compile.relaxed_constexpr)
        fputs("#define __CUDACC_RELAXED_CONSTEXPR__\n", file);
    if (e->m->compile.extended_lambda)
        fputs("#define __CUDACC_EXTENDED_LAMBDA__\n", file);
    fputs(image_macro_text(e->memory, e->m), file);
}

static void compare_stamps(FILE *file, const emit *e)
{
    fprintf(file,
            "#if VGGEN_%s_KERNELS_STAMP != VGGEN_%s_SIM_STAMP\n"
            "#error \"%s_sim.cpp and %s_kernels.h are of different runs of vggen: generate both again\"\n"
            "#endif\n",
            e->program, e->program, e->program, e->program);
}

/* The program's header first: its guard keeps out an older one that may lie next to the source. */
void emit_sim_units(FILE *file, const void *context)
{
    const emit *e = context;
    uint32_t *modules = ARENA_ARRAY(e->memory, uint32_t, e->i->module_count + 1);
    size_t count = image_source_modules(e->i, modules);

    for (size_t i = 0; i < count; i++) {
        const char *source = e->i->modules[modules[i]].file;
        fprintf(file, "// ---- %s ----\n#if VGSIM_HAS(%zu)\n\n", emit_prose(e->memory, source), i + 1);
        write_macros(file, e);
        fprintf(file, "#include \"%s_kernels.h\"\n", e->program);
        compare_stamps(file, e);
        write_source(file, e, modules[i]);
        fputc('\n', file);
        fprintf(file, "// Each kernel as the spec has it.\n%s\n",
                image_checks_text(e->memory, e->i, modules[i], e->program));
        register_kernels(file, e, modules[i]);
        fputs("\n#endif\n\n", file);
    }
    for (size_t i = 0; i < e->p->kernel_count; i++)
        if (e->p->kernels[i]->builtin == NULL && e->p->kernels[i]->source == NULL && !e->p->kernels[i]->fused)
            fprintf(file, "// Kernel %s comes from %s: without source, the CPU device cannot run it.\n",
                    e->p->kernels[i]->name, emit_prose(e->memory, e->p->kernels[i]->image));
}

void emit_sim_units_decided(FILE *file, const emit *e)
{
    uint32_t *modules = ARENA_ARRAY(e->memory, uint32_t, e->i->module_count + 1);
    size_t count = image_source_modules(e->i, modules);

    write_macros(file, e);
    for (size_t i = 0; i < count; i++) {
        const char *text = e->i->modules[modules[i]].without_host;
        fprintf(file, "\n%s\n", text != NULL ? text : "");
        fputs(image_checks_text(e->memory, e->i, modules[i], e->program), file);
        register_kernels(file, e, modules[i]);
    }
}
