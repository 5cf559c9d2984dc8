/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_main.c and NAME_selftest.c of programs with captures: the functions, which are called NAME_STEP and are to be
 * linked, and what the driver asks them. */
#include "emit/emit_driver.h"

static bool is_given(const model_capture *capture)
{
    return capture->step != NULL;
}

static const char *function_name(const emit *e, const model_capture *capture)
{
    return arena_printf(e->memory, "%s_%s", e->program, capture->name);
}

static void declaration(FILE *file, const emit *e, const model_capture *capture)
{
    const char *name = function_name(e, capture);

    emit_wrapped(file, "", "    ",
                 arena_printf(e->memory, "int %s(void *user, void *stream, const %s_buffers *b, unsigned lane);", name,
                              name));
    fputc('\n', file);
}

void emit_driver_captures(FILE *file, const emit *e)
{
    if (!emit_any_capture(e))
        return;
    if (emit_any_function(e))
        fputs("/* Functions of captures, from another file that is linked. Their `user` is NULL here. */\n", file);
    for (size_t i = 0; i < e->m->capture_count; i++)
        if (is_given(e->m->captures[i]))
            declaration(file, e, e->m->captures[i]);
    fprintf(file, "\nstatic void driven_functions(%s_data *data)\n{\n    (void)memset(data, 0, sizeof *data);\n",
            e->program);
    for (size_t i = 0; i < e->m->capture_count; i++)
        if (is_given(e->m->captures[i]))
            fprintf(file, "    data->%s = %s;\n", emit_member(e->memory, e->m->captures[i]->name),
                    function_name(e, e->m->captures[i]));
    fputs("}\n\n", file);
}

static void workspace_table(FILE *file, const emit *e)
{
    fputs("\nstatic const vg_driver_workspace driven_workspaces[] = {\n", file);
    for (size_t i = 0; i < e->m->capture_count; i++) {
        const model_capture *capture = e->m->captures[i];
        if (is_given(capture))
            fprintf(file, "    {\"%s\", %lluu},\n", capture->name,
                    capture->workspace.root != NULL ? (unsigned long long)capture->workspace.value : 0);
    }
    fputs("};\n", file);
}

void emit_driver_asks(FILE *file, const emit *e)
{
    size_t index = 0;

    if (!emit_any_function(e))
        return;
    workspace_table(file, e);
    fprintf(file,
            "\nstatic vg_status driven_asks(size_t index, uint64_t *bytes)\n{\n    %s_data data;\n\n"
            "    driven_functions(&data);\n    switch (index) {\n",
            e->program);
    for (size_t i = 0; i < e->m->capture_count; i++)
        if (is_given(e->m->captures[i]))
            fprintf(file, "    case %zu:\n        return %s_asks(&data, bytes);\n", index++,
                    function_name(e, e->m->captures[i]));
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n", file);
}

void emit_driver_workspaces(FILE *file, const void *context)
{
    const emit *e = context;
    size_t count = 0;

    for (size_t i = 0; i < e->m->capture_count; i++)
        count += is_given(e->m->captures[i]) ? 1 : 0;
    if (count > 0)
        fprintf(file,
                "    if ((count == 2) && (strcmp(arguments[1], \"--workspaces\") == 0)) {\n"
                "        return vg_driver_workspaces(\"%s\", driven_workspaces, %zuu, driven_asks);\n    }\n",
                e->program, count);
}
