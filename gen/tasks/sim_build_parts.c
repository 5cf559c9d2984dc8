/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of --sim-build share: lists of words that become commands, running them, what is there already. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "tasks/sim_build_parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/stream.h"
#include "image/toolkit.h"

#define MOST_BYTES ((size_t)64 << 20) /* of a source */

void sim_build_add(build *b, words *w, const char *word)
{
    w->items = arena_grow(b->a, w->items, w->count, &w->capacity, sizeof *w->items);
    w->items[w->count++] = word;
}

void sim_build_add_all(build *b, words *w, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sim_build_add(b, w, list[i]);
}

void sim_build_add_split(build *b, words *w, const char *text)
{
    while (*(text += strspn(text, " \t\n")) != '\0') {
        size_t length = strcspn(text, " \t\n");

        sim_build_add(b, w, arena_copy(b->a, text, length));
        text += length;
    }
}

const char *sim_build_variable(const char *name, const char *otherwise)
{
    const char *given = getenv(name);

    return given != NULL && given[strspn(given, " \t\n")] != '\0' ? given : otherwise;
}

/* CC may be a path with blanks in it, or a program and its first arguments. */
bool sim_build_add_compiler(build *b, words *w, const char *variable, const char *otherwise)
{
    const char *given = sim_build_variable(variable, otherwise);
    const char *found = run_find(b->a, given);
    words split = {0};

    if (found != NULL) {
        sim_build_add(b, w, found);
        return true;
    }
    sim_build_add_split(b, &split, given);
    found = run_find(b->a, split.items[0]);
    if (found == NULL) {
        diag_file_error(b->d, NULL, "sim-compiler", "cannot find the compiler '%s' to build for the CPU device",
                        split.items[0]);
        diag_hint(b->d, "install it, or name another one in the environment variable %s", variable);
        return false;
    }
    sim_build_add(b, w, found);
    sim_build_add_all(b, w, split.items + 1, split.count - 1);
    return true;
}

const char *sim_build_in(build *b, const char *folder, const char *name)
{
    return arena_printf(b->a, "%s/%s", folder, name);
}

/* ---- running them ---- */

static void report(build *b, const run_result *result, const char *compiler, const char *library)
{
    if (run_interrupted()) {
        diag_file_error(b->d, NULL, "interrupted", "interrupted");
    } else if (!result->started) {
        diag_file_error(b->d, NULL, "sim-build", "cannot start '%s': %s", compiler, result->problem);
    } else {
        diag_file_error(b->d, NULL, "sim-build", "'%s' cannot make '%s': it ended with status %d", compiler, library,
                        result->status);
        diag_output(b->d, result->output, result->output_length);
        toolkit_hint_environment(b->d, result->output);
    }
}

bool sim_build_ended(build *b, const words *command, const run_result *result, const char *library)
{
    if (!result->started || result->status != 0) {
        report(b, result, command->items[0], library);
        (void)unlink(library);
        return false;
    }
    if (result->output_length > 0) {
        diag_warning(b->d, (span){0}, "sim-warning", "'%s' warns about what goes into '%s'", command->items[0],
                     library);
        diag_output(b->d, result->output, result->output_length);
    }
    return true;
}

const char *const *sim_build_environment(build *b)
{
    const char **environment = ARENA_ARRAY(b->a, const char *, 4);

    environment[0] = "LC_ALL=C";
    environment[1] = "SOURCE_DATE_EPOCH=0";
    environment[2] = arena_printf(b->a, "TMPDIR=%s", b->temporary);
    return environment;
}

bool sim_build_run(build *b, words *command, const char *library)
{
    run_result result;

    sim_build_add(b, command, NULL);
    run_program(b->a, &(run_command){command->items, NULL, sim_build_environment(b), toolkit_unread_variables},
                &result);
    return sim_build_ended(b, command, &result, library);
}

/* ---- what is there already ---- */

const char *sim_build_key(build *b, const words *command, const words *files)
{
    char *hex = arena_alloc(b->a, SHA256_HEX);
    bool complete = true;
    stream all;

    stream_open(&all);
    for (size_t i = 0; i < command->count && command->items[i] != NULL; i++)
        fprintf(all.file, "%s\n", command->items[i]);
    for (size_t i = 0; i < files->count && complete; i++) {
        size_t size;
        const char *problem;
        const char *bytes = file_read(b->a, files->items[i], MOST_BYTES, &size, &problem);

        complete = bytes != NULL;
        if (complete && fprintf(all.file, "%s %zu\n", files->items[i], size) > 0)
            fwrite(bytes, 1, size, all.file);
    }
    stream_close(&all);
    sha256_hex(all.bytes, all.size, hex);
    free(all.bytes);
    return complete ? hex : NULL;
}

const char *sim_build_key_path(build *b, const char *library)
{
    return arena_printf(b->a, "%s/.%s.key", b->folder, library);
}

bool sim_build_is_made(build *b, const char *name, const char *path, const words *command, const words *files)
{
    size_t size;
    const char *problem;
    const char *kept = file_read(b->a, sim_build_key_path(b, name), MOST_BYTES, &size, &problem);
    const char *key = kept != NULL && access(path, R_OK) == 0 ? sim_build_key(b, command, files) : NULL;

    return key != NULL && strcmp(kept, key) == 0;
}

/* Without it the next run builds again, so that a failure does no harm. */
void sim_build_note_made(build *b, const char *library, const words *command, const words *files)
{
    const char *key = sim_build_key(b, command, files);
    const char *problem;

    if (key == NULL || !file_write(sim_build_key_path(b, library), key, strlen(key), &problem))
        (void)unlink(sim_build_key_path(b, library));
}
