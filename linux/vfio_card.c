#include "linux/vfio_card.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/vfio.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define LOCK_MS 5000

static bool fail(char sentence[SENTENCE_MAX], const char *name, const char *what)
{
    snprintf(sentence, SENTENCE_MAX, "%s: VFIO %s: %s; dmesg says more", name, what,
             strerror(errno));
    return false;
}

/* The eventfd that the kernel signals; below 0: this kernel or device has no such message. */
static int listen_to(const struct vfio *vfio, unsigned index)
{
    const int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    _Alignas(struct vfio_irq_set) uint8_t bytes[sizeof(struct vfio_irq_set) + sizeof(event)];
    struct vfio_irq_set *const request = (struct vfio_irq_set *)bytes;

    *request =
        (struct vfio_irq_set){ .argsz = sizeof(bytes),
                               .flags = VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER,
                               .index = index,
                               .count = 1 };
    memcpy(request->data, &event, sizeof(event));
    if (event < 0 || ioctl(vfio->device, VFIO_DEVICE_SET_IRQS, request) == 0)
        return event;
    close(event);
    return -1;
}

/* The group is asked whether it is viable first, because that is the one refusal with a remedy to
 * name. */
static bool open_group(struct vfio *vfio, const struct roots *roots, const struct linux_card *card,
                       char sentence[SENTENCE_MAX])
{
    struct vfio_group_status status = { .argsz = sizeof(status) };
    char path[FILE_PATH_MAX];

    file_path(path, roots->dev, "vfio/vfio");
    vfio->container = open(path, O_RDWR | O_CLOEXEC);
    file_path(path, roots->dev, "vfio/%s", card->group);
    vfio->group = open(path, O_RDWR | O_CLOEXEC);
    if (vfio->container < 0 || vfio->group < 0)
        return fail(sentence, card->name, "cannot be opened");
    if (ioctl(vfio->group, VFIO_GROUP_GET_STATUS, &status) == 0 &&
        !(status.flags & VFIO_GROUP_FLAGS_VIABLE)) {
        snprintf(sentence, SENTENCE_MAX,
                 "%s: a driver holds another device of IOMMU group %s: unbind it first", card->name,
                 card->group);
        return false;
    }
    if (ioctl(vfio->group, VFIO_GROUP_SET_CONTAINER, &vfio->container) ||
        ioctl(vfio->container, VFIO_SET_IOMMU, VFIO_TYPE1v2_IOMMU))
        return fail(sentence, card->name,
                    errno == EPERM ? "refuses it (does the IOMMU remap interrupts?)"
                                   : "gives no IOMMU");
    return true;
}

static bool open_device(struct vfio *vfio, const struct linux_card *card,
                        char sentence[SENTENCE_MAX])
{
    struct vfio_region_info config = { .argsz = sizeof(config),
                                       .index = VFIO_PCI_CONFIG_REGION_INDEX };

    vfio->device = ioctl(vfio->group, VFIO_GROUP_GET_DEVICE_FD, card->name);
    if (vfio->device < 0)
        return fail(sentence, card->name, "does not open it");
    if (ioctl(vfio->device, VFIO_DEVICE_GET_REGION_INFO, &config))
        return fail(sentence, card->name, "shows no configuration space");
    vfio->config = (off_t)config.offset;
    vfio->wants_back = listen_to(vfio, VFIO_PCI_REQ_IRQ_INDEX);
    vfio->error = listen_to(vfio, VFIO_PCI_ERR_IRQ_INDEX);
    return true;
}

bool vfio_open(struct vfio *vfio, const struct roots *roots, const struct linux_card *card,
               char sentence[SENTENCE_MAX])
{
    *vfio =
        (struct vfio){ .container = -1, .group = -1, .device = -1, .wants_back = -1, .error = -1 };
    snprintf(vfio->name, sizeof(vfio->name), "%s", card->name);
    if (open_group(vfio, roots, card, sentence) && open_device(vfio, card, sentence))
        return true;
    vfio_close(vfio, roots, card);
    return false;
}

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

struct unbinding {
    const struct roots *roots;
    const char *name;
};

static void *unbind(void *opaque)
{
    const struct unbinding *const u = opaque;

    file_write(u->name, u->roots->sys, "bus/pci/drivers/vfio-pci/unbind");
    return NULL;
}

/* The kernel asks for the card as soon as the unbinding has its lock. */
static void wait_for_lock(const struct vfio *vfio)
{
    struct pollfd asked = { .fd = vfio->wants_back, .events = POLLIN };

    while (poll(&asked, 1, LOCK_MS) < 0 && errno == EINTR)
        ;
}

void vfio_close(struct vfio *vfio, const struct roots *roots, const struct linux_card *card)
{
    struct unbinding unbinding = { roots, card->name };
    pthread_t thread;

    vfio_asks(vfio); /* drops earlier requests of the kernel */
    const bool unbinds =
        vfio->device >= 0 && pthread_create(&thread, NULL, unbind, &unbinding) == 0;

    if (unbinds && !vfio->asked)
        wait_for_lock(vfio);
    close_file(&vfio->wants_back);
    close_file(&vfio->error);
    close_file(&vfio->device);
    close_file(&vfio->group);
    close_file(&vfio->container);
    if (unbinds)
        pthread_join(thread, NULL);
}

void *vfio_map(const struct vfio *vfio, unsigned bar, size_t size)
{
    struct vfio_region_info region = { .argsz = sizeof(region),
                                       .index = VFIO_PCI_BAR0_REGION_INDEX + bar };

    if (ioctl(vfio->device, VFIO_DEVICE_GET_REGION_INFO, &region) || region.size < size)
        return NULL;
    void *const memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, vfio->device, (off_t)region.offset);

    return memory == MAP_FAILED ? NULL : memory;
}

bool vfio_show(const struct vfio *vfio, void *memory, size_t size, bus_addr at)
{
    struct vfio_iommu_type1_dma_map map = { .argsz = sizeof(map),
                                            .flags =
                                                VFIO_DMA_MAP_FLAG_READ | VFIO_DMA_MAP_FLAG_WRITE,
                                            .vaddr = (uintptr_t)memory,
                                            .iova = at.v,
                                            .size = size };

    return ioctl(vfio->container, VFIO_IOMMU_MAP_DMA, &map) == 0;
}

void vfio_hide(const struct vfio *vfio, size_t size, bus_addr at)
{
    struct vfio_iommu_type1_dma_unmap unmap = { .argsz = sizeof(unmap),
                                                .iova = at.v,
                                                .size = size };

    ioctl(vfio->container, VFIO_IOMMU_UNMAP_DMA, &unmap);
}

uint32_t vfio_config_read(const struct vfio *vfio, uint16_t offset, uint8_t size)
{
    uint32_t value = 0;

    if (pread(vfio->device, &value, size, vfio->config + offset) != size)
        value = UINT32_MAX;
    return value & UINT32_MAX >> (32 - 8 * size);
}

void vfio_config_write(const struct vfio *vfio, uint16_t offset, uint8_t size, uint32_t value)
{
    if (pwrite(vfio->device, &value, size, vfio->config + offset) != size)
        return; /* the card is gone, which the next read says */
}

static bool happened(int event)
{
    uint64_t count;

    return event >= 0 && read(event, &count, sizeof(count)) == sizeof(count);
}

const char *vfio_asks(struct vfio *vfio)
{
    vfio->asked = vfio->asked || happened(vfio->wants_back);
    if (vfio->asked)
        return "the kernel wants the card back: it is being removed, or another driver was asked "
               "for";
    if (!happened(vfio->error))
        return NULL;
    snprintf(vfio->words, sizeof(vfio->words),
             "the kernel has seen an uncorrectable error of the link of %s (AER)", vfio->name);
    return vfio->words;
}
