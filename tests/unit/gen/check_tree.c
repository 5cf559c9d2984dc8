/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "spec/tree.h"
#include "memory_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static diag *messages;
static const char *source_text;
static const char *printed;

static const tree *read_bytes(const char *bytes, size_t length)
{
    /* A copy of exactly this size, so that the sanitizer sees what is read past the end. */
    char *copy = malloc(length ? length : 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, length);
    source_text = bytes;
    messages = diag_new(memory);
    const tree *root = tree_read(memory, messages, diag_add_source(messages, "t", copy, length));
    ck_assert_int_eq(root == NULL, diag_error_count(messages) > 0);
    char *text;
    size_t printed_length;
    FILE *out = open_memstream(&text, &printed_length);
    ck_assert_ptr_nonnull(out);
    diag_print(messages, out);
    fclose(out);
    printed = arena_copy(memory, text, printed_length);
    free(text);
    free(copy);
    return root;
}

static const tree *read_text(const char *text)
{
    const tree *root = read_bytes(text, strlen(text));
    ck_assert_msg(root != NULL, "%s\n%s", text, printed);
    return root;
}

static void check_span(span at, uint32_t begin, uint32_t end)
{
    ck_assert_uint_eq(at.source, 1);
    ck_assert_msg(at.begin == begin && at.end == end, "expected %u-%u, found %u-%u", begin, end, at.begin, at.end);
}

/* The bytes at the place of this value of a mapping. */
static const char *value_bytes(const tree *mapping, const char *key)
{
    const tree *value = tree_get(mapping, key);
    ck_assert_ptr_nonnull(value);
    return arena_copy(memory, source_text + value->at.begin, value->at.end - value->at.begin);
}

/* ---- what is read ---- */

START_TEST(values_have_kind_and_text)
{
    const tree *root = read_text("a: 1\nb: [x, 'it''s', \"q\\n\"]\nc:\n  - d: e\n  -\n");
    ck_assert_int_eq(root->kind, TREE_MAPPING);
    ck_assert(!root->flow);
    ck_assert_uint_eq(root->count, 3);
    ck_assert_str_eq(root->keys[2]->text, "c");
    ck_assert_str_eq(tree_get(root, "a")->text, "1");
    ck_assert_ptr_null(tree_get(root, "z"));
    const tree *b = tree_get(root, "b");
    ck_assert_int_eq(b->kind, TREE_SEQUENCE);
    ck_assert(b->flow);
    ck_assert_uint_eq(b->count, 3);
    ck_assert(b->items[0]->verbatim && !b->items[0]->quoted);
    ck_assert_str_eq(b->items[1]->text, "it's");
    ck_assert(b->items[1]->quoted && !b->items[1]->verbatim);
    ck_assert_str_eq(b->items[2]->text, "q\n");
    ck_assert_uint_eq(b->items[2]->length, 2);
    const tree *c = tree_get(root, "c");
    ck_assert_uint_eq(c->count, 2);
    ck_assert_int_eq(c->items[0]->kind, TREE_MAPPING);
    ck_assert_int_eq(c->items[1]->kind, TREE_SCALAR);
    ck_assert_str_eq(c->items[1]->text, "");
    ck_assert(!c->items[1]->quoted);
    ck_assert_ptr_null(tree_get(c, "d"));
    ck_assert_ptr_null(tree_get(b->items[0], "d"));
}
END_TEST

START_TEST(root_may_be_anything)
{
    ck_assert_int_eq(read_text("word")->kind, TREE_SCALAR);
    ck_assert_int_eq(read_text("- a")->kind, TREE_SEQUENCE);
    ck_assert_int_eq(read_text("--- {}\n")->kind, TREE_MAPPING);
    ck_assert_uint_eq(read_text("''")->length, 0);
}
END_TEST

START_TEST(places_in_a_document)
{
    const tree *root = read_text("a: 1\nb: [x, \"q\", {c: d}]\nc:\n- e: f\n  g:\n- h\n# end\n");
    check_span(root->at, 0, 43);
    check_span(root->keys[0]->at, 0, 1);
    check_span(root->items[0]->at, 3, 4);
    check_span(root->items[1]->at, 8, 24);
    check_span(root->items[1]->items[1]->at, 12, 15);
    check_span(root->items[1]->items[2]->at, 17, 23);
    const tree *c = root->items[2];
    check_span(c->at, 28, 43);
    check_span(c->items[0]->at, 30, 39);
    check_span(c->items[0]->items[1]->at, 39, 39);
    check_span(c->items[1]->at, 42, 43);
}
END_TEST

START_TEST(places_count_bytes)
{
    static const char *const marks[] = {"", "\xEF\xBB\xBF"};
    static const char *const ends[] = {"\n", "\r\n"};
    for (int i = 0; i < 4; i++) {
        const char *end = ends[i / 2];
        const tree *root =
            read_text(arena_printf(memory,
                                   "%s# \xE2\x82\xAC%s\xC3\xA9: \"\xF0\x9F\x98\x80\"%sb:%s  - [\xC3\xBC, "
                                   "y]%s  - last%sz: end%s",
                                   marks[i % 2], end, end, end, end, end, end));
        ck_assert_str_eq(value_bytes(root, "\xC3\xA9"), "\"\xF0\x9F\x98\x80\"");
        ck_assert(tree_get(root, "\xC3\xA9")->verbatim);
        const tree *b = tree_get(root, "b");
        ck_assert_str_eq(value_bytes(root, "b"), arena_printf(memory, "- [\xC3\xBC, y]%s  - last", end));
        ck_assert_int_eq(strncmp(source_text + b->items[0]->at.begin, "[\xC3\xBC, y]", 7), 0);
        ck_assert_uint_eq(b->items[0]->at.end - b->items[0]->at.begin, 7);
        ck_assert_str_eq(value_bytes(root, "z"), "end");
    }
}
END_TEST

START_TEST(places_far_into_a_file)
{
    char *text = arena_alloc(memory, 400000), *at = text;
    for (int i = 0; i < 5000; i++)
        at += sprintf(at, "k%d: \xC3\xA9\xE2\x82\xAC # \xF0\x9F\x98\x80\n", i);
    const tree *root = read_text(text);
    ck_assert_uint_eq(root->count, 5000);
    for (size_t i = 0; i < root->count; i++) {
        const tree *key = root->keys[i], *value = root->items[i];
        if (strncmp(text + key->at.begin, key->text, key->length) != 0 ||
            strncmp(text + value->at.begin, "\xC3\xA9\xE2\x82\xAC ", 6) != 0 || value->at.end - value->at.begin != 5)
            ck_abort_msg("key %zu is at %u", i, key->at.begin);
    }
}
END_TEST

START_TEST(parts_of_a_scalar)
{
    const tree *root = read_text("a: f(x, y)\nb: 'g(z)'\nc: \"h\\x41\"\nd: one\n  two\n");
    check_span(tree_part(tree_get(root, "a"), 2, 3), 5, 6);
    check_span(tree_part(tree_get(root, "b"), 2, 3), 17, 18);
    check_span(tree_part(tree_get(root, "c"), 0, 1), 24, 31);
    check_span(tree_part(tree_get(root, "d"), 0, 1), 35, 44);
    check_span(tree_part(tree_get(root, "a"), 7, 99), 10, 10);
    check_span(tree_part(tree_get(root, "a"), 5, 2), 5, 5);
    ck_assert_str_eq(tree_get(root, "d")->text, "one two");
    ck_assert(!tree_get(root, "d")->verbatim);
}
END_TEST

START_TEST(pairs_inside_a_list)
{
    const tree *list = tree_get(read_text("a: [b: c , d]\n"), "a");
    ck_assert_int_eq(list->items[0]->kind, TREE_MAPPING);
    check_span(list->items[0]->at, 4, 8);
    check_span(list->at, 3, 13);
}
END_TEST

START_TEST(words_that_look_special_are_text)
{
    const tree *root = read_text("a: x:x\nb: a#b\nc: -1\nd: \"<<\"\ne: 'x: y'\nf: a[0:4] + {1}\n");
    ck_assert_str_eq(tree_get(root, "a")->text, "x:x");
    ck_assert_str_eq(tree_get(root, "b")->text, "a#b");
    ck_assert_str_eq(tree_get(root, "c")->text, "-1");
    ck_assert_str_eq(tree_get(root, "f")->text, "a[0:4] + {1}");
}
END_TEST

/* ---- what is refused ---- */

static void check_bytes(const char *bytes, size_t length, const char *expected)
{
    ck_assert_ptr_null(read_bytes(bytes, length));
    ck_assert_msg(strncmp(printed, expected, strlen(expected)) == 0, "%s\nexpected: %s\nfound: %s", bytes, expected,
                  printed);
}

/* The first line of what is printed starts like this, and its id is this. */
static void check_refused(const char *text, const char *place, const char *id)
{
    ck_assert_ptr_null(read_bytes(text, strlen(text)));
    const char *end = strchr(printed, '\n'), *bracket = strstr(printed, arena_printf(memory, " [%s]\n", id));
    const char *start = arena_printf(memory, "t:%s: error: ", place);
    ck_assert_msg(strncmp(printed, start, strlen(start)) == 0 && bracket && bracket < end,
                  "%s\nexpected: %s… [%s]\nfound: %s", text, start, id, printed);
}

static void check_hint(const char *text, const char *hint)
{
    ck_assert_ptr_null(read_bytes(text, strlen(text)));
    ck_assert_msg(strstr(printed, arena_printf(memory, "\nhint: %s\n", hint)) != NULL, "%s\n%s", text, printed);
}

START_TEST(features_that_are_not_used)
{
    check_refused("a: *x\n", "1:4", "yaml-alias");
    check_refused("*x : a\n", "1:1", "yaml-alias");
    check_refused("a: * b\n", "1:4", "yaml-alias");
    check_refused("a: &x 1\n", "1:4", "yaml-anchor");
    check_refused("a: &x\n  b: c\n", "1:4", "yaml-anchor");
    check_refused("a: & b\n", "1:4", "yaml-anchor");
    check_refused("a: !!int 1\n", "1:4", "yaml-tag");
    check_refused("a: ! 1\n", "1:4", "yaml-tag");
    check_refused("a: ! [1]\n", "1:4", "yaml-tag");
    check_refused("a: !x!y 1\n", "1:4", "yaml-tag");
    check_refused("%TAG ! x:\n---\na: 1\n", "1:1", "yaml-tag");
    check_refused("%YAML 1.2\n---\na: 1\n", "1:1", "yaml-version");
    check_refused("a: 1\n...\n%FOO\n---\n", "3:1", "yaml-version");
    check_refused("<<: {a: 1}\n", "1:1", "yaml-merge");
    check_refused("a: |\n  x\n", "1:4", "yaml-block-scalar");
    check_refused("a: >-\n  x\n", "1:4", "yaml-block-scalar");
    check_refused("a: [|]\n", "1:5", "yaml-block-scalar");
    check_refused("a: 1\n---\nb: 2\n", "2:1", "yaml-multi-document");
    check_refused("a: 1\n---\n", "2:1", "yaml-multi-document");
}
END_TEST

START_TEST(keys)
{
    check_refused("[a]: b\n", "1:1", "yaml-key");
    check_refused("{a: b}: c\n", "1:1", "yaml-key");
    check_refused("? a\n: b\n", "1:3", "yaml-key");
    check_refused("? - a\n: b\n", "1:3", "yaml-key");
    check_refused("x: {? a: b}\n", "1:7", "yaml-key");
    check_refused(": b\n", "1:1", "yaml-key");
    check_refused("x: {a: b, : c}\n", "1:11", "yaml-key");
    check_refused("a: ? b\n", "1:4", "yaml-key");
}
END_TEST

START_TEST(duplicate_keys)
{
    const char *text = "a: 1\nb: {x: 1, y: 2, x: 3}\na: 2\n'a': 3\n";
    check_bytes(text, strlen(text),
                "t:2:17: error: duplicate key 'x' [yaml-duplicate-key]\n"
                "    2 | b: {x: 1, y: 2, x: 3}\n"
                "      |                 ^\n"
                "t:2:5: note: first is here\n"
                "    2 | b: {x: 1, y: 2, x: 3}\n"
                "      |     ^\n"
                "t:3:1: error: duplicate key 'a' [yaml-duplicate-key]\n"
                "    3 | a: 2\n"
                "      | ^\n"
                "t:1:1: note: first is here\n"
                "    1 | a: 1\n"
                "      | ^\n"
                "t:4:1: error: duplicate key 'a' [yaml-duplicate-key]\n"
                "    4 | 'a': 3\n"
                "      | ^~~\n"
                "t:1:1: note: first is here\n");
    ck_assert_ptr_nonnull(read_text("a: {x: 1}\nb: {x: 1}\nA: 1\n"));
}
END_TEST

START_TEST(bytes_that_are_refused)
{
    check_refused("", "1:1", "yaml-empty");
    check_refused("# nothing\n\n", "1:1", "yaml-empty");
    check_refused("---\n", "1:1", "yaml-empty");
    check_refused("\xEF\xBB\xBF", "1:1", "yaml-empty");
    check_refused("a: \xFF\n", "1:4", "yaml-utf8");
    check_refused("\xC3\xA9: \xE2\x82\n", "1:4", "yaml-utf8");
    check_refused("a: \xED\xA0\x80\n", "1:4", "yaml-utf8");
    check_refused("a: \xEF\xBB\xBF"
                  "b\n",
                  "1:4", "yaml-bom");
    check_refused("a: \x1B[0m\n", "1:4", "yaml-control");
    check_refused("a: b\x7F\n", "1:5", "yaml-control");
    check_refused("a: \xEF\xBF\xBF\n", "1:4", "yaml-control");
    check_refused("a: b\rc: d\n", "1:5", "yaml-line-break");
    check_refused("# x\xC2\x85"
                  "a: b\n",
                  "1:4", "yaml-line-break");
    check_refused("a: \xE2\x80\xA9"
                  "b\n",
                  "1:4", "yaml-line-break");
    check_refused("a: \"x\\0\"\n", "1:4", "yaml-nul");
    check_bytes("a: x\0y\n", 7, "t:1:5: error: a NUL byte in the text [yaml-nul]\n");
    check_bytes("\xFF\xFE"
                "a\0",
                4, "t:1:1: error: the file is UTF-16 [yaml-bom]\n");
    check_bytes("\xFE\xFF\0a", 4, "t:1:1: error: the file is UTF-16 [yaml-bom]\n");
}
END_TEST

/* The code point as UTF-8, of at most four bytes. */
static const char *encoded(uint32_t c)
{
    char bytes[5] = {0};
    if (c < 0x800) {
        bytes[0] = (char)(0xC0 | c >> 6);
        bytes[1] = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        bytes[0] = (char)(0xE0 | c >> 12);
        bytes[1] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[2] = (char)(0x80 | (c & 0x3F));
    } else {
        bytes[0] = (char)(0xF0 | c >> 18);
        bytes[1] = (char)(0x80 | (c >> 12 & 0x3F));
        bytes[2] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[3] = (char)(0x80 | (c & 0x3F));
    }
    return arena_printf(memory, "%s", bytes);
}

START_TEST(characters_that_cannot_be_seen)
{
    static const uint32_t ranges[][2] = {
        {0xA0, 0xA0},     {0xAD, 0xAD},     {0x34F, 0x34F},   {0x61C, 0x61C},     {0x115F, 0x1160},   {0x1680, 0x1680},
        {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x2000, 0x200F}, {0x202A, 0x202F},   {0x205F, 0x206F},   {0x2800, 0x2800},
        {0x3000, 0x3000}, {0x3164, 0x3164}, {0xFE00, 0xFE0F}, {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x1BCA0, 0x1BCA3},
        {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        for (uint32_t c = ranges[i][0]; c <= ranges[i][1]; c++) {
            bool turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
            const char *hidden = encoded(c);
            check_refused(arena_printf(memory, "a: b%s\n", hidden), "1:5", "yaml-invisible");
            check_refused(arena_printf(memory, "a: 'b # %s'\n", hidden), "1:9", "yaml-invisible");
            check_refused(arena_printf(memory, "a: \"\\U%08X\"\n", (unsigned)c), "1:4", "yaml-invisible");
            if (turns)
                check_refused(arena_printf(memory, "a: b # %s\n", hidden), "1:8", "yaml-invisible");
            else
                ck_assert_ptr_nonnull(read_text(arena_printf(memory, "a: it's # '%s\n", hidden)));
        }
    ck_assert_ptr_nonnull(read_text("\xC3\xA9: \xE2\x82\xAC \xF0\x9F\x98\x80 \xE3\x81\x82\n"));
}
END_TEST

START_TEST(tabs)
{
    check_refused("a:\n\tb: 1\n", "2:1", "yaml-tab");
    check_refused("a:\n  - b\n \t- c\n", "3:2", "yaml-tab");
    check_refused("a: [1,\n\t2]\n", "2:1", "yaml-tab");
    check_refused("-\ta: b\n", "1:2", "yaml-tab");
    check_refused("a: b\n \t\nc: d\n", "2:2", "yaml-tab");
    ck_assert_str_eq(tree_get(read_text("a:\tb\t# c\n"), "a")->text, "b");
}
END_TEST

START_TEST(mistakes_of_syntax)
{
    check_refused("x:x\ny: 1\n", "1:1", "yaml-syntax");
    check_refused("a:\n  foo\n  bar: 1\n", "2:3", "yaml-syntax");
    check_refused("a: b: c\n", "1:5", "yaml-syntax");
    check_refused("a: 1\n  b: 2\n", "2:4", "yaml-syntax");
    check_refused("a:\n    b: 1\n  c: 2\n", "3:3", "yaml-syntax");
    check_refused("- a\nb: c\n", "2:1", "yaml-syntax");
    check_refused("a: b\n- c\n", "2:1", "yaml-syntax");
    check_refused("a: - b\n", "1:4", "yaml-syntax");
    check_refused("a: [b, - c]\n", "1:8", "yaml-syntax");
    check_refused("a:\n- x\n  - y\n", "3:3", "yaml-syntax");
    check_refused("a: {b: c[0]}\n", "1:9", "yaml-syntax");
    check_refused("a: [b\n", "1:4", "yaml-syntax");
    check_refused("a: [b, {c: d]\n", "1:13", "yaml-syntax");
    check_refused("a: [1,,2]\n", "1:7", "yaml-syntax");
    check_refused("a: ]\n", "1:4", "yaml-syntax");
    check_refused("a: 'x\nb: 1\n", "1:4", "yaml-syntax");
    check_refused("a: \"\\q\"\n", "1:5", "yaml-syntax");
    check_refused("a: \"12\\xZZ\"\n", "1:7", "yaml-syntax");
    check_refused("a: 'x' y\n", "1:8", "yaml-syntax");
    check_refused("a: @x\n", "1:4", "yaml-syntax");
    check_refused("a: `x`\n", "1:4", "yaml-syntax");
    check_refused("a: %x\n", "1:4", "yaml-syntax");
    check_refused("{a: 1}\nb: 2\n", "2:1", "yaml-syntax");
    check_refused("\xC3\xA9: @x\n", "1:4", "yaml-syntax");
    check_refused("\xEF\xBB\xBF\xC3\xA9: @x\r\n", "1:4", "yaml-syntax");
}
END_TEST

START_TEST(hints_where_yaml_surprises)
{
    check_hint("x:x\ny: 1\n", "write a blank after ':'");
    check_hint("a: b: c\n", "quote the value if it holds ': '");
    check_hint("launch: f(a[i : j])\n", "quote the value if it holds ': '");
    check_hint("a: 1\n  b: 2\n", "a key starts in the same column as the keys beside it");
    check_hint("a: {grid: x[0], b: c}\n", "quote a value that holds [ ] { } or ','");
    check_hint("a: [x[0]]\n", "quote a value that holds [ ] { } or ','");
    check_hint("a: @x\n", "quote the value");
    check_hint("a: *\n", "quote the value");
    check_hint("a: - b\n", "put each '-' on a line of its own, or write [a, b]");
    check_hint("a: \"\\q\"\n", "a backslash is written \\\\, or stands as it is between single quotes");
    check_hint("a:\n\tb: 1\n", "indent with blanks");
    check_hint("a: |\n  x\n", "write the value on one line");
}
END_TEST

START_TEST(several_mistakes_are_found)
{
    check_refused("a: *x\nb: &y 1\nc: !z 2\n", "1:4", "yaml-alias");
    ck_assert_uint_eq(diag_error_count(messages), 3);
}
END_TEST

/* ---- limits ---- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* `pattern` again and again to this many bytes. */
static char *filled(size_t length, const char *pattern)
{
    size_t period = strlen(pattern);
    char *text = arena_alloc(memory, length + 1);
    for (size_t i = 0; i < length; i++)
        text[i] = pattern[i % period];
    return text;
}

START_TEST(depth_is_limited)
{
    static const char *const patterns[] = {"[", "{a: ", "- ", "[{a: "};
    static const char *const places[] = {"1:65", "1:257", "1:129", "1:161"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        check_refused(filled(20000, patterns[i]), places[i], "yaml-depth");
        ck_assert_uint_eq(diag_error_count(messages), 1);
    }
    char deepest[2 * TREE_MAX_DEPTH + 1];
    memset(deepest, '[', TREE_MAX_DEPTH);
    memset(deepest + TREE_MAX_DEPTH, ']', TREE_MAX_DEPTH);
    deepest[2 * TREE_MAX_DEPTH] = '\0';
    ck_assert_ptr_nonnull(read_text(deepest));
}
END_TEST

START_TEST(size_is_limited)
{
    size_t length = (size_t)TREE_MAX_BYTES + 1;
    char *text = filled(length, "#");
    check_bytes(text, length,
                "t:1:1: error: the file has 16777217 bytes, more than the limit of 16777216 [yaml-size]\n");
    ck_assert_ptr_null(read_bytes(text, TREE_MAX_BYTES));
    ck_assert_ptr_nonnull(strstr(printed, "[yaml-empty]"));
}
END_TEST

START_TEST(large_mapping_is_quick)
{
    char *text = arena_alloc(memory, 2000000), *at = text;
    for (int i = 0; i < 100000; i++)
        at += sprintf(at, "key_%d: 1\n", i);
    double start = seconds();
    ck_assert_uint_eq(read_text(text)->count, 100000);
    sprintf(at, "key_0: 2\n");
    check_refused(text, "100001:1", "yaml-duplicate-key");
    ck_assert_double_lt(seconds() - start, 10.0);
}
END_TEST

START_TEST(no_megabyte_takes_long)
{
    static const char *const patterns[] = {
        "[],",     "{a: b},",  "?\n",          "? a\n: b\n", "*a,",       "&a b,",     "!a b,", "a: b\n",
        "- a\n",   "a\n",      "'',",          "\"\\x41",    "- - - a\n", ",",         ":",     "? ",
        "# a\n",   "--- \n",   "%TAG !a! b\n", "\n",         "a: [b\n",   "\xC3\xA9 ", "k\n- ", "\n?",
        "[[[]]],", "\"a\":b,", "...\n",        "- !\n",      "a: |\n",    "-\n-",
    };
    static const char *const starts[] = {"", "["};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
            const char *text = arena_printf(memory, "%s%s", starts[k], filled((size_t)1 << 20, patterns[i]));
            double start = seconds();
            read_bytes(text, strlen(text));
            double taken = seconds() - start;
            ck_assert_msg(taken < 5.0, "'%s' after '%s' took %.1f s", patterns[i], starts[k], taken);
        }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tree");
    TCase *group = tcase_create("tree");
    tcase_set_timeout(group, 120);
    tcase_add_checked_fixture(group, setup_memory, free_memory);
    tcase_add_test(group, values_have_kind_and_text);
    tcase_add_test(group, root_may_be_anything);
    tcase_add_test(group, places_in_a_document);
    tcase_add_test(group, places_count_bytes);
    tcase_add_test(group, places_far_into_a_file);
    tcase_add_test(group, parts_of_a_scalar);
    tcase_add_test(group, pairs_inside_a_list);
    tcase_add_test(group, words_that_look_special_are_text);
    tcase_add_test(group, features_that_are_not_used);
    tcase_add_test(group, keys);
    tcase_add_test(group, duplicate_keys);
    tcase_add_test(group, bytes_that_are_refused);
    tcase_add_test(group, characters_that_cannot_be_seen);
    tcase_add_test(group, tabs);
    tcase_add_test(group, mistakes_of_syntax);
    tcase_add_test(group, hints_where_yaml_surprises);
    tcase_add_test(group, several_mistakes_are_found);
    tcase_add_test(group, depth_is_limited);
    tcase_add_test(group, size_is_limited);
    tcase_add_test(group, large_mapping_is_quick);
    tcase_add_test(group, no_megabyte_takes_long);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
