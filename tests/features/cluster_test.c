/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "cluster.h"

#include "feature.h"

enum { N = CLUSTER_N, BLOCK = CLUSTER_BLOCK, SPAN = CLUSTER_BLOCK * CLUSTER_CLUSTER };

static cluster p;

static void run(uint32_t turn)
{
    const uint32_t *x = cluster_x(&p);
    uint32_t total = 0;
    int turned = 1, back = 1, summed = 1, others = 1;

    for (uint32_t i = 0; i < N; i++)
        cluster_x(&p)[i] = i * 13 + turn * 1001;
    OK(cluster_detail(&p), cluster_replay(&p));
    for (uint32_t i = 0; i < N; i++)
        total += x[i / SPAN * SPAN + SPAN - 1 - i % SPAN] * (i % BLOCK + 1);
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t y = x[i / SPAN * SPAN + SPAN - 1 - i % SPAN];
        turned = turned && cluster_y(&p)[i] == y;
        back = back && cluster_back(&p)[i] == x[i];
        summed = summed && cluster_z(&p)[i] == total + y;
        others = others && cluster_a(&p)[i] == x[i] + 1 && cluster_b(&p)[i] == x[i] + 2 &&
                 cluster_c(&p)[i] == x[i] + 3;
    }
    CHECK(turned);
    CHECK(back);
    CHECK(summed);
    CHECK(others);
    CHECK(cluster_whole(&p)[0]);
}

int main(void)
{
    OPEN_OR_SKIP(cluster_open(&p, NULL, NULL));
    for (unsigned turn = 0; turn < 8; turn++) {
        feature_seed(turn % FEATURE_SEEDS);
        run(turn);
    }
    OK(NULL, cluster_close(&p));
    return checks_end();
}
