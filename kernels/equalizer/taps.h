/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The equalizer's filter: a band-pass for the presence band of a voice, for sound at 48 kHz. */
#ifndef TAPS_H
#define TAPS_H

#define TAPS_COUNT 64
#define TAPS_RATE 48000.0 /* samples a second */
#define TAPS_LOW 1000.0   /* Hz: the band, where the filter passes about half the amplitude */
#define TAPS_HIGH 4000.0

/* Fills taps: a windowed sinc, symmetric, with gain 1 in the (geometric) middle of the band. */
void taps_design(float taps[TAPS_COUNT]);

/* How much of a sine's amplitude the filter lets through; frequency in Hz. */
double taps_response(const float taps[TAPS_COUNT], double frequency);

#endif
