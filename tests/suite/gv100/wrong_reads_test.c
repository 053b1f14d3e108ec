/* Results of GV100's self tests on a card that answers one read otherwise: each value that a test compares, and bits
 * beside it that it must leave alone. Typed from docs/hardware/gv100.md §1.1, §1.3 to §1.5, §3.5, §6.3, §8.1, §8.5. */
#include "reference/gv100.h"
#include "tests/kit/tests.h"
#include "tests/suite/gv100/watch_rig.h"

struct row {
    const char *test;
    uint32_t reg;
    unsigned nth;     /* read of it; 0: all */
    uint32_t bits;    /* that are wrong in it */
    const char *says; /* null: the test passes */
};

static void check(const struct row *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        lie(rows[i].reg, rows[i].nth, rows[i].bits);
        expect_says(rows[i].test, rows[i].says);
    }
}

#define CHECK(rows) check(rows, sizeof(rows) / sizeof((rows)[0]))

/* BOOT_0 is 0x140000a1. */
TEST(what_the_card_says_of_itself)
{
    static const struct row rows[] = {
        { "identity.boot", 0xa00, 0, 1 << 20,
          "has 0x141 in the chip id of BOOT_42, expected 0x140" },
        { "identity.boot", 0xa00, 0, 1 << 16,
          "has 0xb in the major revision of BOOT_42, expected 0xa" },
        { "identity.boot", 0xa00, 0, 1 << 12,
          "has 0x0 in the minor revision of BOOT_42, expected 0x1" },
        { "identity.boot", 0xa00, 0, 1 << 29, NULL },
        { "identity.boot", 0x4, 0, 1 << 8,
          "has 0x100 in BOOT_1's bits of a virtual GPU, expected 0x0" },
        { "identity.boot", 0x4, 0, 1 << 16,
          "has 0x10000 in BOOT_1's bits of a virtual GPU, expected 0x0" },
        { "identity.boot", 0x4, 0, 1 << 9, NULL },
        { "identity.mirror", 0x88000, 0, 1, "in the mirror of configuration space" },
        { "identity.mirror", 0x88008, 0, 1, "in the mirror of configuration space" },
        { "identity.mirror", 0x88010, 0, 1u << 31, "in the mirror of configuration space" },
        { "identity.mirror", 0x88014, 0, 1u << 31, "in the mirror of configuration space" },
        { "identity.mirror", 0x88018, 0, 1u << 31, "in the mirror of configuration space" },
        { "identity.mirror", 0x8801c, 0, 1u << 31, "in the mirror of configuration space" },
        { "identity.mirror", 0x8802c, 0, 1u << 31, "in the mirror of configuration space" },
    };

    CHECK(rows);
}

/* CFG0 has the number of PBDMAs in 7:0, 14, and the fault id of the first in 23:16, 0x20. */
TEST(the_host)
{
    static const struct row rows[] = {
        { "identity.host", REF_PFIFO_CFG0, 0, 1 << 16,
          "has 0x21 in the fault id of the first PBDMA, expected 0x20" },
        { "identity.host", REF_PFIFO_CFG0, 0, 14, "says that it has 0 PBDMAs, expected 1 to 14" },
        { "identity.host", REF_PFIFO_CFG0, 0, 14 ^ 15,
          "says that it has 15 PBDMAs, expected 1 to 14" },
        { "identity.host", REF_PFIFO_CFG0, 0, 14 ^ 1, NULL },
        { "identity.host", REF_PFIFO_CFG1, 0, 1,
          "has 0x1001 in the number of channels, expected 0x1000" },
        { "identity.host", REF_PFIFO_CFG2, 0, 1,
          "has 0xc36e in the host's class, expected 0xc36f" },
        { "identity.host", REF_PFIFO_CFG2, 0, 1 << 16, NULL },
        { "identity.host", REF_USERMODE_CFG0, 0, 1,
          "has 0xc360 in the class of USERMODE, expected 0xc361" },
        { "identity.host", REF_USERMODE_CFG0, 0, 1 << 16, NULL },
    };

    CHECK(rows);
}

/* Graphics is engine 0 at word 1 of the table; LCE0 is engine 1 on the same runlist, 0, with its data at word 9 and its
 * numbers at word 10. Those have the engine in 29:26, the runlist in 24:21; bits 5, 4 and 2 say that engine, runlist and
 * reset are there, and bit 2 of the data says so of the fault id. While host is off, PBDMAs are not asked for. */
TEST(the_table_of_devices)
{
    static const struct row rows[] = {
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 26,
          "gives engine id 1 to two devices" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 26,
          "gives engine id 0 to two devices" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 29,
          "has holes in the numbers of its engines: mask 0x11e" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 24,
          "has holes in the numbers of its runlists: mask 0x10f" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 5,
          "has holes in the numbers of its engines: mask 0x1e" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 4, NULL },
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 2, NULL },
        { "identity.engines", REF_PTOP_DEVICE_INFO(9), 0, 1 << 2,
          "has LCE0 without engine, runlist, reset or fault id" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 2,
          "has LCE0 without engine, runlist, reset or fault id" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 4,
          "has LCE0 without engine, runlist, reset or fault id" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 5,
          "has LCE0 without engine, runlist, reset or fault id" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 3, NULL },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 24,
          "has no PBDMA for runlist 8 of LCE0" },
    };

    CHECK(rows);
    lie(REF_PMC_ENABLE, 0, 1 << 8);
    lie(REF_PTOP_DEVICE_INFO(10), 0, 1 << 24);
    expect_says("identity.engines", "has holes in the numbers of its runlists: mask 0x10f");
}

/* 31:5 of TIME_0 count in steps of 32 ns. 20 ms and 5 in 100 more or less: 1 << 20 ns is that, 1 << 24 ns is too much. */
TEST(clocks)
{
    static const struct row rows[] = {
        { "link.time", REF_USERMODE_TIME_0, 0, 1, "counts time in bits below 32 ns: 0x" },
        { "link.time", REF_USERMODE_TIME_0, 0, 1 << 4, "counts time in bits below 32 ns: 0x" },
        { "link.time", REF_USERMODE_TIME_0, 5, 1u << 31, "goes back in time: 0x" },
        { "link.time.rate", REF_USERMODE_TIME_0, 2, 1 << 25, " ns of USERMODE time in 2000" },
        { "link.time.rate", REF_PTIMER_TIME_LOW, 2, 1 << 24, " ns of PTIMER in 2000" },
    };

    CHECK(rows);
}

/* Bit 31 of the hub's leaf is the latch, bit 29 the ring; bit 9 of PMC_INTR is the hub. FAULT_STATUS: bit 1 BAR1 dropped one,
 * bit 3 BAR2, bit 31 VALID. It is read twice for each BAR. */
TEST(faults)
{
    static const struct row rows[] = {
        { "fault.interrupt", REF_HUB_INTR, 1, 1u << 31,
          "has 0x0 in the hub's interrupts after a fault of BAR1, expected 0x80000000" },
        { "fault.interrupt", REF_HUB_INTR, 2, 1u << 31,
          "has 0x80000000 in the hub's interrupts after the acknowledgement, expected 0x0" },
        { "fault.interrupt", REF_HUB_INTR, 0, 1 << 30, NULL },
        { "fault.interrupt", 0x100, 1, 1 << 9,
          "has 0x0 in PMC_INTR after a fault of BAR1, expected 0x200" },
        { "fault.interrupt", 0x100, 2, 1 << 9,
          "has 0x200 in PMC_INTR after the acknowledgement, expected 0x0" },
        { "fault.interrupt", 0x100, 0, 1 << 8, NULL },
        { "host.fault.interrupt", REF_HUB_INTR, 1, 1 << 29,
          "has 0x20000000 in the hub's interrupts before any fault, expected 0x0" },
        { "host.fault.interrupt", REF_HUB_INTR, 2, 1 << 29,
          "has 0x0 in the hub's interrupts after a fault of host, expected 0x20000000" },
        { "host.fault.interrupt", REF_HUB_INTR, 3, 1 << 29,
          "has 0x20000000 in the hub's interrupts after the record was taken, expected 0x0" },
        { "host.fault.interrupt", REF_HUB_INTR, 0, 1 << 28, NULL },
        { "host.fault.interrupt", 0x100, 1, 1 << 9,
          "has 0x0 in PMC_INTR after a fault of host, expected 0x200" },
        { "fault.dropped", REF_PFB_PRI_MMU_FAULT_STATUS, 1, 2,
          "has 0x0 in FAULT_STATUS after two faults of BAR1, expected 0x2" },
        { "fault.dropped", REF_PFB_PRI_MMU_FAULT_STATUS, 1, 8,
          "has 0xa in FAULT_STATUS after two faults of BAR1, expected 0x2" },
        { "fault.dropped", REF_PFB_PRI_MMU_FAULT_STATUS, 2, 2,
          "has 0x2 in FAULT_STATUS after its acknowledgement, expected 0x0" },
        { "fault.dropped", REF_PFB_PRI_MMU_FAULT_STATUS, 2, 1u << 31,
          "still holds a fault after it was acknowledged" },
        { "fault.dropped", REF_PFB_PRI_MMU_FAULT_STATUS, 3, 8,
          "has 0x0 in FAULT_STATUS after two faults of BAR2, expected 0x8" },
        { "fault.dropped", REF_PFB_PRI_MMU_FAULT_STATUS, 3, 2,
          "has 0xa in FAULT_STATUS after two faults of BAR2, expected 0x8" },
        { "fault.dropped", REF_PFB_PRI_MMU_FAULT_STATUS, 4, 8,
          "has 0x8 in FAULT_STATUS after its acknowledgement, expected 0x0" },
        { "fault.dropped", REF_PFB_PRI_MMU_FAULT_STATUS, 1, 1, NULL },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_STATUS, 1, 1u << 31,
          "recorded no fault, expected PDE HUB/HOST_CPU VIRT_READ engine 0x4 at 0x203000 instance "
          "0x64000" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_STATUS, 2, 1u << 31,
          "still holds a fault after it was acknowledged" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_ADDR_LO, 1, 1 << 12,
          "recorded PDE HUB/HOST_CPU VIRT_READ engine 0x4 at 0x202000 instance 0x64000, expected" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_ADDR_HI, 1, 1,
          "engine 0x4 at 0x100203000 instance 0x64000, expected" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_INST_LO, 1, 1,
          "engine 0x5 at 0x203000 instance 0x64000, expected" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_INST_LO, 1, 2 << 10,
          "engine 0x4 at 0x203000 instance 0x64000 of system memory, expected" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_INST_HI, 1, 1,
          "engine 0x4 at 0x203000 instance 0x100064000, expected" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_INFO, 1, 1,
          "recorded PDE_SIZE HUB/HOST_CPU VIRT_READ engine 0x4" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_INFO, 1, 1 << 7,
          "recorded PDE HUB/HOST_CPU VIRT_READ engine 0x4" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_INFO, 1, 1 << 8,
          "recorded PDE HUB/HOST VIRT_READ engine 0x4" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_INFO, 1, 1 << 16,
          "recorded PDE HUB/HOST_CPU VIRT_WRITE engine 0x4" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_INFO, 1, 1 << 20, "recorded PDE GPC/" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_INFO, 1, 1u << 31, "recorded a fault without VALID" },
    };

    CHECK(rows);
}

/* 31:4 of 0x100cd4, shifted left by 8, is where a WPR begins, and then where its last 128 KiB do (§9.1). The card has none:
 * both begin at 0x1ffffe0000. A card that has one is a good card. */
TEST(protected_memory)
{
    static const struct row rows[] = {
        { "vram.protected", REF_WPR_RANGE, 0, 0, NULL },
        { "vram.protected", REF_WPR_RANGE, 2, 1 << 12, NULL },
        { "vram.protected", REF_WPR_RANGE, 2, 1 << 29,
          "says that 0x1ffffe0000 to 0x2000020000 are protected (WPR1), in VRAM of 0x4000000 "
          "bytes" },
        { "vram.protected", REF_WPR_RANGE, 4, 1 << 29,
          "says that 0x1ffffe0000 to 0x2000020000 are protected (WPR2), in VRAM of 0x4000000 "
          "bytes" },
        { "window.flush", REF_FLUSH_HOST, 0, 2, "did not answer in time: flushing" },
        { "window.flush", REF_FLUSH_HOST, 0, 1, NULL },
        { "window.flush", REF_FLUSH_SYSTEM, 0, 1, "did not answer in time: flushing" },
        { "window.flush", REF_FLUSH_SYSTEM, 0, 2, "did not answer in time: flushing" },
        { "window.flush", REF_FLUSH_L2, 0, 1, "did not answer in time: flushing" },
        { "window.flush", REF_FLUSH_L2, 0, 2, "did not answer in time: flushing" },
    };

    CHECK(rows);
}
