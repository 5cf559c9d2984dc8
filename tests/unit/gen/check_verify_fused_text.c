/* SPDX-License-Identifier: MIT */
/* Finished texts of fused launches: right ones are proven, and each planted fault is found. */
#define _POSIX_C_SOURCE 200809L
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

int main(void)
{
    Suite *suite = suite_create("verify_fused_text");
    TCase *tests = tcase_create("text");

    tcase_add_test(tests, right_texts_are_proven);
    tcase_add_test(tests, faults_are_found);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
