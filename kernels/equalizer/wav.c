/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A WAV file is "RIFF", a size, "WAVE", then chunks: four letters, a size, that many bytes, one more if it is odd. */
#include "wav.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_BYTES 44u
#define FORMAT_PCM 1u
#define FORMAT_EXTENSIBLE 0xfffeu
/* Programs that write to a pipe cannot go back to fill in the size, and leave this instead. */
#define SIZE_UNKNOWN UINT32_MAX

static int refuse(wav_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return -1;
}

/* ---- little-endian numbers ---- */

static uint16_t get_16(const unsigned char *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static uint32_t get_32(const unsigned char *bytes)
{
    return get_16(bytes) | (uint32_t)get_16(bytes + 2) << 16;
}

static unsigned char *put_16(unsigned char *to, uint16_t value)
{
    to[0] = (unsigned char)(value & 0xff);
    to[1] = (unsigned char)(value >> 8);
    return to + 2;
}

static unsigned char *put_32(unsigned char *to, uint32_t value)
{
    return put_16(put_16(to, (uint16_t)(value & 0xffff)), (uint16_t)(value >> 16));
}

static unsigned char *put_tag(unsigned char *to, const char *tag)
{
    memcpy(to, tag, 4);
    return to + 4;
}

/* ---- reading ---- */

static int parse_format(const unsigned char *bytes, uint32_t size, wav *out, wav_error *error)
{
    unsigned format;
    unsigned channels;
    unsigned bits;

    if (size < 16) {
        return refuse(error, "its format chunk has %" PRIu32 " bytes, at least 16 are needed", size);
    }
    format = get_16(bytes);
    /* The extensible form begins its 16-byte name of the format with the same number. */
    if (format == FORMAT_EXTENSIBLE && size >= 26) {
        format = get_16(bytes + 24);
    }
    channels = get_16(bytes + 2);
    bits = get_16(bytes + 14);
    out->rate = get_32(bytes + 4);
    if (format != FORMAT_PCM) {
        return refuse(error, "expected PCM samples (format 1), found format %u", format);
    }
    if (channels != 1) {
        return refuse(error, "expected mono (1 channel), found %u channels", channels);
    }
    if (bits != 16) {
        return refuse(error, "expected 16-bit samples, found %u bits", bits);
    }
    if (out->rate == 0) {
        return refuse(error, "its sample rate is 0");
    }
    return 0;
}

static int parse_data(const unsigned char *bytes, size_t size, wav *out, wav_error *error)
{
    size_t i;

    if (size % 2 != 0) {
        return refuse(error, "its %zu bytes of sound are not a whole number of 16-bit samples", size);
    }
    if (size == 0) {
        return refuse(error, "it holds no samples");
    }
    out->count = size / 2;
    out->samples = (int16_t *)malloc(size);
    if (out->samples == NULL) {
        return refuse(error, "no memory for its %zu samples", out->count);
    }
    for (i = 0; i < out->count; ++i) {
        const int value = get_16(bytes + 2 * i);

        out->samples[i] = (int16_t)(value < 0x8000 ? value : value - 0x10000);
    }
    return 0;
}

int wav_parse(const unsigned char *bytes, size_t size, wav *out, wav_error *error)
{
    size_t at = 12;
    int has_format = 0;

    memset(out, 0, sizeof *out);
    if (size < 12 || memcmp(bytes, "RIFF", 4) != 0 || memcmp(bytes + 8, "WAVE", 4) != 0) {
        return refuse(error, "it is no WAV file: it does not begin with RIFF and WAVE");
    }
    while (size - at >= 8) {
        const unsigned char *tag = bytes + at;
        uint32_t length = get_32(tag + 4);
        const size_t left = size - at - 8;

        if (memcmp(tag, "data", 4) == 0 && length == SIZE_UNKNOWN && left < SIZE_UNKNOWN) {
            length = (uint32_t)(left - left % 2);
        }
        if (length > left) {
            return refuse(error, "it is cut short: the chunk at byte %zu has %" PRIu32 " bytes, %zu are there", at,
                          length, left);
        }
        if (memcmp(tag, "fmt ", 4) == 0) {
            if (parse_format(tag + 8, length, out, error) != 0) {
                return -1;
            }
            has_format = 1;
        } else if (memcmp(tag, "data", 4) == 0) {
            if (!has_format) {
                return refuse(error, "its sound comes before its format");
            }
            return parse_data(tag + 8, length, out, error);
        }
        at += 8 + (size_t)length;
        if (length % 2 != 0 && at < size) {
            ++at;
        }
    }
    return refuse(error, has_format ? "it has no data chunk" : "it has no format chunk");
}

/* All bytes of the file in memory from malloc, or NULL. */
static unsigned char *read_all(FILE *file, size_t *size, wav_error *error)
{
    unsigned char *bytes = NULL;
    size_t room = 0;

    *size = 0;
    for (;;) {
        size_t got;

        if (*size == room) {
            unsigned char *larger;

            if (room > SIZE_MAX / 2) {
                refuse(error, "it is too large");
                break;
            }
            room = room == 0 ? 65536 : 2 * room;
            larger = (unsigned char *)realloc(bytes, room);
            if (larger == NULL) {
                refuse(error, "no memory to read %zu bytes of it", room);
                break;
            }
            bytes = larger;
        }
        got = fread(bytes + *size, 1, room - *size, file);
        *size += got;
        if (got == 0) {
            if (!ferror(file)) {
                return bytes;
            }
            refuse(error, "it cannot be read: %s", strerror(errno));
            break;
        }
    }
    free(bytes);
    return NULL;
}

int wav_read(const char *path, wav *out, wav_error *error)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes;
    size_t size;
    int result;

    memset(out, 0, sizeof *out);
    if (file == NULL) {
        return refuse(error, "it cannot be opened: %s", strerror(errno));
    }
    bytes = read_all(file, &size, error);
    fclose(file);
    if (bytes == NULL) {
        return -1;
    }
    result = wav_parse(bytes, size, out, error);
    free(bytes);
    return result;
}

/* ---- writing ---- */

static void make_header(unsigned char header[HEADER_BYTES], uint32_t rate, uint32_t data_bytes)
{
    unsigned char *to = header;

    to = put_tag(to, "RIFF");
    to = put_32(to, HEADER_BYTES - 8 + data_bytes);
    to = put_tag(to, "WAVE");
    to = put_tag(to, "fmt ");
    to = put_32(to, 16);
    to = put_16(to, FORMAT_PCM);
    to = put_16(to, 1); /* channels */
    to = put_32(to, rate);
    to = put_32(to, 2 * rate); /* bytes a second */
    to = put_16(to, 2);        /* bytes a sample */
    to = put_16(to, 16);       /* bits a sample */
    to = put_tag(to, "data");
    put_32(to, data_bytes);
}

static int write_samples(FILE *file, const wav *in)
{
    unsigned char block[4096];
    size_t done = 0;

    while (done < in->count) {
        unsigned char *to = block;

        while (done < in->count && to < block + sizeof block) {
            to = put_16(to, (uint16_t)in->samples[done++]);
        }
        if (fwrite(block, 1, (size_t)(to - block), file) != (size_t)(to - block)) {
            return -1;
        }
    }
    return 0;
}

int wav_write(const char *path, const wav *in, wav_error *error)
{
    unsigned char header[HEADER_BYTES];
    FILE *file;
    int failed;

    if (in->count > (UINT32_MAX - HEADER_BYTES) / 2 || in->rate > UINT32_MAX / 2) {
        return refuse(error, "%zu samples at %" PRIu32 " Hz do not fit into a WAV file", in->count, in->rate);
    }
    file = fopen(path, "wb");
    if (file == NULL) {
        return refuse(error, "it cannot be opened: %s", strerror(errno));
    }
    make_header(header, in->rate, (uint32_t)(2 * in->count));
    failed = fwrite(header, 1, sizeof header, file) != sizeof header || write_samples(file, in) != 0;
    if (fclose(file) != 0 || failed) {
        return refuse(error, "it cannot be written: %s", strerror(errno));
    }
    return 0;
}

void wav_free(wav *w)
{
    free(w->samples);
    memset(w, 0, sizeof *w);
}
