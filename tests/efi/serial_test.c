/* tests/efi/serial_test.c: COM1 and its traffic (efi/serial.h, efi/serial_tap.h, efi/keys.h), the clock (efi/clock.h), and the
 * terminals of the machine's firmware that leave COM1 (efi/terminal.h). */
#include "efi/keys.h"
#include "efi/terminal.h"
#include "suite/report/keys.h"
#include "tests/efi/uefi/machine.h"

static struct clock time_of;
static struct serial serial;
static struct tap tap;

FIXTURE(begin)
{
    machine_begin();
    time_of = machine_clock();
}

/* ---- COM1 ------------------------------------------------------------------------------------ */

/* 115200 baud, 8N1, no interrupts, FIFOs on and emptied, DTR and RTS: as the data sheet of the 16550 numbers it. */
TEST(the_port_is_set_up, begin, machine_down)
{
    machine->uart.registers[1] = machine->uart.divisor[1] = 0x0f;
    machine->uart.stuck_until = 1000000; /* the machine's firmware has said something */
    serial_open(&serial, &time_of);
    assert_pairs(true, serial.present && machine->tsc >= 1000000, 16, serial.fifo_bytes);
    assert_memory_equal(((uint8_t[]){ 1, 0 }), machine->uart.divisor, 2);
    assert_memory_equal(((uint8_t[]){ 0, 7, 3, 3 }), machine->uart.registers + 1, 4);
    assert_int_equal(0, machine->uart.sent_size);
}

/* "One that stops sending is waited for, 2 s in all of a run and 50 ms each further time; then writes are dropped until it
 * sends again, and a line says that something is missing." */
TEST(a_port_that_stops_is_waited_for, begin, machine_down)
{
#define MISSING "\n# COM1 stood still: some of what was said is missing here\n"
    /* clang-format off */
    static const struct { unsigned stops_ms, waits_ms; const char *sent; } rows[] = {
        { 0, 0, "x" }, { 49, 49, "x" }, { 1500, 1500, "x" }, { 49, 49, "x" }, { 540, 540, "x" }, { 49, 49, "x" },
        { 130, 110, "" }, { 30, 0, "" }, { 0, 0, MISSING "x" }, { 49, 49, "x" }, { 60, 50, "" },
        { 0, 0, MISSING "x" } };
    /* clang-format on */

    serial_open(&serial, &time_of);
    machine->look_ticks = 10000;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const uint64_t begun = machine->tsc;

        machine->uart.stuck_until = begun + rows[i].stops_ms * UINT64_C(1000000);
        serial_write(&serial, "x", 1);
        assert_in_range(machine->tsc - begun, rows[i].waits_ms * 1000000,
                        rows[i].waits_ms * 1000000 + 200000);
        assert_said(rows[i].sent);
    }
    serial_drain(&serial);
    assert_false(serial.stuck);
    machine->uart.stuck_until = UINT64_MAX;
    machine->look_ticks = 0; /* where even the clock stands still, a count ends the waiting */
    serial_drain(&serial);
    assert_true(serial.stuck);
}

/* "No UART: nothing is written." The scratch register is one of the 16550; its FIFO works where bits 7:6 are both set. */
TEST(ports_that_are_not_all_there, begin, machine_down)
{
    for (unsigned fifo = 0; fifo < 0x100; fifo += 0x40) {
        machine->uart.fifo_state = (uint8_t)fifo;
        serial_open(&serial, &time_of);
        serial_write(&serial, "more bytes than sixteen of them", 31);
        assert_said("more bytes than sixteen of them");
        assert_pairs(0, machine->uart.overruns, fifo == 0xc0 ? 16 : 1, serial.fifo_bytes);
    }
    for (unsigned taken_away = 0; taken_away < 2; taken_away++) {
        const uint64_t begun = machine->tsc;

        machine->uart.absent = true;
        if (taken_away)
            serial_write(&serial, "x", 1);
        else
            serial_open(&serial, &time_of);
        assert_false(serial.present);
        serial_write(&serial, "x", 1);
        assert_int_equal(-1, serial_read(&serial, 1000000));
        assert_said("");
        assert_in_range(machine->tsc - begun, 0, 2000);
        machine->uart.absent = false;
        serial_open(&serial, &time_of);
    }
}

/* ---- TAP ------------------------------------------------------------------------------------- */

/* The version line comes first, whatever was said before. */
TEST(comments_wait_for_the_first_line, begin, machine_down)
{
    serial_open(&serial, &time_of);
    tap_open(&tap, &serial);
    assert_said("\n");
    tap_comment(&tap, "early");
    tap_comment(&tap, "second");
    assert_said("");
    tap_write(&tap, "TAP vers", 8);
    assert_said("TAP vers");
    tap_write(&tap, "ion 13\n1..", 10);
    assert_said("ion 13\n# early\n# second\n1..");
    tap_comment(&tap, "late");
    assert_said("# late\n");
    tap_write(&tap, "2\nok\n", 5);
    assert_said("2\nok\n");
}

static char heard[8192];

static void listen(void *opaque, const char *line)
{
    assert_ptr_equal(&tap, opaque);
    snprintf(heard + strlen(heard), sizeof(heard) - strlen(heard), "%s|", line);
}

/* 2048 bytes are held: a comment that does not fit is left out whole. */
TEST(too_many_comments_are_cut_between_lines, begin, machine_down)
{
    char line[1024];

    heard[0] = '\0';
    serial_open(&serial, &time_of);
    tap_open(&tap, &serial);
    memset(line, 'a', sizeof(line));
    line[1023] = '\0'; /* 1024 bytes with its end */
    tap_comment(&tap, line);
    line[1022] = '\0';
    tap_comment(&tap, line);
    tap_comment(&tap, "b");
    tap_comment(&tap, ""); /* the last byte */
    tap_comment(&tap, "");
    tap_listen(&tap, listen, &tap);
    assert_int_equal(1024 + 1023 + 1, strlen(heard));
    assert_null(strchr(heard, 'b'));
    tap_comment(&tap, "later");
    assert_string_equal("|later|", heard + strlen(heard) - 7);
    tap_listen(&tap, NULL, NULL);
    tap_comment(&tap, "last");
    assert_null(strstr(heard, "last"));
}

/* ---- keys ------------------------------------------------------------------------------------ */

static EFI_INPUT_KEY pressed;
static bool is_pressed;

static EFI_STATUS EFIAPI read_key(SIMPLE_INPUT_INTERFACE *self, EFI_INPUT_KEY *key)
{
    if (!is_pressed)
        return EFI_NOT_READY;
    is_pressed = false;
    *key = pressed;
    return EFI_SUCCESS;
}

static SIMPLE_INPUT_INTERFACE keyboard = { .ReadKeyStroke = read_key };
static struct keys keys = { .keyboard = &keyboard, .serial = &serial };

/* A character is a key once nothing has followed for 50 ms (suite/report/typist.h). */
static int next_key(void)
{
    const int key = keys_next(&keys);

    if (key != KEY_NONE)
        return key;
    machine->tsc += 50000000;
    return keys_next(&keys);
}

static int typed(const char *bytes)
{
    machine->uart.typed = bytes;
    machine->uart.typed_ticks = machine->tsc;
    machine->uart.typed_gap = 100000; /* at 115200 baud */
    return next_key();
}

/* A terminal's cursor keys are ESC [ A and so on; pages have a tilde, which is taken too. */
TEST(keys_of_a_terminal, begin, machine_down)
{
    /* clang-format off */
    static const struct { const char *bytes; int key; } rows[] = {
        { "Q", 'q' }, { "\r", KEY_ENTER }, { "\n", KEY_ENTER }, { "~", '~' }, { "\x7f", KEY_BACKSPACE },
        { "\xe4", KEY_NONE }, { "\x1b[A", KEY_UP }, { "\x1b[B", KEY_DOWN }, { "\x1b[C", KEY_RIGHT }, { "\x1b[D", KEY_LEFT },
        { "\x1b[H", KEY_HOME }, { "\x1b[F", KEY_END }, { "\x1b[1~", KEY_HOME }, { "\x1b[2~", KEY_NONE }, { "\x1b[3~", KEY_DELETE },
        { "\x1b[4~", KEY_END }, { "\x1b[5~", KEY_PAGE_UP }, { "\x1b[6~", KEY_PAGE_DOWN }, { "\x1b[0~", KEY_NONE }, { "\x1b[9~", KEY_NONE },
        { "\x1b[Z", KEY_NONE }, { "\x1b", KEY_ESC }, { "\x1bO", KEY_ESC },
    };
    /* clang-format on */

    serial_open(&serial, &time_of);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (typed(rows[i].bytes) != rows[i].key)
            fail_msg("row %u is another key", i);
        assert_string_equal("", machine->uart.typed);
    }
    /* In a line of text, two keys that were pressed while the machine was busy come together. */
    machine->uart.typed = "\x1b\x1bq\x1b[A\x1b[5~r";
    machine->uart.typed_ticks = machine->tsc;
    assert_pairs(KEY_ESC, keys_typed(&keys), KEY_ESC, keys_typed(&keys));
    for (const int *key = (const int[]){ 'q', KEY_UP, KEY_PAGE_UP, 'r', KEY_NONE }; *key; key++) {
        assert_int_equal(*key, keys_typed(&keys));
        machine->tsc += 100000;
    }
    /* A byte 20 ms later belongs to another key. */
    machine->uart.typed_gap = 0;
    assert_int_equal(KEY_NONE, typed(""));
}

/* The 16550's data sheet: bit 1 of the line status, an overrun, is cleared by the read that sees it, also one before a write. */
TEST(lost_characters_are_told_once, begin, machine_down)
{
    serial_open(&serial, &time_of);
    for (unsigned writes = 0; writes < 2; writes++) {
        machine->uart.typed = "ab";
        machine->uart.typed_ticks = machine->tsc;
        machine->uart.typed_lost = true;
        serial_write(&serial, "x", writes);
        assert_int_equal(KEY_LOST, keys_typed(&keys));
        assert_string_equal("", machine->uart.typed);
        for (unsigned looks = 0; looks < 2; looks++) { /* and nothing is a key before a pause */
            machine->uart.typed = "c\r";
            machine->uart.typed_lost = looks; /* nor is it told again */
            assert_int_equal(KEY_NONE, keys_typed(&keys));
        }
        machine->tsc += 100000000;
        assert_int_equal(KEY_NONE, keys_typed(&keys));
        machine->uart.typed = "d";
        assert_int_equal('d', keys_typed(&keys));
    }
}

/* Scan codes of a keyboard are UEFI 2.10's, table 12.2, and ENTER's is that of some keypads; what is no ASCII is no key. */
TEST(keys_of_a_keyboard, begin, machine_down)
{
    static const int scans[0x20] = {
        [1] = KEY_UP,     KEY_DOWN,    KEY_RIGHT,     KEY_LEFT,           KEY_HOME,        KEY_END,
        [8] = KEY_DELETE, KEY_PAGE_UP, KEY_PAGE_DOWN, [0x0d] = KEY_ENTER, [0x17] = KEY_ESC
    };

    serial_open(&serial, &time_of);
    for (unsigned code = 1; code < 0x200; code++) {
        is_pressed = true;
        pressed = code < 0x20 ? (EFI_INPUT_KEY){ .ScanCode = (UINT16)code }
                              : (EFI_INPUT_KEY){ .UnicodeChar = (CHAR16)code };
        assert_int_equal(code < 0x20   ? scans[code]
                         : code < 0x7f ? (int)code
                                       : KEY_NONE,
                         keys_typed(&keys));
    }
}

TEST(a_late_bracket_is_another_key, begin, machine_down)
{
    serial_open(&serial, &time_of);
    machine->uart.typed_gap = 80000000;
    machine->uart.typed = "\x1b[A";
    machine->uart.typed_ticks = machine->tsc;
    assert_int_equal(KEY_ESC, next_key());
    machine->tsc += 30000000;
    assert_int_equal('[', next_key());
    machine->uart.typed_gap = 19000000;
    machine->uart.typed = "\x1b[A";
    machine->uart.typed_ticks = machine->tsc;
    assert_int_equal(KEY_UP, keys_next(&keys));
}

/* ---- the clock ------------------------------------------------------------------------------- */

/* Stall says how fast the counter is; a measurement that took longer, because others ran, is not believed. */
static uint64_t stalls[24];
static unsigned stalled;

static EFI_STATUS EFIAPI stall(UINTN us)
{
    assert_int_equal(2000, us);
    machine->tsc += stalls[stalled++];
    return EFI_SUCCESS;
}

static char clock_says[CLOCK_WORDS_MAX];

static uint64_t ticks_per_ms(const uint64_t rounds[24])
{
    struct clock clock;

    memcpy(stalls, rounds, sizeof(stalls));
    stalled = 0;
    machine->look_ticks = 0;
    machine->boot.Stall = stall;
    clock_start(&clock, &machine->boot);
    assert_int_equal(0, clock_us(&clock));
    clock_words(&clock, clock_says);
    return clock.ticks_per_ms;
}

TEST(the_clock_never_goes_back, begin, machine_down)
{
    struct clock clock;

    machine->look_ticks = 0;
    machine->tsc = 5000000;
    clock_start(&clock, &machine->boot);
    assert_true(clock.runs);
    machine->tsc += 3000000;
    assert_int_equal(3000, clock_us(&clock));
    machine->tsc -= 1000000;
    assert_int_equal(3000, clock_us(&clock));
    machine->tsc += 1001000;
    assert_int_equal(3001, clock_us(&clock));
}

/* MC146818A, whose registers port 0x70 chooses: register 0 is the seconds, in BCD or in binary; bit 7 of register 10
 * says that they change. It runs by real time, of which a tick is 1 ns. */
static unsigned rtc_looks, rtc_begins_ms;
static bool rtc_is_binary;

static uint8_t read_rtc(uint16_t port)
{
    const uint64_t ms = machine->tsc / 1000000 + rtc_begins_ms, second = ms / 1000 % 60;

    assert_pairs(0x71, port, 0x70, machine->out8_port);
    rtc_looks += machine->out8_value == 10;
    if (machine->out8_value == 10)
        return ms % 1000 > 997 ? 0x80 : 0x26;
    assert_int_equal(0, machine->out8_value);
    return (uint8_t)(rtc_is_binary ? second : second / 10 << 4 | second % 10);
}

/* In steps of so many milliseconds. */
static void pass_real_time(struct clock *clock, unsigned ms, unsigned step)
{
    for (uint64_t last = clock_us(clock); ms >= step; ms -= step, last = clock_us(clock)) {
        machine->tsc += step * UINT64_C(1000000);
        assert_in_range(clock_us(clock) - last, 0, step * 4000); /* it never jumps */
    }
}

/* "The clock of a machine whose firmware has a wrong idea of it": Stall takes four times as long, or a quarter. A
 * second that is seen late says nothing: 100 ms by the clock as it is, of which a quarter is real. */
TEST(the_real_time_clock_corrects_stall, begin, machine_down)
{
    static const struct {
        uint64_t stall, per_ms;
        unsigned hundredths, begins_ms, step;
        bool binary;
    } rows[] = {
        { 8000000, 1000000, 25, 57300, 1, false }, /* past 59 */
        { 8000000, 1000000, 25, 57300, 1, true },
        { 500000, 1000000, 400, 7300, 1, false }, /* past 9 */
        { 500000, 1000000, 400, 7300, 1, true },
        { 500000, 1000000, 400, 7300, 25, false },
        { 500000, 250000, 0, 7300, 26, false },
        { 2400000, 1200000, 0, 57300, 1, false }
    }; /* a fifth can be measured in two seconds */
    unsigned whole = 0, part = 0;
    int end = 0;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint64_t rounds[24] = { rows[i].stall, rows[i].stall };
        char words[CLOCK_WORDS_MAX];
        struct clock clock;

        machine->tsc = 0;
        machine->in8 = NULL;
        rtc_begins_ms = rows[i].begins_ms;
        rtc_is_binary = rows[i].binary;
        memcpy(stalls, rounds, sizeof(stalls));
        stalled = 0;
        machine->look_ticks = 0;
        machine->boot.Stall = stall;
        clock_start(&clock, &machine->boot);
        assert_false(clock_words(&clock, words));
        machine->in8 = read_rtc;
        pass_real_time(&clock, 3500, rows[i].step);
        assert_in_range(clock.ticks_per_ms, rows[i].per_ms * 98 / 100, rows[i].per_ms * 102 / 100);
        assert_int_equal(rows[i].hundredths != 0, clock_words(&clock, words));
        if (rows[i].hundredths) {
            sscanf(words,
                   "the machine's firmware measures time wrongly: the real-time clock says "
                   "%u.%2u times its rate, which is used%n",
                   &whole, &part, &end);
            assert_int_equal(strlen(words), end);
            assert_in_range(100 * whole + part, rows[i].hundredths * 96 / 100,
                            rows[i].hundredths * 102 / 100);
        }
        if (rows[i].step > 1)
            continue;
        const uint64_t before = clock_us(&clock);
        rtc_looks = 0;
        pass_real_time(&clock, 1000, 1); /* and from here on a second is one */
        assert_in_range(rtc_looks, 80, 101);
        assert_in_range(clock_us(&clock) - before, 830000, 1020000);
        machine->in8 = NULL;
    }
}

static struct cpuid leaf_0, leaf_15, leaf_16;

static struct cpuid leaf(uint32_t number, uint32_t subleaf)
{
    assert_int_equal(0, subleaf);
    return number == 0 ? leaf_0 : number == 0x15 ? leaf_15 : leaf_16;
}

/* Intel SDM volume 2A: of CPUID 0x15 ECX * EBX / EAX is the counter's frequency, if none is 0; of 0x16 EAX 15:0 is it in
 * MHz, if it is that of the CPU. Neither is an extended leaf's answer, and what differs by a quarter from Stall is used. */
TEST(the_cpu_corrects_stall, begin, machine_down)
{
    /* clang-format off */
    static const struct { uint32_t last, eax, ebx, ecx, mhz, stall, per_ms; } rows[] = {
        { 0x16, 2, 250, 24000000, 2900, 24000000, 3000000 }, { 0x14, 2, 250, 24000000, 2900, 24000000, 12000000 },
        { 0x80000000, 2, 250, 24000000, 2900, 24000000, 12000000 }, { 0x16, 0, 250, 24000000, 0xfff00b54, 24000000, 2900000 },
        { 0x16, 2, 0, 24000000, 2900, 24000000, 2900000 }, { 0x16, 2, 250, 0, 2900, 24000000, 2900000 },
        { 0x15, 2, 250, 0, 2900, 24000000, 12000000 }, { 0x16, 2, 250, 24000000, 0, 7500000, 3750000 }, /* near enough */
        { 0x16, 2, 250, 24000000, 0, 7500002, 3000000 }, { 0x16, 2, 250, 24000000, 0, 4800000, 2400000 },
        { 0x16, 2, 250, 24000000, 0, 4799998, 3000000 }, { 0x16, 2, 250, 24000000, 0, 3000000, 3000000 }, /* 2.00 times */
        /* clang-format on */
    };

    machine->cpuid = leaf;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const uint64_t rounds[24] = { rows[i].stall, rows[i].stall };

        leaf_0.eax = rows[i].last;
        leaf_15 = (struct cpuid){ .eax = rows[i].eax, .ebx = rows[i].ebx, .ecx = rows[i].ecx };
        leaf_16.eax = rows[i].mhz;
        if (ticks_per_ms(rounds) != rows[i].per_ms)
            fail_msg("row %u", i);
    }
    assert_non_null(strstr(clock_says, "the CPU says 2.00 times its rate, which is used"));
}

/* A wait as long as a tick of the firmware's timer halts the processor, a shorter one does not. */
TEST(a_rest_of_a_tick_halts, begin, machine_down)
{
    for (unsigned us = 9999; us <= 10000; us++) {
        machine->halted = 0;
        const uint64_t begun = machine_us();

        clock_rest_us(&time_of, &machine->boot, us);
        assert_int_equal(us == 10000, machine->halted != 0);
        assert_in_range(machine_us() - begun, us, us + 10001);
    }
}

/* ---- terminals ------------------------------------------------------------------------------- */

/* A device path: an ACPI node of a port, by its number, then a node that is none of ACPI's, and the end. */
struct port_path {
    ACPI_HID_DEVICE_PATH acpi;
    VENDOR_DEVICE_PATH vendor;
    EFI_DEVICE_PATH end;
    ACPI_HID_DEVICE_PATH behind; /* of a second port, which is none of the path's */
};

static struct port_path path_of(uint32_t id, uint32_t number)
{
    /* clang-format off */
    return (struct port_path){
        .acpi = { { ACPI_DEVICE_PATH, ACPI_DP, { sizeof(ACPI_HID_DEVICE_PATH), 0 } }, id, number },
        .vendor = { .Header = { MESSAGING_DEVICE_PATH, MSG_VENDOR_DP, { sizeof(VENDOR_DEVICE_PATH), 0 } } },
        .end = { END_DEVICE_PATH_TYPE, END_ENTIRE_DEVICE_PATH_SUBTYPE, { sizeof(EFI_DEVICE_PATH), 0 } },
        .behind = { { ACPI_DEVICE_PATH, ACPI_DP, { sizeof(ACPI_HID_DEVICE_PATH), 0 } }, 0x050141d0, 1 },
    };
    /* clang-format on */
}

static void offer_port(unsigned number, void *path)
{
    static const EFI_GUID serial_guid = EFI_SERIAL_IO_PROTOCOL_GUID;

    machine_offer(machine_handle(number), &serial_guid, NULL);
    if (path != NULL)
        machine_offer(machine_handle(number), &path_guid, path);
}

/* EISA ids: PNP0501 is a 16550, 0x050141d0. The first of them is COM1; a port that says nothing may be. */
TEST(terminals_leave_com1, begin, machine_down)
{
    struct port_path com1 = path_of(0x050141d0, 0), com2 = path_of(0x050141d0, 1),
                     other = path_of(0x0a0341d0, 1);
    struct port_path vendor = path_of(0x050141d0, 1), broken = path_of(0x050141d0, 1);
    struct terminals terminals;

    vendor.acpi.Header.Type = MEDIA_DEVICE_PATH; /* the same bytes, and no ACPI node */
    broken.acpi.Header.Length[0] = 3;
    terminals_disconnect(&terminals, &machine->boot);
    assert_int_equal(0, terminals.count);

    offer_port(1, &com2);
    offer_port(2, &com1);
    offer_port(3, &other);
    offer_port(4, NULL);
    offer_port(5, &vendor);
    offer_port(6, &broken);
    terminals_disconnect(&terminals, &machine->boot);
    assert_int_equal(5, machine->disconnected.count);
    for (unsigned i = 0; i < 5; i++)
        assert_ptr_equal(machine_handle(2 + i), machine->disconnected.handles[i]);
    terminals_reconnect(&terminals, &machine->boot);
    assert_int_equal(5, machine->connected.count);
    assert_ptr_equal(machine_handle(2), machine->connected.handles[0]);
    terminals_reconnect(&terminals, &machine->boot);
    assert_int_equal(5, machine->connected.count);
}

/* The node of ACPI need not be the first. A port that stays with its driver is not given back. */
TEST(terminals_behind_a_bridge, begin, machine_down)
{
    struct {
        VENDOR_DEVICE_PATH bridge;
        struct port_path port;
    } com1 = { .bridge = path_of(0, 0).vendor, .port = path_of(0x050141d0, 0) }, com2 = com1;
    struct terminals terminals;

    com2.port.acpi.UID = 1;
    offer_port(1, &com1);
    offer_port(2, &com2);
    machine->disconnect_status = EFI_ACCESS_DENIED;
    terminals_disconnect(&terminals, &machine->boot);
    assert_int_equal(0, terminals.count);
    machine->disconnect_status = EFI_SUCCESS;
    terminals_disconnect(&terminals, &machine->boot);
    assert_int_equal(1, terminals.count);
    assert_ptr_equal(machine_handle(1), terminals.disconnected[0]);
}
