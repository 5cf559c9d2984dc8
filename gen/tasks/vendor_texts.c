/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a vendored folder holds beside C: README, what make, CMake and Meson include, how the CPU device is built,
 * licences, and the record of what it was made from. The prose is templates/vendor_*. */
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "base/text.h"
#include "base/tmpl.h"
#include "base/version.h"
#include "tasks/runtime_hash.h"
#include "tasks/vendor_parts.h"
#include "tasks/vendor_licence.h"

#define MOST_NAMES 48  /* columns that names take on a line */
#define MOST_CALLED 58 /* and those with options */

/* ---- names on one line ---- */

/* With `between` between them; NULL where they are too long. */
static const char *names_of(const vendor *v, bool specs, const char *between)
{
    const char *text = "";

    for (size_t i = 0; i < v->program_count; i++)
        text = arena_printf(v->memory, "%s%s%s", text, i > 0 ? between : "",
                            specs ? text_shell_word(v->memory, v->programs[i].spec) : v->programs[i].name);
    return strlen(text) <= MOST_NAMES ? text : NULL;
}

static const char *programs_of(const vendor *v)
{
    const char *line = names_of(v, false, ", ");

    return line != NULL ? line : arena_printf(v->memory, "%zu programs", v->program_count);
}

static const char *specs_of(const vendor *v)
{
    const char *line = names_of(v, true, " ");

    return line != NULL ? line : "SPEC...";
}

static const char *devices_of(const vendor *v)
{
    return v->options->sim ? "gpu, dlopen or sim" : "gpu or dlopen";
}

/* On the line of README that says how to vendor again; VENDORED has them whole. */
static const char *options_of(const vendor *v)
{
    return strlen(v->shape) + strlen(specs_of(v)) <= MOST_CALLED ? v->shape : " OPTIONS...";
}

/* ---- lists of sources ---- */

static bool is_listed(const vendor_file *f, const char *end)
{
    size_t length = strlen(f->path);

    return strchr(f->path, '/') == NULL && length > 2 && strcmp(f->path + length - 2, end) == 0;
}

/* A line for each file of the folder itself with this end. */
static void write_files(FILE *to, const vendor *v, const char *end, const char *before, const char *between,
                        const char *last)
{
    size_t left = 0;

    for (size_t i = 0; i < v->files.count; i++)
        left += is_listed(&v->files.items[i], end);
    for (size_t i = 0; i < v->files.count; i++)
        if (is_listed(&v->files.items[i], end))
            fprintf(to, "%s%s%s\n", before, v->files.items[i].path, --left > 0 ? between : last);
}

static bool has_ranks(const vendor *v)
{
    for (size_t i = 0; i < v->files.count; i++)
        if (strcmp(v->files.items[i].path, "vg_nccl.c") == 0)
            return true;
    return false;
}

static void make_sources(FILE *to, const void *context)
{
    write_files(to, context, ".c", "    ", " \\", "");
}

static void make_headers(FILE *to, const void *context)
{
    write_files(to, context, ".h", "    ", " \\", "");
}

static void cmake_sources(FILE *to, const void *context)
{
    write_files(to, context, ".c", "    ", "", "");
}

static void meson_sources(FILE *to, const void *context)
{
    write_files(to, context, ".c", "  '", "',", "',");
}

/* ---- the CPU device ---- */

static void write_libraries(FILE *to, const vendor *v, const char *before, const char *after)
{
    for (size_t i = 0; i < v->program_count; i++)
        fprintf(to, "%slib%s_sim.so%s", before, v->programs[i].name, after);
    fprintf(to, "%slibvgsim.so%s", before, after);
}

static void make_sim(FILE *to, const void *context)
{
    const vendor *v = context;

    if (!v->options->sim)
        return;
    fputs("else ifeq ($(VG_DEVICE),sim)\n"
          "VG_CPPFLAGS = -I$(VG) -isystem $(VG)/sim/cuda\n"
          "VG_LIBS = -Wl,--no-as-needed",
          to);
    write_libraries(to, v, " $(VG_OUT)/", "");
    fputs(" -Wl,-rpath,$(abspath $(VG_OUT))\n"
          "$(VG_OUT)/libvgsim.so: $(VG)/" VENDOR_LIST "\n"
          "\tCC='$(CC)' CXX='$(CXX)' sh $(VG)/sim.sh $(VG_OUT)\n"
          "$(VG_OBJECTS): | $(VG_OUT)/libvgsim.so\n",
          to);
}

static void cmake_sim(FILE *to, const void *context)
{
    const vendor *v = context;

    if (!v->options->sim)
        return;
    fputs("elseif(VG_DEVICE STREQUAL sim)\n"
          "    set(vg_libraries",
          to);
    write_libraries(to, v, "\n        \"${CMAKE_CURRENT_BINARY_DIR}/", "\"");
    fputs(")\n"
          "    add_custom_command(OUTPUT ${vg_libraries}\n"
          "        COMMAND ${CMAKE_COMMAND} -E env \"CC=${CMAKE_C_COMPILER} ${CMAKE_C_COMPILER_ARG1}\" sh\n"
          "            \"${CMAKE_CURRENT_SOURCE_DIR}/sim.sh\" \"${CMAKE_CURRENT_BINARY_DIR}\"\n"
          "        DEPENDS \"${CMAKE_CURRENT_SOURCE_DIR}/" VENDOR_LIST "\" VERBATIM)\n"
          "    add_custom_target(${vg_name}_sim DEPENDS ${vg_libraries})\n"
          "    add_dependencies(${vg_name} ${vg_name}_sim)\n"
          "    target_include_directories(${vg_name} SYSTEM PUBLIC \"${CMAKE_CURRENT_SOURCE_DIR}/sim/cuda\")\n"
          "    target_link_libraries(${vg_name} PUBLIC -Wl,--no-as-needed ${vg_libraries})\n"
          "    target_link_options(${vg_name} PUBLIC \"LINKER:-rpath,${CMAKE_CURRENT_BINARY_DIR}\")\n",
          to);
}

static void meson_sim(FILE *to, const void *context)
{
    const vendor *v = context;

    if (!v->options->sim)
        return;
    fputs("elif vg_device == 'sim'\n"
          "  vg_args = ['-isystem', meson.current_source_dir() / 'sim' / 'cuda']\n"
          "  vg_sim = custom_target('vgsim', output: [",
          to);
    for (size_t i = 0; i < v->program_count; i++)
        fprintf(to, "'lib%s_sim.so', ", v->programs[i].name);
    fputs("'libvgsim.so'],\n"
          "    command: ['sh', files('sim.sh'), '@OUTDIR@'], depend_files: files('" VENDOR_LIST "'))\n",
          to);
    fprintf(to,
            "  foreach i : range(%zu)\n"
            "    vg_libraries += vg_sim[i]\n"
            "  endforeach\n"
            "  vg_link = ['-Wl,--push-state,--no-as-needed']\n"
            "  foreach library : vg_libraries\n"
            "    vg_link += library.full_path()\n"
            "  endforeach\n"
            "  vg_link += ['-Wl,--pop-state', '-Wl,-rpath,' + meson.current_build_dir()]\n",
            v->program_count + 1);
}

/* ---- several ranks ---- */

#define NCCL_DEFINE "-DVG_WITH_NCCL"
#define NCCL_LIBRARIES "-lnccl -lpthread"

static void cmake_ranks(FILE *to, const void *context)
{
    if (has_ranks(context))
        fputs("if(NOT VG_DEVICE STREQUAL sim)\n"
              "    target_compile_options(${vg_name} PUBLIC " NCCL_DEFINE ")\n"
              "    target_link_libraries(${vg_name} PUBLIC " NCCL_LIBRARIES ")\n"
              "endif()\n",
              to);
}

static void meson_ranks(FILE *to, const void *context)
{
    if (has_ranks(context))
        fputs("if vg_device != 'sim'\n"
              "  vg_args += '" NCCL_DEFINE "'\n"
              "  vg_link += '" NCCL_LIBRARIES "'.split()\n"
              "endif\n",
              to);
}

static void readme_cpu(FILE *to, const void *context)
{
    const vendor *v = context;

    if (v->options->sim)
        fputs("    sh $V/sim.sh build\n"
              "    cc -std=c99 -O2 -I$V -isystem $V/sim/cuda app.c $V/*.c -o app -Wl,--no-as-needed build/*.so "
              "-Wl,-rpath,$PWD/build\n",
              to);
    else
        fprintf(to,
                "It has no CPU device, on which programs run without a GPU. This adds it:\n"
                "\"vggen --vendor $V --sim%s %s\"\n",
                options_of(v), specs_of(v));
}

static void write_unit(FILE *to, const vendor *v, const vendor_program *p, const char *unit)
{
    fprintf(to, "unit %s %s -std=c++%u -I \"$here\"/%s", p->name, unit, p->standard,
            text_shell_word(v->memory, p->sources));
    for (size_t i = 0; i < p->include_count; i++)
        fprintf(to, " -I \"$here\"/%s", text_shell_word(v->memory, p->includes[i]));
    fputc('\n', to);
}

/* A single source has no other to clash with; unit 0 holds what a program of several has once. */
static void sim_programs(FILE *to, const void *context)
{
    const vendor *v = context;

    for (size_t i = 0; i < v->program_count; i++) {
        const vendor_program *p = &v->programs[i];
        fputc('\n', to);
        if (p->units == 1)
            write_unit(to, v, p, "all");
        for (size_t k = 0; p->units != 1 && k <= p->units; k++)
            write_unit(to, v, p, arena_printf(v->memory, "%zu", k));
        fprintf(to, "link %s%s", p->name, p->units == 1 ? " all" : "");
        for (size_t k = 0; p->units != 1 && k <= p->units; k++)
            fprintf(to, " %zu", k);
        fputc('\n', to);
    }
}

/* ---- files ---- */

typedef struct {
    const char *path, *template;
    void (*sources)(FILE *to, const void *context); /* what the slots get; NULL: there is none */
    void (*headers)(FILE *to, const void *context);
    void (*ranks)(FILE *to, const void *context);
    void (*sim)(FILE *to, const void *context);
    bool only_sim;
} text_file;

static const text_file text_files[] = {
    {"README", "vendor_readme.in", NULL, NULL, NULL, readme_cpu, false},
    {"vendor.mk", "vendor_mk.in", make_sources, make_headers, NULL, make_sim, false},
    {"CMakeLists.txt", "vendor_cmake.in", cmake_sources, NULL, cmake_ranks, cmake_sim, false},
    {"meson.build", "vendor_meson.in", meson_sources, NULL, meson_ranks, meson_sim, false},
    {"sim.sh", "vendor_sim.in", NULL, NULL, NULL, sim_programs, true},
};

static void add_stream(vendor *v, const char *path, stream *s)
{
    size_t size;
    const char *bytes = stream_take(s, v->memory, &size);

    vendor_file_add(&v->files, path, bytes, size);
}

static void add_text(vendor *v, const text_file *f)
{
    const tmpl_word all[] = {
        {"VERSION", VGGEN_VERSION},
        {"PROGRAMS", programs_of(v)},
        {"SPECS", specs_of(v)},
        {"DEVICES", devices_of(v)},
        {"OPTIONS", options_of(v)},
        {"AT", "@"},
        {"TAB", "\t"},
        {"DEFINES", has_ranks(v) ? " " NCCL_DEFINE : ""},
        {"LIBRARIES", has_ranks(v) ? " " NCCL_LIBRARIES : ""},
    };
    const tmpl *t = tmpl_find(f->template);
    tmpl_word words[sizeof all / sizeof *all];
    tmpl_slot slots[4];
    size_t word_count = 0, slot_count = 0;
    stream s;

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strstr(t->text, arena_printf(v->memory, "@%s@", all[i].word)) != NULL)
            words[word_count++] = all[i];
    if (f->sources != NULL)
        slots[slot_count++] = (tmpl_slot){"sources", f->sources};
    if (f->headers != NULL)
        slots[slot_count++] = (tmpl_slot){"headers", f->headers};
    if (f->ranks != NULL)
        slots[slot_count++] = (tmpl_slot){"ranks", f->ranks};
    if (f->sim != NULL)
        slots[slot_count++] = (tmpl_slot){"sim", f->sim};
    tmpl_write(stream_open(&s), t, words, word_count, slots, slot_count, v);
    add_stream(v, f->path, &s);
}

static void add_record(vendor *v)
{
    stream s;
    FILE *to = stream_open(&s);

    fputs(
        "# SPDX-"
        "License-Identifier: 0BSD\n"
        "# SPDX-"
        "FileCopyrightText: 2026 The vggen authors\n"
        "# What this folder was made from. Read by 'vggen --vendor' and 'vggen --verify'. Do not edit: vendor again.\n",
        to);
    fprintf(to, "vggen: %s\nruntime: %s\n", VGGEN_VERSION, runtime_hash(v->memory));
    fprintf(to, "options:%s\n", v->shape);
    for (size_t i = 0; i < v->program_count; i++) {
        const vendor_program *p = &v->programs[i];
        fprintf(to, "program: %s\nspec %s: %s %s\ntargets %s: %s\n", p->name, p->name, p->spec, p->hash, p->name,
                p->targets);
    }
    add_stream(v, VENDOR_RECORD, &s);
}

/* A file that does not state its licence has a second one beside it that does (https://reuse.software). */
static void add_licence_of(vendor *v, const char *path)
{
    static const char text[] = "SPDX-"
                               "FileCopyrightText: 2026 The vggen authors\n\nSPDX-"
                               "License-Identifier: 0BSD\n";

    vendor_file_add(&v->files, arena_printf(v->memory, "%s.license", path), text, sizeof text - 1);
}

static void add_licences(vendor *v)
{
    size_t count = v->files.count;

    for (size_t i = 0; i < count; i++) {
        const vendor_file *f = &v->files.items[i];
        if (strchr(f->path, '/') == NULL && strstr(f->bytes, "SPDX-"
                                                             "License-Identifier: ") == NULL)
            add_licence_of(v, f->path);
    }
    add_licence_of(v, VENDOR_LIST);
    vendor_file_add(&v->files, "LICENSES/0BSD.txt", vendor_licence, strlen(vendor_licence));
}

void vendor_add_texts(vendor *v)
{
    vendor_files_sort(&v->files);
    for (size_t i = 0; i < sizeof text_files / sizeof *text_files; i++)
        if (v->options->sim || !text_files[i].only_sim)
            add_text(v, &text_files[i]);
    add_record(v);
    add_licences(v);
}
