/* SPDX-License-Identifier: MIT */
/* Any bytes as a spec, through every stage but emit. What must hold: no crash, no error without a place, and a model that
 * check accepts has a plan that verify proves. libFuzzer's entry point; fuzz_files.c runs it over files. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../gen/check.h"
#include "../../gen/image.h"
#include "../../gen/lower.h"
#include "../../gen/order.h"
#include "../../gen/place.h"
#include "../../gen/read.h"
#include "../../gen/transport.h"
#include "../../gen/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void plan_it(arena *a, diag *d, const model *m, bool separate)
{
    plan *p = transport_choose(a, m, separate);
    lower_graphs(a, d, m, p);
    order_graphs(a, m, p);
    place_buffers(a, d, m, p);
    if (diag_error_count(d) == 0 && !verify_plan(a, d, m, p)) {
        diag_print(d, stderr);
        abort();
    }
}

static void run_stages(arena *a, diag *d, const char *text, size_t size)
{
    const tree *root = tree_read(a, d, diag_add_source(d, "fuzz.yaml", text, size));
    model *m = root == NULL ? NULL : read_model(a, d, names_new(a), root, "fuzz.yaml");
    if (m == NULL || diag_error_count(d) > 0) {
        if (diag_error_count(d) == 0) {
            abort(); /* refused without a word */
        }
        return;
    }
    check_model(a, d, m);
    if (diag_error_count(d) > 0) {
        return;
    }
    image_options none = {.none = true};
    if (image_build(a, d, m, &none) == NULL) {
        abort();
    }
    plan_it(a, d, m, false);
    if (diag_error_count(d) == 0) {
        plan_it(a, d, m, true);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static FILE *nowhere;
    arena *a = arena_new();
    diag *d = diag_new(a);
    if (nowhere == NULL) {
        nowhere = fopen("/dev/null", "w");
    }
    run_stages(a, d, arena_copy(a, (const char *)bytes, size), size);
    if (nowhere != NULL) {
        diag_print(d, nowhere);
    }
    arena_free(a);
    return 0;
}
