/* tests/clients/nouveau/copytest.c: user space's half of the nouveau client. Drives a card through the
 * kernel's own DRM requests and checks every byte that comes back.
 *
 *   copytest NODE [all|short|fault|stress|load [SECONDS]]
 *   copytest NODE memory tests without a channel
 *   copytest NODE killed-by-read|-write|-semaphore an access that ends a channel (GV100)
 *   copytest FILE hole                             a read of BAR1, which FILE is, where nothing is
 *
 * Prints "ok NAME: DETAIL" or "FAIL NAME: DETAIL" for each check; status 0 if none failed. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/clients/nouveau/world.h"

static void facts(struct world *w)
{
    const uint64_t before = drm_param(w->fd, PARAM_TIMER);
    usleep(20000);
    const uint64_t passed = drm_param(w->fd, PARAM_TIMER) - before;
    const uint64_t vram = drm_param(w->fd, PARAM_VRAM);

    w->chip = (int)drm_param(w->fd, PARAM_CHIPSET);
    verdict(w, w->chip > 0, "chipset-id", "%#x", (unsigned)w->chip);
    verdict(w, vram != UINT64_MAX && vram >> 20, "vram-size", "%u MiB", (unsigned)(vram >> 20));
    /* The driver programs the timer so that it counts nanoseconds. */
    verdict(w, passed > 15000000 && passed < 2000000000, "timer", "%llu ns over a sleep of 20 ms",
            (unsigned long long)passed);
}

static int set_up(struct world *w)
{
    int error = buffer_new(w->fd, 4096, GART, &w->page);
    error = error ? error : buffer_new(w->fd, 4096, GART, &w->seen);
    error = error ? error : channel_new(w->fd, w->chip, &w->channel);
    verdict(w, !error, "channel", "id %d, %s", w->channel.id, word_for(error));
    if (error)
        return error;
    if (!has_copy_engine(&w->channel)) {
        error = channel_object(&w->channel, HANDLE_2D, CLASS_2D);
        verdict(w, !error, "2d-object", "%s", word_for(error));
    }
    for (unsigned i = 0; i < 2 && !error; i++) {
        error = buffer_new(w->fd, SIZE, GART, &w->system[i]);
        error = error ? error : buffer_new(w->fd, SIZE, VRAM, &w->vram[i]);
    }
    verdict(w, !error, "buffers", "%s", word_for(error));
    return error;
}

static void everything(struct world *w)
{
    test_fence(w);
    test_linear(w);
    test_pitched(w);
    test_narrow(w);
    if (has_copy_engine(&w->channel))
        test_copy_engine(w);
    else
        test_tiled(w);
    test_moves(w);
    test_ring_wrap(w);
    if (!has_copy_engine(&w->channel))
        test_drawing(w);
    test_second_channel(w);
    test_same_address(w);
}

enum needs { CHANNEL, NODE, NOTHING };

static const struct mode {
    const char *name;
    void (*test)(struct world *w);
    enum needs needs;
} modes[] = {
    /* clang-format off */
    { "all", everything, CHANNEL }, { "short", test_linear, CHANNEL },
    { "fault", test_faults, CHANNEL }, { "stress", test_overcommitted, CHANNEL },
    { "load", test_load, CHANNEL }, { "memory", test_memory, NODE },
    { "killed-by-read", test_killed_by_read, CHANNEL },
    { "killed-by-write", test_killed_by_write, CHANNEL },
    { "killed-by-semaphore", test_killed_by_semaphore, CHANNEL }, { "hole", test_hole, NOTHING },
    /* clang-format on */
};

static const struct mode *find_mode(const char *name)
{
    for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
        if (!strcmp(name, modes[i].name))
            return &modes[i];
    return NULL;
}

int main(int count, char **words)
{
    struct world w = { .path = count > 1 ? words[1] : "/dev/dri/renderD128" };
    const char *name = count > 2 ? words[2] : "all";
    const struct mode *mode = find_mode(name);
    w.seconds = count > 3 ? strtod(words[3], NULL) : 10;

    if (!mode) {
        verdict(&w, false, "mode", "there is no %s", name);
        return 1;
    }
    w.fd = open(w.path, O_RDWR);
    if (w.fd < 0) {
        verdict(&w, false, "open", "%s: %s", w.path, strerror(errno));
        return 1;
    }
    if (mode->needs != NOTHING)
        facts(&w);
    if (mode->needs == CHANNEL && set_up(&w))
        return 1;
    mode->test(&w);
    if (mode->needs == CHANNEL)
        channel_free(&w.channel);
    return w.failures != 0;
}
