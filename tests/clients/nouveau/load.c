/* tests/clients/nouveau/load.c: four channels of four clients at once for a long time. Every submission waits for a
 * semaphore that a process of its own releases, copies to VRAM and back, and says that it has passed; the client
 * sleeps until the driver wakes it. Nothing may be lost, and the card's clock goes as fast as the machine's. */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/clients/nouveau/world.h"

#define CLIENTS 4u
#define WORDS   1024u /* of each copy */
#define PASSED  4u    /* word of the page: how far the channel has come */

/* The figures of a client, in memory that all processes share. */
struct tally {
    volatile uint32_t asked; /* the release that it waits for */
    uint32_t submitted, came, wrong;
    double longest;
    int error;
};

struct client {
    struct channel channel;
    struct buffer page, from, vram, to;
};

static int open_client(const struct world *w, struct client *c)
{
    const int fd = open(w->path, O_RDWR);
    int error = buffer_new(fd, 4096, GART, &c->page); /* first: below 64 KiB, as G80 needs it */
    error = error ? error : channel_new(fd, w->chip, &c->channel);
    error = error ? error : buffer_new(fd, SIZE, GART, &c->from);
    error = error ? error : buffer_new(fd, SIZE, VRAM, &c->vram);
    return error ? error : buffer_new(fd, SIZE, GART, &c->to);
}

/* Writes each release a while after it was asked for. */
static void releaser(const struct client *c, const struct tally *tally)
{
    uint32_t done = 0;

    for (;;) {
        usleep(2000);
        if (tally->asked != done)
            c->page.map[0] = done = tally->asked;
    }
}

static int submit(struct client *c, uint32_t number)
{
    const struct pitched from = { c->from.va, 4 * WORDS }, vram = { c->vram.va, 4 * WORDS },
                         to = { c->to.va, 4 * WORDS };

    channel_use(&c->channel, &c->page, GART);
    channel_use(&c->channel, &c->from, GART);
    channel_use(&c->channel, &c->vram, VRAM);
    channel_use(&c->channel, &c->to, GART);
    semaphore_acquire(&c->channel, c->page.va, number);
    copy(&c->channel, from, vram, 4 * WORDS, 1);
    copy(&c->channel, vram, to, 4 * WORDS, 1);
    semaphore_release(&c->channel, c->page.va + 4 * PASSED, number);
    return channel_kick(&c->channel);
}

static void work(const struct world *w, unsigned which, struct tally *tally)
{
    const double end = now() + w->seconds;
    struct client c;

    tally->error = open_client(w, &c);
    const pid_t helper = tally->error ? -1 : fork();
    if (helper == 0)
        releaser(&c, tally);
    c.page.map[0] = c.page.map[PASSED] = 0;
    for (uint32_t number = 1; !tally->error && now() < end; number++) {
        uint32_t first;
        for (uint32_t i = 0; i < WORDS; i++)
            c.from.map[i] = pattern(number * CLIENTS + which, i);
        const double start = now();
        tally->asked = number; /* before: a full command buffer makes submit wait as well */
        tally->error = submit(&c, number);
        tally->submitted++;
        tally->error = tally->error ? tally->error : buffer_wait(&c.to);
        tally->came += c.page.map[PASSED] == number;
        tally->wrong += wrong_words(c.to.map, WORDS, number * CLIENTS + which, &first);
        const double took = now() - start;
        tally->longest = took > tally->longest ? took : tally->longest;
    }
    if (helper > 0)
        kill(helper, SIGKILL);
}

void test_load(struct world *w)
{
    struct tally *all = mmap(NULL, CLIENTS * sizeof(*all), PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const double clock_start = now();
    const uint64_t card_start = drm_param(w->fd, PARAM_TIMER);
    uint32_t submitted = 0, came = 0, wrong = 0;
    double longest = 0;
    int error = 0;

    for (unsigned i = 0; i < CLIENTS; i++)
        if (fork() == 0) {
            work(w, i, &all[i]);
            _exit(0);
        }
    for (unsigned i = 0; i < CLIENTS; i++)
        wait(NULL);
    const double passed = now() - clock_start;
    const double by_card = (double)(drm_param(w->fd, PARAM_TIMER) - card_start) / 1e9;
    for (unsigned i = 0; i < CLIENTS; i++) {
        submitted += all[i].submitted;
        came += all[i].came;
        wrong += all[i].wrong;
        longest = all[i].longest > longest ? all[i].longest : longest;
        error = error ? error : all[i].error;
        verdict(w, all[i].submitted > 0, "load-client", "%u submissions, the longest took %.3f s",
                all[i].submitted, all[i].longest);
    }
    verdict(w, !error && came == submitted, "load-fences", "%u of %u came in %.0f s, %s", came,
            submitted, passed, word_for(error));
    judge(w, "load-data", error, wrong, "words");
    /* One that was lost would be noticed when the kernel gives up, after 15 seconds or more. */
    verdict(w, longest < 10, "load-wait", "the longest took %.3f s", longest);
    verdict(w, by_card > passed * 0.99 && by_card < passed * 1.01, "load-time",
            "%.3f s by the card, %.3f s by the machine", by_card, passed);
}
