/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `block:` of a kernel: sizes, or that measured times are to choose them. */
#include <string.h>

#include "spec/read_parts.h"

static bool is_word(const tree *value, const char *word)
{
    return value->kind == TREE_SCALAR && strcmp(value->text, word) == 0;
}

static void read_candidates(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;
    size_t count = 0;
    const tree *const *items;

    (void)key;
    k->tuned = true;
    k->tune_all = is_word(value, "auto");
    if (k->tune_all)
        return;
    if (!read_list(r, &value, "auto, or a list of blocks", &items, &count))
        return;
    if (count == 0)
        diag_error(r->d, value->at, "list-length", "expected at least one block that may be used");
    if (!read_count(r, value->at, count, READ_MAX_TUNED, "blocks to choose from"))
        return;
    k->candidates = ARENA_ARRAY(r->a, model_candidate, count + 2); /* the default may be one more */
    k->candidate_count = count;
    for (size_t i = 0; i < count; i++)
        read_sizes(r, items[i], k->candidates[i].written, &k->candidates[i].written_count, &k->candidates[i].at);
}

static void read_default(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;
    span at;

    (void)key;
    read_sizes(r, value, k->block, &k->block_count, &at);
}

static const read_key keys[] = {
    {"tune", KEY_NEEDED, read_candidates, FORM("tuned"), NULL,
     "Blocks that NAME_tune (vggen --tune) measures: a list of numbers and of lists of up to three, or auto: each "
     "multiple of 32 that the kernel allows."},
    {"default", KEY_OPTIONAL, read_default, FORM("block"), NULL,
     "The block where none was measured. Without it, the one with which most warps are on a multiprocessor at once."},
};

const key_table read_tune_table = {"'block'", keys, KEY_COUNT(keys)};

void read_kernel_block(reader *r, const tree *key, const tree *value, model_kernel *k)
{
    k->block_at = value->at;
    if (is_word(value, "tune"))
        k->tuned = k->tune_all = true;
    else if (value->kind == TREE_MAPPING)
        read_keys(r, value, &read_tune_table, key->at, k);
    else
        read_sizes(r, value, k->block, &k->block_count, &k->block_at);
}
