/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* values.c - values of settings as the command line gives them: numbers of every type of a spec. */
#include "parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The bits of a small float format, rounded to nearest, ties to even. Returns 0 if the value is too large for it. */
static int to_small_float(double value, int exponent_bits, int fraction_bits, uint16_t *bits)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const uint32_t infinity = ((1u << exponent_bits) - 1u) << fraction_bits;
    uint32_t sign = signbit(value) ? 0x8000u : 0u;
    uint32_t result, whole;
    double magnitude = fabs(value), scaled;
    int exponent;

    if (isnan(value) || isinf(value)) {
        *bits = (uint16_t)(sign | infinity | (isnan(value) ? 1u << (fraction_bits - 1) : 0u));
        return 1;
    }
    (void)frexp(magnitude, &exponent);
    exponent -= 1; /* magnitude is 1.f times 2 to this power */
    if (magnitude <= 0.0 || exponent < 1 - bias)
        exponent = 1 - bias;
    if (exponent > bias)
        return 0;
    scaled = ldexp(magnitude, fraction_bits - exponent);
    whole = (uint32_t)scaled;
    if (scaled - (double)whole > 0.5 || (scaled - (double)whole >= 0.5 && (whole & 1u) != 0u))
        whole++;
    result = ((uint32_t)(exponent + bias - 1) << fraction_bits) + whole;
    if (result >= infinity)
        return 0;
    *bits = (uint16_t)(sign | result);
    return 1;
}

static int parse_integer(const char *text, const vg_driver_port *setting, unsigned char value[8])
{
    const unsigned width = (unsigned)(8 * setting->element);
    char *end = NULL;
    uint64_t bits;

    errno = 0;
    if (setting->kind == 'i') {
        const long long number = strtoll(text, &end, 0);
        const int64_t most = INT64_MAX >> (64u - width);
        if (number > most || number < -most - 1)
            return 0;
        bits = (uint64_t)number;
    } else {
        const uint64_t most = setting->kind == '?' ? 1u : UINT64_MAX >> (64u - width);
        bits = strtoull(text, &end, 0);
        if (strchr(text, '-') != NULL || bits > most)
            return 0;
    }
    memcpy(value, &bits, setting->element); /* little-endian, as every host of a CUDA device */
    return errno == 0 && end != text && *end == '\0';
}

static int parse_float(const char *text, const vg_driver_port *setting, unsigned char value[8])
{
    char *end = NULL;
    double number;

    errno = 0;
    number = strtod(text, &end);
    if (end == text || *end != '\0' || (errno == ERANGE && fabs(number) > 1.0))
        return 0;
    if (setting->element == 8) {
        memcpy(value, &number, 8);
    } else if (setting->kind == 'f') {
        const float narrow = strtof(text, NULL);
        if (isinf(narrow) && !isinf(number))
            return 0;
        memcpy(value, &narrow, 4);
    } else {
        uint16_t bits = 0;
        if (!to_small_float(number, setting->kind == 'h' ? 5 : 8, setting->kind == 'h' ? 10 : 7, &bits))
            return 0;
        memcpy(value, &bits, 2);
    }
    return 1;
}

static int parse_number(const char *text, const vg_driver_port *setting, unsigned char value[8])
{
    memset(value, 0, 8);
    if (setting->kind == 'i' || setting->kind == 'u' || setting->kind == '?')
        return parse_integer(text, setting, value);
    return parse_float(text, setting, value);
}

int vg_driver_parse_value(const char *text, const vg_driver_port *setting, unsigned char *value)
{
    size_t at;

    for (at = 0; at < setting->bytes; at += setting->element) {
        const size_t length = strcspn(text, ",");
        unsigned char number[8];
        char part[64];
        if (length >= sizeof part || (text[length] == ',') != (at + setting->element < setting->bytes))
            return 0;
        memcpy(part, text, length);
        part[length] = '\0';
        if (!parse_number(part, setting, number))
            return 0;
        memcpy(value + at, number, setting->element);
        text += length + (text[length] == ',' ? 1 : 0);
    }
    return 1;
}
