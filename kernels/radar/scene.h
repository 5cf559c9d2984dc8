/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the radar hears: noise, and the echoes of targets. */
#ifndef SCENE_H
#define SCENE_H

#include <stddef.h>
#include <stdint.h>

typedef struct scene_target {
    double range, doppler; /* in bins; between two of them where it is not whole */
    double decibels;       /* its power over that of the noise in its cell, in each channel */
} scene_target;

typedef struct scene_sizes {
    size_t channels, pulses, ranges;
} scene_sizes;

/* Noise of unit power in each sample. The numbers are uniform; each cell is a sum of many, so its noise is Gaussian. */
void scene_noise(float *samples, const scene_sizes *sizes, uint64_t *random);

/* Adds the echoes of a target, with a phase of its own in each channel. */
void scene_add(float *samples, const scene_sizes *sizes, const scene_target *target, uint64_t *random);

/* The target with this number of a crowd of `count` that do not cover one another, some strong and some weak. */
scene_target scene_place(const scene_sizes *sizes, size_t number, size_t count);

#endif
