/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Any bytes as a spec, through every stage but emit. What must hold: no crash, no error without a place, and a model that
 * check accepts has a plan that verify proves. libFuzzer's entry point; fuzz_files.c runs it over files. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../gen/check/check.h"
#include "../../gen/check/expand.h"
#include "../../gen/image/check_image.h"
#include "../../gen/plan/frame.h"
#include "../../gen/image/image.h"
#include "../../gen/plan/keep.h"
#include "../../gen/plan/lower.h"
#include "../../gen/plan/order.h"
#include "../../gen/place/place.h"
#include "../../gen/spec/read.h"
#include "../../gen/plan/traffic.h"
#include "../../gen/plan/transport.h"
#include "../../gen/verify/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void plan_it(arena *a, diag *d, const model *m, plan *p)
{
    traffic_choose(a, m, p);
    lower_graphs(a, d, m, p);
    keep_choose(d, m, p);
    if (diag_error_count(d) > 0) {
        return;
    }
    order_graphs(a, m, p);
    place_buffers(a, d, m, p);
    if (diag_error_count(d) > 0) {
        return;
    }
    frame_choose(a, m, p);
    image_options none = {.none = true, .unread = true};
    const image *i = image_build(a, d, m, p->kernels, p->kernel_count, &none);
    if (i == NULL) {
        abort();
    }
    check_image(a, d, m, i);
    if (!verify_plan(a, d, m, p)) {
        diag_print(d, stderr);
        abort();
    }
}

/* As main does: check sees also what was read with mistakes. */
static void run_stages(arena *a, diag *d, const char *text, size_t size)
{
    const tree *root = tree_read(a, d, diag_add_source(d, "fuzz.yaml", text, size));
    model *m = root == NULL ? NULL : read_model(a, d, names_new(a), root, "fuzz.yaml");
    if (m == NULL) {
        if (diag_error_count(d) == 0) {
            abort(); /* refused without a word */
        }
        return;
    }
    checker *c = check_spec(a, d, m);
    expand_model(c);
    check_steps(c);
    if (diag_error_count(d) > 0) {
        return;
    }
    bool separate = size % 2 == 0; /* one layout for each input, the same each time */
    plan *p = plan_new(a, m, separate);
    transport_choose(a, d, m, p);
    if (diag_error_count(d) == 0) {
        plan_it(a, d, m, p);
    }
}

static char *printed(diag *d, void (*print)(diag *d, FILE *out))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        abort();
    }
    print(d, out);
    fclose(out);
    return text;
}

/* In both forms. An error or a warning that has no place has no last column; what the spec says itself stands there with
 * its quotes escaped. */
static void print_messages(diag *d)
{
    free(printed(d, diag_print));
    char *text = printed(d, diag_print_json);
    if (strstr(text, "\"endColumn\": null, \"severity\": \"error\"") != NULL ||
        strstr(text, "\"endColumn\": null, \"severity\": \"warning\"") != NULL) {
        fputs(text, stderr);
        abort();
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    arena *a = arena_new();
    diag *d = diag_new(a);
    run_stages(a, d, arena_copy(a, (const char *)bytes, size), size);
    print_messages(d);
    arena_free(a);
    return 0;
}
