/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Every counter against what really crossed, which the CPU device sees access by access; on a GPU against the same sums
 * by hand. */
#include "figures.h"

#include "feature.h"

typedef feature_traffic traffic;

#define WORDS (4u * (unsigned)FIGURES_N) /* bytes of a buffer of numbers */

static figures p;
static traffic crossed;

static traffic of(const vg_stats *s)
{
    const traffic t = {s->uploads, s->upload_bytes, s->downloads, s->download_bytes};
    return t;
}

static int equal(traffic a, traffic b)
{
    return a.uploads == b.uploads && a.upload_bytes == b.upload_bytes && a.downloads == b.downloads &&
           a.download_bytes == b.download_bytes;
}

static vg_stats all_lanes(void)
{
    vg_stats sum = *figures_stats(&p, 0);
    const vg_stats *other = figures_stats(&p, 1);

    sum.uploads += other->uploads;
    sum.upload_bytes += other->upload_bytes;
    sum.downloads += other->downloads;
    sum.download_bytes += other->download_bytes;
    return sum;
}

static void expect_crossed(int line)
{
    const vg_stats counted = all_lanes();

    check_that(feature_crossed(&counted, &crossed), "counted what crossed", line);
}

/* One replay of `all` brings that much more, and the lane's other graph nothing. */
static void expect(unsigned lane, vg_status status, traffic before, traffic more, int line)
{
    const traffic now = of(figures_all_stats(&p, lane)), some = of(figures_some_stats(&p, lane)),
                  both = of(figures_stats(&p, lane));
    const traffic sum = {before.uploads + more.uploads, before.upload_bytes + more.upload_bytes,
                         before.downloads + more.downloads, before.download_bytes + more.download_bytes};

    check_that(status == VG_OK, "replay", line);
    check_that(equal(now, sum), "figures of the graph", line);
    check_that(both.uploads == now.uploads + some.uploads &&
                   both.download_bytes == now.download_bytes + some.download_bytes,
               "figures of the lane are sums", line);
    expect_crossed(line);
}

#define EXPECT(lane, call, up, up_bytes, down, down_bytes)                                                             \
    do {                                                                                                               \
        const traffic before = of(figures_all_stats(&p, lane)), more = {up, up_bytes, down, down_bytes};               \
        expect(lane, call, before, more, __LINE__);                                                                    \
    } while (0)

/* In each replay: b and letters by a launch, c by a copy, a and gain by the kernel, d by two; w by the kernel, said and
 * eight numbers of v by a launch. */
enum { UPS = 6, UP_BYTES = 5 * 400 + 37 + 4, DOWNS = 3, DOWN_BYTES = 400 + 37 + 32 };

static void requests_switches_and_blocks(unsigned lane)
{
    vg_times times;

    EXPECT(lane, figures_all_replay(&p, lane), UPS, UP_BYTES, DOWNS, DOWN_BYTES);
    OK(figures_detail(&p, lane), figures_switch_extra(&p, 0, lane));
    EXPECT(lane, figures_all_replay(&p, lane), UPS - 1, UP_BYTES - WORDS, DOWNS, DOWN_BYTES);
    OK(figures_detail(&p, lane), figures_set_blocks(&p, 0, lane));
    EXPECT(lane, figures_all_replay_timed(&p, &times, lane), UPS - 2, UP_BYTES - 2 * WORDS, DOWNS, DOWN_BYTES);
    OK(figures_detail(&p, lane), figures_want_z(&p, lane));
    EXPECT(lane, figures_all_replay(&p, lane), UPS - 2, UP_BYTES - 2 * WORDS, DOWNS + 1, DOWN_BYTES + WORDS);
    OK(figures_detail(&p, lane), figures_changed_s(&p, lane));
    OK(figures_detail(&p, lane), figures_want_s(&p, lane));
    EXPECT(lane, figures_all_replay(&p, lane), UPS - 1, UP_BYTES - WORDS, DOWNS + 1, DOWN_BYTES + WORDS);
    EXPECT(lane, figures_all_replay(&p, lane), UPS - 2, UP_BYTES - 2 * WORDS, DOWNS, DOWN_BYTES);
    OK(figures_detail(&p, lane), figures_switch_extra(&p, 1, lane));
    OK(figures_detail(&p, lane), figures_set_blocks(&p, 1, lane));
    EXPECT(lane, figures_all_replay(&p, lane), UPS, UP_BYTES, DOWNS, DOWN_BYTES);
}

static void other_ways(void)
{
    static figures_all_times nodes;
    const traffic before = of(figures_all_stats(&p, 1));
    traffic now;

    OK(figures_detail(&p, 1), figures_all_profile(&p, 3, &nodes, 1));
    now = of(figures_all_stats(&p, 1));
    CHECK(now.uploads == before.uploads + 3 * UPS && now.upload_bytes == before.upload_bytes + 3 * UP_BYTES);
    CHECK(now.downloads == before.downloads + 3 * DOWNS);
    expect_crossed(__LINE__);
    feature_count_traffic(NULL); /* a step is made of stream calls, whose nodes the device does not know */
    OK(figures_detail(&p, 1), figures_all_step(&p, 1));
    CHECK(of(figures_all_stats(&p, 1)).upload_bytes == now.upload_bytes + UP_BYTES);
    CHECK(of(figures_all_stats(&p, 1)).download_bytes == now.download_bytes + DOWN_BYTES);
    CHECK(figures_all_stats(&p, 1)->launches == figures_all_stats(&p, 1)->replays);
}

static void sums_of_times(void)
{
    const uint64_t begin = vg_sleep_until(0, 0);
    vg_times first, second;
    const vg_stats *s;

    OK(figures_detail(&p, 0), figures_some_replay_timed(&p, &first, 0));
    OK(figures_detail(&p, 0), figures_some_replay_timed(&p, &second, 0));
    OK(figures_detail(&p, 0), figures_some_replay(&p, 0));
    s = figures_some_stats(&p, 0);
    CHECK(s->timed == 2 && s->replays == 3 && s->launches == 3);
    CHECK(s->times.wall == first.wall + second.wall && s->times.device == first.device + second.device);
    CHECK(s->times.enqueue == first.enqueue + second.enqueue && s->times.wait == first.wait + second.wait);
    CHECK(s->times.wall > 0 && s->times.wall <= vg_sleep_until(0, 0) - begin);
    CHECK(s->uploads == 3 && s->upload_bytes == 3 * WORDS && s->downloads == 3 && s->download_bytes == 3 * WORDS);
    CHECK(figures_stats(&p, 0)->timed == 2 + figures_all_stats(&p, 0)->timed);
    CHECK(figures_stats(&p, 0)->pinned_bytes > 0 && s->pinned_bytes == 0);
}

/* ---- nodes in words ---- */

static char words[8192];
static size_t words_size;

static int take_words(void *user, const char *text, size_t size)
{
    (void)user;
    if (words_size + size < sizeof words) {
        memcpy(words + words_size, text, size);
        words_size += size;
        words[words_size] = '\0';
    }
    return 0;
}

/* As the next replay would run them; d and s are the arguments of `again`, w is in pinned memory. */
static void nodes_are_described(void)
{
    const char *again, *next;

    OK(figures_detail(&p, 1), figures_set_blocks(&p, 0, 1));
    OK(figures_detail(&p, 1), vg_describe(&p.lane[1].rt, take_words, NULL));
    OK(figures_detail(&p, 1), figures_set_blocks(&p, 1, 1));
    again = strstr(words, "  again (left out): kernel add, ");
    CHECK(strstr(words, "graph all, lane 1\n") == words && again != NULL);
    CHECK(strstr(words, "  launch mix: kernel mix, 1 x 1 x 1 blocks of 128 x 1 x 1 threads, 0 bytes of dynamic") !=
          NULL);
    CHECK(strstr(words, ": copy, 400 x 1 x 1 bytes\n    from pinned memory + ") != NULL);
    next = again != NULL ? strstr(again, "    argument 0, 8 bytes: pinned memory + ") : NULL;
    CHECK(next != NULL && strstr(next, "    argument 1, 8 bytes: arena 0 + ") != NULL);
    CHECK(strstr(words, "graph some, lane 1\n") != NULL);
}

int main(void)
{
    uint64_t replays;

    OPEN_OR_SKIP(figures_open(&p, NULL, NULL));
    expect_crossed(__LINE__); /* nothing yet */
    CHECK(figures_stats(&p, 0)->replays == 0 && figures_stats(&p, 0)->uploads == 0);
    feature_count_traffic(&crossed);
    requests_switches_and_blocks(0);
    requests_switches_and_blocks(1);
    sums_of_times();
    expect_crossed(__LINE__);
    CHECK(figures_some_stats(&p, 1)->replays == 0 && figures_some_stats(&p, 1)->uploads == 0);
    nodes_are_described();
    other_ways();
    replays = figures_stats(&p, 0)->replays;
    CHECK(figures_stats(NULL, 0) == NULL && figures_stats(&p, 2) == NULL && figures_all_stats(NULL, 0) == NULL);
    OK(figures_detail(&p, 0), figures_close(&p));
    CHECK(figures_stats(&p, 0)->replays == replays && figures_some_stats(&p, 0)->timed == 2); /* still there */
    return checks_end();
}
