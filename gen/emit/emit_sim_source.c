/* SPDX-License-Identifier: MIT */
/* The kernels' sources in NAME_sim.cpp. */
#include "emit/parts.h"

/* A source stands here itself if it has code that a host compiler cannot take. */
void emit_sim_source(FILE *file, const emit *e, size_t module)
{
    const image_module *m = &e->i->modules[module];
    const char *name = emit_string(e->memory, m->file);

    if (m->without_host == NULL) {
        fprintf(file, "#include \"%s\"\n", m->file);
        return;
    }
    fprintf(file, "// Without what it does on the host.\n#line 1 %s\n%s", name, m->without_host);
    fprintf(file, "#line 1 %s\n",
            emit_string(e->memory, arena_printf(e->memory, "%s_sim.cpp, behind %s", e->program, m->file)));
}
