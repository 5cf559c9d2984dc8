/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_code.c - machine code that stays loaded from one open of a program to the next, and that programs which are open
 * at the same time share. Leave it out of programs that do not call vg_code_init. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* ---- open ---- */

/* What is loaded must be this program's, in this context. */
static vg_status check(vg_program *rt, const vg_code *code)
{
    if (rt->desc->module_count > VG_CODE_MODULES) {
        return vg_refuse(rt, VG_ARGUMENT, "modules that config.code has room for", rt->desc->module_count,
                         VG_CODE_MODULES);
    }
    if (code->program != NULL && code->program != rt->desc) {
        return vg_refuse(rt, VG_ARGUMENT, "config.code holds the code of this program, not of another", 0, 0);
    }
    if (code->program != NULL && code->context != rt->context) {
        return vg_refuse(rt, VG_ARGUMENT, "config.code was loaded in this program's context, not in another", 0, 0);
    }
    return VG_OK;
}

/* Without a program the primary context would go, and the code with it: it is retained for as long as code is loaded.
 * After a failure open unloads what it has loaded. */
static vg_status load(vg_program *rt, vg_code *code, unsigned capability)
{
    CUcontext context = NULL;
    unsigned i;
    vg_status status = vg_load_modules(rt, capability);
    if (status == VG_OK && (rt->own & VG_OWN_CONTEXT) != 0) {
        status =
            vg_called(rt, cuDevicePrimaryCtxRetain(&context, (CUdevice)rt->device), "cuDevicePrimaryCtxRetain");
    }
    if (status != VG_OK) {
        return status;
    }
    for (i = 0; i < rt->desc->module_count; i++) {
        code->modules[i] = rt->store.modules[i];
    }
    code->count = rt->desc->module_count;
    code->images = rt->images;
    code->program = rt->desc;
    code->context = rt->context;
    code->device = rt->device;
    code->retained = (rt->own & VG_OWN_CONTEXT) != 0;
    return VG_OK;
}

static vg_status take(vg_program *rt, unsigned capability)
{
    vg_code *code = rt->config.code;
    unsigned i;
    vg_status status = check(rt, code);
    if (status == VG_OK && code->program == NULL) {
        status = load(rt, code, capability);
    }
    if (status != VG_OK) {
        return status;
    }
    for (i = 0; i < code->count; i++) {
        rt->store.modules[i] = code->modules[i];
    }
    rt->images = code->images;
    rt->own |= VG_SHARES_CODE;
    code->users++;
    return VG_OK;
}

/* ---- the application's calls ---- */

void vg_code_init(vg_code *code)
{
    (void)memset(code, 0, sizeof *code);
    code->state = VG_MARK_CODE;
    code->take = take;
    code->detail.call = "";
    code->detail.step = "";
}

/* rt: where failures are recorded. */
static vg_status unload(vg_program *rt, const vg_code *code)
{
    CUcontext caller = NULL;
    vg_status first = VG_OK;
    const CUresult saved = cuCtxGetCurrent(&caller);
    unsigned i;
    vg_undone(rt, &first, saved, "cuCtxGetCurrent");
    vg_set_context(rt, &first, (CUcontext)code->context);
    i = code->count;
    while (i > 0u) {
        i--;
        vg_undone(rt, &first, cuModuleUnload((CUmodule)code->modules[i]), "cuModuleUnload");
    }
    vg_set_context(rt, &first, saved == CUDA_SUCCESS ? caller : NULL);
    if (code->retained != 0u) {
        vg_undone(rt, &first, cuDevicePrimaryCtxRelease_v2((CUdevice)code->device), "cuDevicePrimaryCtxRelease");
    }
    return first;
}

vg_status vg_code_unload(vg_code *code)
{
    vg_program record;
    vg_status status = VG_OK;
    if (code == NULL || code->state != VG_MARK_CODE) {
        return VG_ARGUMENT;
    }
    (void)memset(&record, 0, sizeof record);
    record.detail.call = "";
    record.detail.step = "";
    if (code->users != 0u) {
        status = vg_refuse(&record, VG_STATE, "programs are open with this code: close them first", 0, code->users);
    } else if (code->program != NULL) {
        status = unload(&record, code);
        vg_code_init(code);
    } else {
        /* nothing to do */
    }
    vg_keep_details(&code->detail, code->more, sizeof code->more / sizeof code->more[0], &record.detail);
    return status;
}

#endif
