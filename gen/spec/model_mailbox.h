/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `mailbox:` of a spec. Which graphs have one is a member of each (model_graph.mailbox). */
#ifndef MODEL_MAILBOX_H
#define MODEL_MAILBOX_H

#include "spec/model.h"

typedef struct model_mailbox {
    span at;            /* the key */
    bool all;           /* `true` … */
    const char **names; /* … or a list of graphs; NULL after an error */
    span *name_at;
    size_t count;
} model_mailbox;

/* Whether some graph has a mailbox. */
bool model_has_mailbox(const model *m);

#endif
