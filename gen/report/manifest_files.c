/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.json: what the program is made from, and which files were written. */
#include <string.h>

#include "base/sha256.h"
#include "report/manifest_parts.h"
#include "spec/builtin.h"

static void hash(json *j, const char *key, const void *bytes, size_t size)
{
    char hex[SHA256_HEX];

    if (bytes == NULL) {
        json_null(j, key);
        return;
    }
    sha256_hex(bytes, size, hex);
    json_text(j, key, hex);
}

/* ---- what it is made from ---- */

void manifest_spec(json *j, const emit *e)
{
    size_t size;
    const char *bytes = diag_source_bytes(e->in->sources, e->m->at.source, &size);

    json_object(j, "spec", true);
    json_text(j, "file", e->m->spec_name);
    hash(j, "sha256", bytes, size);
    json_close(j);
    json_list(j, "defines", false);
    for (size_t i = 0; i < e->m->define_count; i++) {
        const model_define *d = &e->m->defines[i];
        json_object(j, NULL, true);
        json_text(j, "name", d->name);
        if (d->is_float)
            json_text(j, "value", emit_real(e->memory, d->real));
        else
            json_signed(j, "value", d->value);
        json_close(j);
    }
    json_close(j);
}

void manifest_compile(json *j, const emit *e)
{
    const model_compile *c = &e->m->compile;

    json_object(j, "compile", false);
    json_text(j, "standard", model_standard(e->m) == 20 ? "c++20" : "c++17");
    json_bool(j, "fast_math", c->fast_math);
    json_bool(j, "relaxed_constexpr", c->relaxed_constexpr);
    json_bool(j, "extended_lambda", c->extended_lambda);
    json_list(j, "include", true);
    for (size_t i = 0; i < c->folder_count; i++)
        json_text(j, NULL, c->folders[i].path);
    json_close(j);
    json_list(j, "define", true);
    for (size_t i = 0; i < c->macro_count; i++)
        json_text(j, NULL, arena_printf(e->memory, "%s=%s", c->macros[i].name, c->macros[i].text));
    json_close(j);
    json_close(j);
}

static void write_builtins(json *j, const image_module *m)
{
    if (m->builtin_count == 0)
        return;
    json_list(j, "builtin", false);
    for (size_t i = 0; i < m->builtin_count; i++) {
        const char *text = builtin_text(m->builtins[i]);
        json_object(j, NULL, true);
        json_text(j, "file", m->builtins[i]);
        json_number(j, "bytes", strlen(text));
        hash(j, "sha256", text, strlen(text));
        json_close(j);
    }
    json_close(j);
}

void manifest_modules(json *j, const emit *e)
{
    json_list(j, "modules", false);
    for (size_t i = 0; i < e->i->module_count; i++) {
        const image_module *m = &e->i->modules[i];
        json_object(j, NULL, false);
        if (m->builtin)
            json_null(j, "file");
        else
            json_text(j, "file", m->file);
        hash(j, "sha256", m->bytes, m->size);
        write_builtins(j, m);
        json_list(j, "images", false);
        for (size_t b = 0; b < m->blob_count; b++) {
            const image_blob *blob = &m->blobs[b];
            json_object(j, NULL, true);
            json_text(j, "target", blob->target);
            json_text(j, "format", blob->kind == IMAGE_CUBIN ? "cubin" : "ptx");
            json_number(j, "bytes", blob->size);
            hash(j, "sha256", blob->bytes, blob->size);
            json_close(j);
        }
        json_close(j);
        json_close(j);
    }
    json_close(j);
}

/* ---- what was written ---- */

void manifest_outputs(json *j, const emit *e)
{
    size_t count;
    const char *const *names = out_names(e->files, &count);

    json_list(j, "outputs", false);
    /* The last one is the manifest. */
    for (size_t i = 0; i + 1 < count; i++) {
        size_t size;
        const char *bytes = out_bytes(e->files, i, &size);
        json_object(j, NULL, true);
        json_text(j, "file", names[i]);
        json_number(j, "bytes", size);
        hash(j, "sha256", bytes, size);
        json_close(j);
    }
    json_close(j);
}
