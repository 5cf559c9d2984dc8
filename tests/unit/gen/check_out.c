/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "base/out.h"
#include "unit/run_suite.h"

#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static arena *memory;
static diag *messages;
static char folder[] = "/tmp/check_out.XXXXXX";

static void setup(void)
{
    memory = arena_new();
    messages = diag_new(memory);
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_tree(const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;

    chmod(path, 0700);
    if (dir == NULL) {
        remove(path);
        return;
    }
    while ((entry = readdir(dir)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_tree(arena_printf(memory, "%s/%s", path, entry->d_name));
    closedir(dir);
    rmdir(path);
}

static void teardown(void)
{
    remove_tree(folder);
    arena_free(memory);
}

static const char *inside(const char *name)
{
    return arena_printf(memory, "%s/%s", folder, name);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

static void expect_file(const char *path, const char *text)
{
    char bytes[200] = "";
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s is not there", path);
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_str_eq(bytes, text);
}

static size_t entries_of(const char *path)
{
    DIR *dir = opendir(path);
    size_t count = 0;
    ck_assert_ptr_nonnull(dir);
    while (readdir(dir) != NULL)
        count++;
    closedir(dir);
    return count - 2;
}

/* Writes two files of these texts into the folder. */
static bool write_two(const char *where, const char *first, const char *second)
{
    out *o = out_new(memory, where);
    fputs(first, out_file(o, "one.c"));
    fputs(second, out_file(o, "two.c"));
    return out_commit(o, messages);
}

START_TEST(files_are_written)
{
    struct stat s;
    mode_t mask = umask(0);
    umask(mask);
    ck_assert(write_two(folder, "first\n", ""));
    expect_file(inside("one.c"), "first\n");
    expect_file(inside("two.c"), "");
    ck_assert_uint_eq(entries_of(folder), 2);
    ck_assert_int_eq(stat(inside("one.c"), &s), 0);
    ck_assert_uint_eq(s.st_mode & 0777, 0666 & ~mask);
    ck_assert_uint_eq(diag_error_count(messages), 0);
}
END_TEST

START_TEST(names_come_in_order)
{
    out *o = out_new(memory, folder);
    size_t count;
    out_file(o, "b.h");
    out_file(o, "a.c");
    const char *const *names = out_names(o, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(names[0], "b.h");
    ck_assert_str_eq(names[1], "a.c");
    ck_assert(out_commit(o, messages));
}
END_TEST

START_TEST(folders_are_made_with_parents)
{
    const char *deep = inside("a/b//c");
    ck_assert(write_two(deep, "1", "2"));
    expect_file(inside("a/b/c/one.c"), "1");
    ck_assert(write_two(inside("slash/"), "1", "2"));
    expect_file(inside("slash/two.c"), "2");
}
END_TEST

START_TEST(unchanged_files_are_left_alone)
{
    const struct timespec old[2] = {{1000000000, 0}, {1000000000, 0}};
    struct stat one, two;
    ck_assert(write_two(folder, "same", "before"));
    ck_assert_int_eq(utimensat(AT_FDCWD, inside("one.c"), old, 0), 0);
    ck_assert_int_eq(utimensat(AT_FDCWD, inside("two.c"), old, 0), 0);
    ck_assert(write_two(folder, "same", "after!"));
    ck_assert_int_eq(stat(inside("one.c"), &one), 0);
    ck_assert_int_eq(stat(inside("two.c"), &two), 0);
    ck_assert_int_eq(one.st_mtime, 1000000000);
    ck_assert_int_ne(two.st_mtime, 1000000000);
    expect_file(inside("two.c"), "after!");
    ck_assert(write_two(folder, "same and more", "after"));
    expect_file(inside("one.c"), "same and more");
    expect_file(inside("two.c"), "after");
    ck_assert_uint_eq(entries_of(folder), 2);
}
END_TEST

/* Seconds of a file's time, after one whose text stays the same was asked to be renewed. */
static time_t time_after(const char *const *newer, size_t count)
{
    const struct timespec old[2] = {{1000000000, 0}, {1000000000, 0}};
    out *o = out_new(memory, folder);
    struct stat s;

    utimensat(AT_FDCWD, inside("one.c"), old, 0);
    fputs("same", out_file(o, "one.c"));
    out_renew(o, "one.c", newer, count);
    ck_assert(out_commit(o, messages));
    ck_assert_int_eq(stat(inside("one.c"), &s), 0);
    return s.st_mtime;
}

START_TEST(a_file_is_renewed_on_request)
{
    const struct timespec older[2] = {{999999999, 999999999}, {999999999, 999999999}}, equal[2] = {{1000000000, 0},
                                                                                                  {1000000000, 0}},
                          newer[2] = {{1000000000, 1}, {1000000000, 1}};
    const char *const paths[] = {inside("gone"), inside("read")};

    ck_assert(write_two(folder, "same", "2"));
    write_file(paths[1], "x");
    ck_assert_int_ne(time_after(NULL, 0), 1000000000);
    ck_assert_int_eq(utimensat(AT_FDCWD, paths[1], older, 0), 0);
    ck_assert_int_eq(time_after(paths, 2), 1000000000);
    ck_assert_int_eq(utimensat(AT_FDCWD, paths[1], equal, 0), 0);
    ck_assert_int_eq(time_after(paths, 2), 1000000000);
    ck_assert_int_eq(utimensat(AT_FDCWD, paths[1], newer, 0), 0);
    ck_assert_int_ne(time_after(paths, 2), 1000000000);
    ck_assert_int_eq(time_after(paths, 1), 1000000000);
}
END_TEST

START_TEST(many_files_are_kept_apart)
{
    enum { COUNT = 100 };
    out *o = out_new(memory, folder);
    for (int i = 0; i < COUNT; i++)
        fprintf(out_file(o, arena_printf(memory, "%d.c", i)), "text %d\n", i);
    ck_assert(out_commit(o, messages));
    for (int i = 0; i < COUNT; i++)
        expect_file(inside(arena_printf(memory, "%d.c", i)), arena_printf(memory, "text %d\n", i));
}
END_TEST

START_TEST(a_file_as_folder_is_refused)
{
    write_file(inside("plain"), "x");
    ck_assert(!write_two(inside("plain"), "1", "2"));
    ck_assert_int_eq(diag_exit_status(messages), 2);
    ck_assert(!write_two(inside("plain/below"), "1", "2"));
    expect_file(inside("plain"), "x");
}
END_TEST

/* The second file cannot be written: the first must stay what it was. */
START_TEST(a_failure_changes_nothing)
{
    ck_assert(write_two(folder, "old", "old"));
    ck_assert_int_eq(unlink(inside("two.c")), 0);
    ck_assert_int_eq(mkdir(inside("two.c"), 0700), 0);
    ck_assert(!write_two(folder, "new", "new"));
    ck_assert_int_eq(diag_exit_status(messages), 2);
    expect_file(inside("one.c"), "old");
    ck_assert_uint_eq(entries_of(folder), 2);
}
END_TEST

START_TEST(a_failure_makes_no_folder)
{
    out *o = out_new(memory, inside("new/deep"));
    fputs("x", out_file(o, "no/such/folder.c"));
    ck_assert(!out_commit(o, messages));
    ck_assert_uint_eq(entries_of(folder), 0);
    ck_assert_int_eq(diag_exit_status(messages), 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("out");
    TCase *tests = tcase_create("out");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, files_are_written);
    tcase_add_test(tests, names_come_in_order);
    tcase_add_test(tests, folders_are_made_with_parents);
    tcase_add_test(tests, unchanged_files_are_left_alone);
    tcase_add_test(tests, a_file_is_renewed_on_request);
    tcase_add_test(tests, many_files_are_kept_apart);
    tcase_add_test(tests, a_file_as_folder_is_refused);
    tcase_add_test(tests, a_failure_changes_nothing);
    tcase_add_test(tests, a_failure_makes_no_folder);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
