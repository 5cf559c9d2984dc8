/* SPDX-License-Identifier: MIT */
/* Programs saxpy, saxpy_call, saxpy_count and equalizer, and saxpy by hand. Every way begins with inputs in the
 * application's memory and ends with outputs there, unless its name says otherwise. */
#include "rows.h"

#include <string.h>

#include "equalizer.h"
#include "hand.h"
#include "report.h"
#include "saxpy.h"
#include "saxpy_call.h"
#include "saxpy_count.h"

#define COUNT ((size_t)SAXPY_N)
#define BYTES (COUNT * sizeof(float))
#define LENGTH(list) (sizeof(list) / sizeof *(list))

static saxpy in_place;
static saxpy_call copying;
static saxpy_count counting;
static equalizer filter;
static float scale = (float)SAXPY_SCALE;
static unsigned elements = (unsigned)SAXPY_N;

/* The kernel of saxpy by hand, and that of saxpy_count, which counts its replays. */
static hand by_hand, counted_by_hand;
static CUdeviceptr addresses[5], counted_addresses[5], counter;
static void *arguments[7], *counted_arguments[8];

/* The application's own memory. */
static float x[SAXPY_N], y[SAXPY_N], z[SAXPY_N], u[SAXPY_N], v[SAXPY_N];
static float frame[EQUALIZER_FRAME], filtered[EQUALIZER_FRAME];

static int opened(vg_status status, const char *program, const vg_detail *detail)
{
    if (status != VG_OK)
        report_failure(program, "open", detail);
    return status == VG_OK;
}

/* `arguments` are those of saxpy, and whatever comes after them. */
static int open_by_hand(hand *h, void *function, CUdeviceptr *at, void **given)
{
    unsigned i;

    memset(h, 0, sizeof *h);
    h->context = (CUcontext)in_place.rt.context;
    h->function = (CUfunction)function;
    h->inputs = 3;
    h->outputs = 2;
    h->bytes = BYTES;
    h->block = 128;
    h->grid = (elements + h->block - 1) / h->block;
    h->arguments = given;
    if (!hand_open(h))
        return 0;
    for (i = 0; i < 5; i++)
        at[i] = hand_address(h, i);
    given[0] = &at[0];
    given[1] = &at[1];
    given[2] = &at[2];
    given[3] = &scale;
    given[4] = &at[3];
    given[5] = &at[4];
    given[6] = &elements;
    return hand_build(h);
}

static int open_all(void)
{
    if (!opened(saxpy_open(&in_place, NULL, NULL), "saxpy", saxpy_detail(&in_place)) ||
        !opened(saxpy_call_open(&copying, NULL, NULL), "saxpy_call", saxpy_call_detail(&copying)) ||
        !opened(saxpy_count_open(&counting, NULL, NULL), "saxpy_count", saxpy_count_detail(&counting)))
        return 0;
    /* Stays current, so that no way has to change it. */
    if (cuCtxSetCurrent((CUcontext)in_place.rt.context) != CUDA_SUCCESS || cuMemAlloc(&counter, 4) != CUDA_SUCCESS ||
        cuMemsetD32(counter, 0, 1) != CUDA_SUCCESS)
        return 0;
    counted_arguments[7] = &counter;
    return open_by_hand(&by_hand, in_place.kernel[0], addresses, arguments) &&
           open_by_hand(&counted_by_hand, counting.kernel[0], counted_addresses, counted_arguments);
}

static int close_all(void)
{
    hand_close(&counted_by_hand);
    hand_close(&by_hand);
    (void)cuMemFree(counter);
    (void)cuCtxSetCurrent(NULL);
    return saxpy_count_close(&counting) == VG_OK && saxpy_call_close(&copying) == VG_OK &&
           saxpy_close(&in_place) == VG_OK;
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

static int ours_in_place(void *context, unsigned long turn)
{
    (void)context;
    change_inputs(turn);
    memcpy(saxpy_x(&in_place), x, BYTES);
    memcpy(saxpy_y(&in_place), y, BYTES);
    memcpy(saxpy_z(&in_place), z, BYTES);
    if (saxpy_replay(&in_place) != VG_OK)
        return 0;
    memcpy(u, saxpy_u(&in_place), BYTES);
    memcpy(v, saxpy_v(&in_place), BYTES);
    return 1;
}

static int ours_without_copies(void *context, unsigned long turn)
{
    (void)context;
    saxpy_x(&in_place)[0] = (float)(turn % 1000 + 1);
    return saxpy_replay(&in_place) == VG_OK;
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
    memcpy(hand_pinned(&by_hand, 0), x, BYTES);
    memcpy(hand_pinned(&by_hand, 1), y, BYTES);
    memcpy(hand_pinned(&by_hand, 2), z, BYTES);
}

static void take_outputs(void)
{
    memcpy(u, hand_pinned(&by_hand, 3), BYTES);
    memcpy(v, hand_pinned(&by_hand, 4), BYTES);
}

/* The key of the last inputs: where it is the same again, a recipe compares bytes and may launch less. */
static uint64_t last_key;
static uint64_t same_keys;

static int recipe(void *context, unsigned long turn)
{
    uint64_t key;
    const void *inputs[3];

    (void)context;
    change_inputs(turn);
    inputs[0] = x;
    inputs[1] = y;
    inputs[2] = z;
    key = hand_hash(inputs, 3, BYTES);
    same_keys += key == last_key ? 1 : 0;
    last_key = key;
    give_inputs();
    if (!hand_replay(&by_hand, HAND_LINE))
        return 0;
    take_outputs();
    return 1;
}

static int graph_by_hand(void *context, unsigned long turn)
{
    change_inputs(turn);
    give_inputs();
    if (!hand_replay(&by_hand, *(const hand_shape *)context))
        return 0;
    take_outputs();
    return 1;
}

/* With the inputs that went up last, and the kernel that changes state, so that there is something to do. */
static int resident_by_hand(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    if (!hand_replay(&counted_by_hand, HAND_RESIDENT))
        return 0;
    memcpy(u, hand_pinned(&counted_by_hand, 3), BYTES);
    memcpy(v, hand_pinned(&counted_by_hand, 4), BYTES);
    return 1;
}

static int stream_by_hand(void *context, unsigned long turn)
{
    (void)context;
    change_inputs(turn);
    give_inputs();
    if (!hand_stream(&by_hand))
        return 0;
    take_outputs();
    return 1;
}

/* ---- the rows ---- */

static hand_shape line = HAND_LINE;
static hand_shape coalesced = HAND_COALESCED;

static void note_hits(measure_row *row, const hits *h)
{
    snprintf(row->note, sizeof row->note, "of %lu calls %lu without upload, %lu without launch",
             (unsigned long)h->calls, (unsigned long)h->resident, (unsigned long)h->kept);
}

int small_measure(measure_table *t)
{
    static measure_way ways[] = {
        {"ours: in place, with copies", ours_in_place, outputs_are_right, NULL, NULL},
        {"ours: in place, replay alone", ours_without_copies, NULL, NULL, NULL},
        {"ours: call, other inputs", ours_call, outputs_are_right, NULL, NULL},
        {"ours: call, same inputs, state changes", ours_same_with_state, outputs_are_right, NULL, NULL},
        {"ours: call, same inputs", ours_same, outputs_are_right, NULL, NULL},
        {"by hand: hash, a node for each copy", recipe, outputs_are_right, NULL, NULL},
        {"by hand: a node for each copy", graph_by_hand, outputs_are_right, &line, NULL},
        {"by hand: coalesced copies", graph_by_hand, outputs_are_right, &coalesced, NULL},
        {"by hand: coalesced, no upload", resident_by_hand, NULL, NULL, NULL},
        {"by hand: stream calls", stream_by_hand, outputs_are_right, NULL, NULL},
    };
    static measure_way paced[] = {
        {"ours: in place, with copies", ours_in_place, NULL, NULL, NULL},
        {"by hand: hash, a node for each copy", recipe, NULL, NULL, NULL},
        {"by hand: coalesced copies", graph_by_hand, NULL, &coalesced, NULL},
        {"by hand: stream calls", stream_by_hand, NULL, NULL, NULL},
    };
    int good;

    fill_inputs();
    good = open_all() &&
           measure_compare(t, "3 x 1 KiB in, 2 x 1 KiB out: one after the other", ways, LENGTH(ways), t->replays);
    if (good) {
        note_hits(ways[3].row, &of_same_with_state);
        note_hits(ways[4].row, &of_same);
        snprintf(ways[5].row->note, sizeof ways[5].row->note, "FNV-1a; %lu of its keys seen before",
                 (unsigned long)same_keys);
        good = measure_paced(t, "the same, one every millisecond, asleep between", paced, LENGTH(paced));
    }
    return close_all() && good;
}

static int filter_frame(void *context, unsigned long turn)
{
    (void)context;
    frame[0] = (float)(turn % 100) / 100.0f;
    memcpy(equalizer_x(&filter), frame, sizeof frame);
    if (equalizer_replay(&filter) != VG_OK)
        return 0;
    memcpy(filtered, equalizer_y(&filter), sizeof filtered);
    return 1;
}

int equalizer_measure(measure_table *t)
{
    static measure_way tight[] = {{"equalizer: one after the other", filter_frame, NULL, NULL, NULL}};
    static measure_way paced[] = {{"equalizer: one every millisecond", filter_frame, NULL, NULL, NULL}};
    int good;

    if (!opened(equalizer_open(&filter, NULL, NULL), "equalizer", equalizer_detail(&filter)))
        return 0;
    good = cuCtxSetCurrent((CUcontext)filter.rt.context) == CUDA_SUCCESS &&
           measure_compare(t, "equalizer: 1 KiB in and out, 3 kernels, 2 fills, a copy", tight, 1, t->replays) &&
           measure_paced(t, "equalizer: 1 KiB in and out, 3 kernels, 2 fills, a copy", paced, 1);
    (void)cuCtxSetCurrent(NULL);
    return equalizer_close(&filter) == VG_OK && good;
}
