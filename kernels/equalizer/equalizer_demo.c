/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* equalizer_demo IN.wav OUT.wav LEVEL.svg [--frames N]
 * Sends a voice recording through the equalizer, frame by frame, raising the gain twice on the way. Writes the result
 * as WAV and its level by frame as SVG, and compares every frame with the reference.
 * Exit status: 0 all agree, 1 they do not or a call failed, 2 wrong usage or files. */
#include "equalizer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "equalizer_reference.h"
#include "level_svg.h"
#include "report.h"
#include "timing.h"
#include "wav.h"

#define TOLERANCE 1e-5
#define PATIENCE_NS UINT64_C(10000000000)

VG_STATIC_ASSERT(EQUALIZER_TAPS == TAPS_COUNT, reference_has_the_filter_of_the_spec);

/* What is given on the command line. */
typedef struct request {
    const char *in, *out, *svg;
    size_t most_frames;
} request;

/* A recording on its way through the equalizer. */
typedef struct session {
    wav in, out;
    size_t frames;
    size_t clipped;        /* samples beyond full scale after the gain */
    frame_level *levels;   /* a frame */
    uint64_t *nanoseconds; /* a replay */
    equalizer_reference reference;
    comparison y, energy, peak;
} session;

/* The gain of a frame: three steps over the recording. */
static float gain_of(size_t frame, size_t frames)
{
    static const float steps[] = {0.5f, 1.0f, 2.0f};
    const size_t step = (size_t)(3.0 * (double)frame / (double)frames);

    return steps[step < 2 ? step : 2];
}

/* ---- one frame ---- */

static void load_frame(const session *s, size_t frame, float *x)
{
    size_t i;

    for (i = 0; i < EQUALIZER_FRAME; ++i) {
        const size_t at = frame * EQUALIZER_FRAME + i;

        x[i] = at < s->in.count ? (float)s->in.samples[at] / 32768.0f : 0.0f;
    }
}

static int16_t to_sample(float value, size_t *clipped)
{
    const double scaled = floor((double)value * 32768.0 + 0.5);

    if (scaled >= -32768.0 && scaled <= 32767.0) {
        return (int16_t)scaled;
    }
    ++*clipped;
    return scaled < 0.0 ? INT16_MIN : INT16_MAX;
}

static void store_frame(session *s, size_t frame, const float *y)
{
    size_t i;

    for (i = 0; i < EQUALIZER_FRAME && frame * EQUALIZER_FRAME + i < s->out.count; ++i) {
        s->out.samples[frame * EQUALIZER_FRAME + i] = to_sample(y[i], &s->clipped);
    }
}

static void store_level(frame_level *level, const equalizer *program)
{
    const uint64_t *energy = equalizer_energy(program);
    const float *peak = equalizer_peak(program);

    level->rms_before = sqrt((double)energy[0] / (double)EQUALIZER_ENERGY_ONE / EQUALIZER_FRAME);
    level->rms_after = sqrt((double)energy[1] / (double)EQUALIZER_ENERGY_ONE / EQUALIZER_FRAME);
    level->peak_before = (double)peak[0];
    level->peak_after = (double)peak[1];
    level->gain = equalizer_gain(program);
}

static void compare_frame(session *s, const equalizer *program, const float *x)
{
    const float *y = equalizer_y(program);
    const uint64_t *energy = equalizer_energy(program);
    const float *peak = equalizer_peak(program);
    double expected[EQUALIZER_FRAME];
    equalizer_level before;
    equalizer_level after;
    size_t i;

    equalizer_reference_next(&s->reference, x, equalizer_gain(program), expected, EQUALIZER_FRAME, &before, &after);
    for (i = 0; i < EQUALIZER_FRAME; ++i) {
        comparison_add(&s->y, (double)y[i], expected[i]);
    }
    comparison_add(&s->energy, (double)energy[0] / (double)EQUALIZER_ENERGY_ONE, before.energy);
    comparison_add(&s->energy, (double)energy[1] / (double)EQUALIZER_ENERGY_ONE, after.energy);
    comparison_add(&s->peak, (double)peak[0], before.peak);
    comparison_add(&s->peak, (double)peak[1], after.peak);
}

static vg_status run_frame(session *s, equalizer *program, size_t frame)
{
    float *x = equalizer_x(program);
    uint64_t begin;
    vg_status status;

    load_frame(s, frame, x);
    status = equalizer_set_gain(program, gain_of(frame, s->frames));
    if (status != VG_OK) {
        return status;
    }
    begin = timing_now();
    status = equalizer_start(program);
    if (status == VG_OK) {
        status = equalizer_finish(program, PATIENCE_NS);
    }
    s->nanoseconds[frame] = timing_now() - begin;
    if (status == VG_OK) {
        store_frame(s, frame, equalizer_y(program));
        store_level(&s->levels[frame], program);
        compare_frame(s, program, x);
    }
    return status;
}

/* ---- the whole recording ---- */

/* Returns 0, or -1 when there is no memory. session_end frees what was made in either case. */
static int session_begin(session *s, size_t most_frames)
{
    float taps[TAPS_COUNT];

    s->frames = s->in.count / EQUALIZER_FRAME + (s->in.count % EQUALIZER_FRAME != 0);
    if (s->frames > most_frames) {
        s->frames = most_frames;
        s->in.count = most_frames * EQUALIZER_FRAME;
    }
    s->out.rate = s->in.rate;
    s->out.count = s->in.count;
    s->out.samples = (int16_t *)calloc(s->out.count, sizeof s->out.samples[0]);
    s->levels = (frame_level *)calloc(s->frames, sizeof s->levels[0]);
    s->nanoseconds = (uint64_t *)calloc(s->frames, sizeof s->nanoseconds[0]);
    taps_design(taps);
    equalizer_reference_start(&s->reference, taps);
    return s->out.samples != NULL && s->levels != NULL && s->nanoseconds != NULL ? 0 : -1;
}

static void session_end(session *s)
{
    wav_free(&s->in);
    wav_free(&s->out);
    free(s->levels);
    free(s->nanoseconds);
}

static int run(session *s, char device[REPORT_NAME_SIZE])
{
    equalizer program;
    char doing[64] = "open";
    vg_status status;
    size_t frame;

    memset(&program, 0, sizeof program);
    status = equalizer_open(&program, NULL, NULL);
    if (status != VG_OK) {
        report_failure("equalizer", doing, equalizer_detail(&program));
        return 1;
    }
    report_device_name(0, device);
    for (frame = 0; frame < s->frames && status == VG_OK; ++frame) {
        status = run_frame(s, &program, frame);
    }
    if (status != VG_OK) {
        snprintf(doing, sizeof doing, "frame %zu", frame - 1);
        report_failure("equalizer", doing, equalizer_detail(&program));
    }
    if (equalizer_close(&program) != VG_OK) {
        report_failure("equalizer", "close", equalizer_detail(&program));
        return 1;
    }
    return status != VG_OK;
}

/* ---- results ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

static int write_svg(const session *s, const request *r)
{
    level_chart chart;
    FILE *file = fopen(r->svg, "w");
    int failed;

    if (file == NULL) {
        perror(r->svg);
        return 2;
    }
    chart.name = base_name(r->in);
    chart.frames = s->levels;
    chart.count = s->frames;
    chart.seconds = EQUALIZER_FRAME / (double)s->in.rate;
    failed = level_svg_write(file, &chart);
    if (fclose(file) != 0 || failed) {
        perror(r->svg);
        return 2;
    }
    return 0;
}

static int write_files(const session *s, const request *r)
{
    wav_error error;

    if (wav_write(r->out, &s->out, &error) != 0) {
        fprintf(stderr, "%s: %s\n", r->out, error.text);
        return 2;
    }
    return write_svg(s, r);
}

static double largest_error(const session *s)
{
    return fmax(comparison_relative(&s->y), fmax(comparison_relative(&s->energy), comparison_relative(&s->peak)));
}

static void print_summary(session *s, const char *device)
{
    timing_sort(s->nanoseconds, s->frames);
    printf("equalizer on %s\n", device);
    printf("  frames         %zu of %d samples, %.2f s at %" PRIu32 " Hz\n", s->frames, (int)EQUALIZER_FRAME,
           (double)s->in.count / s->in.rate, s->in.rate);
    printf("  replays        %zu, gain from %g to %g; %zu samples clipped\n", s->frames, (double)s->levels[0].gain,
           (double)s->levels[s->frames - 1].gain, s->clipped);
    printf("  a replay       median %.1f us, p99 %.1f us\n",
           (double)timing_percentile(s->nanoseconds, s->frames, 50.0) / 1000.0,
           (double)timing_percentile(s->nanoseconds, s->frames, 99.0) / 1000.0);
    printf("  largest error  %.2e of the largest magnitude (allowed: %.0e)\n", largest_error(s), TOLERANCE);
}

/* ---- command line ---- */

static int usage(void)
{
    fputs("usage: equalizer_demo IN.wav OUT.wav LEVEL.svg [--frames N]\n"
          "  IN.wav: 16-bit mono PCM; N: the most frames to take from it, from 1\n",
          stderr);
    return 2;
}

/* Returns 0, or -1 when it is not what usage() says. */
static int parse_arguments(int argc, char **argv, request *r)
{
    char *end;
    unsigned long long frames;

    r->most_frames = SIZE_MAX / EQUALIZER_FRAME;
    if (argc != 4 && argc != 6) {
        return -1;
    }
    r->in = argv[1];
    r->out = argv[2];
    r->svg = argv[3];
    if (argc == 6) {
        if (strcmp(argv[4], "--frames") != 0 || argv[5][0] < '0' || argv[5][0] > '9') {
            return -1;
        }
        frames = strtoull(argv[5], &end, 10);
        if (*end != '\0' || frames == 0) {
            return -1;
        }
        if (frames < r->most_frames) {
            r->most_frames = (size_t)frames;
        }
    }
    return 0;
}

static int demonstrate(session *s, const request *r)
{
    char device[REPORT_NAME_SIZE];
    int result;

    if (session_begin(s, r->most_frames) != 0) {
        fprintf(stderr, "%s: no memory for its %zu frames\n", r->in, s->frames);
        return 1;
    }
    if (s->in.rate != (uint32_t)TAPS_RATE) {
        fprintf(stderr, "%s: note: the filter is made for %.0f Hz; at %" PRIu32 " Hz its band moves in proportion\n",
                r->in, TAPS_RATE, s->in.rate);
    }
    if (run(s, device) != 0) {
        return 1;
    }
    result = write_files(s, r);
    print_summary(s, device);
    if (largest_error(s) > TOLERANCE) {
        fprintf(stderr, "equalizer: the outputs differ from the reference by more than %.0e\n", TOLERANCE);
        return 1;
    }
    return result;
}

int main(int argc, char **argv)
{
    session s;
    request r;
    wav_error error;
    int result;

    if (parse_arguments(argc, argv, &r) != 0) {
        return usage();
    }
    memset(&s, 0, sizeof s);
    if (wav_read(r.in, &s.in, &error) != 0) {
        fprintf(stderr, "%s: %s\n", r.in, error.text);
        return 2;
    }
    result = demonstrate(&s, &r);
    session_end(&s);
    return result;
}
