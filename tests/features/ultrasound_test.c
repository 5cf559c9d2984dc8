/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The image of ultrasound.cu, which knows nothing of vggen, against the same steps in C: echoes of three points, under
 * each seed of the CPU device. */
#include "ultrasound.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "feature.h"

#define TAPS 9
#define PITCH 3.0e-4f
#define VELOCITY 1540.0f
#define RATE 2.0e7f
#define DEPTH 5.0e-3f
#define SPACING 1.0e-4f
#define RANGE 60.0f
#define ELEMENTS ULTRASOUND_ELEMENTS
#define SAMPLES ULTRASOUND_SAMPLES
#define COLUMNS ULTRASOUND_COLUMNS
#define ROWS ULTRASOUND_ROWS

static ultrasound p;
static float filtered[ELEMENTS][SAMPLES], beams[ROWS][COLUMNS], magnitude[ROWS][COLUMNS], energy[COLUMNS];

/* The nearest half, ties to even, of a number that is not too large for one. */
static float to_half(float x)
{
    float step = ldexpf(1.0f, -24);
    int exponent;

    if (x == 0.0f)
        return x;
    (void)frexpf(x, &exponent);
    if (exponent - 11 > -24)
        step = ldexpf(1.0f, exponent - 11);
    return nearbyintf(x / step) * step;
}

static float travel_time(float x, float z, int element)
{
    float dx = x - PITCH * (float)element;

    return (z + sqrtf(dx * dx + z * z)) / VELOCITY;
}

/* Echoes of three points: short bursts, weaker with depth, on a low hum. */
static void make_echoes(int16_t *raw, unsigned frame)
{
    static const float points[3][2] = {{2.0e-3f, 6.5e-3f}, {5.0e-3f, 8.0e-3f}, {7.5e-3f, 1.0e-2f}};

    for (int e = 0; e < ELEMENTS; e++) {
        for (int i = 0; i < SAMPLES; i++) {
            float value = 3.0f * (float)((i * 7 + e * 13 + (int)frame) % 11 - 5);

            for (int k = 0; k < 3; k++) {
                float at = (float)i - RATE * travel_time(points[k][0] + 1.0e-4f * (float)frame, points[k][1], e);
                value += (float)(3 - k) * 1500.0f * expf(-at * at / 20.0f) * cosf(0.8f * at);
            }
            raw[e * SAMPLES + i] = (int16_t)lrintf(value);
        }
    }
}

static void filter_traces(const int16_t *raw)
{
    static const float taps[TAPS] = {-0.0068f, 0.0f, 0.0628f, 0.2504f, 0.3872f, 0.2504f, 0.0628f, 0.0f, -0.0068f};

    for (int e = 0; e < ELEMENTS; e++) {
        for (int i = 0; i < SAMPLES; i++) {
            float sum = 0.0f;

            for (int k = 0; k < TAPS; k++) {
                int at = i + k - TAPS / 2;
                sum += taps[k] * (at >= 0 && at < SAMPLES ? (float)raw[e * SAMPLES + at] : 0.0f);
            }
            filtered[e][i] = to_half(sum);
        }
    }
}

static float sample_at(const float *trace, float at)
{
    int index = (int)floorf(at);
    float part = at - (float)index;

    return index < 0 || index + 1 >= SAMPLES ? 0.0f : (1.0f - part) * trace[index] + part * trace[index + 1];
}

static void beamform(void)
{
    static const float window[16] = {0.0f, 0.146f, 0.5f, 0.854f, 1.0f,   1.0f, 1.0f,   1.0f,
                                     1.0f, 1.0f,   1.0f, 1.0f,   0.854f, 0.5f, 0.146f, 0.0f};

    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            float x = PITCH * (float)(ELEMENTS - 1) * (float)column / (float)(COLUMNS - 1);
            float z = DEPTH + SPACING * (float)row;
            float sum = 0.0f, weights = 0.0f;

            for (int e = 0; e < ELEMENTS; e++) {
                float weight = window[e * 16 / ELEMENTS];
                sum += weight * sample_at(filtered[e], travel_time(x, z, e) * RATE);
                weights += weight;
            }
            beams[row][column] = sum / weights;
        }
    }
}

static void find_envelope(void)
{
    for (int column = 0; column < COLUMNS; column++) {
        energy[column] = 0.0f;
        for (int row = 0; row < ROWS; row++) {
            float power = 0.0f, root;

            for (int k = -2; k <= 2; k++) {
                int at = row + k < 0 ? 0 : row + k >= ROWS ? ROWS - 1 : row + k;
                power += beams[at][column] * beams[at][column];
            }
            root = sqrtf(2.0f * power / 5.0f);
            magnitude[row][column] = to_half(root);
            energy[column] += root * root;
        }
    }
}

static bool is_near(float found, float expected)
{
    return fabsf(found - expected) <= 4.0e-3f * fabsf(expected) + 1.0e-3f;
}

/* A level is a rounded logarithm of a rounded number, so that the last step may fall to either side. */
static void compare(void)
{
    float peak = 0.0f;
    unsigned far = 0, bright = 0;

    for (int i = 0; i < ROWS * COLUMNS; i++)
        peak = fmaxf(peak, (&magnitude[0][0])[i]);
    CHECK(is_near(ultrasound_peak(&p)[0], peak));
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        float level = 255.0f * (1.0f + 20.0f * log10f(fmaxf((&magnitude[0][0])[i] / peak, 1e-10f)) / RANGE);
        float expected = floorf(fminf(fmaxf(level + 0.5f, 0.0f), 255.0f));

        far += fabsf((float)ultrasound_grey(&p)[i] - expected) > 1.0f;
        bright += ultrasound_grey(&p)[i] > 200;
    }
    CHECK(far == 0);
    CHECK(bright > 10 && bright < ROWS * COLUMNS / 2); /* there is an image */
    for (int column = 0; column < COLUMNS; column++)
        if (!CHECK(is_near(ultrasound_energy(&p)[column], energy[column])))
            break;
}

int main(void)
{
    OPEN_OR_SKIP(ultrasound_open(&p, NULL, NULL));
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        make_echoes(ultrasound_raw(&p), seed);
        filter_traces(ultrasound_raw(&p));
        beamform();
        find_envelope();
        OK(ultrasound_detail(&p), ultrasound_replay(&p));
        compare();
    }
    OK(ultrasound_detail(&p), ultrasound_close(&p));
    return checks_end();
}
