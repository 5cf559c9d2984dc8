/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#include "stages.h"

#include <stdlib.h>

#include "../../gen/check/check.h"
#include "../../gen/check/expand.h"
#include "../../gen/image/check_image.h"
#include "../../gen/plan/frame.h"
#include "../../gen/image/image.h"
#include "../../gen/plan/lower.h"
#include "../../gen/plan/order.h"
#include "../../gen/place/place.h"
#include "../../gen/spec/read.h"
#include "../../gen/plan/traffic.h"
#include "../../gen/plan/transport.h"
#include "../../gen/verify/verify.h"

static const char *spec_text(arena *a, const random_program *p, size_t *size)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, size);
    if (!to)
        abort();
    program_write(to, p, "kernels.cu");
    fclose(to);
    const char *kept = arena_copy(a, text, *size);
    free(text);
    return kept;
}

static void *refuse(diag *d, const random_program *p)
{
    diag_print(d, stderr);
    fprintf(stderr, "program %llu is refused:\n", (unsigned long long)p->seed);
    program_write(stderr, p, "kernels.cu");
    return NULL;
}

model *stages_read(arena *a, diag *d, const random_program *p)
{
    size_t size;
    const char *text = spec_text(a, p, &size);
    const tree *root = tree_read(a, d, diag_add_source(d, "random.yaml", text, size));
    model *m = root ? read_model(a, d, names_new(a), root, "random.yaml") : NULL;
    if (m) {
        checker *c = check_spec(a, d, m);
        expand_model(c);
        check_steps(c);
    }
    return m && diag_error_count(d) == 0 ? m : refuse(d, p);
}

plan *stages_cross(arena *a, diag *d, const random_program *p, const model *m)
{
    plan *made = plan_new(a, m, p->separate);
    transport_choose(a, d, m, made);
    return diag_error_count(d) == 0 ? made : refuse(d, p);
}

void stages_lower(arena *a, diag *d, const model *m, plan *p)
{
    traffic_choose(a, m, p);
    lower_graphs(a, d, m, p);
}

/* The stages that read kernels take them as they are in the spec. */
static void take_image(arena *a, diag *d, const model *m, const plan *p)
{
    image_options none = {.none = true, .unread = true};
    const image *i = image_build(a, d, m, p->kernels, p->kernel_count, &none);
    if (i)
        check_image(a, d, m, i);
}

bool stages_finish(arena *a, diag *d, const model *m, plan *p)
{
    order_graphs(a, m, p);
    place_buffers(a, d, m, p);
    if (diag_error_count(d) == 0)
        frame_choose(a, m, p);
    if (diag_error_count(d) == 0)
        take_image(a, d, m, p);
    if (diag_error_count(d) == 0 && verify_plan(a, d, m, p))
        return true;
    diag_print(d, stderr);
    return false;
}
