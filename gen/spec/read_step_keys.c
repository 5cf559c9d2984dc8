/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which keys go with which kind of step. */
#include "spec/read_step_parts.h"

#include <string.h>

#define KIND(kind) (1u << (kind))
#define DRIVEN (KIND(STEP_LAUNCH) | KIND(STEP_FILL) | KIND(STEP_COPY) | KIND(STEP_CAPTURE))
#define TOUCHING (KIND(STEP_LAUNCH) | KIND(STEP_CAPTURE))
#define CONDITIONAL (KIND(STEP_WHILE) | KIND(STEP_IF) | KIND(STEP_SWITCH))
#define PASSES (KIND(STEP_WHILE) | KIND(STEP_REPEAT))
#define FUSED (KIND(STEP_LAUNCH) | KIND(STEP_FILL) | KIND(STEP_COPY) | CONDITIONAL)
#define ANY (DRIVEN | CONDITIONAL | PASSES | KIND(STEP_CALL))

const step_rule read_step_rules[] = {
    {"grid", KIND(STEP_LAUNCH), KIND(STEP_LAUNCH), "a launch"},
    {"block", KIND(STEP_LAUNCH), 0, "a launch"},
    {"shared", KIND(STEP_LAUNCH), 0, "a launch"},
    {"access", KIND(STEP_LAUNCH), 0, "a launch"},
    {"reads", TOUCHING, 0, "a launch or capture"},
    {"writes", TOUCHING, 0, "a launch or capture"},
    {"workspace", KIND(STEP_CAPTURE), 0, "a capture"},
    {"nodes", KIND(STEP_CAPTURE), 0, "a capture"},
    {"idle", KIND(STEP_LAUNCH), 0, "a launch"},
    {"when", DRIVEN, 0, "a launch, fill, copy or capture"},
    {"unless", DRIVEN, 0, "a launch, fill, copy or capture"},
    {"fuse", FUSED, 0, "a launch, fill, copy, while, if or switch"},
    {"do", PASSES | KIND(STEP_IF), PASSES | KIND(STEP_IF), "a while, repeat or if"},
    {"else", KIND(STEP_IF), 0, "an if"},
    {"cases", KIND(STEP_SWITCH), KIND(STEP_SWITCH), "a switch"},
    {"max", KIND(STEP_WHILE) | KIND(STEP_LAUNCH), KIND(STEP_WHILE), "a while or launch"},
    {"first", KIND(STEP_WHILE), 0, "a while"},
    {"index", PASSES, 0, "a while or repeat"},
    {"swap", PASSES, 0, "a while or repeat"},
};

const size_t read_step_rule_count = sizeof read_step_rules / sizeof *read_step_rules;

const char *const read_step_kinds[] = {
    [STEP_LAUNCH] = "launch",   [STEP_FILL] = "fill",
    [STEP_COPY] = "copy",       [STEP_CAPTURE] = "capture",
    [STEP_WHILE] = "while",     [STEP_COLLECTIVE] = "collective",
    [STEP_IF] = "if",           [STEP_SWITCH] = "switch",
    [STEP_REPEAT] = "repeat",   [STEP_CALL] = "call",
    [STEP_CALL + 1] = NULL,
};

static const char *article_of(model_step_kind kind)
{
    return kind == STEP_IF ? "an" : "a";
}

bool read_step_kind(reader *r, const tree *key, const tree *value, step_context *c, model_step_kind kind)
{
    if (c->kind_key != NULL) {
        diag_error(r->d, key->at, "step-kind", "a step is one thing, found '%s' and '%s'", c->kind_key->text,
                   key->text);
        diag_note(r->d, c->kind_key->at, "'%s' is here", c->kind_key->text);
        diag_hint(r->d, "if a new step begins here, it needs a dash: - %s", key->text);
        return false;
    }
    c->kind_key = key;
    c->step->kind = kind;
    c->step->at = value->at;
    return true;
}

/* What was probably meant by a key that does not go with the step. */
static void hint_key(reader *r, const char *key, model_step_kind kind)
{
    bool switches = strcmp(key, "when") == 0 || strcmp(key, "unless") == 0;

    if (switches && kind == STEP_COLLECTIVE)
        diag_hint(r->d, "ranks that turn it differently would wait for each other for good; switch steps around it");
    else if (switches)
        diag_hint(r->d, "the application switches single steps; what the device decides is an 'if' with a flag");
    else if (strcmp(key, "max") == 0 && kind == STEP_REPEAT)
        diag_hint(r->d, "a repeat always runs the number of passes that it gives");
    else if (strcmp(key, "first") == 0 && kind == STEP_REPEAT)
        diag_hint(r->d, "a repeat has no flag, every pass runs");
    else if (strcmp(key, "else") == 0 && kind == STEP_SWITCH)
        diag_hint(r->d, "a pick that is beyond the last case runs none of them");
    else if (strcmp(key, "do") == 0 && kind == STEP_SWITCH)
        diag_hint(r->d, "a switch has 'cases', a list of lists of steps");
    else if (strcmp(key, "cases") == 0 && kind == STEP_IF)
        diag_hint(r->d, "an if has 'do' and 'else'");
    else if (strcmp(key, "idle") == 0)
        diag_hint(r->d, "only a kernel can look at the flag");
}

/* Reports the first key that does not go with the kind: further ones come from the same mistake. */
static bool check_keys(reader *r, const tree *item, const step_context *c)
{
    for (size_t i = 0; i < item->count; i++)
        for (size_t k = 0; k < read_step_rule_count; k++) {
            const step_rule *rule = &read_step_rules[k];

            if (strcmp(item->keys[i]->text, rule->key) != 0 || (rule->kinds & KIND(c->step->kind)) != 0)
                continue;
            diag_error(r->d, item->keys[i]->at, "step-key", "'%s' is only for %s, this step is %s %s", rule->key,
                       rule->only, article_of(c->step->kind), read_step_kinds[c->step->kind]);
            hint_key(r, rule->key, c->step->kind);
            c->step->switch_name = NULL; /* a second error would be about the same mistake */
            return false;
        }
    return true;
}

static void hint_needed(reader *r, const char *key)
{
    if (strcmp(key, "max") == 0)
        diag_hint(r->d, "it is the most passes, and ends a loop whose flag never becomes 0");
    else if (strcmp(key, "cases") == 0)
        diag_hint(r->d, "each case begins with a dash, and each of its steps with another: - - launch: ...");
}

static void check_needed(reader *r, const tree *item, const step_context *c)
{
    for (size_t k = 0; k < read_step_rule_count; k++) {
        if ((read_step_rules[k].needed & KIND(c->step->kind)) == 0 || tree_get(item, read_step_rules[k].key) != NULL)
            continue;
        diag_error(r->d, c->kind_key->at, "key-missing", "%s %s needs the key '%s'", article_of(c->step->kind),
                   read_step_kinds[c->step->kind], read_step_rules[k].key);
        hint_needed(r, read_step_rules[k].key);
    }
}

void read_check_step(reader *r, const tree *item, const step_context *c)
{
    span at = item->at;

    if (c->kind_key == NULL) {
        at.end = at.begin + (at.end > at.begin);
        diag_error(r->d, at, "step-kind",
                   "a step needs 'launch', 'fill', 'copy', 'capture', 'collective', 'while', 'if', 'switch', 'repeat' "
                   "or 'call'");
    } else if (check_keys(r, item, c)) {
        check_needed(r, item, c);
    }
}
