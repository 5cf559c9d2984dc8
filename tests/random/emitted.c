/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Random programs as vggen emits them, through their own functions: every byte as the interpreter has it. Each is opened
 * for several orders of the CPU device, one time with a warm-up, which must leave no trace. */
#include <stdlib.h>
#include <string.h>

#include "emitted.h"
#include "program.h"
#ifdef EMITTED_GPU /* it has an order of its own, and no checks */
#define vgsim_seed(order) ((void)(order))
#define vgsim_problem_count() 0ul
#else
#include "vgsim.h"
#endif

enum { ORDERS = 3 };

typedef struct {
    const emitted_program *program;
} emitted;

static bool good(const emitted *e, vg_status status, unsigned lane, const char *what)
{
    char text[512] = "";
    if (status == VG_OK)
        return true;
    vg_detail_text(e->program->detail(lane), text, sizeof text);
    fprintf(stderr, "program %llu: %s answers %d: %s\n", e->program->seed, what, (int)status, text);
    return false;
}

static unsigned char *get_up(void *self, unsigned lane, unsigned buffer)
{
    return ((emitted *)self)->program->up(lane, buffer);
}

static const unsigned char *get_down(void *self, unsigned lane, unsigned buffer)
{
    return ((emitted *)self)->program->down(lane, buffer);
}

static bool set_value(void *self, unsigned lane, unsigned buffer, unsigned value)
{
    emitted *e = self;
    return good(e, e->program->set(lane, buffer, value), lane, "a setter");
}

static bool turn_switch(void *self, unsigned lane, unsigned which, bool on)
{
    emitted *e = self;
    return good(e, e->program->turn(lane, which, on), lane, "a switch");
}

static bool request_upload(void *self, unsigned lane, unsigned buffer)
{
    emitted *e = self;
    return good(e, e->program->change(lane, buffer), lane, "changed");
}

static bool request_download(void *self, unsigned lane, unsigned buffer)
{
    emitted *e = self;
    return good(e, e->program->want(lane, buffer), lane, "want");
}

static bool start(void *self, unsigned lane, unsigned graph)
{
    emitted *e = self;
    return good(e, e->program->start(lane, graph), lane, "start");
}

static bool finish(void *self, unsigned lane)
{
    emitted *e = self;
    return good(e, e->program->finish(lane), lane, "finish");
}

static bool reset(void *self, unsigned lane)
{
    emitted *e = self;
    return good(e, e->program->reset(lane), lane, "reset");
}

static bool play(const emitted_program *program, const random_program *p, unsigned order)
{
    emitted e = {program};
    random_device device = {&e,    get_up, get_down, set_value, turn_switch, request_upload, request_download,
                            start, finish, reset,    NULL};
    vg_config config;
    memset(&config, 0, sizeof config);
    config.warm_up = order == 1 ? 2 : 0;
    vgsim_seed(order);
    if (!good(&e, program->open(&config), 0, "open"))
        return false;
    bool right = session_play(p, &device, true);
    return good(&e, program->close(), 0, "close") && right;
}

int main(void)
{
    static random_program p;
    unsigned wrong = 0;
    for (unsigned i = 0; i < emitted_program_count; i++) {
        bool right = true;
        program_make(&p, emitted_programs[i].seed);
        for (unsigned order = 0; order < ORDERS && right; order++)
            right = play(&emitted_programs[i], &p, order);
        if (!right)
            fprintf(stderr, "program %llu FAILED; see it with random --print %llu\n", emitted_programs[i].seed,
                    emitted_programs[i].seed);
        wrong += !right;
    }
    printf("%u emitted programs, %d orders each: %u wrong, %lu problems\n", emitted_program_count, ORDERS, wrong,
           vgsim_problem_count());
    return wrong == 0 && vgsim_problem_count() == 0 && emitted_program_count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
