/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _XOPEN_SOURCE 700
#include "image/check_image.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/gen/check_all.h"
#include "image/cubin.h"
#include "image/ptx.h"
#include "spec/read.h"
#include "base/text.h"
#include "spec/tree.h"
#include "image_fixture.h"

#define HEAD "vggen: 1\nprogram: probe\nmin_cuda: \"13.0\"\n"
#define CONSTANT "[[maybe_unused]] static __device__ constexpr "
#define TAIL                                                                                                           \
    "buffers:\n  x: {role: input, type: f32, shape: [256]}\n  y: {role: output, type: f32, shape: [256]}\n"            \
    "steps:\n  - launch: scale(x, y, 1)\n    grid: 1\n"

#define KERNEL(file) "kernels:\n  scale: {" file ", block: 128, params: {x: in f32*, y: out f32*, n: u32}}\n"

static const char ptx_text[] = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry scale(\n"
                               ".param .u64 a,\n.param .u64 b,\n.param .u32 c\n)\n.maxntid 256\n{\n"
                               ".shared .align 4 .b8 t[400];\ngriddepcontrol.wait;\nret;\n}\n";

static const char source_text[] =
    "#include \"probe_kernels.h\"\n"
    "#include \"part.h\"\n"
    "static __device__ const float table[3] = {1, 2, 3};\n"
    "namespace\n{\n__device__ __noinline__ float twice(float x, const float *t) { return t[0] * x; }\n}\n"
    "extern \"C\" __global__ void __launch_bounds__(256) scale(const float *__restrict__ x, float *y, const unsigned "
    "n)\n"
    "{\n    __shared__ float held[100];\n    held[threadIdx.x % 100] = x[threadIdx.x];\n    __syncthreads();\n"
    "    y[threadIdx.x] = twice(held[n], y) * table[n] * PART + N;\n    if (n > 9) printf(\"%s\", __FILE__);\n}\n";

static void read_spec(const char *text)
{
    messages = diag_new(memory);
    uint32_t source = diag_add_source(messages, "probe.yaml", text, strlen(text));
    const tree *root = tree_read(memory, messages, source);
    ck_assert_ptr_nonnull(root);
    m = read_model(memory, messages, names_new(memory), root, arena_printf(memory, "%s/probe.yaml", folder));
    check_model(memory, messages, m);
    ck_assert_msg(diag_error_count(messages) == 0, "%s", printed());
}

/* ---- without a toolkit ---- */

START_TEST(no_image_still_makes_the_header)
{
    read_spec(HEAD "targets: [sm_90]\ndefine: {N: 256, BIG: 0x100000000, MAX: 2147483647, HALF: 0.5, LOW: -1e-3, "
                   "ENDLESS: -inf, LEAST: \"-0x7fffffffffffffff - 1\", MINUS: \"3 - 8\", WIDE: \"-2147483648\", EDGE: 1, "
                   "COUNT: \"-7\", STEP: 0.25, FAR: 2147483648}\nmacros: [STEP, COUNT, FAR]\n" //
              KERNEL("source: none.cu") TAIL);
    image *i = build(true);
    ck_assert_ptr_nonnull(i);
    ck_assert_uint_eq(i->module_count, 1);
    ck_assert_uint_eq(i->modules[0].blob_count, 0);
    ck_assert(!i->kernels[0].known);
    ck_assert_str_eq(i->modules[0].file, "none.cu");
    static const char *const lines[] = {
        "\n" CONSTANT "int N = 256;\n",
        "\n" CONSTANT "long long BIG = 4294967296LL;\n",
        "\n" CONSTANT "int MAX = 2147483647;\n",
        "\n" CONSTANT "double HALF = 0.5;\n",
        "\n" CONSTANT "double LOW = (-1e-3);\n",
        "\n" CONSTANT "double ENDLESS = (-__builtin_inf());\n",
        "\n" CONSTANT "long long LEAST = (-9223372036854775807LL - 1);\n",
        "\n" CONSTANT "int MINUS = (-5);\n",
        "\n" CONSTANT "long long WIDE = (-2147483648LL);\n",
        "\n" CONSTANT "int EDGE = 1;\n}\nusing namespace vg_defines_probe;\n",
        "\n#define COUNT (-7)\n#define STEP 0.25\n#define FAR 2147483648LL\n",
        "#ifndef PROBE_KERNELS_H\n",
        "from probe.yaml. Do not edit",
    };
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        ck_assert_msg(strstr(i->kernels_header, lines[k]) != NULL, "%s in %s", lines[k], i->kernels_header);
    }
    check_image(memory, messages, m, i);
    ck_assert_uint_eq(diag_error_count(messages), 0);
}
END_TEST

START_TEST(structs_stand_in_the_header)
{
    read_spec(HEAD
              "targets: [sm_90]\ntypes:\n  cell: {at: f32x2, padding_4: u8, kind: bf16, tag: \"u8[3]\", on: bool}\n" //
              KERNEL("source: none.cu") TAIL);
    const image *i = build(true);
    ck_assert_ptr_nonnull(i);
    static const char *const pieces[] = {
        "#include <stddef.h>\n#include <cuda_bf16.h>\n",
        "struct cell {\n    float2 at;\n    unsigned char padding_4;\n    unsigned char padding_2[1]; /* zero */\n"
        "    __nv_bfloat16 kind;\n    unsigned char tag[3];\n    bool on;\n};\n"
        "static_assert(sizeof(struct cell) == 16 && alignof(struct cell) == 8, \"cell\");\n",
        "static_assert(offsetof(struct cell, tag) == 12, \"cell.tag\");\n",
    };
    for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
        ck_assert_msg(strstr(i->kernels_header, pieces[k]) != NULL, "%s in %s", pieces[k], i->kernels_header);
    }
}
END_TEST

/* What kernel sources need for their parameters stands in the header; nothing else does. */
START_TEST(the_header_brings_the_types_of_parameters)
{
    static const char *const texts[] = {
        "kernels:\n  k: {source: s.cu, block: 1, params: {x: in f16x2*, a: f32, y: out f32*}}\n",
        "kernels:\n  k: {source: s.cu, block: 1, params: {x: in f32*, a: bf16, y: out f32*}}\n",
        "kernels:\n  k: {source: s.cu, block: 1, params: {x: in f32x4*, a: f32, y: out f32*}}\n"};
    static const char *const types[] = {"f16x2", "f32", "f32x4"};
    read_spec(arena_printf(memory,
                           HEAD "targets: [compute_90]\n%sbuffers:\n  x: {role: input, type: %s, shape: [4]}\n"
                                "  y: {role: output, type: f32, shape: [4]}\n"
                                "steps:\n  - launch: k(x, 1.0, y)\n    grid: 1\n",
                           texts[_i], types[_i]));
    const image *i = build(true);
    ck_assert_ptr_nonnull(i);
    const char *text = i->kernels_header;
    ck_assert_int_eq(strstr(text, "#include <cuda_fp16.h>") != NULL, _i == 0);
    ck_assert_int_eq(strstr(text, "#include <cuda_bf16.h>") != NULL, _i == 1);
}
END_TEST

START_TEST(kernels_of_one_file_share_a_module)
{
    read_spec(HEAD
              "targets: [compute_80]\n" //
              "kernels:\n  a: {image: p.ptx, entry: scale, block: 128, params: {x: in f32*, y: out f32*, n: u32}}\n"
              "  b: {image: q.ptx, entry: scale, block: 64, params: {x: in f32*, y: out f32*, n: u32}}\n"
              "  c: {image: p.ptx, entry: scale, block: 32, params: {x: in f32*, y: out_part f32*, n: u32}}\n"
              "buffers:\n  x: {role: input, type: f32, shape: [256]}\n  y: {role: output, type: f32, shape: [256]}\n"
              "  z: {role: output, type: f32, shape: [256]}\n"
              "steps:\n  - {launch: \"a(x, y, 1)\", grid: 1}\n  - {launch: \"b(x, z, 1)\", grid: 1}\n"
              "  - {launch: \"c(x, y, 1)\", grid: 1}\n");
    write_file("p.ptx", ptx_text);
    write_file("q.ptx", ptx_text);
    image *i = build(false);
    ck_assert_msg(i != NULL, "%s", printed());
    ck_assert_uint_eq(i->module_count, 2);
    ck_assert_uint_eq(i->module_of[0], 0);
    ck_assert_uint_eq(i->module_of[1], 1);
    ck_assert_uint_eq(i->module_of[2], 0);
    ck_assert_uint_eq(i->dependency_count, 2);
    ck_assert_str_eq(i->dependencies[0], arena_printf(memory, "%s/p.ptx", folder));
}
END_TEST

START_TEST(ptx_is_embedded_as_it_is)
{
    read_spec(HEAD "targets: [compute_80, compute_90]\n" KERNEL("image: p.ptx") TAIL);
    write_file("p.ptx", ptx_text);
    /* No tool is needed for this. */
    setenv("PATH", "/no/such", 1);
    unsetenv("NVCC");
    unsetenv("CUDA_HOME");
    image *i = build(false);
    ck_assert_msg(i != NULL, "%s", printed());
    ck_assert_uint_eq(i->modules[0].blob_count, 2);
    const image_blob *blob = &i->modules[0].blobs[1];
    ck_assert_int_eq(blob->kind, IMAGE_PTX);
    ck_assert_str_eq(blob->target, "compute_90");
    ck_assert_uint_eq(blob->capability, 90);
    ck_assert_uint_eq(blob->size, sizeof ptx_text);
    ck_assert_mem_eq(blob->bytes, ptx_text, sizeof ptx_text);
    const image_kernel *k = &i->kernels[0];
    ck_assert(k->known && k->waits && !k->grid_sync);
    ck_assert_uint_eq(k->param_count, 3);
    ck_assert_uint_eq(k->param_sizes[2], 4);
    ck_assert_uint_eq(k->static_shared, 400);
    ck_assert_uint_eq(k->max_threads, 256);
    check_image(memory, messages, m, i);
    ck_assert_msg(diag_error_count(messages) == 0, "%s", printed());
}
END_TEST

/* A compiled file has the name that the linker sees, and the emitted table asks for it. */
START_TEST(a_mangled_name_of_a_compiled_file)
{
    static const char name[] = "_ZN7imaging5scaleEPKfPfj";
    const char *after = strstr(ptx_text, "scale(") + sizeof "scale" - 1;
    int before = (int)(after - ptx_text) - (int)(sizeof "scale" - 1);
    read_spec(HEAD "targets: [compute_80]\n" KERNEL("image: p.ptx, entry: _ZN7imaging5scaleEPKfPfj") TAIL);
    write_file("p.ptx", arena_printf(memory, "%.*s%s%s", before, ptx_text, name, after));
    image *i = build(false);
    ck_assert_msg(i != NULL, "%s", printed());
    ck_assert_str_eq(i->symbols[0], name);
    ck_assert(i->kernels[0].known && i->kernels[0].param_count == 3);
}
END_TEST

START_TEST(missing_tools_are_one_error_with_status_2)
{
    static const char *const from[] = {"cannot find nvcc", "the environment variable NVCC names 'gone'",
                                       "--nvcc names 'gone'"};
    image_options options = {.nvcc = _i == 2 ? "gone" : NULL};
    read_spec(HEAD "targets: [sm_90]\n" KERNEL("source: s.cu") TAIL);
    setenv("PATH", "/no/such", 1);
    unsetenv("CUDA_HOME");
    unsetenv("NVCC");
    if (_i == 1) {
        setenv("NVCC", "gone", 1);
    }
    ck_assert_ptr_null(image_of(&options));
    ck_assert_int_eq(diag_exit_status(messages), 2);
    ck_assert_uint_eq(diag_error_count(messages), 1);
    expect(from[_i]);
    expect("[nvcc-missing]");
    expect("--image=none");
}
END_TEST

START_TEST(a_program_that_is_no_nvcc)
{
    image_options options = {.nvcc = "/bin/echo"};
    read_spec(HEAD "targets: [sm_90]\n" KERNEL("source: s.cu") TAIL);
    ck_assert_ptr_null(image_of(&options));
    expect("[nvcc-missing]");
    expect("does not print its version");
}
END_TEST

/* ---- the checks, on made-up machine code ---- */

static image *made_up(image_kernel *k)
{
    static uint32_t sizes[] = {8, 8, 4};
    static uint32_t module_of[] = {0};
    static image_module module;
    static image i;
    memset(&module, 0, sizeof module);
    memset(&i, 0, sizeof i);
    memset(k, 0, sizeof *k);
    k->known = true;
    k->param_count = 3;
    k->param_sizes = sizes;
    module.file = "s.cu";
    i.modules = &module;
    i.module_count = 1;
    i.module_of = module_of;
    i.kernels = k;
    return &i;
}

static size_t count_errors(const image *i)
{
    size_t before = diag_error_count(messages);
    image listed = *i;
    listed.listed = plan_new(memory, m, false)->kernels;
    listed.listed_count = m->kernel_count;
    check_image(memory, messages, m, &listed);
    return diag_error_count(messages) - before;
}

START_TEST(limits_of_shared_memory)
{
    image_kernel k;
    read_spec(HEAD "targets: [sm_90, sm_86, compute_75]\nkernels:\n  scale: {source: s.cu, block: 128, shared: 65536, "
                   "params: {x: in f32*, y: out f32*, n: u32}}\n" TAIL);
    image *i = made_up(&k);
    ck_assert_uint_eq(count_errors(i), 0);
    k.static_shared = 1;
    ck_assert_uint_eq(count_errors(i), 1);
    expect("65537 bytes of shared memory (1 static, 65536 dynamic), expected at most 65536 on compute_75");
    k.static_shared = 49153;
    ck_assert_uint_eq(count_errors(i), 1);
    expect("49153 bytes of static shared memory, expected at most 49152");
}
END_TEST

START_TEST(each_kernel_fault_has_its_check)
{
    static uint32_t wrong_sizes[] = {8, 8, 8};
    static const char *written[] = {"counter"};
    image_kernel k;
    read_spec(HEAD "targets: [sm_90]\n" KERNEL("source: s.cu") TAIL);
    image *i = made_up(&k);
    ck_assert_uint_eq(count_errors(i), 0);
    k.required_block[0] = k.required_block[1] = k.required_block[2] = 1;
    k.required_block[0] = 128;
    k.max_threads = 128;
    ck_assert_uint_eq(count_errors(i), 0);
    k.required_block[1] = 2;
    k.max_threads = 127;
    /* One fault, one message: a wrong block is not too large as well. */
    ck_assert_uint_eq(count_errors(i), 1);
    expect("requires blocks of 128 x 2 x 1, found 128 x 1 x 1 [block-required]");
    k.required_block[0] = 0;
    ck_assert_uint_eq(count_errors(i), 1);
    expect("at most 127 threads in a block, found 128 [block-launch-bounds]");
    k.max_threads = 0;
    k.param_sizes = wrong_sizes;
    ck_assert_uint_eq(count_errors(i), 1);
    expect("'n' of kernel 'scale' is u32: expected 4 bytes in its machine code, found 8 [param-size]");
    k.param_count = 2;
    ck_assert_uint_eq(count_errors(i), 1);
    expect("3 parameters in the spec, but 2 in its machine code [param-count]");
    k.known = false;
    ck_assert_uint_eq(count_errors(i), 0);
    i = made_up(&k);
    k.grid_sync = k.clusters = true;
    i->modules[0].written = written;
    i->modules[0].written_count = 1;
    ck_assert_uint_eq(count_errors(i), 3);
    expect("[grid-sync]");
    expect("[cluster]");
    expect("variable 'counter', which no plan can see [module-variable]");
}
END_TEST

/* ---- with a toolkit ---- */

static image *build_in(const char *place)
{
    folder = place;
    write_file("s.cu", source_text);
    write_file("part.h", "#define PART 3\n#include <stdio.h>\n");
    /* An older header beside the source does not count. */
    write_file("probe_kernels.h", "#ifndef PROBE_KERNELS_H\n#error old\n#endif\n");
    read_spec(HEAD "targets: [sm_90, compute_90, sm_80]\ndefine: {N: 256}\n" KERNEL("source: s.cu") TAIL);
    image *i = build(false);
    ck_assert_msg(i != NULL, "%s", printed());
    check_image(memory, messages, m, i);
    ck_assert_msg(diag_error_count(messages) == 0, "%s", printed());
    return i;
}

START_TEST(a_source_gives_the_same_bytes_in_any_folder)
{
    const char *outer = folder;
    const char *deep = arena_printf(memory, "%s/some where", outer);
    if (!has_toolkit(memory)) {
        return;
    }
    mkdir(deep, 0700);
    image *i = build_in(deep);
    image *j = build_in(outer);
    ck_assert_uint_eq(i->modules[0].blob_count, 3);
    ck_assert_uint_eq(j->modules[0].blob_count, 3);
    for (size_t k = 0; k < 3; k++) {
        const image_blob *a = &i->modules[0].blobs[k];
        const image_blob *b = &j->modules[0].blobs[k];
        ck_assert_str_eq(a->target, m->targets[k].name);
        ck_assert_uint_eq(a->size, b->size);
        ck_assert_mem_eq(a->bytes, b->bytes, a->size);
    }
    ck_assert_int_eq(j->modules[0].blobs[1].bytes[j->modules[0].blobs[1].size - 1], '\0');
    ck_assert_ptr_null(strstr((const char *)j->modules[0].blobs[1].bytes, outer));
    ck_assert_uint_eq(i->dependency_count, 2);
    ck_assert_str_eq(i->dependencies[0], arena_printf(memory, "%s/s.cu", deep));
    ck_assert_str_eq(i->dependencies[1], arena_printf(memory, "%s/part.h", deep));
}
END_TEST

START_TEST(ptx_and_cubin_agree)
{
    cubin c;
    ptx_module p;
    ptx_error error;
    const char *problem;
    if (!has_toolkit(memory)) {
        return;
    }
    const image_module *module = build_in(folder)->modules;
    const image_blob *text = &module->blobs[1];
    ck_assert(ptx_read(memory, (const char *)text->bytes, text->size - 1, &p, &error));
    for (size_t k = 0; k < 3; k += 2) {
        ck_assert(cubin_read(memory, module->blobs[k].bytes, module->blobs[k].size, &c, &problem));
        ck_assert_uint_eq(c.capability, k == 0 ? 90 : 80);
        ck_assert_uint_eq(c.toolkit / 1000, p.toolkit / 1000);
        ck_assert_uint_eq(c.kernel_count, p.entry_count);
        ck_assert_uint_eq(c.kernels[0].static_shared, p.entries[0].static_shared);
        ck_assert_uint_eq(c.kernels[0].static_shared, 400);
        ck_assert_uint_eq(c.kernels[0].max_threads, 256);
        ck_assert_uint_eq(c.kernels[0].param_count, 3);
        for (size_t n = 0; n < 3; n++) {
            ck_assert_uint_eq(c.kernels[0].params[n].size, p.entries[0].params[n].size);
        }
    }
}
END_TEST

START_TEST(every_type_is_compared)
{
    if (!has_toolkit(memory)) {
        return;
    }
    write_file("s.cu", "#include \"probe_kernels.h\"\n#include <stdint.h>\n#define value 1\n"
                       "extern \"C\" __global__ void k(const signed char *a, uint8_t *b, const short *c, uint16_t *d,\n"
                       "    const int *e, unsigned *f, const int64_t *g, unsigned long long *h, const __half *i,\n"
                       "    __nv_bfloat16 *j, const float *k, double *l, const bool *o, long n, unsigned long long u,\n"
                       "    __half q, bool r) { f[0] = e[0] + n + u; }\n");
    read_spec(
        HEAD
        "targets: [compute_90]\nkernels:\n  k:\n    source: s.cu\n    block: 32\n    params: {a: in i8*, b: out u8*, "
        "c: in i16*, d: out u16*, e: in i32*, f: out u32*, g: in i64*, h: out u64*, i: in f16*, j: out bf16*, "
        "k: in f32*, l: out f64*, o: in bool*, n: i64, u: u64, q: f16, r: bool}\nbuffers:\n"
        "  a: {role: input, type: i8, shape: [4]}\n  b: {role: output, type: u8, shape: [4]}\n"
        "  c: {role: input, type: i16, shape: [4]}\n  d: {role: output, type: u16, shape: [4]}\n"
        "  e: {role: input, type: i32, shape: [4]}\n  f: {role: output, type: u32, shape: [4]}\n"
        "  g: {role: input, type: i64, shape: [4]}\n  h: {role: output, type: u64, shape: [4]}\n"
        "  i: {role: input, type: f16, shape: [4]}\n  j: {role: output, type: bf16, shape: [4]}\n"
        "  kk: {role: input, type: f32, shape: [4]}\n  l: {role: output, type: f64, shape: [4]}\n"
        "  o: {role: input, type: bool, shape: [4]}\n"
        "steps:\n  - launch: k(a, b, c, d, e, f, g, h, i, j, kk, l, o, 1, 2, 0.5, true)\n    grid: 1\n");
    ck_assert_msg(build(false) != NULL, "%s", printed());
    ck_assert_uint_eq(diag_error_count(messages), 0);
}
END_TEST

#define CELLS                                                                                                          \
    "types:\n  cell: {at: f32x2, n: u8, both: f16x2, tag: \"u8[3]\", wide: i64x2}\nkernels:\n"                         \
    "  k: {source: s.cu, block: 32, params: {v: in f32x3*, c: cell, w: i64x2, h: f16x2, o: out cell*, q: u8x4}}\n"     \
    "buffers:\n  v: {role: input, type: f32x3, shape: [4]}\n  o: {role: output, type: cell, shape: [4]}\nsteps:\n"     \
    "  - launch: \"k(v, [[1, 2], 3, [4, 5], [6, 7, 8], [9, 10]], [1, 2], [1, 2], o, [1, 2, 3, 4])\"\n    grid: 1\n"

START_TEST(vectors_and_structs_are_compared)
{
    static const char *const wides[] = {"longlong2", "long2", "ulonglong2"};
    if (!has_toolkit(memory)) {
        return;
    }
    write_file("s.cu", arena_printf(memory,
                                    "#include \"probe_kernels.h\"\n#include <cuda_fp16.h>\n"
                                    "extern \"C\" __global__ void k(const float3 *v, const cell c, %s w, __half2 h, "
                                    "cell *o, uchar4 q) { o[0] = c; o[0].at.x = v[0].z + q.w; }\n",
                                    wides[_i]));
    read_spec(HEAD "targets: [compute_90]\n" CELLS);
    image *i = build(false);
    if (_i < 2) {
        ck_assert_msg(i != NULL, "%s", printed());
        check_image(memory, messages, m, i);
        ck_assert_msg(diag_error_count(messages) == 0, "%s", printed());
        ck_assert_uint_eq(i->kernels[0].param_sizes[1], 48);
        return;
    }
    ck_assert_ptr_null(i);
    expect("parameter 'w' of kernel 'k' is 'i64x2': expected 'longlong2' or 'long2' in its source, found "
           "'ulonglong2' [param-type]");
}
END_TEST

START_TEST(warnings_are_shown_once)
{
    if (!has_toolkit(memory)) {
        return;
    }
    write_file("s.cu", "extern \"C\" __global__ void scale(const float *x, float *y, unsigned n)\n"
                       "{\n    int unused;\n    y[n] = x[n];\n}\n");
    read_spec(HEAD "targets: [sm_80, sm_90]\n" KERNEL("source: s.cu") TAIL);
    ck_assert_msg(build(false) != NULL, "%s", printed());
    expect("nvcc warns about 's.cu' [nvcc-warning]");
    expect("    s.cu(3): warning");
    expect("\n1 warning\n");
    ck_assert_ptr_null(strstr(printed(), "/tmp/"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("image");
    TCase *group = tcase_create("image");
    tcase_add_checked_fixture(group, setup_folder, remove_folder);
    tcase_set_timeout(group, 120);
    tcase_add_test(group, no_image_still_makes_the_header);
    tcase_add_test(group, structs_stand_in_the_header);
    tcase_add_loop_test(group, the_header_brings_the_types_of_parameters, 0, 3);
    tcase_add_test(group, kernels_of_one_file_share_a_module);
    tcase_add_test(group, ptx_is_embedded_as_it_is);
    tcase_add_test(group, a_mangled_name_of_a_compiled_file);
    tcase_add_loop_test(group, missing_tools_are_one_error_with_status_2, 0, 3);
    tcase_add_test(group, a_program_that_is_no_nvcc);
    tcase_add_test(group, limits_of_shared_memory);
    tcase_add_test(group, each_kernel_fault_has_its_check);
    tcase_add_test(group, a_source_gives_the_same_bytes_in_any_folder);
    tcase_add_test(group, ptx_and_cubin_agree);
    tcase_add_test(group, every_type_is_compared);
    tcase_add_loop_test(group, vectors_and_structs_are_compared, 0, 3);
    tcase_add_test(group, warnings_are_shown_once);
    suite_add_tcase(suite, group);
    memory = arena_new();
    if (!has_toolkit(memory)) {
        puts("without nvcc: tests that compile a source do nothing");
    }
    arena_free(memory);
    return run_suite(suite);
}
