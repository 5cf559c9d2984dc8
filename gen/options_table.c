/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The table of options, and what each of them sets. */
#include "options_parts.h"

#include <string.h>

#include "base/text.h"
#include "explain.h"
#include "outputs.h"
#include "tasks/init.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

void options_wrong(command_line *c, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    diag_file_error(c->d, NULL, "usage", "%s", arena_vprintf(c->a, format, arguments));
    va_end(arguments);
    diag_hint(c->d, "vggen --help lists the options");
}

void options_hint_nearest(command_line *c, const char *prefix, const char *nearest)
{
    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s%s'?", prefix, nearest);
}

/* ---- what is written ---- */

static void read_folder(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    if (given[0] == '\0')
        options_wrong(c, "--output takes the name of a folder, found nothing");
    c->o->folder = given;
}

static void read_extra(command_line *c, const option_row *row, const char *given)
{
    (void)given;
    c->o->extras |= row->what;
}

static void read_sim_build(command_line *c, const option_row *row, const char *given)
{
    read_extra(c, row, given);
    c->o->sim_build = true;
}

static void read_define(command_line *c, const option_row *row, const char *text)
{
    options *o = c->o;
    const char *equals = strchr(text, '=');

    (void)row;
    if (equals == NULL || !text_is_identifier(arena_copy(c->a, text, (size_t)(equals - text)))) {
        options_wrong(c, "-D takes NAME=VALUE, not '%s'", text);
        return;
    }
    o->defines = arena_grow(c->a, o->defines, o->define_count, &o->define_capacity, sizeof *o->defines);
    o->defines[o->define_count++] = text;
}

static void read_name(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    c->o->name = given;
}

static void read_tuned_file(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    c->o->tuned = given;
}

static void read_image(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    c->o->image.none = strcmp(given, "none") == 0;
    if (!c->o->image.none)
        options_wrong(c, "--image takes only 'none', not '%s'", given);
}

static bool is_second(command_line *c, const option_row *row, const char *first, const char *second, const char *given)
{
    if (strcmp(given, second) == 0)
        return true;
    if (strcmp(given, first) != 0)
        options_wrong(c, "--%s takes '%s' or '%s', not '%s'", row->name, first, second, given);
    return false;
}

static void read_layout(command_line *c, const option_row *row, const char *given)
{
    c->o->separate = is_second(c, row, "shared", "separate", given);
}

static void read_nvcc(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    c->o->image.nvcc = given;
}

static void read_no_cache(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    (void)given;
    c->o->image.uncached = true;
}

/* ---- tasks ---- */

static void choose_task(command_line *c, const char *option, options_task task)
{
    if (c->task != NULL && strcmp(c->task, option) != 0)
        options_wrong(c, "%s and %s are two tasks, one at a time", c->task, option);
    c->task = option;
    c->o->task = task;
}

static void read_task(command_line *c, const option_row *row, const char *given)
{
    choose_task(c, arena_printf(c->a, "--%s", row->name), (options_task)row->what);
    if (given != NULL)
        c->o->subject = given;
}

/* The name comes as an operand. */
static void read_init(command_line *c, const option_row *row, const char *kind)
{
    read_task(c, row, NULL);
    c->o->kind = kind != NULL ? kind : INIT_PLAIN;
    if (!init_is_kind(c->o->kind)) {
        options_wrong(c, "--init takes 'plain', 'loop' or 'images', not '%s'", kind);
        diag_hint(c->d, "a program of this name: vggen --init %s", kind);
    }
}

static void read_with(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    c->o->with = given;
}

static void read_force(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    (void)given;
    c->o->force = true;
}

static void read_print_plan(command_line *c, const option_row *row, const char *form)
{
    bool json = form != NULL && strcmp(form, "json") == 0;

    (void)row;
    if (form != NULL && !json && strcmp(form, "text") != 0)
        options_wrong(c, "--print-plan takes 'text' or 'json', not '%s'", form);
    choose_task(c, "--print-plan", json ? TASK_PRINT_PLAN_JSON : TASK_PRINT_PLAN);
}

static void read_node_times(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    c->o->node_times = given;
}

static void read_explain(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    c->explain = true;
    c->explained = given;
}

static void read_print_schema(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    c->manifest_schema = given != NULL && strcmp(given, "manifest") == 0;
    c->schema = given == NULL || strcmp(given, "spec") == 0;
    if (!c->schema && !c->manifest_schema)
        options_wrong(c, "--print-schema takes 'spec' or 'manifest', not '%s'", given);
}

static void read_help(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    (void)given;
    c->help = true;
}

static void read_version(command_line *c, const option_row *row, const char *given)
{
    (void)row;
    (void)given;
    c->version = true;
}

/* ---- messages ---- */

static bool starts_with(const char *text, const char *start, const char **rest)
{
    size_t length = strlen(start);

    *rest = text + length;
    return strncmp(text, start, length) == 0;
}

static void treat(command_line *c, const char *option, const char *id, diag_treatment treatment)
{
    const explain_entry *entry = explain_find(id);

    if (entry == NULL) {
        options_wrong(c, "there is no message id '%s'", id);
        options_hint_nearest(c, arena_printf(c->a, "-W%s", option), explain_nearest(id, true));
    } else if (!entry->warning && treatment == DIAG_OFF) {
        options_wrong(c, "'%s' is an error: only warnings can be switched off", id);
        diag_hint(c->d, "vggen --explain %s says how to mend it", id);
    } else {
        diag_treat_warnings(c->d, id, treatment);
    }
}

static void read_warning(command_line *c, const option_row *row, const char *text)
{
    const char *id;

    (void)row;
    if (strcmp(text, "error") == 0)
        diag_treat_warnings(c->d, NULL, DIAG_FAIL);
    else if (strcmp(text, "no-error") == 0)
        diag_treat_warnings(c->d, NULL, DIAG_WARN);
    else if (starts_with(text, "error=", &id))
        treat(c, "error=", id, DIAG_FAIL);
    else if (starts_with(text, "no-error=", &id))
        treat(c, "no-error=", id, DIAG_WARN);
    else if (starts_with(text, "no-", &id))
        treat(c, "no-", id, DIAG_OFF);
    else
        options_wrong(c, "unknown option '-W%s', expected -Werror, -Werror=ID, -Wno-error=ID or -Wno-ID", text);
}

static void read_diagnostics(command_line *c, const option_row *row, const char *given)
{
    c->o->json_diagnostics = is_second(c, row, "text", "json", given);
}

/* ---- the table ---- */

static const option_row writing[] = {
    {'o', "output", "=FOLDER", false, read_folder, 0, "where to write (default: .); made if it is not there"},
    {0, "main", NULL, false, read_extra, OUTPUTS_MAIN, "also NAME_main.c, a command-line driver for the program"},
    {0, "sim", NULL, false, read_extra, OUTPUTS_SIM,
     "also NAME_sim.cpp, the kernels and their limits for the CPU device"},
    {0, "sim-build", NULL, false, read_sim_build, OUTPUTS_SIM,
     "also builds for the CPU device: libNAME_sim.so and libvgsim.so, with $CXX and $CC"},
    {0, "selftest", NULL, false, read_extra, OUTPUTS_SELFTEST,
     "also NAME_selftest.c, which shows that replays do not use the heap"},
    {0, "tune", NULL, false, read_extra, OUTPUTS_TUNE,
     "also NAME_tune.c, which measures the blocks that the spec leaves open and writes NAME.tune.yaml"},
    {0, "depfile", NULL, false, read_extra, OUTPUTS_DEPFILE, "also NAME.d, for make and ninja"},
    {0, "dot", NULL, false, read_extra, OUTPUTS_DOT, "also NAME.dot, the graphs for Graphviz"},
    {0, "map", NULL, false, read_extra, OUTPUTS_MAP, "also NAME.map, where each buffer lies"},
    {0, "svg", NULL, false, read_extra, OUTPUTS_SVG,
     "also NAME_arena.svg and NAME_graph.svg, pictures of memory and of the graphs"},
    {0, "report", NULL, false, read_extra, OUTPUTS_REPORT,
     "also NAME.report.html, all evidence about the program on one page, for a browser or printed"},
    {0, "json", NULL, false, read_extra, OUTPUTS_JSON,
     "also NAME.json, what was made from what and why, for other programs"},
    {'D', NULL, " NAME=VALUE", false, read_define, 0,
     "another value for a define of the spec: an integer expression or a float"},
    {0, "name", "=NAME", false, read_name, 0,
     "another name than the spec's for the program: several sizes of it in one process"},
    {0, "tuned", "=FILE", false, read_tuned_file, 0,
     "blocks that NAME_tune measured: its NAME.tune.yaml"},
    {0, "image", "=none", false, read_image, 0, "no machine code: no CUDA toolkit needed, runs on the CPU device only"},
    {0, "layout", "=separate", false, read_layout, 0,
     "one allocation for each buffer, for memory checkers (default: shared)"},
    {0, "nvcc", "=PATH", false, read_nvcc, 0,
     "the CUDA compiler (default: $NVCC, $CUDA_HOME/bin/nvcc, then nvcc in PATH)"},
    {0, "no-cache", NULL, false, read_no_cache, 0,
     "compile everything, and keep nothing of it for the next time (see $VGGEN_CACHE)"},
};

static const option_row instead[] = {
    {0, "check", NULL, false, read_task, TASK_CHECK, "every check and the proof of the plan"},
    {0, "list-outputs", NULL, false, read_task, TASK_LIST_OUTPUTS,
     "the files that would be written, one a line; compiles no kernel"},
    {0, "print-plan", "[=json]", true, read_print_plan, 0,
     "graphs, nodes, edges and memory; as JSON for other programs"},
    {0, "node-times", "=FILE", false, read_node_times, 0,
     "measured times for it, lines 'NAME: MICROSECONDS': prints the critical path"},
};

static const option_row vendoring[] = {
    {0, "vendor", " FOLDER", false, read_task, TASK_VENDOR,
     "all that an application needs of these specs, in one folder; with --sim for the CPU device, too"},
    {0, "with", "=CALL,...", false, read_with, 0,
     "also what only applications call: code, describe, pool, sleep, touch, trace"},
    {0, "force", NULL, false, read_force, 0, "replace what was edited by hand, and give up machine code"},
    {0, "verify", " FOLDER", false, read_task, TASK_VERIFY, "check that such a folder is as it was written"},
};

static const option_row alone[] = {
    {0, "init", "[=KIND] NAME", true, read_init, TASK_INIT,
     "a new program with application, test and Makefile; KIND: plain, loop or images"},
    {0, "describe", " FILE", false, read_task, TASK_DESCRIBE,
     "print the kernels of a CUDA source as the 'kernels:' section of a spec"},
    {0, "runtime-dir", NULL, false, read_task, TASK_RUNTIME_DIR, "print where the runtime's sources are"},
    {0, "print-schema", "[=manifest]", true, read_print_schema, 0,
     "print the JSON Schema of specs, for editors, or of NAME.json"},
};

static const option_row messages[] = {
    {0, "explain", " [ID...]", true, read_explain, 0,
     "cause and fix of a message by the id in its brackets; without ID the list of all"},
    {'W', NULL, "error", false, read_warning, 0,
     "warnings are errors; -Werror=ID: those of this id; -Wno-error=ID takes one out"},
    {'W', NULL, "no-ID", false, read_warning, 0, "no warnings of this id"},
    {0, "diagnostics", "=json", false, read_diagnostics, 0, "one JSON document on standard error (default: text)"},
};

static const option_row common[] = {
    {'h', "help", NULL, false, read_help, 0, "this text"},
    {'V', "version", NULL, false, read_version, 0, "the version"},
};

const option_group options_groups[] = {
    {NULL, writing, COUNT(writing)},
    {"Instead of writing, one of:", instead, COUNT(instead)},
    {"For a folder in another tree:", vendoring, COUNT(vendoring)},
    {"Without a spec:", alone, COUNT(alone)},
    {"Messages:", messages, COUNT(messages)},
    {NULL, common, COUNT(common)},
};

const size_t options_group_count = COUNT(options_groups);

/* ---- options again ---- */

static const char *add_word(arena *a, const char *text, const char *before, const char *word)
{
    return arena_printf(a, "%s %s%s", text, before, text_shell_word(a, word));
}

const char *options_shape(arena *a, const options *o)
{
    const char *text = "", *folder = o->tuned != NULL ? strrchr(o->tuned, '/') : NULL;

    for (size_t i = 0; i < COUNT(writing); i++)
        if (writing[i].read == read_extra && (o->extras & writing[i].what) != 0)
            text = add_word(a, text, "--", writing[i].name);
    if (o->with != NULL)
        text = add_word(a, text, "--with=", o->with);
    if (o->image.none)
        text = add_word(a, text, "--image=", "none");
    if (o->separate)
        text = add_word(a, text, "--layout=", "separate");
    if (o->name != NULL)
        text = add_word(a, text, "--name=", o->name);
    if (o->tuned != NULL)
        text = add_word(a, text, "--tuned=", folder != NULL ? folder + 1 : o->tuned);
    for (size_t i = 0; i < o->define_count; i++)
        text = add_word(a, text, "-D ", o->defines[i]);
    return text;
}
