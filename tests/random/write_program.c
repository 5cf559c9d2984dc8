/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
/* A random program as a spec, in the many ways in which one can be written. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

static const char *const roles[] = {"input", "output", "inout", "scratch", "state", "constant", "derived", "setting"};
static const char *const transports[] = {"auto", "copy", "kernel", "direct"};
static const char *const traffics[] = {"each", "on_request", "never"};

static const char *type_name(unsigned element)
{
    return element == 1 ? "u8" : element == 2 ? "u16" : element == 4 ? "u32" : element == 8 ? "u64" : "u32x4";
}

/* An element; a vector as a list, or only its lanes. */
static void write_element(FILE *to, const unsigned char *bytes, unsigned element, bool list)
{
    uint64_t value = 0;
    if (element == 16) {
        for (unsigned i = 0; i < 4; i++) {
            fputs(i > 0 ? ", " : list ? "[" : "", to);
            write_element(to, bytes + 4 * i, 4, false);
        }
        fputs(list ? "]" : "", to);
        return;
    }
    for (unsigned i = 0; i < element; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    fprintf(to, value % 3 == 0 ? "%" PRIu64 : "0x%" PRIx64, value);
}

/* Different in each program, so that sources of several can be compiled as one. */
static void write_define(FILE *to, const random_program *p, unsigned buffer)
{
    fprintf(to, "N%" PRIu64 "_%u", p->seed, buffer);
}

/* ---- buffers ---- */

static bool is_zero(const unsigned char *bytes, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (bytes[i])
            return false;
    }
    return true;
}

static void write_content(FILE *to, const random_buffer *b)
{
    if (b->role == CONSTANT) {
        fputs(", values: [", to);
        for (unsigned i = 0; i < b->bytes; i += b->element) {
            fputs(i > 0 ? ", " : "", to);
            write_element(to, b->first + i, b->element, false);
        }
        fputs("]", to);
    } else if (b->role == SETTING) {
        fprintf(to, ", value: %u", b->first[0]);
    } else if (b->role == STATE || b->up == ON_REQUEST) {
        if (!is_zero(b->first, b->element)) {
            fputs(", init: ", to);
            write_element(to, b->first, b->element, true);
        }
    }
}

static void write_traffic(FILE *to, const random_buffer *b)
{
    bool goes_in = b->role == INPUT || b->role == INOUT, goes_out = b->role == OUTPUT || b->role == INOUT;
    if (b->up != (goes_in ? EACH : NEVER))
        fprintf(to, ", upload: %s", traffics[b->up]);
    if (b->down != (goes_out ? EACH : NEVER))
        fprintf(to, ", download: %s", traffics[b->down]);
    if (b->ranged && b->role == SETTING)
        fputs(", range: [0, 2]", to);
    else if (b->ranged)
        fprintf(to, ", range: [%u, %u]", b->down_first / b->element, b->down_last / b->element);
}

static void write_buffer(FILE *to, const random_program *p, unsigned index)
{
    const random_buffer *b = &p->buffers[index];
    fprintf(to, "  b%u: {role: %s, type: %s", index, roles[b->role], type_name(b->element));
    if (b->role != SETTING && b->defined) {
        fputs(", shape: [", to);
        write_define(to, p, index);
        fputs("]", to);
    } else if (b->role != SETTING && b->rows > 0) {
        fprintf(to, ", shape: [%u, %u]", b->rows, b->count / b->rows);
    } else if (b->role != SETTING) {
        fprintf(to, ", shape: [%u]", b->count);
    }
    write_traffic(to, b);
    write_content(to, b);
    if (b->io != BY_ANYTHING)
        fprintf(to, ", io: %s", transports[b->io]);
    if (b->align)
        fprintf(to, ", align: %u", b->align);
    if (b->fixed != NONE)
        fprintf(to, ", at: %d", b->fixed);
    if (b->role == STATE && p->lanes > 1)
        fputs(", per_lane: true", to);
    fputs("}\n", to);
}

/* ---- slices ---- */

static void write_end(FILE *to, const random_program *p, const random_use *u, unsigned end)
{
    const random_buffer *b = &p->buffers[u->buffer];
    if (b->defined && b->element == u->element && (u->style & 8)) {
        write_define(to, p, u->buffer);
        if (end < b->count)
            fprintf(to, " - %u", b->count - end);
    } else if ((u->style & 16) && end > 1) {
        fprintf(to, "%u + %u", end / 2, end - end / 2);
    } else {
        fprintf(to, "%u", end);
    }
}

static void write_slice(FILE *to, const random_program *p, const random_use *u)
{
    const random_buffer *b = &p->buffers[u->buffer];
    bool view = u->element != b->element || (u->style & 96) == 96;
    unsigned first = u->first / u->element, last = u->last / u->element, count = b->bytes / u->element;
    if (b->role == SETTING || (!view && first == 0 && last == count && (u->style & 1))) {
        fprintf(to, "b%u", u->buffer);
        return;
    }
    if (!view && b->rows > 0 && (u->style & 4) && last - first == count / b->rows && first % (count / b->rows) == 0) {
        fprintf(to, "b%u[%u]", u->buffer, first / (count / b->rows));
        return;
    }
    fprintf(to, view ? "(b%u as %s)[" : "b%u[", u->buffer, type_name(u->element));
    if (first > 0 || !(u->style & 2) || last == count)
        write_end(to, p, u, first);
    fputs(":", to);
    if (last < count || !(u->style & 1))
        write_end(to, p, u, last);
    fputs("]", to);
}

/* ---- steps ---- */

static const char *access_name(char letter)
{
    return letter == 'i' ? "in" : letter == 'o' ? "out" : letter == 'p' ? "out_part" : letter == 'b' ? "inout" : "work";
}

static const char *word_name(unsigned word)
{
    return word == 1 ? "b" : "w";
}

static bool is_once(const random_program *p, unsigned kernel, unsigned word, unsigned index)
{
    return p->once[kernel][word == 4][index];
}

static void write_overrides(FILE *to, const random_program *p, const random_step *s, const random_kernel *k)
{
    const char *before = "      access: {";
    for (unsigned i = 0; i < s->use_count; i++) {
        const random_use *u = &s->uses[i];
        if (u->claims == k->does[i] && u->once == is_once(p, s->kernel, s->word, i))
            continue;
        fprintf(to, "%sp%u: %s%s", before, i, access_name(u->claims), u->once ? " once" : "");
        before = ", ";
    }
    if (before[0] == ',')
        fputs("}\n", to);
}

static void write_more(FILE *to, const random_program *p, const char *key, const random_use *more)
{
    if (more->first == more->last)
        return;
    fprintf(to, "      %s: %s", key, more->style & 32 ? "[\"" : "");
    write_slice(to, p, more);
    fprintf(to, "%s\n", more->style & 32 ? "\"]" : "");
}

static void write_launch(FILE *to, const random_program *p, const random_step *s)
{
    const random_kernel *k = &random_kernels[s->kernel];
    fprintf(to, "launch: %s_%s(", k->name, word_name(s->word));
    for (unsigned i = 0; i < s->use_count; i++) {
        write_slice(to, p, &s->uses[i]);
        fprintf(to, ", %u, ", (s->uses[i].last - s->uses[i].first) / s->word);
    }
    for (unsigned i = 0; i < 2 && k->reaches; i++)
        fprintf(to, "%u, ", (s->more[i].last - s->more[i].first) / s->word);
    fputs(s->salt % 3 == 0 ? "salt=" : "", to);
    if (s->salt_setting != NONE)
        fprintf(to, "b%d)\n", s->salt_setting);
    else
        fprintf(to, "%u)\n", s->salt);
    if (s->grid_setting != NONE)
        fprintf(to, s->salt % 2 ? "      grid: b%d\n" : "      grid: min(b%d, 2)\n", s->grid_setting);
    else
        fprintf(to, s->salt % 5 == 0 ? "      grid: resident\n      max: %u\n" : "      grid: %u\n", s->grid);
    if (s->block != 4)
        fprintf(to, "      block: %u\n", s->block);
    write_overrides(to, p, s, k);
    write_more(to, p, "reads", &s->more[0]);
    write_more(to, p, "writes", &s->more[1]);
}

static void write_after(FILE *to, const random_step *s)
{
    const char *before = "      after: [";
    for (unsigned i = 0; i < 2; i++) {
        if (s->after[i] != NONE) {
            fprintf(to, "%ss%d", before, s->after[i]);
            before = ", ";
        }
    }
    if (before[0] == ',')
        fputs("]\n", to);
}

static void write_control(FILE *to, const random_program *p, const random_step *s)
{
    static const char *const keys[] = {[WHILE] = "while", [IF] = "if", [SWITCH] = "switch"};
    if (s->kind == REPEAT) {
        fprintf(to, "repeat: %u\n", s->passes);
    } else {
        fprintf(to, "%s: ", keys[s->kind]);
        write_slice(to, p, &s->uses[0]);
        fputs("\n", to);
    }
    if (s->kind == WHILE)
        fprintf(to, "      max: %u\n%s", s->passes, s->first_run ? "      first: run\n" : "");
    if (s->swap[0] != NONE)
        fprintf(to, "      swap: [b%d, b%d]\n", s->swap[0], s->swap[1]);
}

static void write_step(FILE *to, const random_program *p, const random_step *s, unsigned index)
{
    fputs("    - ", to);
    if (step_is_control(s)) {
        write_control(to, p, s);
    } else if (s->kind == LAUNCH) {
        write_launch(to, p, s);
    } else if (s->kind == FILL) {
        fputs("fill: ", to);
        write_slice(to, p, &s->uses[0]);
        fputs(" = ", to);
        if (is_zero(s->pattern, s->uses[0].element)) /* clears any type */
            fputs("0", to);
        else
            write_element(to, s->pattern, s->uses[0].element, true);
        fputs("\n", to);
    } else {
        fputs("copy: ", to);
        write_slice(to, p, &s->uses[0]);
        fputs(" -> ", to);
        write_slice(to, p, &s->uses[1]);
        fputs("\n", to);
    }
    if (s->named)
        fprintf(to, "      name: s%u\n", index);
    if (s->idle != NONE)
        fprintf(to, "      idle: b%d\n", s->idle);
    if (s->switched != NONE)
        fprintf(to, "      %s: w%d\n", s->unless ? "unless" : "when", s->switched);
    write_after(to, s);
}

/* ---- what holds steps ---- */

static void write_body(FILE *to, const random_program *p, const random_graph *g, unsigned control, unsigned body,
                       const char *indent);

/* Each line further to the right. */
static void write_lines(FILE *to, char *text, const char *indent)
{
    for (char *line = text, *end; *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        fprintf(to, "%s%.*s\n", indent, (int)(end - line), line);
    }
}

static void write_bodies(FILE *to, const random_program *p, const random_graph *g, unsigned control, const char *indent)
{
    const random_step *s = &g->steps[control];
    char inner[64], *text = NULL;
    size_t size = 0;
    snprintf(inner, sizeof inner, "%s    ", indent);
    if (s->kind != SWITCH) {
        for (unsigned b = 0; b < s->bodies; b++) {
            fprintf(to, "%s      %s:\n", indent, b == 0 ? "do" : "else");
            write_body(to, p, g, control, b, inner);
        }
        return;
    }
    fprintf(to, "%s      cases:\n", indent);
    for (unsigned b = 0; b < s->bodies; b++) {
        FILE *all = open_memstream(&text, &size);
        write_body(all, p, g, control, b, "    ");
        fclose(all);
        if (size == 0)
            fprintf(to, "%s      - []\n", indent);
        else { /* the dash of the list before that of its first step */
            text[6] = '-';
            write_lines(to, text, indent);
        }
        free(text);
    }
}

/* The steps of a body, or those that nothing holds (control: NONE). */
static void write_body(FILE *to, const random_program *p, const random_graph *g, unsigned control, unsigned body,
                       const char *indent)
{
    bool all = control == (unsigned)NONE;
    for (unsigned i = all ? 0 : control + 1; i < (all ? g->count : g->steps[control].end); i++) {
        const random_step *s = &g->steps[i];
        char *text = NULL;
        size_t size;
        if (s->inside != (int)control || (!all && s->body != body))
            continue;
        FILE *step = open_memstream(&text, &size);
        write_step(step, p, s, i);
        fclose(step);
        write_lines(to, text, indent);
        free(text);
        if (step_is_control(s))
            write_bodies(to, p, g, i, indent);
    }
}

static void write_graph(FILE *to, const random_program *p, unsigned graph)
{
    if (p->named_graphs && graph < p->replayed)
        fprintf(to, "  %s:\n", program_graph_name(p, graph));
    else
        fprintf(to, "%s:\n", graph < p->replayed ? "steps" : "setup");
    write_body(to, p, &p->graphs[graph], (unsigned)NONE, 0, "");
}

/* ---- the whole ---- */

static bool is_launched(const random_program *p, unsigned kernel, unsigned word)
{
    for (unsigned g = 0; g < p->replayed + p->setup; g++) {
        for (unsigned i = 0; i < p->graphs[g].count; i++) {
            const random_step *s = &p->graphs[g].steps[i];
            if (s->kind == LAUNCH && s->kernel == kernel && s->word == word)
                return true;
        }
    }
    return false;
}

static void write_kernels(FILE *to, const random_program *p, const char *source)
{
    const char *before = "kernels:\n";
    for (unsigned word = 1; word <= 4; word += 3) {
        for (unsigned k = 0; k < random_kernel_count; k++) {
            const char *does = random_kernels[k].does;
            if (!is_launched(p, k, word))
                continue;
            fprintf(to, "%s  %s_%s:\n    source: %s\n    block: 4\n    params: {", before, random_kernels[k].name,
                    word_name(word), source);
            before = "";
            for (unsigned i = 0; does[i]; i++)
                fprintf(to, "p%u: %s%s %s*, n%u: u32, ", i, access_name(does[i]),
                        is_once(p, k, word, i) ? " once" : "", type_name(word), i);
            fprintf(to, "%ssalt: u32}\n", random_kernels[k].reaches ? "more_x: u32, more_y: u32, " : "");
        }
    }
}

static void write_defines(FILE *to, const random_program *p)
{
    const char *before = "define: {";
    for (unsigned b = 0; b < p->buffer_count; b++) {
        if (p->buffers[b].defined) {
            fputs(before, to);
            write_define(to, p, b);
            fprintf(to, ": %u", p->buffers[b].count);
            before = ", ";
        }
    }
    fputs(before[0] == ',' ? "}\n" : "", to);
}

static void write_switches(FILE *to, const random_program *p)
{
    for (unsigned i = 0; i < p->switch_count; i++)
        fprintf(to, "%sw%u: %s", i > 0 ? ", " : "switches: {", i, p->switches[i] ? "on" : "off");
    fputs(p->switch_count > 0 ? "}\n" : "", to);
}

void program_write(FILE *to, const random_program *p, const char *kernels)
{
    fprintf(to, "vggen: 1\nprogram: p%" PRIu64 "\ntargets: sm_90\nmin_cuda: \"13.0\"\n", p->seed);
    if (p->lanes > 1)
        fprintf(to, "lanes: %u\n", p->lanes);
    if (p->reuse != REUSE_ON)
        fprintf(to, "memory: {reuse: %s}\n", p->reuse == REUSE_OFF ? "off" : "tight");
    write_defines(to, p);
    write_switches(to, p);
    write_kernels(to, p, kernels);
    fputs("buffers:\n", to);
    for (unsigned b = 0; b < p->buffer_count; b++)
        write_buffer(to, p, b);
    if (p->setup)
        write_graph(to, p, p->replayed);
    fputs(p->named_graphs ? "graphs:\n" : "", to);
    for (unsigned g = 0; g < p->replayed; g++)
        write_graph(to, p, g);
}
