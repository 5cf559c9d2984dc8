/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.json, the manifest: what was made from what, and why it is as it is; and the part of it that --print-plan=json
 * prints. Keys are stable: later versions add some, and "version" grows where one changes its meaning. Sizes and
 * offsets are bytes, ranges half-open, lists in the order of the spec or of the plan; what is not known is null.
 *
 *   version, generator     2, "vggen 0.1.0"
 *   program, layout        its name; "shared" or "separate"
 *   stamp                  of the run, as its files have it; not of a printed plan
 *   toolkit                that made the machine code, "13.0.88"; null where there is none; not of a printed plan
 *   runtime                {version, abi (VG_ABI of vg_abi.h), sha256 (what `sha256sum vg_*.[ch] | sha256sum` prints
 *                          in its folder)}: the runtime that the files belong to; likewise
 *   lanes                  how many
 *   keep                   {calls, bytes}, only with `keep:` above 1: how many calls of each graph and lane are
 *                          remembered, and the bytes of the program's struct that hold what they took and gave
 *   in_flight              replays of a lane that may be in flight; only where there may be several
 *   spec                   file (its base name), sha256
 *   mailbox                {threads, lines_in, lines_out (the most of any graph), lines_bytes (pinned), mirror_bytes
 *                          (device), graphs: [{graph, in, out: [{buffer, or when or unless with a switch, line (the
 *                          first), bytes}]}]}: the resident block, of each lane; only with `mailbox:`
 *   unfused                why no launch of the program is fused, where it is the same for all nodes
 *   defines                [{name, value}], with those of -D; a float is a string
 *   tune                   only where the spec leaves blocks open: {spec (hash of what it says), measured: null or
 *                          {file, spec, used (it was measured for this spec), device, driver}, kernels: [{kernel,
 *                          block, from: "measured", "default", "occupancy" or "nearest" (to 256), gain (percent),
 *                          candidates: [{block, refused (null, or why it is not measured)}]}]}
 *   compile                {standard, fast_math, relaxed_constexpr, extended_lambda, include, define}: how sources are
 *                          compiled; define is a list of "NAME=TEXT"
 *   modules                [{file, sha256, images: [{target, format: "cubin" or "ptx", bytes, sha256}]}]: sources and
 *                          prebuilt files, and the machine code of each; builtin, [{file, bytes, sha256}], are sources
 *                          that the generator brings and that are compiled with it; file is null where there is nothing
 *                          else
 *   kernels                [{name, entry (as in the source), symbol (as in the machine code), module (index), targets}]
 *   targets                of a kernel: [{target, known, registers, stack_bytes, static_shared_bytes,
 *                          spill_store_bytes, spill_load_bytes, launches}]; known is false where there is no machine
 *                          code for the target
 *   launches               [{block, shared_bytes (dynamic), blocks, warps, most_warps, limit, multiprocessors}]: how
 *                          many blocks and warps a multiprocessor holds at once, what there would have to be more of,
 *                          and, of a cooperative kernel only, how many multiprocessors its largest grid needs
 *   memories               [{kind: "device", "device_shared" (by the lanes), "pinned", or what a pool may hold:
 *                          "device_pool", "pinned_pool", title, bytes, lower_bound, proven, tied, search_steps, peak,
 *                          peak_step, kept, padding, completion, without_sharing}]; peak is the most bytes needed at
 *                          one step; proven that no layout is smaller; tied that buffers of a transfer lie side by
 *                          side and may need room for it: then none with these transfers is; completion are the bytes
 *                          at the end that are the runtime's
 *   buffers                [{name, role, type, shape, bytes, align, sha256 (of a file that the spec names), memory
 *                          (index, null: kernels are given none of it), offset, pinned_upload, pinned_download, up_by,
 *                          up_why, down_by, down_why, external (true, only of one that the application binds, which has
 *                          no memory here), kept, pooled (with memory: {pool: on} only: its memories are those of a
 *                          pool), first_step, last_step}]; a step is "graph.node". It crosses
 *                          by "copy" (a copy node), "kernel" (a launch of vg_copy) or "direct" (kernels reach it in
 *                          pinned memory, which is its memory then), null where it does not; why is text
 *   transfers              [{direction, by, on_request, if_changed, buffers, bytes, device_offset, pinned_offset,
 *                          pieces}]; one that is direct has no node and no device_offset
 *   pieces                 [{buffers, bytes, device_offset, pinned_offset}], only where a kernel moves what does not
 *                          lie side by side: bytes of the transfer is their sum then
 *   graphs                 [{name, kind: "replay" or "setup", completion: {by, why}, small_copies, driver_calls, depth,
 *                          width, longest_path, nodes, edges}]; one with conditional nodes also has bodies. completion
 *                          is how the host sees that a replay has ended: "node" (the last node writes a word), "write"
 *                          (the stream writes it after the graph) or "query" (the stream is asked, for there are
 *                          several lanes), and why it is not "node"; small_copies says that its exec is made as for
 *                          launches by the device, too, which starts copies sooner; driver_calls are all that replays
 *                          make, start to finish; setup has none of these. depth counts the nodes of longest_path
 *                          (ordinals), width the most nodes at one depth. Where `reuse: tight` made nodes wait:
 *                          depth_without_added, added_limited (the search for fewer ran out of steps), and added:
 *                          [{from, to, first, second}], ordinals, and the buffers that share bytes for it
 *   critical_path          of a graph, only with --node-times: {microseconds, of (the sum of all nodes), without_time
 *                          (how many nodes have none), nodes: [{node, microseconds}]}
 *   bodies                 [{name, node (whose body it is: an ordinal), body (which one, from 0), depth and all that
 *                          follows it in a graph}]; ordinals go on from those of the graph, body after body. A
 *                          condition is of no memory
 *   nodes                  [{ordinal, name, kind, title, line (of the spec), step, …, ranges: [{buffer, first, last,
 *                          access}]}]. step is the index in the graph's steps, with those in bodies, repeated and added
 *                          ones, null for a node that belongs to none; access is "read", "write" (some bytes),
 *                          "write_all", "read_write" or "work" (undefined before and after). By kind:
 *      "kernel"            kernel, grid, block, shared_bytes (dynamic), arguments: [{parameter, buffer, first}] for a
 *                          pointer, [{parameter, type, hex}] for a value, hex being its bytes as digits in the order of
 *                          memory, [{parameter, type, condition}] for the handle of a conditional node, or of a node
 *                          whose grid it sets, [{parameter, type, grid}] for the number of blocks of a resident grid;
 *                          sets where it is handed such a handle; blocks where the device sets its grid, which is the
 *                          most then: the buffer with the number of blocks in x; resident (true) where open finds the
 *                          number of blocks out, and grid is the most
 *      "capture"           capture (the function's name), or collective (which one), most_nodes (for the driver),
 *                          arguments as of a kernel's pointers: what its function is given, the workspace last
 *      "transfer"          transfer (index), by, and where that is "kernel" kernel, grid, block and shared_bytes
 *      "copy"              to, to_first, from, from_first, bytes, and where it is a launch kernel, grid, block and
 *                          shared_bytes
 *      "fill"              to, to_first, value, element, pitch, count, bytes; one that is a launch hex (the bytes of an
 *                          element) instead of value and pitch, and kernel, grid, block and shared_bytes
 *      "fused"             a launch that does what several nodes would: kernel, grid, block, shared_bytes, arguments as
 *                          of a kernel; a pointer to pinned memory also has at ("pinned_upload", "pinned_download", or
 *                          "word", which is of no buffer), and a value that follows a switch when or unless. parts has
 *                          a list for each of its blocks: what that does, in its order, with the members of a node, but
 *                          for ordinal; grid and block are what the part's kernel sees, apart: true means that no
 *                          barrier is needed before it, and bodies of a loop or choice are lists of parts again
 *      "begin", "end"      kernel, grid, block, shared_bytes, purpose (text); an end also word, the offset in pinned
 *                          memory of what it writes
 *      "conditional"       control ("while", "if" or "switch"), condition, bodies (names); a loop has most_passes,
 *                          passes_in_body, passes_before (those that stand before it) and maybe counter (a buffer)
 *      "join"              nothing
 *      any kind            unfused (why it is in no fused launch, unless that is the same for the whole program); when
 *                          or unless (a switch); generated: true (the spec has no such step); moves_swapped: true
 *                          (it brings bytes to where a swapped name lies); copy (which further copy of a step it is)
 *   edges                  [{from, to, why}] by ordinals; one between two kernels also has programmatic: the targets
 *                          for which the later kernel may begin before the earlier one has ended, and ordinary:
 *                          [{target, reason}]
 *   why                    [{kinds, from, to, buffer, first, last, other}]: kinds are of "RAW", "WAR", "WAW" (reads
 *                          after writes, …, of these bytes), "after" (the spec says so; no buffer), "reuse" (the bytes
 *                          are those of `other` in memory), "begin" and "end" (one of both is that node; no buffer);
 *                          from and to are those of the edge unless one of these is a join, then two nodes that it
 *                          orders
 *   outputs                [{file, bytes, sha256}]: what was written with it, but for itself and the dependency file
 *
 * To add a field: write it where the list above has its object, in manifest_OBJECT.c (files, kernels, memories, graphs,
 * paths, nodes, edges), name it here, in vggen(1) and in gen/manifest_schema.json, and run tests/script/golden.sh
 * --update. */
#ifndef MANIFEST_H
#define MANIFEST_H

#include <stdio.h>

#include "emit/emit_context.h"
#include "plan/times.h"

/* NAME.json. */
void manifest_write(FILE *file, const emit *e);
/* What --print-plan=json prints: the same without modules, kernels and outputs. t: NULL, or times of nodes, which add a
 * critical_path to each graph. */
void manifest_write_plan(FILE *file, const emit *e, const times_table *t);

#endif
