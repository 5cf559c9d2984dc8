/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Reads and writes WAV files of 16-bit mono PCM. */
#ifndef WAV_H
#define WAV_H

#include <stddef.h>
#include <stdint.h>

typedef struct wav {
    uint32_t rate;    /* samples a second */
    size_t count;     /* samples */
    int16_t *samples; /* from malloc; wav_free gives it back */
} wav;

/* Why a file was refused, as a sentence without the file's name. */
typedef struct wav_error {
    char text[160];
} wav_error;

/* Each returns 0, or -1 with the error filled and nothing to free. */
int wav_read(const char *path, wav *out, wav_error *error);
int wav_parse(const unsigned char *bytes, size_t size, wav *out, wav_error *error);
int wav_write(const char *path, const wav *in, wav_error *error);

void wav_free(wav *w);

#endif
