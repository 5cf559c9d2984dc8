/* SPDX-License-Identifier: MIT */
/* vggen: options and the list of stages, nothing else. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena.h"
#include "check.h"
#include "check_image.h"
#include "diag.h"
#include "emit.h"
#include "image.h"
#include "lower.h"
#include "model.h"
#include "order.h"
#include "out.h"
#include "place.h"
#include "plan.h"
#include "read.h"
#include "text.h"
#include "transport.h"
#include "tree.h"
#include "verify.h"
#include "version.h"

typedef struct {
    const char *spec;
    const char *folder;
    unsigned extras;
    bool separate;
    image_options image;
} options;

static const char usage[] =
    "usage: vggen SPEC [-o FOLDER] [options]\n"
    "\n"
    "Reads a program spec (YAML) and writes NAME.h, NAME.c, NAME_image.c and NAME_kernels.h.\n"
    "\n"
    "  -o, --output=FOLDER   where to write (default: .); made if it is not there\n"
    "      --main            also NAME_main.c, a command-line driver for the program\n"
    "      --sim             also NAME_sim.cpp, the kernels and their limits for the CPU device\n"
    "      --depfile         also NAME.d, for make and ninja\n"
    "      --dot             also NAME.dot, the graphs for Graphviz\n"
    "      --map             also NAME.map, where each buffer lies\n"
    "      --image=none      no machine code: no CUDA toolkit needed, runs on the CPU device only\n"
    "      --layout=separate one allocation for each buffer, for memory checkers (default: shared)\n"
    "      --nvcc=PATH       the CUDA compiler (default: $NVCC, $CUDA_HOME/bin/nvcc, then nvcc in PATH)\n"
    "  -h, --help            this text\n"
    "  -V, --version         the version\n"
    "\n"
    "Exit status: 0 written, 1 the spec has errors, 2 wrong usage or a file or tool that failed.\n"
    "Where there was an error nothing is written.\n";

enum { OPTION_MAIN = 256, OPTION_SIM, OPTION_DEPFILE, OPTION_DOT, OPTION_MAP, OPTION_IMAGE, OPTION_LAYOUT, OPTION_NVCC };

static int wrong_usage(const char *what, const char *value)
{
    fprintf(stderr, "vggen: error: %s '%s' [usage]\nhint: vggen --help lists the options\n", what, value);
    return 2;
}

/* -1: go on; else the exit status. */
static int read_options(int argc, char **argv, options *o)
{
    static const struct option list[] = {
        {"output", required_argument, NULL, 'o'},
        {"main", no_argument, NULL, OPTION_MAIN},
        {"sim", no_argument, NULL, OPTION_SIM},
        {"depfile", no_argument, NULL, OPTION_DEPFILE},
        {"dot", no_argument, NULL, OPTION_DOT},
        {"map", no_argument, NULL, OPTION_MAP},
        {"image", required_argument, NULL, OPTION_IMAGE},
        {"layout", required_argument, NULL, OPTION_LAYOUT},
        {"nvcc", required_argument, NULL, OPTION_NVCC},
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},
        {NULL, 0, NULL, 0},
    };
    int option;

    opterr = 0;
    while ((option = getopt_long(argc, argv, ":o:hV", list, NULL)) != -1) {
        switch (option) {
        case 'o':
            if (optarg[0] == '\0')
                return wrong_usage("empty value of option", "--output");
            o->folder = optarg;
            break;
        case OPTION_MAIN:
            o->extras |= EMIT_MAIN;
            break;
        case OPTION_SIM:
            o->extras |= EMIT_SIM;
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
        case OPTION_IMAGE:
            if (strcmp(optarg, "none") != 0)
                return wrong_usage("--image takes only 'none', not", optarg);
            o->image.none = true;
            break;
        case OPTION_LAYOUT:
            if (strcmp(optarg, "separate") != 0 && strcmp(optarg, "shared") != 0)
                return wrong_usage("--layout takes 'shared' or 'separate', not", optarg);
            o->separate = strcmp(optarg, "separate") == 0;
            break;
        case OPTION_NVCC:
            o->image.nvcc = optarg;
            break;
        case 'h':
            fputs(usage, stdout);
            return 0;
        case 'V':
            puts("vggen " VGGEN_VERSION);
            return 0;
        case ':':
            return wrong_usage("missing value of option", argv[optind - 1]);
        default:
            return wrong_usage("unknown option", argv[optind - 1]);
        }
    }
    if (optind >= argc) {
        fputs("vggen: error: no spec given [usage]\nhint: vggen --help lists the options\n", stderr);
        return 2;
    }
    if (optind + 1 < argc)
        return wrong_usage("one spec at a time, also given:", argv[optind + 1]);
    o->spec = argv[optind];
    return -1;
}

/* The bytes of a spec, at most one more than a tree takes; NULL after an error. */
static char *read_spec(arena *a, diag *d, const char *path, size_t *length)
{
    struct stat status;
    FILE *in = fopen(path, "rb");
    size_t capacity = 4096, used = 0, got;
    char *bytes;

    if (in == NULL || fstat(fileno(in), &status) != 0) {
        diag_file_error(d, path, "spec-read", "cannot read the spec: %s", strerror(errno));
        if (in != NULL)
            fclose(in);
        return NULL;
    }
    if (S_ISDIR(status.st_mode)) {
        diag_file_error(d, path, "spec-read", "cannot read the spec: it is a folder");
        fclose(in);
        return NULL;
    }
    if (S_ISREG(status.st_mode) && status.st_size > 0 && (uint64_t)status.st_size <= TREE_MAX_BYTES)
        capacity = (size_t)status.st_size + 1;
    bytes = arena_alloc(a, capacity + 1);
    while ((got = fread(bytes + used, 1, capacity - used, in)) > 0) {
        used += got;
        if (used > TREE_MAX_BYTES)
            break;
        if (used == capacity) {
            char *larger = arena_alloc(a, 2 * capacity + 1);

            memcpy(larger, bytes, used);
            bytes = larger;
            capacity *= 2;
        }
    }
    if (ferror(in)) {
        diag_file_error(d, path, "spec-read", "cannot read the spec: %s", strerror(errno));
        bytes = NULL;
    }
    fclose(in);
    *length = used;
    return bytes;
}

static model *read_and_check(arena *a, diag *d, const options *o)
{
    size_t length = 0;
    const char *bytes = read_spec(a, d, o->spec, &length);
    const tree *root;
    model *m;

    if (bytes == NULL)
        return NULL;
    root = tree_read(a, d, diag_add_source(d, o->spec, bytes, length));
    if (root == NULL)
        return NULL;
    m = read_model(a, d, names_new(a), root, o->spec);
    if (m == NULL || diag_error_count(d) > 0)
        return NULL;
    check_model(a, d, m);
    return diag_error_count(d) > 0 ? NULL : m;
}

static plan *make_plan(arena *a, diag *d, const model *m, bool separate)
{
    plan *p = transport_choose(a, m, separate);

    lower_graphs(a, d, m, p);
    if (diag_error_count(d) > 0)
        return NULL;
    order_graphs(a, m, p);
    place_buffers(a, d, m, p);
    if (diag_error_count(d) > 0 || !verify_plan(a, d, m, p))
        return NULL;
    return p;
}

static void generate(arena *a, diag *d, const options *o)
{
    emit_input in = {.memory = a, .version = VGGEN_VERSION, .folder = o->folder};
    out *files;
    image *i;

    in.m = read_and_check(a, d, o);
    if (in.m == NULL)
        return;
    in.i = i = image_build(a, d, in.m, &o->image);
    if (i == NULL)
        return;
    check_image(a, d, in.m, i);
    if (diag_error_count(d) > 0)
        return;
    in.p = make_plan(a, d, in.m, o->separate);
    if (in.p == NULL)
        return;
    files = out_new(a, o->folder);
    emit_files(&in, files, o->extras);
    out_commit(files, d);
}

int main(int argc, char **argv)
{
    options o = {.folder = "."};
    int status = read_options(argc, argv, &o);
    arena *a;
    diag *d;

    if (status >= 0)
        return status;
    a = arena_new();
    d = diag_new(a);
    generate(a, d, &o);
    diag_print(d, stderr);
    status = diag_exit_status(d);
    arena_free(a);
    return status;
}
