/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "tasks/sim_build_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/depfile.h"
#include "base/file.h"
#include "base/run.h"
#include "image/toolkit.h"

#define MOST_BYTES ((size_t)64 << 20) /* of a source */

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

static bool find_clang(build *b)
{
    words command = {0};
    run_result result;

    if (!sim_build_add_compiler(b, &command, "CXX", "c++"))
        return false;
    sim_build_add(b, &command, "--version");
    sim_build_add(b, &command, NULL);
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
        sim_build_in(b, b->device, "include"),
        "-I",
        sim_build_in(b, b->device, "refused"),
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

    if (!sim_build_add_compiler(b, w, "CXX", "c++"))
        return false;
    sim_build_add_split(b, w, sim_build_variable("CXXFLAGS", "-O2 -g"));
    if (b->clang)
        sim_build_add_all(b, w, of_clang, sizeof of_clang / sizeof *of_clang);
    else
        sim_build_add_all(b, w, of_gcc, sizeof of_gcc / sizeof *of_gcc);
    if (!b->whole)
        sim_build_add(b, w, arena_printf(b->a, "-DVGSIM_UNIT=%zu", unit));
    sim_build_add_all(b, w, arguments, sizeof arguments / sizeof *arguments);
    for (size_t i = 0; i < b->m->compile.folder_count; i++) {
        const char *folder = b->m->compile.folders[i].path;
        sim_build_add(b, w,
                      arena_printf(b->a, "-I%s", folder[0] == '/' ? folder : sim_build_in(b, b->sources, folder)));
    }
    return true;
}

/* Names become the unit's own, as they are in a module for a GPU. */
static bool localize_command(build *b, words *w, const char *object)
{
    const char *const arguments[] = {"--remove-section=.group", "--localize-hidden", object};

    if (!sim_build_add_compiler(b, w, "OBJCOPY", "objcopy"))
        return false;
    sim_build_add_all(b, w, arguments, sizeof arguments / sizeof *arguments);
    return true;
}

/* Linked by a command of its own, which knows nothing of sanitizers: their run-time library must stay away. The library
 * finds the device beside it. */
static bool link_command(build *b, words *w, const words *objects, const char *library)
{
    const char *const arguments[] = {
        "-shared",
        "-Wl,-Bsymbolic",
        arena_printf(b->a, "-Wl,-soname,%s", library),
        "-Wl,-rpath,$ORIGIN",
        "-o",
        sim_build_in(b, b->folder, library),
    };

    if (!sim_build_add_compiler(b, w, "CXX", "c++"))
        return false;
    sim_build_add_all(b, w, arguments, sizeof arguments / sizeof *arguments);
    sim_build_add_all(b, w, objects->items, objects->count);
    sim_build_add(b, w, sim_build_in(b, b->folder, DEVICE_LIBRARY));
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
        sim_build_add(b, files, file);
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
    u->made =
        read_dependencies(b, u->dependencies, &before) && sim_build_is_made(b, u->key, u->object, &u->command, &before);
    sim_build_add(b, &u->command, NULL);
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
                u->child = run_start(
                    b->a, &(run_command){u->command.items, NULL, sim_build_environment(b), toolkit_unread_variables},
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
    const char *library = sim_build_in(b, b->folder, b->library);
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
    if (!sim_build_ended(b, &u->command, &u->result, library))
        return false;
    if (number > 0 && (!localize_command(b, &localize, u->part) || !sim_build_run(b, &localize, library)))
        return false;
    if (rename(u->part, u->object) != 0) {
        diag_file_error(b->d, u->object, "sim-build", "cannot write this file: %s", strerror(errno));
        return false;
    }
    if (read_dependencies(b, u->dependencies, &files))
        sim_build_note_made(b, u->key, &u->command, &files);
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
            file = sim_build_in(b, b->m->folder, file);
        sim_build_add(b, &own, file != NULL ? file : all.items[i]);
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
        sim_build_add(b, &objects, units[i].object);
    }
    compile_units(b, units);
    for (size_t i = 0; i < b->unit_count; i++)
        good = finish_unit(b, &units[i], i) && good;
    if (!good || !link_command(b, &link, &objects, b->library))
        return false;
    list_read(b, units);
    sim_build_add_all(b, &files, objects.items, objects.count);
    sim_build_add(b, &files, sim_build_key_path(b, DEVICE_LIBRARY));
    if (sim_build_is_made(b, b->library, sim_build_in(b, b->folder, b->library), &link, &files))
        return true;
    if (!sim_build_run(b, &link, sim_build_in(b, b->folder, b->library)))
        return false;
    sim_build_note_made(b, b->library, &link, &files);
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
    build b = {.a = a, .d = d, .program = options->program, .read = read, .cached = options->cached};
    const char *runtime = absolute(&b, options->runtime), *problem;
    bool built;

    b.sources = absolute(&b, options->sources);
    b.folder = absolute(&b, options->folder);
    if (runtime == NULL || b.sources == NULL || b.folder == NULL)
        return false;
    b.device = sim_build_in(&b, runtime, "sim");
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
    built = sim_build_device(&b) && find_clang(&b) && build_kernels(&b);
    run_folder_remove();
    return built;
}
