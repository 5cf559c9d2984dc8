/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The blocks of kernels that the spec leaves open, and the file with those that were measured. */
#include <string.h>

#include "report/manifest_parts.h"
#include "report/terms.h"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

static void write_block(json *j, const char *key, const uint32_t block[3])
{
    json_list(j, key, true);
    for (size_t axis = 0; axis < 3; axis++)
        json_number(j, NULL, block[axis]);
    json_close(j);
}

static void write_file(json *j, const model_tuned *t)
{
    if (t == NULL) {
        json_null(j, "measured");
        return;
    }
    json_object(j, "measured", true);
    json_text(j, "file", base_name(t->path));
    json_text(j, "spec", t->spec);
    json_bool(j, "used", !t->stale);
    json_text(j, "device", t->device);
    json_text(j, "driver", t->driver);
    json_close(j);
}

static void write_kernel(json *j, const emit *e, const model_kernel *k)
{
    static const char *const from[] = {"measured", "default", "occupancy", "nearest"};
    const model_measured *m = terms_measured(e->m, k);

    json_object(j, NULL, false);
    json_text(j, "kernel", k->name);
    write_block(j, "block", k->candidates[k->candidate].block);
    json_text(j, "from", from[k->block_from]);
    if (k->block_from == BLOCK_MEASURED && m != NULL && m->has_gain)
        json_decimal(j, "gain", arena_printf(e->memory, "%.1f", m->gain));
    json_list(j, "candidates", false);
    for (size_t i = 0; i < k->candidate_count; i++) {
        json_object(j, NULL, true);
        write_block(j, "block", k->candidates[i].block);
        json_text(j, "refused", k->candidates[i].refused);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

void manifest_tuned(json *j, const emit *e)
{
    if (!model_is_tuned(e->m))
        return;
    json_object(j, "tune", false);
    json_text(j, "spec", e->m->hash);
    write_file(j, e->m->measured);
    json_list(j, "kernels", false);
    for (size_t i = 0; i < e->m->kernel_count; i++)
        if (e->m->kernels[i].tuned)
            write_kernel(j, e, &e->m->kernels[i]);
    json_close(j);
    json_close(j);
}
