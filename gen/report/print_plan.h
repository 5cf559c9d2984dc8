/* SPDX-License-Identifier: MIT */
/* The finished plan on a stream. Decides nothing, raises no diagnostic. */
#ifndef PRINT_PLAN_H
#define PRINT_PLAN_H

#include <stdio.h>

#include "plan/plan.h"
#include "plan/times.h"
#include "spec/model.h"

/* For people: memory, buffers, then each graph with its longest path, its nodes, what they wait for and the bytes that they
 * touch. t: NULL, or the times of nodes, for the longest path by these. */
void print_plan(FILE *out, const model *m, const plan *p, const times_table *t);

/* For programs: one JSON object. Keys are stable: later versions add some, and "version" grows where one changes its
 * meaning. Sizes and offsets are bytes, ranges half-open; lists are in the order of the spec or of the plan.
 *
 *   version        1
 *   program, spec  names
 *   layout         "shared" or "separate"
 *   device         bytes (of all arenas), arenas: [memory]
 *   pinned         a memory
 *   memory         {bytes, lower_bound, sum, proven, search_steps, peak}; sum is what it would take without sharing, proven
 *                  says that bytes is the least possible with these transfers, the buffers of one lying side by side, peak
 *                  is the most bytes alive at one node, in the order of nodes; where not all is alive always, peak_graph
 *                  and peak_node name it
 *   buffers        [{name, role, type, shape: [elements], bytes, align, arena, offset, upload_offset, download_offset}];
 *                  arena is the index of a device arena, the last two are offsets in pinned memory or null. A condition
 *                  has no place: arena and offset are null
 *   transfers      [{direction: "upload" or "download", buffers: [names], bytes, device_offset, pinned_offset}]
 *   graphs         [{name, kind: "replay" or "setup", completion: {by, why}, small_copies, edges, depth, width,
 *                  longest_path: [names], nodes}]; by is "node" (the last node writes the word in which the host
 *                  sees the end), "write" (the stream writes it after the graph) or "query" (the stream is asked, for there
 *                  are several lanes), why the reason that it is not "node", or null; small_copies says that its exec is
 *                  made as for launches by the device, too, which starts copies sooner; setup has neither. depth counts the
 *                  nodes on the longest path, width the most nodes at one depth. Where `reuse: tight` made nodes wait:
 *                  depth_without_added, added_limited (the search for fewer ran out of steps), and added: [{from, to,
 *                  first, second}], nodes and the buffers that share bytes for it. With times of nodes: critical_path:
 *                  {microseconds, of, without_time, nodes: [{name, microseconds}]}; `of` is the sum of all nodes,
 *                  without_time counts those that have none
 *   bodies         where there are conditional nodes: [{name, graph, of, node, body, edges …}], from edges on as graphs have
 *                  it. It is the body-th one, from 0, of that node; `of` names the graph or body in which the node is
 *   nodes          [{name, kind: "kernel", "copy", "fill", "transfer", "empty", "conditional", "begin" or "end", title, step,
 *                  after: [names], ranges}]; step is the index in the graph's steps, with those in bodies, repeated and
 *                  added ones, null for a node that belongs to none. Names are unique in a graph with its bodies
 *   ranges         [{buffer, first, last, access}]; access is "read", "write" (some bytes), "write_all", "read_write",
 *                  or "work" (undefined before and after)
 *
 * A kernel node that comes after others has kernel_edges: [{from, targets: [{target, programmatic, reason}]}]: whether it may
 * begin before that kernel has ended, on each target, and if not, why.
 *
 * A kernel node also has kernel, grid: [x, y, z], block: [x, y, z], shared_bytes (dynamic) and arguments:
 * [{parameter, buffer, first}] for a pointer, [{parameter, type, hex}] for a value, hex being its bytes as hexadecimal
 * digits in the order of memory, [{parameter, type, condition}] for the handle of a conditional node. So have the nodes
 * "begin" and "end", with purpose (text) and without arguments; "end" has word, the offset in pinned memory of what it
 * writes. A conditional node
 * has control ("while", "if" or "switch"), condition, and bodies: [names], and touches what its bodies touch. A transfer
 * node has transfer, an index in transfers. A copy node has to, to_first, from, from_first and bytes; a fill node has to,
 * to_first, value, element, pitch and count. A node of a step that the generator added has generated: true, and
 * moves_swapped: true where it brings bytes to where a swapped name lies; one of a further copy of a step that is repeated
 * or called has copy, which one it is. A loop has most_passes, passes_in_body, passes_before (those that stand before it)
 * and maybe counter, the buffer that counts them. */
void print_plan_json(FILE *out, const model *m, const plan *p, const times_table *t);

#endif
