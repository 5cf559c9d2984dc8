/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What made a program, and of what, as one text in NAME.c. */
#include "base/sha256.h"
#include "base/version.h"
#include "emit/parts.h"

void emit_identity(FILE *file, const emit *e)
{
    char hex[SHA256_HEX] = "not known";
    size_t size;
    const char *bytes = e->in->sources == NULL ? NULL : diag_source_bytes(e->in->sources, e->m->at.source, &size);

    if (bytes != NULL)
        sha256_hex(bytes, size, hex);
    fprintf(file,
            "/* What made this program, and of what, for `strings` and debuggers. */\n"
            "const char %s_vg_identity[] =\n"
            "    \"vggen %s program %s run %s\"\n"
            "    \" spec sha256:%s\"\n"
            "    \" toolkit %s\"\n"
            "    \" runtime %s %s sha256:%s\";\n\n",
            e->program, e->in->version, e->program, e->stamp, hex, e->i->toolkit != NULL ? e->i->toolkit : "none",
            VG_VERSION, VGGEN_ABI, e->in->runtime != NULL ? e->in->runtime : "not known");
}
