/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "scene.h"

#include <math.h>

#include "noise.h"

#define PI 3.14159265358979323846

void scene_noise(float *samples, const scene_sizes *sizes, uint64_t *random)
{
    const size_t count = 2 * sizes->channels * sizes->pulses * sizes->ranges;
    const float scale = sqrtf(1.5f); /* even in [-1, 1) has a power of 1/3; each part of a sample has 1/2 */
    size_t i;

    for (i = 0; i < count; i++)
        samples[i] = scale * noise_float(random);
}

void scene_add(float *samples, const scene_sizes *sizes, const scene_target *target, uint64_t *random)
{
    const size_t pulses = sizes->pulses, ranges = sizes->ranges;
    /* Hann windows of unit energy leave two thirds of what N samples in phase would have. */
    const double gain = 4.0 / 9.0 * (double)(pulses * ranges);
    const double size = sqrt(pow(10.0, target->decibels / 10.0) / gain);
    size_t channel, p, n;

    for (channel = 0; channel < sizes->channels; channel++) {
        const double start = PI * (double)noise_float(random);

        for (p = 0; p < pulses; p++) {
            float *row = samples + 2 * (channel * pulses + p) * ranges;
            const double turn = start + 2.0 * PI * target->doppler * (double)p / (double)pulses;

            for (n = 0; n < ranges; n++) {
                const double phase = turn + 2.0 * PI * target->range * (double)n / (double)ranges;

                row[2 * n] += (float)(size * cos(phase));
                row[2 * n + 1] += (float)(size * sin(phase));
            }
        }
    }
}

scene_target scene_place(const scene_sizes *sizes, size_t number, size_t count)
{
    static const double levels[] = {30.0, 6.0, 20.0, 9.0, 15.0, 12.0};
    scene_target target;

    /* Far apart in one direction, and a few bins in the other. */
    target.range = (double)(number * sizes->ranges / count + 3);
    target.doppler = (double)((number * 5 * sizes->pulses / 8 + 2 * number + 1) % sizes->pulses);
    target.decibels = levels[number % (sizeof levels / sizeof levels[0])];
    return target;
}
