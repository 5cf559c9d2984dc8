/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Shadow pages by address. A page of 4 KiB has a cell for each word of 4 bytes, until an access that is not whole words
 * comes; from then on it has one for each byte. Cells outlive the launch: what an earlier launch left in them is stale
 * by the number of its segment. */
#define _GNU_SOURCE
#include "access/parts.h"

#include <stdlib.h>
#include <string.h>

#define PAGE 4096u
#define WORD 4u

typedef struct {
    uint64_t number; /* address / PAGE; 0: free, since the first page is nobody's */
    unsigned bytes;  /* of a cell */
    access_cell *cells;
} page;

static page *pages; /* open addressing, a power of two */
static size_t capacity, used;
static page *last;

static page *slot_of(page *table, size_t size, uint64_t number)
{
    size_t at = (size_t)(number * 0x9E3779B97F4A7C15u >> 20) & (size - 1);
    while (table[at].number && table[at].number != number) {
        at = (at + 1) & (size - 1);
    }
    return &table[at];
}

static void grow(void)
{
    const size_t wanted = capacity ? 2 * capacity : 1024;
    page *table = (page *)sim_allocate(wanted, sizeof *table);
    for (size_t i = 0; i < capacity; i++) {
        if (pages[i].number) {
            *slot_of(table, wanted, pages[i].number) = pages[i];
        }
    }
    free(pages);
    pages = table;
    capacity = wanted;
    last = NULL;
}

static page *find(uint64_t number)
{
    page *p;
    if (last && last->number == number) {
        return last;
    }
    if (2 * (used + 1) > capacity) {
        grow();
    }
    p = slot_of(pages, capacity, number);
    if (!p->number) {
        p->number = number;
        p->bytes = WORD;
        p->cells = (access_cell *)sim_allocate(PAGE / WORD, sizeof *p->cells);
        used++;
    }
    last = p;
    return p;
}

static void split(page *p)
{
    access_cell *narrow = (access_cell *)sim_allocate(PAGE, sizeof *narrow);
    for (size_t i = 0; i < PAGE; i++) {
        narrow[i] = p->cells[i / WORD];
    }
    free(p->cells);
    p->cells = narrow;
    p->bytes = 1;
}

access_cells access_shadow(uint64_t address, size_t *size)
{
    const size_t at = (size_t)(address % PAGE);
    page *p = find(address / PAGE);
    access_cells found;
    *size = *size < PAGE - at ? *size : PAGE - at;
    if (p->bytes != 1 && (at | *size) % WORD) {
        split(p);
    }
    found.cells = p->cells + at / p->bytes;
    found.count = *size / p->bytes;
    found.bytes = p->bytes;
    return found;
}

void access_shadow_forget(void)
{
    for (size_t i = 0; i < capacity; i++) {
        free(pages[i].cells);
    }
    free(pages);
    pages = NULL;
    last = NULL;
    capacity = used = 0;
}
