#include "tests/clients/nouveau/drm.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/clients/nouveau/commands.h"

/* Requests that the header no longer describes. */
struct param_request {
    uint64_t param, value;
};
struct channel_request {
    uint32_t fb_handle, tt_handle;
    int32_t id;
    uint32_t push_domains, notifier;
    struct {
        uint32_t handle, class;
    } sub[8];
    uint32_t subs;
};
struct channel_free_request {
    int32_t id;
};
struct object_request {
    int32_t channel;
    uint32_t handle;
    int32_t class;
};
struct notifier_request {
    int32_t channel;
    uint32_t handle, size, offset;
};
#define PARAM        DRM_IOWR(DRM_COMMAND_BASE + 0x00, struct param_request)
#define CHANNEL      DRM_IOWR(DRM_COMMAND_BASE + 0x02, struct channel_request)
#define CHANNEL_FREE DRM_IOW(DRM_COMMAND_BASE + 0x03, struct channel_free_request)
#define OBJECT       DRM_IOW(DRM_COMMAND_BASE + 0x04, struct object_request)
#define NOTIFIER     DRM_IOWR(DRM_COMMAND_BASE + 0x05, struct notifier_request)
#define GEM_NEW      DRM_IOWR(DRM_COMMAND_BASE + DRM_NOUVEAU_GEM_NEW, struct drm_nouveau_gem_new)
#define GEM_INFO     DRM_IOWR(DRM_COMMAND_BASE + DRM_NOUVEAU_GEM_INFO, struct drm_nouveau_gem_info)
#define GEM_CPU_PREP                                                                               \
    DRM_IOW(DRM_COMMAND_BASE + DRM_NOUVEAU_GEM_CPU_PREP, struct drm_nouveau_gem_cpu_prep)
#define GEM_PUSHBUF                                                                                \
    DRM_IOWR(DRM_COMMAND_BASE + DRM_NOUVEAU_GEM_PUSHBUF, struct drm_nouveau_gem_pushbuf)

#define PUSH_BYTES (64u << 10)
#define PUSH_FULL  (PUSH_BYTES / 4 * 3 / 4) /* words; no submission of ours is longer */

static int call(int fd, unsigned long request, void *argument)
{
    int result;
    do
        result = ioctl(fd, request, argument);
    while (result < 0 && (errno == EINTR || errno == EAGAIN));
    return result < 0 ? -errno : 0;
}

uint64_t drm_param(int fd, int which)
{
    struct param_request p = { .param = (uint64_t)which };
    return call(fd, PARAM, &p) ? UINT64_MAX : p.value;
}

/* ---- buffers ---- */

static int take(struct buffer *b, int fd, const struct drm_nouveau_gem_info *info, uint32_t size)
{
    *b = (struct buffer){ .fd = fd, .handle = info->handle, .size = size, .va = info->offset };
    void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)info->map_handle);
    if (map == MAP_FAILED)
        return -errno;
    b->map = map;
    return 0;
}

int buffer_new_tiled(int fd, uint32_t size, uint32_t domains, uint32_t kind, uint32_t mode,
                     struct buffer *b)
{
    struct drm_nouveau_gem_new n = { .align = 4096 };

    n.info.size = size;
    n.info.domain = domains | NOUVEAU_GEM_DOMAIN_MAPPABLE;
    n.info.tile_flags = kind << 8;
    n.info.tile_mode = mode;
    const int error = call(fd, GEM_NEW, &n);
    return error ? error : take(b, fd, &n.info, size);
}

int buffer_new(int fd, uint32_t size, uint32_t domains, struct buffer *b)
{
    return buffer_new_tiled(fd, size, domains, 0, 0, b);
}

int buffer_share(const struct buffer *b, int fd, struct buffer *other)
{
    struct drm_prime_handle out = { .handle = b->handle, .flags = DRM_CLOEXEC | DRM_RDWR };
    int error = call(b->fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &out);
    if (error)
        return error;
    struct drm_prime_handle in = { .fd = out.fd };
    error = call(fd, DRM_IOCTL_PRIME_FD_TO_HANDLE, &in);
    close(out.fd);
    if (error)
        return error;
    struct drm_nouveau_gem_info info = { .handle = in.handle };
    error = call(fd, GEM_INFO, &info);
    return error ? error : take(other, fd, &info, b->size);
}

uint32_t buffer_domain(const struct buffer *b)
{
    struct drm_nouveau_gem_info info = { .handle = b->handle };
    return call(b->fd, GEM_INFO, &info) ? 0 : info.domain;
}

int buffer_wait(const struct buffer *b)
{
    struct drm_nouveau_gem_cpu_prep p = { .handle = b->handle,
                                          .flags = NOUVEAU_GEM_CPU_PREP_WRITE };
    return call(b->fd, GEM_CPU_PREP, &p);
}

bool buffer_is_idle(const struct buffer *b)
{
    struct drm_nouveau_gem_cpu_prep p = {
        .handle = b->handle, .flags = NOUVEAU_GEM_CPU_PREP_WRITE | NOUVEAU_GEM_CPU_PREP_NOWAIT
    };
    return ioctl(b->fd, GEM_CPU_PREP, &p) == 0;
}

/* ---- channels ---- */

int channel_object(struct channel *c, uint32_t handle, int class)
{
    struct object_request o = { c->id, handle, class };
    return call(c->fd, OBJECT, &o);
}

/* Instead of names for its memories, where a channel is one of a copy engine. */
#define ANY_ENGINE   UINT32_MAX
#define COPY_ENGINES 0x30

/* m2mf's memories need objects, and so does its notifier. */
static int m2mf_objects(struct channel *c)
{
    struct notifier_request n = { c->id, HANDLE_NOTIFY, NOTIFY_BYTES, 0 };
    const int error = channel_object(c, HANDLE_M2MF, CLASS_M2MF);

    return error ? error : call(c->fd, NOTIFIER, &n);
}

int channel_new(int fd, int chip, struct channel *c)
{
    *c = (struct channel){ .fd = fd, .chip = chip };
    struct channel_request q = { .fb_handle = has_copy_engine(c) ? ANY_ENGINE : HANDLE_VRAM,
                                 .tt_handle = has_copy_engine(c) ? COPY_ENGINES : HANDLE_GART };

    int error = call(fd, CHANNEL, &q);
    if (error)
        return error;
    c->id = q.id;
    error = has_copy_engine(c) ? 0 : m2mf_objects(c);
    error = error ? error : buffer_new(fd, PUSH_BYTES, GART, &c->push);
    if (!error)
        bind_copier(c);
    return error;
}

void channel_free(struct channel *c)
{
    struct channel_free_request f = { c->id };
    call(c->fd, CHANNEL_FREE, &f);
}

void channel_use(struct channel *c, const struct buffer *b, uint32_t domain)
{
    c->list[c->listed++] = (struct drm_nouveau_gem_pushbuf_bo){ .handle = b->handle,
                                                                .valid_domains = domain,
                                                                .read_domains = domain,
                                                                .write_domains = domain };
}

void channel_word(struct channel *c, uint32_t word)
{
    c->push.map[c->at++] = word;
}

int channel_kick(struct channel *c)
{
    struct drm_nouveau_gem_pushbuf_push p = { .bo_index = c->listed,
                                              .offset = c->start * 4,
                                              .length = (c->at - c->start) * 4 };
    struct drm_nouveau_gem_pushbuf q = { .channel = (uint32_t)c->id,
                                         .buffers = (uintptr_t)c->list,
                                         .nr_push = 1,
                                         .push = (uintptr_t)&p };

    channel_use(c, &c->push, GART);
    c->list[p.bo_index].write_domains = 0;
    q.nr_buffers = c->listed;
    int error = call(c->fd, GEM_PUSHBUF, &q);
    c->listed = 0;
    if (!error && c->at > PUSH_FULL) {
        error = buffer_wait(&c->push);
        c->at = 0;
    }
    c->start = c->at;
    return error;
}
