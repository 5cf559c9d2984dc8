/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The names that a spec makes in the generated code: each must be unique, and none may be one that every program
 * has. */
#include "check/check_parts.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Functions and types PROGRAM_… of every program, those inside its source too; macros without what follows from the
 * spec. */
static const char *const api_words[] = {
    "abandon", "arena_bytes", "arena_pooled", "arena_shared", "ceil_div", "close", "close_lanes", "commit",
    "const_lane_at", "contents", "data", "desc", "detail", "finish", "first_settings", "graphs", "image", "is_open",
    "kernels", "lane_at", "launched", "log2", "main", "modules", "next_pow2", "node_title", "open", "poll",
    "profile", "replay", "replay_timed", "reset", "reset_settings", "restore", "save", "set_timeout", "settings",
    "sim", "start", "stats", "step", "times", "titles",
};
/* Of those with a mailbox. */
static const char *const mailbox_words[] = {"arm", "disarm", "launch_mailbox", "mailbox", "mailbox_graphs"};
static const char *const mailbox_macros[] = {"MAILBOX_DEVICE_BYTES", "MAILBOX_PINNED_BYTES"};
/* Of those with several replays in flight. */
static const char *const queue_words[] = {"const_first_slot", "finish_all", "first_slot", "in_flight", "slot"};
static const char *const api_macros[] = {"COMPLETION", "DEVICE_BYTES", "KERNELS_H", "NODES", "PINNED_BYTES",
                                          "POOL_DEVICE_BYTES", "POOL_PINNED_BYTES"};
/* Of those with several arenas. */
static const char *const arena_macros[] = {"ARENA_LANE_BYTES", "ARENA_OWN_BYTES", "ARENA_POOL_BYTES",
                                           "ARENA_SHARED_BYTES"};
/* Members of the runtime's structs that an application or the generated code uses: the header makes macros of the names
 * of functions, which would change them, too. */
static const char *const runtime_members[] = {
    "app_data", "batch_calls", "batch_lanes", "condition_count", "device_index", "device_memory",
    "device_memory_bytes", "device_pci", "device_uuid", "download_bytes", "fused_count", "kept_hits", "pause_user",
    "pinned_bytes", "pinned_device", "pinned_memory", "pinned_memory_bytes", "pooled_bytes", "pooled_device",
    "resident_hits", "spin_count", "step_fused", "timeout_ns", "upload_bytes", "warm_up",
};
/* Kernels that later stages may add. */
static const char *const later_kernels[] = {"vg_begin", "vg_copy",    "vg_copy_pieces", "vg_end",
                                            "vg_fill",  "vg_mail_in", "vg_mail_out"};

static const char *upper(arena *a, const char *name)
{
    char *copy = arena_copy(a, name, strlen(name));

    for (char *at = copy; *at != '\0'; at++)
        if (*at >= 'a' && *at <= 'z')
            *at = (char)(*at - 'a' + 'A');
    return copy;
}

/* The names with the program's prefix, and the macros with its upper-case form. */
typedef struct {
    checker *c;
    scope *taken, *places;
    const char *program, *prefix;
} emitted_names;

/* Whether the text is a number, or two with _ between them. */
static bool is_numbers(const char *text)
{
    size_t first = strspn(text, "0123456789");
    const char *rest = text + first + (text[first] == '_');

    return first > 0 && (text[first] == '\0' || (*rest != '\0' && rest[strspn(rest, "0123456789")] == '\0'));
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), part = strlen(end);

    return length >= part && strcmp(text + length - part, end) == 0;
}

static bool starts_with(const char *text, const char *start, const char **rest)
{
    *rest = text + strlen(start);
    return strncmp(text, start, strlen(start)) == 0;
}

/* Names that are counted inside the source (image_0_1, add_main_0, describe_main_NODE), and those of layout asserts. */
static bool is_counted(const model *m, const char *name)
{
    const char *rest;

    if ((starts_with(name, "image_", &rest) || starts_with(name, "images_", &rest)) && is_numbers(rest))
        return true;
    if (ends_with(name, "_has_its_size") || ends_with(name, "_has_its_place"))
        return true;
    for (size_t i = 0;
         (starts_with(name, "add_", &rest) || starts_with(name, "describe_", &rest)) && i < m->graph_count; i++) {
        const char *after;

        if (starts_with(rest, m->graphs[i].name, &after) && *after == '_' && (name[0] == 'd' || is_numbers(after + 1)))
            return true;
    }
    return false;
}

static bool is_runtime_member(const char *name)
{
    for (size_t i = 0; i < COUNT(runtime_members); i++)
        if (strcmp(name, runtime_members[i]) == 0)
            return true;
    return false;
}

/* Why the name cannot be had, or NULL. */
static const char *refusal(const emitted_names *e, span at, const char *name, const char *rest, bool taken)
{
    if (taken)
        return "taken";
    if (word_is_library_function(name))
        return "a function of the C or CUDA library";
    if (at.source != 0 && is_runtime_member(name))
        return "a member of the runtime's structs";
    return at.source != 0 && is_counted(e->c->m, rest) ? "taken" : NULL;
}

/* `at` is the name of the spec that makes it; an empty place stands for what every program has. False after an
 * error. */
static bool add_emitted(emitted_names *e, span at, const char *prefix, const char *rest)
{
    checker *c = e->c;
    named entry = {arena_printf(c->a, "%s_%s", prefix, rest), NAMED_BUFFER, 0, at, false};
    const named *first = scope_add(e->taken, &entry);
    const char *why = refusal(e, at, entry.name, rest, first != NULL);

    if (why == NULL)
        return true;
    diag_error(c->d, at.source != 0 ? at : c->m->program_at, "name-emitted",
               "this name makes '%s' in the generated code, which is %s", entry.name, why);
    if (first != NULL && first->at.source != 0)
        diag_note(c->d, first->at, "it comes from here too");
    else if (strcmp(why, "taken") == 0)
        diag_hint(c->d, first != NULL ? "every program has that name; choose another one here"
                                      : "the generated code makes names like this; choose another one here");
    return false;
}

/* Where a buffer lies. Of two that differ in capitals only, the second one is given a number. False after an error. */
static bool add_places(emitted_names *e, const model_buffer *b)
{
    static const char *const kinds[] = {"AT", "UP", "DOWN", "ARENA"};
    named entry = {upper(e->c->a, b->name), NAMED_BUFFER, 0, b->at, false};

    if (scope_add(e->places, &entry) != NULL)
        return true;
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (!add_emitted(e, b->at, e->prefix, arena_printf(e->c->a, "%s_%s", entry.name, kinds[i])))
            return false;
    return true;
}

/* The names of nodes are not known yet, so all names of that form are theirs. */
static void add_define(emitted_names *e, const model_define *d)
{
    if (strncmp(d->name, "NODE_", 5) != 0 && strstr(d->name, "_NODE_") == NULL) {
        add_emitted(e, d->at, e->prefix, d->name);
        return;
    }
    diag_error(e->c->d, d->at, "name-emitted",
               "this name makes '%s_%s' in the generated code, where nodes are called so", e->prefix, d->name);
    diag_hint(e->c->d, "choose a name without NODE_");
}

/* One error for a buffer is enough. */
static void add_accessors(emitted_names *e, const model_buffer *b)
{
    arena *a = e->c->a;
    const char *program = e->program, *macro = upper(a, b->name);
    bool crosses = b->upload != TRAFFIC_NEVER || b->download != TRAFFIC_NEVER;
    bool both = b->upload != TRAFFIC_NEVER && b->download != TRAFFIC_NEVER;

    if (b->external && (!add_emitted(e, b->at, program, arena_printf(a, "bind_%s", b->name)) ||
                        !add_emitted(e, b->at, e->prefix, arena_printf(a, "EXTERNAL_%s", b->name))))
        return;
    if ((!crosses && !b->external) || !add_emitted(e, b->at, e->prefix, arena_printf(a, "%s_COUNT", macro)) ||
        !add_emitted(e, b->at, e->prefix, arena_printf(a, "%s_BYTES", macro)))
        return;
    if (b->external || e->c->m->api_call || !add_emitted(e, b->at, program, b->name))
        return;
    if (both && !add_emitted(e, b->at, program, arena_printf(a, "%s_out", b->name)))
        return;
    if (b->upload == TRAFFIC_ON_REQUEST && !add_emitted(e, b->at, program, arena_printf(a, "changed_%s", b->name)))
        return;
    if (b->download == TRAFFIC_ON_REQUEST)
        add_emitted(e, b->at, program, arena_printf(a, "want_%s", b->name));
}

static void add_buffer(emitted_names *e, const model_buffer *b)
{
    arena *a = e->c->a;

    if (b->role == ROLE_CONDITION) {
        add_emitted(e, b->at, e->prefix, arena_printf(a, "CONDITION_%s", b->name));
        return;
    }
    if (!add_places(e, b))
        return;
    if (b->role != ROLE_SETTING && (b->content == CONTENT_BYTES || b->content == CONTENT_PATTERN) &&
        !add_emitted(e, b->at, e->program, arena_printf(a, "constant_%s", b->name)))
        return;
    if (b->role != ROLE_SETTING)
        add_accessors(e, b);
    else if (add_emitted(e, b->at, e->program, b->name))
        add_emitted(e, b->at, e->program, arena_printf(a, "set_%s", b->name));
}

/* ---- what the program as a whole adds ---- */

static void add_type(emitted_names *e, const model_type *type)
{
    add_emitted(e, type->at, e->program, type->name);
}

static void add_switch(emitted_names *e, const model_switch *s)
{
    if (add_emitted(e, s->at, e->program, arena_printf(e->c->a, "switch_%s", s->name)))
        add_emitted(e, s->at, e->program, arena_printf(e->c->a, "is_on_%s", s->name));
}

/* Names with these words before that of a kernel or a graph. False after an error. */
static bool add_each(emitted_names *e, span at, const char *const *words, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!add_emitted(e, at, e->program, arena_printf(e->c->a, "%s_%s", words[i], name)))
            return false;
    return true;
}

static void add_kernel(emitted_names *e, span at, const char *name)
{
    static const char *const words[] = {"begin", "launch", "params"};

    if (add_each(e, at, words, COUNT(words), name))
        add_emitted(e, at, e->prefix, arena_printf(e->c->a, "KERNEL_%s", name));
}

/* Functions and types of a graph: its name, then these words. One error is enough. */
static void add_functions(emitted_names *e, const model_graph *g, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!add_emitted(e, g->at, e->program, arena_printf(e->c->a, "%s_%s", g->name, words[i])))
            return;
}

static bool has_state(const model *m)
{
    for (size_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].role == ROLE_STATE)
            return true;
    return false;
}

static void add_graph(emitted_names *e, const model_graph *g)
{
    static const char *const inside[] = {"build", "commit"};
    static const char *const helpers[] = {"await_call", "begin_call", "check_batch", "check_call", "check_in",
                                          "check_out",  "end_call",   "end_started", "find_kept",  "give_kept",
                                          "hash_in",    "remember",   "give_out",    "take_in"};
    static const char *const replays[] = {"start",   "replay", "replay_timed", "step",
                                          "profile", "times",  "node_title",   "stats"};
    static const char *const calls[] = {"call",       "in",        "out",         "call_timed", "call_step",
                                        "call_start", "call_poll", "call_finish", "call_batch"};
    bool several = e->c->m->named_graphs && g->kind == GRAPH_REPLAY, call = e->c->m->api_call;

    if (!add_each(e, g->at, inside, COUNT(inside), g->name) ||
        (call && g->kind == GRAPH_REPLAY && !add_each(e, g->at, helpers, COUNT(helpers), g->name)) ||
        !add_emitted(e, g->at, e->prefix, arena_printf(e->c->a, "GRAPH_%s", g->name)))
        return;
    if (several)
        add_functions(e, g, replays, COUNT(replays));
    if (several && call)
        add_functions(e, g, calls, COUNT(calls));
    if (several)
        add_emitted(e, g->at, e->prefix, arena_printf(e->c->a, "%s_NODES", upper(e->c->a, g->name)));
}

static bool is_repeated_target(const model *m, size_t target)
{
    for (size_t i = 0; i < target; i++)
        if (strcmp(m->targets[i].name, m->targets[target].name) == 0)
            return true;
    return false;
}

static void add_words(emitted_names *e)
{
    static const char *const call_words[] = {"call",       "call_batch",    "call_finish", "call_poll",
                                             "call_start", "call_step",     "call_timed",  "in",
                                             "out",        "check_started", "ready_call"};
    const model *m = e->c->m;
    span nowhere = {0, 0, 0};

    for (size_t i = 0; i < COUNT(api_words); i++)
        if (!add_emitted(e, nowhere, e->program, api_words[i]))
            return; /* reported once for a program's name */
    for (size_t i = 0; i < COUNT(api_macros); i++)
        add_emitted(e, nowhere, e->prefix, api_macros[i]);
    for (size_t i = 0; i < COUNT(later_kernels); i++)
        add_kernel(e, nowhere, later_kernels[i]);
    if (has_state(m))
        add_emitted(e, nowhere, e->prefix, "STATE_BYTES");
    for (size_t i = 0; i < m->target_count; i++)
        if (!is_repeated_target(m, i)) /* a repeated target was reported before */
            add_emitted(e, nowhere, e->prefix, arena_printf(e->c->a, "IMAGE_%s", m->targets[i].name));
    for (size_t i = 0; (m->lanes > 1 || m->pooled) && i < COUNT(arena_macros); i++)
        add_emitted(e, nowhere, e->prefix, arena_macros[i]);
    if (m->lanes > 1) {
        add_emitted(e, nowhere, e->program, "lane");
        add_emitted(e, nowhere, e->prefix, "LANES");
    }
    if (m->keep > 1) {
        add_emitted(e, nowhere, e->prefix, "KEEP");
        add_emitted(e, nowhere, e->prefix, "KEEP_BYTES");
    }
    for (size_t i = 0; m->mailbox != NULL && i < COUNT(mailbox_words); i++)
        add_emitted(e, nowhere, e->program, mailbox_words[i]);
    for (size_t i = 0; m->mailbox != NULL && i < COUNT(mailbox_macros); i++)
        add_emitted(e, nowhere, e->prefix, mailbox_macros[i]);
    for (size_t i = 0; m->in_flight > 1 && i < COUNT(queue_words); i++)
        add_emitted(e, nowhere, e->program, queue_words[i]);
    if (m->in_flight > 1)
        add_emitted(e, nowhere, e->prefix, "IN_FLIGHT");
    for (size_t i = 0; m->api_call && i < COUNT(call_words); i++)
        add_emitted(e, nowhere, e->program, call_words[i]);
}

/* ---- members of the structs that calls take ---- */

/* A member "x" brings another one, "x_count". */
static void add_member(emitted_names *e, scope *members, const model_buffer *b)
{
    const char *names[] = {b->name, arena_printf(e->c->a, "%s_count", b->name)};

    for (size_t i = 0; i < 2; i++) {
        named entry = {names[i], NAMED_BUFFER, 0, b->at, false};
        const named *first = scope_add(members, &entry);

        if (first == NULL)
            continue;
        diag_error(e->c->d, b->at, "name-emitted",
                   "this name makes the member '%s' in the generated code, which is taken", names[i]);
        if (first->at.source != 0)
            diag_note(e->c->d, first->at, "it comes from here too");
        else
            diag_hint(e->c->d, "every program with lanes has that member; choose another name here");
        return;
    }
}

static void add_members(emitted_names *e)
{
    const model *m = e->c->m;
    scope *in = scope_new(e->c->a, 2 * m->buffer_count), *out = scope_new(e->c->a, 2 * m->buffer_count + 1);
    named status = {"status", NAMED_BUFFER, 0, {0, 0, 0}, false};

    if (m->lanes > 1)
        (void)scope_add(out, &status);
    for (size_t i = 0; i < m->buffer_count; i++) {
        if (m->buffers[i].upload != TRAFFIC_NEVER)
            add_member(e, in, &m->buffers[i]);
        if (m->buffers[i].download != TRAFFIC_NEVER)
            add_member(e, out, &m->buffers[i]);
    }
}

/* ---- captures ---- */

static void add_capture(emitted_names *e, const model_capture *capture)
{
    static const char *const words[] = {"asks", "buffers", "function"};

    if (!add_emitted(e, capture->at, e->program, capture->name))
        return;
    for (size_t i = 0; i < COUNT(words); i++)
        if (!add_emitted(e, capture->at, e->program, arena_printf(e->c->a, "%s_%s", capture->name, words[i])))
            return;
}

/* False, with an error, where the member is there already. */
static bool add_one_member(emitted_names *e, scope *members, span at, const char *name)
{
    named entry = {name, NAMED_BUFFER, 0, at, false};
    const named *first = scope_add(members, &entry);

    if (first == NULL)
        return true;
    diag_error(e->c->d, at, "name-emitted", "this name makes the member '%s' in the generated code, which is taken",
               name);
    diag_note(e->c->d, first->at, "it comes from here too");
    return false;
}

/* What open is given: constants, external memory, functions. */
static void add_data_members(emitted_names *e)
{
    const model *m = e->c->m;
    scope *members = scope_new(e->c->a, m->buffer_count + 2 * m->capture_count + 1);

    for (size_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].content == CONTENT_APP || m->buffers[i].external)
            add_one_member(e, members, m->buffers[i].at, m->buffers[i].name);
    if (m->ranks > 1)
        add_one_member(e, members, m->ranks_expr.at, "ranks");
    for (size_t i = 0; i < m->capture_count; i++) {
        const model_capture *capture = m->captures[i];
        if (add_one_member(e, members, capture->at, capture->name))
            add_one_member(e, members, capture->at, arena_printf(e->c->a, "%s_user", capture->name));
    }
}

static void add_captures(emitted_names *e)
{
    const model *m = e->c->m;

    for (size_t i = 0; i < m->capture_count; i++)
        add_capture(e, m->captures[i]);
    if (m->capture_count > 0 || m->ranks > 1)
        add_data_members(e);
}

void check_emitted(checker *c)
{
    const model *m = c->m;
    emitted_names e = {c,
                       scope_new(c->a, 10 * m->buffer_count + 3 * m->kernel_count + 32 * m->graph_count +
                                           m->define_count + m->target_count + 100),
                       scope_new(c->a, m->buffer_count), m->program, upper(c->a, m->program)};

    if (word_is_family(m->program))
        return; /* reported at the program's name */
    add_words(&e);
    for (size_t i = 0; i < m->define_count; i++)
        add_define(&e, &m->defines[i]);
    for (size_t i = 0; i < m->type_count; i++)
        add_type(&e, m->types[i]);
    for (size_t i = 0; i < m->switch_count; i++)
        add_switch(&e, &m->switches[i]);
    for (size_t i = 0; i < m->kernel_count; i++)
        add_kernel(&e, m->kernels[i].at, m->kernels[i].name);
    for (size_t i = 0; i < m->graph_count; i++)
        add_graph(&e, &m->graphs[i]);
    for (size_t i = 0; i < m->buffer_count; i++)
        add_buffer(&e, &m->buffers[i]);
    add_captures(&e);
    if (m->api_call)
        add_members(&e);
}
