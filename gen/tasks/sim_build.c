/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "tasks/sim_build.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/depfile.h"
#include "base/file.h"
#include "base/run.h"
#include "base/sha256.h"
#include "base/stream.h"
#include "base/text.h"
#include "image/toolkit.h"

#define MOST_BYTES ((size_t)64 << 20) /* of a source */
#define DEVICE_LIBRARY "libvgsim.so"

typedef struct {
    arena *a;
    diag *d;
    const char *program;
    const char *sources, *folder; /* absolute, as all names that go to a compiler */
    const char *device;           /* the CPU device's sources */
    const char *temporary;
    const image *image;
    const model *m;
    const char *library; /* its name */
    uint32_t *modules;   /* of the units, after the first */
    size_t unit_count;
    sim_build_read *read;
    bool whole; /* a single source has no other to clash with: all is compiled at once */
    bool clang;
} build;

typedef struct {
    const char **items;
    size_t count, capacity;
} words;

static void add(build *b, words *w, const char *word)
{
    w->items = arena_grow(b->a, w->items, w->count, &w->capacity, sizeof *w->items);
    w->items[w->count++] = word;
}

static void add_all(build *b, words *w, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(b, w, list[i]);
}

/* As make would: at blanks, without quotes. */
static void add_split(build *b, words *w, const char *text)
{
    while (*(text += strspn(text, " \t\n")) != '\0') {
        size_t length = strcspn(text, " \t\n");

        add(b, w, arena_copy(b->a, text, length));
        text += length;
    }
}

static const char *from_environment(const char *name, const char *otherwise)
{
    const char *given = getenv(name);

    return given != NULL && given[strspn(given, " \t\n")] != '\0' ? given : otherwise;
}

static const char *absolute(build *b, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy;

    if (real == NULL) {
        diag_file_error(b->d, path, "sim-build", "cannot use this folder: %s", strerror(errno));
        return NULL;
    }
    copy = arena_copy(b->a, real, strlen(real));
    free(real);
    return copy;
}

/* ---- commands ---- */

/* CC may be a path with blanks in it, or a program and its first arguments. */
static bool add_compiler(build *b, words *w, const char *variable, const char *otherwise)
{
    const char *given = from_environment(variable, otherwise);
    const char *found = run_find(b->a, given);
    words split = {0};

    if (found != NULL) {
        add(b, w, found);
        return true;
    }
    add_split(b, &split, given);
    found = run_find(b->a, split.items[0]);
    if (found == NULL) {
        diag_file_error(b->d, NULL, "sim-compiler", "cannot find the compiler '%s' to build for the CPU device",
                        split.items[0]);
        diag_hint(b->d, "install it, or name another one in the environment variable %s", variable);
        return false;
    }
    add(b, w, found);
    add_all(b, w, split.items + 1, split.count - 1);
    return true;
}

static const char *in(build *b, const char *folder, const char *name)
{
    return arena_printf(b->a, "%s/%s", folder, name);
}

static bool device_command(build *b, words *w, const words *sources)
{
    const char *const before[] = {
        "-std=gnu11", "-fPIC",
        "-I",         b->device,
        "-isystem",   in(b, b->device, "cuda"),
        "-shared",    "-Wl,-soname," DEVICE_LIBRARY,
        "-o",         in(b, b->folder, DEVICE_LIBRARY),
    };
    const char *const after[] = {"-ldl", "-lpthread", "-lm"};

    if (!add_compiler(b, w, "CC", "cc"))
        return false;
    add_split(b, w, from_environment("CFLAGS", "-O2 -g"));
    add_all(b, w, before, sizeof before / sizeof *before);
    add_all(b, w, sources->items, sources->count);
    add_all(b, w, after, sizeof after / sizeof *after);
    return true;
}

static bool find_clang(build *b)
{
    words command = {0};
    run_result result;

    if (!add_compiler(b, &command, "CXX", "c++"))
        return false;
    add(b, &command, "--version");
    add(b, &command, NULL);
    b->clang = run_program(b->a, &(run_command){.arguments = command.items}, &result) && result.output_length > 0 &&
               strstr(arena_copy(b->a, result.output, result.output_length), "clang") != NULL;
    return true;
}

/* Headers of the user's go before those of the CPU device, as they go before the toolkit's. The compiler is to call the
 * device before each access, and volatile accesses apart. */
static bool unit_command(build *b, words *w, size_t unit, const char *object, const char *dependencies)
{
    const char *const of_gcc[] = {"--param", "tsan-distinguish-volatile=1", "-fno-gnu-unique"};
    const char *const of_clang[] = {"-mllvm", "-tsan-distinguish-volatile"};
    const char *const arguments[] = {
        arena_printf(b->a, "-std=c++%u", model_standard(b->m)),
        "-fPIC",
        "-gdwarf-4", /* addr2line of binutils 2.40 takes the first file of DWARF 5's table for the unit's own */
        "-fvisibility=hidden",
        "-DVGSIM",
        "-fsanitize=thread,bounds",
        "-I",
        b->folder,
        "-I",
        b->sources,
        "-I",
        b->device,
        "-I",
        in(b, b->device, "include"),
        "-I",
        in(b, b->device, "refused"),
        "-MMD",
        "-MT",
        "library",
        "-MF",
        dependencies,
        "-c",
        "-o",
        object,
        arena_printf(b->a, "%s/%s_sim.cpp", b->folder, b->program),
    };

    if (!add_compiler(b, w, "CXX", "c++"))
        return false;
    add_split(b, w, from_environment("CXXFLAGS", "-O2 -g"));
    if (b->clang)
        add_all(b, w, of_clang, sizeof of_clang / sizeof *of_clang);
    else
        add_all(b, w, of_gcc, sizeof of_gcc / sizeof *of_gcc);
    if (!b->whole)
        add(b, w, arena_printf(b->a, "-DVGSIM_UNIT=%zu", unit));
    add_all(b, w, arguments, sizeof arguments / sizeof *arguments);
    for (size_t i = 0; i < b->m->compile.folder_count; i++) {
        const char *folder = b->m->compile.folders[i].path;
        add(b, w, arena_printf(b->a, "-I%s", folder[0] == '/' ? folder : in(b, b->sources, folder)));
    }
    return true;
}

/* Names become the unit's own, as they are in a module for a GPU. */
static bool localize_command(build *b, words *w, const char *object)
{
    const char *const arguments[] = {"--remove-section=.group", "--localize-hidden", object};

    if (!add_compiler(b, w, "OBJCOPY", "objcopy"))
        return false;
    add_all(b, w, arguments, sizeof arguments / sizeof *arguments);
    return true;
}

/* Linked by a command of its own, which knows nothing of sanitizers: their run-time library must stay away. The library
 * finds the device beside it. */
static bool link_command(build *b, words *w, const words *objects, const char *library)
{
    const char *const arguments[] = {
        "-shared", "-Wl,-Bsymbolic",          arena_printf(b->a, "-Wl,-soname,%s", library), "-Wl,-rpath,$ORIGIN",
        "-o",      in(b, b->folder, library),
    };

    if (!add_compiler(b, w, "CXX", "c++"))
        return false;
    add_all(b, w, arguments, sizeof arguments / sizeof *arguments);
    add_all(b, w, objects->items, objects->count);
    add(b, w, in(b, b->folder, DEVICE_LIBRARY));
    return true;
}

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

/* What a command ended with; the library that it failed to make is taken away, since it is out of date. */
static bool ended(build *b, const words *command, const run_result *result, const char *library)
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

static const char *const *environment_of(build *b)
{
    const char **environment = ARENA_ARRAY(b->a, const char *, 4);

    environment[0] = "LC_ALL=C";
    environment[1] = "SOURCE_DATE_EPOCH=0";
    environment[2] = arena_printf(b->a, "TMPDIR=%s", b->temporary);
    return environment;
}

static bool run(build *b, words *command, const char *library)
{
    run_result result;

    add(b, command, NULL);
    run_program(b->a, &(run_command){command->items, NULL, environment_of(b), toolkit_unread_variables}, &result);
    return ended(b, command, &result, library);
}

/* ---- what is there already ---- */

/* A hash of the command and of the files that it reads; NULL when one of them is not there. */
static const char *key_of(build *b, const words *command, const words *files)
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

static const char *key_path(build *b, const char *library)
{
    return arena_printf(b->a, "%s/.%s.key", b->folder, library);
}

/* `path` was made by this command from these files, as it was noted under a name. */
static bool is_made(build *b, const char *name, const char *path, const words *command, const words *files)
{
    size_t size;
    const char *problem;
    const char *kept = file_read(b->a, key_path(b, name), MOST_BYTES, &size, &problem);
    const char *key = kept != NULL && access(path, R_OK) == 0 ? key_of(b, command, files) : NULL;

    return key != NULL && strcmp(kept, key) == 0;
}

/* Without it the next run builds again, so that a failure does no harm. */
static void note_made(build *b, const char *library, const words *command, const words *files)
{
    const char *key = key_of(b, command, files);
    const char *problem;

    if (key == NULL || !file_write(key_path(b, library), key, strlen(key), &problem))
        (void)unlink(key_path(b, library));
}

/* ---- the CPU device ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);

    return length > size && strcmp(text + length - size, end) == 0;
}

/* Names in a folder by `end`; "" are folders as well as files. */
static void list(build *b, const char *folder, const char *end, words *found)
{
    DIR *open = opendir(folder);
    size_t first = found->count;

    for (const struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;)
        if (entry->d_name[0] != '.' && ends_with(entry->d_name, end))
            add(b, found, in(b, folder, arena_copy(b->a, entry->d_name, strlen(entry->d_name))));
    if (open != NULL)
        closedir(open);
    if (found->count > first)
        text_sort(found->items + first, found->count - first);
}

static bool build_device(build *b)
{
    words folders = {0}, sources = {0}, files = {0}, command = {0};

    list(b, b->device, "", &folders);
    list(b, b->device, ".h", &files);
    for (size_t i = 0; i < folders.count; i++) {
        list(b, folders.items[i], ".c", &sources);
        list(b, folders.items[i], ".h", &files);
    }
    if (sources.count == 0) {
        diag_file_error(b->d, b->device, "runtime-missing", "the sources of the CPU device are not in this folder");
        diag_hint(b->d, "install vggen, or name the folder of the runtime in the environment variable VGGEN_RUNTIME");
        return false;
    }
    add_all(b, &files, sources.items, sources.count);
    if (!device_command(b, &command, &sources))
        return false;
    if (is_made(b, DEVICE_LIBRARY, in(b, b->folder, DEVICE_LIBRARY), &command, &files))
        return true;
    if (!run(b, &command, in(b, b->folder, DEVICE_LIBRARY)))
        return false;
    note_made(b, DEVICE_LIBRARY, &command, &files);
    return true;
}

/* ---- the kernels ---- */

/* What the last build read. */
static bool read_dependencies(build *b, const char *path, words *files)
{
    size_t size;
    const char *problem;
    const char *text = file_read(b->a, path, MOST_BYTES, &size, &problem);
    depfile entries;

    if (text == NULL)
        return false;
    entries = depfile_begin(b->a, text, size);
    for (const char *file; (file = depfile_next(&entries)) != NULL;)
        add(b, files, file);
    return true;
}

typedef struct {
    const char *object, *part, *dependencies, *key;
    words command;
    run_child *child;
    run_result result;
    bool made; /* by an earlier run or by this one */
} unit;

static bool prepare_unit(build *b, unit *u, size_t number)
{
    words before = {0};

    u->key = arena_printf(b->a, "%s.%zu", b->library, number);
    u->object = arena_printf(b->a, "%s/.%s.o", b->folder, u->key);
    u->part = arena_printf(b->a, "%s.part", u->object);
    u->dependencies = arena_printf(b->a, "%s/.%s.d", b->folder, u->key);
    if (!unit_command(b, &u->command, number, u->part, u->dependencies))
        return false;
    u->made = read_dependencies(b, u->dependencies, &before) && is_made(b, u->key, u->object, &u->command, &before);
    add(b, &u->command, NULL);
    return true;
}

/* Side by side, as many as there are processors. */
static void compile_units(build *b, unit *units)
{
    run_child **children = ARENA_ARRAY(b->a, run_child *, b->unit_count + 1);
    size_t *numbers = ARENA_ARRAY(b->a, size_t, b->unit_count + 1);
    size_t next = 0, running = 0;

    while (next < b->unit_count || running > 0) {
        if (next < b->unit_count && running < run_processors()) {
            unit *u = &units[next++];
            if (!u->made)
                u->child =
                    run_start(b->a, &(run_command){u->command.items, NULL, environment_of(b), toolkit_unread_variables},
                              &u->result);
            if (u->child != NULL) {
                numbers[running] = next - 1;
                children[running++] = u->child;
            }
        } else if (running > 0) {
            size_t ended = run_wait(children, running, -1);
            units[numbers[ended]].child = NULL;
            running--;
            children[ended] = children[running];
            numbers[ended] = numbers[running];
        }
    }
}

/* The host compiler's findings about kernels are errors of the spec or the source, in the words of the other build. */
static bool finish_unit(build *b, unit *u, size_t number)
{
    const char *library = in(b, b->folder, b->library);
    words files = {0}, localize = {0};
    size_t source = b->whole ? 1 : number;

    if (u->made)
        return true;
    if (source > 0 && u->result.started && u->result.status != 0 &&
        image_report_checks(b->a, b->d, b->image, b->modules[source - 1], u->result.output)) {
        (void)unlink(library);
        return false;
    }
    if (source > 0 && u->result.started && u->result.status != 0) {
        u->result.output = image_without_checks(b->a, u->result.output);
        u->result.output_length = strlen(u->result.output);
    }
    if (!ended(b, &u->command, &u->result, library))
        return false;
    if (number > 0 && (!localize_command(b, &localize, u->part) || !run(b, &localize, library)))
        return false;
    if (rename(u->part, u->object) != 0) {
        diag_file_error(b->d, u->object, "sim-build", "cannot write this file: %s", strerror(errno));
        return false;
    }
    if (read_dependencies(b, u->dependencies, &files))
        note_made(b, u->key, &u->command, &files);
    return true;
}

/* What follows the folder in a path; NULL: the file is not in it. */
static const char *below(const char *folder, const char *path)
{
    size_t length = strlen(folder);

    return strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* Files of the user's that the units were made from. */
static void list_read(build *b, const unit *units)
{
    words all = {0}, own = {0};

    for (size_t i = 0; i < b->unit_count; i++)
        read_dependencies(b, units[i].dependencies, &all);
    for (size_t i = 0; i < all.count; i++) {
        const char *file = below(b->sources, all.items[i]);

        if (below(b->folder, all.items[i]) != NULL || below(b->device, all.items[i]) != NULL)
            continue;
        if (file != NULL && strcmp(b->m->folder, ".") != 0)
            file = in(b, b->m->folder, file);
        add(b, &own, file != NULL ? file : all.items[i]);
    }
    *b->read = (sim_build_read){own.items, own.count};
}

static bool build_kernels(build *b)
{
    unit *units = ARENA_ARRAY(b->a, unit, b->unit_count + 1);
    words objects = {0}, link = {0}, files = {0};
    bool good = true;

    for (size_t i = 0; i < b->unit_count; i++) {
        if (!prepare_unit(b, &units[i], i))
            return false;
        add(b, &objects, units[i].object);
    }
    compile_units(b, units);
    for (size_t i = 0; i < b->unit_count; i++)
        good = finish_unit(b, &units[i], i) && good;
    if (!good || !link_command(b, &link, &objects, b->library))
        return false;
    list_read(b, units);
    add_all(b, &files, objects.items, objects.count);
    add(b, &files, key_path(b, DEVICE_LIBRARY));
    if (is_made(b, b->library, in(b, b->folder, b->library), &link, &files))
        return true;
    if (!run(b, &link, in(b, b->folder, b->library)))
        return false;
    note_made(b, b->library, &link, &files);
    return true;
}

const char *const *sim_build_libraries(arena *a, const char *program)
{
    const char **libraries = ARENA_ARRAY(a, const char *, 3);

    libraries[0] = DEVICE_LIBRARY;
    libraries[1] = arena_printf(a, "lib%s_sim.so", program);
    return libraries;
}

bool sim_build(arena *a, diag *d, const sim_build_options *options, sim_build_read *read)
{
    build b = {.a = a, .d = d, .program = options->program, .read = read};
    const char *runtime = absolute(&b, options->runtime), *problem;
    bool built;

    b.sources = absolute(&b, options->sources);
    b.folder = absolute(&b, options->folder);
    if (runtime == NULL || b.sources == NULL || b.folder == NULL)
        return false;
    b.device = in(&b, runtime, "sim");
    b.library = sim_build_libraries(a, options->program)[1];
    b.image = options->image;
    b.m = options->m;
    b.modules = ARENA_ARRAY(a, uint32_t, options->image->module_count + 1);
    b.unit_count = 1 + image_source_modules(options->image, b.modules);
    b.whole = b.unit_count == 2;
    if (b.whole)
        b.unit_count = 1;
    b.temporary = run_folder_make(a, &problem);
    if (b.temporary == NULL) {
        diag_file_error(d, NULL, "temporary-folder", "%s", problem);
        return false;
    }
    built = build_device(&b) && find_clang(&b) && build_kernels(&b);
    run_folder_remove();
    return built;
}
