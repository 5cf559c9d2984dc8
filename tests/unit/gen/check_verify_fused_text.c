/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Finished texts of fused launches: right ones are proven, and each planted fault is found. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "fused_faults.h"
#include "fused_text_fixture.h"

START_TEST(right_texts_are_proven)
{
    text_case cases[] = {chain_text(), folded_text(), loop_text(), blocks_text()};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *said = verify_text(&cases[i], cases[i].text);

        ck_assert_msg(said == NULL, "%zu: %s", i, said);
    }
}
END_TEST

static text_case case_of(const char *name)
{
    if (strcmp(name, "chain") == 0)
        return chain_text();
    if (strcmp(name, "folded") == 0)
        return folded_text();
    return strcmp(name, "loop") == 0 ? loop_text() : blocks_text();
}

START_TEST(faults_are_found)
{
    size_t missed = 0;

    for (size_t i = 0; i < FUSED_FAULT_COUNT; i++) {
        const fused_fault *fault = &fused_faults[i];
        text_case c = case_of(fault->text);
        char *text = fault_plant(fault, c.text);
        const char *said = text == NULL ? "there is no such place" : verify_text(&c, text);
        bool found = said != NULL && text != NULL && (fault->says == NULL || strstr(said, fault->says) != NULL);

        if (!found)
            printf("  %s: %s\n", fault->name, said == NULL ? "accepted" : said);
        missed += !found;
        free(text);
        fixture_free(c.f);
    }
    ck_assert_uint_eq(missed, 0);
}
END_TEST

/* ---- large launches ---- */

#define LARGE_PARTS 100u
#define LARGE_STATEMENTS 1000u /* twice */

/* `%s` is what labels begin with, as often as it stands there. */
static void write_large_body(FILE *out, const char *prefix, const char *leave)
{
    fprintf(out, "\t.reg .pred %%p<4>;\n\t.reg .f32 %%f<9>;\n\t.reg .b32 %%r<9>;\n\t.reg .b64 %%rd<9>;\n");
    for (unsigned i = 0; i < LARGE_STATEMENTS; i++) {
        if (i % 50 == 0)
            fprintf(out, "%sL%u:\n\tbar.sync 0;\n", prefix, i);
        else
            fprintf(out, "\tfma.rn.f32 %%f%u, %%f%u, %%f%u, 0f3F800000;\n", i % 8, (i + 3) % 8, (i + 5) % 8);
        fprintf(out, "\tst.shared.f32 [%s+%u], %%f%u;\n", prefix[0] == 'v' ? "vgf_shared+0" : "s", 4 * (i % 64), i % 8);
    }
    fprintf(out, "\t%s;\n", leave);
}

static void write_large(FILE *parts, FILE *text)
{
    fprintf(parts, ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry large(.param .u64 large_param_0, "
                   ".param .u64 large_param_1)\n{\n\t.shared .align 4 .b8 s[256];\n");
    write_large_body(parts, "$", "ret");
    fprintf(parts, "}\n");
    fprintf(text, ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry vgf_large(");
    for (unsigned i = 0; i <= LARGE_PARTS; i++)
        fprintf(text, "%s.param .b64 vgf_large_param_%u", i > 0 ? ", " : "", i);
    fprintf(text, ")\n{\n\t.shared .align 4 .b8 vgf_shared[256];\n");
    for (unsigned i = 0; i < LARGE_PARTS; i++) {
        char prefix[32], leave[32];

        snprintf(prefix, sizeof prefix, "vgf_%u_", i);
        snprintf(leave, sizeof leave, "bra vgf_end_%u", i);
        fprintf(text, "%svgf_part_%u:\n{\n", i > 0 ? "\tbarrier.sync 0;\n" : "", i);
        write_large_body(text, prefix, leave);
        fprintf(text, "}\nvgf_end_%u:\n", i);
    }
    fprintf(text, "\tret;\n}\n");
}

START_TEST(a_hundred_large_parts_take_no_time)
{
    fixture *f = fixture_new();
    char *written[2] = {NULL, NULL};
    size_t length;
    FILE *parts = open_memstream(&written[0], &length), *text = open_memstream(&written[1], &length);
    uint32_t from;
    text_case c;
    clock_t began;
    const char *said;

    write_large(parts, text);
    fclose(parts);
    fclose(text);
    add_text_kernels(f);
    f->m.kernels[SUM_KERNEL].name = f->m.kernels[SUM_KERNEL].entry = "large";
    add_graph(f, GRAPH_REPLAY);
    from = add_floats(f, "x", ROLE_INPUT);
    for (unsigned i = 0; i < LARGE_PARTS; i++) {
        uint32_t to = add_floats(f, arena_printf(f->a, "b%u", i), ROLE_STATE);

        add_text_step(f, SUM_KERNEL, from, to, 1, 64);
        from = to;
    }
    c = finish_text(f, "chain", 1, LARGE_PARTS + 1, 64);
    c.parts = written[0];
    c.i.symbols[SUM_KERNEL] = "large";
    c.i.symbols[c.launch->kernel] = "vgf_large";
    began = clock();
    said = verify_text(&c, written[1]);
    ck_assert_msg(said == NULL, "%s", said);
    printf("  %u parts of %u statements: %.2f s\n", LARGE_PARTS, 2 * LARGE_STATEMENTS,
           (double)(clock() - began) / CLOCKS_PER_SEC);
    ck_assert(clock() - began < 5 * CLOCKS_PER_SEC); /* also with a sanitizer */
    free(written[0]);
    free(written[1]);
    fixture_free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify_fused_text");
    TCase *tests = tcase_create("text");

    tcase_add_test(tests, right_texts_are_proven);
    tcase_add_test(tests, faults_are_found);
    tcase_add_test(tests, a_hundred_large_parts_take_no_time);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
