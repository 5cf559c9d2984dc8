/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/version.h"
#include "emit/emit.h"
#include "explain.h"
#include "print_schema.h"

static const char usage[] =
    "usage: vggen SPEC [-o FOLDER] [options]\n"
    "       vggen --explain [ID...]\n"
    "       vggen --init NAME [-o FOLDER]\n"
    "       vggen --describe FILE.cu\n"
    "       vggen --print-schema\n"
    "\n"
    "Reads a program spec (YAML) and writes NAME.h, NAME.c, NAME_image.c and NAME_kernels.h.\n"
    "\n"
    "  -o, --output=FOLDER   where to write (default: .); made if it is not there\n"
    "      --main            also NAME_main.c, a command-line driver for the program\n"
    "      --sim             also NAME_sim.cpp, the kernels and their limits for the CPU device\n"
    "      --selftest        also NAME_selftest.c, which shows that replays do not use the heap\n"
    "      --depfile         also NAME.d, for make and ninja\n"
    "      --dot             also NAME.dot, the graphs for Graphviz\n"
    "      --map             also NAME.map, where each buffer lies\n"
    "      --svg             also NAME_arena.svg and NAME_graph.svg, pictures of memory and of the graphs\n"
    "      --json            also NAME.json, what was made from what and why, for other programs\n"
    "  -D NAME=VALUE         another value for a define of the spec: an integer expression or a float\n"
    "      --image=none      no machine code: no CUDA toolkit needed, runs on the CPU device only\n"
    "      --layout=separate one allocation for each buffer, for memory checkers (default: shared)\n"
    "      --nvcc=PATH       the CUDA compiler (default: $NVCC, $CUDA_HOME/bin/nvcc, then nvcc in PATH)\n"
    "\n"
    "Instead of writing, one of:\n"
    "      --check           every check and the proof of the plan\n"
    "      --list-outputs    the files that would be written, one a line; compiles no kernel\n"
    "      --print-plan      graphs, nodes, edges and memory; --print-plan=json for other programs\n"
    "      --node-times=FILE   measured times for it, lines 'NAME: MICROSECONDS': prints the critical path\n"
    "\n"
    "Without a spec:\n"
    "      --init NAME       a new program: NAME.yaml, NAME.cu, NAME_app.c and Makefile (default: in ./NAME)\n"
    "      --describe FILE   print the kernels of a CUDA source as the 'kernels:' section of a spec\n"
    "      --runtime-dir     print where the runtime's sources are\n"
    "      --print-schema    print the JSON Schema of specs, for editors\n"
    "\n"
    "Messages:\n"
    "      --explain [ID...] cause and fix of a message by the id in its brackets; without ID the list of all\n"
    "  -Werror, -Werror=ID   warnings, or those of this id, are errors; -Wno-error=ID takes one out\n"
    "  -Wno-ID               no warnings of this id\n"
    "      --diagnostics=json  one JSON document on standard error (default: text)\n"
    "\n"
    "  -h, --help            this text\n"
    "  -V, --version         the version\n"
    "\n"
    "Exit status: 0 done, 1 the spec has errors, 2 wrong usage or a file or tool that failed.\n"
    "Where there was an error nothing is written.\n";

enum {
    OPTION_MAIN = 256,
    OPTION_SIM,
    OPTION_SELFTEST,
    OPTION_DEPFILE,
    OPTION_DOT,
    OPTION_MAP,
    OPTION_SVG,
    OPTION_JSON,
    OPTION_IMAGE,
    OPTION_LAYOUT,
    OPTION_NVCC,
    OPTION_CHECK,
    OPTION_LIST_OUTPUTS,
    OPTION_PRINT_PLAN,
    OPTION_NODE_TIMES,
    OPTION_EXPLAIN,
    OPTION_INIT,
    OPTION_DESCRIBE,
    OPTION_RUNTIME_DIR,
    OPTION_DIAGNOSTICS,
    OPTION_PRINT_SCHEMA
};

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"main", no_argument, NULL, OPTION_MAIN},
    {"sim", no_argument, NULL, OPTION_SIM},
    {"selftest", no_argument, NULL, OPTION_SELFTEST},
    {"depfile", no_argument, NULL, OPTION_DEPFILE},
    {"dot", no_argument, NULL, OPTION_DOT},
    {"map", no_argument, NULL, OPTION_MAP},
    {"svg", no_argument, NULL, OPTION_SVG},
    {"json", no_argument, NULL, OPTION_JSON},
    {"image", required_argument, NULL, OPTION_IMAGE},
    {"layout", required_argument, NULL, OPTION_LAYOUT},
    {"nvcc", required_argument, NULL, OPTION_NVCC},
    {"check", no_argument, NULL, OPTION_CHECK},
    {"list-outputs", no_argument, NULL, OPTION_LIST_OUTPUTS},
    {"print-plan", optional_argument, NULL, OPTION_PRINT_PLAN},
    {"node-times", required_argument, NULL, OPTION_NODE_TIMES},
    {"explain", optional_argument, NULL, OPTION_EXPLAIN},
    {"init", required_argument, NULL, OPTION_INIT},
    {"describe", required_argument, NULL, OPTION_DESCRIBE},
    {"runtime-dir", no_argument, NULL, OPTION_RUNTIME_DIR},
    {"diagnostics", required_argument, NULL, OPTION_DIAGNOSTICS},
    {"print-schema", no_argument, NULL, OPTION_PRINT_SCHEMA},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

#define LONG_COUNT (sizeof long_options / sizeof *long_options - 1)

typedef struct {
    arena *a;
    diag *d;
    options *o;
    const char *task; /* the option that chose it, or NULL */
    bool help, version, explain, schema;
    const char *explained; /* --explain=ID, or NULL */
} command_line;

static void wrong(command_line *c, const char *format, ...) ARENA_FORMAT(2, 3);

static void wrong(command_line *c, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    diag_file_error(c->d, NULL, "usage", "%s", arena_vprintf(c->a, format, arguments));
    va_end(arguments);
    diag_hint(c->d, "vggen --help lists the options");
}

static void hint_nearest(command_line *c, const char *prefix, const char *nearest)
{
    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s%s'?", prefix, nearest);
}

/* ---- options that did not parse ---- */

static void wrong_option(command_line *c, const char *given)
{
    const char *known[LONG_COUNT];
    size_t length = strcspn(given, "=");
    const char *name = arena_copy(c->a, given, length);

    /* Within a bundle such as -xh the argument before optind is another one. */
    if (strncmp(given, "--", 2) != 0 || (optopt > 0 && optopt < OPTION_MAIN && given[length] != '=')) {
        wrong(c, "unknown option '-%c'", optopt);
        return;
    }
    for (size_t i = 0; i < LONG_COUNT; i++) {
        known[i] = long_options[i].name;
        if (given[length] == '=' && strcmp(name + 2, known[i]) == 0) {
            wrong(c, "the option '%s' takes no value, found '%s'", name, given + length + 1);
            return;
        }
    }
    wrong(c, "unknown option '%s'", name);
    hint_nearest(c, "--", text_nearest(name + 2, known, LONG_COUNT));
}

/* ---- one option each ---- */

static void choose_task(command_line *c, const char *option, options_task task)
{
    if (c->task != NULL && strcmp(c->task, option) != 0)
        wrong(c, "%s and %s are two tasks, one at a time", c->task, option);
    c->task = option;
    c->o->task = task;
}

static void read_print_plan(command_line *c, const char *form)
{
    bool json = form != NULL && strcmp(form, "json") == 0;

    if (form != NULL && !json && strcmp(form, "text") != 0)
        wrong(c, "--print-plan takes 'text' or 'json', not '%s'", form);
    choose_task(c, "--print-plan", json ? TASK_PRINT_PLAN_JSON : TASK_PRINT_PLAN);
}

static void read_define_option(command_line *c, const char *text)
{
    options *o = c->o;
    const char *equals = strchr(text, '=');

    if (equals == NULL || !text_is_identifier(arena_copy(c->a, text, (size_t)(equals - text)))) {
        wrong(c, "-D takes NAME=VALUE, not '%s'", text);
        return;
    }
    o->defines = arena_grow(c->a, o->defines, o->define_count, &o->define_capacity, sizeof *o->defines);
    o->defines[o->define_count++] = text;
}

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
        wrong(c, "there is no message id '%s'", id);
        hint_nearest(c, arena_printf(c->a, "-W%s", option), explain_nearest(id, true));
    } else if (!entry->warning && treatment == DIAG_OFF) {
        wrong(c, "'%s' is an error: only warnings can be switched off", id);
        diag_hint(c->d, "vggen --explain %s says how to mend it", id);
    } else {
        diag_treat_warnings(c->d, id, treatment);
    }
}

static void read_warning_option(command_line *c, const char *text)
{
    const char *id;

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
        wrong(c, "unknown option '-W%s', expected -Werror, -Werror=ID, -Wno-error=ID or -Wno-ID", text);
}

static void read_word(command_line *c, const char *option, const char *first, const char *second, const char *given,
                      bool *is_second)
{
    *is_second = strcmp(given, second) == 0;
    if (!*is_second && strcmp(given, first) != 0)
        wrong(c, "%s takes '%s' or '%s', not '%s'", option, first, second, given);
}

static void read_option(command_line *c, int option, char **argv)
{
    options *o = c->o;

    switch (option) {
    case 'o':
        if (optarg[0] == '\0')
            wrong(c, "--output takes the name of a folder, found nothing");
        o->folder = optarg;
        break;
    case 'D':
        read_define_option(c, optarg);
        break;
    case 'W':
        read_warning_option(c, optarg);
        break;
    case OPTION_MAIN:
        o->extras |= EMIT_MAIN;
        break;
    case OPTION_SIM:
        o->extras |= EMIT_SIM;
        break;
    case OPTION_SELFTEST:
        o->extras |= EMIT_SELFTEST;
        break;
    case OPTION_DEPFILE:
        o->extras |= EMIT_DEPFILE;
        break;
    case OPTION_DOT:
        o->extras |= EMIT_DOT;
        break;
    case OPTION_MAP:
        o->extras |= EMIT_MAP;
        break;
    case OPTION_SVG:
        o->extras |= EMIT_SVG;
        break;
    case OPTION_JSON:
        o->extras |= EMIT_JSON;
        break;
    case OPTION_IMAGE:
        o->image.none = strcmp(optarg, "none") == 0;
        if (!o->image.none)
            wrong(c, "--image takes only 'none', not '%s'", optarg);
        break;
    case OPTION_LAYOUT:
        read_word(c, "--layout", "shared", "separate", optarg, &o->separate);
        break;
    case OPTION_NVCC:
        o->image.nvcc = optarg;
        break;
    case OPTION_CHECK:
        choose_task(c, "--check", TASK_CHECK);
        break;
    case OPTION_LIST_OUTPUTS:
        choose_task(c, "--list-outputs", TASK_LIST_OUTPUTS);
        break;
    case OPTION_PRINT_PLAN:
        read_print_plan(c, optarg);
        break;
    case OPTION_NODE_TIMES:
        o->node_times = optarg;
        break;
    case OPTION_INIT:
        choose_task(c, "--init", TASK_INIT);
        o->subject = optarg;
        break;
    case OPTION_DESCRIBE:
        choose_task(c, "--describe", TASK_DESCRIBE);
        o->subject = optarg;
        break;
    case OPTION_RUNTIME_DIR:
        choose_task(c, "--runtime-dir", TASK_RUNTIME_DIR);
        break;
    case OPTION_EXPLAIN:
        c->explain = true;
        c->explained = optarg;
        break;
    case OPTION_DIAGNOSTICS:
        read_word(c, "--diagnostics", "text", "json", optarg, &o->json_diagnostics);
        break;
    case OPTION_PRINT_SCHEMA:
        c->schema = true;
        break;
    case 'h':
        c->help = true;
        break;
    case 'V':
        c->version = true;
        break;
    case ':':
        wrong(c, "missing value of option '%s'", argv[optind - 1]);
        break;
    default:
        wrong_option(c, argv[optind - 1]);
        break;
    }
}

/* ---- what is only printed ---- */

static void explain_one(command_line *c, const char *id, bool *first)
{
    const explain_entry *entry = explain_find(id);

    if (entry == NULL) {
        diag_file_error(c->d, NULL, "usage", "there is no message id '%s'", id);
        diag_hint(c->d, "vggen --explain lists all ids");
        hint_nearest(c, "", explain_nearest(id, false));
        return;
    }
    if (!*first)
        putchar('\n');
    *first = false;
    explain_print(stdout, entry);
}

static void explain(command_line *c, int count, char **ids)
{
    bool first = true;

    if (count == 0 && c->explained == NULL)
        explain_print_list(stdout);
    if (c->explained != NULL)
        explain_one(c, c->explained, &first);
    for (int i = 0; i < count; i++)
        explain_one(c, ids[i], &first);
}

/* True when something was printed, or should have been. */
static bool print_only(command_line *c, int count, char **operands)
{
    if (c->help)
        fputs(usage, stdout);
    else if (c->version)
        puts("vggen " VGGEN_VERSION);
    else if (c->schema)
        print_schema(stdout);
    else if (c->explain)
        explain(c, count, operands);
    return c->help || c->version || c->schema || c->explain;
}

bool options_read(arena *a, diag *d, int argc, char **argv, options *o)
{
    command_line c = {.a = a, .d = d, .o = o};
    int option;

    *o = (options){.task = TASK_WRITE};
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":o:D:W:hV", long_options, NULL)) != -1)
        read_option(&c, option, argv);
    if (diag_error_count(d) > 0 || print_only(&c, argc - optind, argv + optind))
        return false;
    if (o->folder == NULL)
        o->folder = o->task == TASK_INIT ? o->subject : ".";
    if (o->node_times != NULL && o->task != TASK_PRINT_PLAN && o->task != TASK_PRINT_PLAN_JSON)
        wrong(&c, "--node-times goes with --print-plan");
    if (o->task >= TASK_INIT && optind < argc)
        wrong(&c, "%s takes no spec, given: '%s'", c.task, argv[optind]);
    if (o->task >= TASK_INIT)
        return diag_error_count(d) == 0;
    if (optind >= argc)
        wrong(&c, "no spec given");
    else if (optind + 1 < argc)
        wrong(&c, "one spec at a time, also given: '%s'", argv[optind + 1]);
    else
        o->spec = argv[optind];
    return o->spec != NULL && diag_error_count(d) == 0;
}
