/* SPDX-License-Identifier: MIT */
/* vggen: the list of stages, nothing else. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/out.h"
#include "base/text.h"
#include "base/version.h"
#include "check/check.h"
#include "check/expand.h"
#include "emit/emit_context.h"
#include "image/check_image.h"
#include "image/image.h"
#include "options.h"
#include "outputs.h"
#include "place/place.h"
#include "plan/frame.h"
#include "plan/lower.h"
#include "plan/order.h"
#include "plan/pdl.h"
#include "plan/plan.h"
#include "plan/priority.h"
#include "plan/times.h"
#include "plan/traffic.h"
#include "plan/transport.h"
#include "report/manifest.h"
#include "report/print_plan.h"
#include "spec/model.h"
#include "spec/read.h"
#include "spec/tree.h"
#include "tasks/describe.h"
#include "tasks/init.h"
#include "tasks/runtime.h"
#include "tasks/sim_build.h"
#include "verify/verify.h"
#include "verify/verify_edges.h"

/* The bytes of a spec, at most one more than a tree takes; NULL after an error. */
static char *read_spec(arena *a, diag *d, const char *path, size_t *length)
{
    struct stat status;
    FILE *in = fopen(path, "rb");
    size_t capacity = 4096, used = 0, got;
    char *bytes;

    if (in == NULL || fstat(fileno(in), &status) != 0) {
        diag_file_error(d, path, "spec-read", "cannot read the spec: %s", strerror(errno));
        if (in != NULL)
            fclose(in);
        return NULL;
    }
    if (S_ISDIR(status.st_mode)) {
        diag_file_error(d, path, "spec-read", "cannot read the spec: it is a folder");
        fclose(in);
        return NULL;
    }
    if (S_ISREG(status.st_mode) && status.st_size > 0 && (uint64_t)status.st_size <= TREE_MAX_BYTES)
        capacity = (size_t)status.st_size + 1;
    bytes = arena_alloc(a, capacity + 1);
    while ((got = fread(bytes + used, 1, capacity - used, in)) > 0) {
        used += got;
        if (used > TREE_MAX_BYTES)
            break;
        if (used == capacity) {
            char *larger = arena_alloc(a, 2 * capacity + 1);

            memcpy(larger, bytes, used);
            bytes = larger;
            capacity *= 2;
        }
    }
    if (ferror(in)) {
        diag_file_error(d, path, "spec-read", "cannot read the spec: %s", strerror(errno));
        bytes = NULL;
    }
    fclose(in);
    *length = used;
    return bytes;
}

static const model *read_and_check(arena *a, diag *d, const options *o)
{
    size_t length = 0;
    const char *bytes = read_spec(a, d, o->spec, &length);
    names *n = names_new(a);
    const tree *root;
    checker *checked;
    model *m;

    if (bytes == NULL)
        return NULL;
    root = tree_read(a, d, diag_add_source(d, o->spec, bytes, length));
    if (root == NULL)
        return NULL;
    m = read_model(a, d, n, root, o->spec);
    if (m == NULL)
        return NULL;
    read_overrides(a, d, n, m, o->defines, o->define_count);
    checked = check_spec(a, d, m);
    expand_model(checked);
    check_steps(checked);
    return diag_error_count(d) > 0 ? NULL : m;
}

static plan *make_plan(arena *a, diag *d, const model *m, bool separate)
{
    plan *p = plan_new(a, m, separate);

    transport_choose(a, d, m, p);
    if (diag_error_count(d) > 0)
        return NULL;
    traffic_choose(a, m, p);
    lower_graphs(a, d, m, p);
    if (diag_error_count(d) > 0)
        return NULL;
    order_graphs(a, m, p);
    place_buffers(a, d, m, p);
    if (diag_error_count(d) > 0)
        return NULL;
    frame_choose(a, m, p);
    return p;
}

/* --sim-build. */
static void build_for_cpu(const emit_input *in, diag *d, const options *o)
{
    const char *runtime = runtime_find(in->memory, d, o->program);

    if (runtime != NULL)
        sim_build(in->memory, d, &(sim_build_options){in->m->program, in->m->folder, o->folder, runtime});
}

/* What the command line asks for, when nothing is wrong. */
static void deliver(diag *d, const emit_input *in, const options *o)
{
    const times_table *t = NULL;
    out *files;

    if (o->node_times != NULL && (t = times_read(in->memory, d, o->node_times, in->p)) == NULL)
        return;

    switch (o->task) {
    case TASK_WRITE:
        files = out_new(in->memory, o->folder);
        outputs_write(in, files, o->extras);
        if (out_commit(files, d) && o->sim_build)
            build_for_cpu(in, d, o);
        break;
    case TASK_PRINT_PLAN:
        print_plan(stdout, emit_context_new(in), t);
        break;
    case TASK_PRINT_PLAN_JSON:
        manifest_write_plan(stdout, emit_context_new(in), t);
        break;
    case TASK_LIST_OUTPUTS:
    case TASK_CHECK:
    case TASK_INIT:
    case TASK_DESCRIBE:
    case TASK_RUNTIME_DIR:
        break;
    }
}

static void generate(arena *a, diag *d, const options *o)
{
    emit_input in = {.memory = a, .version = VGGEN_VERSION, .folder = o->folder, .sources = d};
    image *i;
    plan *p;
    const model *m = read_and_check(a, d, o);

    in.m = m;
    if (m == NULL)
        return;
    if (o->task == TASK_LIST_OUTPUTS) {
        if (diag_exit_status(d) == 0)
            outputs_list(stdout, in.m, o->folder, o->extras);
        return;
    }
    in.p = p = make_plan(a, d, m, o->separate);
    if (p == NULL)
        return;
    image_options tools = o->image;
    tools.spills = (o->extras & OUTPUTS_JSON) != 0;
    in.i = i = image_build(a, d, m, p->kernels, p->kernel_count, &tools);
    if (i == NULL)
        return;
    check_image(a, d, in.m, i);
    if (diag_error_count(d) > 0)
        return;
    pdl_choose(a, m, i, p);
    priority_choose(m, p);
    if (verify_plan(a, d, m, p) && verify_edges(a, d, m, i, p) && diag_exit_status(d) == 0)
        deliver(d, &in, o);
}

/* The tasks that read no spec. */
static bool run_alone(arena *a, diag *d, const options *o)
{
    if (o->task == TASK_INIT)
        init_project(a, d, &(init_options){o->subject, o->folder, o->image.nvcc});
    else if (o->task == TASK_DESCRIBE)
        describe_kernels(a, d, &(describe_options){o->subject, o->image.nvcc, o->defines, o->define_count});
    else if (o->task == TASK_RUNTIME_DIR)
        runtime_print(a, d, o->program);
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    arena *a = arena_new();
    diag *d = diag_new(a);
    options o;
    int status;

    if (options_read(a, d, argc, argv, &o) && !run_alone(a, d, &o))
        generate(a, d, &o);
    if (fflush(stdout) != 0 || ferror(stdout))
        diag_file_error(d, NULL, "out-write", "cannot write to standard output: %s", strerror(errno));
    if (o.json_diagnostics)
        diag_print_json(d, stderr);
    else
        diag_print(d, stderr);
    status = diag_exit_status(d);
    arena_free(a);
    return status;
}
