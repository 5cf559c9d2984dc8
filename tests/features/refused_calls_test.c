/* SPDX-License-Identifier: MIT */
/* Each function misbehaves in one way. Where its stream is captured, open refuses it by a sentence that names the step,
 * nothing is left behind, and the same program then opens with a function that does what it should. On the CPU device
 * its streams are captured as well, and then functions are called in place of the node, where the device finds what they
 * do. */
#include <cuda.h>

#include "refused_calls.h"

#include "feature.h"

#include <pthread.h>
#include <semaphore.h>

/* Of the CPU device; NULL on a GPU. */
extern void vgsim_capture(int as_on_gpu) __attribute__((weak));
extern unsigned long vgsim_live_count(void) __attribute__((weak));
extern unsigned long vgsim_problem_count(void) __attribute__((weak));
extern const char *vgsim_problem_kind(void) __attribute__((weak));
extern void vgsim_problems_clear(void) __attribute__((weak));

enum { N = REFUSED_CALLS_N, BYTES = N * (int)sizeof(float) };

typedef refused_calls_work_buffers buffers;
typedef int (*manner)(CUstream stream, const buffers *b);

static refused_calls p;
static CUcontext context, other_context;
static CUstream second, kept;
static CUevent event;
static void *host_memory;
static manner how;
static unsigned turn; /* how many times the function has been called since open began */

/* ---- on a stream ---- */

static int launch(CUstream stream, unsigned kernel, void *first, const float *y)
{
    CUdeviceptr to = (CUdeviceptr)(uintptr_t)y;
    void *parameters[2];

    parameters[0] = first;
    parameters[1] = &to;
    return (int)cuLaunchKernel((CUfunction)p.kernel[kernel], 1, 1, 1, N, 1, 1, 0, stream, parameters, NULL);
}

/* y = 2 t */
static int good(CUstream stream, const buffers *b)
{
    CUdeviceptr from = (CUdeviceptr)(uintptr_t)b->t;

    return launch(stream, 0, &from, b->y);
}

/* A place in the program's memory that the step has nothing to do with. */
static CUdeviceptr stranger(const buffers *b)
{
    const uint64_t y = (uint64_t)(uintptr_t)b->y, t = (uint64_t)(uintptr_t)b->t;
    const uint64_t work = (uint64_t)(uintptr_t)b->workspace;
    uint64_t at = p.rt.store.arenas[0];

    while ((at < y + BYTES && y < at + BYTES) || (at < t + BYTES && t < at + BYTES) ||
           (at < work + b->workspace_bytes && work < at + BYTES))
        at += 256;
    CHECK(at + BYTES <= p.rt.store.arenas[0] + p.rt.desc->arena_bytes[0]);
    return at;
}

static int allocates(CUstream stream, const buffers *b)
{
    CUdeviceptr memory;
    const CUresult result = cuMemAlloc(&memory, 64);

    if (result == CUDA_SUCCESS)
        cuMemFree(memory);
    return result != CUDA_SUCCESS ? (int)result : good(stream, b);
}

/* The driver knows, although the function does not say. */
static int allocates_silently(CUstream stream, const buffers *b)
{
    (void)allocates(stream, b);
    return 0;
}

static int allocates_in_order(CUstream stream, const buffers *b)
{
    CUdeviceptr memory = 0;

    CHECK(cuMemAllocAsync(&memory, 64, stream) == CUDA_SUCCESS && cuMemFreeAsync(memory, stream) == CUDA_SUCCESS);
    return good(stream, b);
}

static int prints(CUstream stream, const buffers *b)
{
    fprintf(stderr, "a function may print\n");
    return good(stream, b);
}

static int synchronises(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    return result != 0 ? result : (int)cuStreamSynchronize(stream);
}

static int forks(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    CHECK(cuEventRecord(event, stream) == CUDA_SUCCESS);
    CHECK(cuStreamWaitEvent(second, event, 0) == CUDA_SUCCESS);
    CHECK(cuMemsetD32Async((CUdeviceptr)(uintptr_t)b->workspace, 0, 4, second) == CUDA_SUCCESS);
    return result;
}

static int forks_and_joins(CUstream stream, const buffers *b)
{
    const int result = forks(stream, b);

    CHECK(cuEventRecord(event, second) == CUDA_SUCCESS);
    CHECK(cuStreamWaitEvent(stream, event, 0) == CUDA_SUCCESS);
    return result;
}

static int changes_context(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    CHECK(cuCtxSetCurrent(other_context) == CUDA_SUCCESS);
    return result;
}

/* Of its first call, which is not captured. */
static int keeps_stream(CUstream stream, const buffers *b)
{
    kept = turn == 1 ? stream : kept;
    return good(kept, b);
}

static int ends_capture(CUstream stream, const buffers *b)
{
    CUgraph graph = NULL;
    const int result = good(stream, b);

    if (cuStreamEndCapture(stream, &graph) == CUDA_SUCCESS)
        cuGraphDestroy(graph);
    return result;
}

static void on_host(void *user)
{
    (void)user;
}

static int calls_host(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    return result != 0 ? result : (int)cuLaunchHostFunc(stream, on_host, NULL);
}

static int copies_outside(CUstream stream, const buffers *b)
{
    return (int)cuMemcpyDtoDAsync(stranger(b), (CUdeviceptr)(uintptr_t)b->t, BYTES, stream);
}

static int copies_from_outside(CUstream stream, const buffers *b)
{
    return (int)cuMemcpyDtoDAsync((CUdeviceptr)(uintptr_t)b->y, stranger(b), BYTES, stream);
}

static int fills_input(CUstream stream, const buffers *b)
{
    return (int)cuMemsetD32Async((CUdeviceptr)(uintptr_t)b->t, 0, N, stream);
}

static int fills_too_much(CUstream stream, const buffers *b)
{
    return (int)cuMemsetD8Async((CUdeviceptr)(uintptr_t)b->y, 0, BYTES + 1, stream);
}

static int copies_from_host(CUstream stream, const buffers *b)
{
    return (int)cuMemcpyHtoDAsync((CUdeviceptr)(uintptr_t)b->y, host_memory, BYTES, stream);
}

static int kernel_outside(CUstream stream, const buffers *b)
{
    CUdeviceptr from = stranger(b);

    return launch(stream, 0, &from, b->y);
}

static int struct_outside(CUstream stream, const buffers *b)
{
    refused_calls_part from;

    memset(&from, 0, sizeof from);
    from.at = stranger(b);
    return launch(stream, 1, &from, b->y);
}

static int does_nothing(CUstream stream, const buffers *b)
{
    (void)stream;
    (void)b;
    return 0;
}

static int fails(CUstream stream, const buffers *b)
{
    (void)stream;
    (void)b;
    return 42;
}

static int fails_when_captured(CUstream stream, const buffers *b)
{
    return turn > 1 ? 43 : good(stream, b);
}

static int does_much(CUstream stream, const buffers *b)
{
    int result = 0;

    for (unsigned i = 0; i < 4 && result == 0; i++)
        result = good(stream, b);
    return result;
}

/* As many nodes as before, then more; and as many, of another kind. */
static int grows(CUstream stream, const buffers *b)
{
    const int result = good(stream, b);

    return turn < 3 || result != 0 ? result : good(stream, b);
}

static int turns_into_a_copy(CUstream stream, const buffers *b)
{
    return turn < 3 ? good(stream, b)
                    : (int)cuMemcpyDtoDAsync((CUdeviceptr)(uintptr_t)b->y, (CUdeviceptr)(uintptr_t)b->t, BYTES, stream);
}

static const struct {
    const char *name;
    manner how;
    const char *says; /* NULL: it may */
} ways[] = {
    {"good", good, NULL},
    {"prints", prints, NULL},
    {"forks and joins", forks_and_joins, NULL},
    {"allocates", allocates, "what the function returned while its stream was captured"},
    {"allocates silently", allocates_silently, "cuStreamEndCapture"},
    {"allocates in order", allocates_in_order, "node that allocates nothing"},
    {"synchronises", synchronises, "what the function returned while its stream was captured"},
    {"forks", forks, "(904)"},
    {"changes the context", changes_context, "device and context after the function"},
    {"keeps its stream", keeps_stream, "enqueued on the stream of this call"},
    {"ends the capture", ends_capture, "capture after the function, which ended it"},
    {"calls a function of the host's", calls_host, "node without a function of the host's"},
    {"copies outside", copies_outside, "not in the step's `writes:`"},
    {"copies from outside", copies_from_outside, "source of a copy"},
    {"fills an input", fills_input, "not in the step's `writes:`"},
    {"fills too much", fills_too_much, "not in the step's `writes:`"},
    {"copies from the host", copies_from_host, "copy without memory of the host"},
    {"gives a kernel an address outside", kernel_outside, "address in a kernel's parameters"},
    {"gives a kernel a struct with one", struct_outside, "address in a kernel's parameters"},
    {"does nothing", does_nothing, "enqueued on the stream of this call"},
    {"fails", fails, "what the function returned, called outside a capture"},
    {"fails when it is captured", fails_when_captured, "what the function returned while its stream was captured"},
    {"does too much", does_much, "`nodes:` of the step"},
};

/* ---- in place of a node ---- */

/* The CPU device's own memory is the host's. */
static int on_cpu(const buffers *b)
{
    for (int i = 0; i < N; i++)
        b->y[i] = 2.0f * b->t[i];
    if (how == copies_outside)
        *(float *)(uintptr_t)stranger(b) = 1.0f;
    if (how == fills_input)
        ((float *)(uintptr_t)b->t)[7] = 1.0f;
    if (how == copies_from_outside)
        b->y[7] = *(const float *)(uintptr_t)stranger(b);
    if (how == does_nothing)
        b->y[N - 1] = (float)turn;
    if (how == synchronises)
        CHECK(cuStreamSynchronize(NULL) == CUDA_ERROR_NOT_PERMITTED);
    return how == fails ? 42 : 0;
}

static int work(void *user, void *stream, const buffers *b, unsigned lane)
{
    CHECK(user == &p && lane == 0 && b->asks == NULL && b->workspace_bytes >= 1024);
    turn++;
    return stream == NULL ? on_cpu(b) : how((CUstream)stream, b);
}

/* ---- */

static vg_status open_configured(manner what, const vg_config *config)
{
    refused_calls_data data;

    memset(&data, 0, sizeof data);
    data.work = what != NULL ? work : NULL;
    data.work_user = &p;
    how = what;
    turn = 0;
    return refused_calls_open(&p, config, &data);
}

static vg_status open_with(manner what)
{
    return open_configured(what, NULL);
}

static void replay(void)
{
    for (int i = 0; i < N; i++)
        refused_calls_x(&p)[i] = (float)i;
    OK(refused_calls_detail(&p), refused_calls_replay(&p));
    for (int i = 0; i < N; i++)
        if (!CHECK(refused_calls_z(&p)[i] == 8.0f * (float)i && refused_calls_all(&p)[i] == 2.0f))
            return;
}

static unsigned long live(void)
{
    return vgsim_live_count != NULL ? vgsim_live_count() : 0;
}

/* The thread and its streams are as they were. */
static void expect_nothing_left(unsigned long before)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
    CUcontext now = NULL;

    CHECK(cuThreadExchangeStreamCaptureMode(&mode) == CUDA_SUCCESS && mode == CU_STREAM_CAPTURE_MODE_GLOBAL);
    CHECK(cuCtxGetCurrent(&now) == CUDA_SUCCESS && now == context);
    CHECK(cuStreamIsCapturing(second, &status) == CUDA_SUCCESS && status == CU_STREAM_CAPTURE_STATUS_NONE);
    CHECK(live() == before);
}

/* What the program says of a call that has failed. */
static void expect_sentence(vg_status status, const char *what, const char *says)
{
    char text[1024] = "";

    vg_detail_text(refused_calls_detail(&p), text, sizeof text);
    if (!CHECK(status != VG_OK && strstr(text, says) != NULL && strstr(text, "work") != NULL))
        printf("    %s: %d: %s\n", what, (int)status, text);
}

static void try_way(unsigned way)
{
    const unsigned long before = live();
    const vg_status status = open_with(ways[way].how);

    if (ways[way].says != NULL) {
        expect_sentence(status, ways[way].name, ways[way].says);
    } else if (check_ok(status, refused_calls_detail(&p), ways[way].name, __LINE__)) {
        replay();
    }
    if (status == VG_OK)
        CHECK(refused_calls_close(&p) == VG_OK);
    expect_nothing_left(before);
}

/* Nodes are compared with those of the first capture whenever it is called again. The program stays as it was. */
static void try_again(manner what, const char *says)
{
    const unsigned long before = live();
    refused_calls_times times;

    if (!OK(refused_calls_detail(&p), open_with(what)))
        return;
    expect_sentence(refused_calls_profile(&p, 1, &times), "another capture", says);
    replay();
    CHECK(refused_calls_close(&p) == VG_OK);
    expect_nothing_left(before);
}

/* ---- what a library hangs on the captured graph ---- */

static volatile unsigned gone;

static void count_gone(void *user)
{
    (void)user;
    gone++;
}

static int keeps_object(CUstream stream, const buffers *b)
{
    CUstreamCaptureStatus status;
    CUgraph graph = NULL;
    CUuserObject object;
    const int result = good(stream, b);

    CHECK(cuStreamGetCaptureInfo(stream, &status, NULL, &graph, NULL, NULL, NULL) == CUDA_SUCCESS);
    if (status == CU_STREAM_CAPTURE_STATUS_ACTIVE) {
        CHECK(cuUserObjectCreate(&object, &p, count_gone, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC) == CUDA_SUCCESS);
        CHECK(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE) == CUDA_SUCCESS);
    }
    return result;
}

/* It lives as long as a replay may need it. A GPU's driver lets it go at some time after that. */
static void objects_live(void)
{
    const unsigned long before = live();
    refused_calls_times times;

    gone = 0;
    if (!OK(refused_calls_detail(&p), open_with(keeps_object)))
        return;
    replay();
    CHECK(gone == 0);
    OK(refused_calls_detail(&p), refused_calls_profile(&p, 1, &times));
    CHECK(gone <= 1);
    replay();
    CHECK(gone <= 1 && refused_calls_close(&p) == VG_OK);
    CHECK(gone == 2 || vgsim_capture == NULL);
    expect_nothing_left(before);
}

static void not_given(void)
{
    const unsigned long before = live();

    expect_sentence(open_with(NULL), "no function", "function of a `capture:` step, which open is to be given");
    CHECK(turn == 0);
    expect_nothing_left(before);
}

/* ---- captures of the application's ---- */

/* It goes on, and open says what is in its way. */
static void stream_is_captured(void)
{
    const unsigned long before = live();
    vg_config config;
    CUgraph graph = NULL;

    memset(&config, 0, sizeof config);
    config.stream = second;
    config.context = context;
    CHECK(cuStreamBeginCapture(second, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL) == CUDA_SUCCESS);
    CHECK(open_configured(good, &config) == VG_STATE && turn == 0);
    CHECK(cuStreamEndCapture(second, &graph) == CUDA_SUCCESS && cuGraphDestroy(graph) == CUDA_SUCCESS);
    expect_nothing_left(before);
}

/* One of another thread's, whose mode is that in which other threads are in its way. */
static void *capture_meanwhile(void *user)
{
    sem_t *turns = (sem_t *)user;
    CUgraph graph = NULL;
    CUgraphNode nodes[2];
    size_t count = 2;
    CUdeviceptr memory = 0;

    CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS && cuMemAlloc(&memory, 64) == CUDA_SUCCESS);
    CHECK(cuStreamBeginCapture(second, CU_STREAM_CAPTURE_MODE_GLOBAL) == CUDA_SUCCESS);
    sem_post(&turns[0]);
    sem_wait(&turns[1]);
    CHECK(cuMemsetD32Async(memory, 0, 16, second) == CUDA_SUCCESS);
    CHECK(cuStreamEndCapture(second, &graph) == CUDA_SUCCESS);
    if (graph != NULL)
        CHECK(cuGraphGetNodes(graph, nodes, &count) == CUDA_SUCCESS && count == 1 &&
              cuGraphDestroy(graph) == CUDA_SUCCESS);
    CHECK(cuMemFree(memory) == CUDA_SUCCESS);
    return NULL;
}

static void other_thread_captures(void)
{
    const unsigned long before = live();
    sem_t turns[2];
    pthread_t thread;
    vg_status status;

    sem_init(&turns[0], 0, 0);
    sem_init(&turns[1], 0, 0);
    if (!CHECK(pthread_create(&thread, NULL, capture_meanwhile, turns) == 0))
        return;
    sem_wait(&turns[0]);
    status = open_with(good);
    sem_post(&turns[1]);
    pthread_join(thread, NULL);
    if (check_ok(status, refused_calls_detail(&p), "open beside a capture", __LINE__)) {
        replay();
        CHECK(refused_calls_close(&p) == VG_OK);
    }
    expect_nothing_left(before);
}

/* What the call that failed was to put back, or to find out for that. */
static void put_back(const char *failed)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

    if (strcmp(failed, "cuCtxSetCurrent") == 0 || strcmp(failed, "cuCtxGetCurrent") == 0)
        CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS);
    if (strcmp(failed, "cuThreadExchangeStreamCaptureMode") == 0)
        CHECK(cuThreadExchangeStreamCaptureMode(&mode) == CUDA_SUCCESS);
}

/* Whatever fails, nothing is left: neither of the driver's nor of the thread's. */
static void each_call_fails(void)
{
    unsigned long n = 0;
    int failed = 1;

    while (failed && n < 1000) {
        const unsigned long before = live();

        vgsim_fail(++n, NULL, CUDA_ERROR_UNKNOWN);
        if (open_with(good) == VG_OK) {
            (void)refused_calls_replay(&p);
            (void)refused_calls_close(&p);
        }
        failed = vgsim_failed()[0] != '\0';
        put_back(vgsim_failed());
        vgsim_fail(0, NULL, 0);
        expect_nothing_left(before);
    }
    CHECK(n > 50 && n < 1000);
}

/* ---- the CPU device, where the function is called in place of the node ---- */

static const struct {
    manner how;
    const char *kind; /* of the problem that the device finds, already when open calls it */
} called[] = {
    {good, ""},
    {copies_outside, "write outside"},
    {fills_input, "write to in"},
    {copies_from_outside, "undefined read"},
    {does_nothing, "changing call"},
    {synchronises, "driver call"},
};

static void in_place_of_the_node(void)
{
    vgsim_capture(0);
    for (unsigned i = 0; i < sizeof called / sizeof called[0]; i++) {
        const unsigned long before = live();

        OK(refused_calls_detail(&p), open_with(called[i].how));
        how = good;
        replay();
        CHECK(strcmp(vgsim_problem_kind(), called[i].kind) == 0);
        vgsim_problems_clear();
        CHECK(refused_calls_close(&p) == VG_OK && vgsim_problem_count() == 0);
        expect_nothing_left(before);
    }
    expect_sentence(open_with(fails), "fails", "what the function returned, called outside a capture");
}

int main(void)
{
    if (vgsim_capture != NULL)
        vgsim_capture(1);
    OPEN_OR_SKIP(open_with(good));
    replay();
    CHECK(refused_calls_close(&p) == VG_OK);
    CHECK(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS && cuCtxSetCurrent(context) == CUDA_SUCCESS);
    CHECK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS && cuEventCreate(&event, 0) == CUDA_SUCCESS);
    CHECK(cuMemAllocHost(&host_memory, BYTES) == CUDA_SUCCESS);
    memset(host_memory, 0, BYTES);
    for (unsigned way = 0; way < sizeof ways / sizeof ways[0]; way++)
        try_way(way);
    try_again(grows, "as many as in its first capture");
    try_again(turns_into_a_copy, "node of the same kind and kernel as in the first capture");
    objects_live();
    not_given();
    stream_is_captured();
    other_thread_captures();
    if (vgsim_capture != NULL) {
        each_call_fails();
        in_place_of_the_node();
        each_call_fails();
    }
    CHECK(cuMemFreeHost(host_memory) == CUDA_SUCCESS);
    CHECK(cuEventDestroy(event) == CUDA_SUCCESS && cuStreamDestroy(second) == CUDA_SUCCESS);
    CHECK(cuCtxSetCurrent(NULL) == CUDA_SUCCESS && cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
    return checks_end();
}
