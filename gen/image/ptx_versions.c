/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Versions of the PTX ISA, and of the toolkits that they came with. */
#include <string.h>

#include "image/ptx_parts.h"

typedef struct {
    unsigned ptx;  /* 84 for 8.4 */
    unsigned cuda; /* 12040 for 12.4 */
} version_pair;

/* The first toolkit with each version of the PTX ISA. */
static const version_pair versions[] = {
    {70, 11000}, {71, 11010}, {72, 11020}, {73, 11030}, {74, 11040}, {75, 11050}, {76, 11060},
    {77, 11070}, {78, 11080}, {80, 12000}, {81, 12010}, {82, 12020}, {83, 12030}, {84, 12040},
    {85, 12050}, {86, 12070}, {87, 12080}, {88, 12090}, {90, 13000}, {91, 13010},
};

unsigned ptx_cuda_version(unsigned version)
{
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        if (versions[i].ptx == version) {
            return versions[i].cuda;
        }
    }
    return 0;
}

/* The compiler's comment "…, release 13.0, V13.0.88" stands before the first directive. */
unsigned ptx_toolkit_version(const char *text, size_t length)
{
    static const char word[] = "release ";
    size_t limit = length < 4096 ? length : 4096;
    for (size_t i = 0; i + sizeof word < limit; i++) {
        if (memcmp(text + i, word, sizeof word - 1) != 0) {
            continue;
        }
        unsigned numbers[2] = {0, 0};
        size_t at = i + sizeof word - 1;
        for (size_t k = 0; k < 2; k++, at++) {
            for (; at < limit && text[at] >= '0' && text[at] <= '9' && numbers[k] < 1000; at++) {
                numbers[k] = 10 * numbers[k] + (unsigned)(text[at] - '0');
            }
        }
        return 1000 * numbers[0] + 10 * numbers[1];
    }
    return 0;
}
