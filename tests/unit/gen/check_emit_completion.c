/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What is written of the kernels that a replay begins and ends with, and of how its end is seen. */
#define _GNU_SOURCE

#include <stdio.h>

#include "plan/completion.h"
#include "plan/frame.h"
#include "report/manifest.h"
#include "report/print_plan.h"
#include "emit_fixture.h"

static const char head[] = "vggen: 1\nprogram: bus\ntargets: [sm_90, sm_100]\nmin_cuda: \"13.0\"\n"
                           "kernels:\n"
                           "  mix: {source: bus.cu, block: 64, params: {a: in f32*, b: out f32*}}\n";
/* Comes down by a launch, by a copy node, not at all. */
static const char buffers[] = "buffers:\n"
                              "  x: {role: input, type: f32, shape: [64], io: kernel}\n"
                              "  y: {role: output, type: f32, shape: [64], io: kernel}\n"
                              "  z: {role: output, type: f32, shape: [65536], io: copy}\n"
                              "  s: {role: state, type: f32, shape: [64], per_lane: true}\n"
                              "  t: {role: state, type: f32, shape: [64], per_lane: true}\n"
                              "  u: {role: state, type: f32, shape: [64], per_lane: true}\n"
                              "  v: {role: state, type: f32, shape: [65536], per_lane: true}\n";
static const char graphs[] = "graphs:\n"
                             "  down:\n"
                             "    - {launch: \"mix(x, y)\", grid: 1}\n"
                             "  apart:\n"
                             "    - {launch: \"mix(s, t)\", grid: 1}\n"
                             "    - {launch: \"mix(s, u)\", grid: 1}\n"
                             "  away:\n"
                             "    - {launch: \"mix(x, z)\", grid: 1}\n"
                             "  clear:\n"
                             "    - {launch: \"mix(s, t)\", grid: 1}\n"
                             "    - fill: v = 0\n";

static const model *program;
static plan *planned;
static image *stub;

static void frame_spec(const char *spec)
{
    const model *m = model_of(spec);

    stub = stub_of(m);
    planned = plan_of(m, false);
    frame_choose(memory, m, planned);
    emit_with(m, stub, planned);
    program = m;
}

static void frame_graphs(const char *more)
{
    frame_spec(arena_printf(memory, "%s%s%s%s", head, more, buffers, graphs));
}

static char *plan_text(bool json)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    emit_input in = {.memory = memory, .m = program, .i = stub, .p = planned, .version = "1.2.3", .sources = messages};

    (json ? manifest_write_plan : print_plan)(stream, emit_context_new(&in), NULL);
    fclose(stream);
    char *kept = arena_copy(memory, text, length);
    free(text);
    return kept;
}

static void expect_printed(bool json, const char *piece)
{
    const char *text = plan_text(json);

    ck_assert_msg(strstr(text, piece) != NULL, "the plan lacks:\n%s\nof\n%s", piece, text);
}

/* ---- NAME.c and NAME.h ---- */

START_TEST(the_last_node_writes_the_runtimes_word)
{
    frame_graphs("");
    expect_in(
        "bus.c",
        "    /* Node 3, end: launch vg_end(BUS_COMPLETION), one thread, so that the host sees the end sooner than "
        "the stream\n"
        "     * would report it.\n"
        "     * after: download\n"
        "     * before: - */\n"
        "    bus_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);\n"
        "    scratch.launch_vg_end.argument.word = pinned + BUS_COMPLETION;\n"
        "    after[0] = (CUgraphNode)p->node[BUS_DOWN_NODE_download];\n"
        "    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);\n"
        "    status = vg_node_added(&p->rt, BUS_DOWN_NODE_end, node, (int)result, \"cuGraphAddKernelNode\");\n");
    expect_in("bus.c", "    p->graph[BUS_GRAPH_down].traits = VG_HAS_END;\n");
    expect_in("bus.c", "    p->graph[BUS_GRAPH_apart].traits = VG_HAS_END;\n");
    expect_in("bus.c", "    {\"vg_end\", \"vg_end\", 0u, 0u, 1u, 1u, bus_params_vg_end},\n");
    expect_in("bus.c", "    8u, /* word: out u32* */\n");
    expect_in("bus.c", "    \"launch vg_end\",\n");
    /* Where it does not, the runtime is not told that it does. */
    expect_not_in("bus.c", "p->graph[BUS_GRAPH_away].traits");
    expect_not_in("bus.c", "p->graph[BUS_GRAPH_clear].traits");
}
END_TEST

START_TEST(one_node_is_before_those_that_could_begin_at_once)
{
    frame_graphs("");
    expect_in("bus.c",
              "    /* Node 0, begin: launch vg_begin(), one thread, so that the driver starts the graph by one "
              "command, not kernel by\n"
              "     * kernel.\n"
              "     * after: -\n"
              "     * before: mix, mix_2 */\n"
              "    bus_begin_vg_begin(p, &scratch.launch_vg_begin, 1u, 1u, 1u, 1u, 1u, 1u);\n"
              "    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_begin.kernel);\n");
    /* Of no parameters there are no pointers. */
    expect_in("bus.c", "struct bus_launch_vg_begin {\n    CUDA_KERNEL_NODE_PARAMS kernel;\n};\n");
    ck_assert_uint_eq(count_in("bus.c", "    bus_begin_vg_begin(p, "), 1);
    ck_assert_uint_eq(count_in("bus.c", "    bus_begin_vg_end(p, "), 2);
}
END_TEST

static const char ways[] =
    " *   down, apart: its last node, end, writes the word\n"
    " *   away: the stream writes the word after it: download, its last node, is a copy node of 262144 bytes, more "
    "than\n"
    " *     131072\n"
    " *   clear: the stream writes the word after it: fill_v, one of its last nodes, is a fill node */\n";

START_TEST(the_ways_to_see_an_end_are_gathered)
{
    frame_graphs("");
    expect_in("bus.c",
              arena_printf(memory,
                           " * At its end is the runtime's word. How the host sees that a replay has ended:\n%s"
                           "#define BUS_X_UP ",
                           ways));
    expect_in("bus.h",
              arena_printf(memory,
                           "/* How the host sees that a replay has ended, by a word in pinned memory or by asking "
                           "the stream, if\n"
                           " * vg_config.completion does not ask for another way:\n%s\n",
                           ways));
}
END_TEST

START_TEST(of_several_lanes_the_stream_is_asked)
{
    frame_graphs("lanes: 2\n");
    expect_in("bus.h",
              " *   down, apart: its last node, end, writes the word\n"
              " *   away: the stream is asked, for there are several lanes: download, its last node, is a copy "
              "node of 262144 bytes,\n"
              " *     more than 32768\n");
    expect_in("bus.json", "\"completion\": {\"by\": \"query\", \"why\": \"download, its last node, is a copy node of "
                          "262144 bytes, more than 32768\"}");
    expect_printed(false,
                   "  the host sees its end by asking the stream, for there are several lanes: download, its last node, is a "
                   "copy node of 262144 bytes, more than 32768\n");
}
END_TEST

START_TEST(with_api_call_it_is_said_once_too)
{
    frame_graphs("api: call\n");
    ck_assert_uint_eq(count_in("bus.h", "How the host sees that a replay has ended"), 1);
    expect_in("bus.h", ways);
}
END_TEST

/* Behind copies over the bus that are small, too; then the exec is made for it. */
START_TEST(small_copies_may_be_last)
{
    frame_spec(arena_printf(memory, "%s%s", head,
                            "buffers:\n"
                            "  x: {role: input, type: f32, shape: [64], io: copy}\n"
                            "  y: {role: output, type: f32, shape: [64], io: copy}\n"
                            "steps:\n  - {launch: \"mix(x, y)\", grid: 1}\n"));
    expect_in("bus.h", " *   main: its last node, end, writes the word */\n");
    expect_in(
        "bus.c",
        "    /* Copies over the bus are small: open has the driver prepare the graph as for launches by the device "
        "too, which\n"
        "     * starts them sooner. */\n"
        "    p->graph[BUS_GRAPH_main].traits = VG_HAS_END | VG_HAS_SMALL_COPIES;\n");
    expect_in("bus.json", "\"completion\": {\"by\": \"node\", \"why\": null},\n      \"small_copies\": true,\n");
    expect_printed(false,
                   "  its copies over the bus are small: instantiated as if the device could launch the graph, which "
                   "starts them sooner\n");
    expect_printed(true, "\"completion\": {\"by\": \"node\", \"why\": null},\n      \"small_copies\": true,\n");
    frame_graphs("");
    expect_in("bus.json", "\"small_copies\": false,\n");
    expect_not_in("bus.json", "\"small_copies\": true");
    expect_not_in("bus.c", "VG_HAS_SMALL_COPIES");
}
END_TEST

/* y comes down by a copy node; what `more` adds to the buffers goes up before `steps`. */
static void copy_down(const char *lanes, unsigned elements, const char *more, const char *steps)
{
    frame_spec(arena_printf(memory,
                            "%s%sbuffers:\n"
                            "  x: {role: input, type: f32, shape: [64], io: kernel}\n"
                            "  y: {role: output, type: f32, shape: [%u], io: copy}\n"
                            "%ssteps:\n"
                            "  - {launch: \"mix(x, y)\", grid: 1}\n%s",
                            head, lanes, elements, more, steps));
}

START_TEST(in_lanes_smaller_copies_are_too_large)
{
    copy_down("lanes: 2\n", 10000, "", "");
    expect_in("bus.c", "    p->graph[BUS_GRAPH_main].traits = VG_HAS_SMALL_COPIES;\n");
    expect_in("bus.json", "is a copy node of 40000 bytes, more than 32768\"}");
    copy_down("", 10000, "", "");
    expect_in("bus.c", "    p->graph[BUS_GRAPH_main].traits = VG_HAS_END | VG_HAS_SMALL_COPIES;\n");
}
END_TEST

/* A copy that is small enough itself. */
START_TEST(what_else_forbids_an_end_is_named)
{
    copy_down("", 64, "  w: {role: input, type: f32, shape: [40000], io: copy}\n",
              "  - {launch: \"mix(w, y)\", grid: 1}\n");
    expect_not_in("bus.c", "VG_HAS_SMALL_COPIES");
    expect_in("bus.json",
              "\"why\": \"download, its last node, is a copy node, and upload_w is one of 160000 bytes, more "
              "than 131072\"");
    frame_spec("vggen: 1\nprogram: bus\ntargets: [sm_90]\nmin_cuda: \"13.0\"\n"
               "kernels:\n  mix: {image: bus.cubin, block: 64, params: {a: in f32*, b: out f32*}}\n"
               "buffers:\n"
               "  s: {role: state, type: f32, shape: [64]}\n"
               "  y: {role: output, type: f32, shape: [64], io: copy}\n"
               "steps:\n  - {launch: \"mix(s, y)\", grid: 1}\n");
    expect_in("bus.h", " *   main: the stream writes the word after it: no kernel of the program has a source */\n");
    expect_in("bus.c", "    p->graph[BUS_GRAPH_main].traits = VG_HAS_SMALL_COPIES;\n");
}
END_TEST

START_TEST(without_a_source_there_are_none)
{
    frame_spec("vggen: 1\nprogram: bus\ntargets: [sm_90]\nmin_cuda: \"13.0\"\n"
               "kernels:\n  mix: {image: bus.cubin, block: 64, params: {a: in f32*, b: out f32*}}\n"
               "buffers:\n"
               "  s: {role: state, type: f32, shape: [64]}\n"
               "  t: {role: state, type: f32, shape: [64]}\n"
               "steps:\n  - {launch: \"mix(s, t)\", grid: 1}\n");
    expect_in("bus.h", " *   main: the stream writes the word after it: no kernel of the program has a source */\n");
    expect_not_in("bus.c", "vg_end");
    expect_not_in("bus.c", "vg_begin");
}
END_TEST

/* ---- names ---- */

START_TEST(steps_and_buffers_may_have_their_names)
{
    frame_spec("vggen: 1\nprogram: bus\ntargets: [sm_90]\nmin_cuda: \"13.0\"\n"
               "kernels:\n"
               "  begin: {source: bus.cu, block: 64, params: {word: in f32*, end: out f32*}}\n"
               "  end: {source: bus.cu, block: 64, params: {word: in f32*, pinned: out f32*}}\n"
               "buffers:\n"
               "  word: {role: state, type: f32, shape: [64]}\n"
               "  launch_vg_end: {role: state, type: f32, shape: [64]}\n"
               "  COMPLETION: {role: state, type: f32, shape: [64]}\n"
               "steps:\n"
               "  - {launch: \"begin(word, launch_vg_end)\", grid: 1}\n"
               "  - {launch: \"end(word, COMPLETION)\", grid: 1}\n");
    expect_in("bus.c",
              "enum {\n    BUS_NODE_begin_2,\n    BUS_NODE_begin,\n    BUS_NODE_end,\n    BUS_NODE_end_2,\n};\n");
    expect_in("bus.c", "    /* Node 0, begin_2: launch vg_begin(), ");
    expect_in("bus.c", "    /* Node 3, end_2: launch vg_end(BUS_COMPLETION), ");
    expect_in("bus.c", "static void bus_begin_begin(");
    expect_in("bus.c", "static void bus_begin_vg_begin(");
    expect_in("bus.h", " *   main: its last node, end_2, writes the word */\n");
}
END_TEST

/* ---- reports ---- */

START_TEST(map_dot_and_picture_say_what_they_are_for)
{
    frame_graphs("");
    expect_in("bus.map",
              "how the host sees that a replay has ended\n"
              "\n"
              "  graph  by\n"
              "  down   its last node, end, writes the word\n"
              "  apart  its last node, end, writes the word\n"
              "  away   the stream writes the word after it: download, its last node, is a copy node of 262144 bytes, "
              "more than 131072\n"
              "  clear  the stream writes the word after it: fill_v, one of its last nodes, is a fill node\n");
    expect_in("bus.dot",
              "        \"apart.begin\" [shape=box, label=\"begin\\nlaunch vg_begin\\nso that the driver starts the "
              "graph by one command, not kernel by kernel\"];\n");
    expect_in("bus.dot",
              "        \"apart.end\" [shape=box, label=\"end\\nlaunch vg_end\\nso that the host sees the end sooner "
              "than the stream would report it\"];\n");
    expect_in("bus.dot", "        \"apart.begin\" -> \"apart.mix_2\";\n");
    expect_in("bus.dot", "        \"apart.mix_2\" -> \"apart.end\";\n");
    expect_in("bus_graph.svg", "<title>begin: launch vg_begin</title>");
    expect_in("bus_graph.svg", ">lets one command start everything</text>");
    expect_in("bus_graph.svg", "<title>end: launch vg_end</title>");
    expect_in("bus_graph.svg", ">signals the end to the host</text>");
}
END_TEST

START_TEST(a_picture_has_one_box_for_many_side_by_side)
{
    frame_spec(arena_printf(memory, "%s%s%s", head,
                            "buffers:\n"
                            "  s: {role: state, type: f32, shape: [64]}\n"
                            "  t: {role: state, type: f32, shape: [40, 64]}\n",
                            "steps:\n"
                            "  - repeat: 40\n"
                            "    index: i\n"
                            "    do:\n"
                            "      - {launch: \"mix(s, t[i])\", grid: 1}\n"));
    expect_in("bus_graph.svg", "<title>begin: launch vg_begin</title>");
    expect_in("bus_graph.svg", ">40 \xc3\x97 mix</text>");
    expect_in("bus_graph.svg", "<title>end: launch vg_end</title>");
    expect_not_in("bus_graph.svg", "Too many edges");
}
END_TEST

START_TEST(every_edge_of_theirs_has_a_reason)
{
    frame_graphs("");
    expect_in("bus.json", "\"completion\": {\"by\": \"node\", \"why\": null}");
    expect_in("bus.json",
              "\"completion\": {\"by\": \"write\", \"why\": \"fill_v, one of its last nodes, is a fill node\"}");
    expect_in("bus.json",
              "{\"ordinal\": 0, \"name\": \"begin\", \"kind\": \"begin\", \"title\": \"launch vg_begin\", ");
    expect_in("bus.json", "{\"ordinal\": 3, \"name\": \"end\", \"kind\": \"end\", \"title\": \"launch vg_end\", ");
    expect_in("bus.json",
              "\"kernel\": \"vg_end\", \"grid\": [1, 1, 1], \"block\": [1, 1, 1], \"shared_bytes\": 0, \"purpose\": "
              "\"so that the host sees the end sooner than the stream would report it\", \"word\": ");
    ck_assert_uint_eq(count_in("bus.json", "{\"kinds\": [\"begin\"], \"from\": 0, \"to\": "), 2);
    expect_in("bus.json", "{\"kinds\": [\"end\"], \"from\": 1, \"to\": 3}");
    expect_in("bus.json", "{\"kinds\": [\"end\"], \"from\": 2, \"to\": 3}");
    ck_assert_uint_eq(count_in("bus.json", "\"why\": []"), 0);
}
END_TEST

START_TEST(a_printed_plan_says_it_too)
{
    static plan_overlap of[] = {PLAN_NO_CODE, PLAN_NO_CODE, PLAN_NO_CODE, PLAN_NO_CODE};

    frame_graphs("");
    planned->graphs[1].nodes[3].overlaps = of;
    planned->graphs[1].nodes[3].overlap_at = planned->graphs[1].nodes[3].after;
    expect_printed(false, "graph apart: 4 nodes, 4 edges, depth 3, width 2\n"
                          "  longest path: begin, mix, end\n"
                          "  the host sees its end by the word that end writes\n"
                          "  begin: launch vg_begin; one thread\n"
                          "      after nothing\n"
                          "      added so that the driver starts the graph by one command, not kernel by kernel\n");
    expect_printed(false, "  end: launch vg_end; one thread\n"
                          "      after mix, mix_2\n"
                          "      begins when all of them have ended: no PTX to prove it from\n"
                          "      added so that the host sees the end sooner than the stream would report it\n");
    expect_printed(false,
                   "  the host sees its end by a word that the stream writes after it: download, its last node, is a copy "
                   "node of 262144 bytes, more than 131072\n");
    expect_printed(true, "\"name\": \"apart\",\n      \"kind\": \"replay\",\n      \"completion\": {\"by\": "
                         "\"node\", \"why\": null},\n");
    expect_printed(true, "\"completion\": {\"by\": \"write\", \"why\": \"download, its last node, is a copy node of "
                         "262144 bytes, more than 131072\"},\n");
    expect_printed(true, "{\"ordinal\": 0, \"name\": \"begin\", \"kind\": \"begin\", \"title\": \"launch vg_begin\", ");
    expect_printed(true, "\"step\": null, \"kernel\": \"vg_begin\", ");
    expect_printed(
        true, arena_printf(memory,
                           "\"kernel\": \"vg_end\", \"grid\": [1, 1, 1], \"block\": [1, 1, 1], \"shared_bytes\": 0, "
                           "\"purpose\": \"so that the host sees the end sooner than the stream would report it\", "
                           "\"word\": %llu, \"ranges\": []}",
                           (unsigned long long)planned->pinned.bytes - PLAN_COMPLETION_BYTES));
}
END_TEST

/* Edges that are alike on every target are said once, others apart. */
START_TEST(edges_that_are_alike_are_said_once)
{
    frame_graphs("");
    plan_node *end = &planned->graphs[1].nodes[3];
    plan_overlap apart[] = {PLAN_PROGRAMMATIC, PLAN_NEVER_WAITS, PLAN_NEVER_WAITS, PLAN_NEVER_WAITS};
    plan_overlap alike[] = {PLAN_PROGRAMMATIC, PLAN_NEVER_WAITS, PLAN_PROGRAMMATIC, PLAN_NEVER_WAITS};
    plan_overlap no_kernel[] = {PLAN_NO_KERNELS, PLAN_NO_KERNELS, PLAN_PROGRAMMATIC, PLAN_PROGRAMMATIC};

    end->overlaps = alike;
    end->overlap_at = end->after;
    expect_printed(false, "      after mix, mix_2\n"
                          "      may begin before any of them has ended on sm_90\n"
                          "      begins when all of them have ended on sm_100: its code has no griddepcontrol.wait\n"
                          "      added ");
    end->overlaps = apart;
    end->overlap_at = end->after;
    expect_printed(false, "      after mix, mix_2\n"
                          "      may begin before mix has ended on sm_90\n"
                          "      begins when mix has ended on sm_100: its code has no griddepcontrol.wait\n"
                          "      begins when mix_2 has ended: its code has no griddepcontrol.wait\n"
                          "      added ");
    end->overlaps = no_kernel;
    end->overlap_at = end->after;
    expect_printed(false, "      after mix, mix_2\n"
                          "      may begin before mix_2 has ended\n"
                          "      added ");
}
END_TEST

/* Some of what it comes after, but not all: these have names. */
START_TEST(alike_among_others_have_names)
{
    static plan_overlap of[] = {PLAN_PROGRAMMATIC, PLAN_PROGRAMMATIC, PLAN_PROGRAMMATIC,
                                PLAN_PROGRAMMATIC, PLAN_IS_PATCHED,   PLAN_IS_PATCHED};

    frame_spec(arena_printf(memory, "%s%s%s", head,
                            "buffers:\n"
                            "  s: {role: state, type: f32, shape: [64]}\n"
                            "  t: {role: state, type: f32, shape: [3, 64]}\n",
                            "steps:\n"
                            "  - repeat: 3\n"
                            "    index: i\n"
                            "    do:\n"
                            "      - {launch: \"mix(s, t[i])\", grid: 1}\n"));
    planned->graphs[0].nodes[4].overlaps = of;
    planned->graphs[0].nodes[4].overlap_at = planned->graphs[0].nodes[4].after;
    expect_printed(false, "      may begin before any of mix, mix_2 has ended\n"
                          "      begins when mix_3 has ended: a setting is patched into mix_3\n");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("emit_completion");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, the_last_node_writes_the_runtimes_word);
    tcase_add_test(t, one_node_is_before_those_that_could_begin_at_once);
    tcase_add_test(t, the_ways_to_see_an_end_are_gathered);
    tcase_add_test(t, of_several_lanes_the_stream_is_asked);
    tcase_add_test(t, with_api_call_it_is_said_once_too);
    tcase_add_test(t, small_copies_may_be_last);
    tcase_add_test(t, in_lanes_smaller_copies_are_too_large);
    tcase_add_test(t, what_else_forbids_an_end_is_named);
    tcase_add_test(t, without_a_source_there_are_none);
    tcase_add_test(t, steps_and_buffers_may_have_their_names);
    tcase_add_test(t, map_dot_and_picture_say_what_they_are_for);
    tcase_add_test(t, a_picture_has_one_box_for_many_side_by_side);
    tcase_add_test(t, every_edge_of_theirs_has_a_reason);
    tcase_add_test(t, a_printed_plan_says_it_too);
    tcase_add_test(t, edges_that_are_alike_are_said_once);
    tcase_add_test(t, alike_among_others_have_names);
    suite_add_tcase(s, t);
    return run_suite(s);
}
