/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: open and close, for one lane and for several. With slots it is emit_queue.c that writes them. */
#include <string.h>

#include "emit/parts.h"

void emit_take_app_data(FILE *file, const emit *e)
{
    const char *rt = e->queued ? "&p->slot[0].rt" : e->lanes ? "&p->lane[0].rt" : "&p->rt";

    if (e->app_count == 0) {
        if (emit_external_count(e->m) == 0 && !emit_any_capture(e))
            fputs("    (void)data;\n", file);
        return;
    }
    fprintf(file, "    if (data == NULL) {\n        return vg_refuse(%s, VG_ARGUMENT, \"data\", 0u, 0u);\n    }\n", rt);
    for (size_t i = 0; i < e->app_count; i++) {
        const model_buffer *b = &e->m->buffers[e->app_data[i]];
        const char *name = emit_member(e->memory, b->name);
        if (b->size > 0)
            fprintf(file,
                    "    if (data->%s == NULL) {\n"
                    "        return vg_refuse(%s, VG_ARGUMENT, \"data->%s\", %lluu, 0u);\n    }\n",
                    name, rt, name, (unsigned long long)b->size);
    }
    for (size_t i = 0; i < e->app_count; i++)
        fprintf(file, "    p->data[%zu] = data->%s;\n", i, emit_member(e->memory, e->m->buffers[e->app_data[i]].name));
}

/* What the runtime keeps in the program's struct. */
void emit_storage(FILE *file, const emit *e, const char *indent, const char *self, const char *lane)
{
    static const char *const arrays[][3] = {{"arenas", "device", "lane"},
                                            {"modules", "module", ""},
                                            {"kernels", "kernel", ""},
                                            {"nodes", "node", "lane"},
                                            {"graphs", "graph", "lane"}};

    /* The first row is left out where there is no device memory. */
    fprintf(file, "%s(void)memset(&storage, 0, sizeof storage);\n%sstorage.self = %s;\n", indent, indent, self);
    for (size_t i = e->p->arena_count > 0 ? 0 : 1; i < sizeof arrays / sizeof *arrays; i++)
        fprintf(file, "%sstorage.%s = %s%s;\n", indent, arrays[i][0], arrays[i][2][0] != '\0' ? lane : "p->",
                arrays[i][1]);
    if (e->condition_count > 0)
        fprintf(file, "%sstorage.conditions = %scondition;\n%sstorage.condition_count = %zuu;\n", indent, lane, indent,
                e->condition_count);
    if (e->any_rebuilt)
        fprintf(file, "%sstorage.rebuild = vg_rebuild;\n", indent);
    emit_fused_storage(file, e, indent);
    if (emit_any_sized(e))
        fprintf(file, "%sstorage.ended = %s;\n", indent, emit_private(e, "ended"));
    if (e->any_toggled)
        fprintf(file, "%sstorage.disabled = %sdisabled;\n", indent, lane);
    if (emit_external_count(e->m) > 0)
        fprintf(file, "%sstorage.binds = 1u;\n", indent);
    if (e->m->pooled && e->p->arena_count > 0)
        fprintf(file, "%sstorage.pooled = %s;\n", indent, emit_private(e, "arena_pooled"));
    if (e->m->pooled)
        fprintf(file, "%sstorage.pooled_bytes = %s_POOL_PINNED_BYTES;\n", indent, e->prefix);
    if (emit_has_taken(e))
        fprintf(file, "%sstorage.taken = %s;\n", indent, emit_private(e, "taken"));
    if (e->app_count > 0)
        fprintf(file, "%sstorage.app_data = p->data;\n", indent);
    emit_take_functions(file, e, indent, lane);
    emit_capture_storage(file, e, indent, lane);
}

static void open_one(FILE *file, const emit *e)
{
    fprintf(file, "vg_status %s_open(%s *p, const vg_config *config, const %s_data *data)\n{\n", e->program, e->program,
            e->program);
    bool binds = emit_external_count(e->m) > 0;

    fprintf(file, "    vg_storage storage;\n%s%s\n    if (p == NULL) {\n        return VG_ARGUMENT;\n    }\n",
            emit_given_variable(e, "    "), binds || emit_has_mailbox(e) ? "    vg_status status;\n" : "");
    emit_take_app_data(file, e);
    emit_storage(file, e, "    ", "p", "p->");
    if (!binds && !emit_has_mailbox(e)) {
        fprintf(file, "    return vg_open(&p->rt, &%s, config, &storage);\n}\n", emit_private(e, "desc"));
        return;
    }
    emit_give(file, e, "    ", "p->", "");
    fprintf(file, "    status = vg_open(&p->rt, &%s, config, &storage);\n", emit_private(e, "desc"));
    if (binds)
        emit_bind_given(file, e, "    ", "p->");
    emit_open_mailbox(file, e, "    ", "p->");
    fputs("    return status;\n}\n", file);
}

static void close_one(FILE *file, const emit *e)
{
    fprintf(file, "\nvg_status %s_close(%s *p)\n{\n", e->program, e->program);
    fprintf(file, "    return (p == NULL) ? VG_ARGUMENT : %s;\n}\n", emit_replay_call(e, "close", "p", ""));
}

void emit_close_lanes(FILE *file, const emit *e, const char *lane, const char *closing, const char *first)
{
    fputs("/* Closes the lanes below `end`, the last one first. Lane 0 reports what failed: first in `to`, unless "
          "that is\n * NULL, and then in those that are closed. */\n",
          file);
    fprintf(file, "static vg_status %s(%s *p, unsigned end, vg_program *to)\n{\n", emit_private(e, "close_lanes"),
            e->program);
    fprintf(file,
            "    vg_program *blamed = to;\n    vg_status failed = VG_OK;\n    unsigned i;\n\n"
            "    for (i = end; i > 0u; i--) {\n"
            "        vg_program *lane = &p->%s.rt;\n"
            "        vg_status status;\n\n"
            "        if ((i > 1u) && (vg_is_held(lane) == 0)) { /* an open that was given up has not come to it */\n"
            "            continue;\n        }\n"
            "        status = %s(lane%s);\n",
            lane, closing, emit_has_mailbox(e) ? arena_printf(e->memory, ", &p->%s.mail", lane) : "");
    fprintf(file,
            "        if ((status != VG_OK) && (blamed != NULL)) {\n"
            "            vg_add_failures(blamed, lane);\n"
            "        } else if (status != VG_OK) {\n"
            "            blamed = lane;\n"
            "        } else {\n            /* nothing to report */\n        }\n"
            "        if (failed == VG_OK) {\n"
            "            failed = status;\n        }\n"
            "    }\n"
            "    if (blamed != NULL) {\n"
            "        p->%s.rt.detail = blamed->detail;\n    }\n"
            "    return failed;\n}\n\n",
            first);
}

/* Lane 0 carries the device, so it is opened first and closed last; it reports what failed. */
static void open_lanes(FILE *file, const emit *e)
{
    emit_close_lanes(file, e, "lane[i - 1u]", emit_has_mailbox(e) ? "vg_mail_close" : "vg_close", "lane[0]");
    fprintf(file, "vg_status %s_open(%s *p, const vg_config *config, const %s_data *data)\n{\n", e->program, e->program,
            e->program);
    fputs(
        "    vg_status status = VG_OK;\n    unsigned i;\n\n    if (p == NULL) {\n        return VG_ARGUMENT;\n    }\n",
        file);
    emit_take_app_data(file, e);
    fprintf(file, "    for (i = 0; i < %s_LANES; i++) {\n", e->prefix);
    fputs("        struct ", file);
    fprintf(file, "%s_lane *lane = &p->lane[i];\n        vg_storage storage;\n%s\n", e->program,
            emit_given_variable(e, "        "));
    fputs("        lane->kernel = p->kernel;\n", file);
    emit_storage(file, e, "        ", "lane", "lane->");
    emit_give(file, e, "        ", "lane->", "[i]");
    fprintf(file,
            "        status = (i == 0u) ? vg_open(&lane->rt, &%s, config, &storage)\n"
            "                           : vg_open_lane(&lane->rt, &p->lane[0].rt, &storage);\n",
            emit_private(e, "desc"));
    if (emit_external_count(e->m) > 0)
        emit_bind_given(file, e, "        ", "lane->");
    emit_open_mailbox(file, e, "        ", "lane->");
    fprintf(file,
            "        if (status != VG_OK) {\n"
            "            (void)%s(p, i, &lane->rt);\n"
            "            if (status == VG_TIMEOUT) {\n                vg_stick(&p->lane[0].rt);\n            }\n"
            "            break;\n"
            "        }\n"
            "    }\n"
            "    return status;\n}\n",
            emit_private(e, "close_lanes"));
}

/* Nothing of any lane is freed while another one works, or has a block that stays. */
static void quiet_lanes(FILE *file, const emit *e)
{
    const char *mail = emit_has_mailbox(e) ? "&p->lane[i].mail, " : "";

    fprintf(file,
            "    for (i = 0; i < %s_LANES; i++) {\n"
            "        if (vg_%squiet(&p->lane[i].rt, %s&p->lane[0].rt) == VG_TIMEOUT) {\n"
            "            p->lane[0].rt.detail = p->lane[i].rt.detail;\n"
            "            return VG_TIMEOUT;\n        }\n    }\n",
            e->prefix, emit_has_mailbox(e) ? "mail_" : "", mail);
}

static void close_lanes(FILE *file, const emit *e)
{
    fprintf(file, "\nvg_status %s_close(%s *p)\n{\n", e->program, e->program);
    fputs("    unsigned i;\n\n    if (p == NULL) {\n        return VG_ARGUMENT;\n    }\n", file);
    quiet_lanes(file, e);
    fprintf(file, "    return %s(p, %s_LANES, NULL);\n}\n", emit_private(e, "close_lanes"), e->prefix);
}

void emit_open(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->queued) {
        emit_open_queue(file, e);
    } else if (e->lanes) {
        open_lanes(file, e);
        close_lanes(file, e);
    } else {
        open_one(file, e);
        close_one(file, e);
    }
    emit_bounded(file, e);
}
