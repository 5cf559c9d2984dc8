/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* libvgsim.so, the CPU device. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "tasks/sim_build_parts.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/text.h"
#include "image/cache.h"

#define MOST_LIBRARY ((size_t)64 << 20)

static bool device_command(build *b, words *w, const words *sources)
{
    const char *const before[] = {
        "-std=gnu11", "-fPIC",
        "-I",         b->device,
        "-isystem",   sim_build_in(b, b->device, "cuda"),
        "-shared",    "-Wl,-soname," DEVICE_LIBRARY,
        "-o",         sim_build_in(b, b->folder, DEVICE_LIBRARY),
    };
    const char *const after[] = {"-ldl", "-lpthread", "-lm"};

    if (!sim_build_add_compiler(b, w, "CC", "cc"))
        return false;
    sim_build_add_split(b, w, sim_build_variable("CFLAGS", "-O2 -g"));
    sim_build_add_all(b, w, before, sizeof before / sizeof *before);
    sim_build_add_all(b, w, sources->items, sources->count);
    sim_build_add_all(b, w, after, sizeof after / sizeof *after);
    return true;
}

/* Names in a folder by `end`; "" are folders as well as files. */
static void list(build *b, const char *folder, const char *end, words *found)
{
    DIR *open = opendir(folder);
    size_t first = found->count;

    for (const struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;)
        if (entry->d_name[0] != '.' && text_ends(entry->d_name, end))
            sim_build_add(b, found, sim_build_in(b, folder, arena_copy(b->a, entry->d_name, strlen(entry->d_name))));
    if (open != NULL)
        closedir(open);
    if (found->count > first)
        text_sort(found->items + first, found->count - first);
}

/* ---- the cache ---- */

/* What decides about the library: not where it goes, but who compiles. NULL: unknown. */
static const char *cache_key(build *b, const words *command, const words *files)
{
    words all = {0}, version = {0};
    run_result result;

    if (!sim_build_add_compiler(b, &version, "CC", "cc"))
        return NULL;
    sim_build_add(b, &version, "--version");
    sim_build_add(b, &version, NULL);
    if (!run_program(b->a, &(run_command){.arguments = version.items}, &result) || result.status != 0)
        return NULL;
    sim_build_add(b, &all, DEVICE_LIBRARY);
    sim_build_add(b, &all, arena_copy(b->a, result.output, result.output_length));
    for (size_t i = 0; i < command->count; i++)
        if (i == 0 || strcmp(command->items[i - 1], "-o") != 0)
            sim_build_add(b, &all, command->items[i]);
    return sim_build_key(b, &all, files);
}

static bool take(build *b, cache *c, const char *key)
{
    const char *path = sim_build_in(b, b->folder, DEVICE_LIBRARY), *problem;
    size_t size;
    const char *bytes = cache_get(c, key, &size);

    /* As a linker leaves it. */
    return bytes != NULL && file_write(path, bytes, size, &problem) && chmod(path, 0755) == 0;
}

static void keep(build *b, cache *c, const char *key)
{
    const char *problem;
    size_t size;
    const char *bytes = file_read(b->a, sim_build_in(b, b->folder, DEVICE_LIBRARY), MOST_LIBRARY, &size, &problem);

    if (bytes != NULL)
        cache_put(c, key, bytes, size);
    cache_trim(c);
}

static bool take_or_make(build *b, words *command, const words *files)
{
    cache *c = b->cached ? cache_open(b->a) : NULL;
    const char *key = c != NULL ? cache_key(b, command, files) : NULL;

    if (key != NULL && take(b, c, key))
        return true;
    if (!sim_build_run(b, command, sim_build_in(b, b->folder, DEVICE_LIBRARY)))
        return false;
    if (key != NULL)
        keep(b, c, key);
    return true;
}

bool sim_build_device(build *b)
{
    words folders = {0}, sources = {0}, files = {0}, command = {0};

    list(b, b->device, "", &folders);
    list(b, b->device, ".h", &files);
    list(b, sim_build_in(b, b->device, ".."), ".h", &files); /* of the driver's interface */
    for (size_t i = 0; i < folders.count; i++) {
        list(b, folders.items[i], ".c", &sources);
        list(b, folders.items[i], ".h", &files);
    }
    if (sources.count == 0) {
        diag_file_error(b->d, b->device, "runtime-missing", "the sources of the CPU device are not in this folder");
        diag_hint(b->d, "install vggen, or name the folder of the runtime in the environment variable VGGEN_RUNTIME");
        return false;
    }
    sim_build_add_all(b, &files, sources.items, sources.count);
    if (!device_command(b, &command, &sources))
        return false;
    if (sim_build_is_made(b, DEVICE_LIBRARY, sim_build_in(b, b->folder, DEVICE_LIBRARY), &command, &files))
        return true;
    if (!take_or_make(b, &command, &files))
        return false;
    sim_build_note_made(b, DEVICE_LIBRARY, &command, &files);
    return true;
}
