/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `targets:` and `min_cuda:`. */
#include "check/check_parts.h"

#include <string.h>

#define OLDEST_CUDA 12000u

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* sm_90, sm_90a, compute_100f: two or three digits, then at most one letter of a or f. */
static bool parse_target(model_target *target)
{
    const char *rest = target->name;

    target->ptx = strncmp(rest, "compute_", 8) == 0;
    if (!target->ptx && strncmp(rest, "sm_", 3) != 0)
        return false;
    rest += target->ptx ? 8 : 3;
    if (*rest < '1' || *rest > '9')
        return false;
    for (target->capability = 0; is_digit(*rest) && target->capability < 100; rest++)
        target->capability = target->capability * 10 + (unsigned)(*rest - '0');
    target->suffix = rest;
    return target->capability >= 10 && (rest[0] == '\0' || ((rest[0] == 'a' || rest[0] == 'f') && rest[1] == '\0'));
}

/* ---- architectures ---- */

/* The architectures that exist; newer ones may follow. */
static const unsigned capabilities[] = {50, 52, 53, 60, 61,  62,  70,  72,  75,  80, 86,
                                        87, 88, 89, 90, 100, 101, 103, 110, 120, 121};

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define FIRST_ARCHITECTURE_SUFFIX 90u /* sm_90a */
#define FIRST_FAMILY_SUFFIX 100u      /* sm_100f */
#define RENAMED_SINCE 13000u          /* sm_101 is sm_110 */

static bool is_known(unsigned capability)
{
    for (size_t i = 0; i < COUNT(capabilities); i++)
        if (capabilities[i] == capability)
            return true;
    return capability > capabilities[COUNT(capabilities) - 1];
}

static bool check_capability(checker *c, const model_target *target)
{
    unsigned nearest = capabilities[0];

    if (is_known(target->capability))
        return true;
    if (target->capability < capabilities[0]) {
        diag_error(c->d, target->at, "target-unknown", "CUDA 12.0 and newer know no '%s', the oldest is %s_%u",
                   target->name, target->ptx ? "compute" : "sm", capabilities[0]);
        return false;
    }
    for (size_t i = 0; i < COUNT(capabilities) && capabilities[i] < target->capability; i++)
        nearest = capabilities[i];
    diag_error(c->d, target->at, "target-unknown", "there is no architecture '%s'", target->name);
    diag_hint(c->d, "GPUs of the same generation: %s_%u; nvidia-smi --query-gpu=compute_cap --format=csv prints yours",
              target->ptx ? "compute" : "sm", nearest);
    return false;
}

static bool check_suffix(checker *c, const model_target *target)
{
    bool family = target->suffix[0] == 'f';
    unsigned first = family ? FIRST_FAMILY_SUFFIX : FIRST_ARCHITECTURE_SUFFIX;

    if (target->suffix[0] == '\0' || target->capability >= first)
        return true;
    diag_error(c->d, target->at, "target-suffix", "'%s' does not exist: there are %s from %u on", target->name,
               family ? "families (f)" : "architecture-specific features (a)", first);
    diag_hint(c->d, "leave out the '%s'", target->suffix);
    return false;
}

/* NVIDIA gave one architecture a new number in CUDA 13.0. */
static void check_renamed(checker *c, const model_target *target)
{
    bool renamed = c->m->min_cuda >= RENAMED_SINCE;
    unsigned other = target->capability == 101 ? 110 : 101;

    if (c->m->min_cuda == 0 || target->capability != (renamed ? 101 : 110))
        return;
    diag_error(c->d, target->at, "target-renamed", "'%s' is called %s_%u%s %s CUDA 13.0, found min_cuda %s",
               target->name, target->ptx ? "compute" : "sm", other, target->suffix, renamed ? "since" : "before",
               c->m->min_cuda_text);
    diag_hint(c->d, "write %s_%u%s", target->ptx ? "compute" : "sm", other, target->suffix);
}

/* Names of GPUs, as they are sold. */
static const struct {
    const char *name;
    unsigned capability;
} products[] = {{"V100", 70}, {"T4", 75},   {"A100", 80}, {"A10", 86},   {"Orin", 87},  {"L4", 89},
                {"L40", 89},  {"H100", 90}, {"H200", 90}, {"B200", 100}, {"B300", 103}, {"Thor", 110}};

/* What "H100", "9.0", "sm90", "SM_90a" mean; 0 where it is not certain. */
static unsigned likely_capability(const char *name, const char **suffix)
{
    unsigned capability = 0;

    *suffix = "";
    for (size_t i = 0; i < COUNT(products); i++)
        if (strcmp(products[i].name, name) == 0)
            return products[i].capability;
    name += strcspn(name, "0123456789");
    for (; (is_digit(*name) && capability < 100) || (*name == '.' && capability > 0); name++)
        capability = *name == '.' ? capability : capability * 10 + (unsigned)(*name - '0');
    *suffix = name;
    return name[0] == '\0' || ((name[0] == 'a' || name[0] == 'f') && name[1] == '\0') ? capability : 0;
}

static void fail_target_form(checker *c, const model_target *target)
{
    const char *suffix;
    unsigned capability = likely_capability(target->name, &suffix);
    bool ptx = strncmp(target->name, "compute", 7) == 0;

    diag_error(c->d, target->at, "target-form", "'%s' is not a target", target->name);
    if (capability >= capabilities[0] && is_known(capability))
        diag_hint(c->d, "did you mean '%s_%u%s'?", ptx ? "compute" : "sm", capability, suffix);
    else
        diag_hint(c->d, "write sm_90 for machine code, compute_90 for PTX");
}

static void check_target(checker *c, scope *seen, model_target *target)
{
    named entry = {target->name, NAMED_DEFINE, 0, target->at, false};
    const named *first = scope_add(seen, &entry);

    if (!parse_target(target)) {
        fail_target_form(c, target);
    } else if (first != NULL) {
        diag_error(c->d, target->at, "target-repeated", "the target '%s' is listed twice", target->name);
        diag_note(c->d, first->at, "the first one is here");
    } else if (check_capability(c, target) && check_suffix(c, target)) {
        check_renamed(c, target);
    }
}

static void check_targets(checker *c)
{
    scope *seen = scope_new(c->a, c->m->target_count);

    for (size_t i = 0; i < c->m->target_count; i++)
        check_target(c, seen, &c->m->targets[i]);
}

/* "13.0" → 13000; 0 when it is no version. */
static unsigned parse_cuda_version(const char *text)
{
    unsigned parts[2] = {0, 0};

    for (unsigned i = 0; i < 2; i++) {
        size_t digits = strspn(text, "0123456789");

        if (digits < 1 || digits > 2 || (digits > 1 && text[0] == '0') || text[digits] != (i == 0 ? '.' : '\0'))
            return 0;
        for (size_t k = 0; k < digits; k++)
            parts[i] = parts[i] * 10 + (unsigned)(text[k] - '0');
        text += digits + 1;
    }
    return parts[0] * 1000 + parts[1] * 10;
}

static void check_min_cuda(checker *c)
{
    model *m = c->m;

    if (m->min_cuda_text == NULL)
        return;
    m->min_cuda = parse_cuda_version(m->min_cuda_text);
    if (m->min_cuda == 0) {
        diag_error(c->d, m->min_cuda_at, "version-form", "'%s' is not a CUDA version", m->min_cuda_text);
        diag_hint(c->d, "write major and minor, such as \"13.0\"");
    } else if (m->min_cuda < OLDEST_CUDA) {
        diag_error(c->d, m->min_cuda_at, "version-old", "the generated code needs CUDA 12.0 or newer, found %s",
                   m->min_cuda_text);
    }
}

void check_versions(checker *c)
{
    check_min_cuda(c);
    check_targets(c);
}
