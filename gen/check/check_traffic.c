/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* When buffers cross the bus, which of their bytes, and the offsets that a spec fixes. */
#include "check/check_parts.h"

#include <inttypes.h>

static bool may_upload(model_role role)
{
    return role == ROLE_INPUT || role == ROLE_INOUT || role == ROLE_STATE;
}

static bool may_download(model_role role)
{
    return role == ROLE_OUTPUT || role == ROLE_INOUT || role == ROLE_STATE;
}

static const char *a_role(checker *c, model_role role)
{
    const char *name = model_role_name(role);

    return arena_printf(c->a, "%s %s", name[0] == 'i' || name[0] == 'o' ? "an" : "a", name);
}

static bool refuse(checker *c, span at, const char *key, const model_buffer *b, const char *hint)
{
    diag_error(c->d, at, "key-role", "'%s' is not for %s", key, a_role(c, b->role));
    diag_hint(c->d, "%s", hint);
    return false;
}

static bool fail_never(checker *c, span at, const model_buffer *b, const char *text, const char *hint)
{
    diag_error(c->d, at, "traffic-never", "'%s' is %s that %s", b->name, a_role(c, b->role), text);
    diag_hint(c->d, "%s", hint);
    return false;
}

/* Fills in the defaults that follow from a buffer's role. */
static void take_defaults(model_buffer *b)
{
    if (b->upload == TRAFFIC_DEFAULT)
        b->upload = b->role == ROLE_INPUT || b->role == ROLE_INOUT ? TRAFFIC_EACH : TRAFFIC_NEVER;
    if (b->download == TRAFFIC_DEFAULT)
        b->download = b->role == ROLE_OUTPUT || b->role == ROLE_INOUT ? TRAFFIC_EACH : TRAFFIC_NEVER;
}

static bool check_directions(checker *c, model_buffer *b)
{
    if (b->upload_at.source != 0 && !may_upload(b->role))
        return refuse(c, b->upload_at, "upload", b, "the roles input, inout and state may be uploaded");
    if (b->download_at.source != 0 && !may_download(b->role))
        return refuse(c, b->download_at, "download", b, "the roles output, inout and state may be downloaded");
    take_defaults(b);
    if (b->role == ROLE_INPUT && b->upload == TRAFFIC_NEVER)
        return fail_never(c, b->upload_at, b, "never comes in", "what never changes has the role constant");
    if (b->role == ROLE_INOUT && b->upload == TRAFFIC_NEVER)
        return fail_never(c, b->upload_at, b, "never comes in",
                          "what steps keep has the role state, and may have a 'download' too");
    if (b->role == ROLE_OUTPUT && b->download == TRAFFIC_NEVER)
        return fail_never(c, b->download_at, b, "never goes out", "what only steps see has the role scratch");
    return true;
}

/* ---- range of what comes back ---- */

static bool check_range(checker *c, model_buffer *b)
{
    model_expr *from = &b->range[0], *to = &b->range[1];
    bool whole;

    b->down_first = 0;
    b->down_last = b->size;
    if (b->range_at.source == 0 || b->role == ROLE_SETTING)
        return true;
    if (!may_download(b->role))
        return refuse(c, b->range_at, "range", b,
                      "'range' limits what an output, inout or state downloads, or the values of a setting");
    if (b->download == TRAFFIC_NEVER) {
        diag_error(c->d, b->range_at, "range-unused", "'%s' has a range, but none of it is downloaded", b->name);
        diag_hint(c->d, "give it 'download: each' or 'download: on_request', or leave out 'range'");
        return false;
    }
    whole = check_evaluate(c, from);
    whole = check_evaluate(c, to) && whole;
    if (!whole)
        return false;
    for (size_t i = 0; i < 2; i++)
        if (b->range[i].value < 0 || (uint64_t)b->range[i].value > b->elements) {
            diag_error(c->d, b->range[i].at, "range-bounds",
                       "%" PRId64 " is outside '%s', which has %" PRIu64 " elements", b->range[i].value, b->name,
                       b->elements);
            return false;
        }
    if (from->value > to->value || (from->value == to->value && b->elements > 0)) {
        diag_error(c->d, b->range_at, "range-bounds",
                   "the range of '%s' has no elements: it is [%" PRId64 ", %" PRId64 "]", b->name, from->value,
                   to->value);
        diag_hint(c->d, "a range is [first, end], the end not included");
        return false;
    }
    b->down_first = (uint64_t)from->value * b->type->size;
    b->down_last = (uint64_t)to->value * b->type->size;
    return true;
}

/* ---- at ---- */

static bool check_fixed(checker *c, model_buffer *b)
{
    model_expr *e = &b->at_offset;

    if (e->root == NULL)
        return true;
    if (!check_evaluate(c, e))
        return false;
    if (e->value < 0 || e->value % b->alignment != 0) {
        diag_error(c->d, e->at, "at-value",
                   "expected a multiple of %" PRIu32 ", which '%s' is aligned to, found %" PRId64, b->alignment,
                   b->name, e->value);
        if (b->align.root == NULL && e->value > 0)
            diag_hint(c->d, "give it a smaller 'align' as well");
        return false;
    }
    if (b->size > (uint64_t)(INT64_MAX - e->value)) {
        diag_error(c->d, e->at, "at-value", "'%s' would end beyond signed 64 bits", b->name);
        return false;
    }
    b->fixed = true;
    b->fixed_offset = (uint64_t)e->value;
    return true;
}

static bool check_lane_and_transport(checker *c, const model_buffer *b)
{
    if (b->per_lane_at.source != 0 && b->role != ROLE_STATE)
        return refuse(c, b->per_lane_at, "per_lane", b, "only a state has to declare that each lane has its own");
    if (b->io_at.source != 0 && !may_upload(b->role) && !may_download(b->role) && b->role != ROLE_SETTING)
        return refuse(c, b->io_at, "io", b, "only what crosses the bus has a transport");
    return true;
}

void check_traffic(checker *c)
{
    for (size_t i = 0; i < c->m->buffer_count; i++) {
        model_buffer *b = &c->m->buffers[i];
        bool good;

        if (b->broken) {
            take_defaults(b);
            continue;
        }
        if (b->external) {
            b->broken = !check_external(c, b);
            take_defaults(b);
            continue;
        }
        good = check_directions(c, b);
        good = check_range(c, b) && good;
        good = check_fixed(c, b) && good;
        good = check_lane_and_transport(c, b) && good;
        b->broken = !good;
    }
}
