/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <string.h>

static const model_type types[] = {
    {"i8", SCALAR_I8, 1, 1, 1, "int8_t", "signed char"},
    {"u8", SCALAR_U8, 1, 1, 1, "uint8_t", "unsigned char"},
    {"i16", SCALAR_I16, 1, 2, 2, "int16_t", "short"},
    {"u16", SCALAR_U16, 1, 2, 2, "uint16_t", "unsigned short"},
    {"i32", SCALAR_I32, 1, 4, 4, "int32_t", "int"},
    {"u32", SCALAR_U32, 1, 4, 4, "uint32_t", "unsigned int"},
    {"i64", SCALAR_I64, 1, 8, 8, "int64_t", "long long"},
    {"u64", SCALAR_U64, 1, 8, 8, "uint64_t", "unsigned long long"},
    {"f16", SCALAR_F16, 1, 2, 2, "uint16_t", "__half"},
    {"bf16", SCALAR_BF16, 1, 2, 2, "uint16_t", "__nv_bfloat16"},
    {"f32", SCALAR_F32, 1, 4, 4, "float", "float"},
    {"f64", SCALAR_F64, 1, 8, 8, "double", "double"},
    {"bool", SCALAR_BOOL, 1, 1, 1, "uint8_t", "bool"},
};

#define TYPE_COUNT (sizeof types / sizeof *types)

const model_type *model_type_find(const char *name)
{
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

const char *const *model_type_names(size_t *count)
{
    static const char *list[TYPE_COUNT];
    for (size_t i = 0; i < TYPE_COUNT; i++)
        list[i] = types[i].name;
    *count = TYPE_COUNT;
    return list;
}

const char *model_role_name(model_role role)
{
    switch (role) {
    case ROLE_INPUT:
        return "input";
    case ROLE_OUTPUT:
        return "output";
    case ROLE_INOUT:
        return "inout";
    case ROLE_SCRATCH:
        return "scratch";
    case ROLE_STATE:
        return "state";
    case ROLE_CONSTANT:
        return "constant";
    case ROLE_DERIVED:
        return "derived";
    case ROLE_SETTING:
        return "setting";
    }
    return "?";
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
