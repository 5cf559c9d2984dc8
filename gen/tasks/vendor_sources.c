/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device compiles the kernels' sources, so they go along, with the headers that they include: kernels/PROGRAM/
 * holds them as they lie to one another. Headers are found by the text of #include, also behind #if: what a compiler
 * would read is among them. Those of compilers and of the system are not, since every machine has its own. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "tasks/runtime_table.h"
#include "tasks/vendor_parts.h"

typedef struct {
    const char *path; /* absolute */
    const char *bytes;
    size_t size;
    bool left_out; /* its text stands in NAME_sim.cpp */
    uint32_t at;   /* number of the messages'; 0: none needed it */
} source;

typedef struct {
    arena *a;
    diag *d;
    const char *spec;      /* for messages */
    const char *header;    /* NAME_kernels.h, which lies beside NAME_sim.cpp */
    const char *named;     /* the same, by the name that the spec has */
    const char *folder;    /* of the spec, absolute, … */
    const char *shown;     /* … and as the command line has it */
    const char **includes; /* folders of `compile:`, absolute */
    bool *used;            /* a header was found there */
    size_t include_count;
    source *items;
    size_t count, capacity;
    const char *common; /* folder of all of them */
} sources;

/* ---- paths ---- */

/* "/a/b" of "/a/x/../b", without a look at the files. */
static const char *normal(arena *a, const char *path)
{
    char *to = arena_alloc(a, strlen(path) + 2);
    size_t length = 0;

    for (const char *at = path; *at != '\0';) {
        size_t part = strcspn(at, "/");
        if (part == 2 && strncmp(at, "..", 2) == 0) {
            while (length > 0 && to[--length] != '/')
                ;
        } else if (part > 0 && !(part == 1 && *at == '.')) {
            to[length++] = '/';
            memcpy(to + length, at, part);
            length += part;
        }
        at += part;
        at += *at == '/';
    }
    to[length] = '\0';
    return to;
}

static const char *join(arena *a, const char *folder, const char *name)
{
    return normal(a, name[0] == '/' ? name : arena_printf(a, "%s/%s", folder, name));
}

static const char *folder_of(arena *a, const char *path)
{
    return arena_copy(a, path, (size_t)(strrchr(path, '/') - path));
}

static bool is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static bool is_file(const char *path)
{
    struct stat s;

    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

/* Shortens the common folder until the other one lies in it. */
static void meet(sources *s, const char *folder)
{
    while (!is_below(folder, s->common))
        s->common = folder_of(s->a, s->common);
}

/* ---- files ---- */

static bool add(sources *s, const char *path, bool left_out)
{
    const char *problem, *bytes;
    size_t size;

    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->items[i].path, path) == 0)
            return true;
    bytes = file_read(s->a, path, VENDOR_MOST_BYTES, &size, &problem);
    if (bytes == NULL) {
        diag_file_error(s->d, path, "vendor-source", "cannot read this file, which a kernel needs: %s", problem);
        return false;
    }
    for (const char *at = path; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == '\\') {
            diag_file_error(s->d, path, "vendor-source", "a list of files cannot hold this name");
            diag_hint(s->d, "give the file or its folder a plainer name");
            return false;
        }
    s->items = arena_grow(s->a, s->items, s->count, &s->capacity, sizeof *s->items);
    s->items[s->count++] = (source){path, bytes, size, left_out, 0};
    return true;
}

/* As a compiler looks for it: NULL where only the system may have it. */
static const char *find_header(sources *s, const source *by, const char *name, bool quoted)
{
    const char *path = join(s->a, folder_of(s->a, by->path), name);

    if (quoted && is_file(path))
        return path;
    path = join(s->a, s->folder, name);
    if (is_file(path))
        return path;
    for (size_t i = 0; i < s->include_count; i++) {
        path = join(s->a, s->includes[i], name);
        if (is_file(path)) {
            s->used[i] = true;
            return path;
        }
    }
    return NULL;
}

static bool is_common(const char *path)
{
    static const char *const system[] = {"/usr/include", "/usr/lib", "/usr/local/include", "/usr/local/lib"};

    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        if (is_below(path, system[i]))
            return true;
    return false;
}

/* Headers of the language and of the CPU device are there without going along; so is one for which the CPU device has
 * words of its own. */
static bool is_known(const sources *s, const char *name)
{
    static const char *const folders[] = {"sim/include", "sim/cuda", "sim/refused"};
    static const char *const system[] = {"/usr/include", "/usr/local/include"};

    if (name[strspn(name, "abcdefghijklmnopqrstuvwxyz_")] == '\0')
        return true;
    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        if (is_file(join(s->a, system[i], name)))
            return true;
    for (size_t i = 0; i < runtime_file_count; i++)
        for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
            size_t length = strlen(folders[k]);
            const char *path = runtime_files[i].path;
            if (strncmp(path, folders[k], length) == 0 && path[length] == '/' && strcmp(path + length + 1, name) == 0)
                return true;
        }
    return false;
}

/* As the command line leads to it. */
static const char *shown(const sources *s, const char *path)
{
    const char *rest = path + strlen(s->folder);

    if (s->folder[0] == '\0' || !is_below(path, s->folder))
        return path;
    return strcmp(s->shown, ".") == 0 ? rest + 1 : arena_printf(s->a, "%s%s", s->shown, rest);
}

static void warn_missing(sources *s, source *by, const char *name, const char *at)
{
    uint32_t begin = (uint32_t)(at - by->bytes);

    if (by->at == 0)
        by->at = diag_add_source(s->d, shown(s, by->path), by->bytes, by->size);
    diag_warning(s->d, (span){by->at, begin, begin + (uint32_t)strlen(name) + 2}, "vendor-header",
                 "'%s' is nowhere, so it does not go along, and the CPU device cannot be built without it", name);
    diag_hint(s->d, "put it beside this file, or name its folder in 'compile: {include: [...]}'; a line that is not "
                    "for the CPU device stands behind '#ifndef VGSIM'");
}

/* The text behind the directive's name, where the line has this one; else NULL. */
static const char *directive(const char *line, const char *name)
{
    const char *at = line + strspn(line, " \t");
    size_t length = strlen(name);

    if (*at++ != '#')
        return NULL;
    at += strspn(at, " \t");
    return strncmp(at, name, length) == 0 ? at + length : NULL;
}

static bool take_include(sources *s, size_t by, const char *line, bool hidden)
{
    const char *at = directive(line, "include"), *name, *path;
    char end;

    if (at == NULL)
        return true;
    at += strspn(at, " \t");
    if (*at != '"' && *at != '<')
        return true;
    end = *at == '"' ? '"' : '>';
    name = arena_copy(s->a, at + 1, strcspn(at + 1, end == '"' ? "\"\n" : ">\n"));
    if (name[0] == '\0' || name[0] == '/' || strcmp(name, s->header) == 0 || strcmp(name, s->named) == 0)
        return true;
    path = find_header(s, &s->items[by], name, end == '"');
    if (path == NULL && end == '"' && !hidden && !is_known(s, name))
        warn_missing(s, &s->items[by], name, at);
    return path == NULL || is_common(path) || add(s, path, false);
}

/* How deep a line stands in what '#ifndef VGSIM' leaves out; 0: it does not. */
static unsigned hidden_after(unsigned depth, const char *line)
{
    const char *macro = directive(line, "ifndef");

    if (depth == 0) {
        macro += macro != NULL ? strspn(macro, " \t") : 0;
        return macro != NULL && strncmp(macro, "VGSIM", 5) == 0 && strchr(" \t\r\n/", macro[5]) != NULL;
    }
    if (directive(line, "if") != NULL)
        return depth + 1;
    if (directive(line, "endif") != NULL || (depth == 1 && directive(line, "el") != NULL))
        return depth - 1;
    return depth;
}

/* The first file is the spec, which includes nothing. */
static bool add_headers(sources *s)
{
    for (size_t i = 1; i < s->count; i++) {
        unsigned hidden = 0;
        for (const char *line = s->items[i].bytes; *line != '\0';) {
            if (!take_include(s, i, line, hidden > 0))
                return false;
            hidden = hidden_after(hidden, line);
            line += strcspn(line, "\n");
            line += *line != '\0';
        }
    }
    return true;
}

/* ---- the program ---- */

static void begin(sources *s, const model *m)
{
    char *real = realpath(m->folder, NULL);

    s->folder = real != NULL ? arena_copy(s->a, real, strlen(real)) : normal(s->a, m->folder);
    free(real);
    s->shown = m->folder;
    s->common = s->folder;
    s->include_count = m->compile.folder_count;
    s->includes = ARENA_ARRAY(s->a, const char *, s->include_count + 1);
    s->used = ARENA_ARRAY(s->a, bool, s->include_count + 1);
    for (size_t i = 0; i < s->include_count; i++)
        s->includes[i] = join(s->a, s->folder, m->compile.folders[i].path);
}

static bool add_modules(sources *s, vendor_program *p, const image *i)
{
    uint32_t *modules = ARENA_ARRAY(s->a, uint32_t, i->module_count + 1);

    p->units = image_source_modules(i, modules);
    for (size_t k = 0; k < p->units; k++) {
        const image_module *module = &i->modules[modules[k]];
        if (module->file[0] == '/' && module->without_host == NULL) {
            diag_file_error(s->d, s->spec, "vendor-source", "the source '%s' is named by an absolute path",
                            module->file);
            diag_hint(s->d, "name it relative to the spec, so that it can go along for the CPU device");
            return false;
        }
        if (!add(s, join(s->a, s->folder, module->file), module->without_host != NULL))
            return false;
    }
    return true;
}

static const char *place(const sources *s, const vendor_program *p, const char *path)
{
    return arena_printf(s->a, "kernels/%s%s", p->name, path + strlen(s->common));
}

static bool find_common(sources *s)
{
    for (size_t i = 0; i < s->count; i++)
        meet(s, folder_of(s->a, s->items[i].path));
    for (size_t i = 0; i < s->include_count; i++)
        if (s->used[i])
            meet(s, s->includes[i]);
    if (s->common[0] != '\0' || s->folder[0] == '\0')
        return true;
    diag_file_error(s->d, s->spec, "vendor-source", "the kernels' files and the spec lie in no common folder");
    diag_hint(s->d, "keep them in one tree, so that they can go along for the CPU device");
    return false;
}

bool vendor_add_sources(vendor *v, vendor_program *p, const model *m, const image *i)
{
    sources s = {
        .a = v->memory, .d = v->d, .spec = m->spec_path, .header = arena_printf(v->memory, "%s_kernels.h", m->program)};
    s.named = arena_printf(v->memory, "%s_kernels.h", m->spec_program);
    const char **includes;

    begin(&s, m);
    /* Problems name its lines, and its folder is there, which paths in #include begin from. */
    if (!add(&s, join(s.a, s.folder, m->spec_name), false) || !add_modules(&s, p, i))
        return false;
    if (!add_headers(&s) || !find_common(&s))
        return false;
    includes = ARENA_ARRAY(v->memory, const char *, s.include_count + 1);
    for (size_t k = 0; k < s.include_count; k++)
        if (s.used[k])
            includes[p->include_count++] = place(&s, p, s.includes[k]);
    p->includes = includes;
    p->sources = place(&s, p, s.folder);
    for (size_t k = 0; k < s.count; k++)
        if (!s.items[k].left_out)
            vendor_file_add(&v->files, place(&s, p, s.items[k].path), s.items[k].bytes, s.items[k].size);
    return true;
}
