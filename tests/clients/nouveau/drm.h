/* tests/clients/nouveau/drm.h: the kernel's own requests, without any library but libc: buffers, channels, submissions.
 *
 * Units   sizes and addresses in bytes; a channel's commands in words.
 * Errors  0, or a negative errno. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <drm.h>
#include <nouveau_drm.h>

enum {
    VRAM = NOUVEAU_GEM_DOMAIN_VRAM,
    GART = NOUVEAU_GEM_DOMAIN_GART, /* system memory */
};
enum { CLASS_2D = 0x502d, CLASS_M2MF = 0x5039, CLASS_COPY = 0xc3b5, CLASS_COPY_TURING = 0xc5b5 };
/* Names that we give to a channel's objects. */
enum {
    HANDLE_VRAM = 0xd1a00001,
    HANDLE_GART = 0xd1a00002,
    HANDLE_NOTIFY = 0xd1a00003,
    HANDLE_M2MF = 0xd1a05039,
    HANDLE_2D = 0xd1a0502d,
};
#define NOTIFY_BYTES 32 /* the size of the object that HANDLE_NOTIFY names */

/* Questions for drm_param. */
enum { PARAM_VRAM = 8, PARAM_CHIPSET = 11, PARAM_TIMER = 14 };

/* The driver's answer; all ones if it has none. */
uint64_t drm_param(int fd, int which);

struct buffer {
    int fd;
    uint32_t handle, size;
    uint64_t va; /* in the address space of fd's channels */
    uint32_t *map;
};

/* domains: VRAM, GART, or both for a buffer that the kernel may move. */
int buffer_new(int fd, uint32_t size, uint32_t domains, struct buffer *b);
/* kind: the storage type of its pages; mode: log2 of a block's height in GOBs << 4. */
int buffer_new_tiled(int fd, uint32_t size, uint32_t domains, uint32_t kind, uint32_t mode,
                     struct buffer *b);
/* The same memory for another client, at an address of its own. */
int buffer_share(const struct buffer *b, int fd, struct buffer *other);
/* Where it is now; 0 if that is not known. */
uint32_t buffer_domain(const struct buffer *b);
/* Until no submission that lists it is under way. */
int buffer_wait(const struct buffer *b);
bool buffer_is_idle(const struct buffer *b);

struct channel {
    int fd, id, chip;
    struct buffer push;
    unsigned at, start; /* words of push: where the next one goes, where the submission begins */
    struct drm_nouveau_gem_pushbuf_bo list[8];
    unsigned listed;
};

/* A channel with the copier on its subchannel (commands.h). chip: as PARAM_CHIPSET says. */
int channel_new(int fd, int chip, struct channel *c);
void channel_free(struct channel *c);
int channel_object(struct channel *c, uint32_t handle, int class);
/* The next submission needs the buffer to be in that place. */
void channel_use(struct channel *c, const struct buffer *b, uint32_t domain);
void channel_word(struct channel *c, uint32_t word);
/* Submits the words since the last time; the command buffer begins anew when it is almost used up. */
int channel_kick(struct channel *c);
