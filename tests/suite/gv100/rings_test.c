/* Work that the self tests of host's rings and of its faults give to a channel: GP entries, the words of push buffers
 * that they lead to, and the register writes in between. Typed from docs/hardware/gv100.md §3.3, §4.1 to §4.5, §6.2,
 * §6.3, §8.1, §8.2.
 *
 * The window of the first channel, number 1, is at 0x10000000: ring, semaphores at +0x1000, push buffer at +0x2000. The
 * next is number 4, at 0x10010000. A header is its operation in 31:29 (1: INC), COUNT, SUBCH, METHOD / 4. */
#include "tests/suite/gv100/watch_rig.h"

#define PUSH   0x10002000u
#define AT     0x20000000u     /* the address of the tests of faults */
#define ABSENT "20000000: PDE" /* no entry of PD0 */

static void bound(void)
{
    want("channel 1 bound in v");
}

static void rings(void)
{
    want("channel 1 rings");
}

static void begins(void)
{
    want("channel 1 bound in v\nchannel 1 rings");
}

/* A release at the end of work: SEMAPHOREA to D (0x10), without waiting for idle: 20 bytes. */
static void want_fence(uint32_t segment, uint32_t at, uint32_t payload)
{
    want("segment %x: 20040004 0 %x %x 100002", segment, at, payload);
}

static void want_done(uint32_t segment, uint32_t payload)
{
    want_fence(segment, 0x10001ff0, payload);
}

/* ---- rings (§3.3, §4.1) ---------------------------------------------------------------------- */

TEST(three_rounds)
{
    bound();
    for (uint32_t i = 1; i <= 24; i++) {
        rings();
        want_done(PUSH + 0x14 * (i - 1), i);
    }
    watch("host.ring", WATCH_RINGS);
}

/* Releases by SEM_ADDR_LO (0x5c) and the four after it: 24 bytes. */
TEST(seven_of_eight_entries)
{
    bound();
    for (uint32_t round = 1; round <= 3; round++) {
        rings();
        for (uint32_t i = 1; i < 8; i++)
            want("segment %x: 20050017 %x 0 %x 0 1", PUSH + 24 * (7 * (round - 1) + i - 1),
                 0x10001200 + 4 * i, 16 * round + i);
    }
    watch("host.ring.full", WATCH_RINGS);

    begins();
    want("put 9");
    watch("host.ring.put", WATCH_RINGS);
}

/* Channels are 0 to 4095, of which the last is not one of the test's. */
TEST(doorbells)
{
    bound();
    for (uint32_t i = 1; i <= 4; i++) {
        rings();
        rings();
        want_done(PUSH + 0x14 * (i - 1), i);
        rings();
    }
    want("channel 4095 rings");
    rings();
    want_done(PUSH + 4 * 0x14, 9);
    watch("host.doorbell", WATCH_RINGS);
}

/* Opcode 0 is NOP, 1 ILLEGAL; 0x45 is none. The channel is disabled (PCCSR bit 11) between both. */
TEST(entries_without_a_segment)
{
    begins();
    want("entry 0: 0");
    want_done(PUSH, 1);
    watch("host.entry.control", WATCH_RINGS);

    for (unsigned i = 0; i < 2; i++) {
        begins();
        want(i == 0 ? "entry 1: 0" : "entry 45: 0");
        rings();
        want_done(PUSH, 1);
        want("80000c=800\n80000c=c00000");
    }
    watch("host.entry.illegal", WATCH_RINGS);
}

/* SET_SUBDEVICE_MASK has 1 in 31:16 and the mask in 15:4; the subdevice is 1. Mask fff, then 2, before a segment that is
 * conditional. */
TEST(conditional_segments)
{
    bound();
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t at = PUSH + i * 0x38;

        rings();
        want("segment %x: %x", at, i == 0 ? 0x1fff0 : 0x10020);
        rings();
        want("segment %x sync conditional: 1fff0 20050017 100010c0 0 %x 0 1", at + 4, 0x51 + i);
        want("segment %x: 1fff0 20040004 0 10001ff0 %x 100002", at + 0x20, 1 + i);
    }
    watch("host.entry.conditional", WATCH_RINGS);

    begins();
    want("segment %x: 20010002", PUSH); /* NOP (0x08), whose data is in the next */
    rings();
    want("segment %x sync conditional: 0", PUSH + 4);
    watch("host.entry.conditional.data", WATCH_RINGS);
}

/* The second entry's payload is the fourth word of its segment, which the first one writes, with RELEASE_WFI (bit 20). */
TEST(a_segment_that_is_written)
{
    begins();
    want("segment %x: 20050017 %x 0 5afe 0 100001", PUSH + 0x18, PUSH + 0xc);
    want("segment %x sync: 20050017 10001080 0 0 0 1", PUSH);
    want_done(PUSH + 0x30, 1);
    watch("host.entry.sync", WATCH_RINGS);
}

/* CRC-32 by 0x04c11db7, most significant bit first, from 0, of the bytes 17 00 05 20 40 10 00 10 ... of the segment and
 * 34 12 00 00 00 00 00 00 of the first entry; then with one bit wrong. */
TEST(checksums)
{
    begins();
    want("segment %x: 20050017 10001040 0 40 0 1\nentry 3: f968146d", PUSH);
    want_done(PUSH + 0x18, 1);
    rings();
    want("segment %x: 20050017 10001040 0 40 0 1\nentry 3: f968146c", PUSH);
    watch("host.crc.segment", WATCH_RINGS);

    begins();
    want("entry 0: 1234\nentry 2: e032bc9b");
    want_done(PUSH, 1);
    rings();
    want("entry 2: 6032bc9b");
    watch("host.crc.ring", WATCH_RINGS);
}

TEST(channels_that_differ)
{
    want("channel 1 bound in v, signature fade");
    rings();
    want("segment %x: 20010002 0", PUSH);
    watch("host.signature", WATCH_RINGS);

    for (unsigned i = 0; i < 2; i++) {
        const char *const memory = i == 0 ? "coherent" : "noncoherent";

        want("channel 1 bound in %c", memory[0]);
        for (uint32_t n = 0; n < 2; n++) {
            rings();
            want("segment %x %s: 20040004 0 10001ff0 %x 100002", PUSH + 0x14 * n, memory, n + 1);
        }
        want("80000c=800\n80000c=c00000");
    }
    watch("host.system", WATCH_RINGS);
}

/* ---- faults (§6.2, §6.3) --------------------------------------------------------------------- */

/* Records are taken one by one: GET is 0x100e2c. */
TEST(addresses_that_fault)
{
    begins();
    want(ABSENT);
    want_fence(PUSH, AT + 0x120, 1);
    want("100e2c=1");
    watch_address(AT);
    watch("host.fault.semaphore", WATCH_RINGS);

    begins();
    want(ABSENT);
    want("segment 20002000: outside\n100e2c=1");
    watch_address(AT);
    watch("host.fault.push", WATCH_RINGS);

    begins();
    want("10000000: PTE\nno entry at 10000000\n100e2c=1");
    watch_address(0x10000000);
    watch("host.fault.ring", WATCH_RINGS);
}

/* READ_ONLY and ATOMIC_DISABLE of a page; REDUCTION is operation 6, IADD 5 in bits 30:27. */
TEST(pages_that_refuse)
{
    begins();
    want("20000000: 4K VRAM 7e000 read-only");
    want_fence(PUSH, AT + 0x10, 1);
    want("100e2c=1");
    watch_address(AT);
    watch("host.fault.read_only", WATCH_RINGS);

    begins();
    want("20000000: 4K VRAM 7e000 no atomics");
    want("segment %x: 20050017 20000020 0 77 0 1 20040004 0 10001ff0 1 100002", PUSH);
    rings();
    want("20000000: 4K VRAM 7e000 no atomics\nsegment %x: 20050017 20000010 0 1 0 28000006\n"
         "100e2c=1",
         PUSH + 0x2c);
    watch_address(AT);
    watch("host.fault.atomic", WATCH_RINGS);
}

/* CLEAR_FAULTED (0x84) of channel 1, by channel 4, once the page is there. */
TEST(another_channel_clears_the_fault)
{
    bound();
    want("channel 4 bound in v");
    rings();
    want(ABSENT);
    want_fence(PUSH, AT + 0x30, 1);
    want("100e2c=1");
    want_invalidate(0x40000);
    want("channel 4 rings\n20000000: 4K VRAM 90000\n"
         "segment 10012000: 20010021 1 20040004 0 10011ff0 1 100002");
    rings();
    want("20000000: 4K VRAM 90000");
    rings();
    want("20000000: 4K VRAM 90000");
    want_done(PUSH + 0x14, 2);
    watch_address(AT);
    watch("host.fault.clear", WATCH_RINGS);
}

/* PBDMA_FAULTED is bit 22, and 1 clears it. */
static void faults_again(void)
{
    want("80000c=400000");
    rings();
    want(ABSENT);
}

static void first_fault(void)
{
    begins();
    want(ABSENT);
    want_fence(PUSH, AT, 1);
}

/* A ring of 64 keeps 63; OVERFLOW is bit 31 of GET, and GETPTR_CORRUPTED, bit 30, is acknowledged with it. */
TEST(rings_of_records)
{
    first_fault();
    for (unsigned i = 1; i < 63 + 3; i++)
        faults_again();
    for (unsigned i = 1; i <= 63; i++)
        want("100e2c=%x", i);
    want("100e2c=c000003f");
    watch_address(AT);
    watch("host.fault.overflow", WATCH_RINGS);

    first_fault();
    for (unsigned i = 1; i <= 2 * 64 + 3; i++) {
        want("100e2c=%x", i % 64);
        faults_again();
    }
    watch_address(AT);
    watch("host.fault.wrap", WATCH_RINGS);
}

/* Bit 29 of the hub's leaf: enable 0x100a2c, disable 0x100a34. SET_DEFAULT is bit 30 of SIZE. */
TEST(interrupts_and_sizes)
{
    bound();
    want("100a2c=20000000");
    rings();
    want(ABSENT);
    want_fence(PUSH, AT, 1);
    want("100e2c=c0000001\n100a34=20000000");
    watch_address(AT);
    watch("host.fault.interrupt", WATCH_RINGS);

    want("100e34=40000000\n100e48=40000000");
    watch("host.fault.size", WATCH_WRITES);
}

/* REPLAY is 5:3: START 1, START_ACK_ALL 2, CANCEL_GLOBAL 4; with ALL_VA, ALL_PDB and TRIGGER. */
TEST(replays)
{
    first_fault();
    want("100e2c=1\n100cbc=8000000b\n100cbc=80000013\n100cbc=80000023");
    watch_address(AT);
    watch("host.fault.replay", WATCH_RINGS);
}
