/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "spec/model.h"

#include "spec/model_mailbox.h"

#include <string.h>

#define TYPE(name, base, lanes, size, align, host, device)                                                             \
    {                                                                                                                  \
        name, base, lanes, size, align, host, device, NULL, 0, {0, 0, 0}, false                                        \
    }

/* Vectors are aligned as CUDA aligns them. */
static const model_type types[] = {
    TYPE("i8", SCALAR_I8, 1, 1, 1, "int8_t", "signed char"),
    TYPE("u8", SCALAR_U8, 1, 1, 1, "uint8_t", "unsigned char"),
    TYPE("i16", SCALAR_I16, 1, 2, 2, "int16_t", "short"),
    TYPE("u16", SCALAR_U16, 1, 2, 2, "uint16_t", "unsigned short"),
    TYPE("i32", SCALAR_I32, 1, 4, 4, "int32_t", "int"),
    TYPE("u32", SCALAR_U32, 1, 4, 4, "uint32_t", "unsigned int"),
    TYPE("i64", SCALAR_I64, 1, 8, 8, "int64_t", "long long"),
    TYPE("u64", SCALAR_U64, 1, 8, 8, "uint64_t", "unsigned long long"),
    TYPE("f16", SCALAR_F16, 1, 2, 2, "uint16_t", "__half"),
    TYPE("bf16", SCALAR_BF16, 1, 2, 2, "uint16_t", "__nv_bfloat16"),
    TYPE("f32", SCALAR_F32, 1, 4, 4, "float", "float"),
    TYPE("f64", SCALAR_F64, 1, 8, 8, "double", "double"),
    TYPE("bool", SCALAR_BOOL, 1, 1, 1, "uint8_t", "bool"),
    TYPE("i8x2", SCALAR_I8, 2, 2, 2, "int8_t", "char2"),
    TYPE("i8x3", SCALAR_I8, 3, 3, 1, "int8_t", "char3"),
    TYPE("i8x4", SCALAR_I8, 4, 4, 4, "int8_t", "char4"),
    TYPE("u8x2", SCALAR_U8, 2, 2, 2, "uint8_t", "uchar2"),
    TYPE("u8x3", SCALAR_U8, 3, 3, 1, "uint8_t", "uchar3"),
    TYPE("u8x4", SCALAR_U8, 4, 4, 4, "uint8_t", "uchar4"),
    TYPE("i16x2", SCALAR_I16, 2, 4, 4, "int16_t", "short2"),
    TYPE("i16x3", SCALAR_I16, 3, 6, 2, "int16_t", "short3"),
    TYPE("i16x4", SCALAR_I16, 4, 8, 8, "int16_t", "short4"),
    TYPE("u16x2", SCALAR_U16, 2, 4, 4, "uint16_t", "ushort2"),
    TYPE("u16x3", SCALAR_U16, 3, 6, 2, "uint16_t", "ushort3"),
    TYPE("u16x4", SCALAR_U16, 4, 8, 8, "uint16_t", "ushort4"),
    TYPE("i32x2", SCALAR_I32, 2, 8, 8, "int32_t", "int2"),
    TYPE("i32x3", SCALAR_I32, 3, 12, 4, "int32_t", "int3"),
    TYPE("i32x4", SCALAR_I32, 4, 16, 16, "int32_t", "int4"),
    TYPE("u32x2", SCALAR_U32, 2, 8, 8, "uint32_t", "uint2"),
    TYPE("u32x3", SCALAR_U32, 3, 12, 4, "uint32_t", "uint3"),
    TYPE("u32x4", SCALAR_U32, 4, 16, 16, "uint32_t", "uint4"),
    TYPE("i64x2", SCALAR_I64, 2, 16, 16, "int64_t", "longlong2"),
    TYPE("i64x3", SCALAR_I64, 3, 24, 8, "int64_t", "longlong3"),
    TYPE("i64x4", SCALAR_I64, 4, 32, 16, "int64_t", "longlong4"),
    TYPE("u64x2", SCALAR_U64, 2, 16, 16, "uint64_t", "ulonglong2"),
    TYPE("u64x3", SCALAR_U64, 3, 24, 8, "uint64_t", "ulonglong3"),
    TYPE("u64x4", SCALAR_U64, 4, 32, 16, "uint64_t", "ulonglong4"),
    TYPE("f16x2", SCALAR_F16, 2, 4, 4, "uint16_t", "__half2"),
    TYPE("bf16x2", SCALAR_BF16, 2, 4, 4, "uint16_t", "__nv_bfloat162"),
    TYPE("f32x2", SCALAR_F32, 2, 8, 8, "float", "float2"),
    TYPE("f32x3", SCALAR_F32, 3, 12, 4, "float", "float3"),
    TYPE("f32x4", SCALAR_F32, 4, 16, 16, "float", "float4"),
    TYPE("f64x2", SCALAR_F64, 2, 16, 16, "double", "double2"),
    TYPE("f64x3", SCALAR_F64, 3, 24, 8, "double", "double3"),
    TYPE("f64x4", SCALAR_F64, 4, 32, 16, "double", "double4"),
};

#define TYPE_COUNT (sizeof types / sizeof *types)

const model_type *model_type_find(const char *name)
{
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

const model_type *model_type_scalar(scalar base)
{
    /* They come first, in the order of the enumeration. */
    return base < SCALAR_STRUCT ? &types[base] : NULL;
}

const char *const *model_type_names(size_t *count)
{
    static const char *list[TYPE_COUNT];
    for (size_t i = 0; i < TYPE_COUNT; i++)
        list[i] = types[i].name;
    *count = TYPE_COUNT;
    return list;
}

const char *const model_collective_words[] = {"all_reduce", "broadcast", "all_gather", "reduce_scatter", NULL};
const char *const model_reduction_words[] = {"sum", "prod", "min", "max", NULL};

const char *const model_role_words[] = {"input",    "output",  "inout",   "scratch",   "state",
                                        "constant", "derived", "setting", "condition", NULL};

const char *model_role_name(model_role role)
{
    return model_role_words[role];
}

const char *model_access_name(model_access access)
{
    switch (access) {
    case ACCESS_VALUE:
        return "value";
    case ACCESS_IN:
        return "in";
    case ACCESS_OUT:
        return "out";
    case ACCESS_OUT_PART:
        return "out_part";
    case ACCESS_INOUT:
        return "inout";
    case ACCESS_WORK:
        return "work";
    }
    return "?";
}

const model_loop *model_loop_of(const model *m, uint32_t graph, uint32_t step)
{
    for (size_t i = 0; i < m->loop_count; i++) {
        if (m->loops[i].graph == graph && m->loops[i].step == step)
            return &m->loops[i];
    }
    return NULL;
}

bool model_is_move(const model *m, uint32_t graph, uint32_t step)
{
    for (size_t i = 0; i < m->move_count; i++) {
        if (m->moves[i].graph == graph && m->moves[i].step == step)
            return true;
    }
    return false;
}

unsigned model_standard(const model *m)
{
    return m->compile.standard == 0 ? 17 : m->compile.standard;
}

bool model_has_source(const model *m)
{
    for (size_t i = 0; i < m->kernel_count; i++) {
        if (m->kernels[i].source != NULL)
            return true;
    }
    return false;
}

bool model_is_renamed(const model *m)
{
    return m->spec_program != NULL && m->program != NULL && strcmp(m->program, m->spec_program) != 0;
}

bool model_has_mailbox(const model *m)
{
    for (size_t g = 0; g < m->graph_count; g++)
        if (m->graphs[g].mailbox)
            return true;
    return false;
}

bool model_is_tuned(const model *m)
{
    for (size_t i = 0; i < m->kernel_count; i++)
        if (m->kernels[i].tuned)
            return true;
    return false;
}
