/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Constants that lie side by side are one struct in NAME_image.c, and one copy in open. */
#define _POSIX_C_SOURCE 200809L

#include "emit_fixture.h"

#define HEAD                                                                                                           \
    "vggen: 1\n"                                                                                                       \
    "program: table\n"                                                                                                 \
    "targets: [sm_90]\n"                                                                                               \
    "min_cuda: \"13.0\"\n"
#define BUFFERS                                                                                                        \
    "buffers:\n"                                                                                                       \
    "  x: {role: input, type: u32, shape: [64]}\n"                                                                     \
    "  two: {role: constant, type: u32, shape: [2], values: [1, 2]}\n"                                                 \
    "  sum: {role: state, type: u32, shape: [64], init: 0, per_lane: true}\n"                                          \
    "  given: {role: constant, type: u32, shape: [64], data: app}\n"                                                   \
    "  three: {role: constant, type: u8, shape: [3], values: [3, 4, 5]}\n"
#define STEPS                                                                                                          \
    "  y: {role: output, type: u32, shape: [64]}\n"                                                                    \
    "  z: {role: output, type: u8, shape: [3]}\n"                                                                      \
    "steps:\n"                                                                                                         \
    "  - copy: x -> sum\n"                                                                                             \
    "  - copy: sum -> y\n"                                                                                             \
    "  - copy: two -> y[0:2]\n"                                                                                        \
    "  - copy: given[16:32] -> y[16:32]\n"                                                                             \
    "  - copy: three -> z\n"

START_TEST(neighbours_are_one_struct)
{
    emit_spec(HEAD BUFFERS STEPS, false);
    /* The state that stands between them in the spec does not stand between them in memory. */
    expect_in("table.h", "struct table_constants {\n"
                         "    unsigned char two[256]; /* u32 [2], 8 bytes */\n"
                         "    unsigned char three[3]; /* u8 [3], 3 bytes */\n"
                         "};\nextern const struct table_constants table_constants;\n");
    expect_in("table_image.c", "const struct table_constants table_constants = {\n"
                               "{ /* two: u32 [2], little-endian */\n"
                               "    0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00,\n},\n"
                               "{ /* three: u8 [3], little-endian */\n"
                               "    0x03, 0x04, 0x05,\n},\n};\n");
    expect_in("table.c",
              "static const vg_content table_contents[] = {\n"
              "    {0, 0, TABLE_TWO_AT, sizeof table_constants, &table_constants, -1, 1u, 0u, 0u}, /* two to "
              "three, as in table_image.c */\n"
              "    {0, 1, TABLE_SUM_AT,");
    expect_in("table.c", "offsetof(struct table_constants, three) == TABLE_THREE_AT - TABLE_TWO_AT,");
    expect_in("table.c", "    table_contents, 3u, /* first contents */\n");
    expect_not_in("table.c", "table_constant_");
}
END_TEST

START_TEST(who_lies_far_away_stands_alone)
{
    emit_spec(HEAD BUFFERS "  far: {role: constant, type: u8, shape: [2], values: [8, 9], at: 65536}\n" STEPS
                           "  - copy: far -> z[0:2]\n",
              false);
    expect_in("table.h", "extern const unsigned char table_constant_far[2];\n");
    expect_in("table.c", "    {0, 0, TABLE_FAR_AT, 2u, table_constant_far, -1, 1u, 0u, 0u},");
    expect_in("table.c", "    table_contents, 4u, /* first contents */\n");
}
END_TEST

START_TEST(there_may_be_several)
{
    emit_spec(HEAD BUFFERS "  far: {role: constant, type: u8, shape: [2], values: [8, 9], at: 65536}\n"
                           "  next: {role: constant, type: u8, shape: [2], values: [1, 2], at: 69632}\n" STEPS
                           "  - copy: far -> z[0:2]\n  - copy: next -> z[1:3]\n",
              false);
    expect_in("table.h", "struct table_constants_2 {\n    unsigned char far[4096];");
    expect_in("table.c", "    {0, 0, TABLE_FAR_AT, sizeof table_constants_2, &table_constants_2, -1, 1u, 0u, 0u},");
    expect_in("table.c", "    table_contents, 4u, /* first contents */\n");
}
END_TEST

START_TEST(lanes_share_them)
{
    emit_spec(HEAD "lanes: 2\n" BUFFERS STEPS, false);
    expect_in("table.c", "    {TABLE_ARENA_SHARED, 0, TABLE_TWO_AT, sizeof table_constants, &table_constants, -1,");
}
END_TEST

START_TEST(apart_each_has_a_copy)
{
    emit_spec(HEAD BUFFERS STEPS, true);
    expect_not_in("table.h", "struct table_constants");
    expect_in("table.c", "    {TABLE_TWO_ARENA, 0, TABLE_TWO_AT, 8u, table_constant_two, -1, 1u, 0u, 0u},");
    expect_in("table.c", "    {TABLE_THREE_ARENA, 0, TABLE_THREE_AT, 3u, table_constant_three, -1, 1u, 0u, 0u},");
}
END_TEST

START_TEST(the_struct_gives_way)
{
    emit_spec(HEAD BUFFERS "  constants: {role: output, type: u32, shape: [64]}\n" STEPS "  - copy: x -> constants\n",
              false);
    expect_in("table.h", "extern const struct table_constants_ table_constants_;\n");
    expect_in("table.h", "const uint32_t *table_constants(const table *p);\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("emit_constants");
    TCase *cases = tcase_create("constants");

    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, neighbours_are_one_struct);
    tcase_add_test(cases, who_lies_far_away_stands_alone);
    tcase_add_test(cases, there_may_be_several);
    tcase_add_test(cases, lanes_share_them);
    tcase_add_test(cases, apart_each_has_a_copy);
    tcase_add_test(cases, the_struct_gives_way);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
