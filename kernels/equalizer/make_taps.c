/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* make_taps OUT: writes the filter as little-endian f32, which is how the spec embeds it, and prints its response.
 * Built with: cc -o make_taps make_taps.c taps.c -lm */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "taps.h"

static void print_response(const float *taps)
{
    static const double frequencies[] = {0, 250, 500, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000, 12000};
    size_t i;

    for (i = 0; i < sizeof frequencies / sizeof frequencies[0]; ++i) {
        printf("%6.0f Hz %7.1f dB\n", frequencies[i], 20.0 * log10(taps_response(taps, frequencies[i])));
    }
}

int main(int argc, char **argv)
{
    float taps[TAPS_COUNT];
    unsigned char bytes[4 * TAPS_COUNT];
    size_t i;
    FILE *file;
    int failed;

    if (argc != 2) {
        fprintf(stderr, "usage: make_taps OUT\n");
        return 2;
    }
    taps_design(taps);
    for (i = 0; i < TAPS_COUNT; ++i) {
        uint32_t bits;
        unsigned byte;

        memcpy(&bits, &taps[i], sizeof bits);
        for (byte = 0; byte < 4; ++byte) {
            bytes[4 * i + byte] = (unsigned char)(bits >> (8 * byte) & 0xff);
        }
    }
    file = fopen(argv[1], "wb");
    if (file == NULL) {
        perror(argv[1]);
        return 2;
    }
    failed = fwrite(bytes, 1, sizeof bytes, file) != sizeof bytes;
    if (fclose(file) != 0 || failed) {
        perror(argv[1]);
        return 2;
    }
    print_response(taps);
    return 0;
}
