/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The source behind the kernels' code: lines by addr2line, which comes with the compiler; names of shared variables by
 * the symbols of the library's file. Both only when there is something to report. */
#define _GNU_SOURCE
#include "access/parts.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char *library(uintptr_t code, uintptr_t *base)
{
    Dl_info info;
    if (!dladdr((void *)code, &info)) {
        *base = 0;
        return NULL;
    }
    *base = (uintptr_t)info.dli_fbase;
    return info.dli_fname;
}

uintptr_t access_source_base(uintptr_t code)
{
    uintptr_t base;
    library(code, &base);
    return base;
}

/* ---- lines ---- */

/* What addr2line prints: a line for each function that was inlined there, the innermost first. */
static FILE *ask(const char *path, uint32_t place, pid_t *child)
{
    char address[32], *arguments[] = {"addr2line", "-i", "-e", NULL, NULL, NULL};
    posix_spawn_file_actions_t actions;
    int ends[2], failed;
    snprintf(address, sizeof address, "0x%x", place);
    arguments[3] = (char *)(uintptr_t)path;
    arguments[4] = address;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return NULL;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    failed = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        return NULL;
    }
    return fdopen(ends[0], "r");
}

/* Functions of the device's headers and of the C++ library that were inlined into a kernel. */
static bool is_ours(const char *line)
{
    return strstr(line, "/vgsim/") != NULL || strstr(line, "vgsim_") != NULL || strstr(line, "/c++/") != NULL;
}

/* "/home/me/fir.cu:12 (discriminator 2)" becomes "fir.cu:12". */
static void shorten(char *line, char *text, size_t size)
{
    const char *name = strrchr(line, '/');
    line[strcspn(line, " \n")] = '\0';
    snprintf(text, size, "%s", name ? name + 1 : line);
}

void access_source_line(vgsim_thunk thunk, uint32_t place, char *text, size_t size)
{
    uintptr_t base;
    const char *path = library((uintptr_t)thunk, &base);
    char line[1024];
    bool found = false;
    pid_t child;
    FILE *answer = path ? ask(path, (place & ~ACCESS_ATOMIC) - 1, &child) : NULL; /* the call before the return */
    if (answer) {
        while (fgets(line, sizeof line, answer)) {
            if (!found && line[0] != '?' && !is_ours(line)) {
                found = true;
                shorten(line, text, size);
            }
        }
        fclose(answer);
        waitpid(child, NULL, 0);
    }
    if (!found) {
        snprintf(text, size, "%s+0x%x", path ? path : "?", place & ~ACCESS_ATOMIC);
    }
}

void sim_access_line(vgsim_thunk thunk, uintptr_t code, char *text, size_t size)
{
    access_source_line(thunk, (uint32_t)(code - access_source_base(code)), text, size);
}

/* ---- the library's file ---- */

/* NULL: it cannot be read. */
static unsigned char *map_file(const char *path, size_t *size)
{
    struct stat status;
    void *bytes = MAP_FAILED;
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0 && fstat(file, &status) == 0) {
        *size = (size_t)status.st_size;
        bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (file >= 0) {
        close(file);
    }
    return bytes == MAP_FAILED ? NULL : (unsigned char *)bytes;
}

static const ElfW(Shdr) * find_sections(const unsigned char *file, size_t bytes)
{
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)(const void *)file;
    if (bytes < sizeof *header || header->e_shoff > bytes ||
        (bytes - header->e_shoff) / sizeof(ElfW(Shdr)) < header->e_shnum) {
        return NULL;
    }
    return (const ElfW(Shdr) *)(const void *)(file + header->e_shoff);
}

/* The section is narrower than what is mapped as code, in which stubs of calls lie too. */
bool sim_access_code(vgsim_thunk thunk, uintptr_t *first, uintptr_t *last)
{
    uintptr_t base;
    const char *path = library((uintptr_t)thunk, &base);
    size_t bytes = 0;
    unsigned char *file = map_file(path, &bytes);
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)(const void *)file;
    const ElfW(Shdr) *sections = file ? find_sections(file, bytes) : NULL;
    bool found = false;
    for (unsigned s = 0; sections && s < header->e_shnum && !found; s++) {
        *first = (header->e_type == ET_DYN ? base : 0) + sections[s].sh_addr;
        *last = *first + sections[s].sh_size;
        found = sections[s].sh_type == SHT_PROGBITS && (uintptr_t)thunk - *first < sections[s].sh_size;
    }
    if (file) {
        munmap(file, bytes);
    }
    return found;
}

/* ---- variables ---- */

/* The name in "_ZZ4sumsE4tile" or "_ZZ4sumsE4tile_0": what a mangled local variable ends with; else all of it. */
static void plain_name(const char *symbol, char *name, size_t size)
{
    const char *end = strncmp(symbol, "_ZZ", 3) == 0 ? strrchr(symbol, 'E') : NULL;
    char *rest;
    unsigned long length = end ? strtoul(end + 1, &rest, 10) : 0;
    if (length > 0 && length <= strlen(rest)) {
        snprintf(name, size, "%.*s", (int)length, rest);
    } else {
        snprintf(name, size, "%s", symbol);
    }
}

static bool find_variable(const unsigned char *file, size_t bytes, uint64_t offset, char *name, size_t size,
                          uint64_t *first)
{
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)(const void *)file;
    const ElfW(Shdr) *sections = find_sections(file, bytes);
    if (sections == NULL) {
        return false;
    }
    for (unsigned s = 0; s < header->e_shnum; s++) {
        const ElfW(Sym) *symbols = (const ElfW(Sym) *)(const void *)(file + sections[s].sh_offset);
        const char *names = (const char *)file + sections[sections[s].sh_link % header->e_shnum].sh_offset;
        for (size_t i = 0; sections[s].sh_type == SHT_SYMTAB && i < sections[s].sh_size / sizeof *symbols; i++) {
            if (ELF64_ST_TYPE(symbols[i].st_info) == STT_TLS && symbols[i].st_shndx != SHN_UNDEF &&
                offset - symbols[i].st_value < symbols[i].st_size) {
                plain_name(names + symbols[i].st_name, name, size);
                *first = symbols[i].st_value;
                return true;
            }
        }
    }
    return false;
}

bool access_source_variable(vgsim_thunk thunk, uint64_t offset, char *name, size_t size, uint64_t *first)
{
    uintptr_t base;
    size_t bytes = 0;
    unsigned char *file = map_file(library((uintptr_t)thunk, &base), &bytes);
    const bool found = file && find_variable(file, bytes, offset, name, size, first);
    if (file) {
        munmap(file, bytes);
    }
    return found;
}
