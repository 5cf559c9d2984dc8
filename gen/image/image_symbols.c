/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What kernels are called in the machine code. A kernel in a namespace and an instance of a template are found by what
 * the compiler told (image_unit); others by their name, with or without extern "C". */
#include <string.h>

#include "base/text.h"
#include "image/image_parts.h"

/* "fir" is "_Z3firPf", or longer where the compiler names an anonymous namespace. The compiler has looked for the name
 * and found one, so that no overload is left. */
static const char *find_symbol(const builder *b, const ptx_module *p, const char *entry)
{
    const char *found = entry;
    for (size_t i = 0; i < p->entry_count; i++) {
        bool instance;
        const char *name = p->entries[i].name;
        const char *shown = ptx_qualified_name(b->memory, name, &instance);
        if (strcmp(name, entry) == 0) {
            return entry;
        }
        if (shown != NULL && !instance && strcmp(shown, entry) == 0) {
            found = name;
        }
    }
    return found;
}

bool image_take_symbols(builder *b, size_t module, const ptx_module *p, const char *const *symbols)
{
    const image_file *f = &b->files[module];
    bool good = true;
    for (size_t i = 0; i < f->kernel_count; i++) {
        const model_kernel *k = b->i->listed[f->kernels[i]];
        const char **known = &b->i->symbols[f->kernels[i]];
        const char *symbol = symbols[i] != NULL ? symbols[i] : find_symbol(b, p, k->entry);
        if (b->i->kernels[f->kernels[i]].known && strcmp(*known, symbol) != 0) {
            diag_error(b->d, k->at, "image-differs", "the types of kernel '%s' differ from target to target", k->name);
            good = false;
        }
        *known = symbol;
    }
    return good;
}
