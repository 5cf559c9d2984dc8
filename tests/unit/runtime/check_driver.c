/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* runtime/driver over a program that is a table alone: files of elements, values of settings, options, and what the driver
 * calls in which order. */
#define _GNU_SOURCE
#include "driver/driver.h"
#include "unit/run_suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ELEMENTS = 6, MOST_CALLS = 32 };

/* ---- the program: y is x after a replay of main, and x the other way round after again ---- */

static vg_program rt;
static float x[ELEMENTS], y[ELEMENTS];
static unsigned char given[4];  /* the constant */
static unsigned char value[16]; /* of the setting that was set last */
static char calls[256];         /* what was called, in order */

static void note(const char *call)
{
    strncat(calls, call, sizeof calls - strlen(calls) - 1);
    strncat(calls, " ", sizeof calls - strlen(calls) - 1);
}

static const uint64_t shape_xy[] = {2, 3};
static const uint64_t shape_given[] = {4};
static const uint64_t shape_pair[] = {2};

static const vg_driver_port inputs[] = {{"x", "f32", "<f4", 'f', 4, sizeof x, 1, 2, shape_xy}};
static const vg_driver_port outputs[] = {{"y", "f32", "<f4", 'f', 4, sizeof y, 1, 2, shape_xy}};
static const vg_driver_port constants[] = {{"given", "u8", "|u1", 'u', 1, 4, 0, 1, shape_given}};
static const vg_driver_port settings[] = {
    {"i8", "i8", "|i1", 'i', 1, 1, 0, 0, NULL},
    {"u16", "u16", "<u2", 'u', 2, 2, 0, 0, NULL},
    {"i64", "i64", "<i8", 'i', 8, 8, 0, 0, NULL},
    {"flag", "bool", "|b1", '?', 1, 1, 0, 0, NULL},
    {"half", "f16", "<f2", 'h', 2, 2, 0, 0, NULL},
    {"brain", "bf16", "<u2", 'b', 2, 2, 0, 0, NULL},
    {"single", "f32", "<f4", 'f', 4, 4, 0, 0, NULL},
    {"wide", "f64", "<f8", 'f', 8, 8, 0, 0, NULL},
    {"pair", "i32x2", "<i4", 'i', 4, 8, 0, 1, shape_pair},
    {"cell", "cell", "", 's', 3, 3, 0, 0, NULL},
};
static const char *const switches[] = {"fast"};
static const char *const graphs[] = {"main", "again"};

static vg_status open_program(const vg_config *config, void *const *memory)
{
    ck_assert_int_eq(config->device_index, 0);
    memcpy(given, memory[0], sizeof given);
    note("open");
    return VG_OK;
}

static vg_status close_program(void)
{
    note("close");
    return VG_OK;
}

static vg_program *runtime(unsigned lane)
{
    ck_assert_uint_eq(lane, 0);
    return &rt;
}

static void *input(size_t index, unsigned lane)
{
    ck_assert_uint_eq(index + lane, 0);
    return x;
}

static const void *output(size_t index, unsigned lane)
{
    ck_assert_uint_eq(index + lane, 0);
    return y;
}

static vg_status changed(size_t index, unsigned lane)
{
    ck_assert_uint_eq(index + lane, 0);
    note("changed");
    return VG_OK;
}

static vg_status want(size_t index, unsigned lane)
{
    ck_assert_uint_eq(index + lane, 0);
    note("want");
    return VG_OK;
}

static vg_status set(size_t index, const void *bytes, unsigned lane)
{
    ck_assert_uint_eq(lane, 0);
    memset(value, 0, sizeof value);
    memcpy(value, bytes, settings[index].bytes);
    note("set");
    return VG_OK;
}

static vg_status turn(size_t index, int on, unsigned lane)
{
    ck_assert_uint_eq(index + lane, 0);
    note(on ? "on" : "off");
    return VG_OK;
}

static vg_status replay(size_t graph, unsigned lane)
{
    ck_assert_uint_eq(lane, 0);
    for (size_t i = 0; i < ELEMENTS; i++)
        y[i] = graph == 0 ? x[i] : x[ELEMENTS - 1 - i];
    note(graphs[graph]);
    return VG_OK;
}

static vg_status step(size_t graph, unsigned lane)
{
    note("step");
    return replay(graph, lane);
}

static const char *title(unsigned node)
{
    return node == 0 ? "copy x -> y" : NULL;
}

static vg_status profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *nodes)
{
    static const uint64_t ns[] = {1500};

    ck_assert_uint_eq(graph + lane, 0);
    ck_assert_uint_eq(replays, 2);
    nodes->count = 1;
    nodes->ns = ns;
    nodes->title = title;
    note("profile");
    return VG_OK;
}

static const vg_driver_program program = {
    "fake",
    1,
    {inputs, 1},
    {outputs, 1},
    {settings, sizeof settings / sizeof *settings},
    {constants, 1},
    {switches, 1},
    {graphs, 2},
    open_program,
    close_program,
    runtime,
    input,
    output,
    changed,
    want,
    set,
    turn,
    replay,
    step,
    profile,
    NULL,
    NULL,
};

/* ---- files and command lines ---- */

static char folder[] = "/tmp/check_driver.XXXXXX";

static void begin(void)
{
    ck_assert_ptr_nonnull(mkdtemp(strcpy(folder, "/tmp/check_driver.XXXXXX")));
    ck_assert_int_eq(chdir(folder), 0);
}

static void end(void)
{
    static const char *const files[] = {"given", "x", "x.npy", "y", "y.npy", "cell", "said"};

    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        (void)unlink(files[i]);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

static size_t read_back(const char *name, char *bytes, size_t room)
{
    FILE *file = fopen(name, "rb");
    size_t size;

    ck_assert_ptr_nonnull(file);
    size = fread(bytes, 1, room - 1, file);
    bytes[size] = '\0';
    fclose(file);
    return size;
}

/* The driver's status for words between blanks; what it says on either stream is in `said` then. */
static char said[4096];

/* What NAME_main of a program with captures asks its functions; the last one does not answer. */
static vg_status asks(size_t index, uint64_t *bytes)
{
    *bytes = index == 0 ? UINT64_C(1) << 40 : 0;
    return index < 2 ? VG_OK : VG_CANNOT;
}

static int run_main(int count, char **arguments)
{
    static const vg_driver_workspace steps[] = {{"forward", 4096}, {"scale", 0}, {"silent", 8}};

    if (count > 1 && strcmp(arguments[1], "--workspaces") == 0)
        return vg_driver_workspaces("fake", steps, count > 2 ? 3 : 2, asks);
    return vg_driver_main(&program, count, arguments);
}

static int drive(const char *line)
{
    static char words[1024];
    char name[] = "fake_main";
    char *arguments[MOST_CALLS] = {name};
    int count = 1, status, out = dup(1), error = dup(2);

    strcpy(words, line);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        arguments[count++] = word;
    calls[0] = '\0';
    fflush(stdout);
    ck_assert_ptr_nonnull(freopen("said", "w", stdout));
    ck_assert_int_ge(dup2(1, 2), 0);
    status = run_main(count, arguments);
    fflush(stdout);
    ck_assert_int_ge(dup2(out, 1), 0);
    ck_assert_int_ge(dup2(error, 2), 0);
    close(out);
    close(error);
    (void)read_back("said", said, sizeof said);
    return status;
}

#define DATA "--data given=given "

static void write_inputs(void)
{
    static const float numbers[ELEMENTS] = {1, -2, 3.5f, 4, 5, 6};

    write_file("given", "\1\2\3\4", 4);
    write_file("x", numbers, sizeof numbers);
}

/* ---- runs ---- */

START_TEST(a_run_calls_everything_once)
{
    char bytes[64];

    write_inputs();
    ck_assert_int_eq(drive(DATA "--input x=x --set u16=7 --switch fast=on --replays 2 --profile --output y=y"), 0);
    ck_assert_str_eq(calls, "open changed set on main want main profile close ");
    ck_assert_mem_eq(given, "\1\2\3\4", 4);
    ck_assert_uint_eq(read_back("y", bytes, sizeof bytes), sizeof x);
    ck_assert_mem_eq(bytes, x, sizeof x);
    ck_assert_ptr_nonnull(strstr(said, "replays: 2\nmedian: "));
    ck_assert_ptr_nonnull(strstr(said, "      1.50 us  copy x -> y\n"));
    ck_assert_int_eq(drive(DATA "--graph again --step --switch fast=off"), 0);
    ck_assert_str_eq(calls, "open off step again close ");
}
END_TEST

START_TEST(numpy_files_go_round)
{
    static const char header[] = "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, ), }";
    char bytes[512];

    write_inputs();
    ck_assert_int_eq(drive(DATA "--input x=x --output y=y.npy"), 0);
    ck_assert_uint_eq(read_back("y.npy", bytes, sizeof bytes), 128 + sizeof x);
    ck_assert_mem_eq(bytes, header, sizeof header - 1);
    ck_assert_int_eq(bytes[127], '\n');
    ck_assert_mem_eq(bytes + 128, x, sizeof x);
    memset(x, 0, sizeof x);
    ck_assert_int_eq(drive(DATA "--input x=y.npy --output y=y"), 0);
    ck_assert_float_eq(x[2], 3.5f);
}
END_TEST

/* What a file holds before its elements, and what the driver says of it. */
static const struct {
    const char *header, *says;
} wrong_files[] = {
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", "elements of type '<f4' for x"},
    {"{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }\n", "C order for x"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }\n", "shape (2, 3) for x"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 1), }\n", "shape (2, 3) for x"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }\n", "shape (2, 3) for x"},
    {"{'fortran_order': False, 'shape': (2, 3), }\n", "elements of type '<f4' for x"},
};

START_TEST(other_numpy_files_are_refused)
{
    const char *header = wrong_files[_i].header;
    char bytes[256] = "\x93NUMPY\x01";
    const size_t length = strlen(header);

    write_inputs();
    bytes[8] = (char)length;
    memcpy(bytes + 10, header, length);
    write_file("x.npy", bytes, 10 + length + sizeof x);
    ck_assert_int_eq(drive(DATA "--input x=x.npy"), 1);
    ck_assert_msg(strstr(said, wrong_files[_i].says) != NULL, "%s", said);
    ck_assert_str_eq(calls, "open close ");
}
END_TEST

START_TEST(broken_files_are_refused)
{
    write_inputs();
    write_file("x.npy", "\x93NUMPX\x01\x00\x10\x00", 10);
    ck_assert_int_eq(drive(DATA "--input x=x.npy"), 1);
    ck_assert_ptr_nonnull(strstr(said, "fake_main: x.npy: this is not a .npy file of version 1, 2 or 3\n"));
    write_file("x.npy", "\x93NUMPY\x01\x00\xff\xff{}", 12);
    ck_assert_int_eq(drive(DATA "--input x=x.npy"), 1);
    ck_assert_ptr_nonnull(strstr(said, "the header of the .npy file is cut off"));
    write_file("x.npy", "\x93NUMPY\x02\x00\x00\x00", 10);
    ck_assert_int_eq(drive(DATA "--input x=x.npy"), 1);
    write_file("x", "12345", 5);
    ck_assert_int_eq(drive(DATA "--input x=x"), 1);
    ck_assert_ptr_nonnull(strstr(said, "fake_main: x: expected 24 bytes of elements for x, found 5\n"));
    ck_assert_int_eq(drive(DATA "--input x=nowhere"), 1);
    ck_assert_ptr_nonnull(strstr(said, "fake_main: nowhere: No such file or directory\n"));
    ck_assert_int_eq(drive(""), 1);
    ck_assert_str_eq(said, "fake_main: constant given is missing: give --data given=FILE\n");
    ck_assert_str_eq(calls, "");
}
END_TEST

/* ---- settings ---- */

/* Bytes as hexadecimal digits, first byte first; NULL: refused. */
static const struct {
    const char *text, *bytes;
} values[] = {
    {"i8=-128", "80"},
    {"i8=127", "7f"},
    {"i8=128", NULL},
    {"i8=-129", NULL},
    {"i8=1x", NULL},
    {"u16=65535", "ffff"},
    {"u16=0x10", "1000"},
    {"u16=65536", NULL},
    {"u16=-1", NULL},
    {"i64=-9223372036854775808", "0000000000000080"},
    {"i64=9223372036854775808", NULL},
    {"flag=1", "01"},
    {"flag=2", NULL},
    {"half=1", "003c"},
    {"half=-0", "0080"},
    {"half=65504", "ff7b"},
    {"half=65519", "ff7b"},
    {"half=65520", NULL},
    {"half=5.960464477539063e-08", "0100"}, /* the smallest there is */
    {"half=2.980232238769531e-08", "0000"}, /* half of it, to even */
    {"half=2.9802322387695316e-08", "0100"},
    {"half=6.103515625e-05", "0004"}, /* the smallest normal one */
    {"half=1.00048828125", "003c"},   /* a tie, to even */
    {"half=1.00146484375", "023c"},   /* another one */
    {"half=inf", "007c"},
    {"half=nan", "007e"},
    {"brain=1", "803f"},
    {"brain=3.389531389251535e+38", "7f7f"},
    {"brain=3.4e+38", NULL},
    {"single=0.1", "cdcccc3d"},
    {"single=1e39", NULL},
    {"wide=0.1", "9a9999999999b93f"},
    {"wide=1e400", NULL},
    {"pair=1,-2", "01000000feffffff"},
    {"pair=1", NULL},
    {"pair=1,2,3", NULL},
};

START_TEST(settings_take_what_they_can_hold)
{
    char line[128], digits[33] = "";
    const char *wanted = values[_i].bytes;

    write_inputs();
    snprintf(line, sizeof line, DATA "--set %s", values[_i].text);
    ck_assert_int_eq(drive(line), wanted != NULL ? 0 : 1);
    if (wanted == NULL) {
        ck_assert_msg(strstr(said, " and cannot take the value '") != NULL, "%s", said);
        ck_assert_str_eq(calls, "open close ");
        return;
    }
    for (size_t i = 0; i < strlen(wanted) / 2; i++)
        snprintf(digits + 2 * i, 3, "%02x", value[i]);
    ck_assert_str_eq(digits, wanted);
}
END_TEST

START_TEST(a_struct_is_a_raw_file)
{
    write_inputs();
    write_file("cell", "abc", 3);
    ck_assert_int_eq(drive(DATA "--set cell=cell"), 0);
    ck_assert_mem_eq(value, "abc", 3);
    write_file("x.npy", "abc", 3);
    ck_assert_int_eq(drive(DATA "--set cell=x.npy"), 1);
    ck_assert_ptr_nonnull(strstr(said, "structs are read from raw files only"));
}
END_TEST

/* ---- the command line ---- */

static const char *const wrong_lines[] = {
    "--replays 0",   "--replays -1",  "--replays 1x",        "--replays 100000001", "--warm-up 1000001",
    "--device 1024", "--input",       "--input x",           "--input x=",          "--input z=x",
    "--set x=1",     "--switch fast", "--switch fast=maybe", "--switch slow=on",    "--graph other",
    "--nothing 1",   "--step 1",      "--data x=x",
};

START_TEST(wrong_lines_are_refused)
{
    write_inputs();
    ck_assert_int_eq(drive(wrong_lines[_i]), 2);
    ck_assert_ptr_eq(strstr(said, "fake_main: "), said);
    ck_assert_str_eq(calls, "");
}
END_TEST

START_TEST(help_lists_the_names)
{
    ck_assert_int_eq(drive("--help"), 0);
    ck_assert_ptr_eq(strstr(said, "usage: fake_main [options]\n\nRuns the program"), said);
    ck_assert_ptr_nonnull(strstr(said, "\n  input x: f32 [2][3]\n  output y: f32 [2][3]\n  setting i8: i8\n"));
    ck_assert_ptr_nonnull(strstr(said, "\n  constant given: u8 [4]\n  switch fast\n  graph main\n  graph again\n"));
}
END_TEST

START_TEST(functions_say_what_they_want)
{
    ck_assert_int_eq(drive("--workspaces"), 0);
    ck_assert_str_eq(said, "workspace forward: asks for 1099511627776 bytes, has 4096\n"
                           "workspace scale: asks for 0 bytes, has 0\n");
    ck_assert_int_eq(drive("--workspaces all"), 1);
    ck_assert_ptr_nonnull(strstr(said, "fake_main: the function of silent does not say how many bytes it wants\n"));
    ck_assert_str_eq(calls, "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("driver");
    TCase *tests = tcase_create("driver");

    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, a_run_calls_everything_once);
    tcase_add_test(tests, numpy_files_go_round);
    tcase_add_loop_test(tests, other_numpy_files_are_refused, 0, (int)(sizeof wrong_files / sizeof *wrong_files));
    tcase_add_test(tests, broken_files_are_refused);
    tcase_add_loop_test(tests, settings_take_what_they_can_hold, 0, (int)(sizeof values / sizeof *values));
    tcase_add_test(tests, a_struct_is_a_raw_file);
    tcase_add_loop_test(tests, wrong_lines_are_refused, 0, (int)(sizeof wrong_lines / sizeof *wrong_lines));
    tcase_add_test(tests, help_lists_the_names);
    tcase_add_test(tests, functions_say_what_they_want);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
