/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "task.h"

#include <stdio.h>
#include <string.h>

#include "base/depfile.h"
#include "base/out.h"
#include "emit/emit.h"
#include "outputs.h"
#include "plan/times.h"
#include "report/manifest.h"
#include "report/print_plan.h"
#include "tasks/describe.h"
#include "tasks/init.h"
#include "tasks/runtime.h"
#include "tasks/sim_build.h"
#include "tasks/vendor.h"

struct task {
    vendor_options vendored;
    vendor *vendor; /* of TASK_VENDOR, else NULL */
};

/* What --sim-build makes besides. */
static const char *const *libraries(arena *a, const model *m, const options *o)
{
    static const char *const none[] = {NULL};

    return o->sim_build ? sim_build_libraries(a, m->program) : none;
}

bool task_alone(arena *a, diag *d, const options *o)
{
    if (o->task == TASK_INIT)
        init_project(a, d, &(init_options){o->subject, o->kind, o->folder, o->image.nvcc});
    else if (o->task == TASK_DESCRIBE)
        describe_kernels(a, d, &(describe_options){o->subject, o->program, o->image.nvcc, o->defines, o->define_count});
    else if (o->task == TASK_RUNTIME_DIR)
        runtime_print(a, d, o->program);
    else if (o->task == TASK_VERIFY)
        vendor_verify(a, d, o->subject);
    else
        return false;
    return true;
}

bool task_list(arena *a, diag *d, const model *m, const options *o)
{
    if (o->task != TASK_LIST_OUTPUTS)
        return false;
    if (diag_exit_status(d) == 0)
        outputs_list(stdout, m, o->folder, o->extras, libraries(a, m, o));
    return true;
}

static bool is_measurable(const model *m)
{
    for (size_t i = 0; i < m->kernel_count; i++)
        if (m->kernels[i].tuned && m->kernels[i].tuned_launches > 0)
            return true;
    return false;
}

bool task_may_write(arena *a, diag *d, const model *m, const options *o)
{
    if (o->task == TASK_WRITE)
        outputs_check(a, d, m, o->folder, o->extras, libraries(a, m, o));
    if (o->task == TASK_WRITE && (o->extras & OUTPUTS_TUNE) != 0 && !is_measurable(m)) {
        diag_error(d, m->program_at, "tune-nothing",
                   "there is nothing to measure: no launch has a block that is left open");
        diag_hint(d, "write 'block: tune' of a kernel, or 'block: {tune: [64, 128, 256]}'");
    }
    return diag_error_count(d) == 0;
}

/* --sim-build. Only its compilers know which headers the kernels include, where no toolkit has read them. */
static void build_for_cpu(const emit_input *in, diag *d, const options *o)
{
    const char *runtime = runtime_find(in->memory, d, o->program);
    emit_input after = *in;
    sim_build_read read;
    out *files;

    if (runtime == NULL ||
        !sim_build(in->memory, d,
                   &(sim_build_options){in->m->program, in->m->folder, o->folder, runtime, in->i, in->m,
                                        !o->image.uncached},
                   &read) ||
        (o->extras & OUTPUTS_DEPFILE) == 0)
        return;
    after.host_read = read.files;
    after.host_read_count = read.count;
    files = out_new(in->memory, o->folder);
    outputs_write_depfile(&after, files);
    out_commit(files, d);
}

/* A control character as a number, any other as itself. */
static const char *shown(const emit_input *in, char c)
{
    return arena_printf(in->memory, (unsigned char)c < ' ' || c == '\x7f' ? "\\x%02x" : "%c", (unsigned char)c);
}

static void warn_of_path(diag *d, const emit_input *in, const char *path, const char *what, char odd)
{
    diag_warning(d, in->m->program_at, "depfile-name", "because of the '%s' in '%s', %s.d %s", shown(in, odd), path,
                 in->m->program, what);
    diag_hint(d, "give the file or its folder a plainer name");
}

/* What a dependency file cannot say. */
static void check_depfile(diag *d, const emit_input *in)
{
    const char *target = emit_depfile_target(in);
    unsigned readers;
    size_t count, with_equals = 0;
    const char *const *paths = emit_files_read(in, &count);
    char odd;

    readers = depfile_readers(target, true, &odd);
    if (readers == 0)
        diag_file_error(d, target, "depfile-target",
                        "neither make nor ninja can read a dependency file for a name with '%s'", shown(in, odd));
    else if (readers != (DEPFILE_MAKE | DEPFILE_NINJA))
        warn_of_path(d, in, target, readers == DEPFILE_MAKE ? "is only for make" : "is only for ninja", odd);
    for (size_t i = 0; i < count; i++) {
        readers = depfile_readers(paths[i], false, &odd);
        with_equals += strchr(paths[i], '=') != NULL;
        if ((readers & DEPFILE_MAKE) == 0)
            warn_of_path(d, in, paths[i], "leaves it out", odd);
        else if ((readers & DEPFILE_NINJA) == 0)
            warn_of_path(d, in, paths[i], "names it so that make reads it, but ninja cannot", odd);
    }
    if (with_equals == count) /* the first of them begins as a variable of the target does */
        warn_of_path(d, in, paths[0], "names it so that ninja reads it, but make cannot", '=');
}

task *task_begin(arena *a, diag *d, const options *o)
{
    task *t = ARENA_NEW(a, task);
    const char *runtime;

    if (o->task != TASK_VENDOR)
        return t;
    runtime = runtime_find(a, d, o->program);
    if (runtime == NULL)
        return NULL;
    t->vendored = (vendor_options){
        o->subject, runtime, o->with, options_shape(a, o), (o->extras & OUTPUTS_SIM) != 0, o->force};
    t->vendor = vendor_begin(a, d, &t->vendored);
    return t->vendor != NULL ? t : NULL;
}

void task_end(task *t)
{
    if (t->vendor != NULL)
        vendor_end(t->vendor);
}

/* Nothing is written before all programs are there. */
static void add_to_vendor(vendor *v, diag *d, const emit_input *in, unsigned extras)
{
    emit_input elsewhere = *in;
    out *files = out_new(in->memory, ".");

    elsewhere.folder = NULL;
    outputs_write(&elsewhere, d, files, extras);
    if (diag_exit_status(d) == 0)
        vendor_add(v, in->m, in->i, files);
    out_drop(files);
}

void task_deliver(task *t, diag *d, const emit_input *in, const options *o)
{
    const times_table *times = NULL;
    out *files;

    if (o->node_times != NULL && (times = times_read(in->memory, d, o->node_times, in->p)) == NULL)
        return;

    switch (o->task) {
    case TASK_WRITE:
        if ((o->extras & OUTPUTS_DEPFILE) != 0)
            check_depfile(d, in);
        if (diag_exit_status(d) != 0)
            return;
        files = out_new(in->memory, o->folder);
        outputs_write(in, d, files, o->extras);
        if (diag_exit_status(d) == 0 && out_commit(files, d) && o->sim_build)
            build_for_cpu(in, d, o);
        break;
    case TASK_PRINT_PLAN:
        print_plan(stdout, emit_context_new(in), times);
        break;
    case TASK_PRINT_PLAN_JSON:
        manifest_write_plan(stdout, emit_context_new(in), times);
        break;
    case TASK_VENDOR:
        add_to_vendor(t->vendor, d, in, o->extras);
        break;
    case TASK_LIST_OUTPUTS:
    case TASK_CHECK:
    case TASK_INIT:
    case TASK_DESCRIBE:
    case TASK_RUNTIME_DIR:
    case TASK_VERIFY:
        break;
    }
}
