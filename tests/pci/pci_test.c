/* pci/ on a machine made by hand: BARs keep their addresses, serial numbers are read, and a card is reset by the
 * port above it (PCI Local Bus 3.0 §6, PCI Express Base 2.0 §7). */
#include "pci/reset.h"
#include "tests/kit/bench.h"

#define FUNCTIONS_MAX 20

struct function {
    struct pci_function at;
    uint8_t bytes[0x1000], writable[0x40];
    unsigned silent_reads; /* reads of the vendor id that it still leaves unanswered */
    bool stuck;            /* Command takes nothing */
};

static struct machine {
    struct bench bench;
    unsigned count;
    struct function functions[FUNCTIONS_MAX];
    bool decoding; /* somewhere ones were written to a BAR while decoding was on */
} machine;

static struct function *function_at(struct pci_function at)
{
    for (unsigned i = 0; i < machine.count; i++) {
        const struct pci_function f = machine.functions[i].at;
        if (f.segment == at.segment && f.bus == at.bus && f.device == at.device &&
            f.function == at.function)
            return &machine.functions[i];
    }
    return NULL;
}

/* One that is there. */
static struct function *known_at(struct pci_function at)
{
    struct function *const f = function_at(at);

    if (!f) {
        fail_msg("no such function");
        return &machine.functions[0];
    }
    return f;
}

static unsigned dropped; /* so many reads later nobody answers one; 0: all are answered */

static uint32_t config_read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    struct function *const f = function_at(at);
    uint32_t value = size == 4 ? 0xffffffff : (1u << 8 * size) - 1;

    if (!f)
        return value;
    if (f->silent_reads && offset == 0) {
        f->silent_reads--;
        return f->silent_reads % 2 ? value : 0x0001 & value;
    }
    if (dropped && --dropped == 0)
        return value;
    value = 0;
    memcpy(&value, f->bytes + offset, size);
    return value;
}

static void config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    struct function *const f = function_at(at);

    bench_note(&machine.bench, "%x:%x.%x %x.%u=%x ", at.bus, at.device, at.function, offset, size,
               value);
    if (!f)
        return;
    machine.decoding |= offset >= 0x10 && offset < 0x28 && value == 0xffffffff && f->bytes[4] & 3;
    for (unsigned i = 0; i < size; i++) {
        const unsigned byte = offset + i;
        const uint8_t mask = byte < 0x40 ? f->writable[byte] : 0xff;

        if (!(f->stuck && offset == 4))
            f->bytes[byte] = (uint8_t)((f->bytes[byte] & ~mask) | (value >> 8 * i & mask));
    }
}

static enum err segment(struct bus *bus, unsigned index, struct pci_segment *out)
{
    if (index > 0)
        return ERR_NOT_FOUND;
    *out = (struct pci_segment){ .last_bus = 2 };
    return OK;
}

/* The machine's way does nothing: bits that it leaves clear are written. */
static void enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    bench_note(&machine.bench, "enable %x:%x.%x %x ", at.bus, at.device, at.function, bits);
}

static void wait_us(struct bus *bus, uint64_t us)
{
    if (us >= 100000)
        bench_note(&machine.bench, "wait ");
}

static void put(struct function *f, unsigned offset, uint32_t value, unsigned size)
{
    assert_non_null(f);
    memcpy(f->bytes + offset, &value, size);
}

static struct function *add(unsigned seg, unsigned bus, unsigned device, unsigned function,
                            uint32_t id, uint32_t class_word, uint8_t header)
{
    struct function *const f = &machine.functions[machine.count++];

    assert_true(machine.count <= FUNCTIONS_MAX);
    f->at = (struct pci_function){ .segment = (uint16_t)seg,
                                   .bus = (uint8_t)bus,
                                   .device = (uint8_t)device,
                                   .function = (uint8_t)function };
    put(f, 0, id, 4);
    put(f, 8, class_word, 4);
    f->bytes[0x0e] = header;
    memset(f->writable + 4, 0xff, 2);
    f->writable[0x0c] = f->writable[0x0d] = f->writable[0x3c] = 0xff;
    memset(f->writable + 0x3e, 0xff, 2);
    return f;
}

#define VGA 0x030000a1u

FIXTURE(open_machine)
{
    memset(&machine, 0, sizeof(machine));
    bench_open(&machine.bench, NULL);
    machine.bench.does.config_read = config_read;
    machine.bench.does.config_write = config_write;
    machine.bench.does.wait_us = wait_us;
    machine.bench.ops.segment = segment;
    machine.bench.ops.enable = enable;
    struct function *bridge = add(0, 0, 1, 0, 0x12358086, 0x06040000, 1);
    bridge->bytes[0x19] = 1;
    add(0, 1, 0, 0, 0x040010de, VGA, 0x80);
    add(0, 1, 0, 1, 0x0be210de, 0x04030000, 0x80);
    add(0, 2, 31, 0, 0x040710de, VGA, 0);
    bridge = add(0, 1, 5, 0, 0x12398086, 0x06040000, 0x81);
    bridge->bytes[0x19] = 2;
}

static struct pci_function card_at = { .bus = 1 };

/* §6.2.5: bit 0 I/O, bits 2:1 2 for 64 bits, bit 3 prefetchable; the lowest bit that can be written is the size. After a
 * card that drops off the bus for just one read, whichever, its registers are those of before. */
TEST(bars_are_measured_and_as_before, open_machine)
{
    static const struct {
        uint32_t bars[2 * PCI_BAR_COUNT]; /* value and writable bits of each */
        const char *seen;                 /* place+size, I/O, wide, prefetchable, assigned */
    } rows[] = {
        { { 0xfd000000, 0xff000000, 0xd000000c, 0xf0000000, 8, 0xffffffff, 0xfa000008, 0xfe000000,
            0, 0, 0xe001, 0xff80 },
          "fd000000+1000000a 8d0000000+10000000wpa 0+0 fa000000+2000000pa 0+0 e000+80ia " },
        { { 0, 0xff000000, 4, 0, 6, 0xfffffffe, 0xfffff000, 0xfffff000, 0x1001, 0xfffc, 0xfff00004,
            0xfff00000 },
          "0+1000000 600000000+200000000wa 0+0 fffff000+1000a 1000+4ia fff00000+100000a " },
        { { 0xff000000, 0xff000000, 0xfd800000, 0xff800000, 1, 0xff80, 0, 0, 0xfff0000c, 0xfff00000,
            0xffffffff, 0xffffffff },
          "ff000000+1000000a fd800000+800000a 0+80i 0+0 fffffffffff00000+100000wp 0+0 " },
    };
    struct pci_card card = { .at = card_at };
    struct function *const f = known_at(card_at);

    for (unsigned row = 0; row < ARRAY_SIZE(rows); row++) {
        uint8_t before[0x40];

        dropped = 0;
        for (unsigned lost = 1; dropped == 0; lost++) {
            put(f, 4, 0x0107, 2);
            for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
                put(f, 0x10 + 4 * i, rows[row].bars[2 * i], 4);
                memcpy(f->writable + 0x10 + 4 * i, &rows[row].bars[2 * i + 1], 4);
            }
            memcpy(before, f->bytes, sizeof(before));
            machine.decoding = false;
            dropped = lost;
            pci_read_bars(&machine.bench.bus, &card);
            assert_memory_equal(before, f->bytes, sizeof(before));
            bench_forget(&machine.bench);
        }
        dropped = 0;
        assert_false(machine.decoding);
        for (const struct pci_bar *bar = card.bars; bar < card.bars + PCI_BAR_COUNT; bar++)
            bench_note(&machine.bench, "%llx+%llx%s%s%s%s ", (unsigned long long)bar->at.v,
                       (unsigned long long)bar->size, bar->io ? "i" : "", bar->is_64bit ? "w" : "",
                       bar->prefetchable ? "p" : "", bar->assigned ? "a" : "");
        bench_expect(&machine.bench, rows[row].seen);
    }
}

/* §7.12: id 3, the number in the two words after it. */
TEST(serial_numbers_are_read, open_machine)
{
    const struct pci_function at = { .bus = 1 };
    struct function *const f = known_at(at);

    put(f, 0x100, 0x14310002, 4); /* the low two bits are none of the pointer's */
    put(f, 0x140, 0x00010003, 4);
    put(f, 0x144, 0x89abcdef, 4);
    put(f, 0x148, 0x01234567, 4);
    assert_true(pci_serial(&machine.bench.bus, at) == 0); /* no PCI Express capability */
    put(f, 6, 0x0010, 2);
    f->bytes[0x34] = 0x78;
    put(f, 0x78, 0x0010, 2);
    assert_int_equal(pci_extended(&machine.bench.bus, at, 2), 0x100);
    assert_int_equal(pci_extended(&machine.bench.bus, (struct pci_function){ .bus = 2 }, 3),
                     0); /* nobody */
    assert_int_equal(pci_extended(&machine.bench.bus, at, 3), 0x140);
    assert_int_equal(pci_extended(&machine.bench.bus, at, 4), 0);
    assert_true(pci_serial(&machine.bench.bus, at) == UINT64_C(0x0123456789abcdef));
    for (unsigned i = 0; i < 64; i++) /* as many as are looked at */
        put(f, 0x100 + 4 * i, (i == 63 ? 3u : 9u) | (0x104 + 4 * i) << 20, 4);
    assert_int_equal(pci_extended(&machine.bench.bus, at, 3), 0x100 + 4 * 63);
    put(f, 0x100, 0x00010002, 4);
    assert_true(pci_serial(&machine.bench.bus, at) == 0); /* a list without a number */
}

/* ---- reset */

/* The card and its sound function, a root port, PCI Express at 0x78. */
static void prepare(struct pci_saved *saved, struct pci_path *path)
{
    struct function *const f = known_at(card_at), *const sound = f + 1;

    known_at((struct pci_function){ .bus = 1, .device = 5 })->at.bus = 9; /* nobody beside it */
    put(f, 4, 0x00100506, 4);
    put(f, 0x0c, 0x00800010, 4);
    for (unsigned i = 0; i < 6; i++)
        put(f, 0x10 + 4 * i, 0xa0000000 + i, 4);
    put(f, 0x30, 0xc0000001, 4);
    put(f, 0x3c, 0x01ff010b, 4);
    f->bytes[0x34] = 0x78;
    put(f, 0x78, 0x0010, 2);
    put(f, 0x80, 0x000f2910, 4);
    put(f, 0x88, 0x11010043, 4);
    put(sound, 4, 0x0002, 2);
    put(known_at((struct pci_function){ .device = 1 }), 0x3e, 0x0013, 2);
    memset(saved, 0xa5, sizeof(*saved)); /* of the card before */
    pci_reset_prepare(&machine.bench.bus, card_at, saved);
    pci_path_find(&machine.bench.bus, card_at, path);
    assert_string_equal(machine.bench.accesses, "");
}

/* The port's bit 6 for 100 ms, 100 ms of rest, then link and device control, each function's header, Command last. */
TEST(a_card_is_reset_by_its_port, open_machine)
{
    struct pci_saved saved;
    struct pci_path path;

    prepare(&saved, &path);
    assert_true(saved.functions[0].present && saved.functions[1].present);
    assert_false(saved.functions[2].present);
    known_at(card_at)->silent_reads = 4;
    assert_int_equal(pci_port_reset(&machine.bench.bus, card_at, &path, &saved), OK);
    assert_string_equal(
        machine.bench.accesses,
        "0:1.0 3e.2=53 wait 0:1.0 3e.2=13 wait 1:0.0 80.2=2910 1:0.0 88.2=43 "
        "1:0.0 10.4=a0000000 1:0.0 14.4=a0000001 1:0.0 18.4=a0000002 1:0.0 1c.4=a0000003 "
        "1:0.0 20.4=a0000004 1:0.0 24.4=a0000005 1:0.0 30.4=c0000001 1:0.0 c.2=10 1:0.0 3c.1=b "
        "1:0.0 4.2=506 "
        "1:0.1 10.4=0 1:0.1 14.4=0 1:0.1 18.4=0 1:0.1 1c.4=0 1:0.1 20.4=0 1:0.1 24.4=0 "
        "1:0.1 30.4=0 1:0.1 c.2=0 1:0.1 3c.1=0 1:0.1 4.2=2 ");
}

/* A second is waited; a silent card is not written to. Without a port, or with another device, none is reset. */
TEST(cards_that_cannot_be_reset_are_left_alone, open_machine)
{
    struct pci_saved saved;
    struct pci_path path;

    prepare(&saved, &path);
    known_at(card_at)->silent_reads = 1000000;
    assert_int_equal(pci_port_reset(&machine.bench.bus, card_at, &path, &saved), ERR_DEAD);
    assert_string_equal(machine.bench.accesses, "0:1.0 3e.2=53 wait 0:1.0 3e.2=13 wait ");
    assert_int_equal(machine.bench.now_us, 1200000); /* it is looked for each ms */

    bench_forget(&machine.bench);
    add(0, 1, 31, 0, 0x12388086, 0, 0);
    assert_int_equal(pci_port_reset(&machine.bench.bus, card_at, &path, &saved), ERR_UNSUPPORTED);
    machine.count--;
    struct pci_function other = card_at; /* the card is the second device here */
    other.device = 4;
    known_at(card_at)->silent_reads = 0;
    assert_int_equal(pci_port_reset(&machine.bench.bus, other, &path, &saved), ERR_UNSUPPORTED);
    path.count = 0;
    assert_int_equal(pci_port_reset(&machine.bench.bus, card_at, &path, &saved), ERR_UNSUPPORTED);
    assert_string_equal(machine.bench.accesses, "");
}

/* A card that is no PCI Express device has no link to set up again. */
TEST(a_card_without_express_is_reset_too, open_machine)
{
    struct pci_saved saved;
    struct pci_path path;

    prepare(&saved, &path);
    put(known_at(card_at), 6, 0, 2);
    memset(&saved, 0xa5, sizeof(saved));
    pci_reset_prepare(&machine.bench.bus, card_at, &saved);
    assert_int_equal(saved.express, 0);
    assert_int_equal(pci_port_reset(&machine.bench.bus, card_at, &path, &saved), OK);
    assert_non_null(strstr(machine.bench.accesses, "3e.2=13 wait 1:0.0 10.4=a0000000 "));
}

/* ---- paths */

/* Bridges are opened from the root on; one that takes nothing, or does not answer, is named. */
TEST(a_bridge_that_stays_shut_is_named, open_machine)
{
    struct function *const port = known_at((struct pci_function){ .bus = 1, .device = 5 });
    struct pci_function shut = { 0 };
    struct pci_path path;

    pci_path_find(&machine.bench.bus, (struct pci_function){ .bus = 2, .device = 31 }, &path);
    port->stuck = true;
    assert_pairs(pci_path_open(&machine.bench.bus, &path, 6, &shut), ERR_RIG, shut.device, 5);
    assert_true(path.bridges[1].opened && !path.bridges[0].opened);
    put(port, 0, 0xffffffff, 4);
    assert_int_equal(pci_path_state(&machine.bench.bus, &path, 6, &shut), PCI_PATH_SILENT);
    bench_expect(&machine.bench, "enable 0:1.0 6 0:1.0 4.2=6 enable 1:5.0 6 1:5.0 4.2=6 ");
}
