/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "image/cubin.h"
#include "memory_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* A small ELF file is put together here: sections are appended, their headers written last. */
typedef struct {
    unsigned char bytes[8192];
    size_t size;
    unsigned char headers[16][64];
    size_t sections;
    char names[1024];
    size_t names_size;
} elf;

static elf file;
static cubin c;
static const char *problem;

static void put16(unsigned char *p, size_t value)
{
    p[0] = (unsigned char)(value & 255);
    p[1] = (unsigned char)(value >> 8 & 255);
}

static void put32(unsigned char *p, size_t value)
{
    put16(p, value & 0xffff);
    put16(p + 2, value >> 16 & 0xffff);
}

static void start_elf(unsigned version, unsigned flags)
{
    static const unsigned char ident[] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0x41};
    memset(&file, 0, sizeof file);
    file.size = 64;
    memcpy(file.bytes, ident, sizeof ident);
    file.bytes[8] = (unsigned char)version;
    put16(file.bytes + 18, 190);
    put32(file.bytes + 48, flags);
    put16(file.bytes + 58, 64);
    file.names_size = 1;
    file.sections = 1;
}

static size_t add_name(const char *name)
{
    size_t at = file.names_size;
    memcpy(file.names + at, name, strlen(name) + 1);
    file.names_size += strlen(name) + 1;
    return at;
}

/* size counts for sections without bytes as well. */
static size_t add_section(const char *name, unsigned type, const void *bytes, size_t size, size_t link)
{
    unsigned char *h = file.headers[file.sections];
    put32(h, add_name(name));
    put32(h + 4, type);
    put32(h + 24, file.size);
    put32(h + 32, size);
    put32(h + 40, link);
    if (bytes != NULL) {
        memcpy(file.bytes + file.size, bytes, size);
        file.size += size;
    }
    return file.sections++;
}

static void finish_elf(void)
{
    size_t names = file.sections;
    add_name(".shstrtab");
    unsigned char *h = file.headers[file.sections++];
    put32(h, add_name(".names"));
    put32(h + 4, 3);
    put32(h + 24, file.size);
    put32(h + 32, file.names_size);
    memcpy(file.bytes + file.size, file.names, file.names_size);
    file.size += file.names_size;
    put32(file.bytes + 40, file.size);
    put16(file.bytes + 60, file.sections);
    put16(file.bytes + 62, names);
    memcpy(file.bytes + file.size, file.headers, file.sections * 64);
    file.size += file.sections * 64;
}

static void put_symbol(unsigned char *s, size_t name, unsigned type, unsigned other, size_t section)
{
    put32(s, name);
    s[4] = (unsigned char)(0x10 | type);
    s[5] = (unsigned char)other;
    put16(s + 6, section);
}

/* Kernel k(float *, unsigned, 16 bytes) with launch bounds, a device function, and variables. */
static void make_cubin(unsigned version, unsigned flags)
{
    static const unsigned char info[] = {
        4, 0x17, 12, 0, 0,   0, 0, 0, 2, 0, 16, 0, 0, 0xf0, 0x41, 0, /* parameter 2: offset 16, 16 bytes */
        4, 0x17, 12, 0, 0,   0, 0, 0, 1, 0, 8,  0, 0, 0xf0, 0x11, 0, /* parameter 1: offset 8, 4 bytes */
        4, 0x45, 12, 0, 0,   0, 0, 0, 0, 0, 0,  0, 8, 0,    0,    0, /* parameter 0 in the other form: 8 bytes */
        3, 0x19, 32, 0,                                              /* total size */
        4, 0x05, 12, 0, 128, 0, 0, 0, 2, 0, 0,  0, 1, 0,    0,    0, /* at most 128 x 2 threads */
        4, 0x10, 12, 0, 64,  0, 0, 0, 2, 0, 0,  0, 1, 0,    0,    0, /* exactly 64 x 2 */
        4, 0x3d, 12, 0, 2,   0, 0, 0, 1, 0, 0,  0, 1, 0,    0,    0, /* clusters of 2 */
    };
    /* Of the module: figures of the symbols 1 (the kernel) and 2. */
    static const unsigned char figures[] = {
        4, 0x2f, 8, 0, 2, 0, 0, 0, 99, 0, 0, 0, /* registers of the other function */
        4, 0x2f, 8, 0, 1, 0, 0, 0, 37, 0, 0, 0, /* registers */
        4, 0x11, 8, 0, 1, 0, 0, 0, 48, 0, 0, 0, /* its own frame */
        3, 0x2f, 8, 0,                          /* another form has no payload */
        4, 0x12, 8, 0, 1, 0, 0, 0, 80, 0, 0, 0, /* with what it calls */
    };
    static const char note[] = "Cuda compilation tools, release 13.0, V13.0.88";
    static const char strings[] = "\0k\0helper\0counter\0$str\0table";
    unsigned char symbols[6][24];
    memset(symbols, 0, sizeof symbols);
    start_elf(version, flags);
    size_t table = add_section(".strtab", 3, strings, sizeof strings, 0);
    size_t code = add_section(".text.k", 1, "code", 4, 0);
    size_t zero = add_section(".nv.global", 8, NULL, 4, 0);
    size_t first = add_section(".nv.global.init", 1, "abcd", 4, 0);
    put_symbol(symbols[1], 1, 2, 0x10, code);
    put_symbol(symbols[2], 3, 2, 0, code);
    put_symbol(symbols[3], 10, 1, 0, zero);
    put_symbol(symbols[4], 18, 1, 0, first);
    put_symbol(symbols[5], 23, 1, 0, first);
    add_section(".symtab", 2, symbols, sizeof symbols, table);
    add_section(".nv.info", 0x70000000u, figures, sizeof figures, 0);
    add_section(".nv.info.k", 0x70000000u, info, sizeof info, 0);
    add_section(".nv.shared.k", 8, NULL, 1424, 0);
    if (version >= 8) {
        add_section(".note.nv.tkinfo", 7, note, sizeof note, 0);
    }
    finish_elf();
}

static bool read_bytes(size_t size)
{
    /* A copy of its own, so that a step past its end shows. */
    unsigned char *copy = malloc(size + 1);
    memcpy(copy, file.bytes, size);
    unsigned char *exact = realloc(copy, size == 0 ? 1 : size);
    bool ok = cubin_read(memory, exact, size, &c, &problem);
    free(exact);
    return ok;
}

START_TEST(kernels_of_a_cubin)
{
    make_cubin(8, 0x6005a04);
    ck_assert_msg(read_bytes(file.size), "%s", problem);
    ck_assert_uint_eq(c.capability, 90);
    ck_assert_uint_eq(c.toolkit, 13000);
    ck_assert_uint_eq(c.kernel_count, 1);
    const cubin_kernel *k = &c.kernels[0];
    ck_assert_str_eq(k->name, "k");
    ck_assert_uint_eq(k->param_count, 3);
    ck_assert_uint_eq(k->params[0].offset, 0);
    ck_assert_uint_eq(k->params[0].size, 8);
    ck_assert_uint_eq(k->params[1].offset, 8);
    ck_assert_uint_eq(k->params[1].size, 4);
    ck_assert_uint_eq(k->params[2].offset, 16);
    ck_assert_uint_eq(k->params[2].size, 16);
    ck_assert_uint_eq(k->max_threads, 256);
    ck_assert_uint_eq(k->required_block[0], 64);
    ck_assert_uint_eq(k->required_block[1], 2);
    ck_assert_uint_eq(k->cluster[0], 2);
    ck_assert(k->clusters);
    /* Without what the driver reserves from 9.0 on. */
    ck_assert_uint_eq(k->static_shared, 400);
    ck_assert_uint_eq(k->registers, 37);
    ck_assert_uint_eq(k->stack, 80);
}
END_TEST

START_TEST(variables_without_the_toolkits_own)
{
    make_cubin(8, 0x6005a04);
    ck_assert(read_bytes(file.size));
    ck_assert_uint_eq(c.variable_count, 2);
    ck_assert_str_eq(c.variables[0], "counter");
    ck_assert_str_eq(c.variables[1], "table");
}
END_TEST

START_TEST(older_toolkits)
{
    make_cubin(7, 0x00570557);
    ck_assert_msg(read_bytes(file.size), "%s", problem);
    ck_assert_uint_eq(c.capability, 87);
    ck_assert_uint_eq(c.toolkit, 12000);
    ck_assert_uint_eq(c.kernels[0].static_shared, 1424);
}
END_TEST

static void expect_problem(const char *text)
{
    ck_assert(!read_bytes(file.size));
    ck_assert_msg(strstr(problem, text) != NULL, "%s", problem);
}

START_TEST(what_is_no_cubin)
{
    make_cubin(8, 0x6005a04);
    file.bytes[4] = 1;
    expect_problem("not a 64-bit ELF file");
    make_cubin(8, 0x6005a04);
    put16(file.bytes + 18, 62);
    expect_problem("not for CUDA devices");
    make_cubin(8, 0x6005a04);
    put32(file.bytes + 40, 0x7fffffff);
    expect_problem("section headers lie outside");
    make_cubin(8, 0x6005a04);
    put16(file.bytes + 62, 60000);
    expect_problem("section headers lie outside");
    make_cubin(8, 0x6005a04);
    memset(file.bytes + file.size - file.sections * 64 + 64 + 24, 255, 8);
    expect_problem("a section lies outside");
    start_elf(8, 0x6005a04);
    finish_elf();
    expect_problem("no table of symbols");
}
END_TEST

START_TEST(every_cut_is_refused)
{
    make_cubin(8, 0x6005a04);
    size_t whole = file.size;
    for (size_t size = 0; size < whole; size++) {
        ck_assert_msg(!read_bytes(size), "%zu of %zu bytes", size, whole);
        ck_assert_ptr_nonnull(problem);
    }
}
END_TEST

START_TEST(every_changed_byte_is_survived)
{
    size_t read = 0;
    make_cubin(8, 0x6005a04);
    for (size_t i = 0; i < file.size; i++) {
        static const unsigned char values[] = {0, 1, 0x7f, 0xff};
        unsigned char kept = file.bytes[i];
        for (size_t k = 0; k < sizeof values; k++) {
            file.bytes[i] = values[k];
            read += read_bytes(file.size);
        }
        file.bytes[i] = kept;
    }
    ck_assert_uint_gt(read, file.size);
    ck_assert(read_bytes(file.size));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cubin");
    TCase *group = tcase_create("cubin");
    tcase_add_checked_fixture(group, setup_memory, free_memory);
    tcase_add_test(group, kernels_of_a_cubin);
    tcase_add_test(group, variables_without_the_toolkits_own);
    tcase_add_test(group, older_toolkits);
    tcase_add_test(group, what_is_no_cubin);
    tcase_add_test(group, every_cut_is_refused);
    tcase_add_test(group, every_changed_byte_is_survived);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
