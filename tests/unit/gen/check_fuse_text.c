/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What launches look like. */
#include "memory_fixture.h"

#include "fuse/fuse_text.h"

#include <check.h>
#include <string.h>

#define HEAD ".version 8.4\n.target sm_90\n.address_size 64\n"

static const char *why;

static fuse_module module_of(const char *text)
{
    const char *whole = arena_printf(memory, "%s%s", HEAD, text);
    fuse_module m = {.text = whole, .length = strlen(whole)};

    return m;
}

/* A part of one block; its arguments are given as they come. */
static fuse_item part(const char *entry, uint32_t grid, uint32_t block, const fuse_argument *arguments, size_t count)
{
    fuse_item i = {.kind = FUSE_PART,
                   .entry = entry,
                   .grid = {grid, 1, 1},
                   .block = {block, 1, 1},
                   .arguments = arguments,
                   .argument_count = count};

    return i;
}

static const fuse_param params[] = {{8, 8}, {8, 8}, {4, 4}, {8, 8}};

static const char *write_list(fuse_module *modules, size_t module_count, const fuse_item *items, size_t count,
                              uint32_t threads)
{
    static const uint32_t first[] = {7};
    fuse_list list = {items, count};
    fuse_launch launch = {.name = "main",
                          .threads = threads,
                          .params = params,
                          .param_count = 4,
                          .conditions = first,
                          .blocks = &list,
                          .block_count = 1};

    for (size_t i = 0; i < count; i++) {
        launch.condition_count = items[i].kind != FUSE_PART ? 1 : launch.condition_count;
    }
    return fuse_text(memory, modules, module_count, &launch, 1, &why);
}

/* Where `wanted` stands in the text, behind `at`. */
static const char *expect(const char *text, const char *at, const char *wanted)
{
    const char *found = text == NULL ? NULL : strstr(at, wanted);

    ck_assert_msg(found != NULL, "expected\n%s\nin\n%s\n%s", wanted, text == NULL ? "nothing" : at,
                  text == NULL ? why : "");
    return found + strlen(wanted);
}

static void refuse(const char *text, const char *unwanted)
{
    ck_assert_msg(strstr(text, unwanted) == NULL, "found '%s' in\n%s", unwanted, text);
}

static const fuse_argument first_two[] = {{.index = 0}, {.index = 1}};

#define SCALE                                                                                                          \
    ".visible .entry scale(.param .u64 scale_param_0, .param .u64 scale_param_1)\n{\n.reg .b32 %r<4>; .reg .b64 "      \
    "%rd<4>; .reg .pred %p<2>;\nld.param.u64 %rd1, [scale_param_0]; // the first\nld.global.nc.f32 %r2, [%rd1+4];\n"   \
    "mov.u32 %r1, %ntid.x; mov.u32 %r3, %tid.y; setp.eq.u32 %p1, %r1, 0;\n@%p1 bra $L_1;\nret;\n$L_1:\nret;\n}\n"

START_TEST(a_chain_is_scopes_with_a_barrier_between)
{
    fuse_module m = module_of(SCALE);
    fuse_item items[] = {part("scale", 1, 256, first_two, 2), part("scale", 1, 64, first_two, 2)};
    const char *text = write_list(&m, 1, items, 2, 256), *at;

    at = expect(text, text,
                ".visible .entry vgf_main(\n\t.param .b64 vgf_main_param_0,\n\t.param .b64 vgf_main_param_1,\n"
                "\t.param .b32 vgf_main_param_2,\n\t.param .b64 vgf_main_param_3\n)\n.maxntid 256, 1, 1\n{\n");
    at = expect(text, at, "vgf_part_0:\n{\n");
    at = expect(text, at,
                "\tld.param.u64 %rd1, [vgf_main_param_0];\n\tld.global.nc.f32 %r2, [%rd1+4];\n\tmov.u32 %r1, 256;\n"
                "\tmov.u32 %r3, 0;\n\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 bra vgf_0_$L_1;\n\tbra vgf_end_0;\n"
                "vgf_0_$L_1:\n\tbra vgf_end_0;\n}\nvgf_end_0:\n\tbarrier.sync 0;\nvgf_part_1:\n{\n");
    at = expect(text, at, "\tsetp.ge.u32 %vgf_out, %vgf_thread, 64;\n\t@%vgf_out bra vgf_end_1;\n");
    at = expect(text, at, "mov.u32 %r1, 64;");
    (void)expect(text, at, "vgf_1_$L_1:\n\tbra vgf_end_1;\n}\nvgf_end_1:\n\tret;\n}\n");
}
END_TEST

START_TEST(what_the_launch_writes_is_read_coherently)
{
    static const fuse_argument written[] = {{.index = 0}, {.index = 1, .written = true}};
    fuse_module m = module_of(SCALE);
    fuse_item item = part("scale", 1, 256, written, 2);
    const char *text = write_list(&m, 1, &item, 1, 256);

    (void)expect(text, text, "ld.global.f32 %r2, [%rd1+4];");
    refuse(text, ".nc");
}
END_TEST

#define TILE                                                                                                           \
    ".extern .shared .align 16 .b8 more[];\n.visible .entry tile()\n{\n.reg .b32 %r<9>; .shared .align 4 .b8 "         \
    "s[20];\nmov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, s; mov.u32 %r4, more+4; st.shared.u32 [s+8], "   \
    "%r1;\nbar.sync 0; bar.sync 3, 32; ld.shared.u32 %r5, [%r3+4]; ret;\n}\n"

START_TEST(slices_have_memory_and_barriers_of_their_own)
{
    fuse_module m = module_of(TILE);
    fuse_item item = part("tile", 5, 64, NULL, 0);
    item.shared_bytes = 40;
    const char *text = write_list(&m, 1, &item, 1, 256), *at;

    at = expect(text, text, "\t.shared .align 16 .b8 vgf_shared[320];\n");
    at = expect(text, at, "div.u32 %vgf_slice, %vgf_thread, 64;\n\trem.u32 %vgf_thread, %vgf_thread, 64;\n");
    at = expect(text, at, "mul.lo.u32 %vgf_shared, %vgf_slice, 80;\n");
    at = expect(text, at, "\tmov.u32 %vgf_block, %vgf_slice;\nvgf_pass_0:\n");
    at = expect(text, at,
                "\tmov.u32 %r1, %vgf_thread;\n\tmov.u32 %r2, %vgf_block;\n\tadd.u32 %r3, %vgf_shared, 0;\n"
                "\tadd.u32 %r4, %vgf_shared, 32+4;\n\tst.shared.u32 [%vgf_shared+0+8], %r1;\n"
                "\tbar.sync %vgf_barrier_0, 64;\n\tbar.sync %vgf_barrier_1, 32;\n");
    (void)expect(text, at,
                 "\tbra vgf_done_0;\nvgf_done_0:\n\tbarrier.sync %vgf_barrier_0, 64;\n"
                 "\tadd.u32 %vgf_block, %vgf_block, 4;\n\tsetp.lt.u32 %vgf_out, %vgf_block, 5;\n"
                 "\t@%vgf_out bra vgf_pass_0;\n}\nvgf_end_0:\n");
}
END_TEST

START_TEST(much_shared_memory_is_dynamic)
{
    fuse_module m = module_of(TILE);
    fuse_item item = part("tile", 1, 64, NULL, 0);
    fuse_list list = {&item, 1};
    fuse_launch launch = {.name = "main", .threads = 64, .blocks = &list, .block_count = 1};
    item.shared_bytes = 60000;
    const char *text = fuse_text(memory, &m, 1, &launch, 1, &why);

    ck_assert_uint_eq(launch.dynamic_shared, 60032);
    (void)expect(text, text, ".extern .shared .align 16 .b8 vgf_main_shared[];\n");
    (void)expect(text, text, "mov.u32 %r4, vgf_main_shared+32+4;");
}
END_TEST

#define SETTER                                                                                                         \
    ".extern .func cudaGraphSetConditional(.param .b64 a, .param .b32 b);\n.visible .entry go(.param .u64 go_param_0)" \
    "\n{\n.reg .b64 %rd<2>; .reg .b32 %r<2>;\nld.param.u64 %rd1, [go_param_0]; mov.u32 %r1, 5;\n{\n.param .b64 "       \
    "param0;\nst.param.b64 [param0+0], %rd1;\n.param .b32 param1;\nst.param.b32 [param1+0], %r1;\n"                    \
    "call.uni cudaGraphSetConditional, (param0, param1);\n}\nret;\n}\n"

START_TEST(a_loop_goes_by_a_word)
{
    static const fuse_argument word[] = {{.condition = true, .index = 0}};
    fuse_module m = module_of(SETTER);
    fuse_item body = part("go", 1, 1, word, 1);
    fuse_list list = {&body, 1};
    fuse_item items[] = {{.kind = FUSE_WHILE, .condition = 0, .bodies = &list, .body_count = 1}};
    const char *text = write_list(&m, 1, items, 1, 64), *at;

    at = expect(text, text, "\t.shared .align 4 .b32 vgf_condition_0;\n");
    at = expect(text, at, "\tst.shared.u32 [vgf_condition_0], 7;\n\tbarrier.sync 0;\nvgf_loop_0:\n");
    at = expect(text, at,
                "\tld.shared.u32 %vgf_word, [vgf_condition_0];\n\tbarrier.sync 0;\n"
                "\tsetp.eq.u32 %vgf_go, %vgf_word, 0;\n\t@%vgf_go bra vgf_leave_0;\nvgf_part_0:\n");
    at = expect(text, at, "\tmov.u64 %rd1, vgf_condition_0;\n\tmov.u32 %r1, 5;\n");
    at = expect(text, at, "\tst.shared.u32 [%rd1], %r1;\n");
    (void)expect(text, at, "vgf_end_0:\n\tbarrier.sync 0;\n\tbra vgf_loop_0;\nvgf_leave_0:\n\tret;\n");
    refuse(text, "st.param");
    refuse(text, "call");
}
END_TEST

START_TEST(a_condition_of_the_driver_stays_one)
{
    static const fuse_argument handle[] = {{.index = 0}};
    fuse_module m = module_of(SETTER);
    fuse_item item = part("go", 1, 1, handle, 1);
    const char *text = write_list(&m, 1, &item, 1, 64), *at;

    at = expect(text, text, "\tst.param.b64 [param0+0], %rd1;\n");
    (void)expect(text, at, "\tcall.uni cudaGraphSetConditional, (param0, param1);\n");
}
END_TEST

START_TEST(a_choice_has_a_label_for_each_body)
{
    static const fuse_argument two[] = {{.index = 0}, {.index = 1}};
    fuse_module m = module_of(SCALE);
    fuse_item inner = part("scale", 1, 64, two, 2);
    fuse_list bodies[] = {{&inner, 1}, {&inner, 1}};
    fuse_item items[] = {{.kind = FUSE_SWITCH, .condition = 0, .bodies = bodies, .body_count = 2},
                         part("scale", 1, 64, two, 2)};
    const char *text;

    items[1].apart = true;
    text = write_list(&m, 1, items, 2, 64);
    const char *at = expect(text, text,
                            "\tsetp.eq.u32 %vgf_go, %vgf_word, 0;\n\t@%vgf_go bra vgf_case_0_0;\n"
                            "\tsetp.eq.u32 %vgf_go, %vgf_word, 1;\n\t@%vgf_go bra vgf_case_0_1;\n"
                            "\tbra vgf_leave_0;\nvgf_case_0_0:\nvgf_part_0:\n");
    at = expect(text, at, "vgf_end_0:\n\tbra vgf_leave_0;\nvgf_case_0_1:\nvgf_part_1:\n");
    (void)expect(text, at, "vgf_end_1:\nvgf_leave_0:\n\tbarrier.sync 0;\nvgf_part_2:\n");
    items[0].kind = FUSE_IF;
    text = write_list(&m, 1, items, 2, 64);
    (void)expect(text, text, "\tsetp.eq.u32 %vgf_go, %vgf_word, 0;\n\t@%vgf_go bra vgf_case_0_1;\nvgf_case_0_0:\n");
}
END_TEST

START_TEST(values_and_switches_may_stand_in_memory)
{
    static const fuse_argument given[] = {{.index = 0}, {.index = 3, .loaded = true, .offset = 24}};
    fuse_module m = module_of(".visible .entry k(.param .u64 k_param_0, .param .align 4 .b8 k_param_1[8])\n{\n"
                              ".reg .f32 %f<2>;\nld.param.f32 %f1, [k_param_1+4]; ret;\n}\n");
    fuse_item item = part("k", 1, 32, given, 2);
    const char *text, *at;

    item.switched = 1 + 2;
    text = write_list(&m, 1, &item, 1, 32);
    at = expect(text, text,
                "\tld.param.u32 %vgf_on, [vgf_main_param_2];\n\tsetp.eq.u32 %vgf_out, %vgf_on, 0;\n"
                "\t@%vgf_out bra vgf_end_0;\n");
    (void)expect(text, at, "\tld.param.u64 %vgf_at, [vgf_main_param_3];\n\tld.global.f32 %f1, [%vgf_at+24+4];\n");
    item.switched = 1 + 3;
    item.switched_loaded = true;
    item.switched_offset = 16;
    text = write_list(&m, 1, &item, 1, 32);
    (void)expect(text, text, "\tld.param.u64 %vgf_at, [vgf_main_param_3];\n\tld.global.u32 %vgf_on, [%vgf_at+16];\n");
}
END_TEST

START_TEST(equal_names_of_modules_stay_apart)
{
    fuse_module modules[2] = {
        module_of(".const .align 4 .b8 t[8] = {1};\n.func f()\n{\n.reg .b32 %r<2>;\nld.const.u32 %r1, [t];\nret;\n}\n"
                  ".visible .entry k()\n{\ncall.uni f;\nret;\n}\n"),
        module_of(".const .align 4 .b8 t[8] = {2};\n.visible .entry k()\n{\n.reg .b32 %r<2>;\nld.const.u32 %r1, "
                  "[t+4];\nret;\n}\n"),
    };
    fuse_item items[] = {part("k", 1, 32, NULL, 0), part("k", 1, 32, NULL, 0)};
    const char *text, *at;

    items[1].module = 1;
    items[1].apart = true;
    text = write_list(modules, 2, items, 2, 32);
    at = expect(text, text, ".const .align 4 .b8 vgf_m0_t[8] = {1};\n.const .align 4 .b8 vgf_m1_t[8] = {2};\n");
    at = expect(text, at, ".func vgf_m0_f()\n{\n");
    at = expect(text, at, "ld.const.u32 %r1, [vgf_m0_t];\n");
    at = expect(text, at, "call.uni vgf_m0_f;\n");
    /* They are apart: no barrier is between them. */
    at = expect(text, at, "vgf_end_0:\nvgf_part_1:\n");
    (void)expect(text, at, "ld.const.u32 %r1, [vgf_m1_t+4];\n");
}
END_TEST

START_TEST(constants_have_an_end)
{
    const char *kernel = ".const .align 4 .b8 t[40000] = {1};\n.visible .entry k()\n{\n.reg .b32 %r<2>;\n"
                         "ld.const.u32 %r1, [t];\nret;\n}\n";
    fuse_module modules[2] = {module_of(kernel), module_of(kernel)};
    fuse_item items[] = {part("k", 1, 32, NULL, 0), part("k", 1, 32, NULL, 0)};

    items[1].module = 1;
    ck_assert(write_list(modules, 2, items, 2, 32) == NULL);
    ck_assert_str_eq(why, "the constants of its kernels take 80008 bytes, more than the 65536 there is room for");
}
END_TEST

START_TEST(a_launch_has_an_end)
{
    fuse_module m = module_of(SCALE);
    fuse_item items[2000];

    for (size_t i = 0; i < 2000; i++) {
        items[i] = part("scale", 1, 32, first_two, 2);
    }
    ck_assert(write_list(&m, 1, items, 1000, 32) != NULL);
    ck_assert(write_list(&m, 1, items, 2000, 32) == NULL);
    ck_assert_str_eq(why, "the kernels of one launch would have more than 20000 instructions");
}
END_TEST

START_TEST(blocks_begin_with_a_branch)
{
    fuse_module m = module_of(SCALE);
    fuse_item items[] = {part("scale", 1, 32, first_two, 2), part("scale", 1, 32, first_two, 2)};
    fuse_list lists[] = {{&items[0], 1}, {&items[1], 1}};
    fuse_launch launch = {
        .name = "side", .threads = 32, .params = params, .param_count = 4, .blocks = lists, .block_count = 2};
    const char *text = fuse_text(memory, &m, 1, &launch, 1, &why), *at;

    at = expect(text, text,
                "\tmov.u32 %vgf_word, %ctaid.x;\n\tsetp.eq.u32 %vgf_go, %vgf_word, 1;\n"
                "\t@%vgf_go bra vgf_block_1;\nvgf_block_0:\nvgf_part_0:\n");
    (void)expect(text, at, "vgf_end_0:\n\tret;\nvgf_block_1:\nvgf_part_1:\n");
}
END_TEST

START_TEST(waiting_comes_first)
{
    fuse_module m = module_of(".visible .entry k()\n{\ngriddepcontrol.launch_dependents;\ngriddepcontrol.wait;\n"
                              "ret;\n}\n");
    fuse_item item = part("k", 1, 32, NULL, 0);
    const char *text = write_list(&m, 1, &item, 1, 64), *at;

    at = expect(text, text, "\tgriddepcontrol.wait;\n\tgriddepcontrol.launch_dependents;\nvgf_part_0:\n");
    refuse(at, "griddepcontrol");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fuse_text");
    TCase *group = tcase_create("fuse_text");

    tcase_add_checked_fixture(group, setup_memory, free_memory);
    tcase_add_test(group, a_chain_is_scopes_with_a_barrier_between);
    tcase_add_test(group, what_the_launch_writes_is_read_coherently);
    tcase_add_test(group, slices_have_memory_and_barriers_of_their_own);
    tcase_add_test(group, much_shared_memory_is_dynamic);
    tcase_add_test(group, a_loop_goes_by_a_word);
    tcase_add_test(group, a_condition_of_the_driver_stays_one);
    tcase_add_test(group, a_choice_has_a_label_for_each_body);
    tcase_add_test(group, values_and_switches_may_stand_in_memory);
    tcase_add_test(group, equal_names_of_modules_stay_apart);
    tcase_add_test(group, constants_have_an_end);
    tcase_add_test(group, a_launch_has_an_end);
    tcase_add_test(group, blocks_begin_with_a_branch);
    tcase_add_test(group, waiting_comes_first);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
