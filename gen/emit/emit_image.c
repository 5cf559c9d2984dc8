/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_image.c, machine code as bytes, and NAME_kernels.h, which image made. */
#include <string.h>

#include "emit/parts.h"

/* A name with blanks stands between quotes, which no name has. */
static const char *stub_line(const emit *e, size_t kernel)
{
    const model_kernel *k = e->p->kernels[kernel];
    const char *symbol = e->i->symbols[kernel];
    const char *line = arena_printf(e->memory, strchr(symbol, ' ') != NULL ? "kernel \"%s\"" : "kernel %s", symbol);

    for (size_t i = 0; i < k->param_count; i++) {
        bool pointer = k->params[i].access != ACCESS_VALUE;
        line = arena_printf(e->memory, "%s %lu", line, pointer ? 8ul : (unsigned long)k->params[i].type->size);
    }
    return line;
}

/* What tells kernels of one name apart that come from several sources. */
const char *emit_module_name(const emit *e, size_t module)
{
    return arena_printf(e->memory, "%s: %s", e->program, e->i->modules[module].file);
}

/* The text of a stub image: enough for the CPU device to know each kernel and its parameters. */
static char *stub_text(const emit *e, uint32_t module)
{
    const char **lines = ARENA_ARRAY(e->memory, const char *, e->p->kernel_count + 2);
    size_t count = 0, length = 0;
    char *text, *end;

    lines[count++] = "vggen stub 1";
    lines[count++] = arena_printf(e->memory, "module %s", emit_module_name(e, module));
    for (size_t i = 0; i < e->p->kernel_count; i++)
        if (e->i->module_of[i] == module)
            lines[count++] = stub_line(e, i);
    for (size_t i = 0; i < count; i++)
        length += strlen(lines[i]) + 1;
    text = end = arena_alloc(e->memory, length + 1);
    for (size_t i = 0; i < count; i++) {
        size_t line = strlen(lines[i]);
        memcpy(end, lines[i], line);
        end[line] = '\n';
        end += line + 1;
    }
    return text;
}

/* `number` counts the images of one module. */
static void image_bytes(FILE *file, const emit *e, size_t module, size_t number, const void *bytes, size_t size)
{
    fputs("static const union {\n", file);
    if (emit_in_words(size))
        fprintf(file, "    uint64_t words[%zu];\n", (size + 7) / 8);
    fprintf(file, "    unsigned char bytes[%zu];\n    long double align;\n} %s_image_%zu_%zu = {{\n", size, e->program,
            module, number);
    if (emit_in_words(size))
        emit_word_lines(file, bytes, size);
    else
        emit_byte_lines(file, bytes, size);
    fputs("}};\n\n", file);
}

/* The images of a module in the order in which the runtime tries them: machine code before PTX. */
static const image_blob **sorted_blobs(const emit *e, const image_module *module)
{
    const image_blob **sorted = ARENA_ARRAY(e->memory, const image_blob *, module->blob_count + 1);
    size_t count = 0;

    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < module->blob_count; i++)
            if ((module->blobs[i].kind == IMAGE_PTX) == (pass == 1))
                sorted[count++] = &module->blobs[i];
    return sorted;
}

static void fill_images(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->i->module_count > 0)
        fputs("/* ---- machine code: images, aligned to 16 bytes by the union that holds them ---- */\n\n", file);
    for (size_t m = 0; m < e->i->module_count; m++) {
        const image_module *module = &e->i->modules[m];
        const image_blob **blobs = sorted_blobs(e, module);
        const char *name = emit_prose(e->memory, module->file);
        if (module->blob_count == 0) {
            const char *text = stub_text(e, (uint32_t)m);
            fprintf(file,
                    "/* %s: a stub, which only the CPU device takes: the name of each kernel and the bytes of its "
                    "parameters. */\n",
                    name);
            image_bytes(file, e, m, 0, text, strlen(text) + 1);
        }
        for (size_t b = 0; b < module->blob_count; b++) {
            fprintf(file, "/* %s: %s for %s, %zu bytes. */\n", name,
                    blobs[b]->kind == IMAGE_PTX ? "PTX" : "machine code", blobs[b]->target, blobs[b]->size);
            image_bytes(file, e, m, b, blobs[b]->bytes, blobs[b]->size);
        }
    }
}

static void image_line(FILE *file, const emit *e, const char *kind, unsigned capability, const char *target,
                       size_t module, size_t number)
{
    fprintf(file, "    {%s, %uu, \"%s\", %s_image_%zu_%zu.bytes, sizeof %s_image_%zu_%zu.bytes},\n", kind, capability,
            target, e->program, module, number, e->program, module, number);
}

static void fill_modules(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->i->module_count == 0)
        return;
    for (size_t m = 0; m < e->i->module_count; m++) {
        const image_module *module = &e->i->modules[m];
        const image_blob **blobs = sorted_blobs(e, module);
        fprintf(file, "/* Kind, capability, target, bytes. */\nstatic const vg_image %s_images_%zu[] = {\n", e->program,
                m);
        if (module->blob_count == 0)
            image_line(file, e, "VG_IMAGE_STUB", e->m->target_count > 0 ? e->m->targets[0].capability : 0,
                       e->m->target_count > 0 ? e->m->targets[0].name : "", m, 0);
        for (size_t b = 0; b < module->blob_count; b++)
            image_line(file, e, blobs[b]->kind == IMAGE_PTX ? "VG_IMAGE_PTX" : "VG_IMAGE_CUBIN", blobs[b]->capability,
                       blobs[b]->target, m, b);
        fputs("};\n\n", file);
    }
    fprintf(file, "const vg_module %s_modules[%zu] = {\n", e->program, e->i->module_count);
    for (size_t m = 0; m < e->i->module_count; m++)
        fprintf(file, "    {%s_images_%zu, %zuu}, /* %s */\n", e->program, m,
                e->i->modules[m].blob_count > 0 ? e->i->modules[m].blob_count : 1,
                emit_prose(e->memory, e->i->modules[m].file));
    fputs("};\n", file);
}

/* Modules of sources, and of fused launches: another program may have any of the same name. */
static size_t named_modules(const emit *e, uint32_t *modules)
{
    size_t count = image_source_modules(e->i, modules);

    for (uint32_t m = 0; m < e->i->module_count; m++)
        if (e->i->modules[m].fused)
            modules[count++] = m;
    return count;
}

/* A line for each image of these modules: its bytes, or the name of its module. */
static size_t source_images(const emit *e, FILE *file, FILE *names)
{
    uint32_t *modules = ARENA_ARRAY(e->memory, uint32_t, e->i->module_count + 1);
    size_t module_count = named_modules(e, modules), count = 0;

    for (size_t i = 0; i < module_count; i++) {
        for (size_t b = 0; b < e->i->modules[modules[i]].blob_count; b++, count++) {
            if (file != NULL)
                fprintf(file, "    %s_image_%u_%zu.bytes,\n", e->program, modules[i], b);
            if (names != NULL)
                fprintf(names, "    %s,\n", emit_string(e->memory, emit_module_name(e, modules[i])));
        }
    }
    return count;
}

size_t emit_source_images(FILE *names, const emit *e)
{
    return source_images(e, NULL, names);
}

static void fill_places(FILE *file, const void *context)
{
    const emit *e = context;

    if (emit_source_images(NULL, e) == 0)
        return;
    fprintf(file,
            "\n/* Where the machine code of sources begins: the CPU device finds by it whose kernels are meant. */\n"
            "extern const void *const %s_vg_images[];\nconst void *const %s_vg_images[] = {\n",
            e->program, e->program);
    source_images(e, file, NULL);
    fputs("};\n", file);
}

void emit_image(FILE *file, const emit *e)
{
    const tmpl_slot slots[] = {{"images", fill_images}, {"modules", fill_modules}, {"places", fill_places},
                               {"constants", emit_constants}};

    emit_template(file, e, "image.c.in", NULL, 0, slots, sizeof slots / sizeof *slots);
}

void emit_kernels_header(FILE *file, const emit *e)
{
    const char *text = e->i->kernels_header, *guard = strstr(text, "#ifndef ");
    const char *first = strstr(text, "#ifndef __cplusplus");

    /* Kernels are compiled before there is a stamp, so the lines about it stand in the emitted file only. */
    fwrite(text, 1, (size_t)(guard - text), file);
    emit_template(file, e, "kernels_twice.h.in", NULL, 0, NULL, 0);
    fwrite(guard, 1, (size_t)(first - guard), file);
    emit_template(file, e, "kernels_stamp.h.in", NULL, 0, NULL, 0);
    fputs(first, file);
}
