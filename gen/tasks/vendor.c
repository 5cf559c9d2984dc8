/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The folder is what the command line says, whatever was there before: programs that are not named go. Nothing is
 * replaced that vggen did not write, or that was edited since, unless --force says so. */
#define _POSIX_C_SOURCE 200809L

#include "tasks/vendor.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/version.h"
#include "tasks/runtime_table.h"
#include "tasks/vendor_parts.h"

/* ---- what may be replaced ---- */

/* A folder that the process stands in would be another one afterwards, without a name. */
static bool check_place(vendor *v)
{
    const vendor_folder *f = v->before;
    size_t length = f->real != NULL ? strlen(f->real) : 0;
    char *here = arena_alloc(v->memory, 65536);

    if (f->real == NULL || getcwd(here, 65536) == NULL || strncmp(here, f->real, length) != 0 ||
        (here[length] != '/' && here[length] != '\0' && length > 1))
        return true;
    diag_file_error(v->d, f->path, "vendor-folder",
                    "the current folder lies in this one, which is replaced as a whole");
    diag_hint(v->d, "call vggen from outside of it");
    return false;
}

static bool check_content(vendor *v)
{
    const vendor_folder *f = v->before;

    if (!f->vendored && f->found.count > 0) {
        diag_file_error(v->d, f->path, "vendor-folder", "this folder holds something else: '%s', and no " VENDOR_LIST,
                        f->found.items[0].path);
        diag_hint(v->d, "name a folder that is empty or not there yet");
        return false;
    }
    return true;
}

/* Files that nobody vendored. The whole folder is replaced, so they would be gone. */
static void check_foreign(vendor *v)
{
    const vendor_folder *f = v->before;

    for (size_t i = 0; f->vendored && i < f->found.count; i++) {
        const char *path = f->found.items[i].path;
        if (strcmp(path, VENDOR_LIST) == 0 || vendor_file_find(&f->listed, path) != NULL)
            continue;
        diag_file_error(v->d, arena_printf(v->memory, "%s/%s", f->path, path), "vendor-foreign",
                        "this file is not of vggen, and the folder is replaced as a whole");
        diag_hint(v->d, "move it out of the folder; only names that begin with a point stay");
    }
}

static void check_edited(vendor *v)
{
    const vendor_folder *f = v->before;

    for (size_t i = 0; !v->options->force && i < f->listed.count; i++) {
        const vendor_file *was = &f->listed.items[i];
        const vendor_file *is = vendor_file_find(&f->found, was->path);
        const vendor_file *becomes = vendor_file_find(&v->files, was->path);
        if (is == NULL || strcmp(is->hash, was->hash) == 0 || (becomes != NULL && strcmp(becomes->hash, is->hash) == 0))
            continue;
        diag_file_error(v->d, arena_printf(v->memory, "%s/%s", f->path, was->path), "vendor-edited",
                        "this file was edited since vggen wrote it");
        diag_hint(v->d, "--force replaces it; to see the edit, vendor into a new folder and compare");
    }
}

/* ---- machine code ---- */

static bool has_word(const char *list, const char *word, size_t length)
{
    for (const char *at = list; *at != '\0'; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        if (size == length && strncmp(at, word, length) == 0)
            return true;
        at += size;
    }
    return false;
}

/* A folder with machine code, vendored again on a machine without a toolkit, would open on no GPU any more. */
static void check_targets(vendor *v, const vendor_program *p)
{
    const char *before =
        vendor_record_find(v->memory, v->before->record, arena_printf(v->memory, "targets %s", p->name));

    if (before == NULL || v->options->force || strcmp(before, "none") == 0)
        return;
    for (const char *at = before; *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (!has_word(p->targets, at, length)) {
            diag_file_error(v->d, v->before->path, "vendor-targets",
                            "this folder has machine code of '%s' for %s, and now there would be %s", p->name, before,
                            p->targets);
            diag_hint(v->d, "vendor with the toolkit and the targets that made it; --force does without them");
            return;
        }
        at += length;
    }
}

/* ---- programs ---- */

static const char *targets_of(arena *a, const image *i)
{
    const char *text = "";

    for (size_t k = 0; k < i->module_count; k++)
        for (size_t n = 0; n < i->modules[k].blob_count; n++) {
            const char *target = i->modules[k].blobs[n].target;
            if (!has_word(text, target, strlen(target)))
                text = arena_printf(a, "%s%s%s", text, *text != '\0' ? " " : "", target);
        }
    return *text != '\0' ? text : "none";
}

static const char another_name[] =
    "give one of the specs another 'program:', or vendor them into two folders, for two applications";

/* Names without case, since the folder goes from one machine to another. */
static bool check_names(vendor *v, const vendor_program *p, const char *path)
{
    for (size_t i = 0; i < v->program_count; i++)
        if (strcasecmp(v->programs[i].name, p->name) == 0) {
            diag_file_error(v->d, path, "vendor-name", "its program '%s' and '%s' of '%s' %s", p->name,
                            v->programs[i].name, v->programs[i].spec,
                            strcmp(v->programs[i].name, p->name) == 0 ? "have one name" : "differ only in case");
            diag_hint(v->d, "%s", another_name);
            return false;
        }
    return true;
}

static bool check_file(vendor *v, const char *path, const char *spec)
{
    for (size_t i = 0; i < runtime_file_count; i++)
        if (strcasecmp(runtime_files[i].path, path) == 0) {
            diag_file_error(v->d, spec, "vendor-name", "'%s' and '%s' of the runtime differ only in case", path,
                            runtime_files[i].path);
            diag_hint(v->d, "give the spec another 'program:'");
            return false;
        }
    for (size_t i = 0; i < v->files.count; i++)
        if (strcasecmp(v->files.items[i].path, path) == 0) {
            diag_file_error(v->d, spec, "vendor-name", "two programs would write '%s'", path);
            diag_hint(v->d, "%s", another_name);
            return false;
        }
    return true;
}

/* Names may hold any byte; what README and VENDORED say takes one line. */
static const char *on_one_line(arena *a, const char *text, char instead)
{
    char *line = arena_copy(a, text, strlen(text));

    for (char *at = line; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == '\x7f')
            *at = instead;
    return line;
}

vendor *vendor_begin(arena *a, diag *d, const vendor_options *options)
{
    vendor *v = ARENA_NEW(a, vendor);

    *v = (vendor){.memory = a, .d = d, .options = options, .files.memory = a};
    v->shape = on_one_line(a, options->shape, ' ');
    v->before = vendor_folder_read(a, d, options->folder);
    return v->before != NULL && check_place(v) && check_content(v) ? v : NULL;
}

void vendor_add(vendor *v, const model *m, const image *i, out *files)
{
    vendor_program p = {.name = m->program,
                        .spec = on_one_line(v->memory, m->spec_name, '_'),
                        .hash = m->hash,
                        .targets = targets_of(v->memory, i),
                        .standard = model_standard(m)};
    size_t count, last;
    const char *const *names = out_names(files, &count);

    if (!check_names(v, &p, m->spec_path))
        return;
    (void)out_last(files, &last); /* which is closed then, and has all its bytes */
    for (size_t k = 0; k < count; k++) {
        size_t size;
        const char *bytes = out_bytes(files, k, &size);
        if (!check_file(v, names[k], m->spec_path))
            return;
        vendor_file_add(&v->files, names[k], arena_copy(v->memory, bytes, size), size);
    }
    check_targets(v, &p);
    if (v->options->sim && !vendor_add_sources(v, &p, m, i))
        return;
    v->programs = arena_grow(v->memory, v->programs, v->program_count, &v->program_capacity, sizeof *v->programs);
    v->programs[v->program_count++] = p;
}

/* ---- what changed ---- */

static void add_list(vendor *v)
{
    const char *text = "";
    size_t length = 0, at = 0;
    char *list;

    vendor_files_sort(&v->files);
    for (size_t i = 0; i < v->files.count; i++)
        length += SHA256_HEX + 2 + strlen(v->files.items[i].path);
    list = arena_alloc(v->memory, length + 1);
    for (size_t i = 0; i < v->files.count; i++)
        at += (size_t)sprintf(list + at, "%s  %s\n", v->files.items[i].hash, v->files.items[i].path);
    text = list;
    vendor_file_add(&v->files, VENDOR_LIST, text, at);
    vendor_files_sort(&v->files);
}

static void print_change(const char *what, const vendor_file *f)
{
    if (strcmp(f->path, VENDOR_LIST) != 0)
        printf("%s %s\n", what, f->path);
}

static void print_changes(const vendor *v)
{
    const vendor_folder *f = v->before;
    size_t same = 0;

    for (size_t i = 0; f->vendored && i < v->files.count; i++) {
        const vendor_file *now = &v->files.items[i];
        const vendor_file *was = vendor_file_find(&f->found, now->path);
        if (was == NULL)
            print_change("new    ", now);
        else if (strcmp(was->hash, now->hash) != 0)
            print_change("changed", now);
        else
            same++;
    }
    for (size_t i = 0; i < f->listed.count; i++)
        if (vendor_file_find(&v->files, f->listed.items[i].path) == NULL)
            print_change("gone   ", &f->listed.items[i]);
    if (f->vendored)
        printf("%s: %zu files, %zu of them as they were\n", f->path, v->files.count, same);
    else
        printf("%s: %zu files; how to build them is in its README\n", f->path, v->files.count);
}

void vendor_end(vendor *v)
{
    if (diag_exit_status(v->d) != 0 || !vendor_add_runtime(v))
        return;
    vendor_add_texts(v);
    add_list(v);
    check_foreign(v);
    check_edited(v);
    if (diag_exit_status(v->d) == 0 && vendor_write(v))
        print_changes(v);
}

/* ---- --verify ---- */

static void check_listed(arena *a, diag *d, const vendor_folder *f, const vendor_file *was)
{
    const vendor_file *is = vendor_file_find(&f->found, was->path);
    const char *path = arena_printf(a, "%s/%s", f->path, was->path);

    if (is != NULL && strcmp(is->hash, was->hash) == 0)
        return;
    if (is == NULL)
        diag_file_error(d, path, "vendor-missing", "this file is in the list, and it is not there");
    else
        diag_file_error(d, path, "vendor-edited", "this file was edited since vggen wrote it");
    diag_hint(d, "vendor again: --vendor brings back what is missing, and with --force what was edited");
}

/* Whole and as listed, but not what this version of vggen comes with: somebody put it there and hashed it anew. */
static void check_runtime(arena *a, diag *d, const vendor_folder *f)
{
    if (f->version == NULL || strcmp(f->version, VGGEN_VERSION) != 0)
        return;
    for (size_t i = 0; i < runtime_file_count; i++) {
        const vendor_file *is = vendor_file_find(&f->found, runtime_files[i].path);
        const vendor_file *was = vendor_file_find(&f->listed, runtime_files[i].path);
        if (is == NULL || was == NULL || strcmp(is->hash, was->hash) != 0 ||
            strcmp(is->hash, runtime_files[i].hash) == 0)
            continue;
        diag_file_error(d, arena_printf(a, "%s/%s", f->path, is->path), "vendor-runtime",
                        "this file is not of the runtime of vggen " VGGEN_VERSION);
        diag_hint(d, "vendor again, with this vggen");
    }
}

static void check_found(arena *a, diag *d, const vendor_folder *f, const vendor_file *is)
{
    if (strcmp(is->path, VENDOR_LIST) == 0 || vendor_file_find(&f->listed, is->path) != NULL)
        return;
    diag_file_error(d, arena_printf(a, "%s/%s", f->path, is->path), "vendor-foreign",
                    "this file is not in the list: vggen did not write it");
    diag_hint(d, "move it out of the folder: what builds '*.c' takes it for a part");
}

void vendor_verify(arena *a, diag *d, const char *folder)
{
    const vendor_folder *f = vendor_folder_read(a, d, folder);

    if (f == NULL)
        return;
    if (!f->vendored) {
        diag_file_error(d, folder, "vendor-folder",
                        f->real == NULL ? "there is no such folder"
                                        : "nothing was vendored here: there is no " VENDOR_LIST);
        diag_hint(d, "vggen --vendor %s SPEC makes it", folder);
        return;
    }
    for (size_t i = 0; i < f->listed.count; i++)
        check_listed(a, d, f, &f->listed.items[i]);
    for (size_t i = 0; i < f->found.count; i++)
        check_found(a, d, f, &f->found.items[i]);
    check_runtime(a, d, f);
    if (diag_exit_status(d) == 0)
        printf("%s: %zu files, as vggen %s wrote them\n", folder, f->found.count, f->version != NULL ? f->version : "");
}
