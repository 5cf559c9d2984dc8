/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* rt_queue.h - two lanes of the program of rt_program.h with queues, for a test: opened and closed as generated code does. */
#ifndef RT_QUEUE_H
#define RT_QUEUE_H

#include "rt_fixture.h"

enum { HARMLESS = 304, ILLEGAL_ADDRESS = 700, SLOTS = 3, QUEUES = 2 };

/* How the end of a replay is seen. */
enum { NUMBERS, ENDS, EVENTS, ASLEEP, ASLEEP_BY_EVENTS, WAYS };

static rt_lane slots[QUEUES][SLOTS];
static vg_queue queues[QUEUES];
static vg_program *const lane = &slots[0][0].rt, *const second = &slots[1][0].rt;

static inline void setup_way(int way)
{
    setup_program();
    memset(slots, 0, sizeof slots);
    memset(queues, 0, sizeof queues);
    for (unsigned i = 0; i < QUEUES * SLOTS; i++) {
        slots[i / SLOTS][i % SLOTS].of = &p;
        slots[i / SLOTS][i % SLOTS].blocks = 4;
    }
    p.ends = way == ENDS ? 1u << MAIN | 1u << AGAIN : 0;
    config.completion = way == ENDS ? VG_COMPLETION_AUTO : VG_COMPLETION_WORD;
    config.completion = way == EVENTS || way == ASLEEP_BY_EVENTS ? VG_COMPLETION_QUERY : config.completion;
    config.wait = way == ASLEEP || way == ASLEEP_BY_EVENTS ? VG_WAIT_BLOCK : VG_WAIT_SPIN;
    fake.queues = 1;
    fake.busy = 2;
}

static vg_detail of_close; /* of its first failure */

/* As generated: all lanes before any further slot; the last lane is closed first, and the first failure is returned. */
static inline vg_status close_queues(unsigned count)
{
    vg_status first = VG_OK;
    while (count-- > 0) {
        const vg_status status = vg_queue_close(&slots[count][0].rt);
        if (first == VG_OK && status != VG_OK) {
            first = status;
            of_close = slots[count][0].rt.detail;
        }
    }
    return first;
}

static inline vg_status open_queues(unsigned count, vg_detail *detail)
{
    vg_status status = VG_OK;
    for (unsigned i = 0; status == VG_OK && i < count * SLOTS; i++) {
        rt_lane *own = &slots[i % count][i / count];
        vg_storage storage = rt_program_storage(&p, own);
        storage.slots = SLOTS;
        storage.queue = &queues[i % count];
        if (i == 0) {
            status = vg_open(lane, &p.desc, &config, &storage);
        } else if (i < count) {
            status = vg_open_lane(&own->rt, lane, &storage);
        } else {
            fake_make_for(slots[i % count][0].rt.stream);
            status = vg_open_slot(&own->rt, &slots[i % count][0].rt, &storage, i / count);
        }
        if (status != VG_OK) {
            *detail = own->rt.detail;
            (void)close_queues(i < count ? i : count);
        }
    }
    return status;
}

static inline void opened(unsigned count)
{
    vg_detail detail;
    ck_assert_int_eq(open_queues(count, &detail), VG_OK);
}

static inline void closed(unsigned count)
{
    ck_assert_int_eq(close_queues(count), VG_OK);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}

static inline void start(unsigned graph)
{
    ck_assert_int_eq(vg_queue_start(lane, graph), VG_OK);
}

#endif
