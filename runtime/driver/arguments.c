/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* arguments.c - the command line of the driver: what it may say, and what it said. */
#include "parts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_REPLAYS 100000000u
#define MOST_WARM_UP 1000000u

static const char usage[] =
    "\n"
    "Runs the program on inputs from files (where none is given: what the spec says, else zero) and prints how\n"
    "long a replay takes. Files whose names end in .npy are NumPy arrays, others are raw elements.\n"
    "\n"
    "  --input NAME=FILE     what goes into a buffer\n"
    "  --output NAME=FILE    where a buffer goes after the last replay\n"
    "  --set NAME=VALUE      a setting; the numbers of a vector have commas between them, a struct is a raw file\n"
    "  --switch NAME=on|off  a switch\n"
    "  --graph NAME          the graph that is replayed, default the first\n"
    "  --lane N              taken for scripts' sake: lane 0 runs\n"
    "  --data NAME=FILE      a constant that is given at open\n"
    "  --replays N           default 1\n"
    "  --warm-up N           replays before, which leave no trace; default 0\n"
    "  --step                one node at a time without the graph, so that a fault is pinned on its step\n"
    "  --profile             prints the device time of each node, the least of N replays more\n"
    "  --trace FILE.json     what the last replays did, for Chrome or Perfetto\n"
    "  --device N            CUDA device, default 0\n"
    "  --workspaces          alone: how many bytes of workspace each capture asks for, where the program has captures\n"
    "  --help                this text\n"
    "\n"
    "Exit status: 0 done, 1 a call or file failed, 2 wrong usage.\n";

const char *vg_driver_tool(const vg_driver_program *p)
{
    return p->tune != NULL ? "tune" : "main";
}

static void print_ports(const char *what, const vg_driver_ports *ports)
{
    size_t i;

    for (i = 0; i < ports->count; i++) {
        const vg_driver_port *port = &ports->port[i];
        size_t d;

        printf("  %s %s: %s%s", what, port->name, port->type, port->dimensions > 0 ? " " : "");
        for (d = 0; d < port->dimensions; d++)
            printf("[%" PRIu64 "]", port->shape[d]);
        printf("\n");
    }
}

static void print_names(const char *what, const vg_driver_names *names)
{
    size_t i;

    for (i = 0; i < names->count; i++)
        printf("  %s %s\n", what, names->name[i]);
}

/* What was printed may still wait in a buffer. */
int vg_driver_end_output(const vg_driver_program *p, int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    (void)vg_driver_file_failed(p, "standard output", strerror(errno));
    return status == 0 ? 1 : status;
}

int vg_driver_print_usage(const vg_driver_program *p)
{
    printf("usage: %s_%s [options]\n", p->name, vg_driver_tool(p));
    fputs(usage, stdout);
    printf("\n");
    print_ports("input", &p->inputs);
    print_ports("output", &p->outputs);
    print_ports("setting", &p->settings);
    print_ports("constant", &p->constants);
    print_names("switch", &p->switches);
    print_names("graph", &p->graphs);
    return vg_driver_end_output(p, 0);
}

static int wrong_usage(const vg_driver_program *p, const char *what, const char *value)
{
    fprintf(stderr, "%s_%s: %s '%s'; --help lists the options\n", p->name, vg_driver_tool(p), what, value);
    return 2;
}

static int take_number(const vg_driver_program *p, const char *option, const char *text, unsigned long least,
                       unsigned long most, unsigned long *number)
{
    char *end = NULL;

    errno = 0;
    *number = strtoul(text, &end, 10);
    if (errno == 0 && end != text && *end == '\0' && strchr(text, '-') == NULL && *number >= least && *number <= most)
        return 0;
    fprintf(stderr, "%s_%s: %s takes a number from %lu to %lu, not '%s'\n", p->name, vg_driver_tool(p), option, least,
            most, text);
    return 2;
}

/* NAME=VALUE for one of the ports. */
static int take_pair(const vg_driver_program *p, const char *option, const char *text, const vg_driver_ports *ports,
                     const char **values)
{
    const char *equals = strchr(text, '=');
    size_t i;

    if (equals == NULL || equals[1] == '\0')
        return wrong_usage(p, "expected NAME=VALUE, found", text);
    for (i = 0; i < ports->count; i++) {
        const char *name = ports->port[i].name;

        if (strlen(name) == (size_t)(equals - text) && strncmp(name, text, (size_t)(equals - text)) == 0) {
            values[i] = equals + 1;
            return 0;
        }
    }
    fprintf(stderr, "%s_%s: %s: the program has no '%.*s' for it; --help lists the names\n", p->name, vg_driver_tool(p),
            option, (int)(equals - text), text);
    return 2;
}

/* The index of a name among others; the number of these if it is none of them. */
static size_t find_name(const char *name, size_t length, const vg_driver_names *names)
{
    size_t i = 0;

    while (i < names->count && (strlen(names->name[i]) != length || strncmp(names->name[i], name, length) != 0))
        i++;
    return i;
}

static int take_switch(const vg_driver_program *p, const char *text, vg_driver_options *o)
{
    const char *equals = strchr(text, '=');
    size_t i;

    if (equals == NULL || (strcmp(equals, "=on") != 0 && strcmp(equals, "=off") != 0))
        return wrong_usage(p, "expected NAME=on or NAME=off, found", text);
    i = find_name(text, (size_t)(equals - text), &p->switches);
    if (i == p->switches.count)
        return wrong_usage(p, "there is no such switch:", text);
    o->turned[i] = equals + 1;
    return 0;
}

static int take_graph(const vg_driver_program *p, const char *text, vg_driver_options *o)
{
    o->graph = find_name(text, strlen(text), &p->graphs);
    return o->graph < p->graphs.count ? 0 : wrong_usage(p, "there is no such graph:", text);
}

static int take_option(const vg_driver_program *p, const char *option, const char *value, vg_driver_options *o)
{
    if (strcmp(option, "--input") == 0)
        return take_pair(p, option, value, &p->inputs, o->input);
    if (strcmp(option, "--output") == 0)
        return take_pair(p, option, value, &p->outputs, o->output);
    if (strcmp(option, "--set") == 0)
        return take_pair(p, option, value, &p->settings, o->setting);
    if (strcmp(option, "--switch") == 0)
        return take_switch(p, value, o);
    if (strcmp(option, "--graph") == 0)
        return take_graph(p, value, o);
    if (strcmp(option, "--data") == 0)
        return take_pair(p, option, value, &p->constants, o->constant);
    if (strcmp(option, "--replays") == 0)
        return take_number(p, option, value, 1, MOST_REPLAYS, &o->replays);
    if (strcmp(option, "--warm-up") == 0)
        return take_number(p, option, value, 0, MOST_WARM_UP, &o->warm_up);
    if (strcmp(option, "--trace") == 0) {
        o->trace = value;
        return 0;
    }
    if (strcmp(option, "--device") == 0)
        return take_number(p, option, value, 0, 1023, &o->device);
    if (strcmp(option, "--lane") == 0) {
        unsigned long lane;

        return take_number(p, option, value, 0, 1023, &lane);
    }
    return wrong_usage(p, "unknown option", option);
}

/* Options without a value. */
static int take_flag(const char *option, vg_driver_options *o)
{
    if (strcmp(option, "--step") == 0)
        o->step = 1;
    else if (strcmp(option, "--profile") == 0)
        o->profile = 1;
    else
        return 0;
    return 1;
}

int vg_driver_read_options(const vg_driver_program *p, int count, char **arguments, vg_driver_options *o)
{
    int i;

    o->replays = 1;
    for (i = 1; i < count; i += 2) {
        int status;

        if (take_flag(arguments[i], o)) {
            i--;
            continue;
        }
        if (i + 1 >= count)
            return wrong_usage(p, "unknown option, or option without a value:", arguments[i]);
        status = take_option(p, arguments[i], arguments[i + 1], o);
        if (status != 0)
            return status;
    }
    return 0;
}

int vg_driver_workspaces(const char *program, const vg_driver_workspace *steps, size_t count,
                         vg_status (*asks)(size_t index, uint64_t *bytes))
{
    int status = 0;
    size_t i;

    for (i = 0; i < count; i++) {
        uint64_t bytes = 0;

        if (asks(i, &bytes) == VG_OK) {
            printf("workspace %s: asks for %" PRIu64 " bytes, has %" PRIu64 "\n", steps[i].name, bytes, steps[i].bytes);
        } else {
            fprintf(stderr, "%s_main: the function of %s does not say how many bytes it wants\n", program,
                    steps[i].name);
            status = 1;
        }
    }
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "%s_main: standard output: %s\n", program, strerror(errno));
    return 1;
}

/* ---- what the command line gives to the program ---- */

int vg_driver_call_failed(const vg_driver_program *p, const char *doing)
{
    const vg_detail *detail;
    char text[640];

    for (detail = &p->runtime(0)->detail; detail != NULL; detail = detail->next) {
        vg_detail_text(detail, text, sizeof text);
        fprintf(stderr, "%s_%s: %s failed: %s\n", p->name, vg_driver_tool(p), doing, text);
    }
    return 0;
}

int vg_driver_read_constants(const vg_driver_program *p, const vg_driver_options *o, void **memory)
{
    size_t i;

    for (i = 0; i < p->constants.count; i++) {
        const vg_driver_port *constant = &p->constants.port[i];

        if (o->constant[i] == NULL) {
            fprintf(stderr, "%s_%s: constant %s is missing: give --data %s=FILE\n", p->name, vg_driver_tool(p),
                    constant->name, constant->name);
            return 0;
        }
        memory[i] = malloc(constant->bytes + 1);
        if (memory[i] == NULL)
            return vg_driver_file_failed(p, o->constant[i], "out of memory");
        if (!vg_driver_read_port(p, o->constant[i], constant, memory[i]))
            return 0;
    }
    return 1;
}

static int give_setting(const vg_driver_program *p, size_t index, const char *text)
{
    const vg_driver_port *setting = &p->settings.port[index];
    unsigned char *value = (unsigned char *)malloc(setting->bytes + 1);
    int good;

    if (value == NULL)
        return vg_driver_file_failed(p, "--set", "out of memory");
    if (setting->kind == 's') {
        good = vg_driver_read_port(p, text, setting, value);
    } else {
        good = vg_driver_parse_value(text, setting, value);
        if (!good)
            fprintf(stderr, "%s_%s: setting %s is %s and cannot take the value '%s'\n", p->name, vg_driver_tool(p),
                    setting->name, setting->type, text);
    }
    if (good && p->set(index, value, 0) != VG_OK)
        good = vg_driver_call_failed(p, setting->name);
    free(value);
    return good;
}

static int give_input(const vg_driver_program *p, size_t index, const char *path)
{
    const vg_driver_port *input = &p->inputs.port[index];

    if (!vg_driver_read_port(p, path, input, p->input(index, 0)))
        return 0;
    if (input->on_request && p->changed(index, 0) != VG_OK)
        return vg_driver_call_failed(p, input->name);
    return 1;
}

int vg_driver_give_inputs(const vg_driver_program *p, const vg_driver_options *o)
{
    size_t i;

    for (i = 0; i < p->inputs.count; i++)
        if (o->input[i] != NULL && !give_input(p, i, o->input[i]))
            return 0;
    for (i = 0; i < p->settings.count; i++)
        if (o->setting[i] != NULL && !give_setting(p, i, o->setting[i]))
            return 0;
    for (i = 0; i < p->switches.count; i++)
        if (o->turned[i] != NULL && p->turn(i, strcmp(o->turned[i], "on") == 0, 0) != VG_OK)
            return vg_driver_call_failed(p, p->switches.name[i]);
    return 1;
}
