/* SPDX-License-Identifier: MIT */
/* vggen: the list of stages, nothing else. */
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/out.h"
#include "base/version.h"
#include "check/check.h"
#include "check/expand.h"
#include "emit/emit_context.h"
#include "image/check_image.h"
#include "image/image.h"
#include "options.h"
#include "place/place.h"
#include "plan/frame.h"
#include "plan/keep.h"
#include "plan/lower.h"
#include "plan/order.h"
#include "plan/pdl.h"
#include "plan/plan.h"
#include "plan/traffic.h"
#include "plan/transport.h"
#include "spec/read.h"
#include "spec/tree.h"
#include "task.h"
#include "verify/verify.h"
#include "verify/verify_edges.h"

/* What the spec says, whole: it changes no more. NULL after errors. */
static const model *make_model(arena *a, diag *d, const options *o)
{
    const tree *root = tree_read_file(a, d, o->spec);
    names *n = names_new(a);
    model *m = root == NULL ? NULL : read_model(a, d, n, root, o->spec);
    checker *c;

    if (m == NULL || (o->name != NULL && !check_program_name(a, d, o->name)))
        return NULL;
    if (o->name != NULL)
        m->program = o->name;
    read_overrides(a, d, n, m, o->defines, o->define_count);
    c = check_spec(a, d, m);
    expand_model(c);
    check_steps(c);
    return diag_error_count(d) == 0 ? m : NULL;
}

/* All that needs no machine code: nodes, edges, memory, and the kernels that are added. NULL after errors. */
static plan *make_plan(arena *a, diag *d, const model *m, const options *o)
{
    plan *p = plan_new(a, m, o->separate);

    transport_choose(a, d, m, p);
    if (diag_error_count(d) > 0)
        return NULL;
    traffic_choose(a, m, p);
    lower_graphs(a, d, m, p);
    if (diag_error_count(d) > 0)
        return NULL;
    keep_choose(d, m, p);
    order_graphs(a, m, p);
    place_buffers(a, d, m, p);
    if (diag_error_count(d) > 0)
        return NULL;
    frame_choose(a, m, p);
    return p;
}

/* The machine code of the plan's kernels, and what follows from it. NULL after errors. */
static const image *make_image(arena *a, diag *d, const model *m, plan *p, const options *o)
{
    const image *i = image_build(a, d, m, p->kernels, p->kernel_count, &o->image);

    if (i == NULL)
        return NULL;
    check_image(a, d, m, i);
    if (diag_error_count(d) > 0)
        return NULL;
    pdl_choose(a, m, i, p);
    return verify_plan(a, d, m, p) && verify_edges(a, d, m, i, p) ? i : NULL;
}

static void generate(arena *a, diag *d, const options *o)
{
    emit_input in = {.memory = a, .version = VGGEN_VERSION, .folder = o->folder, .sources = d};
    plan *p;

    in.m = make_model(a, d, o);
    if (in.m == NULL || task_list(d, in.m, o) || !task_may_write(a, d, in.m, o))
        return;
    in.p = p = make_plan(a, d, in.m, o);
    if (p == NULL)
        return;
    in.i = make_image(a, d, in.m, p, o);
    if (in.i != NULL && diag_exit_status(d) == 0)
        task_deliver(d, &in, o);
}

int main(int argc, char **argv)
{
    arena *a = arena_new();
    diag *d = diag_new(a);
    options o;
    int status;

    if (options_read(a, d, argc, argv, &o) && !task_alone(a, d, &o))
        generate(a, d, &o);
    out_end(d, stdout);
    if (o.json_diagnostics)
        diag_print_json(d, stderr);
    else
        diag_print(d, stderr);
    status = diag_exit_status(d);
    arena_free(a);
    return status;
}
