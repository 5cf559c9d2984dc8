/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* base.h - what all parts of the CPU device use: settings, problems, entering and leaving a call, handles, contexts. */
#ifndef SIM_BASE_H
#define SIM_BASE_H

#include <cuda.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vgsim.h"
#include "vgsim_abi.h"

#pragma GCC visibility push(hidden)

/* ---- settings.c: the environment, read once ---- */

typedef enum { SIM_CHECK_OFF, SIM_CHECK_RACES, SIM_CHECK_FULL } sim_check_level;

/* Accesses of kernels: not looked at; looked at; and equal values that several threads write count, too. */
typedef enum { SIM_ACCESSES_OFF, SIM_ACCESSES_ON, SIM_ACCESSES_ALL } sim_accesses;

typedef struct {
    uint64_t seed;         /* VGSIM_SEED; 0: everything in plain order */
    bool lazy;             /* VGSIM_LAZY */
    sim_check_level check; /* VGSIM_CHECK */
    bool check_forced;     /* … was given, so large arenas are checked too */
    bool trace;            /* VGSIM_TRACE */
    bool quiet;            /* VGSIM_QUIET */
    int driver;            /* VGSIM_DRIVER, 13000 for 13.0 */
    unsigned capability;   /* VGSIM_CC, 0: the first program's */
    size_t memory;         /* VGSIM_MEMORY, device bytes */
    size_t addresses;      /* VGSIM_ADDRESSES, bytes of addresses that are reserved for all memory */
    size_t stack;          /* VGSIM_STACK, bytes for each thread of a kernel */
    uint64_t passes;       /* VGSIM_PASSES, after which a loop counts as endless */
    unsigned multiprocessors; /* VGSIM_MULTIPROCESSORS; 0: not given */
    sim_accesses accesses; /* VGSIM_ACCESSES */
    double seconds;        /* VGSIM_SECONDS, that a kernel may compute; 0: for ever */
    bool capture;          /* VGSIM_CAPTURE: functions are captured, as on a GPU */
} sim_settings;

const sim_settings *sim_get_settings(void);
/* "0.5", whatever the locale writes. False: it is none. */
bool sim_read_seconds(const char *text, double *seconds);
/* The next number of a sequence; the device's own sequence starts at the seed. */
uint64_t sim_random(uint64_t *state);
uint64_t *sim_random_state(void);
/* `count` indices in an order drawn from the sequence, or plain with seed 0. */
void sim_shuffle(uint32_t *order, size_t count, uint64_t *state);

/* ---- number.c: the driver call that runs ---- */

#define SIM_NAME_BYTES 64

void sim_call_begin(const char *name);
unsigned long sim_call_number(void);
/* "the 3rd cuMemAlloc", for the number of a call. */
typedef struct {
    char text[SIM_NAME_BYTES + 32];
} sim_call_text;
sim_call_text sim_call_words(unsigned long number);
const char *sim_call_name(void); /* without the symbol's _v2 */
void sim_plain_name(char *plain, size_t size, const char *name);

/* ---- problem.c ---- */

void sim_problem(const char *kind, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A problem that is of the call itself and not of a node's. */
#define sim_call_problem(kind, format, ...) sim_problem(kind, "%s: " format, sim_call_name(), __VA_ARGS__)
/* Says why a call is refused, where a GPU would only give the code. Not a problem. Returns code. */
CUresult sim_refuse(CUresult code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* From now on no call is to blame for a problem. */
void sim_problem_at_end(void);
/* These end the program if the host has no memory. */
void *sim_allocate(size_t count, size_t size);
void *sim_grow(void *array, size_t count, size_t *capacity, size_t size);

/* ---- call.c: entering and leaving the driver ---- */

enum { SIM_ANY = 0, SIM_INIT = 1, SIM_CONTEXT = 3 };

/* Begins a driver call: takes the lock, counts the call, injects a planned fault, and checks what the call needs.
 * sim_leave or sim_leave_out must follow, whatever it returns. */
CUresult sim_enter(const char *name, unsigned needs);
/* Refuses the call if the driver is older than that version, 12030 for 12.3. */
CUresult sim_need_driver(int version);
CUresult sim_leave(CUresult result);
/* After a failure the out parameter is filled with a trap value. */
CUresult sim_leave_out(CUresult result, void *out, size_t size);
void sim_set_initialized(void);
/* From now on every call that needs a context returns `code`. */
void sim_set_sticky(CUresult code);
CUresult sim_sticky(void);
void sim_clear_sticky(void);
/* What an injected asynchronous fault left for the next synchronising call, once. */
CUresult sim_take_async(void);
bool sim_async_waits(void);
/* For a thread of the device's own, and for calls that wait for one. */
void sim_lock(void);
void sim_unlock(void);

/* In a child of a fork, where no call works? */
bool sim_is_forked(void);

/* While a function of the application's runs in place of a node: it is to blame, by its title, for what the application
 * does, and may not call the driver. */
void sim_blame_begin(const char *title);
void sim_blame_end(void);
const char *sim_blamed(void); /* "the application" where no such function runs */

/* ---- capture.c: captures that go on ---- */

typedef struct sim_capture_state {
    struct sim_capture_state *next;
    uint64_t id;
    CUstreamCaptureMode mode;
    uintptr_t thread;    /* that began it */
    unsigned long begun; /* by that call */
    bool blocking;       /* of a stream for which the null stream waits */
    bool invalid;
} sim_capture_state;

void sim_capture_enlist(sim_capture_state *state, CUstreamCaptureMode mode, bool blocking);
void sim_capture_delist(sim_capture_state *state);
sim_capture_state *sim_capture_find(uint64_t id); /* NULL: it has ended */
bool sim_capture_is_mine(const sim_capture_state *state);
CUstreamCaptureMode sim_capture_exchange(CUstreamCaptureMode mode); /* of this thread; returns the one before */
/* Refuses a call for that reason; from now on the capture is invalid. Returns code. */
CUresult sim_capture_break(sim_capture_state *state, CUresult code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Whether the call of that name may be made now, by this thread. */
CUresult sim_capture_allows(const char *name);
/* Whether one that no stream sees may. */
CUresult sim_capture_allows_unsafe(void);
/* Whether the null stream can be used. */
CUresult sim_capture_implicit(bool breaks);

/* ---- fault.c: a planned fault ---- */

void sim_fault_plan(unsigned long n, const char *name, int code);
/* The code with which this call is to fail; `later`: it succeeds, and the next synchronising one fails. */
CUresult sim_fault_due(const char *call, bool *later);
/* At the end: says that it never came; `waits`: it came, but no call has shown it. `is_function`: whether the driver
 * has one of this name. */
void sim_fault_tell(bool waits, bool (*is_function)(const char *name));

/* ---- object.c: handles ---- */

typedef enum {
    SIM_CONTEXT_OBJECT = 1,
    SIM_MODULE,
    SIM_FUNCTION,
    SIM_LIBRARY,
    SIM_KERNEL,
    SIM_STREAM,
    SIM_EVENT,
    SIM_GRAPH,
    SIM_NODE,
    SIM_EXEC,
    SIM_HANDLE, /* of a conditional node */
    SIM_CAPTURE,
    SIM_USER_OBJECT,
    SIM_KINDS
} sim_kind;

typedef struct sim_object {
    uint32_t mark;
    uint16_t kind;
    uint16_t dead;
    unsigned long created, destroyed; /* call numbers */
    void *data;                       /* freed by its owner on destruction, then NULL */
    const void *owner;
} sim_object;

sim_object *sim_object_new(sim_kind kind, void *data, const void *owner); /* NULL when there is no room */
void sim_object_destroy(sim_object *object);
/* The live object's data, or NULL after reporting what the handle is. */
void *sim_object_data(const void *handle, sim_kind kind);
const char *sim_kind_name(sim_kind kind);
unsigned long sim_object_live(sim_kind kind);
void sim_object_report_leaks(void);

/* ---- context.c ---- */

bool sim_context_current(void);
CUcontext sim_context_top(void); /* the current one, or NULL */
bool sim_context_lost(void);     /* the current one was destroyed or released */
bool sim_context_valid(CUcontext context);
unsigned long sim_context_live(void);
void sim_context_report_leaks(void);
CUresult sim_context_new(CUcontext *out, unsigned flags);
void sim_context_free(CUcontext context);
bool sim_context_primary(CUcontext context);
unsigned sim_context_flags(CUcontext context);
CUresult sim_context_push(CUcontext context);
CUresult sim_context_pop(CUcontext *out);
CUresult sim_context_set(CUcontext context); /* NULL: pops the current one */

CUresult sim_primary_retain(CUcontext *out);
CUresult sim_primary_release(bool *last); /* out: that was the last reference */
bool sim_primary_active(void);
unsigned sim_primary_flags(void);
void sim_primary_set_flags(unsigned flags);

/* ---- register.c: programs and kernels that were linked ---- */

/* Of an image that a program registered: "fir: fir.cu"; else NULL. */
const char *sim_module_of(const void *image);
/* The host build of that name with these parameters, else one of that name, else NULL. */
const vgsim_kernel *sim_find_kernel(const char *module, const char *entry, unsigned count, const uint32_t *sizes);
const char *sim_other_module(const vgsim_kernel *kernel); /* of its program, with a kernel of its name; NULL: none */
unsigned sim_capability(void);
/* Refuses programs whose kernels are of another run of vggen than their C. */
CUresult sim_check_stamps(void);
size_t sim_program_count(void);
const vgsim_program *sim_program(size_t index);

/* ---- title.c ---- */

/* "launch fir" with its quotes and, of a step of the spec, (fir.yaml:15). */
const char *sim_title(const vgsim_node *node);

/* ---- elements.c ---- */

/* "y[128] to y[255]": bytes [first, last) of a space; of several buffers that share them the one of that name. */
void sim_elements(const vgsim_program *program, unsigned space, uint64_t first, uint64_t last, const char *name,
                  char *text, size_t size);

/* ---- trap.c: faults of a running kernel ---- */

void sim_trap_install(void (*handler)(int signal, const void *address));
void sim_trap_remove(void);
void sim_trap_host(void (*handler)(const void *address));

/* ---- clock.c: a limit for a running kernel ---- */

/* When this thread has computed for so many seconds, the handler is called in the middle of whatever it does, and again
 * until the stop: with the place in the code and the top of its stack, 0 where they cannot be known. */
void sim_clock_start(double seconds, void (*handler)(uintptr_t code, uintptr_t stack));
void sim_clock_stop(void);
/* Before the application's code runs again: its signals are as they were. */
void sim_clock_give_back(void);

#pragma GCC visibility pop

#endif
