/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The model's expressions, types and literals. */
#ifndef MODEL_TYPES_H
#define MODEL_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "spec/expr.h"

/* An expression with the scalar it stands in, so that its parts have places. */
typedef struct {
    span at;                /* the whole expression */
    const struct tree *in;  /* the scalar; only read and check use it, to make places */
    const expr *root;       /* NULL: not given */
    int64_t value;          /* (check) with every setting at its first value */
    bool varies;            /* (check) uses a setting (only `grid:` and `shared:` may) … */
    int64_t low, high;      /* (check) … and lies in these bounds for all values in the settings' ranges */
} model_expr;

/* ---- types ---- */

typedef enum {
    SCALAR_I8, SCALAR_U8, SCALAR_I16, SCALAR_U16, SCALAR_I32, SCALAR_U32, SCALAR_I64, SCALAR_U64,
    SCALAR_F16, SCALAR_BF16, SCALAR_F32, SCALAR_F64, SCALAR_BOOL,
    SCALAR_STRUCT
} scalar;

typedef struct model_type model_type;

/* A field of a struct of `types:`; never a struct itself. */
typedef struct {
    const char *name;
    span at;                /* the key */
    span type_at;
    const model_type *type; /* scalar or vector */
    bool array;             /* "u8[4]" */
    model_expr count_expr;  /* as written between the brackets */
    uint64_t count;         /* (check) 1 unless an array */
    uint32_t offset;        /* (check) bytes: natural alignment, as in C */
} model_field;

struct model_type {
    const char *name;       /* as in the spec: "f32", "f32x4", "cell" */
    scalar base;            /* of a vector: of its lanes */
    unsigned lanes;         /* 1; 2, 3, 4 for vectors */
    uint32_t size, align;   /* bytes; vectors as CUDA has them (f32x3: 12, 4; f64x4: 32, 16); a struct's by check */
    const char *host;       /* C type in emitted code: "float", "uint16_t" for f16 and bf16; of a vector, of one lane;
                             * NULL for a struct, which emitted code declares as PROGRAM_NAME */
    const char *device;     /* CUDA C++ type in kernel sources: "float", "__half", "float4"; a struct's name */
    const model_field *fields;  /* struct */
    size_t field_count;
    span at;                /* struct: where it is declared */
    bool existing;          /* struct: in `source_types:`, so the source defines it, under the name `device` */
};

/* A scalar or vector; NULL when there is no such type. Structs are in model.types. */
const model_type *model_type_find(const char *name);
/* Never NULL for a scalar: the type of a vector's lanes. */
const model_type *model_type_scalar(scalar base);
/* The names of scalars and vectors, for hints. */
const char *const *model_type_names(size_t *count);

/* ---- values written in the spec ---- */

/* A literal as written: typed by what it is given to. */
typedef struct model_literal model_literal;
struct model_literal {
    span at;
    const char *text;       /* "1.0", "-3", "nan", "true"; NULL: not given, or a list */
    bool list;              /* [1.0, 2.0]: a vector's lanes or a struct's fields (an array field is a list again) */
    model_literal *items;
    size_t count;
};

typedef struct {
    const char *name;
    span at;
    span value_at;
    const struct tree *value_in; /* the scalar as written */
    const expr *root;       /* an integer expression over earlier defines … */
    bool is_float;          /* … or a float literal */
    double real;            /* is_float */
    const char *real_text;  /* is_float: as written */
    int64_t value;          /* (check) integers */
    bool macro;             /* (check) in `macros:`: kernel sources see a macro, not a constant */
    bool misused;           /* (check) a use where it does not fit was reported, which is done once */
    bool broken;            /* a mistake in it was reported: later checks leave it, and what uses it, alone */
} model_define;

#endif
