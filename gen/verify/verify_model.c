/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the model alone promises about buffers and steps. The stages that made the plan ask the same questions in
 * code of their own, so that a mistake in one does not hide in the other. */
#include "verify/parts.h"

bool verify_has_place(const model_buffer *b)
{
    return b->size > 0 && b->role != ROLE_CONDITION && !(b->role == ROLE_SETTING && !b->by_pointer) && !b->external;
}

bool verify_lives_on(const model *m, const model_buffer *b)
{
    bool for_one_replay = b->role == ROLE_SCRATCH || b->role == ROLE_OUTPUT;
    bool asked_for_later = b->upload == TRAFFIC_ON_REQUEST || b->download == TRAFFIC_ON_REQUEST;
    return !for_one_replay || asked_for_later || m->reuse_off;
}

bool verify_holds_steps(const model_step *step)
{
    return step->kind == STEP_WHILE || step->kind == STEP_IF || step->kind == STEP_SWITCH;
}

bool verify_may_be_off(const model_step *step)
{
    bool off = step->switched != MODEL_NONE || step->idle_name || step->sized > 0;
    for (size_t i = 0; i < step->grid_count; i++)
        off = off || (step->grid[i].varies && step->grid[i].low < 1);
    return off;
}

bool verify_is_brief(const model_buffer *b)
{
    switch (b->role) {
    case ROLE_SCRATCH:
    case ROLE_OUTPUT:
    case ROLE_INPUT:
    case ROLE_INOUT:
        return !b->external && b->upload != TRAFFIC_ON_REQUEST && b->download != TRAFFIC_ON_REQUEST;
    case ROLE_SETTING:
        return true;
    default:
        return false;
    }
}

bool verify_crosses(const model_buffer *b, plan_direction direction)
{
    bool up = direction == PLAN_UPLOAD;
    if (!verify_has_place(b))
        return false;
    if (b->role == ROLE_SETTING)
        return up;
    return up ? b->upload != TRAFFIC_NEVER : b->download != TRAFFIC_NEVER && b->down_last > b->down_first;
}

plan_transport verify_transport(const verifier *v, size_t buffer, plan_direction direction)
{
    return v->p->crossings[buffer].by[direction];
}

static bool crosses_directly(const verifier *v, size_t buffer, plan_direction direction)
{
    return verify_crosses(&v->m->buffers[buffer], direction) &&
           verify_transport(v, buffer, direction) == TRANSPORT_DIRECT;
}

bool verify_is_direct(const verifier *v, size_t buffer)
{
    return crosses_directly(v, buffer, PLAN_UPLOAD) || crosses_directly(v, buffer, PLAN_DOWNLOAD);
}
