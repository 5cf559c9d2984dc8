/* SPDX-License-Identifier: 0BSD */
/* crossing_main.c - a command-line driver for program "crossing".
 * Made by vggen 0.1.0 from crossing.yaml. Do not edit: change the spec and generate again. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#endif

#include "crossing.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef VG_WITHOUT_CUDA
#include <cuda.h>
#endif

#define MOST_REPLAYS 100000000u
#define MOST_WARM_UP 1000000u
#define TRACED_REPLAYS 4096u /* the last ones */
#define PORT_LIMIT 8 /* most of a kind below, with its end */

/* ---- what the program takes and gives ---- */

/* A buffer that a file is read into or written from, or a setting. */
typedef struct port {
    const char *name;
    const char *type;       /* in the spec */
    const char *dtype;      /* in .npy files */
    char kind;              /* i, u: integers; ?: bool; f: float; h: f16; b: bf16; s: struct, which is bytes */
    size_t element;         /* bytes of a number or struct */
    size_t bytes;
    int on_request;         /* it crosses only when asked for */
    size_t dimensions;      /* vectors have one more: their lanes */
    const uint64_t *shape;
} port;

static const uint64_t shape_of_x[] = {1024u};
static const uint64_t shape_of_z[] = {1024u};
static const uint64_t shape_of_c[] = {1024u};
static const uint64_t shape_of_letters[] = {37u};
static const uint64_t shape_of_table[] = {1024u};
static const uint64_t shape_of_sum[] = {1024u};
static const uint64_t shape_of_w[] = {1024u};
static const uint64_t shape_of_v[] = {1024u};
static const uint64_t shape_of_last[] = {1024u};
static const uint64_t shape_of_said[] = {1u};
static const uint64_t shape_of_echo[] = {37u};
static const uint64_t shape_of_quick[] = {1024u};

static const port inputs[] = {
    {"x", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, shape_of_x},
    {"z", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, shape_of_z},
    {"c", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, shape_of_c},
    {"letters", "u8", "|u1", 'u', 1u, 37u, 0, 1u, shape_of_letters},
    {"table", "i32", "<i4", 'i', 4u, 4096u, 1, 1u, shape_of_table},
    {"sum", "i32", "<i4", 'i', 4u, 4096u, 1, 1u, shape_of_sum},
    {NULL, NULL, NULL, ' ', 0u, 0u, 0, 0u, NULL}, /* the end */
};

static const port outputs[] = {
    {"sum", "i32", "<i4", 'i', 4u, 4096u, 1, 1u, shape_of_sum},
    {"w", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, shape_of_w},
    {"v", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, shape_of_v},
    {"last", "i32", "<i4", 'i', 4u, 4096u, 1, 1u, shape_of_last},
    {"said", "i32", "<i4", 'i', 4u, 4u, 0, 1u, shape_of_said},
    {"echo", "u8", "|u1", 'u', 1u, 37u, 0, 1u, shape_of_echo},
    {"quick", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, shape_of_quick},
    {NULL, NULL, NULL, ' ', 0u, 0u, 0, 0u, NULL}, /* the end */
};

static const port settings[] = {
    {"gain", "i32", "<i4", 'i', 4u, 4u, 0, 0u, NULL},
    {"bias", "i32", "<i4", 'i', 4u, 4u, 0, 0u, NULL},
    {NULL, NULL, NULL, ' ', 0u, 0u, 0, 0u, NULL}, /* the end */
};

static const port constants[] = {
    {NULL, NULL, NULL, ' ', 0u, 0u, 0, 0u, NULL}, /* the end */
};

static const char *const switch_names[] = {
    NULL, /* the end */
};

static const char *const graph_names[] = {
    "all",
    "some",
    NULL, /* the end */
};

static void print_node(uint64_t value, const char *name)
{
    printf("%10.2f us  %s\n", (double)value / 1e3, name);
}

static void *input_memory(crossing *p, size_t index)
{
    switch (index) {
    case 0:
        return crossing_x(p);
    case 1:
        return crossing_z(p);
    case 2:
        return crossing_c(p);
    case 3:
        return crossing_letters(p);
    case 4:
        return crossing_table(p);
    case 5:
        return crossing_sum(p);
    default:
        return NULL;
    }
}

static const void *output_memory(const crossing *p, size_t index)
{
    switch (index) {
    case 0:
        return crossing_sum_out(p);
    case 1:
        return crossing_w(p);
    case 2:
        return crossing_v(p);
    case 3:
        return crossing_last(p);
    case 4:
        return crossing_said(p);
    case 5:
        return crossing_echo(p);
    case 6:
        return crossing_quick(p);
    default:
        return NULL;
    }
}

static vg_status input_changed(crossing *p, size_t index)
{
    switch (index) {
    case 4:
        return crossing_changed_table(p);
    case 5:
        return crossing_changed_sum(p);
    default:
        return VG_OK;
    }
}

static vg_status want_output(crossing *p, size_t index)
{
    switch (index) {
    case 0:
        return crossing_want_sum(p);
    case 3:
        return crossing_want_last(p);
    default:
        return VG_OK;
    }
}

static vg_status set_setting(crossing *p, size_t index, const void *value)
{
    switch (index) {
    case 0: {
        int32_t typed;
        memcpy(&typed, value, sizeof typed);
        return crossing_set_gain(p, typed);
    }
    case 1: {
        int32_t typed;
        memcpy(&typed, value, sizeof typed);
        return crossing_set_bias(p, typed);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status turn_switch(crossing *p, size_t index, int on)
{
    (void)p;
    (void)on;
    switch (index) {
    default:
        return VG_ARGUMENT;
    }
}

static vg_status replay(crossing *p, size_t graph)
{
    switch (graph) {
    case 0:
        return crossing_all_replay(p);
    case 1:
        return crossing_some_replay(p);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status step_once(crossing *p, size_t graph)
{
    switch (graph) {
    case 0:
        return crossing_all_step(p);
    case 1:
        return crossing_some_step(p);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status profile_nodes(crossing *p, size_t graph, uint32_t replays)
{
    vg_status status;
    unsigned node;

    switch (graph) {
    case 0: {
        static crossing_all_times profiled;

        status = crossing_all_profile(p, replays, &profiled);
        for (node = 0; status == VG_OK && node < CROSSING_ALL_NODES; node++)
            print_node(profiled.ns[node], crossing_all_node_title(node));
        return status;
    }
    case 1: {
        static crossing_some_times profiled;

        status = crossing_some_profile(p, replays, &profiled);
        for (node = 0; status == VG_OK && node < CROSSING_SOME_NODES; node++)
            print_node(profiled.ns[node], crossing_some_node_title(node));
        return status;
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status open_program(crossing *p, const vg_config *config, void *const *memory)
{
    (void)memory;
    return crossing_open(p, config, NULL);
}

/* ---- messages ---- */

static const char usage[] =
    "usage: crossing_main [options]\n"
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
    "  --help                this text\n"
    "\n"
    "Exit status: 0 done, 1 a call or file failed, 2 wrong usage.\n";

static void print_names(const char *what, const port *ports)
{
    size_t i;

    for (i = 0; ports[i].name != NULL; i++) {
        size_t d;
        printf("  %s %s: %s%s", what, ports[i].name, ports[i].type, ports[i].dimensions > 0 ? " " : "");
        for (d = 0; d < ports[i].dimensions; d++)
            printf("[%" PRIu64 "]", ports[i].shape[d]);
        printf("\n");
    }
}

static int print_usage(void)
{
    size_t i;

    fputs(usage, stdout);
    printf("\n");
    print_names("input", inputs);
    print_names("output", outputs);
    print_names("setting", settings);
    print_names("constant", constants);
    for (i = 0; switch_names[i] != NULL; i++)
        printf("  switch %s\n", switch_names[i]);
    for (i = 0; graph_names[i] != NULL; i++)
        printf("  graph %s\n", graph_names[i]);
    return 0;
}

static int wrong_usage(const char *what, const char *value)
{
    fprintf(stderr, "crossing_main: %s '%s'; --help lists the options\n", what, value);
    return 2;
}

static int file_failed(const char *path, const char *what)
{
    fprintf(stderr, "crossing_main: %s: %s\n", path, what);
    return 0;
}

static int call_failed(const crossing *p, const char *doing)
{
    char text[512];

    vg_detail_text(crossing_detail(p), text, sizeof text);
    fprintf(stderr, "crossing_main: %s failed: %s\n", doing, text);
    return 0;
}

/* ---- values of settings ---- */

/* The bits of a small float format, rounded to nearest, ties to even. Returns 0 if the value is too large for it. */
static int to_small_float(double value, int exponent_bits, int fraction_bits, uint16_t *bits)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const uint32_t infinity = ((1u << exponent_bits) - 1u) << fraction_bits;
    uint32_t sign = signbit(value) ? 0x8000u : 0u;
    uint32_t result, whole;
    double magnitude = fabs(value), scaled;
    int exponent;

    if (isnan(value) || isinf(value)) {
        *bits = (uint16_t)(sign | infinity | (isnan(value) ? 1u << (fraction_bits - 1) : 0u));
        return 1;
    }
    (void)frexp(magnitude, &exponent);
    exponent -= 1; /* magnitude is 1.f times 2 to this power */
    if (magnitude <= 0.0 || exponent < 1 - bias)
        exponent = 1 - bias;
    if (exponent > bias)
        return 0;
    scaled = ldexp(magnitude, fraction_bits - exponent);
    whole = (uint32_t)scaled;
    if (scaled - (double)whole > 0.5 || (scaled - (double)whole >= 0.5 && (whole & 1u) != 0u))
        whole++;
    result = ((uint32_t)(exponent + bias - 1) << fraction_bits) + whole;
    if (result >= infinity)
        return 0;
    *bits = (uint16_t)(sign | result);
    return 1;
}

static int parse_integer(const char *text, const port *setting, unsigned char value[8])
{
    const unsigned width = (unsigned)(8 * setting->element);
    char *end = NULL;
    uint64_t bits;

    errno = 0;
    if (setting->kind == 'i') {
        const long long number = strtoll(text, &end, 0);
        const int64_t most = INT64_MAX >> (64u - width);
        if (number > most || number < -most - 1)
            return 0;
        bits = (uint64_t)number;
    } else {
        const uint64_t most = setting->kind == '?' ? 1u : UINT64_MAX >> (64u - width);
        bits = strtoull(text, &end, 0);
        if (strchr(text, '-') != NULL || bits > most)
            return 0;
    }
    memcpy(value, &bits, setting->element); /* little-endian, as every host of a CUDA device */
    return errno == 0 && end != text && *end == '\0';
}

static int parse_float(const char *text, const port *setting, unsigned char value[8])
{
    char *end = NULL;
    double number;

    errno = 0;
    number = strtod(text, &end);
    if (end == text || *end != '\0' || (errno == ERANGE && fabs(number) > 1.0))
        return 0;
    if (setting->element == 8) {
        memcpy(value, &number, 8);
    } else if (setting->kind == 'f') {
        const float narrow = strtof(text, NULL);
        if (isinf(narrow) && !isinf(number))
            return 0;
        memcpy(value, &narrow, 4);
    } else {
        uint16_t bits = 0;
        if (!to_small_float(number, setting->kind == 'h' ? 5 : 8, setting->kind == 'h' ? 10 : 7, &bits))
            return 0;
        memcpy(value, &bits, 2);
    }
    return 1;
}

static int parse_number(const char *text, const port *setting, unsigned char value[8])
{
    memset(value, 0, 8);
    if (setting->kind == 'i' || setting->kind == 'u' || setting->kind == '?')
        return parse_integer(text, setting, value);
    return parse_float(text, setting, value);
}

/* The numbers of a setting, with commas between those of a vector. */
static int parse_value(const char *text, const port *setting, unsigned char *value)
{
    size_t at;

    for (at = 0; at < setting->bytes; at += setting->element) {
        const size_t length = strcspn(text, ",");
        unsigned char number[8];
        char part[64];
        if (length >= sizeof part || (text[length] == ',') != (at + setting->element < setting->bytes))
            return 0;
        memcpy(part, text, length);
        part[length] = '\0';
        if (!parse_number(part, setting, number))
            return 0;
        memcpy(value + at, number, setting->element);
        text += length + (text[length] == ',' ? 1 : 0);
    }
    return 1;
}

/* ---- files ---- */

static int is_npy(const char *path)
{
    const size_t length = strlen(path);

    return length >= 4 && strcmp(path + length - 4, ".npy") == 0;
}

/* All bytes of a file, NUL-terminated, to be freed; NULL after a message. */
static unsigned char *read_file(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    size_t capacity = 65536, used = 0, got;
    unsigned char *bytes = in == NULL ? NULL : (unsigned char *)malloc(capacity + 1);

    while (bytes != NULL && (got = fread(bytes + used, 1, capacity - used, in)) > 0) {
        used += got;
        if (used == capacity) {
            unsigned char *larger = (unsigned char *)realloc(bytes, 2 * capacity + 1);
            if (larger == NULL)
                free(bytes);
            bytes = larger;
            capacity *= 2;
        }
    }
    if (bytes == NULL || ferror(in)) {
        file_failed(path, strerror(errno));
        free(bytes);
        bytes = NULL;
    } else {
        bytes[used] = 0;
        *size = used;
    }
    if (in != NULL)
        fclose(in);
    return bytes;
}

/* What stands after a key in the header of a .npy file, or NULL. */
static const char *npy_value(const char *header, const char *key)
{
    const char *at = strstr(header, key);

    if (at == NULL)
        return NULL;
    at += strlen(key);
    while (*at == ' ' || *at == ':')
        at++;
    return at;
}

static int npy_shape_fits(const char *text, const port *wanted)
{
    size_t dimension = 0;

    if (text == NULL || *text != '(')
        return 0;
    for (text++; *text != ')' && *text != '\0';) {
        char *end;
        const unsigned long long length = strtoull(text, &end, 10);
        if (end == text || dimension >= wanted->dimensions || length != wanted->shape[dimension])
            return 0;
        dimension++;
        for (text = end; *text == ',' || *text == ' ' || *text == 'L';)
            text++;
    }
    return dimension == wanted->dimensions;
}

static int npy_refused(const char *path, const char *header, const port *wanted, const char *expected)
{
    fprintf(stderr, "crossing_main: %s: expected %s for %s, found the header %.*s\n", path, expected, wanted->name,
            (int)strcspn(header, "}\n") + 1, header);
    return 0;
}

static int npy_header_fits(const char *path, const char *header, const port *wanted)
{
    char expected[32 * 24 + 16];
    size_t used, d;
    const char *dtype = npy_value(header, "'descr'");
    const char *order = npy_value(header, "'fortran_order'");
    const size_t length = strlen(wanted->dtype);

    if (dtype == NULL || (*dtype != '\'' && *dtype != '"') || strncmp(dtype + 1, wanted->dtype, length) != 0 ||
        dtype[length + 1] != *dtype) {
        snprintf(expected, sizeof expected, "elements of type '%s'", wanted->dtype);
        return npy_refused(path, header, wanted, expected);
    }
    if (order == NULL || (strncmp(order, "False", 5) != 0 && wanted->dimensions > 1))
        return npy_refused(path, header, wanted, "C order");
    if (npy_shape_fits(npy_value(header, "'shape'"), wanted))
        return 1;
    used = (size_t)snprintf(expected, sizeof expected, "shape (");
    for (d = 0; d < wanted->dimensions && d < 32; d++)
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%s%" PRIu64, d > 0 ? ", " : "",
                                 wanted->shape[d]);
    snprintf(expected + used, sizeof expected - used, wanted->dimensions == 1 ? ",)" : ")");
    return npy_refused(path, header, wanted, expected);
}

/* Checks the header of a .npy file; *start is where the elements begin. Returns 0 after a message. */
static int npy_begin(const char *path, unsigned char *bytes, size_t size, const port *wanted, size_t *start)
{
    size_t prefix, header;
    unsigned char after;
    int fits;

    if (size < 10 || memcmp(bytes, "\x93NUMPY", 6) != 0 || bytes[6] < 1 || bytes[6] > 3 || (bytes[6] > 1 && size < 12))
        return file_failed(path, "this is not a .npy file of version 1, 2 or 3");
    prefix = bytes[6] == 1 ? 10 : 12;
    header = (size_t)bytes[8] | (size_t)bytes[9] << 8;
    if (prefix == 12)
        header |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
    if (header > size - prefix)
        return file_failed(path, "the header of the .npy file is cut off");
    *start = prefix + header;
    after = bytes[*start];
    bytes[*start] = 0;
    fits = npy_header_fits(path, (const char *)bytes + prefix, wanted);
    bytes[*start] = after;
    return fits;
}

static int read_port(const char *path, const port *wanted, void *memory)
{
    size_t size = 0, start = 0;
    unsigned char *bytes = read_file(path, &size);
    int good = bytes != NULL;

    if (good && is_npy(path) && wanted->kind == 's')
        good = file_failed(path, "structs are read from raw files only");
    if (good && is_npy(path))
        good = npy_begin(path, bytes, size, wanted, &start);
    if (good && size - start != wanted->bytes) {
        fprintf(stderr, "crossing_main: %s: expected %zu bytes of elements for %s, found %zu\n", path, wanted->bytes,
                wanted->name, size - start);
        good = 0;
    }
    if (good)
        memcpy(memory, bytes + start, wanted->bytes);
    free(bytes);
    return good;
}

/* Version 1, padded so that the elements begin at a multiple of 64. Returns 0 if a write failed. */
static int write_npy_header(FILE *file, const port *source)
{
    char shape[32 * 24 + 1], header[1024];
    size_t used = 0, length, padded, d;

    shape[0] = '\0';
    for (d = 0; d < source->dimensions && d < 32; d++)
        used += (size_t)snprintf(shape + used, sizeof shape - used, "%" PRIu64 ", ", source->shape[d]);
    length = (size_t)snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }",
                              source->dtype, shape);
    padded = (10 + length + 1 + 63) / 64 * 64 - 10;
    memset(header + length, ' ', padded - length);
    header[padded - 1] = '\n';
    if (fwrite("\x93NUMPY\x01\x00", 1, 8, file) != 8 || fputc((int)(padded & 255u), file) == EOF ||
        fputc((int)(padded >> 8), file) == EOF)
        return 0;
    return fwrite(header, 1, padded, file) == padded;
}

static int write_port(const char *path, const port *source, const void *memory)
{
    FILE *file;
    int good;

    if (is_npy(path) && source->kind == 's')
        return file_failed(path, "structs are written to raw files only");
    file = fopen(path, "wb");
    good = file != NULL;
    if (good && is_npy(path))
        good = write_npy_header(file, source);
    if (good)
        good = fwrite(memory, 1, source->bytes, file) == source->bytes;
    if (file != NULL && fclose(file) != 0)
        good = 0;
    return good ? 1 : file_failed(path, strerror(errno));
}

/* ---- options ---- */

/* What the command line gave for each port and switch, by its index; NULL where it gave nothing. */
typedef struct options {
    const char *input[PORT_LIMIT];
    const char *output[PORT_LIMIT];
    const char *setting[PORT_LIMIT];
    const char *constant[PORT_LIMIT];
    const char *turned[PORT_LIMIT];     /* "on", "off" */
    const char *trace;
    int step, profile;
    unsigned long replays, warm_up, device;
    size_t graph;
} options;

static int take_number(const char *option, const char *text, unsigned long least, unsigned long most,
                       unsigned long *number)
{
    char *end = NULL;

    errno = 0;
    *number = strtoul(text, &end, 10);
    if (errno == 0 && end != text && *end == '\0' && strchr(text, '-') == NULL && *number >= least && *number <= most)
        return 0;
    fprintf(stderr, "crossing_main: %s takes a number from %lu to %lu, not '%s'\n", option, least, most, text);
    return 2;
}

/* NAME=VALUE for one of the ports. */
static int take_pair(const char *option, const char *text, const port *ports, const char **values)
{
    const char *equals = strchr(text, '=');
    size_t i;

    if (equals == NULL || equals[1] == '\0')
        return wrong_usage("expected NAME=VALUE, found", text);
    for (i = 0; ports[i].name != NULL; i++) {
        if (strlen(ports[i].name) == (size_t)(equals - text) &&
            strncmp(ports[i].name, text, (size_t)(equals - text)) == 0) {
            values[i] = equals + 1;
            return 0;
        }
    }
    fprintf(stderr, "crossing_main: %s: the program has no '%.*s' for it; --help lists the names\n", option,
            (int)(equals - text), text);
    return 2;
}

/* The index of a name among others; the number of these if it is none of them. */
static size_t find_name(const char *name, size_t length, const char *const *names)
{
    size_t i = 0;

    while (names[i] != NULL && (strlen(names[i]) != length || strncmp(names[i], name, length) != 0))
        i++;
    return i;
}

static int take_switch(const char *text, options *o)
{
    const char *equals = strchr(text, '=');
    size_t i;

    if (equals == NULL || (strcmp(equals, "=on") != 0 && strcmp(equals, "=off") != 0))
        return wrong_usage("expected NAME=on or NAME=off, found", text);
    i = find_name(text, (size_t)(equals - text), switch_names);
    if (switch_names[i] == NULL)
        return wrong_usage("there is no such switch:", text);
    o->turned[i] = equals + 1;
    return 0;
}

static int take_graph(const char *text, options *o)
{
    o->graph = find_name(text, strlen(text), graph_names);
    return graph_names[o->graph] != NULL ? 0 : wrong_usage("there is no such graph:", text);
}

static int take_option(const char *option, const char *value, options *o)
{
    if (strcmp(option, "--input") == 0)
        return take_pair(option, value, inputs, o->input);
    if (strcmp(option, "--output") == 0)
        return take_pair(option, value, outputs, o->output);
    if (strcmp(option, "--set") == 0)
        return take_pair(option, value, settings, o->setting);
    if (strcmp(option, "--switch") == 0)
        return take_switch(value, o);
    if (strcmp(option, "--graph") == 0)
        return take_graph(value, o);
    if (strcmp(option, "--data") == 0)
        return take_pair(option, value, constants, o->constant);
    if (strcmp(option, "--replays") == 0)
        return take_number(option, value, 1, MOST_REPLAYS, &o->replays);
    if (strcmp(option, "--warm-up") == 0)
        return take_number(option, value, 0, MOST_WARM_UP, &o->warm_up);
    if (strcmp(option, "--trace") == 0) {
        o->trace = value;
        return 0;
    }
    if (strcmp(option, "--device") == 0)
        return take_number(option, value, 0, 1023, &o->device);
    if (strcmp(option, "--lane") == 0) {
        unsigned long lane;
        return take_number(option, value, 0, 1023, &lane);
    }
    return wrong_usage("unknown option", option);
}

/* Options without a value. */
static int take_flag(const char *option, options *o)
{
    if (strcmp(option, "--step") == 0)
        o->step = 1;
    else if (strcmp(option, "--profile") == 0)
        o->profile = 1;
    else
        return 0;
    return 1;
}

static int read_options(int count, char **arguments, options *o)
{
    int i;

    memset(o, 0, sizeof *o);
    o->replays = 1;
    for (i = 1; i < count; i += 2) {
        int status;
        if (take_flag(arguments[i], o)) {
            i--;
            continue;
        }
        if (i + 1 >= count)
            return wrong_usage("unknown option, or option without a value:", arguments[i]);
        status = take_option(arguments[i], arguments[i + 1], o);
        if (status != 0)
            return status;
    }
    return 0;
}

/* ---- the run ---- */

/* Every constant must be given: the program cannot open without. Returns 0 after a message. */
static int read_constants(const options *o, void **memory)
{
    size_t i;

    for (i = 0; constants[i].name != NULL; i++) {
        if (o->constant[i] == NULL) {
            fprintf(stderr, "crossing_main: constant %s is missing: give --data %s=FILE\n", constants[i].name,
                    constants[i].name);
            return 0;
        }
        memory[i] = malloc(constants[i].bytes + 1);
        if (memory[i] == NULL)
            return file_failed(o->constant[i], "out of memory");
        if (!read_port(o->constant[i], &constants[i], memory[i]))
            return 0;
    }
    return 1;
}

static int give_setting(crossing *p, size_t index, const char *text)
{
    const port *setting = &settings[index];
    unsigned char *value = (unsigned char *)malloc(setting->bytes + 1);
    int good;

    if (value == NULL)
        return file_failed("--set", "out of memory");
    if (setting->kind == 's') {
        good = read_port(text, setting, value);
    } else {
        good = parse_value(text, setting, value);
        if (!good)
            fprintf(stderr, "crossing_main: setting %s is %s and cannot take the value '%s'\n", setting->name,
                    setting->type, text);
    }
    if (good && set_setting(p, index, value) != VG_OK)
        good = call_failed(p, setting->name);
    free(value);
    return good;
}

static int give_inputs(crossing *p, const options *o)
{
    size_t i;

    for (i = 0; inputs[i].name != NULL; i++) {
        if (o->input[i] == NULL)
            continue;
        if (!read_port(o->input[i], &inputs[i], input_memory(p, i)))
            return 0;
        if (inputs[i].on_request && input_changed(p, i) != VG_OK)
            return call_failed(p, inputs[i].name);
    }
    for (i = 0; settings[i].name != NULL; i++)
        if (o->setting[i] != NULL && !give_setting(p, i, o->setting[i]))
            return 0;
    for (i = 0; switch_names[i] != NULL; i++)
        if (o->turned[i] != NULL && turn_switch(p, i, strcmp(o->turned[i], "on") == 0) != VG_OK)
            return call_failed(p, switch_names[i]);
    return 1;
}

/* Before the last replay. */
static int want_outputs(crossing *p, const options *o)
{
    size_t i;

    for (i = 0; outputs[i].name != NULL; i++)
        if (o->output[i] != NULL && outputs[i].on_request && want_output(p, i) != VG_OK)
            return call_failed(p, outputs[i].name);
    return 1;
}

static int keep_outputs(const crossing *p, const options *o)
{
    size_t i;

    for (i = 0; outputs[i].name != NULL; i++) {
        const void *memory = output_memory(p, i);

        if (o->output[i] != NULL && (memory == NULL || !write_port(o->output[i], &outputs[i], memory)))
            return 0;
    }
    return 1;
}

static uint64_t nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int compare_times(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static void print_device(const crossing *p)
{
#ifndef VG_WITHOUT_CUDA
    char name[256];

    if (cuDeviceGetName(name, (int)sizeof name, (CUdevice)p->rt.device) == CUDA_SUCCESS)
        printf("device: %s\n", name);
#else
    (void)p;
#endif
}

static int replay_all(crossing *p, const options *o)
{
    const size_t replays = o->replays;
    uint64_t *times = (uint64_t *)malloc(replays * sizeof *times);
    size_t i;

    if (times == NULL)
        return file_failed("--replays", "out of memory");
    for (i = 0; i < replays; i++) {
        uint64_t begin;
        if (i + 1 == replays && !want_outputs(p, o)) {
            free(times);
            return 0;
        }
        begin = nanoseconds();
        if ((o->step ? step_once(p, o->graph) : replay(p, o->graph)) != VG_OK) {
            free(times);
            return call_failed(p, "a replay");
        }
        times[i] = nanoseconds() - begin;
    }
    qsort(times, replays, sizeof *times, compare_times);
    print_device(p);
    printf("replays: %zu\n", replays);
    printf("median: %.2f us\n", (double)times[(replays - 1) / 2] / 1e3);
    printf("p99: %.2f us\n", (double)times[(replays * 99 + 99) / 100 - 1] / 1e3);
    if (crossing_stats(p)->kept_hits > 0u)
        printf("without a launch: %" PRIu64 " (kept outputs)\n", crossing_stats(p)->kept_hits);
    free(times);
    return 1;
}

static int profile_all(crossing *p, const options *o)
{
    if (!o->profile)
        return 1;
    return profile_nodes(p, o->graph, (uint32_t)o->replays) == VG_OK ? 1 : call_failed(p, "the profile");
}

/* ---- the trace ---- */

static int write_text(void *user, const char *text, size_t size)
{
    return fwrite(text, 1, size, (FILE *)user) == size ? 0 : 1;
}

static int write_trace(const options *o, const vg_trace *traces)
{
    FILE *file;
    int good;

    if (o->trace == NULL)
        return 1;
    file = fopen(o->trace, "w");
    good = file != NULL && vg_trace_write(traces, 1, write_text, file) == 0;
    if (file != NULL && fclose(file) != 0)
        good = 0;
    return good ? 1 : file_failed(o->trace, strerror(errno));
}

static int run(crossing *p, const options *o, void **memory)
{
    static vg_trace_record records[TRACED_REPLAYS];
    static vg_trace traces[1]; /* of each lane; the first one runs */
    vg_config config;
    int good;

    if (!read_constants(o, memory))
        return 0;
    memset(&config, 0, sizeof config);
    config.device_index = (int)o->device;
    config.warm_up = (uint32_t)o->warm_up;
    traces[0].records = records;
    traces[0].capacity = TRACED_REPLAYS;
    if (o->trace != NULL)
        config.trace = traces;
    if (open_program(p, &config, memory) != VG_OK)
        return call_failed(p, "open");
    good = give_inputs(p, o) && replay_all(p, o) && keep_outputs(p, o) && profile_all(p, o);
    good = write_trace(o, traces) && good; /* also of replays that failed */
    if (crossing_close(p) != VG_OK && good)
        good = call_failed(p, "close");
    return good;
}

int main(int count, char **arguments)
{
    static crossing program;
    static options given;
    static void *memory[PORT_LIMIT];
    size_t i;
    int status, good;

    if (count > 1 && strcmp(arguments[1], "--help") == 0)
        return print_usage();
    status = read_options(count, arguments, &given);
    if (status != 0)
        return status;
    good = run(&program, &given, memory);
    for (i = 0; i < PORT_LIMIT; i++)
        free(memory[i]);
    return good ? 0 : 1;
}
