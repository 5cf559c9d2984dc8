/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: the calls of the driver that a replay makes once the program is open, and when. */
#include "plan/completion.h"
#include "report/page_parts.h"

static void write_call(FILE *file, const char *call, const char *when)
{
    fputs("<tr>", file);
    page_cell(file, "call", "%s", call);
    page_cell(file, "", "%s", when);
    fputs("</tr>\n", file);
}

static bool writes_by_stream(const emit *e)
{
    for (size_t i = 0; i < e->replayed; i++)
        if (completion_of(e->m, e->graphs[i].plan) == COMPLETION_WRITE)
            return true;
    return false;
}

void page_calls(FILE *file, const page *p)
{
    static const char *const heads[] = {"call", "when", NULL};
    const emit *e = p->e;

    page_table(file, heads);
    write_call(file, "cuCtxGetCurrent", "at each start, to leave the thread as it was");
    write_call(file, "cuCtxSetCurrent", "at each start of a thread that has another context, or none, and behind it");
    if (emit_external_count(e->m) > 0)
        write_call(file, "cuPointerGetAttributes", "for memory that the application has bound: is it still there?");
    if (e->any_patched)
        write_call(file, "cuGraphExecKernelNodeSetParams",
                   "for each node that follows a setting or switch which changed");
    if (e->any_toggled)
        write_call(file, "cuGraphNodeSetEnabled", "for each node that is turned on or off");
    if (e->any_patched && emit_any_sized(e))
        write_call(file, "cuGraphUpload", "after a change of a node whose grid the device decides");
    write_call(file, "cuGraphLaunch", "once");
    if (writes_by_stream(e))
        write_call(file, "cuStreamWriteValue32", "behind graphs that do not write the word themselves");
    write_call(file, "cuStreamQuery", "now and then while the host waits; at each look where no word is written");
    if (e->queued)
        write_call(file, "cuEventRecord, cuEventQuery", "behind a replay that writes no word, and at each look for it");
    write_call(file, "cuEventRecord, cuEventSynchronize", "only with VG_WAIT_BLOCK, once the host sleeps");
    page_table_end(file);
}
