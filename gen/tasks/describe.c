/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "tasks/describe.h"

#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "tasks/describe_parts.h"
#include "tasks/runtime.h"

static bool read_source(describer *s)
{
    const char *slash = strrchr(s->file, '/');
    const char *problem = "it is a folder";
    size_t size;
    struct stat status;
    bool folder = stat(s->file, &status) == 0 && S_ISDIR(status.st_mode);
    const char *text = folder ? NULL : file_read(s->a, s->file, DESCRIBE_MOST_BYTES, &size, &problem);

    if (text == NULL) {
        diag_file_error(s->d, s->file, "source-read", "cannot read the source: %s", problem);
        return false;
    }
    s->base = slash != NULL ? slash + 1 : s->file;
    s->folder = slash == NULL ? "." : slash == s->file ? "/" : arena_copy(s->a, s->file, (size_t)(slash - s->file));
    describe_scan(s->a, text, size, &s->source);
    return true;
}

static bool make_folders(describer *s)
{
    const char *problem;

    s->tools.temporary = run_folder_make(s->a, &problem);
    if (s->tools.temporary == NULL)
        diag_file_error(s->d, NULL, "temporary-folder", "%s", problem);
    else if (mkdir(arena_printf(s->a, "%s/stand_in", s->tools.temporary), 0700) != 0)
        diag_file_error(s->d, NULL, "temporary-folder", "cannot make a folder in the temporary folder");
    return diag_error_count(s->d) == 0;
}

bool describe_kernels(arena *a, diag *d, const describe_options *options)
{
    describer s = {.a = a, .d = d, .file = options->file};
    bool good;

    s.runtime = runtime_find(a, diag_new(a), options->program); /* without it, headers are not looked at */
    s.tools.memory = a;
    s.tools.d = d;
    if (!read_source(&s) || !toolkit_find(&s.tools, options->nvcc, true, false))
        return false;
    toolkit_report_environment(d);
    describe_choose_architecture(&s);
    good = make_folders(&s) && describe_write_headers(&s);
    if (good) {
        describe_add_defines(&s, options);
        good = describe_find_kernels(&s);
    }
    if (s.tools.temporary != NULL)
        run_folder_remove();
    if (good)
        describe_print(stdout, &s);
    return good;
}
