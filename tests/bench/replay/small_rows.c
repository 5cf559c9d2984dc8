/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Programs saxpy, saxpy_call and saxpy_count, and saxpy by hand. Every way begins with inputs in the
 * application's memory and ends with outputs there, unless its name says otherwise. */
#include "rows.h"

#include <string.h>

#include "hand.h"
#include "nodes.h"
#include "report.h"
#include "roots.h"
#include "saxpy.h"
#include "saxpy_call.h"
#include "saxpy_count.h"

#define COUNT ((size_t)SAXPY_N)
#define BYTES (COUNT * sizeof(float))
#define LENGTH(list) (sizeof(list) / sizeof *(list))

static saxpy in_place, by_query;
static saxpy_call copying;
static saxpy_count counting;
static roots ending; /* for its kernel that ends a graph by hand */
static float scale = (float)SAXPY_SCALE;
static unsigned elements = (unsigned)SAXPY_N;

/* The kernel of saxpy by hand, and that of saxpy_count, which counts its replays. */
typedef struct hand_made {
    hand graphs;
    hand_launch launch;
    CUdeviceptr addresses[5], mapped[5];
    void *arguments[8], *mapped_arguments[8];
} hand_made;
static hand_made by_hand, counted_by_hand;
static CUdeviceptr counter;

/* The application's own memory. */
static float x[SAXPY_N], y[SAXPY_N], z[SAXPY_N], u[SAXPY_N], v[SAXPY_N];

static int opened(vg_status status, const char *program, const vg_detail *detail)
{
    if (status != VG_OK)
        report_failure(program, "open", detail);
    return status == VG_OK;
}

/* The arguments of saxpy, and the counter, which only saxpy_count takes. */
static void fill_arguments(void **arguments, CUdeviceptr *at)
{
    arguments[0] = &at[0];
    arguments[1] = &at[1];
    arguments[2] = &at[2];
    arguments[3] = &scale;
    arguments[4] = &at[3];
    arguments[5] = &at[4];
    arguments[6] = &elements;
    arguments[7] = &counter;
}

static int open_by_hand(hand_made *m, void *function)
{
    hand *h = &m->graphs;
    unsigned i;

    memset(m, 0, sizeof *m);
    h->context = (CUcontext)in_place.rt.context;
    h->inputs = 3;
    h->outputs = 2;
    h->bytes = BYTES;
    h->launches = &m->launch;
    h->launch_count = 1;
    m->launch.function = (CUfunction)function;
    m->launch.block = 128;
    m->launch.grid = (elements + m->launch.block - 1) / m->launch.block;
    m->launch.arguments = m->arguments;
    m->launch.mapped = m->mapped_arguments;
    if (!hand_open(h))
        return 0;
    for (i = 0; i < 5; i++) {
        m->addresses[i] = hand_address(h, i);
        m->mapped[i] = hand_mapped(h, i);
    }
    fill_arguments(m->arguments, m->addresses);
    fill_arguments(m->mapped_arguments, m->mapped);
    return 1;
}

static int open_all(void)
{
    vg_config asking;

    memset(&asking, 0, sizeof asking);
    asking.completion = VG_COMPLETION_QUERY;
    if (!opened(saxpy_open(&in_place, NULL, NULL), "saxpy", saxpy_detail(&in_place)) ||
        !opened(saxpy_open(&by_query, &asking, NULL), "saxpy", saxpy_detail(&by_query)) ||
        !opened(roots_open(&ending, NULL, NULL), "roots", roots_detail(&ending)) ||
        !opened(saxpy_call_open(&copying, NULL, NULL), "saxpy_call", saxpy_call_detail(&copying)) ||
        !opened(saxpy_count_open(&counting, NULL, NULL), "saxpy_count", saxpy_count_detail(&counting)))
        return 0;
    /* Stays current, so that no way has to change it. */
    if (cuCtxSetCurrent((CUcontext)in_place.rt.context) != CUDA_SUCCESS || cuMemAlloc(&counter, 4) != CUDA_SUCCESS ||
        cuMemsetD32(counter, 0, 1) != CUDA_SUCCESS)
        return 0;
    if (!open_by_hand(&by_hand, in_place.kernel[0]))
        return 0;
    by_hand.graphs.end = (CUfunction)ending.kernel[1];
    return hand_build(&by_hand.graphs, HAND_LINE) && hand_build(&by_hand.graphs, HAND_COALESCED) &&
           hand_build(&by_hand.graphs, HAND_MAPPED) && hand_build(&by_hand.graphs, HAND_MAPPED_WORD) &&
           hand_build(&by_hand.graphs, HAND_MAPPED_END) && open_by_hand(&counted_by_hand, counting.kernel[0]) &&
           hand_build(&counted_by_hand.graphs, HAND_RESIDENT);
}

static int close_all(void)
{
    hand_close(&counted_by_hand.graphs);
    hand_close(&by_hand.graphs);
    (void)cuMemFree(counter);
    (void)cuCtxSetCurrent(NULL);
    return saxpy_count_close(&counting) == VG_OK && saxpy_call_close(&copying) == VG_OK &&
           roots_close(&ending) == VG_OK && saxpy_close(&by_query) == VG_OK && saxpy_close(&in_place) == VG_OK;
}

static void fill_inputs(void)
{
    size_t i;

    for (i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = (float)(i % 7);
        z[i] = (float)(i % 5);
    }
}

/* All exact, so that no device may round differently. */
static int outputs_are_right(void *context)
{
    size_t i;

    (void)context;
    for (i = 0; i < COUNT; i++)
        if (u[i] != scale * x[i] + y[i] || v[i] != scale * x[i] - z[i])
            return 0;
    return 1;
}

/* Small enough to be exact in any sum here. */
static void change_inputs(unsigned long turn)
{
    x[0] = (float)(turn % 1000 + 1);
}

/* ---- ours ---- */

/* context: the program. */
static int ours_in_place(void *context, unsigned long turn)
{
    saxpy *p = (saxpy *)context;

    change_inputs(turn);
    memcpy(saxpy_x(p), x, BYTES);
    memcpy(saxpy_y(p), y, BYTES);
    memcpy(saxpy_z(p), z, BYTES);
    if (saxpy_replay(p) != VG_OK)
        return 0;
    memcpy(u, saxpy_u(p), BYTES);
    memcpy(v, saxpy_v(p), BYTES);
    return 1;
}

static int ours_without_copies(void *context, unsigned long turn)
{
    saxpy *p = (saxpy *)context;

    saxpy_x(p)[0] = (float)(turn % 1000 + 1);
    return saxpy_replay(p) == VG_OK;
}

static int start_ours(void *context, unsigned long turn)
{
    (void)turn;
    return saxpy_start((saxpy *)context) == VG_OK;
}

static int finish_ours(void *context)
{
    return saxpy_finish((saxpy *)context, VG_FOREVER) == VG_OK;
}

/* What the calls of a way needed, as the program's counters tell. */
typedef struct hits {
    uint64_t calls, resident, kept;
} hits;

static hits of_same, of_same_with_state;

static void add_hits(hits *h, const vg_stats *before, const vg_stats *after)
{
    h->calls++;
    h->resident += after->resident_hits - before->resident_hits;
    h->kept += after->kept_hits - before->kept_hits;
}

static int call_copying(void)
{
    saxpy_call_in in;
    saxpy_call_out out;

    in.x = x;
    in.y = y;
    in.z = z;
    in.x_count = in.y_count = in.z_count = COUNT;
    out.u = u;
    out.v = v;
    out.u_count = out.v_count = COUNT;
    return saxpy_call_call(&copying, &in, &out) == VG_OK;
}

static int ours_call(void *context, unsigned long turn)
{
    (void)context;
    change_inputs(turn);
    return call_copying();
}

static int ours_same(void *context, unsigned long turn)
{
    const vg_stats before = *saxpy_call_stats(&copying);
    int good;

    (void)context;
    (void)turn;
    good = call_copying();
    add_hits(&of_same, &before, saxpy_call_stats(&copying));
    return good;
}

static int ours_same_with_state(void *context, unsigned long turn)
{
    const vg_stats before = *saxpy_count_stats(&counting);
    saxpy_count_in in;
    saxpy_count_out out;
    int good;

    (void)context;
    (void)turn;
    in.x = x;
    in.y = y;
    in.z = z;
    in.x_count = in.y_count = in.z_count = COUNT;
    out.u = u;
    out.v = v;
    out.u_count = out.v_count = COUNT;
    good = saxpy_count_call(&counting, &in, &out) == VG_OK;
    add_hits(&of_same_with_state, &before, saxpy_count_stats(&counting));
    return good;
}

/* ---- by hand ---- */

static void give_inputs(void)
{
    memcpy(hand_pinned(&by_hand.graphs, 0), x, BYTES);
    memcpy(hand_pinned(&by_hand.graphs, 1), y, BYTES);
    memcpy(hand_pinned(&by_hand.graphs, 2), z, BYTES);
}

static void take_outputs(void)
{
    memcpy(u, hand_pinned(&by_hand.graphs, 3), BYTES);
    memcpy(v, hand_pinned(&by_hand.graphs, 4), BYTES);
}

/* The key of the last inputs: where it is the same again, a recipe compares bytes and may launch less. */
static uint64_t last_key;
static uint64_t same_keys;

/* context: the hash. */
typedef uint64_t (*hash_of_inputs)(const void *const *inputs, unsigned count, size_t bytes);
static hash_of_inputs slow_hash = hand_hash, fast_hash = hand_hash_fast;

static int recipe(void *context, unsigned long turn)
{
    uint64_t key;
    const void *inputs[3];

    change_inputs(turn);
    inputs[0] = x;
    inputs[1] = y;
    inputs[2] = z;
    key = (*(const hash_of_inputs *)context)(inputs, 3, BYTES);
    same_keys += key == last_key ? 1 : 0;
    last_key = key;
    give_inputs();
    if (!hand_replay(&by_hand.graphs, HAND_LINE))
        return 0;
    take_outputs();
    return 1;
}

static int graph_by_hand(void *context, unsigned long turn)
{
    change_inputs(turn);
    give_inputs();
    if (!hand_replay(&by_hand.graphs, *(const hand_shape *)context))
        return 0;
    take_outputs();
    return 1;
}

static int mapped_with_word_after(void *context, unsigned long turn)
{
    (void)context;
    change_inputs(turn);
    give_inputs();
    if (!hand_replay_with_word(&by_hand.graphs, HAND_MAPPED))
        return 0;
    take_outputs();
    return 1;
}

/* context: the shape. */
static int start_by_hand(void *context, unsigned long turn)
{
    (void)turn;
    return hand_start(&by_hand.graphs, *(const hand_shape *)context);
}

static int finish_by_hand(void *context)
{
    return hand_finish(&by_hand.graphs, *(const hand_shape *)context);
}

static int start_with_word(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    return hand_start_with_word(&by_hand.graphs, HAND_MAPPED);
}

static int finish_with_word(void *context)
{
    (void)context;
    return hand_finish_with_word(&by_hand.graphs);
}

/* With the inputs that went up last, and the kernel that changes state, so that there is something to do. */
static int resident_by_hand(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    if (!hand_replay(&counted_by_hand.graphs, HAND_RESIDENT))
        return 0;
    memcpy(u, hand_pinned(&counted_by_hand.graphs, 3), BYTES);
    memcpy(v, hand_pinned(&counted_by_hand.graphs, 4), BYTES);
    return 1;
}

static int stream_by_hand(void *context, unsigned long turn)
{
    (void)context;
    change_inputs(turn);
    give_inputs();
    if (!hand_stream(&by_hand.graphs))
        return 0;
    take_outputs();
    return 1;
}

/* ---- the rows ---- */

static hand_shape line = HAND_LINE;
static hand_shape coalesced = HAND_COALESCED;
static hand_shape mapped = HAND_MAPPED;
static hand_shape mapped_word = HAND_MAPPED_WORD;
static hand_shape mapped_end = HAND_MAPPED_END;

static void note_hits(measure_row *row, const hits *h)
{
    snprintf(row->note, sizeof row->note, "of %lu calls %lu without upload, %lu without launch",
             (unsigned long)h->calls, (unsigned long)h->resident, (unsigned long)h->kept);
}

enum {
    IN_PLACE,
    BY_QUERY,
    ALONE,
    ALONE_BY_QUERY,
    CALL,
    CALL_SAME_STATE,
    CALL_SAME,
    RECIPE,
    RECIPE_FAST,
    LINE,
    COALESCED,
    RESIDENT,
    MAPPED,
    MAPPED_AFTER,
    MAPPED_END,
    STREAM,
    MAPPED_WORD, /* last: not every device has it */
    WAYS
};
static measure_way ways[] = {
    {"ours: in place, with copies", ours_in_place, outputs_are_right, &in_place, NULL},
    {"ours: in place, with copies, by query", ours_in_place, outputs_are_right, &by_query, NULL},
    {"ours: in place, replay alone", ours_without_copies, NULL, &in_place, NULL},
    {"ours: in place, replay alone, by query", ours_without_copies, NULL, &by_query, NULL},
    {"ours: call, other inputs", ours_call, outputs_are_right, NULL, NULL},
    {"ours: call, same inputs, state changes", ours_same_with_state, outputs_are_right, NULL, NULL},
    {"ours: call, same inputs", ours_same, outputs_are_right, NULL, NULL},
    {"by hand: hash, a node for each copy", recipe, outputs_are_right, &slow_hash, NULL},
    {"by hand: fast hash, a node for each copy", recipe, outputs_are_right, &fast_hash, NULL},
    {"by hand: a node for each copy", graph_by_hand, outputs_are_right, &line, NULL},
    {"by hand: coalesced copies", graph_by_hand, outputs_are_right, &coalesced, NULL},
    {"by hand: coalesced, no upload", resident_by_hand, NULL, NULL, NULL},
    {"by hand: on mapped memory, query", graph_by_hand, outputs_are_right, &mapped, NULL},
    {"by hand: on mapped memory, word after it", mapped_with_word_after, outputs_are_right, NULL, NULL},
    {"by hand: on mapped memory, kernel at the end", graph_by_hand, outputs_are_right, &mapped_end, NULL},
    {"by hand: stream calls", stream_by_hand, outputs_are_right, NULL, NULL},
    {"by hand: on mapped memory, word by a node", graph_by_hand, outputs_are_right, &mapped_word, NULL},
};
static measure_way paced[] = {
    {"ours: asleep", ours_in_place, NULL, &in_place, NULL},
    {"ours: asleep, busy for the last 100 us", ours_in_place, NULL, &in_place, NULL},
    {"ours: the same, touched when it wakes", ours_in_place, NULL, &in_place, NULL},
    {"ours: busy", ours_in_place, NULL, &in_place, NULL},
    {"by hand: fast hash, a node for each copy, asleep", recipe, NULL, &fast_hash, NULL},
    {"by hand: coalesced copies, asleep", graph_by_hand, NULL, &coalesced, NULL},
    {"by hand: on mapped memory, query, asleep", graph_by_hand, NULL, &mapped, NULL},
    {"by hand: stream calls, asleep", stream_by_hand, NULL, NULL, NULL},
};
static void touch_ours(void)
{
    (void)vg_touch(&in_place.rt);
}

static const measure_pace paces[LENGTH(paced)] = {
    {0, NULL}, {100000, NULL}, {100000, touch_ours}, {MEASURE_BUSY, NULL}, {0, NULL}, {0, NULL}, {0, NULL}, {0, NULL},
};

static measure_way launching[] = {
    {"ours: in place", start_ours, NULL, &in_place, NULL},
    {"ours: in place, by query", start_ours, NULL, &by_query, NULL},
    {"by hand: on mapped memory, query", start_by_hand, NULL, &mapped, NULL},
    {"by hand: on mapped memory, word after it", start_with_word, NULL, NULL, NULL},
    {"by hand: on mapped memory, kernel at the end", start_by_hand, NULL, &mapped_end, NULL},
};
static int (*const finishes[LENGTH(launching)])(void *context) = {finish_ours, finish_ours, finish_by_hand,
                                                                  finish_with_word, finish_by_hand};

static void promise_small(measure_table *t)
{
    const measure_row *in_place_row = ways[IN_PLACE].row;
    measure_row *best_by_hand[] = {ways[MAPPED].row, ways[MAPPED_AFTER].row, ways[MAPPED_END].row,
                                   ways[MAPPED_WORD].row};

    measure_row *recipes[] = {ways[RECIPE].row, ways[RECIPE_FAST].row};

    /* By the faster of both hashes. */
    measure_promise(t, "saxpy, by the recipe", in_place_row, 50, 0.36, recipes, LENGTH(recipes));
    measure_promise(t, "saxpy, by the recipe, p99", in_place_row, 99, 0.50, recipes, LENGTH(recipes));
    measure_promise(t, "saxpy, by the best form by hand on mapped memory", in_place_row, 50, 1.03, best_by_hand,
                    LENGTH(best_by_hand));
    measure_promise(t, "saxpy called, by coalesced copies", ways[CALL].row, 50, 1.05, &ways[COALESCED].row, 1);
    measure_promise(t, "saxpy called, same inputs, by no upload", ways[CALL_SAME_STATE].row, 50, 1.05,
                    &ways[RESIDENT].row, 1);
}

int small_measure(measure_table *t)
{
    int good;

    fill_inputs();
    good = open_all() && measure_compare(t, "3 x 1 KiB in, 2 x 1 KiB out: one after the other", ways,
                                         hand_has(&by_hand.graphs, HAND_MAPPED_WORD) ? WAYS : WAYS - 1, t->replays);
    if (good) {
        note_hits(ways[CALL_SAME_STATE].row, &of_same_with_state);
        note_hits(ways[CALL_SAME].row, &of_same);
        snprintf(ways[RECIPE].row->note, sizeof ways[RECIPE].row->note, "FNV-1a, byte by byte");
        snprintf(ways[RECIPE_FAST].row->note, sizeof ways[RECIPE_FAST].row->note,
                 "16 bytes a step; %lu keys of both seen before", (unsigned long)same_keys);
        nodes_note(ways[IN_PLACE].row, in_place.rt.store.graphs[0].graph);
        nodes_note(ways[CALL].row, copying.rt.store.graphs[0].graph);
        promise_small(t);
        good = measure_starts(t, "the same: the call that launches, alone", launching, finishes, LENGTH(launching),
                              t->replays) &&
               measure_paced(t, "the same, one every millisecond; between them the thread is", paced, paces,
                             LENGTH(paced));
    }
    return close_all() && good;
}
