/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Each function misbehaves in one way. Where its stream is captured, open refuses it by a sentence that names the step,
 * nothing is left behind, and the same program then opens with a function that does what it should. On the CPU device
 * its streams are captured as well, and then functions are called in place of the node, where the device finds what they
 * do. */
#include <cuda.h>

#include "refused_calls.h"

#include "feature.h"
#include "refused_calls_ways.h"

#include <pthread.h>
#include <semaphore.h>

/* Of the CPU device; NULL on a GPU. */
extern void vgsim_capture(int as_on_gpu) __attribute__((weak));
extern unsigned long vgsim_live_count(void) __attribute__((weak));
extern unsigned long vgsim_problem_count(void) __attribute__((weak));
extern const char *vgsim_problem_kind(void) __attribute__((weak));
extern void vgsim_problems_clear(void) __attribute__((weak));

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

/* What a function has begun on a stream of its own is its own to end. It is of no use by then. */
static void end_capture(CUstream stream)
{
    CUgraph graph = NULL;

    CHECK(cuStreamEndCapture(stream, &graph) == CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
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
    if (ways[way].how == leaves_capture)
        end_capture(second);
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

/* On a stream that open knows nothing of: the driver is in its way, and says so. */
static void thread_captures(void)
{
    const unsigned long before = live();
    CUgraph graph = NULL;
    char text[1024] = "";

    CHECK(cuStreamBeginCapture(second, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL) == CUDA_SUCCESS);
    CHECK(open_with(good) != VG_OK && turn == 0);
    vg_detail_text(refused_calls_detail(&p), text, sizeof text);
    CHECK(strstr(text, "This thread is capturing a stream") != NULL);
    if (cuStreamEndCapture(second, &graph) == CUDA_SUCCESS && graph != NULL)
        CHECK(cuGraphDestroy(graph) == CUDA_SUCCESS);
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
    thread_captures();
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
