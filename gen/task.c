/* SPDX-License-Identifier: MIT */
#include "task.h"

#include <stdio.h>

#include "base/out.h"
#include "outputs.h"
#include "plan/times.h"
#include "report/manifest.h"
#include "report/print_plan.h"
#include "tasks/describe.h"
#include "tasks/init.h"
#include "tasks/runtime.h"
#include "tasks/sim_build.h"

bool task_alone(arena *a, diag *d, const options *o)
{
    if (o->task == TASK_INIT)
        init_project(a, d, &(init_options){o->subject, o->kind, o->folder, o->image.nvcc});
    else if (o->task == TASK_DESCRIBE)
        describe_kernels(a, d, &(describe_options){o->subject, o->program, o->image.nvcc, o->defines, o->define_count});
    else if (o->task == TASK_RUNTIME_DIR)
        runtime_print(a, d, o->program);
    else
        return false;
    return true;
}

bool task_list(diag *d, const model *m, const options *o)
{
    if (o->task != TASK_LIST_OUTPUTS)
        return false;
    if (diag_exit_status(d) == 0)
        outputs_list(stdout, m, o->folder, o->extras);
    return true;
}

/* --sim-build. */
static void build_for_cpu(const emit_input *in, diag *d, const options *o)
{
    const char *runtime = runtime_find(in->memory, d, o->program);

    if (runtime != NULL)
        sim_build(in->memory, d, &(sim_build_options){in->m->program, in->m->folder, o->folder, runtime, in->i, in->m});
}

void task_deliver(diag *d, const emit_input *in, const options *o)
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
