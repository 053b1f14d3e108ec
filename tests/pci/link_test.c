/* tests/pci/link_test.c: both ends of a link are silenced, read and put back (pci/errors.h), on configuration
 * spaces made by hand: PCI Express Base 2.0 §7.8, §7.10. */
#include "suite/kit/link.h"
#include "tests/kit/bench.h"

#define CARD 0
#define PORT 1
#define ROOT 2 /* above a switch */

static const struct pci_function at[3] = { { .bus = 1 }, { .device = 3 }, { .device = 4 } };

static struct {
    struct bench bench;
    uint8_t bytes[3][0x1000], clears[3][0x1000]; /* clears: bits that a written 1 clears */
} fake;

static unsigned which(struct pci_function function)
{
    if (function.bus == 1)
        return CARD;
    if (function.device == at[ROOT].device)
        return ROOT;
    assert_int_equal(at[PORT].device, function.device);
    return PORT;
}

static uint32_t config_read(struct bus *bus, struct pci_function function, uint16_t offset,
                            uint8_t size)
{
    uint32_t value = 0;

    memcpy(&value, fake.bytes[which(function)] + offset, size);
    return value;
}

static void config_write(struct bus *bus, struct pci_function function, uint16_t offset,
                         uint8_t size, uint32_t value)
{
    for (unsigned i = 0; i < size; i++) {
        uint8_t *const byte = fake.bytes[which(function)] + offset + i;
        const uint8_t clears = fake.clears[which(function)][offset + i];
        const uint8_t written = (uint8_t)(value >> (8 * i));

        *byte = (uint8_t)((*byte & clears & ~written) | (written & ~clears));
    }
}

static void put(unsigned who, unsigned offset, uint32_t value, size_t size)
{
    memcpy(fake.bytes[who] + offset, &value, size);
}

static uint32_t get(unsigned who, unsigned offset, uint8_t size)
{
    return config_read(&fake.bench.bus, at[who], (uint16_t)offset, size);
}

/* A capability list with PCI Express at 0x40, of that type of function. */
static void put_express(unsigned who, unsigned type)
{
    put(who, 0x06, 0x0010, 2);
    put(who, 0x34, 0x40, 1);
    put(who, 0x40, 0x0010 | (2 | type << 4) << 16, 4);
    memset(fake.clears[who] + 0x40 + 0x0a, 0x0f, 1);
}

/* Reporting on, as a driver of errors leaves it. The port's AER stands after another capability. */
static void put_ends(void)
{
    memset(&fake, 0, sizeof(fake));
    bench_open(&fake.bench, NULL);
    fake.bench.does.config_read = config_read;
    fake.bench.does.config_write = config_write;
    put(CARD, 0x04, 0x0107, 2); /* SERR, bus master, memory, IO */
    put_express(CARD, 0);
    put(CARD, 0x4a, 0x0009, 2);
    put(PORT, 0x04, 0x0107, 2);
    put(PORT, 0x3e, 0x0003, 2); /* parity, SERR */
    put_express(PORT, 4);
    put(PORT, 0x40 + 0x1c, 0x000f, 2);
    put(PORT, 0x100, 0x0002 | 1 << 16 | 0x148u << 20, 4);
    put(PORT, 0x148, 0x0001 | 1 << 16, 4);
    memset(fake.clears[PORT] + 0x148 + 0x04, 0xff, 4);
    memset(fake.clears[PORT] + 0x148 + 0x10, 0xff, 4);
    put(PORT, 0x148 + 0x04, 0x00100000, 4); /* an unsupported request, from enumeration */
    put(PORT, 0x148 + 0x08, 0x00000001, 4);
    put(PORT, 0x148 + 0x14, 0x00002000, 4);
    put(PORT, 0x148 + 0x2c, 0x00000007, 4);
}

static void silence(struct pci_link *link)
{
    const struct pci_path path = { .count = 1, .bridges = { { .at = at[PORT] } } };

    pci_link_silence(&fake.bench.bus, at[CARD], &path, link);
}

TEST(both_ends_are_silenced_and_put_back)
{
    static uint8_t found[3][0x1000];
    struct pci_link link;

    put_ends();
    put(PORT, 0x148 + 0x10, 0x00001040, 4); /* errors of the link, from before */
    memcpy(found, fake.bytes, sizeof(found));
    silence(&link);

    assert_pairs(0, get(PORT, 0x148 + 0x10, 4), 0x0007, get(CARD, 0x04, 2), 0x0007,
                 get(PORT, 0x04, 2), 0x0001, get(PORT, 0x3e, 2), 0x0008, get(PORT, 0x40 + 0x1c, 2),
                 0x0000, get(PORT, 0x148 + 0x2c, 4));
    /* Bits 4, 5, 12 to 20 and those masked before; 0, 6, 7, 8, 12 and those masked before. */
    assert_pairs(0x001ff031, get(PORT, 0x148 + 0x08, 4), 0x000031c1, get(PORT, 0x148 + 0x14, 4));

    put(CARD, 0x4a, 0x0001, 1); /* and from the tests */
    put(PORT, 0x148 + 0x04, 0x00040000, 4);
    put(PORT, 0x148 + 0x10, 0x00000041, 4);
    pci_link_restore(&fake.bench.bus, &link);
    memset(found[CARD] + 0x4a, 0, 1); /* the errors noticed are gone, all else as it was */
    memset(found[PORT] + 0x148 + 0x04, 0, 4);
    memset(found[PORT] + 0x148 + 0x10, 0, 4);
    assert_memory_equal(found, fake.bytes, sizeof(found));
}

/* The root port above a switch is who notices that a read is not answered, and who raises the system error (PCI Express
 * Base 2.0 §6.2.6). */
TEST(the_root_port_above_a_switch_is_silenced_too)
{
    static uint8_t found[3][0x1000];
    const struct pci_path path = { .count = 2,
                                   .bridges = { { .at = at[PORT] }, { .at = at[ROOT] } } };
    struct pci_link link;

    put_ends();
    put(CARD, 0x04, 0x0007, 2); /* no system errors: nor afterwards */
    put_express(PORT, 6);
    put(ROOT, 0x2c, 0x12345678, 4); /* where there is no AER nothing is written beside the header */
    put(ROOT, 0x04, 0x0107, 2);
    put(ROOT, 0x3e, 0x0003, 2);
    put_express(ROOT, 4);
    put(ROOT, 0x40 + 0x1c, 0x000f, 2);
    memcpy(found, fake.bytes, sizeof(found));
    pci_link_silence(&fake.bench.bus, at[CARD], &path, &link);
    assert_pairs(0x0007, get(ROOT, 0x04, 2), 0x0001, get(ROOT, 0x3e, 2), 0x0008,
                 get(ROOT, 0x40 + 0x1c, 2), 0x12345678, get(ROOT, 0x2c, 4), 0x0007,
                 get(CARD, 0x04, 2));
    /* Root Control and Root Error Command are a root port's alone (7.8.12, 7.10.9). */
    assert_pairs(0x000f, get(PORT, 0x40 + 0x1c, 2), 0x7, get(PORT, 0x148 + 0x2c, 4));

    pci_link_restore(&fake.bench.bus, &link);
    found[CARD][0x4a] = found[PORT][0x148 + 0x06] = 0; /* the errors noticed */
    assert_memory_equal(found, fake.bytes, sizeof(found));
}

/* Errors that the card and the port notice after that, and whether it is the link's. */
static struct test judged(uint32_t card_device, uint32_t port_uncorrectable,
                          uint32_t port_correctable)
{
    static struct pci_link link;
    static const struct chip chip = { .title = "G84" };
    static struct card card;
    struct test t = { .card = &card };

    card = (struct card){
        .bus = &fake.bench.bus, .pci = { .at = at[CARD] }, .link = &link, .chip = &chip
    };
    put_ends();
    silence(&link);
    put(CARD, 0x4a, card_device, 1);
    put(PORT, 0x148 + 0x04, port_uncorrectable, 4);
    put(PORT, 0x148 + 0x10, port_correctable, 4);
    link_noticed_no_errors(&t);
    return t;
}

static enum test_result judge(uint32_t card_device, uint32_t port_uncorrectable,
                              uint32_t port_correctable)
{
    return judged(card_device, port_uncorrectable, port_correctable).result;
}

TEST(errors_of_the_link_are_told_from_those_of_accesses)
{
    assert_int_equal(TEST_PASS, judge(0, 0, 0));
    /* Unsupported request (bit 20), completion time-out (14), advisory (13): a test read where nothing is. */
    assert_int_equal(TEST_PASS, judge(0x9, 0x00104000, 0x00002000));
    assert_int_equal(TEST_FAIL, judge(0x1, 0, 0)); /* correctable, and nothing that explains it */
    assert_int_equal(TEST_FAIL, judge(0x4, 0, 0)); /* fatal */
    assert_int_equal(TEST_FAIL, judge(0, 0x00040000, 0)); /* malformed TLP */
    assert_int_equal(TEST_FAIL, judge(0, 0, 0x00000040)); /* bad TLP */
    assert_int_equal(TEST_FAIL, judge(0, 0, 0x00001000)); /* replay timer */
}

/* A list of extended capabilities that runs in a circle ends, and has no AER. */
TEST(circle_of_capabilities_ends)
{
    struct pci_link link;

    put_ends();
    put(PORT, 0x100, 0x0002 | 1 << 16 | 0x100u << 20, 4);
    silence(&link);
    assert_pairs(true, link.port.present, 0, link.port.aer);
}
