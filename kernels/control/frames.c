/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "frames.h"

#include <stdio.h>
#include <string.h>

#include "report.h"
#include "timing.h"

static int succeeded(frames *f, vg_status status, const char *doing)
{
    if (status != VG_OK)
        report_failure("control", doing, control_detail(&f->program));
    return status == VG_OK;
}

int frames_open(frames *f)
{
    control_data data;

    memset(f, 0, sizeof *f);
    memset(&data, 0, sizeof data);
    design_make(&f->constants);
    plate_make(&f->plate);
    data.sections = f->constants.sections;
    data.gains = f->constants.gains;
    return succeeded(f, control_open(&f->program, NULL, &data), "open");
}

int frames_close(frames *f)
{
    return succeeded(f, control_close(&f->program), "close");
}

int frames_arm(frames *f)
{
    return succeeded(f, control_arm(&f->program), "arm");
}

int frames_disarm(frames *f)
{
    return succeeded(f, control_disarm(&f->program), "disarm");
}

int frames_replay(frames *f, const float *sensors)
{
    memcpy(control_sensors(&f->program), sensors, CONTROL_SENSORS_BYTES);
    return succeeded(f, control_control_replay(&f->program), "frame");
}

int frames_report(frames *f)
{
    return succeeded(f, control_telemetry_replay(&f->program), "report");
}

int frames_control(frames *f, double load)
{
    float sensors[CONTROL_CHANNELS];

    plate_sense(&f->plate, sensors);
    if (!frames_replay(f, sensors))
        return 0;
    plate_move(&f->plate, control_forces(&f->program), load, 1.0 / DESIGN_RATE);
    return 1;
}

int frames_record(frames *f)
{
    unsigned frame;

    for (frame = 0; frame < FRAMES_RING; frame++) {
        plate_sense(&f->plate, f->ring[frame]);
        if (!frames_control(f, frame / 1024 % 2 == 0 ? 100.0 : -50.0))
            return 0;
    }
    return 1;
}

int frames_run(frames *f, latency *l, uint64_t count, int paced)
{
    uint64_t due = timing_now() + FRAMES_PERIOD_NS, frame;

    latency_start(l, FRAMES_PERIOD_NS);
    for (frame = 0; frame < count; frame++) {
        uint64_t begin = timing_now();

        while (paced && begin < due) {
            VG_PAUSE();
            begin = timing_now();
        }
        if (!frames_replay(f, f->ring[frame % FRAMES_RING]))
            return 0;
        latency_add(l, timing_now() - (paced ? due : begin));
        due += FRAMES_PERIOD_NS;
        if (frame % FRAMES_REPORT == FRAMES_REPORT - 1 && !frames_report(f))
            return 0;
    }
    return 1;
}
