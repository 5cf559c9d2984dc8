/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The driver call that runs: its number and its name. */
#define _GNU_SOURCE
#include "base/base.h"

#include <stdio.h>
#include <string.h>

#define MOST_NAMES 255u
#define MOST_RECORDED ((size_t)1 << 22)

static unsigned long calls;
static char call_name[SIM_NAME_BYTES];

/* Which function each call was of, so that reports say "the 3rd cuMemAlloc" instead of a number of a call. */
static char names[MOST_NAMES][SIM_NAME_BYTES];
static unsigned name_count;
static unsigned char *record; /* by call, from 1: an index into `names`, or MOST_NAMES */
static size_t record_capacity;

static unsigned char name_index(const char *name)
{
    unsigned i = 0;
    while (i < name_count && strcmp(names[i], name) != 0) {
        i++;
    }
    if (i == name_count && i < MOST_NAMES) {
        memcpy(names[name_count++], name, SIM_NAME_BYTES);
    }
    return (unsigned char)i;
}

/* "cuMemAlloc_v2" → "cuMemAlloc" */
void sim_plain_name(char *plain, size_t size, const char *name)
{
    size_t length = strlen(name);
    if (length > 3 && name[length - 3] == '_' && name[length - 2] == 'v') {
        length -= 3;
    }
    snprintf(plain, size, "%.*s", (int)length, name);
}

void sim_call_begin(const char *name)
{
    calls++;
    sim_plain_name(call_name, sizeof call_name, name);
    if (calls < MOST_RECORDED) {
        record = (unsigned char *)sim_grow(record, calls, &record_capacity, 1);
        record[calls] = name_index(call_name);
    }
}

static const char *ending_of(unsigned long n)
{
    const bool teen = n % 100 >= 11 && n % 100 <= 13;
    return teen ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}

sim_call_text sim_call_words(unsigned long number)
{
    sim_call_text words;
    unsigned long nth = 0;
    if (number == 0 || number > calls || number >= MOST_RECORDED || record[number] == MOST_NAMES) {
        snprintf(words.text, sizeof words.text, "call %lu", number);
        return words;
    }
    for (unsigned long i = 1; i <= number; i++) {
        nth += record[i] == record[number];
    }
    snprintf(words.text, sizeof words.text, "the %lu%s %s", nth, ending_of(nth), names[record[number]]);
    return words;
}

unsigned long sim_call_number(void)
{
    return calls;
}

const char *sim_call_name(void)
{
    return call_name;
}

unsigned long vgsim_call_count(void)
{
    return calls;
}
