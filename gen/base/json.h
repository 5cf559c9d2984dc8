/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Writes JSON: commas, indents and brackets. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_DEPTH 16

typedef struct {
    FILE *file;
    int depth;
    struct {
        char end;           /* the bracket that closes it */
        bool flat;          /* on one line */
        bool any;           /* it has an element */
    } open[JSON_DEPTH];
} json;

/* An object is the document. The key is NULL in a list. */
void json_begin(json *j, FILE *file);
void json_finish(json *j);

void json_object(json *j, const char *key, bool flat);
void json_list(json *j, const char *key, bool flat);
void json_close(json *j);

void json_text(json *j, const char *key, const char *text);     /* NULL is null */
void json_number(json *j, const char *key, uint64_t number);
void json_signed(json *j, const char *key, int64_t number);
void json_decimal(json *j, const char *key, const char *digits); /* a number as it is written: "12.5" */
void json_bool(json *j, const char *key, bool value);
void json_null(json *j, const char *key);

#endif
