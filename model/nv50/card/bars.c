#include "model/nv50/card/bars.h"

#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/card/bar0.h"
#include "model/nv50/card/bar5.h"
#include "model/nv50/card/units.h"
#include "model/nv50/host/ptherm.h"
#include "model/nv50/host/windows.h"

/* The window that a BAR shows, before an access to it; null: there is none, or the card is dead. */
static struct window *window_at(struct nv50 *card, unsigned bar)
{
    struct window *const window = card->dead ? NULL : windows_of_bar(card, bar);

    if (window && card->broken[DEFECT_BOARD_HOT])
        ptherm_load(card);
    if (window &&
        card->broken[DEFECT_PCI_LINK_ERRORS]) /* a correctable error, which the card notices */
        card->shell.config.bytes[PCI_NV_CAP_PCIE + PCIE_DEVICE_STATUS + 2] |=
            PCIE_ERROR_CORRECTABLE;
    return window;
}

static bool is_mmio(const struct nv50 *card, unsigned bar, uint64_t offset)
{
    return bar == NV_BAR_MMIO && !card->dead && offset < NV_MMIO_SIZE;
}

static uint64_t read_window(struct nv50 *card, struct window *window, uint64_t offset,
                            unsigned size)
{
    uint8_t bytes[8];

    window_read(card, window, offset, bytes, size);
    return bytes_get(bytes, size);
}

uint64_t bar_read(struct model *model, unsigned bar, uint64_t offset, unsigned size)
{
    struct nv50 *const card = nv50_of(model);
    struct window *const window = window_at(card, bar);

    if (window)
        return read_window(card, window, offset, size);
    if (bar == BAR_PORTS && !card->dead)
        return bar5_read(card, (uint32_t)offset & 0x7c) >> (8 * (offset & 3));
    if (!is_mmio(card, bar, offset))
        return UINT64_MAX;
    if (card->shell.wake_ns && shell_now_ns(&card->shell) >= card->shell.wake_ns)
        units_wake(card);
    if (size == 8)
        return bar0_read(card, (uint32_t)offset, 4) |
               (uint64_t)bar0_read(card, (uint32_t)offset + 4, 4) << 32;
    return bar0_read(card, (uint32_t)offset, size);
}

static void write_window(struct nv50 *card, struct window *window, uint64_t offset, uint64_t value,
                         unsigned size)
{
    uint8_t bytes[8];

    if (size < 4 && card->broken[DEFECT_WINDOW_BYTE_ENABLES_IGNORED]) {
        value = (value & bytes_ones(size)) << (8 * (offset & 3));
        offset &= ~UINT64_C(3);
        size = 4;
    }
    bytes_put(bytes, value, size);
    window_write(card, window, offset, bytes, size);
}

void bar_write(struct model *model, unsigned bar, uint64_t offset, uint64_t value, unsigned size)
{
    struct nv50 *const card = nv50_of(model);
    struct window *const window = window_at(card, bar);

    if (window) {
        write_window(card, window, offset, value, size);
    } else if (bar == BAR_PORTS && !card->dead) {
        bar5_write(card, (uint32_t)offset & 0x7c, (uint32_t)value);
    } else if (is_mmio(card, bar, offset)) {
        bar0_write(card, (uint32_t)offset, (uint32_t)value, size == 8 ? 4 : size);
        if (size == 8)
            bar0_write(card, (uint32_t)offset + 4, (uint32_t)(value >> 32), 4);
    }
}

bool bar_read_block(struct model *model, unsigned bar, uint64_t offset, void *bytes, size_t size)
{
    struct nv50 *const card = nv50_of(model);
    struct window *const window = window_at(card, bar);

    if (window) {
        window_read(card, window, offset, bytes, size);
        return true;
    }
    return is_mmio(card, bar, offset) && bar0_read_block(card, offset, bytes, size);
}

bool bar_write_block(struct model *model, unsigned bar, uint64_t offset, const void *bytes,
                     size_t size)
{
    struct nv50 *const card = nv50_of(model);
    struct window *const window = window_at(card, bar);

    if (window) {
        window_write(card, window, offset, bytes, size);
        return true;
    }
    return is_mmio(card, bar, offset) && bar0_write_block(card, offset, bytes, size);
}
