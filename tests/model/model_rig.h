/* tests/model/model_rig.h: the device model in a machine of one card, seen through its BARs alone.
 *
 * Shape   open_card, or open_rig for a special one, and close_rig as teardown. rd and wr are registers,
 *         vram_rd and vram_wr go through the PMEM window. */
#pragma once

#include "model/host/host.h"
#include "model/model.h"
#include "model/nv50/base/card.h"
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tools/nv50/chips.h"

#define MIB (UINT64_C(1) << 20)

#define CHANNEL  0x100000u /* in VRAM; 64 KiB aligned for the PMEM window */
#define TABLE    0x200000u
#define SELECTOR 0x600u /* objects at CHANNEL + 0x6000 */

struct rig {
    struct host_bus *host;
    struct bus *bus;
    struct model *card;
    struct pci_function at;
    uint64_t bar0, bar1, bar3;
};

static struct rig rig;

static inline uint32_t config32(unsigned offset)
{
    return rig.bus->ops->config_read(rig.bus, rig.at, (uint16_t)offset, 4);
}

static inline void config_put32(unsigned offset, uint32_t value)
{
    rig.bus->ops->config_write(rig.bus, rig.at, (uint16_t)offset, 4, value);
}

static inline int close_rig(void **state)
{
    host_bus_free(rig.host);
    rig.host = NULL;
    return 0;
}

/* The rig before it ends. */
static inline void open_rig(const struct model_config *config)
{
    char error[200] = "";
    const struct host_bus_config machine = { .cards = config, .count = 1 };

    close_rig(NULL);
    rig = (struct rig){ .at = { .bus = 1 } };
    rig.host = host_bus_new(&machine, error, sizeof(error));
    if (!rig.host)
        fail_msg("%s", error);
    rig.bus = host_bus(rig.host);
    rig.card = host_bus_card(rig.host, 0);
    rig.bar0 = config32(0x10) & ~15u;
    rig.bar1 = (config32(0x14) & ~15u) | (uint64_t)config32(0x18) << 32;
    rig.bar3 = (config32(0x1c) & ~15u) | (uint64_t)config32(0x20) << 32;
}

static inline void open_card(const char *chip, const char *defects, const char *knobs)
{
    const struct model_config config = {
        .chip = &chipset_named(chip)->chip, .seed = 1, .defects = defects, .knobs = knobs
    };
    open_rig(&config);
    /* As a driver has it: every unit is on, and PTIMER's source is the crystal. */
    rig.bus->ops->write(rig.bus, (bus_addr){ rig.bar0 + 0x200 }, 4, 0xffffffff);
    if (!knobs || !strstr(knobs, "ptimer_posted"))
        rig.bus->ops->write(rig.bus, (bus_addr){ rig.bar0 + 0x9220 }, 4, 2);
}

static inline uint32_t rd(uint32_t offset)
{
    return (uint32_t)rig.bus->ops->read(rig.bus, (bus_addr){ rig.bar0 + offset }, 4);
}

static inline void wr(uint32_t offset, uint32_t value)
{
    rig.bus->ops->write(rig.bus, (bus_addr){ rig.bar0 + offset }, 4, value);
}

static inline uint32_t bar1_rd(uint64_t offset)
{
    return (uint32_t)rig.bus->ops->read(rig.bus, (bus_addr){ rig.bar1 + offset }, 4);
}

static inline void bar1_wr(uint64_t offset, uint32_t value)
{
    rig.bus->ops->write(rig.bus, (bus_addr){ rig.bar1 + offset }, 4, value);
}

/* VRAM through the PMEM window. */
static inline uint32_t vram_rd(uint32_t at)
{
    wr(REF_PBUS_PMEM, at >> 16);
    return rd(REF_PMEM_WINDOW + (at & 0xffff));
}

static inline void vram_wr(uint32_t at, uint32_t value)
{
    PUT(wr, REF_PBUS_PMEM, at >> 16, REF_PMEM_WINDOW + (at & 0xffff), value);
}

static inline void vram_wr64(uint32_t at, uint64_t value)
{
    PUT(vram_wr, at, (uint32_t)value, at + 4, (uint32_t)(value >> 32));
}

static inline uint32_t pd_offset(void)
{
    return nv50_of(rig.card)->chip->chip.id == 0x50 ? 0x1400 : 0x200;
}

static inline void put_pde(unsigned index, uint64_t pde)
{
    vram_wr64(CHANNEL + pd_offset() + 8 * index, pde);
}

/* An object for all of `selector`, its limit inclusive. */
static inline void put_object(unsigned selector, uint32_t w0, uint64_t base, uint64_t limit)
{
    const uint32_t at = CHANNEL + 16 * selector;
    PUT(vram_wr, at, w0, at + 4, (uint32_t)limit, at + 8, (uint32_t)base, at + 12,
        (uint32_t)(base >> 32) | (uint32_t)(limit >> 32) << 24, at + 16, 0, at + 20, 0);
}

static inline void bind_bar1(unsigned selector)
{
    PUT(wr, REF_PBUS_CHANNEL, CHANNEL >> 12, REF_PBUS_CHANNEL, 0x40000000 | CHANNEL >> 12,
        REF_PBUS_BAR1, 0x80000000 | selector);
}

/* A channel without any page table; the noise in the directory goes. */
static inline void make_channel(void)
{
    for (unsigned i = 0; i < 0x800; i++)
        put_pde(i, 0);
}

static inline void map_one_page(uint64_t pte)
{
    make_channel();
    put_pde(0, TABLE | 3);
    vram_wr64(TABLE, pte);
    put_object(SELECTOR, 0x7fc00000, 0, 0xfffffff);
    bind_bar1(SELECTOR);
}

static inline void flush(unsigned engine)
{
    wr(REF_PFB_MMU_TLB_FLUSH, engine << 16 | 1);
    assert_int_equal(rd(REF_PFB_MMU_TLB_FLUSH) & 1, 0);
}

static inline void expect_fault(unsigned word0, uint64_t at, bool read)
{
    uint32_t words[6];
    const uint32_t enables = rd(REF_PFB_VM_FAULT) & 0xffffff;

    assert_true(rd(REF_PFB_VM_FAULT) >> 31);
    for (unsigned i = 0; i < 6; i++) {
        wr(REF_PFB_VM_FAULT, enables | i << 24);
        words[i] = rd(REF_PFB_VM_FAULT_DATA);
    }
    wr(REF_PFB_VM_FAULT, enables | 0x80000000);
    assert_pairs(rd(REF_PFB_VM_FAULT) >> 31, 0, words[0], word0, words[1], CHANNEL >> 12, words[2],
                 0, words[3], at & 0xffff, words[4], at >> 16 & 0xffff, words[5],
                 (at >> 32 & 0xff) | (read ? 0x100 : 0));
}
