/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The table of what must hold between the spec and the machine code. Each check is run for every kernel for which those
 * that it needs have passed; without machine code, those that the words of a source suffice for. */
#include "image/check_image.h"

#include "image/check_image_parts.h"

typedef enum {
    CHECK_PARAM_COUNT,
    CHECK_PARAM_SIZE,
    CHECK_BLOCK_REQUIRED,
    CHECK_LAUNCH_BOUNDS,
    CHECK_SHARED_LIMIT,
    CHECK_SHARED_MISSING,
    CHECK_GRID_SYNC,
    CHECK_CLUSTER,
    CHECK_RESIDENCY,
    CHECK_MODULE_VARIABLE,
    CHECK_CONSTANT_UNSET,
    CHECK_ALLOCATION,
    CHECK_COUNT
} check_id;

#define BIT(i) (1u << (i))

typedef struct {
    const char *name;
    void (*run)(const image_checker *c, const image_subject *s);
    unsigned needs; /* bits of the checks that must have passed for the same kernel */
    bool text;      /* without machine code, too */
} check;

static const check checks[CHECK_COUNT] = {
    [CHECK_PARAM_COUNT] = {"param-count", check_image_param_count, 0, false},
    [CHECK_PARAM_SIZE] = {"param-size", check_image_param_size, BIT(CHECK_PARAM_COUNT), false},
    [CHECK_BLOCK_REQUIRED] = {"block-required", check_image_block_required, 0, false},
    [CHECK_LAUNCH_BOUNDS] = {"block-launch-bounds", check_image_launch_bounds, BIT(CHECK_BLOCK_REQUIRED), false},
    [CHECK_SHARED_LIMIT] = {"shared-limit", check_image_shared_limit, 0, false},
    [CHECK_SHARED_MISSING] = {"shared-missing", check_image_shared_missing, 0, true},
    [CHECK_GRID_SYNC] = {"grid-sync", check_image_grid_sync, 0, false},
    [CHECK_CLUSTER] = {"cluster", check_image_cluster, 0, false},
    [CHECK_RESIDENCY] = {"residency", check_image_residency, BIT(CHECK_BLOCK_REQUIRED) | BIT(CHECK_SHARED_LIMIT),
                         false},
    [CHECK_MODULE_VARIABLE] = {"module-variable", check_image_module_variable, 0, false},
    [CHECK_CONSTANT_UNSET] = {"constant-unset", check_image_unset_constant, 0, true},
    [CHECK_ALLOCATION] = {"kernel-allocates", check_image_allocation, 0, true},
};

void check_image_kernel(arena *a, diag *d, const model *m, const image *i, uint32_t k)
{
    image_checker c = {a, d, m, i};
    image_subject s = {i->listed[k], &i->kernels[k], k};
    unsigned passed = 0;
    for (size_t n = 0; n < CHECK_COUNT && !s.k->broken; n++) {
        size_t before = diag_error_count(d);
        if ((checks[n].needs & ~passed) != 0 || (!s.found->known && !checks[n].text)) {
            continue;
        }
        checks[n].run(&c, &s);
        passed |= diag_error_count(d) == before ? BIT(n) : 0;
    }
}

void check_image(arena *a, diag *d, const model *m, const image *i)
{
    image_checker c = {a, d, m, i};
    for (uint32_t k = 0; k < i->listed_count; k++) {
        check_image_kernel(a, d, m, i, k);
    }
    check_image_size(&c);
}
