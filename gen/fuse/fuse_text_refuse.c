/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which kernels cannot be part of a launch. Every instruction, special register and directive that may come is known
 * here by name: what is not, is refused. */
#include <string.h>

#include "fuse/fuse_text_flow.h"

typedef struct {
    arena *memory;
    const fuse_source *s;
    const fuse_function *f;
    const fuse_item *item;
    const fuse_shape *shape;
    bool function; /* one that the kernel calls */
    bool *visited; /* functions */
} refuser;

/* As in the source. */
static const char *shown_function(const refuser *r)
{
    return ptx_source_name(r->memory, r->f->name);
}

/* ---- instructions ---- */

/* Instructions that mean the same in a launch, whatever their suffixes. */
static const char *const allowed[] = {
    "abs",      "activemask", "add",       "addc",      "and",          "applypriority",
    "atom",     "bar",        "barrier",   "bfe",       "bfi",          "bfind",
    "bmsk",     "bra",        "brev",      "brx",       "call",         "clz",
    "cnot",     "copysign",   "cos",       "cp",        "createpolicy", "cvt",
    "cvta",     "discard",    "div",       "dp2a",      "dp4a",         "elect",
    "ex2",      "exit",       "fence",     "fma",       "fns",          "griddepcontrol",
    "isspacep", "ld",         "ldmatrix",  "lg2",       "lop3",         "mad",
    "mad24",    "madc",       "match",     "max",       "membar",       "min",
    "mma",      "mov",        "movmatrix", "mul",       "mul24",        "nanosleep",
    "neg",      "not",        "or",        "popc",      "prefetch",     "prefetchu",
    "prmt",     "rcp",        "red",       "redux",     "rem",          "ret",
    "rsqrt",    "sad",        "selp",      "set",       "setp",         "shf",
    "shfl",     "shl",        "shr",       "sin",       "slct",         "sqrt",
    "st",       "stmatrix",   "sub",       "subc",      "szext",        "tanh",
    "testp",    "trap",       "vabsdiff",  "vabsdiff2", "vabsdiff4",    "vadd",
    "vadd2",    "vadd4",      "vavrg2",    "vavrg4",    "vmad",         "vmax",
    "vmax2",    "vmax4",      "vmin",      "vmin2",     "vmin4",        "vote",
    "vset",     "vset2",      "vset4",     "vshl",      "vshr",         "vsub",
    "vsub2",    "vsub4",      "wmma",      "xor"};

typedef struct {
    const char *word; /* the beginning of an opcode */
    const char *why;
} refusal;

static const refusal refused[] = {
    {"mbarrier", "it uses barrier objects (mbarrier)"},
    {"cp.async.bulk", "it copies by the tensor memory accelerator (cp.async.bulk)"},
    {"cp.reduce.async.bulk", "it copies by the tensor memory accelerator (cp.reduce.async.bulk)"},
    {"cp.async.mbarrier", "it uses barrier objects (cp.async.mbarrier)"},
    {"wgmma", "it multiplies by groups of warps (wgmma)"},
    {"tcgen05", "it uses tensor memory (tcgen05)"},
    {"tensormap", "it changes a tensor map"},
    {"multimem", "it uses memory of several devices at once (multimem)"},
    {"st.async", "it stores to other blocks of a cluster (st.async)"},
    {"st.bulk", "it uses st.bulk"},
    {"red.async", "it stores to other blocks of a cluster (red.async)"},
    {"mapa", "it uses memory of other blocks of a cluster (mapa)"},
    {"getctarank", "it uses memory of other blocks of a cluster (getctarank)"},
    {"barrier.cluster", "it waits for a cluster (barrier.cluster)"},
    {"clusterlaunchcontrol", "it takes over blocks of a cluster"},
    {"setmaxnreg", "it changes how many registers it has (setmaxnreg)"},
    {"fence.proxy", "it has a fence between ways to memory (fence.proxy)"},
    {"tex", "it reads textures"},
    {"tld4", "it reads textures"},
    {"txq", "it reads textures"},
    {"istypep", "it reads textures"},
    {"suld", "it uses surfaces"},
    {"sust", "it uses surfaces"},
    {"sured", "it uses surfaces"},
    {"suq", "it uses surfaces"},
    {"brkpt", "it has a breakpoint"},
    {"pmevent", "it triggers performance monitors"},
    {"alloca", "it allocates on its stack (alloca)"},
};

static bool is_allowed(const fuse_source *s, const fuse_statement *t)
{
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        if (fuse_is(s, t, allowed[i])) {
            return true;
        }
    }
    return false;
}

static const char *check_opcode(const refuser *r, const fuse_statement *t)
{
    const ptx_token *o = &r->s->r.tokens[t->opcode];

    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        size_t length = strlen(refused[i].word);
        if (ptx_starts(&r->s->r, t->opcode, refused[i].word) &&
            (o->end - o->begin == length || r->s->r.text[o->begin + length] == '.')) {
            return refused[i].why;
        }
    }
    if (!is_allowed(r->s, t)) {
        return arena_printf(r->memory, "it has an instruction that is not known here (%s)",
                            ptx_copy(&r->s->r, t->opcode));
    }
    for (size_t at = o->begin; at < o->end; at++) {
        if (strncmp(r->s->r.text + at, "::cluster", 9) == 0 &&
            fuse_is(r->s, t, "ld") + fuse_is(r->s, t, "st") + fuse_is(r->s, t, "atom") + fuse_is(r->s, t, "red") != 0) {
            return "it uses memory of other blocks of a cluster";
        }
    }
    if (fuse_has_suffix(r->s, t->opcode, ".cluster") || fuse_has_suffix(r->s, t->opcode, ".mmio")) {
        return arena_printf(r->memory, "it has an instruction that is not known here (%s)",
                            ptx_copy(&r->s->r, t->opcode));
    }
    return NULL;
}

/* ---- calls ---- */

static const char *check_function(const refuser *r, size_t function);

static const char *check_call(const refuser *r, const fuse_statement *t)
{
    static const char *const known[] = {"vprintf", "malloc", "free", "__assertfail", "cudaGraphSetConditional"};
    ptx_statement call = {t->opcode, t->first, t->last};
    size_t target = ptx_call_target(&r->s->r, &call);
    const fuse_name *n = target == 0 ? NULL : fuse_name_of(r->s, r->f, target);

    if (n == NULL || n->kind != FUSE_FUNCTION_NAME) {
        return "it calls a function through a pointer";
    }
    const fuse_function *called = &r->s->functions[n->index];
    if (called->entry) {
        return "it calls a kernel";
    }
    if (called->body != 0) {
        return check_function(r, n->index);
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(called->name, known[i]) == 0) {
            if (i == 4 && r->function) {
                return arena_printf(r->memory, "its function '%s' sets a condition", shown_function(r));
            }
            return i == 4 && (t->handle == 0 || t->value == 0) ? "it sets a condition in a way that is not known here"
                                                               : NULL;
        }
    }
    return arena_printf(r->memory, "it calls '%s', which is not known here", called->name);
}

/* A condition has to be one of the launch's or none of them, whichever way the kernel takes. */
static const char *check_condition(const refuser *r, const fuse_statement *t)
{
    size_t first, last;
    uint64_t from;
    bool own = false, other = false;

    if (t->handle == 0) {
        return NULL;
    }
    if (!fuse_operand(r->s, &r->f->statements[t->handle], 1, &first, &last) || last != first + 1) {
        return "it sets a condition in a way that is not known here";
    }
    from = fuse_origin(r->s, r->f, first, last);
    for (size_t i = 0; i < r->f->param_count && i < FUSE_MOST_TRACED; i++) {
        if ((from >> i & 1u) != 0) {
            own = own || (r->item->arguments != NULL && r->item->arguments[i].condition);
            other = other || r->item->arguments == NULL || !r->item->arguments[i].condition;
        }
    }
    return (from & FUSE_ELSEWHERE) != 0 || from == 0 || (own && other)
               ? "it sets a condition in a way that is not known here"
               : NULL;
}

/* ---- operands ---- */

/* Special registers that stay what they are. */
static const char *const lasting[] = {"%laneid",      "%lanemask_eq", "%lanemask_le",
                                      "%lanemask_lt", "%lanemask_ge", "%lanemask_gt"};
/* The same where a launch has one block, which is the part's. */
static const char *const single[] = {"%warpid",   "%nwarpid", "%smid",        "%nsmid",          "%clock",
                                     "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"};
static const char *const replaced[] = {"%tid.", "%ntid.", "%ctaid.", "%nctaid."};

static bool is_one_of(const ptx_reader *r, size_t token, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (ptx_is(r, token, list[i])) {
            return true;
        }
    }
    return false;
}

static bool is_declared(const refuser *r, size_t token)
{
    const ptx_token *t = &r->s->r.tokens[token];
    const char *text = r->s->r.text + t->begin;
    size_t length = t->end - t->begin;

    if (fuse_look_up(&r->f->names, text, length) != NULL) {
        return true;
    }
    while (length > 0 && text[length - 1] >= '0' && text[length - 1] <= '9') {
        length--;
        const fuse_name *n = fuse_look_up(&r->f->names, text, length);
        if (n != NULL && n->kind == FUSE_LOCAL_NAME) {
            return true;
        }
    }
    return false;
}

static const char *check_special(const refuser *r, size_t token)
{
    const ptx_reader *p = &r->s->r;
    const char *name = ptx_copy(p, token);

    if (is_one_of(p, token, lasting, sizeof lasting / sizeof lasting[0])) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof replaced / sizeof replaced[0]; i++) {
        size_t length = strlen(replaced[i]);
        if (ptx_starts(p, token, replaced[i]) && strlen(name) == length + 1 && name[length] >= 'x' &&
            name[length] <= 'z') {
            return r->function ? arena_printf(r->memory, "its function '%s' reads %s", shown_function(r), name) : NULL;
        }
    }
    if (is_one_of(p, token, single, sizeof single / sizeof single[0])) {
        if (r->shape->whole && r->shape->blocks == 1) {
            return NULL;
        }
        return arena_printf(r->memory, "it reads %s, which is another one in the launch", name);
    }
    if (ptx_starts(p, token, "%envreg")) {
        return "it waits for its whole grid (%envreg)";
    }
    if (strstr(name, "cluster") != NULL) {
        return arena_printf(r->memory, "it reads %s, of a cluster", name);
    }
    return arena_printf(r->memory, "it reads %s, which is not known here", name);
}

static const char *check_variable(const refuser *r, const fuse_statement *t, size_t token, const fuse_name *n)
{
    const fuse_variable *v = n->kind == FUSE_VARIABLE_NAME ? &r->s->variables[n->index] : NULL;
    const char *shown = v != NULL ? ptx_source_name(r->memory, v->name) : NULL;

    if (fuse_shared_variable(r->s, r->f, n) != NULL) {
        bool address = token > 0 && ptx_is(&r->s->r, token - 1, "[");
        if (r->function) {
            return arena_printf(r->memory, "its function '%s' has shared memory", shown_function(r));
        }
        if (!address && !fuse_is(r->s, t, "mov")) {
            return "it takes the address of shared memory in a way that is not known here";
        }
        return NULL;
    }
    if (v == NULL) {
        return NULL;
    }
    if (v->external) {
        return arena_printf(r->memory, "it uses '%s', which another module has", shown);
    }
    if (v->space == FUSE_GLOBAL && v->written) {
        return arena_printf(r->memory, "it uses the variable '%s', which kernels may write", shown);
    }
    return NULL;
}

static const char *check_operands(const refuser *r, const fuse_statement *t)
{
    const ptx_reader *p = &r->s->r;

    for (size_t i = t->first; i < t->last; i++) {
        const fuse_name *n = fuse_name_of(r->s, r->f, i);
        const char *why = NULL;
        if (p->tokens[i].kind != PTX_WORD || ptx_starts(p, i, ".")) {
            continue;
        }
        if (n != NULL && n->kind == FUSE_FUNCTION_NAME && !fuse_is(r->s, t, "call")) {
            return "it takes the address of a function";
        }
        if (n != NULL) {
            why = check_variable(r, t, i, n);
        } else if (ptx_starts(p, i, "%") && !is_declared(r, i)) {
            why = check_special(r, i);
        }
        if (n != NULL && n->kind == FUSE_PARAM_NAME && r->item->arguments != NULL) {
            const fuse_argument *given = &r->item->arguments[n->index];
            bool loads = fuse_is(r->s, t, "ld") && fuse_has_suffix(r->s, t->opcode, ".param");
            if ((given->loaded || given->condition) && !loads) {
                why = "it takes the address of a parameter";
            }
        }
        if (why != NULL) {
            return why;
        }
    }
    return NULL;
}

static const char *check_directive(const refuser *r, const fuse_statement *t)
{
    static const char *const known[] = {".reg",    ".local",         ".param",         ".shared",
                                        ".pragma", ".branchtargets", ".callprototype", ".calltargets"};

    if (!is_one_of(&r->s->r, t->opcode, known, sizeof known / sizeof known[0])) {
        return arena_printf(r->memory, "it has a directive that is not known here (%s)", ptx_copy(&r->s->r, t->opcode));
    }
    return ptx_is(&r->s->r, t->opcode, ".shared") && r->function
               ? arena_printf(r->memory, "its function '%s' has shared memory", shown_function(r))
               : NULL;
}

static const char *check_body(const refuser *r)
{
    for (size_t i = 0; i < r->f->statement_count; i++) {
        const fuse_statement *t = &r->f->statements[i];
        const char *why = NULL;
        if (t->kind == FUSE_DIRECTIVE) {
            why = check_directive(r, t);
        } else if (t->kind == FUSE_INSTRUCTION) {
            why = check_opcode(r, t);
            why = why == NULL ? check_operands(r, t) : why;
            why = why == NULL && fuse_is(r->s, t, "call") ? check_call(r, t) : why;
            why = why == NULL && !r->function ? check_condition(r, t) : why;
            if (why == NULL && r->function) {
                const char *does = fuse_is_barrier(r->s, t)             ? "waits at a barrier"
                                   : fuse_is_warp_operation(r->s, t)    ? "has warp operations"
                                   : fuse_is(r->s, t, "exit")           ? "ends the thread"
                                   : fuse_is(r->s, t, "griddepcontrol") ? "waits for other launches"
                                                                        : NULL;
                why = does == NULL ? NULL : arena_printf(r->memory, "its function '%s' %s", shown_function(r), does);
            }
        }
        if (why != NULL) {
            return why;
        }
    }
    return NULL;
}

static const char *check_function(const refuser *r, size_t function)
{
    refuser inner = *r;

    if (r->visited[function]) {
        return NULL;
    }
    r->visited[function] = true;
    inner.f = &r->s->functions[function];
    inner.function = true;
    return check_body(&inner);
}

/* ---- the kernel as a whole ---- */

static const char *check_head(const refuser *r)
{
    const ptx_reader *p = &r->s->r;

    for (size_t i = r->f->head; i < r->f->body; i++) {
        if (ptx_is(p, i, ".reqnctapercluster") || ptx_is(p, i, ".explicitcluster") ||
            ptx_is(p, i, ".blocksareclusters") || ptx_is(p, i, ".maxclusterrank")) {
            return "its blocks run in clusters";
        }
    }
    return NULL;
}

const char *fuse_refuse(arena *a, const fuse_source *s, const fuse_item *what, uint32_t threads)
{
    refuser r;
    fuse_shape shape;
    const char *why = NULL;

    if (s == NULL) {
        return "there is no PTX of it that can be read";
    }
    memset(&r, 0, sizeof r);
    r.memory = a;
    r.s = s;
    r.item = what;
    r.shape = &shape;
    r.f = fuse_find_entry(s, what->entry);
    r.visited = ARENA_ARRAY(a, bool, s->function_count + 1);
    if (r.f == NULL) {
        return "its module has no such kernel";
    }
    if (s->reserved) {
        return "its module has names that begin with vgf_";
    }
    if (s->debug) {
        return "its module was made for a debugger";
    }
    if (what->arguments != NULL && what->argument_count != r.f->param_count) {
        return "its parameters are not those of the spec";
    }
    if (!fuse_find_shape(a, s, r.f, what, threads, &shape, &why)) {
        return why;
    }
    why = check_head(&r);
    why = why == NULL ? check_body(&r) : why;
    why = why == NULL ? fuse_leaves_copies(a, s, r.f) : why;
    return why == NULL ? fuse_leaves_early(a, s, r.f, what) : why;
}
