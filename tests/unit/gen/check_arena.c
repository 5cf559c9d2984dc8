/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "memory_fixture.h"

#include <check.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool all_bytes_are(const unsigned char *bytes, size_t size, unsigned char value)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != value)
            return false;
    return true;
}

START_TEST(blocks_are_zeroed_and_aligned)
{
    for (size_t size = 0; size < 3000; size++) {
        unsigned char *block = arena_alloc(memory, size);
        ck_assert_ptr_nonnull(block);
        ck_assert_uint_eq((uintptr_t)block % _Alignof(max_align_t), 0);
        ck_assert(all_bytes_are(block, size, 0));
        memset(block, 0xA5, size);
    }
}
END_TEST

START_TEST(blocks_do_not_overlap)
{
    enum { COUNT = 2000 };
    unsigned char *blocks[COUNT];
    size_t sizes[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        sizes[i] = (i * 7919u) % 40000u;
        blocks[i] = arena_alloc(memory, sizes[i]);
        memset(blocks[i], (int)(i % 251), sizes[i]);
    }
    for (unsigned i = 0; i < COUNT; i++)
        ck_assert(all_bytes_are(blocks[i], sizes[i], (unsigned char)(i % 251)));
}
END_TEST

START_TEST(large_block_leaves_the_chunk_in_use)
{
    char *first = arena_alloc(memory, 16);
    char *large = arena_alloc(memory, (size_t)8 << 20);
    char *second = arena_alloc(memory, 16);
    large[((size_t)8 << 20) - 1] = 'x';
    ck_assert_ptr_eq(second, first + 16);
}
END_TEST

START_TEST(copies_end_with_nul)
{
    char *copy = arena_copy(memory, "ab\0cdef", 5);
    ck_assert_mem_eq(copy, "ab\0cd\0", 6);
    ck_assert_str_eq(arena_copy(memory, NULL, 0), "");
}
END_TEST

START_TEST(formats_text_of_any_length)
{
    ck_assert_str_eq(arena_printf(memory, "%s:%d", "x", -7), "x:-7");
    char *long_text = arena_printf(memory, "%0100000d", 5);
    ck_assert_uint_eq(strlen(long_text), 100000);
    ck_assert_int_eq(long_text[99999], '5');
}
END_TEST

START_TEST(grows_and_keeps_elements)
{
    size_t capacity = 0;
    uint64_t *items = NULL;
    for (size_t count = 0; count < 100000; count++) {
        items = arena_grow(memory, items, count, &capacity, sizeof *items);
        if (capacity <= count)
            ck_abort_msg("no room for element %zu", count);
        items[count] = count * count;
    }
    for (uint64_t i = 0; i < 100000; i++)
        if (items[i] != i * i)
            ck_abort_msg("element %" PRIu64 " changed", i);
}
END_TEST

START_TEST(does_not_move_while_there_is_room)
{
    size_t capacity = 0;
    int *items = arena_grow(memory, NULL, 0, &capacity, sizeof *items);
    size_t room = capacity;
    for (size_t count = 1; count < room; count++)
        ck_assert_ptr_eq(arena_grow(memory, items, count, &capacity, sizeof *items), items);
    ck_assert_uint_eq(capacity, room);
}
END_TEST

START_TEST(too_large_ends_with_status_2)
{
    arena_alloc(memory, SIZE_MAX - 4);
}
END_TEST

START_TEST(too_many_elements_end_with_status_2)
{
    size_t capacity = SIZE_MAX / 4;
    int item = 0;
    arena_grow(memory, &item, SIZE_MAX / 4, &capacity, sizeof item);
}
END_TEST

START_TEST(freeing_nothing_is_allowed)
{
    arena_free(NULL);
    arena *empty = arena_new();
    ck_assert_ptr_nonnull(empty);
    arena_free(empty);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("arena");
    TCase *group = tcase_create("arena");
    tcase_add_checked_fixture(group, setup_memory, free_memory);
    tcase_add_test(group, blocks_are_zeroed_and_aligned);
    tcase_add_test(group, blocks_do_not_overlap);
    tcase_add_test(group, large_block_leaves_the_chunk_in_use);
    tcase_add_test(group, copies_end_with_nul);
    tcase_add_test(group, formats_text_of_any_length);
    tcase_add_test(group, grows_and_keeps_elements);
    tcase_add_test(group, does_not_move_while_there_is_room);
    tcase_add_exit_test(group, too_large_ends_with_status_2, 2);
    tcase_add_exit_test(group, too_many_elements_end_with_status_2, 2);
    tcase_add_test(group, freeing_nothing_is_allowed);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
