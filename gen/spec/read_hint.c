/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Words that are not keys or values here: what means the same, or the place where the word is one. */
#include <string.h>

#include "spec/read_parts.h"

#define OF_KERNEL "it is a key of the kernel: all launches of it have it"
#define OF_LAUNCH "it is a key of the launch"

static const struct {
    const char *what, *key, *hint;
} hints[] = {
    {"the spec", "capture", "a capture is a step: it stands in a list of steps, with a dash"},
    {"a step", "then", "the steps of an if stand under 'do'"},
    {"a step", "elif", "write another 'if' under 'else'"},
    {"a step", "loop", "there is 'repeat' for a number of passes, 'while' for a flag of the device"},
    {"a step", "until", "there is 'while', which runs as long as a flag is not 0"},
    {"a step", "case", "a switch has 'cases', a list of lists of steps"},
    {"a step", "default", "a pick that is beyond the last case runs none of them"},
    {"a step", "steps", "steps inside a while, repeat or if stand under 'do'"},
    {"a step", "times", "the number of passes is the value of 'repeat'"},
    {"a step", "count", "the number of passes is the value of 'repeat'"},
    {"a step", "limit", "the most passes of a while are its 'max'"},
    {"a step", "max_iterations", "the most passes of a while are its 'max'"},
    {"a step", "cooperative", OF_KERNEL},
    {"a step", "cluster", OF_KERNEL},
    {"a step", "priority", OF_KERNEL},
    {"a step", "pdl", OF_KERNEL},
    {"a step", "params", OF_KERNEL},
    {"a kernel", "grid", OF_LAUNCH},
    {"a kernel", "idle", OF_LAUNCH},
};

const char *read_key_hint(const char *what, const char *key)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcmp(hints[i].what, what) == 0 && strcmp(hints[i].key, key) == 0)
            return hints[i].hint;
    return NULL;
}

/* ---- words for a value ---- */

/* A word of another language, or of another key. Where several of the words that a key takes could be meant, the first
 * row counts. */
static const char *const meanings[][2] = {
    {"in", "input"},           {"out", "output"},         {"result", "output"},      {"results", "output"},
    {"return", "output"},      {"input", "in"},           {"output", "out"},         {"read", "input"},
    {"write", "output"},       {"read", "in"},            {"write", "out"},          {"readonly", "in"},
    {"ro", "in"},              {"wo", "out"},             {"const", "constant"},     {"const", "in"},
    {"readonly", "constant"},  {"coefficients", "constant"}, {"weights", "constant"}, {"table", "constant"},
    {"io", "inout"},           {"rw", "inout"},           {"readwrite", "inout"},    {"read_write", "inout"},
    {"update", "inout"},       {"in/out", "inout"},       {"temp", "scratch"},       {"tmp", "scratch"},
    {"temporary", "scratch"},  {"work", "scratch"},       {"workspace", "scratch"},  {"intermediate", "scratch"},
    {"internal", "scratch"},   {"local", "scratch"},      {"temp", "work"},          {"tmp", "work"},
    {"temporary", "work"},     {"scratch", "work"},       {"workspace", "work"},     {"part", "out_part"},
    {"partial", "out_part"},   {"persistent", "state"},   {"static", "state"},       {"feedback", "state"},
    {"param", "setting"},      {"parameter", "setting"},  {"scalar", "setting"},     {"value", "setting"},
    {"config", "setting"},     {"flag", "condition"},     {"cond", "condition"},     {"predicate", "condition"},
    {"computed", "derived"},   {"setup", "derived"},      {"yes", "true"},           {"on", "true"},
    {"1", "true"},             {"no", "false"},           {"off", "false"},          {"0", "false"},
    {"yes", "on"},             {"true", "on"},            {"1", "on"},               {"no", "off"},
    {"false", "off"},          {"0", "off"},              {"none", "off"},           {"never", "off"},
    {"on", "auto"},            {"true", "auto"},          {"yes", "auto"},           {"default", "auto"},
    {"always", "each"},        {"every", "each"},         {"all", "each"},           {"true", "each"},
    {"on", "each"},            {"request", "on_request"}, {"demand", "on_request"},  {"on_demand", "on_request"},
    {"manual", "on_request"},  {"optional", "on_request"}, {"no", "never"},          {"none", "never"},
    {"false", "never"},        {"off", "never"},          {"mapped", "direct"},      {"pinned", "direct"},
    {"zero_copy", "direct"},   {"zerocopy", "direct"},    {"memcpy", "copy"},        {"dma", "copy"},
    {"vg_copy", "kernel"},     {"function", "call"},
};

const char *read_word_hint(const char *text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        for (size_t w = 0; strcmp(meanings[i][0], text) == 0 && w < count; w++)
            if (strcmp(meanings[i][1], words[w]) == 0)
                return words[w];
    return text_nearest(text, words, count);
}
