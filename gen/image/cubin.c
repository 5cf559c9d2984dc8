/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "image/cubin.h"

#include <stdlib.h>
#include <string.h>

#include "image/ptx.h"

/* ELF, 64 bits, little-endian. */
enum {
    HEADER_BYTES = 64,
    SECTION_BYTES = 64,
    SYMBOL_BYTES = 24,
    MACHINE_CUDA = 190,
    SECTION_SYMBOLS = 2,
    SECTION_NO_BITS = 8,
    SYMBOL_OBJECT = 1,
    SYMBOL_FUNCTION = 2,
    SYMBOL_IS_ENTRY = 0x10 /* in st_other */
};

/* Attributes in .nv.info.KERNEL, and in .nv.info, where a record begins with the symbol that it is about. */
enum {
    FORM_BYTES = 4, /* a payload follows; in other forms the value is in the record itself */
    ATTRIBUTE_MAX_THREADS = 0x05,
    ATTRIBUTE_REQUIRED_BLOCK = 0x10,
    ATTRIBUTE_FRAME = 0x11,
    ATTRIBUTE_STACK = 0x12,
    ATTRIBUTE_PARAM = 0x17,
    ATTRIBUTE_REGISTERS = 0x2f,
    ATTRIBUTE_CLUSTER = 0x3d,
    ATTRIBUTE_EXPLICIT_CLUSTER = 0x3e,
    ATTRIBUTE_PARAM_LARGE = 0x45,
    ATTRIBUTE_BLOCKS_ARE_CLUSTERS = 0x5b
};

#define RESERVED_SHARED 1024u /* counted in .nv.shared.KERNEL from compute capability 9.0 */

typedef struct {
    const char *name;
    uint32_t type, link, info;
    uint64_t offset, size;
} section;

typedef struct {
    arena *memory;
    const unsigned char *bytes;
    size_t size;
    section *sections;
    size_t section_count;
    cubin *c;
    const char **problem;
} reader;

static uint32_t get16(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t get32(const unsigned char *p)
{
    return get16(p) | get16(p + 2) << 16;
}

static uint64_t get64(const unsigned char *p)
{
    return get32(p) | (uint64_t)get32(p + 4) << 32;
}

static bool fail(const reader *r, const char *problem)
{
    *r->problem = problem;
    return false;
}

static bool inside(const reader *r, uint64_t offset, uint64_t size)
{
    return offset <= r->size && size <= r->size - offset;
}

/* A name in a table of strings; NULL unless it ends inside the table. */
static const char *string_at(const reader *r, const section *table, uint32_t offset)
{
    if (table->type == SECTION_NO_BITS || offset >= table->size) {
        return NULL;
    }
    const char *text = (const char *)r->bytes + table->offset + offset;
    return memchr(text, 0, (size_t)(table->size - offset)) != NULL ? text : NULL;
}

static bool read_header(reader *r)
{
    static const unsigned char magic[] = {0x7f, 'E', 'L', 'F', 2, 1};
    const unsigned char *b = r->bytes;
    if (r->size < HEADER_BYTES || memcmp(b, magic, sizeof magic) != 0) {
        return fail(r, "it is not a 64-bit ELF file");
    }
    if (get16(b + 18) != MACHINE_CUDA) {
        return fail(r, "it is an ELF file, but not for CUDA devices");
    }
    if (get16(b + 58) != SECTION_BYTES) {
        return fail(r, "its section headers have an unknown size");
    }
    /* Toolkit 13 moved the architecture to the second byte and counted the version of the format up. */
    uint32_t flags = get32(b + 48);
    bool newer = b[8] >= 8;
    r->c->capability = newer ? flags >> 8 & 0xffu : flags & 0xffu;
    r->c->toolkit = newer ? 13000 : 12000;
    return true;
}

static bool read_sections(reader *r)
{
    const unsigned char *b = r->bytes;
    uint64_t start = get64(b + 40);
    size_t count = get16(b + 60);
    size_t names = get16(b + 62);
    if (count == 0 || names >= count || !inside(r, start, (uint64_t)count * SECTION_BYTES)) {
        return fail(r, "its section headers lie outside of the file");
    }
    r->sections = ARENA_ARRAY(r->memory, section, count);
    r->section_count = count;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *h = b + start + i * SECTION_BYTES;
        section *s = &r->sections[i];
        s->type = get32(h + 4);
        s->offset = get64(h + 24);
        s->size = get64(h + 32);
        s->link = get32(h + 40);
        s->info = get32(h + 44);
        if (s->type != SECTION_NO_BITS && !inside(r, s->offset, s->size)) {
            return fail(r, "a section lies outside of the file");
        }
    }
    for (size_t i = 0; i < count; i++) {
        r->sections[i].name = string_at(r, &r->sections[names], get32(b + start + i * SECTION_BYTES));
        if (r->sections[i].name == NULL) {
            return fail(r, "the name of a section lies outside of its table");
        }
    }
    return true;
}

static const section *find_section(const reader *r, const char *prefix, const char *name)
{
    size_t length = strlen(prefix);
    for (size_t i = 0; i < r->section_count; i++) {
        const char *found = r->sections[i].name;
        if (strncmp(found, prefix, length) == 0 && strcmp(found + length, name) == 0) {
            return &r->sections[i];
        }
    }
    return NULL;
}

/* The tool's note holds "…, release 13.0, V13.0.88". */
static void read_toolkit(const reader *r)
{
    static const char word[] = "release ";
    const section *note = find_section(r, ".note.nv.tkinfo", "");
    if (note == NULL || note->type == SECTION_NO_BITS || note->size < sizeof word) {
        return;
    }
    const char *text = (const char *)r->bytes + note->offset;
    for (uint64_t i = 0; i + sizeof word < note->size; i++) {
        if (memcmp(text + i, word, sizeof word - 1) != 0) {
            continue;
        }
        unsigned numbers[2] = {0, 0};
        uint64_t at = i + sizeof word - 1;
        for (size_t k = 0; k < 2; k++, at++) {
            for (; at < note->size && text[at] >= '0' && text[at] <= '9' && numbers[k] < 1000; at++) {
                numbers[k] = 10 * numbers[k] + (unsigned)(text[at] - '0');
            }
        }
        if (numbers[0] > 0) {
            r->c->toolkit = 1000 * numbers[0] + 10 * numbers[1];
        }
        return;
    }
}

/* ---- kernels ---- */

static bool set_param(const reader *r, cubin_kernel *k, size_t *capacity, uint32_t ordinal, uint32_t offset,
                      uint32_t size)
{
    if (ordinal > 4096) {
        return fail(r, "a kernel has more than 4096 parameters");
    }
    while (k->param_count <= ordinal) {
        k->params = (cubin_param *)arena_grow(r->memory, k->params, k->param_count, capacity, sizeof *k->params);
        memset(&k->params[k->param_count++], 0, sizeof *k->params);
    }
    k->params[ordinal].offset = offset;
    k->params[ordinal].size = size;
    return true;
}

static void get_extent(const unsigned char *payload, uint32_t extent[3])
{
    for (size_t i = 0; i < 3; i++) {
        extent[i] = get32(payload + 4 * i);
    }
}

static bool read_attribute(const reader *r, cubin_kernel *k, size_t *capacity, unsigned attribute,
                           const unsigned char *payload, size_t length)
{
    if (attribute == ATTRIBUTE_PARAM && length == 12) {
        return set_param(r, k, capacity, get16(payload + 4), get16(payload + 6), get32(payload + 8) >> 18);
    }
    if (attribute == ATTRIBUTE_PARAM_LARGE && length >= 12) {
        return set_param(r, k, capacity, get16(payload + 4), get16(payload + 6), get16(payload + 8));
    }
    if (attribute == ATTRIBUTE_REQUIRED_BLOCK && length == 12) {
        get_extent(payload, k->required_block);
    } else if (attribute == ATTRIBUTE_MAX_THREADS && length == 12) {
        uint32_t extent[3];
        get_extent(payload, extent);
        uint64_t plane = (uint64_t)extent[0] * extent[1];
        if (extent[2] != 0 && plane > UINT32_MAX / extent[2]) {
            return fail(r, "the launch bounds of a kernel do not fit in 32 bits");
        }
        k->max_threads = (uint32_t)(plane * extent[2]);
    } else if (attribute == ATTRIBUTE_CLUSTER && length == 12) {
        get_extent(payload, k->cluster);
        k->clusters = true;
    }
    return true;
}

static bool read_info(const reader *r, const section *s, cubin_kernel *k)
{
    const unsigned char *p = r->bytes + s->offset;
    uint64_t left = s->type == SECTION_NO_BITS ? 0 : s->size;
    size_t capacity = 0;
    while (left >= 4) {
        unsigned form = p[0];
        unsigned attribute = p[1];
        size_t length = form == FORM_BYTES ? get16(p + 2) : 0;
        if (length > left - 4) {
            return fail(r, "an attribute of a kernel lies outside of its section");
        }
        if (attribute == ATTRIBUTE_EXPLICIT_CLUSTER || attribute == ATTRIBUTE_BLOCKS_ARE_CLUSTERS) {
            k->clusters = true;
            k->counts_clusters = k->counts_clusters || attribute == ATTRIBUTE_BLOCKS_ARE_CLUSTERS;
        }
        if (!read_attribute(r, k, &capacity, attribute, p + 4, length)) {
            return false;
        }
        p += 4 + length;
        left -= 4 + length;
    }
    return true;
}

/* The module's attributes of the kernel with this symbol. */
static bool read_use(const reader *r, cubin_kernel *k, uint64_t symbol)
{
    const section *info = find_section(r, ".nv.info", "");
    const unsigned char *p = info != NULL ? r->bytes + info->offset : NULL;
    uint64_t left = info != NULL && info->type != SECTION_NO_BITS ? info->size : 0;
    while (left >= 4) {
        size_t length = p[0] == FORM_BYTES ? get16(p + 2) : 0;
        if (length > left - 4) {
            return fail(r, "an attribute of a kernel lies outside of its section");
        }
        if (length == 8 && get32(p + 4) == symbol) {
            uint32_t value = get32(p + 8);
            if (p[1] == ATTRIBUTE_REGISTERS) {
                k->registers = value;
            } else if ((p[1] == ATTRIBUTE_FRAME || p[1] == ATTRIBUTE_STACK) && value != UINT32_MAX &&
                       value > k->stack) {
                k->stack = value;
            }
        }
        p += 4 + length;
        left -= 4 + length;
    }
    return true;
}

static bool read_kernel(const reader *r, cubin_kernel *k)
{
    const section *info = find_section(r, ".nv.info.", k->name);
    if (info != NULL && !read_info(r, info, k)) {
        return false;
    }
    /* A cluster of one block is a block. */
    if (k->cluster[0] == 1 && k->cluster[1] == 1 && k->cluster[2] == 1) {
        k->clusters = k->counts_clusters = false;
    }
    const section *shared = find_section(r, ".nv.shared.", k->name);
    uint64_t bytes = shared != NULL ? shared->size : 0;
    if (r->c->capability >= 90) {
        bytes = bytes > RESERVED_SHARED ? bytes - RESERVED_SHARED : 0;
    }
    if (bytes > UINT32_MAX) {
        return fail(r, "a kernel uses more than 4 GiB of shared memory");
    }
    k->static_shared = (uint32_t)bytes;
    return true;
}

/* ---- symbols ---- */

static bool add_kernel(const reader *r, size_t *capacity, const char *name, uint64_t symbol)
{
    cubin *c = r->c;
    c->kernels = (cubin_kernel *)arena_grow(r->memory, c->kernels, c->kernel_count, capacity, sizeof *c->kernels);
    cubin_kernel *k = &c->kernels[c->kernel_count++];
    memset(k, 0, sizeof *k);
    k->name = arena_copy(r->memory, name, strlen(name));
    return read_kernel(r, k) && read_use(r, k, symbol);
}

/* .nv.global holds what starts as zero, .nv.global.init what has a first value. */
static bool holds_variables(const reader *r, size_t index)
{
    return index < r->section_count && strncmp(r->sections[index].name, ".nv.global", 10) == 0;
}

static void add_variable(const reader *r, size_t *capacity, const char *name)
{
    cubin *c = r->c;
    c->variables =
        (const char **)arena_grow(r->memory, c->variables, c->variable_count, capacity, sizeof *c->variables);
    c->variables[c->variable_count++] = arena_copy(r->memory, name, strlen(name));
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const cubin_kernel *)left)->name, ((const cubin_kernel *)right)->name);
}

static bool read_symbols(const reader *r)
{
    const section *table = NULL;
    for (size_t i = 0; i < r->section_count && table == NULL; i++) {
        table = r->sections[i].type == SECTION_SYMBOLS ? &r->sections[i] : NULL;
    }
    if (table == NULL || table->link >= r->section_count) {
        return fail(r, "it has no table of symbols");
    }
    size_t kernels = 0;
    size_t variables = 0;
    for (uint64_t i = 0; i < table->size / SYMBOL_BYTES; i++) {
        const unsigned char *s = r->bytes + table->offset + i * SYMBOL_BYTES;
        const char *name = string_at(r, &r->sections[table->link], get32(s));
        unsigned type = s[4] & 15u;
        if (name == NULL) {
            return fail(r, "the name of a symbol lies outside of its table");
        }
        if (type == SYMBOL_FUNCTION && (s[5] & SYMBOL_IS_ENTRY) != 0) {
            if (!add_kernel(r, &kernels, name, i)) {
                return false;
            }
        } else if (type == SYMBOL_OBJECT && holds_variables(r, get16(s + 6)) && !ptx_is_toolkit_name(name)) {
            add_variable(r, &variables, name);
        }
    }
    if (r->c->kernel_count > 1) {
        qsort(r->c->kernels, r->c->kernel_count, sizeof *r->c->kernels, by_name);
    }
    return true;
}

bool cubin_read(arena *a, const unsigned char *bytes, size_t size, cubin *c, const char **problem)
{
    reader r;
    memset(&r, 0, sizeof r);
    memset(c, 0, sizeof *c);
    r.memory = a;
    r.bytes = bytes;
    r.size = size;
    r.c = c;
    r.problem = problem;
    if (!read_header(&r) || !read_sections(&r)) {
        return false;
    }
    read_toolkit(&r);
    return read_symbols(&r);
}
