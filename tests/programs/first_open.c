/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* first_open.c - threads that open a program each, all at once and as the first that the process does with it: where the
 * driver is found at run time, all of them look for it. */
#include "saxpy.h"

#include <pthread.h>
#include <stdio.h>

#define THREADS 4u

static saxpy programs[THREADS];
static pthread_barrier_t all;

static void *run(void *argument)
{
    saxpy *p = (saxpy *)argument;
    vg_status status;

    (void)pthread_barrier_wait(&all);
    status = saxpy_open(p, NULL, NULL);
    if (status == VG_OK) {
        saxpy_x(p)[0] = 1;
        status = saxpy_replay(p);
        if (saxpy_close(p) != VG_OK) {
            status = VG_STATE;
        }
    }
    return status == VG_OK ? NULL : argument;
}

int main(void)
{
    pthread_t threads[THREADS];
    unsigned wrong = 0, i;

    if (pthread_barrier_init(&all, NULL, THREADS) != 0) {
        return 1;
    }
    for (i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, run, &programs[i]) != 0) {
            return 1;
        }
    }
    for (i = 0; i < THREADS; i++) {
        void *failed = NULL;

        wrong += pthread_join(threads[i], &failed) != 0 || failed != NULL;
    }
    printf("%u threads open at once, %u wrong\n", THREADS, wrong);
    return wrong != 0;
}
