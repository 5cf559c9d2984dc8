/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What PTX shows of how a kernel waits for the grid before it, on what a compiler makes of waits/waits.cu. */
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder_fixture.h"
#include "ptx_fixture.h"

typedef struct {
    const char *entry;
    ptx_wait wait;
    const char *noncoherent; /* for each parameter, 1 where it is read so; "?" behind: and elsewhere */
} fact;

static const fact facts[] = {
    {"right", PTX_WAIT_FIRST, "000"},
    {"prologue", PTX_WAIT_FIRST, "000"},
    {"in_function", PTX_WAIT_FIRST, "000"},
    {"in_loop", PTX_WAIT_FIRST, "000"},
    {"trapped", PTX_WAIT_FIRST, "000"},
    {"on_both_ways", PTX_WAIT_FIRST, "000"},
    {"removed", PTX_WAIT_NEVER, "000"},
    {"conditional", PTX_WAIT_LATE, "000"},
    {"load_before", PTX_WAIT_LATE, "000"},
    {"store_before", PTX_WAIT_LATE, "000"},
    {"atomic_before", PTX_WAIT_LATE, "000"},
    {"copy_before", PTX_WAIT_LATE, "000"},
    {"prefetch_before", PTX_WAIT_LATE, "000"},
    {"function_before", PTX_WAIT_LATE, "000"},
    {"pointer_before", PTX_WAIT_LATE, "0000?"}, /* it may call look_up_constant */
    {"print_before", PTX_WAIT_LATE, "000"},
    {"early_return", PTX_WAIT_SKIPPED, "000"},
    {"no_pass", PTX_WAIT_SKIPPED, "000"},
    {"early_exit", PTX_WAIT_SKIPPED, "000"},
    {"function_skips", PTX_WAIT_SKIPPED, "000"},
    {"constant", PTX_WAIT_FIRST, "100"},
    {"constant_before", PTX_WAIT_LATE, "101"}, /* the index is n's */
    {"gather", PTX_WAIT_FIRST, "0100"},
    {"either", PTX_WAIT_FIRST, "1100"},
    {"table", PTX_WAIT_FIRST, "001"},
    {"followed", PTX_WAIT_FIRST, "000?"},
    {"put_together", PTX_WAIT_FIRST, "100?"},
    {"constant_in_function", PTX_WAIT_FIRST, "000?"},
};
#define FACTS (sizeof facts / sizeof facts[0])

static void read_text(const char *text)
{
    ptx_error error;
    bool ok = ptx_read(memory, text, strlen(text), &module, &error);
    ck_assert_msg(ok, "line %u: %s", ok ? 0 : error.line, ok ? "" : error.message);
}

static const char *read_file(const char *path)
{
    static char text[1 << 20];
    FILE *in = fopen(path, "rb");
    ck_assert_msg(in != NULL, "cannot read %s", path);
    size_t size = fread(text, 1, sizeof text - 1, in);
    ck_assert_int_eq(fclose(in), 0);
    text[size] = '\0';
    return text;
}

static const char *beside(const char *name)
{
    const char *source = getenv("srcdir");
    return arena_printf(memory, "%s/tests/unit/gen/waits/%s", source != NULL ? source : ".", name);
}

static const char *noncoherent_of(const ptx_entry *e)
{
    char *text = (char *)arena_alloc(memory, e->param_count + 2);
    size_t used = 0;
    for (size_t i = 0; i < e->param_count; i++) {
        text[used++] = e->noncoherent[i] ? '1' : '0';
    }
    if (e->noncoherent_unknown) {
        text[used++] = '?';
    }
    text[used] = '\0';
    return text;
}

static void check_facts(void)
{
    ck_assert_uint_eq(module.entry_count, FACTS);
    for (size_t i = 0; i < FACTS; i++) {
        const ptx_entry *e = find(facts[i].entry);
        ck_assert_msg(e->wait == facts[i].wait, "%s: expected %d, found %d", e->name, (int)facts[i].wait, (int)e->wait);
        ck_assert_msg(strcmp(noncoherent_of(e), facts[i].noncoherent) == 0, "%s: expected %s, found %s", e->name,
                      facts[i].noncoherent, noncoherent_of(e));
    }
}

START_TEST(kept_code)
{
    read_text(read_file(beside("waits.ptx")));
    check_facts();
}
END_TEST

static const char *find_nvcc(void)
{
    const char *given = getenv("NVCC"), *home = getenv("CUDA_HOME");
    const char *found = given != NULL && given[0] != '\0' ? run_find(memory, given) : NULL;
    if (found == NULL && home != NULL) {
        found = run_find(memory, arena_printf(memory, "%s/bin/nvcc", home));
    }
    return found != NULL ? found : run_find(memory, "nvcc");
}

static bool compile(const char *target)
{
    const char *nvcc = find_nvcc();
    const char *out = arena_printf(memory, "%s/waits.ptx", folder);
    if (nvcc == NULL) {
        return false;
    }
    const char *arguments[] = {nvcc,
                               "-ptx",
                               "-std=c++17",
                               arena_printf(memory, "-arch=%s", target),
                               "-Wno-deprecated-gpu-targets",
                               "-o",
                               out,
                               beside("waits.cu"),
                               NULL};
    run_command command = {.arguments = arguments};
    run_result result;
    ck_assert_msg(run_program(memory, &command, &result), "%s", result.output);
    read_text(read_file(out));
    return true;
}

START_TEST(code_of_the_toolkit_at_hand)
{
    if (compile("compute_90")) {
        check_facts();
    }
}
END_TEST

/* The same source for an older target has nothing to wait with. */
START_TEST(compiled_out)
{
    if (!compile("compute_80")) {
        return;
    }
    for (size_t i = 0; i < FACTS; i++) {
        ck_assert_int_eq(find(facts[i].entry)->wait, PTX_WAIT_NEVER);
    }
}
END_TEST

/* ---- what no compiler wrote ---- */

#define HEAD ".version 8.4\n.target sm_90\n.address_size 64\n"
#define WAIT "griddepcontrol.wait;\n"
#define LOAD "ld.global.u32 %r1, [%rd1];\n"

typedef struct {
    const char *body;
    ptx_wait wait;
} written;

static const written bodies[] = {
    {WAIT LOAD "ret;", PTX_WAIT_FIRST},
    {WAIT LOAD "", PTX_WAIT_FIRST},
    {LOAD WAIT "ret;", PTX_WAIT_LATE},
    {"ld.u32 %r1, [%rd1];\n" WAIT "ret;", PTX_WAIT_LATE},
    {"@%p1 griddepcontrol.wait;\nret;", PTX_WAIT_SKIPPED},
    {"@!%p1 griddepcontrol.wait;\n" LOAD "ret;", PTX_WAIT_LATE},
    {"@%p1 ret;\n" WAIT LOAD "ret;", PTX_WAIT_SKIPPED},
    {"@%p1 exit;\n" WAIT LOAD "ret;", PTX_WAIT_SKIPPED},
    {"@%p1 trap;\n" WAIT LOAD "ret;", PTX_WAIT_FIRST},
    {"@%p1 bra SKIP;\n" WAIT "SKIP:\nret;", PTX_WAIT_SKIPPED},
    {"bra.uni SKIP;\n" LOAD "SKIP:\n" WAIT "ret;", PTX_WAIT_FIRST},
    {"AGAIN:\n@%p1 bra AGAIN;\n" WAIT "ret;", PTX_WAIT_FIRST},
    {"AGAIN:\n" LOAD "@%p1 bra AGAIN;\n" WAIT "ret;", PTX_WAIT_LATE},
    /* Blocks may use a name twice: all of its labels count. */
    {"{ bra L; L: }\n" WAIT "{ L:" LOAD "}\nret;", PTX_WAIT_LATE},
    {"bra GONE;\n" WAIT "ret;", PTX_WAIT_LATE},
    {"list: .branchtargets A, B;\nbrx.idx %r1, list;\nA:\n" WAIT "ret;\nB:\n" WAIT "ret;", PTX_WAIT_FIRST},
    {"list: .branchtargets A, B;\nbrx.idx %r1, list;\nA:\n" WAIT "ret;\nB:\nret;", PTX_WAIT_SKIPPED},
    {"bar.sync 0;\nld.shared.u32 %r1, [%r2];\nst.shared::cluster.u32 [%r2], %r1;\n" WAIT "ret;", PTX_WAIT_FIRST},
    {"mbarrier.init.shared::cta.b64 [%r2], 1;\nldmatrix.sync.aligned.m8n8.x1.b16 {%r1}, [%r2];\n" WAIT "ret;",
     PTX_WAIT_FIRST},
    {"ld.local.u32 %r1, [%rd1];\nst.local.u32 [%rd1], %r1;\nld.const.u32 %r1, [c];\n" WAIT "ret;", PTX_WAIT_FIRST},
    {"red.global.add.u32 [%rd1], 1;\n" WAIT "ret;", PTX_WAIT_LATE},
    {"red.shared.add.u32 [%r1], 1;\n" WAIT "ret;", PTX_WAIT_FIRST},
    {"red.shared.global.add.u32 [%r1], 1;\n" WAIT "ret;", PTX_WAIT_LATE},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 16, [%r2];\n" WAIT "ret;",
     PTX_WAIT_LATE},
    {"tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1}];\n" WAIT "ret;", PTX_WAIT_LATE},
    {"discard.global.L2 [%rd1], 128;\n" WAIT "ret;", PTX_WAIT_LATE},
    {"griddepcontrol.launch_dependents;\n" WAIT "ret;", PTX_WAIT_FIRST},
    {"griddepcontrol.launch_dependents;\n" LOAD WAIT "ret;", PTX_WAIT_LATE},
    {"@%p1 call waits, ();\nret;", PTX_WAIT_SKIPPED},
    {"call waits, ();\n" LOAD "ret;", PTX_WAIT_FIRST},
    {"call ends, ();\n" WAIT "ret;", PTX_WAIT_SKIPPED},
    {"call again, ();\n" WAIT "ret;", PTX_WAIT_LATE},
    {"call outside, ();\n" WAIT "ret;", PTX_WAIT_LATE},
    {"ret;", PTX_WAIT_NEVER},
};

START_TEST(written_by_hand)
{
    const char *text = arena_printf(memory,
                                    HEAD ".extern .func outside();\n.const .u32 c;\n"
                                         ".func waits()\n{\n" WAIT "ret;\n}\n.func ends()\n{\n@%%p1 exit;\nret;\n}\n"
                                         ".func again()\n{\n@%%p1 ret;\ncall again, ();\nret;\n}\n"
                                         ".visible .entry k(.param .u64 a)\n{\n.reg .pred %%p<2>;\n%s\n}\n",
                                    bodies[_i].body);
    read_text(text);
    ck_assert_msg(find("k")->wait == bodies[_i].wait, "expected %d, found %d in\n%s", (int)bodies[_i].wait,
                  (int)find("k")->wait, bodies[_i].body);
}
END_TEST

START_TEST(textures_may_be_anywhere)
{
    read_text(HEAD ".visible .entry k(.param .u64 a)\n{\n" WAIT
                   "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1}];\nret;\n}\n");
    ck_assert_str_eq(noncoherent_of(find("k")), "0?");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("waits");
    TCase *group = tcase_create("waits");
    tcase_add_checked_fixture(group, setup_folder, remove_folder);
    tcase_set_timeout(group, 120);
    tcase_add_test(group, kept_code);
    tcase_add_test(group, code_of_the_toolkit_at_hand);
    tcase_add_test(group, compiled_out);
    tcase_add_loop_test(group, written_by_hand, 0, (int)(sizeof bodies / sizeof bodies[0]));
    tcase_add_test(group, textures_may_be_anywhere);
    suite_add_tcase(suite, group);
    memory = arena_new();
    if (find_nvcc() == NULL) {
        puts("without nvcc: tests that compile do nothing");
    }
    arena_free(memory);
    return run_suite(suite);
}
