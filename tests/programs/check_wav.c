/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Reading and writing recordings: every way in which a file may be wrong is refused with a sentence. */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wav.h"
#include "unit/run_suite.h"

/* A file under construction. */
typedef struct file_bytes {
    unsigned char bytes[256];
    size_t size;
} file_bytes;

static void add(file_bytes *f, const void *bytes, size_t size)
{
    ck_assert_uint_le(f->size + size, sizeof f->bytes);
    memcpy(f->bytes + f->size, bytes, size);
    f->size += size;
}

static void add_number(file_bytes *f, uint32_t value, unsigned size)
{
    unsigned i;

    for (i = 0; i < size; ++i) {
        const unsigned char byte = (unsigned char)(value >> (8 * i) & 0xff);

        add(f, &byte, 1);
    }
}

static void add_chunk(file_bytes *f, const char *tag, uint32_t size)
{
    add(f, tag, 4);
    add_number(f, size, 4);
}

static file_bytes begin(void)
{
    file_bytes f;

    memset(&f, 0, sizeof f);
    add_chunk(&f, "RIFF", 0);
    add(&f, "WAVE", 4);
    return f;
}

static void add_format(file_bytes *f, uint32_t format, uint32_t channels, uint32_t rate, uint32_t bits)
{
    add_chunk(f, "fmt ", 16);
    add_number(f, format, 2);
    add_number(f, channels, 2);
    add_number(f, rate, 4);
    add_number(f, rate * channels * bits / 8, 4);
    add_number(f, channels * bits / 8, 2);
    add_number(f, bits, 2);
}

static void expect_samples(const file_bytes *f, size_t count, const int16_t *samples)
{
    wav w;
    wav_error error = {""};

    ck_assert_msg(wav_parse(f->bytes, f->size, &w, &error) == 0, "refused: %s", error.text);
    ck_assert_uint_eq(w.rate, 48000);
    ck_assert_uint_eq(w.count, count);
    ck_assert_mem_eq(w.samples, samples, count * sizeof samples[0]);
    wav_free(&w);
    ck_assert_ptr_null(w.samples);
}

static void expect_refused(const file_bytes *f, const char *text)
{
    wav w;
    wav_error error = {""};

    ck_assert_int_eq(wav_parse(f->bytes, f->size, &w, &error), -1);
    ck_assert_msg(strstr(error.text, text) != NULL, "expected '%s' in '%s'", text, error.text);
    ck_assert_ptr_null(w.samples);
}

static const int16_t extremes[] = {0, 1, -1, INT16_MAX, INT16_MIN};

static void add_extremes(file_bytes *f, uint32_t claimed_size)
{
    size_t i;

    add_chunk(f, "data", claimed_size);
    for (i = 0; i < sizeof extremes / sizeof extremes[0]; ++i) {
        add_number(f, (uint16_t)extremes[i], 2);
    }
}

START_TEST(plain_file_is_read)
{
    file_bytes f = begin();

    add_format(&f, 1, 1, 48000, 16);
    add_extremes(&f, 10);
    expect_samples(&f, 5, extremes);
}
END_TEST

START_TEST(other_chunks_are_skipped)
{
    file_bytes f = begin();

    add_chunk(&f, "LIST", 3); /* odd: one more byte follows */
    add(&f, "abc", 4);
    add_format(&f, 1, 1, 48000, 16);
    add_chunk(&f, "fact", 4);
    add_number(&f, 5, 4);
    add_extremes(&f, 10);
    add_chunk(&f, "LIST", 0);
    expect_samples(&f, 5, extremes);
}
END_TEST

START_TEST(extensible_format_is_read)
{
    file_bytes f = begin();
    static const unsigned char rest[22] = {16, 0, 4, 0, 0, 0, 1, 0}; /* valid bits, speaker, PCM's number */

    add_format(&f, 0xfffe, 1, 48000, 16);
    f.bytes[16] = 16 + 2 + 22;
    add_number(&f, 22, 2);
    add(&f, rest, sizeof rest);
    add_extremes(&f, 10);
    expect_samples(&f, 5, extremes);
}
END_TEST

START_TEST(unknown_length_reaches_to_the_end)
{
    file_bytes f = begin();

    add_format(&f, 1, 1, 48000, 16);
    add_extremes(&f, UINT32_MAX);
    add(&f, "x", 1);
    expect_samples(&f, 5, extremes);
}
END_TEST

START_TEST(no_wav_is_refused)
{
    file_bytes f = begin();

    f.size = 0;
    expect_refused(&f, "no WAV file");
    f.size = 11;
    expect_refused(&f, "no WAV file");
    f.size = 12;
    expect_refused(&f, "no format chunk");
    f.bytes[8] = 'w';
    expect_refused(&f, "no WAV file");
}
END_TEST

START_TEST(other_formats_are_refused)
{
    static const struct {
        uint32_t format, channels, rate, bits;
        const char *text;
    } cases[] = {
        {3, 1, 48000, 32, "found format 3"},
        {6, 1, 8000, 8, "found format 6"},
        {0xfffe, 1, 48000, 16, "found format 65534"},
        {1, 2, 48000, 16, "found 2 channels"},
        {1, 0, 48000, 16, "found 0 channels"},
        {1, 1, 48000, 24, "found 24 bits"},
        {1, 1, 48000, 8, "found 8 bits"},
        {1, 1, 0, 16, "sample rate is 0"},
    };
    file_bytes f = begin();

    add_format(&f, cases[_i].format, cases[_i].channels, cases[_i].rate, cases[_i].bits);
    add_extremes(&f, 10);
    expect_refused(&f, cases[_i].text);
}
END_TEST

START_TEST(broken_chunks_are_refused)
{
    file_bytes f = begin();

    add_extremes(&f, 10);
    expect_refused(&f, "before its format");

    f = begin();
    add_chunk(&f, "fmt ", 4);
    add_number(&f, 1, 4);
    expect_refused(&f, "4 bytes, at least 16");

    f = begin();
    add_format(&f, 1, 1, 48000, 16);
    expect_refused(&f, "no data chunk");
    add_chunk(&f, "data", 0);
    expect_refused(&f, "no samples");

    f = begin();
    add_format(&f, 1, 1, 48000, 16);
    add_extremes(&f, 9);
    expect_refused(&f, "not a whole number");

    f = begin();
    add_format(&f, 1, 1, 48000, 16);
    add_extremes(&f, 4000000000u);
    expect_refused(&f, "4000000000 bytes, 10 are there");
}
END_TEST

/* Whatever the file's length, nothing is read past its end (a sanitizer or valgrind sees it). */
START_TEST(every_cut_is_refused)
{
    file_bytes f = begin();
    size_t size;

    add_format(&f, 1, 1, 48000, 16);
    add_extremes(&f, 10);
    for (size = 0; size < f.size; ++size) {
        unsigned char *cut = (unsigned char *)malloc(size + 1);
        wav w;
        wav_error error;

        ck_assert_ptr_nonnull(cut);
        memcpy(cut + 1, f.bytes, size);
        ck_assert_int_eq(wav_parse(cut + 1, size, &w, &error), -1);
        free(cut);
    }
}
END_TEST

START_TEST(what_is_written_is_read_again)
{
    int16_t samples[5000];
    char path[] = "check_wav.tmp.wav";
    wav out = {48000, sizeof samples / sizeof samples[0], samples};
    wav in;
    wav_error error = {""};
    size_t i;

    for (i = 0; i < out.count; ++i) {
        samples[i] = (int16_t)((int)(i * 13 % 65536) - 32768);
    }
    ck_assert_msg(wav_write(path, &out, &error) == 0, "%s", error.text);
    ck_assert_msg(wav_read(path, &in, &error) == 0, "%s", error.text);
    remove(path);
    ck_assert_uint_eq(in.rate, out.rate);
    ck_assert_uint_eq(in.count, out.count);
    ck_assert_mem_eq(in.samples, samples, sizeof samples);
    wav_free(&in);
}
END_TEST

START_TEST(files_that_cannot_be_used_are_named_by_the_system)
{
    int16_t sample = 0;
    wav out = {48000, 1, &sample};
    wav in;
    wav_error error = {""};

    ck_assert_int_eq(wav_read("no such folder/a.wav", &in, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "cannot be opened"));
    ck_assert_int_eq(wav_read(".", &in, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "cannot be read"));
    ck_assert_int_eq(wav_write("no such folder/a.wav", &out, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "cannot be opened"));
    out.count = (size_t)3 << 30;
    ck_assert_int_eq(wav_write("check_wav.tmp.wav", &out, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "do not fit"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("wav");
    TCase *tests = tcase_create("wav");

    tcase_add_test(tests, plain_file_is_read);
    tcase_add_test(tests, other_chunks_are_skipped);
    tcase_add_test(tests, extensible_format_is_read);
    tcase_add_test(tests, unknown_length_reaches_to_the_end);
    tcase_add_test(tests, no_wav_is_refused);
    tcase_add_loop_test(tests, other_formats_are_refused, 0, 8);
    tcase_add_test(tests, broken_chunks_are_refused);
    tcase_add_test(tests, every_cut_is_refused);
    tcase_add_test(tests, what_is_written_is_read_again);
    tcase_add_test(tests, files_that_cannot_be_used_are_named_by_the_system);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
