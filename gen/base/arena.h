/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One bump allocator for the run: everything that lives as long as the process is taken from it and freed at once. */
#ifndef ARENA_H
#define ARENA_H

#include <stdarg.h>
#include <stddef.h>

#if defined(__GNUC__)
#define ARENA_FORMAT(string, first) __attribute__((format(printf, string, first)))
#else
#define ARENA_FORMAT(string, first)
#endif

typedef struct arena arena;

arena *arena_new(void);
void arena_free(arena *a);

/* Ends the process with a message and status 2. */
_Noreturn void arena_no_memory(void);

/* Zeroed and aligned for any type; never NULL: without memory the process ends. */
void *arena_alloc(arena *a, size_t size);

/* A NUL-terminated copy of length bytes (which may hold NULs themselves). */
char *arena_copy(arena *a, const char *bytes, size_t length);
char *arena_printf(arena *a, const char *format, ...) ARENA_FORMAT(2, 3);
char *arena_vprintf(arena *a, const char *format, va_list arguments) ARENA_FORMAT(2, 0);

/* Room for one more element: returns items, moved when count has reached *capacity (then doubled). */
void *arena_grow(arena *a, void *items, size_t count, size_t *capacity, size_t element_size);

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

#endif
