/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* calls.c - opens, replays, measures, describes and closes three programs whose runtime finds the driver at run time. A
 * line for each call: the call, its status, and for a failure the driver's call and the version that the detail has, and
 * its text. The status is 0, whatever the calls answered: dlopen.sh knows what has to be. */
#include "crossing.h"
#include "saxpy.h"
#include "seek.h"

#include <stdio.h>
#include <string.h>

#define PCI_ADDRESS "0000:01:00.0" /* of the CPU device */

static saxpy plain;
static seek looping;
static crossing copying;

/* Returns whether the call succeeded. */
static int note(const char *call, vg_status status, const vg_detail *detail)
{
    char text[512];

    printf("%s %s", call, vg_status_name(status));
    for (; status != VG_OK && detail != NULL; detail = detail->next) {
        vg_detail_text(detail, text, sizeof text);
        printf(" [%s %u: %s]", detail->call, (unsigned)detail->expected, text);
    }
    puts("");
    return status == VG_OK;
}

static int ignore(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return 0;
}

static void close_plain(void)
{
    note("saxpy_close", saxpy_close(&plain), saxpy_detail(&plain));
}

/* How a device is named, and how memory is given back when there is none: each open by itself. */
static void try_saxpy(void)
{
    vg_config config;
    saxpy_times nodes;
    vg_times times;
    unsigned i;

    memset(&config, 0, sizeof config);
    config.device_pci = PCI_ADDRESS;
    if (note("saxpy_open_by_pci", saxpy_open(&plain, &config, NULL), saxpy_detail(&plain)))
        close_plain();
    config.device_pci = NULL;
    config.completion = VG_COMPLETION_WORD;
    if (!note("saxpy_open", saxpy_open(&plain, &config, NULL), saxpy_detail(&plain)))
        return;
    for (i = 0; i < SAXPY_X_COUNT; i++) {
        saxpy_x(&plain)[i] = (float)i;
        saxpy_y(&plain)[i] = 1;
        saxpy_z(&plain)[i] = 2;
    }
    note("saxpy_replay", saxpy_replay(&plain), saxpy_detail(&plain));
    printf("saxpy_u %s\n", saxpy_u(&plain)[4] > 0 ? "VG_OK" : "wrong");
    note("saxpy_replay_timed", saxpy_replay_timed(&plain, &times), saxpy_detail(&plain));
    note("saxpy_step", saxpy_step(&plain), saxpy_detail(&plain));
    note("saxpy_profile", saxpy_profile(&plain, 2, &nodes), saxpy_detail(&plain));
    note("saxpy_describe", vg_describe(&plain.rt, ignore, NULL), saxpy_detail(&plain));
    close_plain();
}

static void try_seek(void)
{
    unsigned char state[SEEK_STATE_BYTES];
    seek_times nodes;

    if (!note("seek_open", seek_open(&looping, NULL, NULL), seek_detail(&looping)))
        return;
    note("seek_replay", seek_replay(&looping), seek_detail(&looping));
    note("seek_profile", seek_profile(&looping, 2, &nodes), seek_detail(&looping));
    note("seek_save", seek_save(&looping, state, sizeof state), seek_detail(&looping));
    note("seek_close", seek_close(&looping), seek_detail(&looping));
}

static void try_crossing(void)
{
    crossing_all_times nodes;

    if (!note("crossing_open", crossing_open(&copying, NULL, NULL), crossing_detail(&copying)))
        return;
    note("crossing_all_replay", crossing_all_replay(&copying), crossing_detail(&copying));
    note("crossing_all_step", crossing_all_step(&copying), crossing_detail(&copying));
    note("crossing_all_profile", crossing_all_profile(&copying, 2, &nodes), crossing_detail(&copying));
    note("crossing_close", crossing_close(&copying), crossing_detail(&copying));
}

int main(void)
{
    try_saxpy();
    try_seek();
    try_crossing();
    return 0;
}
