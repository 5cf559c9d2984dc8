/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _GNU_SOURCE /* sched_getaffinity */

#include "base/run.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const int caught_signals[] = {SIGINT, SIGTERM, SIGHUP};

#define CAUGHT_COUNT (sizeof caught_signals / sizeof caught_signals[0])

/* Signals are the process's, so what their handler needs is too. */
static char *folder_path;
static struct sigaction folder_saved[CAUGHT_COUNT];
static volatile sig_atomic_t caught;
static volatile sig_atomic_t children[RUN_MOST]; /* process groups; 0: a free place */

struct run_child {
    arena *memory;
    run_result *result;
    pid_t id;
    int output, report;             /* the ends of pipes that we read */
    size_t place;                   /* in children */
    char *kept;
    size_t capacity;
};

static void on_signal(int number)
{
    int saved = errno;
    /* A second signal means that the first did not help. */
    int sent = caught != 0 ? SIGKILL : SIGTERM;
    caught = number;
    for (size_t i = 0; i < RUN_MOST; i++) {
        if (children[i] > 0) {
            kill(-(pid_t)children[i], sent);
        }
    }
    errno = saved;
}

bool run_interrupted(void)
{
    return caught != 0;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    /* What cannot be removed stays; the walk goes on. */
    (void)remove(path);
    return 0;
}

static void remove_tree(void)
{
    if (folder_path != NULL) {
        (void)nftw(folder_path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
        free(folder_path);
        folder_path = NULL;
    }
}

static void catch_signals(void)
{
    caught = 0;
    for (size_t i = 0; i < CAUGHT_COUNT; i++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        (void)sigaction(caught_signals[i], NULL, &folder_saved[i]);
        /* A signal that our parent told us to ignore stays ignored. */
        if (folder_saved[i].sa_handler == SIG_IGN) {
            continue;
        }
        action.sa_handler = on_signal;
        (void)sigemptyset(&action.sa_mask);
        (void)sigaction(caught_signals[i], &action, NULL);
    }
}

const char *run_folder_make(arena *a, const char **problem)
{
    static bool registered;
    const char *parent = getenv("TMPDIR");
    if (parent == NULL || parent[0] == '\0') {
        parent = "/tmp";
    }
    char *absolute = realpath(parent, NULL);
    if (absolute == NULL) {
        *problem = arena_printf(a, "cannot use the temporary folder '%s': %s", parent, strerror(errno));
        return NULL;
    }
    char *path = arena_printf(a, "%s/vggen-XXXXXX", strcmp(absolute, "/") == 0 ? "" : absolute);
    free(absolute);
    if (!registered) {
        registered = atexit(remove_tree) == 0;
    }
    catch_signals();
    char *kept = strdup(path);
    if (kept == NULL || mkdtemp(kept) == NULL) {
        *problem = arena_printf(a, "cannot make a temporary folder in '%s': %s", parent, strerror(errno));
        free(kept);
        run_folder_remove();
        return NULL;
    }
    folder_path = kept;
    return arena_copy(a, kept, strlen(kept));
}

void run_folder_remove(void)
{
    remove_tree();
    for (size_t i = 0; i < CAUGHT_COUNT; i++) {
        (void)sigaction(caught_signals[i], &folder_saved[i], NULL);
    }
    if (caught != 0) {
        (void)raise(caught);
    }
}

static bool is_executable(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* Absolute, but with its links kept: a tool looks for its parts beside the name that it was started by. */
static const char *absolute_path(arena *a, const char *path)
{
    if (path[0] == '/') {
        return arena_copy(a, path, strlen(path));
    }
    char *here = realpath(".", NULL);
    if (here == NULL) {
        return NULL;
    }
    const char *joined = arena_printf(a, "%s/%s", strcmp(here, "/") == 0 ? "" : here, path);
    free(here);
    return joined;
}

const char *run_find(arena *a, const char *name)
{
    if (name[0] == '\0') {
        return NULL;
    }
    if (strchr(name, '/') != NULL) {
        return is_executable(name) ? absolute_path(a, name) : NULL;
    }
    const char *rest = getenv("PATH");
    while (rest != NULL) {
        const char *colon = strchr(rest, ':');
        size_t length = colon != NULL ? (size_t)(colon - rest) : strlen(rest);
        /* An empty element is the current folder. */
        const char *folder = length == 0 ? "." : arena_copy(a, rest, length);
        const char *path = arena_printf(a, "%s/%s", folder, name);
        if (is_executable(path)) {
            return absolute_path(a, path);
        }
        rest = colon != NULL ? colon + 1 : NULL;
    }
    return NULL;
}

bool run_is_listed(const char *const *list, const char *variable)
{
    size_t length = strcspn(variable, "=");
    for (size_t i = 0; list != NULL && list[i] != NULL; i++) {
        size_t size = strcspn(list[i], "*");
        if (strncmp(variable, list[i], size) == 0 && (list[i][size] == '*' || size == length)) {
            return true;
        }
    }
    return false;
}

/* In the child, whose environment is a copy. */
static void forget_variables(const char *const *list)
{
    char **to = environ;
    for (char **from = environ; *from != NULL; from++) {
        if (!run_is_listed(list, *from)) {
            *to++ = *from;
        }
    }
    *to = NULL;
}

/* Runs in the child and never returns. If the program cannot be started, the errno is sent through `report`. */
static void become(const run_command *command, int output, int report, const sigset_t *mask)
{
    int nothing = open("/dev/null", O_RDONLY);
    bool ready = nothing >= 0 && dup2(nothing, 0) >= 0 && dup2(output, 1) >= 0 && dup2(output, 2) >= 0;
    for (size_t i = 0; i < CAUGHT_COUNT; i++) {
        struct sigaction current;
        if (sigaction(caught_signals[i], NULL, &current) == 0 && current.sa_handler == on_signal) {
            (void)signal(caught_signals[i], SIG_DFL);
        }
    }
    ready = ready && sigprocmask(SIG_SETMASK, mask, NULL) == 0;
    /* A group of its own, so that a signal reaches the tools that it starts in turn. */
    ready = ready && setpgid(0, 0) == 0;
    ready = ready && (command->folder == NULL || chdir(command->folder) == 0);
    if (command->without != NULL) {
        forget_variables(command->without);
    }
    for (size_t i = 0; ready && command->environment != NULL && command->environment[i] != NULL; i++) {
        /* putenv keeps the string: it stays alive for as long as this process does. */
        ready = putenv((char *)(uintptr_t)command->environment[i]) == 0;
    }
    if (ready) {
        (void)execv(command->arguments[0], (char *const *)(uintptr_t)command->arguments);
    }
    int reason = errno;
    (void)!write(report, &reason, sizeof reason);
    _exit(127);
}

static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        return false;
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

static ssize_t read_again(int file, void *bytes, size_t size)
{
    ssize_t got;
    do {
        got = read(file, bytes, size);
    } while (got < 0 && errno == EINTR);
    return got;
}

/* Everything that arrives is read, so that the child never waits for us; the first RUN_MAX_OUTPUT bytes are kept. */
static void keep(run_child *c, const char *piece, size_t count)
{
    run_result *result = c->result;
    size_t length = result->output_length;
    if (count > RUN_MAX_OUTPUT - length) {
        count = RUN_MAX_OUTPUT - length;
        result->truncated = true;
    }
    if (length + count > c->capacity) {
        size_t larger = c->capacity == 0 ? 4096 : 2 * c->capacity;
        char *moved = (char *)arena_alloc(c->memory, larger);
        if (length > 0) {
            memcpy(moved, c->kept, length);
        }
        c->kept = moved;
        c->capacity = larger;
    }
    if (count > 0) {
        memcpy(c->kept + length, piece, count);
        result->output_length += count;
    }
}

/* False at the end. */
static bool read_piece(run_child *c)
{
    char piece[4096];
    ssize_t got = read_again(c->output, piece, sizeof piece);
    if (got > 0) {
        keep(c, piece, (size_t)got);
    }
    return got > 0;
}

static void wait_for(run_child *c)
{
    int status = 0;
    pid_t ended;
    siginfo_t unused;
    /* The number is forgotten before it is given back: from then on it may belong to another process. */
    while (waitid(P_PID, (id_t)c->id, &unused, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    children[c->place] = 0;
    do {
        ended = waitpid(c->id, &status, 0);
    } while (ended < 0 && errno == EINTR);
    if (ended < 0) {
        c->result->status = 127;
    } else if (WIFEXITED(status)) {
        c->result->status = WEXITSTATUS(status);
    } else {
        c->result->status = 128 + WTERMSIG(status);
    }
}

static void start_failed(arena *a, run_result *result, int reason)
{
    result->started = false;
    result->status = 127;
    result->problem = arena_printf(a, "%s", strerror(reason));
}

/* After all output has come. */
static void finish(run_child *c)
{
    int reason = 0;
    bool refused = read_again(c->report, &reason, sizeof reason) == (ssize_t)sizeof reason;
    close(c->report);
    close(c->output);
    c->result->output = arena_copy(c->memory, c->kept != NULL ? c->kept : "", c->result->output_length);
    wait_for(c);
    c->result->started = true;
    if (refused) {
        start_failed(c->memory, c->result, reason);
    }
}

static bool open_pipes(int output[2], int report[2])
{
    if (!open_pipe(output)) {
        return false;
    }
    if (!open_pipe(report)) {
        int reason = errno;
        close(output[0]);
        close(output[1]);
        errno = reason;
        return false;
    }
    return true;
}

/* Without signals until the child is in the table: the handler must find it there. */
static pid_t start(const run_command *command, size_t place, int output, int report)
{
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, &before);
    pid_t id = fork();
    int reason = errno;
    if (id == 0) {
        become(command, output, report, &before);
    }
    if (id > 0) {
        /* The parent does this as well, since a signal may come before the child has done so itself. */
        (void)setpgid(id, id);
        children[place] = (sig_atomic_t)id;
    }
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return id;
}

run_child *run_start(arena *a, const run_command *command, run_result *result)
{
    int output[2];
    int report[2];
    size_t place = 0;
    memset(result, 0, sizeof *result);
    result->output = "";
    while (place < RUN_MOST && children[place] != 0) {
        place++;
    }
    if (run_interrupted() || place == RUN_MOST) {
        start_failed(a, result, run_interrupted() ? EINTR : EAGAIN);
        return NULL;
    }
    if (!open_pipes(output, report)) {
        start_failed(a, result, errno);
        return NULL;
    }
    pid_t id = start(command, place, output[1], report[1]);
    int reason = errno;
    close(output[1]);
    close(report[1]);
    if (id < 0) {
        close(output[0]);
        close(report[0]);
        start_failed(a, result, reason);
        return NULL;
    }
    run_child *c = ARENA_NEW(a, run_child);
    *c = (run_child){a, result, id, output[0], report[0], place, NULL, 0};
    return c;
}

size_t run_wait(run_child *const *list, size_t count, int milliseconds)
{
    struct pollfd files[RUN_MOST];
    for (;;) {
        for (size_t i = 0; i < count; i++) {
            files[i] = (struct pollfd){list[i]->output, POLLIN, 0};
        }
        int ready = poll(files, (nfds_t)count, milliseconds);
        if (ready == 0) {
            return count;
        }
        for (size_t i = 0; i < count && ready > 0; i++) {
            if (files[i].revents != 0 && !read_piece(list[i])) {
                finish(list[i]);
                return i;
            }
        }
    }
}

bool run_program(arena *a, const run_command *command, run_result *result)
{
    run_child *c = run_start(a, command, result);
    if (c == NULL) {
        return false;
    }
    (void)run_wait(&c, 1, -1);
    return result->started && result->status == 0;
}

/* Those that are online; where the system says so, those of them that this process may use (taskset, a container). */
size_t run_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
    cpu_set_t mine;
    if (sched_getaffinity(0, sizeof mine, &mine) == 0) {
        count = CPU_COUNT(&mine);
    }
#endif
    return count < 1 ? 1 : count > RUN_MOST ? RUN_MOST : (size_t)count;
}
