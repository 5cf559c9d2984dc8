/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "spec/read.h"

#include <string.h>

#include "spec/read_parts.h"

#define SPEC_VERSION "1"

/* The version and the types are read before the rest. */
static void read_already(reader *r, const tree *key, const tree *value, void *object)
{
    (void)r;
    (void)key;
    (void)value;
    (void)object;
}

/* A spec of another version may have any keys: nothing else of it is read. */
static bool version_is_known(reader *r, const tree *root)
{
    const tree *version = tree_get(root, "vggen");

    if (version == NULL) {
        diag_error(r->d, r->m->at, "key-missing", "the spec needs the key 'vggen', the version of its language");
        diag_hint(r->d, "begin it with vggen: " SPEC_VERSION);
        return true;
    }
    if (version->kind == TREE_SCALAR && strcmp(version->text, SPEC_VERSION) == 0)
        return true;
    diag_error(r->d, version->at, "version-unknown",
               "this generator reads specs of version " SPEC_VERSION ", found %s%s%s",
               version->kind == TREE_SCALAR ? "'" : "", version->kind == TREE_SCALAR ? version->text : "a collection",
               version->kind == TREE_SCALAR ? "'" : "");
    return false;
}

static void read_program(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    r->m->program_at = value->at;
    r->m->program = read_text(r, value, "the program's name");
    r->m->spec_program = r->m->program;
}

static void read_targets(reader *r, const tree *key, const tree *value, void *object)
{
    size_t count = 0;
    const tree *const *items;

    (void)key;
    (void)object;
    if (!read_list(r, &value, "a list of targets such as sm_90", &items, &count))
        return;
    if (count == 0)
        diag_error(r->d, value->at, "list-length", "expected at least one target such as sm_90");
    if (!read_count(r, value->at, count, READ_MAX_TARGETS, "targets"))
        return;
    r->m->targets = ARENA_ARRAY(r->a, model_target, count + 1);
    for (size_t i = 0; i < count; i++) {
        model_target *target = &r->m->targets[r->m->target_count];

        target->at = items[i]->at;
        target->name = read_text(r, items[i], "a target such as sm_90");
        if (target->name != NULL)
            r->m->target_count++;
    }
}

/* Other readers of YAML take the value for a number and drop a trailing 0. */
static bool is_bare_float(const tree *value)
{
    return !value->quoted && strchr(value->text, '.') != NULL && read_is_float(value);
}

static void read_min_cuda(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    r->m->min_cuda_at = value->at;
    r->m->min_cuda_text = read_text(r, value, "a CUDA version such as \"13.0\"");
    if (r->m->min_cuda_text == NULL || !is_bare_float(value))
        return;
    diag_error(r->d, value->at, "version-form",
               "a version needs quotes: without them it is a number, and 13.10 is 13.1");
    diag_hint(r->d, "write \"%s\"", value->text);
    r->m->min_cuda_text = NULL;
}

/* ---- the document ---- */

static const read_key keys[] = {
    {"vggen", KEY_EARLY, read_already, FORM("version"), NULL, "Version of the language: 1."},
    {"program", KEY_NEEDED, read_program, FORM("name"), NULL,
     "The program's name, a C identifier. Everything generated begins with it: fir_open, FIR_N, fir.h."},
    {"targets", KEY_NEEDED, read_targets, FORM("targets"), NULL,
     "Architectures: sm_90 is machine code for exactly this one, compute_90 is PTX that the driver compiles at open. "
     "One or a list, at most 64."},
    {"min_cuda", KEY_NEEDED, read_min_cuda, FORM("cuda_version"), NULL,
     "The oldest driver that the program runs on, as a CUDA version in quotes such as \"13.0\". 12.0 or newer."},
    {"define", KEY_OPTIONAL, read_define, FORM("defines"), NULL,
     "Names for integers and floats. An integer may be an expression over the defines above it. Kernel sources see "
     "them as typed constants."},
    {"macros", KEY_OPTIONAL, read_macros, FORM("define_names"), NULL,
     "Defines that kernel sources see as macros, not as constants: those that they need in #if."},
    {"compile", KEY_OPTIONAL, read_compile, FORM("compile"), NULL,
     "How kernel sources are compiled: standard, fast math, folders of headers, macros."},
    {"kernels", KEY_OPTIONAL, read_kernels, FORM("kernels"), NULL, "The kernels that steps launch, by name."},
    {"buffers", KEY_NEEDED, read_buffers, FORM("buffers"), NULL, "All memory of the program, by name."},
    {"setup", KEY_OPTIONAL, read_setup, FORM("setup"), NULL,
     "Steps that run once, in open. They write derived buffers, and scratch on the way."},
    {"steps", KEY_OPTIONAL, read_steps, FORM("steps"), NULL,
     "The steps of each replay. They run as if in the order written."},
    {"graphs", KEY_OPTIONAL, read_graphs, FORM("graphs"), NULL,
     "Instead of steps: several graphs over the same buffers, each a list of steps. At most 256."},
    {"types", KEY_OPTIONAL, read_already, FORM("types"), NULL,
     "Structs: name to fields in order. Fields lie as in C; padding is zero; at most 4096 bytes each."},
    {"source_types", KEY_OPTIONAL, read_source_types, FORM("source_types"), NULL,
     "Structs under 'types' that kernel sources define themselves: a list of names, or a mapping of names to those in "
     "C++. The compiler compares them."},
    {"switches", KEY_OPTIONAL, read_switches, FORM("switches"), NULL,
     "Switches of steps, with their initial positions. The application turns them between replays."},
    {"lanes", KEY_OPTIONAL, read_lanes, FORM("lanes"), "1",
     "Independent copies of the program's memory and graphs, so that replays overlap: 1 to 16."},
    {"in_flight", KEY_OPTIONAL, read_in_flight, FORM("in_flight"), "1",
     "Replays of a lane that may be started before the first of them is waited for: 1 to 64. Each has its own pinned "
     "memory, execs and settings."},
    {"ranks", KEY_OPTIONAL, read_ranks, FORM("ranks"), "1",
     "Processes, each with a device of its own, that run the program together and meet in its collectives: 1 to 65535. "
     "With 1, collectives are copies, or nothing."},
    {"memory", KEY_OPTIONAL, read_memory, FORM("memory"), NULL,
     "Budgets, and whether buffers that are never needed at the same time share bytes."},
    {"api", KEY_OPTIONAL, read_api, WORDS(read_api_words), "in_place",
     "in_place: the application writes inputs and reads outputs in pinned memory. call: one function that copies "
     "them, and does not repeat what did not change."},
    {"keep", KEY_OPTIONAL, read_keep, FORM("keep"), "1",
     "With api: call: how many calls of each graph and lane are remembered, so that their outputs are given again "
     "without a launch. 1 to 64."},
    {"mailbox", KEY_OPTIONAL, read_mailbox, FORM("mailbox"), "false",
     "Graphs that a resident block replays between arm and disarm, without a launch: true for all, or a list."},
    {"fuse", KEY_OPTIONAL, read_fuse, FORM("fuse"), NULL,
     "auto, the default: steps that one block does become one launch where that is faster and their machine code shows "
     "that they can. off: each is a node. Or a mapping of graphs to these."},
    LATER("deadline"),
    LATER("devices"),
    LATER("for"),
    LATER("partition"),
};

const key_table read_spec_table = {"the spec", keys, KEY_COUNT(keys)};

static void split_path(reader *r, const char *path)
{
    const char *slash = strrchr(path, '/');

    r->m->spec_path = path;
    r->m->spec_name = slash == NULL ? path : slash + 1;
    if (slash == NULL)
        r->m->folder = ".";
    else
        r->m->folder = slash == path ? "/" : arena_copy(r->a, path, (size_t)(slash - path));
}

static void put_setup_last(model *m)
{
    size_t i = 0;

    while (i < m->graph_count && m->graphs[i].kind != GRAPH_SETUP)
        i++;
    for (; i + 1 < m->graph_count; i++) {
        model_graph setup = m->graphs[i];

        m->graphs[i] = m->graphs[i + 1];
        m->graphs[i + 1] = setup;
    }
}

static bool is_key(const char *name)
{
    for (size_t i = 0; i < read_spec_table.count; i++)
        if (strcmp(read_spec_table.keys[i].name, name) == 0)
            return true;
    return false;
}

/* An unknown key may be a misspelt section, which may define names that then seem undefined. */
static void look_for_misspelt(reader *r, const tree *root)
{
    for (size_t i = 0; i < root->count && !r->m->incomplete; i++)
        r->m->incomplete = !is_key(root->keys[i]->text);
    r->types_incomplete = r->m->incomplete && tree_get(root, "types") == NULL;
}

/* Room for `steps:`, `setup:` and all of `graphs:`. */
static size_t most_graphs(const tree *root)
{
    const tree *graphs = tree_get(root, "graphs");

    return 2 + (graphs == NULL ? 0 : graphs->count);
}

/* The first character stands for the whole document: a caret under all of it would not help. */
static span document_place(const tree *root)
{
    span at = root->at;

    if (at.end > at.begin)
        at.end = at.begin + 1;
    return at;
}

model *read_model(arena *a, diag *d, names *n, const tree *root, const char *spec_path)
{
    reader r = {.a = a, .d = d, .n = n, .m = ARENA_NEW(a, model)};

    split_path(&r, spec_path);
    r.m->at = document_place(root);
    if (root->kind != TREE_MAPPING) {
        diag_error(d, r.m->at, "spec-kind",
                   "a spec is a mapping of keys to values that starts with 'vggen: " SPEC_VERSION "'");
        return NULL;
    }
    r.m->graphs = ARENA_ARRAY(a, model_graph, most_graphs(root));
    r.m->incomplete = !version_is_known(&r, root);
    if (r.m->incomplete)
        return r.m;
    look_for_misspelt(&r, root);
    r.both = tree_get(root, "steps") != NULL && tree_get(root, "graphs") != NULL;
    if (tree_get(root, "types") != NULL)
        read_types(&r, tree_get(root, "types"));
    read_keys(&r, root, &read_spec_table, r.m->at, NULL);
    if (tree_get(root, "steps") == NULL && tree_get(root, "graphs") == NULL && !r.m->incomplete)
        diag_error(d, r.m->at, "key-missing", "the spec needs the key 'steps', or 'graphs' for several graphs");
    put_setup_last(r.m);
    read_indices(&r);
    read_captures(&r);
    return r.m;
}
