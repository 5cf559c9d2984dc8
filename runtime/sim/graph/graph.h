/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* graph.h - graphs, their snapshots, and values while a snapshot runs. */
#ifndef SIM_GRAPH_H
#define SIM_GRAPH_H

#include "image/image.h"
#include "memory/memory.h"

#pragma GCC visibility push(hidden)

/* ---- graph.c ---- */

typedef struct {
    sim_function *function;
    const sim_object *function_object;
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared;
    unsigned char *bytes; /* parameter buffer */
    void **parameters;    /* into it; param_count entries */
    bool cooperative;
    uint32_t cluster[3]; /* 0: none */
    int priority;
    unsigned carveout;
    uint32_t most; /* 0: the host alone sets its grid; else kernels do, to at most this many blocks in x */
    bool programmatic; /* in a stream: it may begin before what is in front of it is complete */
} sim_launch;

/* A node that calls a function of the application's; in no header of CUDA. */
#define SIM_CALL_NODE ((CUgraphNodeType)1000)

typedef struct sim_call {
    unsigned references;
    char *title; /* with its quotes */
    int (*function)(void *self, void *stream);
    void *self;
    vgsim_call_range *ranges;
    size_t range_count;
} sim_call;

/* What a graph or an exec keeps alive (user_object.c). */
typedef struct {
    struct sim_user_object *user;
    uint64_t count;
} sim_user_hold;

typedef struct {
    sim_user_hold *holds;
    size_t count, capacity;
} sim_users;

/* A conditional node's own: its bodies are graphs, and in an exec execs. */
typedef struct {
    CUgraphConditionalNodeType type;
    const sim_object *handle;
    CUcontext context;
    unsigned size;
    struct sim_graph **graphs;
    CUgraph *graph_handles; /* what the application was given */
    struct sim_exec **bodies;
} sim_conditional;

typedef struct sim_node {
    sim_object *object;
    struct sim_graph *graph;
    CUgraphNodeType type;
    uint32_t index;  /* in its graph, by order of creation */
    uint32_t *after; /* indices of nodes it depends on */
    uint8_t *ports;  /* … and how: CU_GRAPH_KERNEL_NODE_PORT_* */
    size_t after_count;
    bool enabled;
    CUcontext context; /* of a copy or fill */
    sim_launch launch;
    sim_copy copy;
    sim_fill fill;
    sim_conditional conditional;
    CUDA_MEMCPY3D copy_parameters; /* as they were given */
    CUDA_MEMSET_NODE_PARAMS fill_parameters;
    CUDA_HOST_NODE_PARAMS host;
    sim_object *event;      /* to record */
    struct sim_exec *child; /* child graph, by snapshot */
    sim_call *call;
    struct sim_fused *fused; /* of an exec: the parts of a fused launch, once somebody has asked for them */
} sim_node;

typedef struct sim_graph {
    sim_object *object;
    const sim_object *original; /* of a clone; its first nodes are copies of the original's … */
    size_t cloned;              /* … and this is their number */
    sim_node **nodes;
    size_t count, capacity;
    const sim_node *holder; /* of a body: the conditional node */
    sim_object **handles;   /* of conditional nodes in it or in its bodies */
    size_t handle_count, handle_capacity;
    unsigned execs; /* that live */
    sim_users users;
} sim_graph;

/* Where a new node goes. */
typedef struct {
    CUgraphNode *out;
    CUgraph graph;
    const CUgraphNode *after;
    const CUgraphEdgeData *edges; /* NULL: all ordinary */
    size_t count;
} sim_place;

CUresult sim_graph_create(CUgraph *out);
void sim_graph_destroy(sim_graph *graph);
/* Adding a node: sim_node_begin makes one that is not in its graph yet, the caller fills it in, and sim_node_end adds
 * it, or frees it after a failure. */
CUresult sim_node_begin(sim_node **out, const sim_place *place, CUgraphNodeType type);
CUresult sim_node_end(CUresult result, sim_node *node, const sim_place *place);
/* graph_edges.c: the port that the data names, where such an edge may be. */
CUresult sim_edge_check(const CUgraphEdgeData *data, const sim_node *from, const sim_node *to, uint8_t *port);
CUresult sim_launch_set(sim_launch *launch, const CUDA_KERNEL_NODE_PARAMS *parameters);
/* attribute.c: of a launch or a kernel node. */
CUresult sim_attribute_set(sim_launch *launch, int attribute, const CUlaunchAttributeValue *value);
/* The new parameters of a node keep its attributes, if they can. */
CUresult sim_attributes_keep(sim_launch *launch, const sim_launch *from);
void sim_launch_copy(sim_launch *to, const sim_launch *from);
void sim_launch_free(sim_launch *launch);
void sim_launch_make_room(sim_launch *launch); /* for the parameters of its function */
sim_node *sim_node_get(CUgraphNode node, CUgraphNodeType type);
/* ---- graph_call.c: functions in place of nodes ---- */

CUresult sim_call_check(const vgsim_call *call);
sim_call *sim_call_new(const vgsim_call *from);
void sim_call_release(sim_call *call); /* NULL: nothing */

/* ---- user_object.c ---- */

void sim_users_add(sim_users *users, struct sim_user_object *user, uint64_t count);
void sim_users_copy(sim_users *to, const sim_users *from);
void sim_users_release(sim_users *users);

/* A deep copy that belongs to no graph yet. */
void sim_node_copy(sim_node *to, const sim_node *from);

/* ---- conditional.c: conditional nodes, their handles and the rules for their bodies ---- */

typedef struct {
    sim_graph *graph;
    CUcontext context;
    unsigned first;
    bool assigned; /* `first` is its value whenever a launch begins */
    bool used;     /* by a node */
} sim_handle;

CUresult sim_conditional_add(const sim_place *place, CUDA_CONDITIONAL_NODE_PARAMS *parameters);
bool sim_graph_has_conditionals(const sim_graph *graph);
/* The rules that hold when a graph is instantiated; on failure says why and which node. */
CUresult sim_conditionals_check(const sim_graph *graph, CUgraphInstantiateResult *why, CUgraphNode *node);

/* ---- exec.c: a snapshot of a graph; exec_update.c: its changes ---- */

#define SIM_DEEPEST 16u /* the deepest nesting of conditional nodes whose order is checked */

/* A place in a running graph: at each level, from the outside in, the node and the pass of the body. */
typedef struct {
    unsigned depth; /* 0: nowhere */
    struct {
        const struct sim_exec *exec;
        uint32_t node;
        uint64_t pass;
    } level[SIM_DEEPEST];
} sim_moment;

/* The value of a handle while its graph runs. */
typedef struct {
    const sim_object *handle;    /* or the node whose grid it is: the number of blocks in x, 0 where it is disabled */
    const struct sim_exec *home; /* the snapshot of the graph that it was made on */
    unsigned first, value;
    bool assigned, defined;
    bool doubtful; /* its body began another pass: does a default come back then? */
    sim_moment set, read;
} sim_condition;

typedef struct sim_exec {
    sim_object *object;
    unsigned references;
    sim_object *source;        /* the graph; of a body or child NULL */
    struct sim_exec *outer;    /* of a body or child, while it runs: what holds it … */
    uint32_t current;          /* the node that runs; `outer`'s is the one that holds this */
    uint64_t pass;             /* of a body: how many have begun */
    uint64_t *known;           /* dependency.c, while it runs; NULL: no programmatic edges */
    sim_condition *conditions; /* all of its tree; of a body or child none */
    size_t condition_count;
    uint64_t flags;
    sim_node *nodes; /* deep copies; object is the original's */
    size_t count;
    struct sim_match *match; /* NULL: not a registered graph; nodes after the registered ones record events */
    sim_users users;
    bool uploaded;
    bool running;      /* some of its nodes have run, others have not */
    bool parts;        /* it stands for the parts of a fused launch, or for a body of one */
    uint64_t end_word; /* while it runs: what its last node writes for the host; 0: nothing */
    bool ended;        /* that node has run, and the host does not see it yet */
} sim_exec;

sim_exec *sim_exec_new(const sim_graph *graph); /* NULL: a cycle */
void sim_exec_release(sim_exec *exec);

/* ---- fused.c: what a fused launch does, as an exec whose nodes are its parts ---- */

typedef struct sim_fused {
    sim_exec *exec;
    const vgsim_fused *table;
    sim_image image;     /* a function for each launch among the parts */
    sim_object *handles; /* of its conditions; in no table, since no driver call makes them */
} sim_fused;

bool sim_launch_is_fused(const sim_launch *launch);
/* Of a node with such a launch; makes it where there is none. NULL, with a problem, where a part cannot be run. */
sim_fused *sim_fused_of(sim_node *node);
/* Gives the parts what the launch's parameters hold now. */
void sim_fused_give(const sim_node *node);
void sim_fused_free(sim_fused *fused); /* NULL: nothing */
/* What a registered node with bodies holds: that body, or the parts; NULL: they are not made yet. */
sim_exec *sim_node_inner(const sim_node *node, unsigned body);

/* ---- condition.c: values of handles in a launch, and what they decide ---- */

void sim_conditions_collect(sim_exec *exec, const sim_graph *graph);
void sim_conditions_reset(sim_exec *exec);
/* A kernel of the exec's running node sets it. */
void sim_condition_set(sim_exec *exec, uint64_t handle, unsigned value);
/* The value by which the conditional node decides; 0 if nothing has set it. */
unsigned sim_condition_read(sim_exec *exec, uint32_t node);
/* Whether the exec has a node with this handle; else a problem, as where the grid is not one that it may have. *x is
 * then as many blocks as it may have. */
bool sim_grid_fits(const sim_exec *exec, uint64_t handle, unsigned *x, unsigned y, unsigned z);
/* Gives a node whose grid kernels set the one that was set; false: it was disabled, or nothing has set it. */
bool sim_grid_take(sim_exec *exec, uint32_t node);
bool sim_graph_has_grids(const sim_graph *graph);
/* Another pass of a body begins. */
void sim_conditions_pass(sim_exec *exec, sim_exec *body);

/* ---- which registered graph a snapshot is ---- */

typedef struct sim_match {
    const vgsim_program *program;
    const vgsim_graph *graph;
    sim_instance *instance;
} sim_match;

/* Does a path of edges lead from the one node to the other? */
bool sim_ordered(const sim_exec *exec, uint32_t first, uint32_t second);
const char *sim_node_title(const sim_exec *exec, size_t node);

#pragma GCC visibility pop

#endif
