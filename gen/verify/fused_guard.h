/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What stands around the body of a part, as operations. */
#ifndef VERIFY_FUSED_GUARD_H
#define VERIFY_FUSED_GUARD_H

#include "verify/fused_proof.h"

#define MOST_REGISTERS 48u
#define MOST_OPERATIONS 160u
#define AREA_BEGIN UINT64_C(0x100000) /* where the area is taken to lie */

typedef enum {
    DO_MOVE, DO_ADD, DO_SUB, DO_MUL, DO_MAD, DO_DIV, DO_REM, DO_AND, DO_SHL, DO_SHR, DO_COMPARE, DO_SWITCH, DO_ADDRESS,
    DO_WAIT, DO_BODY
} operation_kind;

typedef enum { FROM_NUMBER, FROM_REGISTER, FROM_THREAD } operand_from;

typedef struct {
    operand_from from;
    uint64_t number;
    uint32_t index;
} operand;

typedef struct {
    operation_kind kind;
    bool wide;              /* 64 bits */
    char compare[3];
    uint32_t to;            /* register */
    operand in[3];
    uint32_t guard;         /* 1 + register, or 0 */
    bool negated;
    bool jumps;
    uint32_t target;        /* of a jump: operation; UINT32_MAX: the end of the part */
    uint32_t statement;
} operation;

typedef struct {
    text_part *t;
    text_token registers[MOST_REGISTERS];
    size_t register_count;
    operation operations[MOST_OPERATIONS];
    size_t count;
    uint32_t labels[8];     /* statements that are labels, and the operations behind them */
    uint32_t label_at[8];
    size_t label_count;
    uint64_t values[MOST_REGISTERS];
    bool known[MOST_REGISTERS];
    bool off;               /* the switch leaves the part out */
    uint32_t threads, blocks, width, slices;
} guard;

/* ---- verify_fused_guard.c ---- */

bool guard_fail(guard *g, uint32_t statement, const char *why);
/* Adds the operations of these statements. */
bool guard_read(guard *g, uint32_t begin, uint32_t end);
bool guard_read_operand(guard *g, uint32_t tok, operand *o);

#endif
