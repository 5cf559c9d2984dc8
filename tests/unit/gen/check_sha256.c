/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/sha256.h"
#include "unit/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char *hash(const char *text)
{
    static char hex[SHA256_HEX];

    sha256_hex(text, strlen(text), hex);
    return hex;
}

/* The examples of FIPS 180. */
START_TEST(published_examples)
{
    ck_assert_str_eq(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    ck_assert_str_eq(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    ck_assert_str_eq(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
                     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}
END_TEST

START_TEST(a_million_letters)
{
    char hex[SHA256_HEX];
    char *letters = malloc(1000000);

    memset(letters, 'a', 1000000);
    sha256_hex(letters, 1000000, hex);
    free(letters);
    ck_assert_str_eq(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
END_TEST

/* The padding ends in the last block or in one more. */
START_TEST(lengths_around_a_block)
{
    static const struct {
        size_t length;
        const char *hex;
    } known[] = {
        {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
        {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
        {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
        {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
        {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
    };
    char letters[66], hex[SHA256_HEX];

    memset(letters, 'a', sizeof letters);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sha256_hex(letters, known[i].length, hex);
        ck_assert_str_eq(hex, known[i].hex);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sha256");
    TCase *group = tcase_create("sha256");
    tcase_add_test(group, published_examples);
    tcase_add_test(group, a_million_letters);
    tcase_add_test(group, lengths_around_a_block);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
