/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What stands in the way of a source on either device, and how to go around it. Found by words, so that it is a list to
 * look at rather than a judgement. */
#include <string.h>
#include <sys/stat.h>

#include "tasks/describe_parts.h"

#define MOST_LINES 6u

/* Where a word counts. */
typedef enum { ANYWHERE, IN_HOST, IN_DEVICE, OUTSIDE } where;

typedef struct {
    const char *word; /* a '*' at its end stands for anything */
    where at;
    size_t advice; /* of the table below */
} obstacle_word;

enum {
    HOST_LAUNCH,
    HOST_MEMORY,
    HOST_SYMBOL,
    HOST_LIBRARY,
    DYNAMIC_LAUNCH,
    MANAGED,
    TEXTURE,
    INLINE_PTX,
    PRINTS,
    ALLOCATES,
    MATRIX,
    CLOCK,
    GRID_SYNC,
    VARIABLE,
    ADVICE_COUNT
};

static const char *const advice[ADVICE_COUNT] = {
    [HOST_LAUNCH] = "host code that launches kernels, which no device runs.\n"
                    "Write each launch as a step below, with its block under the kernel and its stream left out.",
    [HOST_MEMORY] = "host code that allocates or copies, which no device runs.\n"
                    "What it allocates is a buffer below; copies are made by roles, or are steps.",
    [HOST_SYMBOL] = "host code that fills a __constant__ or __device__ variable, which no device runs.\n"
                    "Give the variable its values in the source, or pass a buffer with role: constant.",
    [HOST_LIBRARY] = "host code of a library, which no device runs.\n"
                     "Call it from the application between replays, or write a kernel.",
    [DYNAMIC_LAUNCH] = "a kernel that launches kernels: neither device has that.\n"
                       "Write the launches as steps; while, if and switch decide on the device.",
    [MANAGED] = "managed memory: neither device has it.\n"
                "Pass a buffer instead; input and output cross the bus by themselves.",
    [TEXTURE] = "textures and surfaces: neither device can bind one.\n"
                "Read through a const pointer, which the GPU caches as well, and interpolate in the kernel.",
    [INLINE_PTX] = "inline PTX: a GPU takes it, the CPU device cannot read it.\n"
                   "Write the same in C++ beside it: #ifdef VGSIM ... #else asm(...) #endif",
    [PRINTS] = "printf in a kernel: a GPU shows the text only when its context is synchronized, or is closed.\n"
               "On the CPU device it appears at once. Take it out of what is measured.",
    [ALLOCATES] = "memory that a kernel allocates: from a small heap on a GPU, and no plan sees it.\n"
                  "Pass a scratch buffer in which each thread has its part.",
    [MATRIX] = "matrix instructions of warps: a GPU has them, the CPU device does not.\n"
               "Write the same with loops for it: #ifdef VGSIM ... #else ... #endif",
    [CLOCK] = "clocks: on the CPU device they count something else.\n"
              "Measure a program with NAME_profile.",
    [GRID_SYNC] = "a barrier of the whole grid: the kernel is launched cooperatively (cooperative: true below).\n"
                  "Its grid has to fit on the device at once; vggen compares that for each target.",
    [VARIABLE] = "a __device__ variable: kernels may read it, and writing it is an error, since no plan sees it.\n"
                 "Pass a buffer with role: state, or make it __constant__ if nothing writes it.",
};

static const obstacle_word words_list[] = {
    {"<<<", IN_HOST, HOST_LAUNCH},
    {"cudaLaunch*", IN_HOST, HOST_LAUNCH},
    {"cudaMallocManaged", IN_HOST, MANAGED},
    {"cudaMalloc*", IN_HOST, HOST_MEMORY},
    {"cudaMemcpyToSymbol*", IN_HOST, HOST_SYMBOL},
    {"cudaMemcpyFromSymbol*", IN_HOST, HOST_SYMBOL},
    {"cudaGetSymbolAddress", IN_HOST, HOST_SYMBOL},
    {"cudaMemcpy*", IN_HOST, HOST_MEMORY},
    {"thrust", IN_HOST, HOST_LIBRARY},
    {"cublas*", IN_HOST, HOST_LIBRARY},
    {"cufft*", IN_HOST, HOST_LIBRARY},
    {"curand*", IN_HOST, HOST_LIBRARY},
    {"<<<", IN_DEVICE, DYNAMIC_LAUNCH},
    {"cudaGraphLaunch", IN_DEVICE, DYNAMIC_LAUNCH},
    {"__managed__", ANYWHERE, MANAGED},
    {"cudaTextureObject_t", ANYWHERE, TEXTURE},
    {"cudaSurfaceObject_t", ANYWHERE, TEXTURE},
    {"tex1D*", IN_DEVICE, TEXTURE},
    {"tex2D*", IN_DEVICE, TEXTURE},
    {"tex3D*", IN_DEVICE, TEXTURE},
    {"surf*read", IN_DEVICE, TEXTURE},
    {"asm", IN_DEVICE, INLINE_PTX},
    {"__asm__", IN_DEVICE, INLINE_PTX},
    {"printf", IN_DEVICE, PRINTS},
    {"malloc", IN_DEVICE, ALLOCATES},
    {"new", IN_DEVICE, ALLOCATES},
    {"wmma", ANYWHERE, MATRIX},
    {"clock", IN_DEVICE, CLOCK},
    {"clock64", IN_DEVICE, CLOCK},
    {"this_grid", IN_DEVICE, GRID_SYNC},
};

/* ---- what is found ---- */

typedef struct {
    const char *text;
    unsigned lines[MOST_LINES];
    size_t count;
} finding;

static bool stands_at(const describe_word *w, where at)
{
    return at == ANYWHERE || (at == IN_HOST && w->place == PLACE_HOST) ||
           (at == IN_DEVICE && w->place == PLACE_DEVICE) || (at == OUTSIDE && w->place == PLACE_OUTSIDE);
}

static bool is_word(const describe_word *words, size_t i, const char *text)
{
    size_t length = strlen(text);

    if (text[0] == '<')
        return describe_is_launch(words, i);
    if (text[length - 1] != '*')
        return describe_is(&words[i], text);
    return words[i].kind == WORD_NAME && words[i].length >= length - 1 && memcmp(words[i].at, text, length - 1) == 0;
}

static void note(finding *f, unsigned line)
{
    if (f->count == 0 || (f->count < MOST_LINES && f->lines[f->count - 1] != line))
        f->lines[f->count++] = line;
}

/* A variable: `__device__` outside of functions, and no parenthesis up to its end. */
static bool is_variable(const describe_word *words, size_t i)
{
    if (words[i].place != PLACE_OUTSIDE || !describe_is(&words[i], "__device__"))
        return false;
    for (i++; words[i].kind != WORD_END; i++) {
        if (describe_is(&words[i], "(") || describe_is(&words[i], "{") || describe_is(&words[i], "const") ||
            describe_is(&words[i], "constexpr"))
            return false;
        if (describe_is(&words[i], ";") || describe_is(&words[i], "=") || describe_is(&words[i], "["))
            return true;
    }
    return false;
}

static void find_words(const describe_word *words, finding *found)
{
    for (size_t i = 0; words[i].kind != WORD_END; i++) {
        for (size_t k = 0; k < sizeof words_list / sizeof *words_list; k++) {
            if (stands_at(&words[i], words_list[k].at) && is_word(words, i, words_list[k].word)) {
                note(&found[words_list[k].advice], words[i].line);
                break;
            }
        }
        if (is_variable(words, i))
            note(&found[VARIABLE], words[i].line);
    }
}

/* ---- headers ---- */

/* NAME of `#include <NAME>`; NULL for other directives. */
static const char *included(arena *a, const describe_word *w)
{
    const char *end = w->at + w->length;
    const char *at = w->at + 1;

    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (end - at < 9 || memcmp(at, "include", 7) != 0)
        return NULL;
    at = memchr(at, '<', (size_t)(end - at));
    end = at != NULL ? memchr(at, '>', (size_t)(end - at)) : NULL;
    return end != NULL ? arena_copy(a, at + 1, (size_t)(end - at - 1)) : NULL;
}

/* By its name, a header is the toolkit's. */
static bool is_of_toolkit(const char *name)
{
    static const char *const begins[] = {"cu",    "cooperative_groups", "thrust/", "nv/", "nvtx", "mma.h", "npp",
                                         "nvjpeg"};

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

static bool has_header(const describe_printer *p, const char *name)
{
    static const char *const folders[] = {"include", "cuda"};
    struct stat status;

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (stat(arena_printf(p->a, "%s/sim/%s/%s", p->s->runtime, folders[i], name), &status) == 0)
            return true;
    return false;
}

/* ---- printing ---- */

static void print_text(const describe_printer *p, const char *text)
{
    const char *end = strchr(text, '\n');

    if (end == NULL)
        fprintf(p->out, " %s\n", text);
    else
        fprintf(p->out, " %.*s\n#       %s\n", (int)(end - text), text, end + 1);
}

static void print_lines(const describe_printer *p, const finding *f)
{
    fprintf(p->out, "#   %s:%u", p->s->base, f->lines[0]);
    for (size_t i = 1; i < f->count; i++)
        fprintf(p->out, ", %u", f->lines[i]);
    fprintf(p->out, "%s:", f->count == MOST_LINES ? " ..." : "");
}

/* Headers that the CPU device does not have. */
static bool print_headers(const describe_printer *p, bool any)
{
    const describe_word *words = p->s->source.words;

    for (size_t i = 0; p->s->runtime != NULL && words[i].kind != WORD_END; i++) {
        const char *name = words[i].kind == WORD_DIRECTIVE ? included(p->a, &words[i]) : NULL;

        if (name == NULL || !is_of_toolkit(name) || has_header(p, name))
            continue;
        fputs(any ? "" : "#\n# In the way:\n", p->out);
        any = true;
        fprintf(
            p->out,
            "#   %s:%u: the CPU device has no <%s>.\n"
            "#       Put it and what needs it between #ifndef VGSIM and #endif, with plain C++ for the other case.\n",
            p->s->base, words[i].line, name);
    }
    return any;
}

void describe_print_obstacles(const describe_printer *p)
{
    finding *found = ARENA_ARRAY(p->a, finding, ADVICE_COUNT);
    bool any = false;

    find_words(p->s->source.words, found);
    for (size_t i = 0; i < ADVICE_COUNT; i++) {
        if (found[i].count == 0)
            continue;
        fputs(any ? "" : "#\n# In the way:\n", p->out);
        any = true;
        print_lines(p, &found[i]);
        print_text(p, advice[i]);
    }
    if (!print_headers(p, any))
        fputs("#\n# Nothing that stands in the way of either device was found.\n", p->out);
}
