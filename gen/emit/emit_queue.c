/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Programs with several replays in flight: open and close, the functions that wait, and what is handed from the first
 * slot of a lane, which the application sets, to the slot that a replay takes. */
#include <string.h>

#include "emit/parts.h"

/* ---- open and close ---- */

/* The first slots of all lanes come before the others, so that these know what several lanes change. */
static void open_slot(FILE *file, const emit *e)
{
    const char *desc = emit_private(e, "desc"), *lanes = arena_printf(e->memory, "%s_LANES", e->prefix);

    fprintf(file, "    for (i = 0; i < %s%s%s_IN_FLIGHT; i++) {\n", e->lanes ? lanes : "", e->lanes ? " * " : "",
            e->prefix);
    if (e->lanes)
        fprintf(file, "        %s *lane = &p->slot[i %% %s * %s_IN_FLIGHT];\n        %s *own = lane + i / %s;\n",
                e->self, lanes, e->prefix, e->self, lanes);
    else
        fprintf(file, "        %s *lane = p->slot;\n        %s *own = &p->slot[i];\n", e->self, e->self);
    fputs("        vg_storage storage;\n\n        own->set = lane;\n        own->kernel = p->kernel;\n", file);
    emit_storage(file, e, "        ", "own", "own->");
    fprintf(file, "        storage.slots = %s_IN_FLIGHT;\n        storage.queue = &p->queue[%s%s];\n", e->prefix,
            e->lanes ? "i % " : "0", e->lanes ? lanes : "");
    fprintf(file, "        if (i == 0u) {\n            status = vg_open(&own->rt, &%s, config, &storage);\n", desc);
    if (e->lanes)
        fprintf(file, "        } else if (own == lane) {\n"
                      "            status = vg_open_lane(&own->rt, &p->slot[0].rt, &storage);\n");
    fprintf(file,
            "        } else {\n            status = vg_open_slot(&own->rt, &lane->rt, &storage, i%s%s);\n        }\n",
            e->lanes ? " / " : "", e->lanes ? lanes : "");
}

static void open_all(FILE *file, const emit *e)
{
    fprintf(file, "vg_status %s_open(%s *p, const vg_config *config, const %s_data *data)\n{\n", e->program, e->program,
            e->program);
    fputs(
        "    vg_status status = VG_OK;\n    unsigned i;\n\n    if (p == NULL) {\n        return VG_ARGUMENT;\n    }\n",
        file);
    emit_take_app_data(file, e);
    open_slot(file, e);
    fputs("        if (status != VG_OK) {\n", file);
    if (e->lanes)
        fprintf(file, "            (void)%s(p, (i < %s_LANES) ? i : %s_LANES, &own->rt);\n",
                emit_private(e, "close_lanes"), e->prefix, e->prefix);
    else
        fputs("            if ((i > 0u) && (vg_queue_close(&lane->rt) != VG_OK)) {\n"
              "                vg_add_failures(&own->rt, &lane->rt);\n            }\n"
              "            p->slot[0].rt.detail = own->rt.detail;\n",
              file);
    fprintf(file,
            "            if (status == VG_TIMEOUT) { /* all stays as it is */\n                vg_stick(&lane->rt);\n"
            "%s            }\n            break;\n        }\n    }\n    return status;\n}\n",
            e->lanes ? "                vg_stick(&p->slot[0].rt);\n" : "");
}

/* Nothing is closed while a replay of any lane is in flight. */
static void close_all(FILE *file, const emit *e)
{
    fprintf(file, "\nvg_status %s_close(%s *p)\n{\n", e->program, e->program);
    if (!e->lanes) {
        fputs("    return (p == NULL) ? VG_ARGUMENT : vg_queue_close(&p->slot[0].rt);\n}\n", file);
        return;
    }
    fprintf(file,
            "    unsigned i;\n\n    if (p == NULL) {\n        return VG_ARGUMENT;\n    }\n"
            "    for (i = 0; i < %s_LANES; i++) {\n        %s *lane = &p->slot[i * %s_IN_FLIGHT];\n"
            "        const vg_status status = vg_queue_check_close(&lane->rt);\n"
            "        if (status != VG_OK) {\n            p->slot[0].rt.detail = lane->rt.detail;\n"
            "            return status;\n        }\n    }\n"
            "    for (i = 0; i < %s_LANES; i++) {\n        %s *lane = &p->slot[i * %s_IN_FLIGHT];\n\n"
            "        if (vg_quiet(&lane->rt, &p->slot[0].rt) == VG_TIMEOUT) {\n"
            "            p->slot[0].rt.detail = lane->rt.detail;\n            return VG_TIMEOUT;\n        }\n    }\n"
            "    return %s(p, %s_LANES, NULL);\n}\n",
            e->prefix, e->self, e->prefix, e->prefix, e->self, e->prefix, emit_private(e, "close_lanes"), e->prefix);
}

void emit_open_queue(FILE *file, const emit *e)
{
    if (e->lanes)
        emit_close_lanes(file, e, arena_printf(e->memory, "slot[(i - 1u) * %s_IN_FLIGHT]", e->prefix),
                         "vg_queue_close", "slot[0]");
    open_all(file, e);
    close_all(file, e);
}

/* ---- functions for the application ---- */

void emit_alone(FILE *file, const emit *e, const char *name, const char *parameters, const char *call, bool runs)
{
    if (!e->queued) {
        emit_hand_on(file, e, name, parameters, call);
        return;
    }
    emit_begin_with(file, e, "vg_status", name, parameters, false, "    vg_status status;\n");
    fputs("    if (own == NULL) {\n        return VG_ARGUMENT;\n    }\n    status = vg_queue_alone(&own->rt);\n", file);
    fprintf(file, "    return (status != VG_OK) ? status : %s%s%s;\n}\n\n", runs ? "vg_queue_ran(&own->rt, " : "", call,
            runs ? ")" : "");
}

static void declare(FILE *file, const emit *e, const char *text, const char *result, const char *name,
                    const char *parameters)
{
    emit_wrapped(file, "/* ", " * ", text);
    fputc('\n', file);
    emit_declare(file, e, result, name, parameters, result[0] == 'u');
    fputc('\n', file);
}

void emit_api_waits(FILE *file, const emit *e)
{
    declare(file, e,
            "Of the oldest replay in flight: VG_OK when it is done, which takes it out of the queue, VG_BUSY while it "
            "runs, VG_STATE if none is in flight. */",
            "vg_status", "poll", "");
    declare(
        file, e,
        "Waits for the oldest replay in flight, at most timeout_ns nanoseconds from now, and takes it out of the "
        "queue. VG_TIMEOUT leaves it there, and finish may be called again; 0 looks once; only VG_FOREVER may sleep "
        "in the driver. VG_STATE if none is in flight. After any other failure nothing more is started, and the "
        "detail says which replay it was (\"main, replay 12\", counted from open on). */",
        "vg_status", "finish", "uint64_t timeout_ns");
    declare(file, e,
            "Waits for all replays in flight, one after the other, at most timeout_ns nanoseconds together. The first "
            "failure ends it. Outputs are then those of the last replay. VG_OK if none was in flight. */",
            "vg_status", "finish_all", "uint64_t timeout_ns");
    declare(file, e, "How many replays are in flight. */", "unsigned", "in_flight", "");
}

void emit_waits(FILE *file, const emit *e)
{
    const char *poll = e->queued ? "queue_poll" : "poll", *finish = e->queued ? "queue_finish" : "finish";

    emit_hand_on(file, e, "poll", "", emit_replay_call(e, poll, e->own, ""));
    emit_hand_on(file, e, "finish", "uint64_t timeout_ns", emit_replay_call(e, finish, e->own, ", timeout_ns"));
    if (!e->queued)
        return;
    emit_hand_on(file, e, "finish_all", "uint64_t timeout_ns", "vg_queue_finish_all(&own->rt, timeout_ns)");
    emit_begin(file, e, "unsigned", "in_flight", "", true);
    fprintf(file, "    return %s ? own->rt.store.queue->count : 0u;\n}\n\n", emit_is_open(e));
}

/* ---- from slot to slot ---- */

static bool has_requests(const emit *e, plan_direction direction)
{
    return emit_has_requests(e->m, direction);
}

void emit_take_settings(FILE *file, const emit *e)
{
    if (!e->queued)
        return;
    if (emit_has_settings(e->m))
        fputs("    p->setting = p->set->setting;\n", file);
    if (e->m->switch_count > 0)
        fputs("    p->on = p->set->on;\n", file);
    if (has_requests(e, PLAN_UPLOAD))
        fputs("    p->changed = p->set->changed;\n", file);
    if (has_requests(e, PLAN_DOWNLOAD))
        fputs("    p->wanted = p->set->wanted;\n", file);
}

void emit_give_requests(FILE *file, const emit *e)
{
    if (!e->queued)
        return;
    if (has_requests(e, PLAN_UPLOAD))
        fputs("    p->set->changed = p->changed;\n", file);
    if (has_requests(e, PLAN_DOWNLOAD))
        fputs("    p->set->wanted = p->wanted;\n", file);
}
