/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/version.h"
#include "explain.h"
#include "options_parts.h"
#include "outputs.h"
#include "print_schema.h"

#define LONG 256 /* what getopt returns for a long option: this and its number */
#define LEFT 23  /* columns of an option in --help */

static const char usage[] = "usage: vggen SPEC [-o FOLDER] [options]\n"
                            "       vggen --vendor FOLDER SPEC... [options]\n"
                            "       vggen --verify FOLDER\n"
                            "       vggen --explain [ID...]\n"
                            "       vggen --init[=KIND] NAME [-o FOLDER]\n"
                            "       vggen --describe FILE.cu\n"
                            "       vggen --print-schema[=manifest]\n"
                            "\n"
                            "Reads a program spec (YAML) and writes NAME.h, NAME.c, NAME_image.c and NAME_kernels.h.\n";

static const char status_text[] =
    "\n"
    "Exit status: 0 done, 1 the spec has errors, 2 wrong usage or a file or tool that failed.\n"
    "Where there was an error nothing is written.\n";

/* ---- --help ---- */

static void print_option(command_line *c, const option_row *row)
{
    const char *argument = row->argument != NULL ? row->argument : "";
    const char *left;

    if (row->name == NULL)
        left = arena_printf(c->a, "  -%c%s", row->letter, argument);
    else if (row->letter != 0)
        left = arena_printf(c->a, "  -%c, --%s%s", row->letter, row->name, argument);
    else
        left = arena_printf(c->a, "      --%s%s", row->name, argument);
    printf("%-*s %s\n", LEFT, left, row->text);
}

static void print_help(command_line *c)
{
    fputs(usage, stdout);
    for (size_t g = 0; g < options_group_count; g++) {
        const option_group *group = &options_groups[g];

        printf("\n");
        if (group->heading != NULL)
            printf("%s\n", group->heading);
        for (size_t i = 0; i < group->count; i++)
            print_option(c, &group->rows[i]);
    }
    fputs(status_text, stdout);
}

/* ---- the rows as getopt wants them ---- */

typedef struct {
    const option_row **rows; /* by number */
    struct option *longs;    /* ends with zeros */
    size_t row_count, long_count;
    char *letters; /* each with its colons */
} option_list;

static void add_letter(option_list *list, const option_row *row)
{
    char *end = list->letters + strlen(list->letters);

    if (strchr(list->letters, row->letter) != NULL)
        return;
    *end++ = row->letter;
    if (row->argument != NULL)
        *end++ = ':';
    *end = '\0';
}

static void add_option(option_list *list, const option_row *row)
{
    int takes = row->optional ? optional_argument : required_argument;

    if (row->argument == NULL)
        takes = no_argument;
    if (row->letter != 0)
        add_letter(list, row);
    if (row->name != NULL)
        list->longs[list->long_count++] = (struct option){row->name, takes, NULL, LONG + (int)list->row_count};
    list->rows[list->row_count++] = row;
}

static option_list *list_options(command_line *c)
{
    option_list *list = ARENA_NEW(c->a, option_list);
    size_t most = 0;

    for (size_t g = 0; g < options_group_count; g++)
        most += options_groups[g].count;
    list->rows = ARENA_ARRAY(c->a, const option_row *, most);
    list->longs = ARENA_ARRAY(c->a, struct option, most + 1);
    list->letters = arena_alloc(c->a, 2 * most + 2);
    strcpy(list->letters, ":"); /* getopt then says which value is missing, and prints nothing */
    for (size_t g = 0; g < options_group_count; g++)
        for (size_t i = 0; i < options_groups[g].count; i++)
            add_option(list, &options_groups[g].rows[i]);
    return list;
}

static const option_row *find_row(const option_list *list, int option)
{
    if (option >= LONG)
        return list->rows[option - LONG];
    for (size_t i = 0; i < list->row_count; i++)
        if (list->rows[i]->letter == option)
            return list->rows[i];
    return NULL;
}

/* ---- options that did not parse ---- */

static void wrong_option(command_line *c, const option_list *list, const char *given)
{
    const char **known = ARENA_ARRAY(c->a, const char *, list->long_count);
    size_t length = strcspn(given, "=");
    const char *name = arena_copy(c->a, given, length);

    /* Within a bundle such as -xh the argument before optind is another one. */
    if (strncmp(given, "--", 2) != 0 || (optopt > 0 && optopt < LONG && given[length] != '=')) {
        options_wrong(c, "unknown option '-%c'", optopt);
        return;
    }
    for (size_t i = 0; i < list->long_count; i++) {
        known[i] = list->longs[i].name;
        if (given[length] == '=' && strcmp(name + 2, known[i]) == 0) {
            options_wrong(c, "the option '%s' takes no value, found '%s'", name, given + length + 1);
            return;
        }
    }
    options_wrong(c, "unknown option '%s'", name);
    options_hint_nearest(c, "--", text_nearest(name + 2, known, list->long_count));
}

static void read_option(command_line *c, const option_list *list, int option, char **argv)
{
    const option_row *row = find_row(list, option);

    if (option == ':')
        options_wrong(c, "missing value of option '%s'", argv[optind - 1]);
    else if (option == '?' || row == NULL)
        wrong_option(c, list, argv[optind - 1]);
    else
        row->read(c, row, optarg);
}

/* ---- what is only printed ---- */

static void explain_one(command_line *c, const char *id, bool *first)
{
    const explain_entry *entry = explain_find(id);

    if (entry == NULL) {
        diag_file_error(c->d, NULL, "usage", "there is no message id '%s'", id);
        diag_hint(c->d, "vggen --explain lists all ids");
        options_hint_nearest(c, "", explain_nearest(id, false));
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
        print_help(c);
    else if (c->version)
        puts("vggen " VGGEN_VERSION);
    else if (c->schema)
        print_schema(stdout);
    else if (c->manifest_schema)
        fputs(manifest_schema, stdout);
    else if (c->explain)
        explain(c, count, operands);
    return c->help || c->version || c->schema || c->manifest_schema || c->explain;
}

/* The operand of --init: the name of the program. */
static void take_name(command_line *c, int argc, char **argv)
{
    if (optind >= argc)
        options_wrong(c, "--init takes the name of the new program");
    else
        c->o->subject = argv[optind++];
}

static bool is_source(const char *path)
{
    size_t length = strlen(path);

    return length > 3 && strcmp(path + length - 3, ".cu") == 0;
}

static void wrong_source(command_line *c, const char *path)
{
    options_wrong(c, "'%s' is a CUDA source, not a spec", path);
    diag_hint(c->d, "vggen --describe %s prints its kernels as a section of a spec", path);
}

/* What does not go with --vendor: files that have a main of their own, or that belong elsewhere. */
static void check_vendor(command_line *c)
{
    const options *o = c->o;

    if (o->task != TASK_VENDOR && o->with != NULL)
        options_wrong(c, "--with goes with --vendor");
    if (o->task != TASK_VENDOR && o->force)
        options_wrong(c, "--force goes with --vendor");
    if ((o->task == TASK_VENDOR || o->task == TASK_VERIFY) && o->subject[0] == '\0')
        options_wrong(c, "%s takes the name of a folder, found nothing", c->task);
    if (o->task != TASK_VENDOR)
        return;
    if (o->folder != NULL)
        options_wrong(c, "--vendor has its folder, and --output does not go with it");
    if (o->sim_build)
        options_wrong(c, "--sim-build does not go with --vendor: --sim adds what builds for the CPU device");
    if ((o->extras & (OUTPUTS_MAIN | OUTPUTS_SELFTEST | OUTPUTS_TUNE)) != 0)
        options_wrong(c, "--main, --selftest and --tune make applications, which do not go with --vendor");
    if ((o->extras & OUTPUTS_DEPFILE) != 0)
        options_wrong(c, "--depfile does not go with --vendor");
}

/* The operands, which are specs. */
static void take_specs(command_line *c, int argc, char **argv)
{
    options *o = c->o;

    o->specs = argv + optind;
    o->spec_count = (size_t)(argc - optind);
    if (o->spec_count == 0)
        options_wrong(c, "no spec given");
    if (o->spec_count > 1 && o->task != TASK_VENDOR)
        options_wrong(c, "one spec at a time, also given: '%s'", o->specs[1]);
    if (o->spec_count > 1 && o->name != NULL)
        options_wrong(c, "--name goes with one spec");
    if (o->spec_count > 1 && o->tuned != NULL)
        options_wrong(c, "--tuned goes with one spec");
    for (size_t i = 0; i < o->spec_count; i++)
        if (is_source(o->specs[i]))
            wrong_source(c, o->specs[i]);
}

bool options_read(arena *a, diag *d, int argc, char **argv, options *o)
{
    command_line c = {.a = a, .d = d, .o = o};
    const option_list *list = list_options(&c);
    int option;

    *o = (options){.task = TASK_WRITE, .program = argv[0]};
    opterr = 0;
    while ((option = getopt_long(argc, argv, list->letters, list->longs, NULL)) != -1)
        read_option(&c, list, option, argv);
    if (diag_error_count(d) > 0 || print_only(&c, argc - optind, argv + optind))
        return false;
    if (o->task == TASK_INIT)
        take_name(&c, argc, argv);
    check_vendor(&c);
    o->image.spills = (o->extras & (OUTPUTS_JSON | OUTPUTS_REPORT)) != 0;
    if (o->folder == NULL)
        o->folder = o->task == TASK_INIT ? o->subject : ".";
    if (o->node_times != NULL && o->task != TASK_PRINT_PLAN && o->task != TASK_PRINT_PLAN_JSON)
        options_wrong(&c, "--node-times goes with --print-plan");
    if (o->name != NULL && o->task >= TASK_INIT)
        options_wrong(&c, "--name goes with a spec");
    if (o->task >= TASK_INIT && optind < argc)
        options_wrong(&c, "%s takes no spec, given: '%s'", c.task, argv[optind]);
    if (o->task >= TASK_INIT)
        return diag_error_count(d) == 0;
    take_specs(&c, argc, argv);
    return diag_error_count(d) == 0;
}
