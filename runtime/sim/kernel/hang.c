/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Kernels that do not end. When the time is up, the thread that runs is stopped where it stands, if this is code of the
 * kernels' library: there it holds no lock, and can be left. Else it is stopped at its next call into the device, or by
 * one of the looks that follow. */
#define _GNU_SOURCE
#include "kernel/block.h"

#include <link.h>
#include <signal.h>
#include <stdio.h>

volatile sig_atomic_t hang_over;

typedef struct {
    uintptr_t first, last;
} code_range;

static code_range *libraries; /* the code of each, in the order in which they were met */
static size_t library_count, library_capacity;
static code_range kernel_code; /* of the library that runs */

/* What is mapped of a library; stubs of calls, which have no line, belong to it. */
static int find_mapped(struct dl_phdr_info *info, size_t size, void *user)
{
    code_range *range = user;
    const uintptr_t inside = range->first;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const uintptr_t first = (uintptr_t)(info->dlpi_addr + part->p_vaddr);
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) && inside - first < part->p_memsz) {
            *range = (code_range){first, first + part->p_memsz};
            return 1;
        }
    }
    return 0;
}

static bool is_in(const code_range *range, uintptr_t code)
{
    return code >= range->first && code < range->last;
}

void hang_add_library(void *(*inside)(void))
{
    code_range range = {(uintptr_t)inside, (uintptr_t)inside};
    if (!sim_access_code((vgsim_thunk)(void (*)(void))inside, &range.first, &range.last)) {
        range.first = (uintptr_t)inside;
        dl_iterate_phdr(find_mapped, &range);
    }
    libraries = (code_range *)sim_grow(libraries, library_count, &library_capacity, sizeof *libraries);
    libraries[library_count++] = range;
}

/* A library registers itself when it is loaded; another may lie there now. */
static void find_library(uintptr_t inside)
{
    size_t i = library_count;
    while (i > 0 && !is_in(&libraries[i - 1], inside)) {
        i--;
    }
    kernel_code = i > 0 ? libraries[i - 1] : (code_range){inside, inside};
    if (i == 0) {
        dl_iterate_phdr(find_mapped, &kernel_code); /* kernels that were registered by hand */
    }
}

void hang_stop(uintptr_t code)
{
    the_kernel.hung = true;
    the_kernel.hung_at = code;
    block_stop(CUDA_ERROR_LAUNCH_TIMEOUT);
}

static void on_time(uintptr_t code, uintptr_t stack)
{
    hang_over = 1;
    if (is_in(&kernel_code, code) && sim_fiber_owns(stack)) {
        hang_stop(code + 1); /* as if it were the address to which a call returns */
    }
}

void hang_begin(void)
{
    if (!is_in(&kernel_code, (uintptr_t)the_kernel.thunk)) {
        find_library((uintptr_t)the_kernel.thunk);
    }
    hang_over = 0;
    sim_clock_start(sim_get_settings()->seconds, on_time);
}

void hang_end(void)
{
    sim_clock_stop();
    hang_over = 0;
}

void hang_report(const char *what)
{
    const sim_kernel_run *run = the_kernel.run;
    const struct uint3 *t = &vgsim_self.thread, *b = &vgsim_self.block;
    char line[256] = "";
    if (is_in(&kernel_code, the_kernel.hung_at)) {
        sim_access_line(the_kernel.thunk, the_kernel.hung_at, line, sizeof line);
    }
    sim_problem("hang", "%s%s%s: thread (%u,%u,%u) of block (%u,%u,%u) %s", run->title, line[0] ? " at " : "", line,
                t->x, t->y, t->z, b->x, b->y, b->z, what);
}

void hang_report_time(void)
{
    char what[160];
    snprintf(what, sizeof what, "still runs after %g s%s (VGSIM_SECONDS says how long a kernel may take)",
             sim_get_settings()->seconds,
             the_kernel.run->silent ? ", when its threads run in another order than before" : "");
    hang_report(what);
}
