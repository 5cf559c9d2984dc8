/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _XOPEN_SOURCE 700
#include "base/run.h"
#include "unit/run_suite.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static arena *memory;

static void setup(void)
{
    memory = arena_new();
}

static void teardown(void)
{
    run_folder_remove();
    arena_free(memory);
}

/* A shell stands for any program here: it is started by its path, as one argument vector. */
static bool run_script(const char *script, const char *folder, const char *const *environment, run_result *result)
{
    const char *arguments[] = {"/bin/sh", "-c", script, "name", "a b", "$HOME;'", NULL};
    run_command command = {arguments, folder, environment, NULL};
    return run_program(memory, &command, result);
}

START_TEST(both_outputs_are_captured)
{
    run_result result;
    ck_assert(run_script("echo out; echo err >&2", NULL, NULL, &result));
    ck_assert(result.started);
    ck_assert_int_eq(result.status, 0);
    ck_assert_str_eq(result.output, "out\nerr\n");
    ck_assert_uint_eq(result.output_length, 8);
    ck_assert(!result.truncated);
}
END_TEST

START_TEST(arguments_arrive_as_they_are)
{
    run_result result;
    ck_assert(run_script("printf '%s|' \"$@\"", NULL, NULL, &result));
    ck_assert_str_eq(result.output, "a b|$HOME;'|");
}
END_TEST

START_TEST(standard_input_is_empty)
{
    run_result result;
    ck_assert(run_script("wc -c | tr -d ' '", NULL, NULL, &result));
    ck_assert_str_eq(result.output, "0\n");
}
END_TEST

START_TEST(folder_and_environment_are_the_childs_only)
{
    const char *environment[] = {"VGGEN_TEST=yes", "HOME=/nowhere", NULL};
    run_result result;
    ck_assert(run_script("pwd; echo $VGGEN_TEST $HOME", "/", environment, &result));
    ck_assert_str_eq(result.output, "/\nyes /nowhere\n");
    ck_assert_ptr_null(getenv("VGGEN_TEST"));
}
END_TEST

START_TEST(variables_are_left_out)
{
    const char *arguments[] = {"/bin/sh", "-c", "echo \"${ONE-no} ${ONE_MORE-no} ${MANY_A-no} ${MANY_-no} ${KEPT-no}\"", NULL};
    const char *environment[] = {"MANY_=given", NULL};
    const char *without[] = {"ONE", "MANY_*", NULL};
    run_command command = {arguments, NULL, environment, without};
    run_result result;
    ck_assert_int_eq(setenv("ONE", "1", 1) | setenv("ONE_MORE", "2", 1) | setenv("MANY_A", "3", 1), 0);
    ck_assert_int_eq(setenv("MANY_", "4", 1) | setenv("KEPT", "5", 1), 0);
    ck_assert(run_program(memory, &command, &result));
    ck_assert_str_eq(result.output, "no 2 no given 5\n");
    ck_assert_str_eq(getenv("ONE"), "1");
    ck_assert(run_is_listed(without, "ONE=1") && run_is_listed(without, "MANY_A=") && !run_is_listed(without, "MANY"));
    ck_assert(!run_is_listed(NULL, "ONE=1"));
}
END_TEST

START_TEST(status_and_signal_are_told_apart)
{
    run_result result;
    ck_assert(!run_script("exit 3", NULL, NULL, &result));
    ck_assert(result.started);
    ck_assert_int_eq(result.status, 3);
    ck_assert(!run_script("kill -9 $$", NULL, NULL, &result));
    ck_assert_int_eq(result.status, 128 + SIGKILL);
}
END_TEST

START_TEST(what_cannot_start_says_why)
{
    const char *arguments[] = {"/no/such/program", NULL};
    run_command command = {.arguments = arguments};
    run_result result;
    ck_assert(!run_program(memory, &command, &result));
    ck_assert(!result.started);
    ck_assert_ptr_nonnull(strstr(result.problem, "No such file"));
    ck_assert(!run_script("true", "/no/such/folder", NULL, &result));
    ck_assert(!result.started);
    ck_assert_ptr_nonnull(strstr(result.problem, "No such file"));
}
END_TEST

START_TEST(long_output_is_cut_and_read_to_its_end)
{
    run_result result;
    ck_assert(run_script("dd if=/dev/zero bs=65536 count=40 2>/dev/null | tr '\\0' x; exit 0", NULL, NULL, &result));
    ck_assert(result.truncated);
    ck_assert_uint_eq(result.output_length, RUN_MAX_OUTPUT);
    ck_assert_int_eq(result.output[RUN_MAX_OUTPUT - 1], 'x');
    ck_assert_int_eq(result.output[RUN_MAX_OUTPUT], '\0');
}
END_TEST

static void write_program(const char *path, int mode)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, "#!/bin/sh\n", 10), 10);
    close(file);
    ck_assert_int_eq(chmod(path, (mode_t)mode), 0);
}

START_TEST(programs_are_found_in_path)
{
    const char *problem;
    const char *folder = run_folder_make(memory, &problem);
    const char *path = arena_printf(memory, "%s/b/tool", folder);
    mkdir(arena_printf(memory, "%s/a", folder), 0700);
    mkdir(arena_printf(memory, "%s/b", folder), 0700);
    mkdir(arena_printf(memory, "%s/a/folder", folder), 0700);
    write_program(arena_printf(memory, "%s/a/tool", folder), 0600);
    write_program(path, 0700);
    setenv("PATH", arena_printf(memory, "/no/such:%s/a:%s/b", folder, folder), 1);
    ck_assert_str_eq(run_find(memory, "tool"), path);
    ck_assert_ptr_null(run_find(memory, "folder"));
    ck_assert_ptr_null(run_find(memory, "toolx"));
    ck_assert_ptr_null(run_find(memory, ""));
    ck_assert_str_eq(run_find(memory, path), path);
    ck_assert_ptr_null(run_find(memory, arena_printf(memory, "%s/a/tool", folder)));
    /* A relative element counts from here, and an empty one is here. */
    ck_assert_int_eq(chdir(arena_printf(memory, "%s/b", folder)), 0);
    setenv("PATH", "/no/such:", 1);
    ck_assert_str_eq(run_find(memory, "tool"), arena_printf(memory, "%s/b/./tool", folder));
    ck_assert_int_eq(chdir("/"), 0);
}
END_TEST

START_TEST(the_folder_goes_with_all_that_is_in_it)
{
    const char *problem;
    const char *folder = run_folder_make(memory, &problem);
    ck_assert_ptr_nonnull(folder);
    ck_assert_int_eq(folder[0], '/');
    mkdir(arena_printf(memory, "%s/deep", folder), 0700);
    write_program(arena_printf(memory, "%s/deep/file", folder), 0600);
    ck_assert_int_eq(symlink("/", arena_printf(memory, "%s/deep/link", folder)), 0);
    run_folder_remove();
    ck_assert_int_ne(access(folder, F_OK), 0);
    ck_assert_int_eq(access("/", F_OK), 0);
}
END_TEST

START_TEST(tmpdir_is_respected)
{
    const char *problem = NULL;
    const char *outer = run_folder_make(memory, &problem);
    char *kept = strdup(outer);
    run_folder_remove();
    mkdir(kept, 0700);
    setenv("TMPDIR", kept, 1);
    const char *inner = run_folder_make(memory, &problem);
    ck_assert(strncmp(inner, kept, strlen(kept)) == 0 && inner[strlen(kept)] == '/');
    run_folder_remove();
    ck_assert_int_eq(rmdir(kept), 0);
    ck_assert_ptr_null(run_folder_make(memory, &problem));
    ck_assert_ptr_nonnull(strstr(problem, kept));
    free(kept);
}
END_TEST

/* The whole of an interrupted run, in a process of its own that tells the folder's path through a pipe. */
static void interrupted_process(int report, bool through_exit)
{
    const char *problem;
    run_result result;
    /* The test runner has handlers of its own. */
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
    (void)signal(SIGHUP, SIG_DFL); /* ignored where the tests run under nohup */
    const char *folder = run_folder_make(memory, &problem);
    if (through_exit) {
        (void)!write(report, folder, strlen(folder) + 1);
        exit(7);
    }
    /* The child and what it starts in turn would wait for longer than the test may take. */
    setenv("REPORT", arena_printf(memory, "%s/ready", folder), 1);
    (void)!write(report, folder, strlen(folder) + 1);
    bool ended = run_script(": >\"$REPORT\"; sleep 60 & wait", NULL, NULL, &result);
    if (ended || !run_interrupted() || run_script("true", NULL, NULL, &result)) {
        _exit(1);
    }
    run_folder_remove();
    _exit(2);
}

static void await_file(const char *path)
{
    struct timespec pause = {0, 10000000};
    for (int i = 0; i < 500 && access(path, F_OK) != 0; i++) {
        nanosleep(&pause, NULL);
    }
}

static int run_interrupted_process(int signal_number, bool through_exit, char folder[4096])
{
    int ends[2];
    int status;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t id = fork();
    if (id == 0) {
        interrupted_process(ends[1], through_exit);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], folder, 4095);
    ck_assert_int_gt(got, 0);
    folder[got] = '\0';
    close(ends[0]);
    if (signal_number != 0) {
        await_file(arena_printf(memory, "%s/ready", folder));
        kill(id, signal_number);
    }
    ck_assert_int_eq(waitpid(id, &status, 0), id);
    return status;
}

START_TEST(signals_end_the_child_and_remove_the_folder)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    char folder[4096];
    int status = run_interrupted_process(signals[_i], false, folder);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), signals[_i]);
    ck_assert_int_ne(access(folder, F_OK), 0);
}
END_TEST

START_TEST(exit_removes_the_folder)
{
    char folder[4096];
    int status = run_interrupted_process(0, true, folder);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 7);
    ck_assert_int_ne(access(folder, F_OK), 0);
}
END_TEST

/* Each waits for the next one to have been there: they would never end one after the other. */
START_TEST(children_run_side_by_side)
{
    static const char script[] = "cd \"$0\"; : >$1; while [ ! -e $2 ]; do sleep 0.01; done; echo $1; exit $1";
    static const char *const places[] = {"1", "2", "3"};
    const char *problem;
    const char *folder = run_folder_make(memory, &problem);
    run_result results[3];
    run_child *children[3];
    ck_assert_ptr_nonnull(folder);
    for (size_t i = 0; i < 3; i++) {
        const char *arguments[] = {"/bin/sh", "-c", script, folder, places[i], places[(i + 1) % 3], NULL};
        children[i] = run_start(memory, &(run_command){.arguments = arguments}, &results[i]);
        ck_assert_ptr_nonnull(children[i]);
    }
    for (size_t left = 3; left > 0; left--) {
        size_t ended = run_wait(children, left, -1);
        ck_assert_uint_lt(ended, left);
        children[ended] = children[left - 1];
    }
    for (size_t i = 0; i < 3; i++) {
        ck_assert(results[i].started);
        ck_assert_int_eq(results[i].status, (int)i + 1);
        ck_assert_str_eq(results[i].output, arena_printf(memory, "%s\n", places[i]));
    }
}
END_TEST

START_TEST(waiting_has_a_limit)
{
    const char *slow[] = {"/bin/sh", "-c", "sleep 0.2", NULL};
    const char *missing[] = {"/nowhere/tool", NULL};
    run_result results[2];
    run_child *child = run_start(memory, &(run_command){.arguments = slow}, &results[0]);
    ck_assert_ptr_nonnull(child);
    ck_assert_uint_eq(run_wait(&child, 1, 10), 1);
    ck_assert_uint_eq(run_wait(&child, 1, -1), 0);
    ck_assert(results[0].started);
    child = run_start(memory, &(run_command){.arguments = missing}, &results[1]);
    ck_assert_ptr_nonnull(child);
    ck_assert_uint_eq(run_wait(&child, 1, -1), 0);
    ck_assert(!results[1].started);
    ck_assert_ptr_nonnull(strstr(results[1].problem, "No such file"));
}
END_TEST

START_TEST(no_more_children_than_there_are_places_for)
{
    const char *arguments[] = {"/bin/sh", "-c", "exit 0", NULL};
    run_command command = {.arguments = arguments};
    run_child *children[RUN_MOST];
    run_result results[RUN_MOST];
    run_result result;
    for (size_t i = 0; i < RUN_MOST; i++) {
        children[i] = run_start(memory, &command, &results[i]);
        ck_assert_ptr_nonnull(children[i]);
    }
    ck_assert(!run_program(memory, &command, &result));
    ck_assert(!result.started);
    for (size_t left = RUN_MOST; left > 0; left--) {
        size_t ended = run_wait(children, left, -1);
        children[ended] = children[left - 1];
    }
    ck_assert(run_program(memory, &command, &result));
    ck_assert_uint_ge(run_processors(), 1);
    ck_assert_uint_le(run_processors(), RUN_MOST);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("run");
    TCase *group = tcase_create("run");
    tcase_add_checked_fixture(group, setup, teardown);
    tcase_set_timeout(group, 30);
    tcase_add_test(group, both_outputs_are_captured);
    tcase_add_test(group, arguments_arrive_as_they_are);
    tcase_add_test(group, standard_input_is_empty);
    tcase_add_test(group, folder_and_environment_are_the_childs_only);
    tcase_add_test(group, variables_are_left_out);
    tcase_add_test(group, status_and_signal_are_told_apart);
    tcase_add_test(group, what_cannot_start_says_why);
    tcase_add_test(group, long_output_is_cut_and_read_to_its_end);
    tcase_add_test(group, programs_are_found_in_path);
    tcase_add_test(group, the_folder_goes_with_all_that_is_in_it);
    tcase_add_test(group, tmpdir_is_respected);
    tcase_add_loop_test(group, signals_end_the_child_and_remove_the_folder, 0, 3);
    tcase_add_test(group, exit_removes_the_folder);
    tcase_add_test(group, children_run_side_by_side);
    tcase_add_test(group, waiting_has_a_limit);
    tcase_add_test(group, no_more_children_than_there_are_places_for);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
