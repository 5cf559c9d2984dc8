/* SPDX-License-Identifier: MIT */
/* Words that are not keys here: the key that does the same, or the place where the word is one. */
#include <string.h>

#include "spec/read_parts.h"

#define OF_KERNEL "it is a key of the kernel: all launches of it have it"
#define OF_LAUNCH "it is a key of the launch"

static const struct {
    const char *what, *key, *hint;
} hints[] = {
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
