/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* tune_file.c - what was measured, as text and as the file that vggen --tuned reads. */
#include "tune.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void vg_tune_block_text(const vg_driver_tuned *kernel, size_t block, char text[48])
{
    const uint32_t *size = kernel->blocks[block][0].block;

    if (size[1] == 1u && size[2] == 1u)
        (void)snprintf(text, 48, "%lu", (unsigned long)size[0]);
    else if (size[2] == 1u)
        (void)snprintf(text, 48, "[%lu, %lu]", (unsigned long)size[0], (unsigned long)size[1]);
    else
        (void)snprintf(text, 48, "[%lu, %lu, %lu]", (unsigned long)size[0], (unsigned long)size[1],
                       (unsigned long)size[2]);
}

/* Percent of the time with the block in use; 0 where nothing was measured. */
static double gain(const vg_tune_kernel *kernel)
{
    const double before = kernel->blocks[kernel->what->used].us;

    return before > 0.0 ? 100.0 * (before - kernel->blocks[kernel->chosen].us) / before : 0.0;
}

void vg_tune_print(const vg_tune *t, const vg_tune_kernel *kernel)
{
    char text[48], before[48];
    size_t i;

    for (i = 0; i < kernel->what->block_count; i++) {
        const vg_tune_block *block = &kernel->blocks[i];

        vg_tune_block_text(kernel->what, i, text);
        if (block->refused[0] != '\0')
            printf("%s: block %s: refused: %s\n", kernel->what->name, text, block->refused);
        else
            printf("%s: block %s: %.2f us%s\n", kernel->what->name, text, block->us,
                   i == kernel->what->used ? " (the block in use)" : "");
    }
    vg_tune_block_text(kernel->what, kernel->chosen, text);
    if (kernel->chosen == kernel->what->used) {
        printf("figure: %s %s: block %s stays\n", t->p->name, kernel->what->name, text);
        return;
    }
    vg_tune_block_text(kernel->what, kernel->what->used, before);
    printf("figure: %s %s: block %s instead of %s, gain %.1f %%\n", t->p->name, kernel->what->name, text, before,
           gain(kernel));
}

/* ---- YAML ---- */

/* In quotes: controls and what is not ASCII as a question mark. */
static void write_text(FILE *file, const char *text)
{
    (void)fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            (void)fputc('\\', file);
        (void)fputc(*text < ' ' || *text > '~' ? '?' : *text, file);
    }
    (void)fputc('"', file);
}

static void write_kernel(FILE *file, const vg_tune_kernel *kernel)
{
    char text[48];
    size_t i;

    vg_tune_block_text(kernel->what, kernel->chosen, text);
    (void)fprintf(file, "  %s:\n    block: %s\n", kernel->what->name, text);
    vg_tune_block_text(kernel->what, kernel->what->used, text);
    (void)fprintf(file, "    default: %s\n", text);
    (void)fprintf(file, "    us: %.3f\n    default_us: %.3f\n    gain: %.2f\n    measured:\n",
                  kernel->blocks[kernel->chosen].us, kernel->blocks[kernel->what->used].us, gain(kernel));
    for (i = 0; i < kernel->what->block_count; i++) {
        const vg_tune_block *block = &kernel->blocks[i];

        vg_tune_block_text(kernel->what, i, text);
        if (block->refused[0] != '\0') {
            (void)fprintf(file, "      - {block: %s, refused: ", text);
            write_text(file, block->refused);
            (void)fputs("}\n", file);
        } else {
            (void)fprintf(file, "      - {block: %s, us: %.3f}\n", text, block->us);
        }
    }
}

static void write_all(FILE *file, const vg_tune *t)
{
    size_t i;

    (void)fprintf(file,
                  "# Blocks of the kernels of program \"%s\", as %s_tune measured them: medians of replays in\n"
                  "# microseconds, gains in percent. For vggen --tuned; measure again rather than edit it.\n"
                  "vggen_tune: 1\nprogram: %s\nspec: \"%s\"\ndevice: ",
                  t->p->name, t->p->name, t->p->name, t->p->tune->spec);
    write_text(file, t->device);
    (void)fprintf(file, "\ndriver: \"%d.%d\"\nkernels:\n", t->driver / 1000, t->driver % 1000 / 10);
    for (i = 0; i < t->p->tune->count; i++)
        if (t->kernels[i].launched)
            write_kernel(file, &t->kernels[i]);
}

int vg_tune_write(const vg_tune *t)
{
    FILE *file = fopen(t->path, "w");
    int good = file != NULL;

    if (good) {
        write_all(file, t);
        good = !ferror(file);
    }
    if (file != NULL && fclose(file) != 0)
        good = 0;
    return good ? 1 : vg_driver_file_failed(t->p, t->path, strerror(errno));
}
