/* tests/clients/nouveau/clients.c: two clients with an address space each. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "tests/clients/nouveau/world.h"

struct client {
    int fd;
    struct channel channel;
    struct buffer semaphore; /* one page in both address spaces */
    struct buffer from, to;
};

static int open_client(struct world *w, struct client *c, const struct client *first)
{
    c->fd = open(w->path, O_RDWR);
    int error = c->fd < 0 ? -errno : 0;
    if (!error)
        error = first ? buffer_share(&first->semaphore, c->fd, &c->semaphore)
                      : buffer_new(c->fd, 4096, GART, &c->semaphore);
    error = error ? error : channel_new(c->fd, w->chip, &c->channel);
    error = error ? error : buffer_new(c->fd, SIZE, GART, &c->from);
    return error ? error : buffer_new(c->fd, SIZE, VRAM, &c->to);
}

static void close_client(struct client *c)
{
    if (c->channel.id)
        channel_free(&c->channel);
    if (c->fd >= 0)
        close(c->fd);
}

static void commands(struct client *c, uint32_t at, uint32_t bytes)
{
    channel_use(&c->channel, &c->from, GART);
    channel_use(&c->channel, &c->to, VRAM);
    copy_whole(&c->channel, c->from.va + at, c->to.va + at, bytes);
}

/* The same addresses name other buffers; halves in turns. */
static int copies(struct world *w, struct client clients[2])
{
    uint32_t wrong = 0, at;
    int error = 0;

    for (unsigned i = 0; i < 2; i++)
        fill(&clients[i].from, 44 + i);
    for (unsigned turn = 0; turn < 4 && !error; turn++) {
        struct client *c = &clients[turn & 1];
        commands(c, turn / 2 * (SIZE / 2), SIZE / 2);
        error = run(&c->channel, &c->to);
    }
    for (unsigned i = 0; i < 2; i++)
        wrong += wrong_words(clients[i].to.map, SIZE / 4, 44 + i, &at);
    const bool same =
        clients[0].from.va == clients[1].from.va && clients[0].to.va == clients[1].to.va;
    verdict(w, !error && !wrong && same, "same-address", "at %#llx and %#llx, %u wrong words, %s",
            (unsigned long long)clients[0].to.va, (unsigned long long)clients[1].to.va, wrong,
            word_for(error));
    return error;
}

/* The second client's copy waits for a word that the first one writes after its own copy. */
static void semaphore(struct world *w, struct client clients[2])
{
    uint32_t early, wrong = 0, at;

    clients[0].semaphore.map[0] = 0;
    for (unsigned i = 0; i < 2; i++) {
        fill(&clients[i].from, 54 + i);
        memset(clients[i].to.map, 0, SIZE);
    }
    semaphore_acquire(&clients[1].channel, clients[1].semaphore.va, 0x55aa);
    commands(&clients[1], 0, SIZE);
    int error = channel_kick(&clients[1].channel);
    usleep(100000);
    early = clients[1].to.map[0] != 0 || clients[1].to.map[SIZE / 4 - 1] != 0;
    verdict(w, !error && !early && !buffer_is_idle(&clients[1].to), "shared-semaphore-hold",
            "%s before the release", early ? "copied" : "nothing copied");

    commands(&clients[0], 0, SIZE);
    semaphore_release(&clients[0].channel, clients[0].semaphore.va, 0x55aa);
    error = error ? error : channel_kick(&clients[0].channel);
    for (unsigned i = 0; i < 2 && !error; i++) {
        error = buffer_wait(&clients[i].to);
        wrong += wrong_words(clients[i].to.map, SIZE / 4, 54 + i, &at);
    }
    judge(w, "shared-semaphore-go", error, wrong, "words");
}

void test_same_address(struct world *w)
{
    struct client clients[2] = { { .fd = -1 }, { .fd = -1 } };

    int error = open_client(w, &clients[0], NULL);
    error = error ? error : open_client(w, &clients[1], &clients[0]);
    if (error)
        verdict(w, false, "same-address", "%s", word_for(error));
    else if (!copies(w, clients))
        semaphore(w, clients);
    for (unsigned i = 0; i < 2; i++)
        close_client(&clients[i]);
}
