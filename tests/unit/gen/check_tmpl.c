/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "base/tmpl.h"
#include "unit/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXIT_INTERNAL 70

/* What a slot's fill writes is the string that it is handed as context. */
static void fill(FILE *out, const void *context)
{
    fputs(context, out);
}

static const tmpl_word words[] = {{"NAME", "fir"}, {"N", "256"}};
static const tmpl_slot slots[] = {{"body", fill}};

/* The text that comes out, to be freed. */
static char *written(const char *text, size_t word_count, size_t slot_count, const char *context)
{
    tmpl t = {"test.in", text};
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    ck_assert_ptr_nonnull(out);
    tmpl_write(out, &t, words, word_count, slots, slot_count, context);
    ck_assert_int_eq(fclose(out), 0);
    return bytes;
}

static void expect(const char *text, size_t word_count, size_t slot_count, const char *expected)
{
    char *bytes = written(text, word_count, slot_count, "one\ntwo\n");
    ck_assert_str_eq(bytes, expected);
    free(bytes);
}

START_TEST(words_are_replaced)
{
    expect("/* @NAME@.h: @NAME@[@N@] */\n", 2, 0, "/* fir.h: fir[256] */\n");
    expect("@NAME@@N@\n", 2, 0, "fir256\n");
}
END_TEST

START_TEST(slots_are_whole_lines)
{
    expect("{\n@@body@@\n}\n", 0, 1, "{\none\ntwo\n}\n");
    expect("@@body@@", 0, 1, "one\ntwo\n");
}
END_TEST

START_TEST(comments_are_left_out)
{
    expect("@# why\na\n@#\nb\n", 0, 0, "a\nb\n");
}
END_TEST

START_TEST(text_stays)
{
    expect("", 0, 0, "");
    expect("\n\n  x\n", 0, 0, "\n\n  x\n");
    expect("no newline", 0, 0, "no newline\n");
}
END_TEST

/* What a mistake prints, and that it ends the process with status 70. */
static void expect_internal_error(const char *text, size_t word_count, size_t slot_count, const char *message)
{
    char printed[400] = "";
    FILE *errors = tmpfile();
    int status = 0;
    pid_t child;

    ck_assert_ptr_nonnull(errors);
    child = fork();
    ck_assert_int_ne(child, -1);
    if (child == 0) {
        dup2(fileno(errors), STDERR_FILENO);
        free(written(text, word_count, slot_count, ""));
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    rewind(errors);
    ck_assert_uint_gt(fread(printed, 1, sizeof printed - 1, errors), 0);
    fclose(errors);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_INTERNAL, "status %d", status);
    ck_assert_msg(strstr(printed, message) != NULL, "expected %s, printed %s", message, printed);
}

START_TEST(mistakes_are_internal_errors)
{
    expect_internal_error("a\n@OTHER@\n", 0, 0, "templates/test.in:2: unknown word @OTHER@");
    expect_internal_error("@@other@@\n", 0, 0, "templates/test.in:1: unknown slot @@other@@");
    expect_internal_error("x\n", 1, 0, "templates/test.in:1: word @NAME@ was given and not used");
    expect_internal_error("x\n", 0, 1, "templates/test.in:1: slot @@body@@ was given and not used");
    expect_internal_error("me@here\n", 0, 0, "templates/test.in:1: '@' does not start a word");
    expect_internal_error("@NAME@ @\n", 1, 0, "templates/test.in:1: '@' does not start a word");
    expect_internal_error(" @@body@@\n", 0, 1, "templates/test.in:1: a slot must stand alone on its line");
    expect_internal_error("@@body@@ x\n", 0, 1, "templates/test.in:1: a slot must stand alone on its line");
}
END_TEST

START_TEST(embedded_templates_are_there)
{
    static const char *const names[] = {"header.h.in", "source.c.in", "image.c.in",
                                        "main.c.in",   "sim.cpp.in",  "selftest.c.in"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const tmpl *t = tmpl_find(names[i]);
        ck_assert_str_eq(t->name, names[i]);
        ck_assert_ptr_nonnull(strstr(t->text, "SPDX-" "License-Identifier: 0BSD"));
        ck_assert_int_eq(t->text[strlen(t->text) - 1], '\n');
    }
    ck_assert_uint_ge(tmpl_count, sizeof names / sizeof *names);
}
END_TEST

START_TEST(an_unknown_template_is_an_internal_error)
{
    tmpl_find("other.in");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tmpl");
    TCase *good = tcase_create("good");
    TCase *wrong = tcase_create("wrong");

    tcase_add_test(good, words_are_replaced);
    tcase_add_test(good, slots_are_whole_lines);
    tcase_add_test(good, comments_are_left_out);
    tcase_add_test(good, text_stays);
    tcase_add_test(good, embedded_templates_are_there);
    tcase_add_test(wrong, mistakes_are_internal_errors);
    tcase_add_exit_test(wrong, an_unknown_template_is_an_internal_error, EXIT_INTERNAL);
    suite_add_tcase(suite, good);
    suite_add_tcase(suite, wrong);
    return run_suite(suite);
}
