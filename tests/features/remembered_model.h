/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What remembered_test.c does at random, and a model of it: for each graph and lane a list of calls, the one that was
 * used last in front. */
#ifndef REMEMBERED_MODEL_H
#define REMEMBERED_MODEL_H

#include "feature.h"

enum { N = REMEMBERED_N, KEEP = REMEMBERED_KEEP, MOST_ITEMS = 6 };

typedef enum { PLAIN, TIMED, STEPPED, STARTED } way;
typedef enum { SCALED, PAIRED, TURNED, BATCH, SET_GAIN, SWITCH, PROFILE, RESET } kind;

typedef struct {
    kind what;
    way how;
    unsigned lane;
    uint32_t first, second; /* what goes in, or is set */
    uint32_t items[MOST_ITEMS];
    size_t count;
} action;

typedef struct {
    uint64_t launches, hits;
} counts;

typedef struct {
    uint64_t calls[KEEP];
    unsigned count;
} list;

typedef struct {
    list kept[3];
    uint32_t gain;
    int inverted;
} model;

static model models[REMEMBERED_LANES];
static uint64_t random_state = 88172645463325252u;

static uint32_t below(uint32_t bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % bound;
}

static const uint32_t *values_of(uint32_t value)
{
    static uint32_t x[N];

    for (uint32_t i = 0; i < N; i++)
        x[i] = value + i;
    return x;
}

static void forget(model *m)
{
    memset(m->kept, 0, sizeof m->kept);
}

/* Whether the call is kept; then it is the one that was used last. */
static int find(list *l, uint64_t call)
{
    for (unsigned i = 0; i < l->count; i++) {
        if (l->calls[i] != call)
            continue;
        memmove(&l->calls[1], &l->calls[0], i * sizeof *l->calls);
        l->calls[0] = call;
        return 1;
    }
    return 0;
}

static void remember(list *l, uint64_t call)
{
    l->count += l->count < KEEP ? 1 : 0;
    memmove(&l->calls[1], &l->calls[0], (l->count - 1) * sizeof *l->calls);
    l->calls[0] = call;
}

static int look(list *l, uint64_t call)
{
    if (find(l, call))
        return 1;
    remember(l, call);
    return 0;
}

/* Hits first, on the first lane that has the call; then the others, one lane after the other, of which one may have
 * become a hit of its lane. What a lane starts is remembered when it is waited for: before the lane's next item. */
static counts predict_batch(const action *a)
{
    counts c = {0, 0};
    int done[MOST_ITEMS] = {0};
    unsigned lane;

    for (size_t i = 0; i < a->count; i++)
        for (lane = 0; lane < REMEMBERED_LANES && !done[i]; lane++)
            done[i] = find(&models[lane].kept[SCALED], a->items[i]);
    lane = 0;
    for (size_t i = 0; i < a->count; i++) {
        c.hits += done[i] ? 1 : 0;
        if (done[i])
            continue;
        if (look(&models[lane].kept[SCALED], a->items[i]))
            c.hits++;
        else
            c.launches++;
        lane = (lane + 1) % REMEMBERED_LANES;
    }
    return c;
}

static counts predict_call(model *m, const action *a)
{
    static const counts hit = {0, 1}, launch = {1, 0};
    const uint64_t call = a->what == SCALED ? a->first : (uint64_t)a->first << 32 | a->second;

    if (a->what == SCALED && a->how == STEPPED)
        forget(m);
    return look(&m->kept[a->what], call) ? hit : launch;
}

static counts predict(const action *a)
{
    static const counts none = {0, 0}, profile = {1, 0};
    model *m = &models[a->lane];

    switch (a->what) {
    case BATCH:
        return predict_batch(a);
    case SET_GAIN:
        if (m->gain != a->first)
            forget(m);
        m->gain = a->first;
        return none;
    case SWITCH:
        if (m->inverted != (int)a->first)
            forget(m);
        m->inverted = (int)a->first;
        return none;
    case PROFILE:
        forget(m);
        return profile;
    case RESET:
        forget(m);
        return none;
    default:
        return predict_call(m, a);
    }
}

/* Few values, so that many calls are kept. In a batch all lanes must have the same settings, or nobody can say what is
 * right. */
static action choose(void)
{
    const uint32_t which = below(100);
    action a = {SCALED, PLAIN, below(REMEMBERED_LANES), below(5), 0, {0}, 0};

    a.how = below(3) == 0 ? (way)below(4) : PLAIN;
    if (which < 25)
        a.second = 100u + below(2);
    if (which < 15) {
        a.what = PAIRED;
    } else if (which < 25) {
        a.what = TURNED;
    } else if (which < 45 && models[0].gain == models[1].gain && models[0].inverted == models[1].inverted) {
        a.what = BATCH;
        a.count = 1 + below(MOST_ITEMS);
        for (size_t i = 0; i < a.count; i++)
            a.items[i] = below(7);
    } else if (which >= 90) {
        a.what = which < 94 ? SET_GAIN : which < 97 ? SWITCH : which < 98 ? RESET : PROFILE;
        a.first = below(2);
    }
    return a;
}

#endif
