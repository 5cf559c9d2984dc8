/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vggen: the list of stages, nothing else. */
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/out.h"
#include "base/version.h"
#include "check/check.h"
#include "check/expand.h"
#include "emit/emit_context.h"
#include "fuse/fuse.h"
#include "fuse/fuse_mailbox.h"
#include "image/candidates.h"
#include "image/check_image.h"
#include "image/image.h"
#include "options.h"
#include "outputs.h"
#include "place/place.h"
#include "plan/frame.h"
#include "plan/keep.h"
#include "plan/lower.h"
#include "plan/mailbox.h"
#include "plan/order.h"
#include "plan/pdl.h"
#include "plan/plan.h"
#include "plan/traffic.h"
#include "plan/transport.h"
#include "spec/read.h"
#include "spec/spec_hash.h"
#include "spec/tree.h"
#include "task.h"
#include "tasks/runtime_hash.h"
#include "verify/verify.h"
#include "verify/verify_edges.h"
#include "verify/verify_fused.h"

/* What the spec says, whole: but for blocks that are left open it changes no more. NULL after errors. */
static model *make_model(arena *a, diag *d, const options *o, checker **checked)
{
    const tree *root = tree_read_file(a, d, o->spec);
    names *n = names_new(a);
    model *m = root == NULL ? NULL : read_model(a, d, n, root, o->spec);

    if (m == NULL || (o->name != NULL && !check_program_name(a, d, o->name)))
        return NULL;
    if (o->name != NULL)
        m->program = o->name;
    read_overrides(a, d, n, m, o->defines, o->define_count);
    m->hash = spec_hash(a, root, o->defines, o->define_count);
    if (o->tuned != NULL)
        read_tuned(a, d, n, m, o->tuned);
    *checked = check_spec(a, d, m);
    expand_model(*checked);
    check_steps(*checked);
    return diag_error_count(d) == 0 ? m : NULL;
}

/* All that needs no machine code: nodes, edges, memory, and the kernels that are added. NULL after errors. */
static plan *make_plan(arena *a, diag *d, const model *m, const options *o)
{
    plan *p = plan_new(a, m, o->separate);

    p->measured = (o->extras & OUTPUTS_TUNE) != 0;
    p->proofs = ARENA_NEW(a, plan_proofs);
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
    mailbox_kernels(a, m, p);
    return p;
}

/* The machine code of the plan's kernels, and what follows from it. NULL after errors. */
static const image *make_image(arena *a, diag *d, const model *m, plan *p, const options *o)
{
    image *i = image_build(a, d, m, p->kernels, p->kernel_count, &o->image);

    if (i == NULL)
        return NULL;
    check_image(a, d, m, i);
    if (diag_error_count(d) > 0)
        return NULL;
    fuse_choose(a, m, i, p, &o->image);
    fuse_mailbox(a, d, m, i, p, &o->image);
    if (diag_error_count(d) > 0)
        return NULL;
    pdl_choose(a, m, i, p);
    return verify_plan(a, d, m, p) && verify_edges(a, d, m, i, p) && verify_fused(a, d, m, i, p) ? i : NULL;
}

/* Blocks that nothing else decides come from machine code, which is compiled for a plan with other blocks then. What is
 * wrong with that one is reported when the plan is made with the right ones. */
static void decide_blocks(arena *a, checker *c, model *m, const options *o)
{
    diag *quiet = diag_new(a);
    const plan *p;
    const image *i;
    size_t count;

    if (!candidates_open(m) || o->image.none)
        return;
    p = make_plan(a, quiet, m, o);
    i = p == NULL ? NULL : image_build(a, quiet, m, p->kernels, p->kernel_count, &o->image);
    if (i != NULL) {
        const model_given_block *blocks = candidates_by_occupancy(a, m, i, &count);

        check_give_blocks(c, blocks, count);
    }
}

static void generate(arena *a, diag *d, const options *o, task *t)
{
    emit_input in = {
        .memory = a, .version = VGGEN_VERSION, .runtime = runtime_hash(a), .folder = o->folder, .sources = d,
    };
    checker *c;
    model *m;
    plan *p;

    in.checks = check_count();
    in.m = m = make_model(a, d, o, &c);
    if (m == NULL || task_list(a, d, m, o) || !task_may_write(a, d, m, o))
        return;
    decide_blocks(a, c, m, o);
    in.p = p = make_plan(a, d, m, o);
    if (p == NULL)
        return;
    in.i = make_image(a, d, m, p, o);
    if (in.i == NULL || diag_exit_status(d) != 0)
        return;
    candidates_check(a, m, in.i);
    task_deliver(t, d, &in, o);
}

/* Several specs only where they become one folder. */
static void generate_all(arena *a, diag *d, const options *o)
{
    task *t = task_begin(a, d, o);
    options one = *o;

    if (t == NULL)
        return;
    for (size_t i = 0; i < o->spec_count; i++) {
        one.spec = o->specs[i];
        generate(a, d, &one, t);
    }
    task_end(t);
}

int main(int argc, char **argv)
{
    arena *a = arena_new();
    diag *d = diag_new(a);
    options o;
    int status;

    if (options_read(a, d, argc, argv, &o) && !task_alone(a, d, &o))
        generate_all(a, d, &o);
    out_end(d, stdout);
    if (o.json_diagnostics)
        diag_print_json(d, stderr);
    else
        diag_print(d, stderr);
    status = diag_exit_status(d);
    arena_free(a);
    return status;
}
