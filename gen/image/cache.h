/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A folder of the user's with what compilers once made: bytes under keys, which are hashes. Knows nothing of what they
 * are. It never fails: where something cannot be read or written, it holds nothing. */
#ifndef CACHE_H
#define CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct cache cache;

/* $VGGEN_CACHE, else $XDG_CACHE_HOME/vggen, else $HOME/.cache/vggen; made when something is put into it. NULL: none. */
cache *cache_open(arena *a);

/* A NUL follows the bytes. NULL: there is none, or it is damaged. */
const char *cache_get(cache *c, const char *key, size_t *size);
void cache_put(cache *c, const char *key, const char *bytes, size_t size);

/* Removes what was not used for the longest time, where something was put and all of it is larger than allowed. */
void cache_trim(cache *c);

#endif
