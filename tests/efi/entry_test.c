/* tests/efi/entry_test.c: whole runs of the firmware's C (efi/entry.c), from efi_main to its return, with a modelled card
 * on the bus, a stick, a text console and a person at the keyboard, under AddressSanitizer with use-after-return: data
 * that a run points to lives as long as the run, whatever a person presses and whenever. */
#include "efi/bus.h"
#include "efi/exceptions.h"
#include "efi/image.h"
#include "efi/workers.h"
#include "hw/nv50/chip.h"
#include "model/host/host.h"
#include "reference/words.h"
#include "tests/efi/uefi/dhcp_server.h"
#include "tests/efi/uefi/function.h"
#include "tests/efi/uefi/volume.h"
#include "tests/efi/uefi/web_server.h"
#include "tests/kit/in_full.h"

#define PORT       machine_handle(3)
#define SHORT      "suite=id,vram.quick\nmenu=0\ndevice=model\n"
#define AFTER      40       /* looks at the keyboard: more than in two rounds of those tests */
#define LOOK_TICKS 50000000 /* 50 ms from one look to the next */
#define ENTER      '\r'
#define ESC        0x1b /* in a script; the keyboard has a scan code for it */

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base);

/* ---- the machine ----------------------------------------------------------------------------- */

static struct volume volume;
static EFI_LOADED_IMAGE_PROTOCOL loaded;
static struct host_bus *host;

#define BASE UINT64_C(0x7d400000) /* where the firmware is loaded */

/* The person presses each key of `keys` in turn: the next one once the keyboard was looked at `wait` times without, and at
 * least twice, since nobody types as fast as a scanner. When there are no more, X leaves a verdict. */
static struct person {
    const char *keys;
    unsigned wait, looks, before; /* before: looks until tests run */
    unsigned drawn;               /* texts on the console, while tests run */
    unsigned seconds;             /* 4 to 0, each alone, before and after them */
    struct crash_running ran;     /* what a crash would have said last */
} person;

static struct cpuid (*cpuid)(uint32_t leaf, uint32_t subleaf);

static char said[1 << 20]; /* over COM1 */
static size_t said_size;

static void hear(void)
{
    const char *const sent = machine_sent();
    const size_t size = strlen(sent);

    assert_true(said_size + size < sizeof(said));
    memcpy(said + said_size, sent, size + 1);
    said_size += size;
}

static unsigned count(const char *words)
{
    unsigned found = 0;

    for (const char *at = said; (at = strstr(at, words)) != NULL; at++)
        found++;
    return found;
}

static EFI_STATUS EFIAPI read_key(SIMPLE_INPUT_INTERFACE *self, EFI_INPUT_KEY *key)
{
    hear();
    /* The machine starts anew when a run hangs, and not while it waits for a person. */
    const bool runs = count("TAP version") > count("\n# verdict: ");

    assert_int_equal(runs, machine->watchdog_s != 0);
    person.before += !count("TAP version");
    const struct exception_context *const crash =
        machine_pointer(machine->idt.base + EXCEPTION_TABLE_SIZE);

    if (runs && crash->running.test[0])
        person.ran = crash->running;
    if (person.looks++ < person.wait + 2) {
        machine_stub.tsc += LOOK_TICKS;
        return EFI_NOT_READY;
    }
    person.looks = 0;
    char pressed = 'x';

    if (*person.keys)
        pressed = *person.keys++;

    *key = pressed == ESC ? (EFI_INPUT_KEY){ .ScanCode = SCAN_ESC }
                          : (EFI_INPUT_KEY){ .UnicodeChar = (CHAR16)pressed };
    return EFI_SUCCESS;
}

CONSOLE_SERVICE(no_text,
                (person.drawn += text[0] && machine->watchdog_s,
                 person.seconds +=
                 text[0] == '4' - person.seconds && !text[1] && !machine->watchdog_s),
                CHAR16 *text)
CONSOLE_SERVICE(no_number, (void)number, UINTN number)
CONSOLE_SERVICE(no_place, (void)(column + row), UINTN column, UINTN row)
CONSOLE_SERVICE(no_cursor, (void)visible, BOOLEAN visible)
CONSOLE_SERVICE(no_clearing, )

static EFI_STATUS EFIAPI text_size(SIMPLE_TEXT_OUTPUT_INTERFACE *self, UINTN mode, UINTN *columns,
                                   UINTN *rows)
{
    *columns = 80;
    *rows = 25;
    return EFI_SUCCESS;
}

static SIMPLE_TEXT_OUTPUT_MODE mode;
/* clang-format off */
static SIMPLE_TEXT_OUTPUT_INTERFACE console = {
    .OutputString = no_text, .SetMode = no_number, .SetAttribute = no_number, .SetCursorPosition = no_place,
    .EnableCursor = no_cursor, .ClearScreen = no_clearing, .QueryMode = text_size, .Mode = &mode };
/* clang-format on */
static SIMPLE_INPUT_INTERFACE keyboard = { .ReadKeyStroke = read_key };

static unsigned noon; /* from so many looks at it on, a minute after 11:59; 0: there is no time */

static EFI_STATUS EFIAPI get_time(EFI_TIME *time, EFI_TIME_CAPABILITIES *can)
{
    if (!noon)
        return EFI_UNSUPPORTED;
    noon -= noon != 1;
    *time = (EFI_TIME){ .Year = 2026, .Month = 11, .Day = 22, .Hour = noon == 1 ? 12 : 11 };
    time->Minute = noon == 1 ? 0 : 59;
    return EFI_SUCCESS;
}

/* ---- the bus: the model in this process, in place of efi/bus.c --------------------------------- */

/* It is no tests/kit/bench.h because entry.c hands on the firmware's own struct efi_bus: bus_open is replaced. */

#define RETURN(ret, name, params, ...)                                                             \
    static ret bus_##name params                                                                   \
    {                                                                                              \
        (void)bus;                                                                                 \
        return host_bus(host)->ops->name(host_bus(host), ##__VA_ARGS__);                           \
    }

/* clang-format off */
RETURN(enum err, segment, (struct bus * bus, unsigned i, struct pci_segment *out), i, out)
RETURN(void, config_write, (struct bus * bus, struct pci_function at, uint16_t o, uint8_t n, uint32_t v), at, o, n, v)
RETURN(void, give_back, (struct bus * bus, struct pci_function at), at)
RETURN(void, enable, (struct bus * bus, struct pci_function at, uint16_t bits), at, bits)
RETURN(uint64_t, read, (struct bus * bus, bus_addr at, uint8_t n), at, n)
RETURN(void, write, (struct bus * bus, bus_addr at, uint8_t n, uint64_t v), at, n, v)
RETURN(void, read_block, (struct bus * bus, bus_addr at, void *to, size_t n), at, to, n)
RETURN(void, write_block, (struct bus * bus, bus_addr at, const void *from, size_t n), at, from, n)
RETURN(void, fill_block, (struct bus * bus, bus_addr at, uint64_t v, size_t n), at, v, n)
RETURN(void, read_words, (struct bus * bus, bus_addr at, uint32_t *to, size_t n), at, to, n)
RETURN(void, write_words, (struct bus * bus, bus_addr at, const uint32_t *from, size_t n), at, from, n)
RETURN(size_t, march, (struct bus * bus, bus_addr at, size_t n, bool down, uint64_t is, uint64_t next,
       uint64_t *seen), at, n, down, is, next, seen)
RETURN(enum err, set_caching, (struct bus * bus, bus_addr at, size_t n, enum bus_caching how), at, n, how)
RETURN(enum err, dma_alloc, (struct bus * bus, size_t n, struct dma_memory *out), n, out)
RETURN(void, dma_free, (struct bus * bus, struct dma_memory *memory), memory)
RETURN(size_t, find_other, (struct bus * bus, const uint64_t *words, uint64_t is, size_t n), words, is, n)
RETURN(size_t, find_difference, (struct bus * bus, const uint64_t *words, const uint64_t *is, size_t n), words, is, n)
RETURN(void, cache_flush, (struct bus * bus, const void *bytes, size_t n), bytes, n)
RETURN(void, barrier, (struct bus * bus))
RETURN(uint64_t, time_us, (struct bus * bus))
RETURN(void, wait_us, (struct bus * bus, uint64_t us), us)
/* clang-format on */

static bool numbered; /* the cards have serial numbers: PCI Express 2.0 §7.12 */

static uint32_t bus_config_read(struct bus *bus, struct pci_function at, uint16_t o, uint8_t n)
{
    if (numbered && at.bus && o >= 0x100)
        return o == 0x100 ? 0x00010003 : o == 0x104 ? at.device + 1u : 0x1234;
    return host_bus(host)->ops->config_read(host_bus(host), at, o, n);
}

/* Other processors are started, as for the first comparison. */
static enum err bus_take(struct bus *bus, struct pci_function at, bool keep)
{
    const struct comparers_watch *const watch = &((struct efi_bus *)bus)->comparers.watch;

    assert_true(watch->before(watch->opaque));
    watch->after(watch->opaque);
    return host_bus(host)->ops->take(host_bus(host), at, keep);
}

static void bus_log(struct bus *bus, const char *line)
{
    tap_comment(((struct efi_bus *)bus)->tap, line);
}

void bus_open(struct efi_bus *bus, EFI_HANDLE image, EFI_SYSTEM_TABLE *table, struct clock *clock,
              struct tap *tap)
{
/* clang-format off */
#define OP(name) .name = bus_##name
    static const struct bus_ops ops = {
        OP(segment), OP(config_read), OP(config_write), OP(take), OP(give_back), OP(enable), OP(read), OP(write),
        OP(read_block), OP(write_block), OP(fill_block), OP(read_words), OP(write_words), OP(march), OP(set_caching),
        OP(dma_alloc), OP(dma_free), OP(find_other), OP(find_difference), OP(cache_flush), OP(barrier), OP(time_us),
        OP(wait_us), OP(log),
    };
    /* clang-format on */

    *bus = (struct efi_bus){ .bus = { &ops }, .tap = tap };
}

static const char *fw_cfg; /* null: it is no QEMU */

static uint8_t read_fw_cfg(uint16_t port)
{
    return port == 0x511 && fw_cfg && *fw_cfg ? (uint8_t)*fw_cfg++ : 0xff;
}

static struct cpuid hypervisor(uint32_t leaf, uint32_t subleaf)
{
    return (struct cpuid){ .ecx = leaf == 1 ? 1u << 31 : 0 };
}

void bus_close(struct efi_bus *bus)
{
    assert_int_equal(fw_cfg != NULL, bus->qemu);
    assert_non_null(bus->stick);
}

/* No card is driven by another processor here. */
void workers_open(struct efi_workers *workers, struct efi_bus *bus)
{
    *workers = (struct efi_workers){ .bus = bus };
}

/* ---- runs ------------------------------------------------------------------------------------ */

static const struct volume_file *file(const CHAR16 *name)
{
    const struct volume_file *const found = volume_find(&volume, name);

    assert_non_null(found);
    return found;
}

static bool holds(const CHAR16 *name, const char *words)
{
    const struct volume_file *const it = file(name);

    return memmem(it->bytes, it->size, words, strlen(words)) != NULL;
}

static bool pictured; /* the console is drawn by the card, in its BAR1: word 0x14 */

static void offer_picture(void)
{
    static struct function function;
    static struct card_path path;
    static EFI_GRAPHICS_OUTPUT_MODE_INFORMATION info = { .HorizontalResolution = 640 };
    static EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE picture = { .Info = &info, .FrameBufferSize = 4096 };
    static EFI_GRAPHICS_OUTPUT_PROTOCOL output = { .Mode = &picture };
    struct bus *const bus = host_bus(host);

    function = function_at(0, 1, 0, 0);
    picture.FrameBufferBase =
        (bus->ops->config_read(bus, (struct pci_function){ .bus = 1 }, 0x14, 4) & ~15u) + 0x80000;
    path = card_path(1, false);
    machine_offer(machine_handle(4), &path_guid, &path);
    machine_offer(machine_handle(4), &pci_guid, &function.io);
    machine_offer(machine_handle(4), &output_guid, &output);
}

/* The report that the stick has, and a server's answer to all if the image came from it; null: none. */
static const char *older, *answer;

/* From power-on until somebody leaves the firmware, with that barecard.cfg, card and keys. */
static void start(const char *config, const char *defects, const char *keys, unsigned wait)
{
    const struct model_config card = { .chip = &nv50_chips[CHIP_G84].chip,
                                       .vram_size = 2 << 20,
                                       .defects = defects };
    const struct model_config cards[] = { card, card };
    char error[256];

    web_begin(NULL);
    if (answer)
        web_serve(answer);
    net.path = net_path(answer ? "http://10.0.0.1/x.efi" : "");
    dhcp_serve();
    host = host_bus_new(
        &(struct host_bus_config){ .cards = cards, .count = 1 + (strchr(keys, '9') != NULL) },
        error, sizeof(error));
    assert_non_null(host);
    if (pictured)
        offer_picture();
    machine->look_ticks = 2000;
    machine->cpuid = fw_cfg ? hypervisor : cpuid;
    machine->in8 = read_fw_cfg;
    machine->table.ConOut = &console;
    machine->table.ConIn = &keyboard;
    machine->runtime.GetTime = get_time;
    volume_begin(&volume);
    if (config == NULL)
        volume_put(&volume, L"\\barecard.cfg.txt", "");
    else if (config[0])
        volume_put(&volume, L"\\barecard.cfg", config);
    volume_put(&volume, L"\\EFI\\BOOT\\BOOTX64.EFI", firmware_version);
    if (older)
        volume_put(&volume, L"\\report.jsonl", older);
    volume_offer(&volume, VOLUME);
    loaded = (EFI_LOADED_IMAGE_PROTOCOL){ .DeviceHandle = answer ? NET_CARD : VOLUME };
    machine_offer(IMAGE, &(EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID, &loaded);
    machine_offer(PORT, &(EFI_GUID)EFI_SERIAL_IO_PROTOCOL_GUID, &volume);
    person = (struct person){ .keys = keys, .wait = wait };
    said_size = 0;

    assert_int_equal(EFI_SUCCESS, efi_main(IMAGE, &machine->table, BASE));

    hear();
    assert_pairs(1, count(" loaded at 0x7d400000\n"), 0, volume.opened, 0, machine->watchdog_s);
    assert_int_equal(1, machine->disconnected.count); /* from COM1, and back to it */
    assert_memory_equal(&machine->disconnected, &machine->connected, sizeof(machine->connected));
    net_end(NULL);
    host_bus_free(host);
}

TEST(which_configuration_was_read_is_said)
{
    start(SHORT, NULL, "", 4);
    assert_pairs(1, count("# configuration: barecard.cfg\n"), 0, count("defaults are used"));
    start("suite=id\nmenu=0\ndevice=model\nlog=mmio:write\n", NULL, "", 4);
    assert_true(holds(L"\\mmio-1.log", "VERSION 20070824\n") && holds(L"\\mmio-1.log", "\nW 4 "));
    start(NULL, NULL, "\r\x1b\x1b", 1);
    assert_int_equal(1, count("# no barecard.cfg, but barecard.cfg.txt, which has to be renamed: "
                              "defaults are used\n"));
    start("", NULL, "\r\x1b\x1b", 1);
    assert_int_equal(1, count("# no barecard.cfg on this stick: defaults are used\n"));
    answer = "HTTP/1.1 404 No\r\n\r\n";
    start(SHORT, NULL, "\r\x1b\x1b", 1);
    assert_int_equal(
        1, count("# the server has no configuration for this machine: defaults are used\n"));
    answer = "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\nsuite=id\nmenu=0";
    start("", NULL, "", 4);
    assert_int_equal(1, count("# configuration: http://10.0.0.1/525400123456.cfg\n"));
    answer = NULL;
}

/* docs/report.md: a run has the number after that of the report's last. */
TEST(a_run_knows_the_one_before)
{
    older = "{\"type\":\"machine\",\"run\":7}\n{\"type\":\"verdict\"}\n";
    start("suite=id\nmenu=0\ndevice=model\nlabel=ask\n", NULL, "SN7\r", 4);
    older = NULL;
    assert_true(holds(L"\\report.jsonl", "\"run\":8,"));
    assert_true(holds(L"\\report.jsonl", "SN7"));
}

/* Intel SDM volume 2A: CPUID 0x16 EAX is the counter's rate in MHz; the machine says 1000 by Stall, and looks take time. */
static struct cpuid fast(uint32_t leaf, uint32_t subleaf)
{
    return (struct cpuid){ .eax = leaf == 0 ? 0x16 : leaf == 0x16 ? 4000 : 0 };
}

TEST(rounds_come_to_a_sum)
{
    cpuid = fast;
    start(SHORT "loop=2\n", NULL, "", 4);
    cpuid = NULL;
    assert_int_equal(1, count("the CPU says 3.99 times its rate"));
    assert_true(holds(L"\\report.jsonl", "the CPU says 3.99 times its rate"));
    assert_true(holds(L"\\report.jsonl", "starting the other processors"));
    assert_true(holds(L"\\report.jsonl", "the other processors have started"));
    assert_strings("vram.quick", person.ran.test, "0000:01:00.0", person.ran.at,
                   "G84  2 MiB, 2 partitions  round 2", person.ran.about);
    assert_true(person.drawn > 100);
    assert_pairs(1, count("# 1 round: all PASS"), 1, count("# 2 rounds: all PASS"), true,
                 strstr(said, "# 2 rounds: ") < strstr(strstr(said, "# verdict") + 1, "# verdict"),
                 1, count("# all rounds: PASS; 2 rounds: all PASS"), false,
                 holds(L"\\report.jsonl", "\"type\":\"verdict\",\"up\":0,"));
    unsigned before = 0, after = 0;

    assert_int_equal(2, sscanf(strstr(said, "# free pages: "),
                               "# free pages: %u before the first round, %u after the last",
                               &before, &after));
    assert_pairs(true, before > 0 && before < MACHINE_PAGES, before, after);
    assert_true(holds(L"\\report.txt", "\r\nVerdict of all rounds: PASS\r\n"));
    assert_true(holds(L"\\report.jsonl", "2 rounds: all PASS"));
}

/* docs/screen.md: the card that draws the console is left alone, or its picture is. */
TEST(a_card_may_draw_the_console)
{
    pictured = true;
    start(SHORT, NULL, "", 4);
    assert_int_equal(1, count("drives the console (console=use tests it)"));
    start(SHORT "console=use\n", NULL, "", 4);
    assert_int_equal(1, count("VRAM 0x80000 to 0x81000 is shown by the console, and left out"));
    pictured = false;
}

/* "until=HH:MM": no round begins from then on. The time is asked for before all rounds, and by each at both ends. */
TEST(rounds_end_at_noon)
{
    noon = 6;
    fw_cfg = "QEMU";
    start(SHORT "until=12:00\n", NULL, "", 4);
    noon = 0;
    assert_string_equal("", fw_cfg);
    assert_pairs(0x501, machine->out16_port, 0x10,
                 machine->out16_value); /* QEMU is left with its verdict */
    fw_cfg = NULL;
    assert_int_equal(1, count("# all rounds: PASS; 2 rounds: all PASS"));
    assert_int_equal(1, count("# 1 round: all PASS"));
}

/* report.txt is that of the worst round, though a later one is good. */
TEST(the_worst_round_is_the_report)
{
    start(SHORT "loop=3\n", "vram-intermittent:partition=1,rate=1,seed=3", "", 4);
    assert_int_equal(1, count("# all rounds: FAIL; 3 rounds: 1 not PASS, the first was round 1"));
    assert_true(holds(L"\\report.txt", "  FAIL    vram.quick: G84 " SAYS_BAD_MEMORY));
    assert_true(holds(L"\\report.txt", "\r\nVerdict of all rounds: FAIL\r\n"));
    assert_false(holds(L"\\report.txt", "The card is done"));
}

/* Whenever Esc comes, the run ends, and its own lines hold. */
TEST(esc_ends_rounds_at_any_time)
{
    unsigned ended = 0;

    for (unsigned wait = 0; wait < 16; wait += in_full() ? 1 : 3) {
        start(SHORT "loop=4\n", NULL, "\x1b\x1b", wait);
        assert_int_equal(1, count("# all rounds: "));
        ended += count("# all rounds: " SAYS_INCOMPLETE) + count("# all rounds: NOT TESTED");
    }
    assert_in_range(ended, 3, 15);
}

TEST(a_run_can_be_had_again)
{
    start(SHORT, NULL, "r", AFTER);
    assert_int_equal(2, count("# verdict: PASS"));
    start(SHORT "loop=2\n", NULL, "rnd", AFTER);
    assert_int_equal(2, count("# all rounds: PASS"));
    assert_true(holds(L"\\report.txt", "2 rounds: all PASS"));
    start(SHORT, NULL, "oo", AFTER);
    assert_true(machine->resets == 1 && machine->reset_type == EfiResetShutdown);
}

/* docs/network.md: a report is named by the label, or by the serial number of the first card that is tested. */
TEST(a_report_is_sent_under_a_name)
{
    static const char *const rows[][2] = { { "", "0000123400000001" },
                                           { "card=0000:01:01.0\n", "0000123400000002" },
                                           { "label=SN 1\n", "SN_1" } };

    for (unsigned i = 0; i < 3; i++) {
        char config[128], name[64];

        snprintf(config, sizeof(config), SHORT "report=http://10.0.0.1/r/\n%s", rows[i][0]);
        snprintf(name, sizeof(name), " /r/notime-525400123456-%s.jsonl ", rows[i][1]);
        numbered = true;
        start(config, NULL, "9", 4);
        numbered = false;
        assert_non_null(strstr(server.heard, name));
        assert_pairs(1, count("# the report is sent to http://10.0.0.1/r/\n"), 1, dhcp.cleared);
    }
}

/* Each line is chosen by its digit and started; Esc ends it, early or after some time, and the verdict is left. */
TEST(each_line_of_the_menu_runs)
{
    static const unsigned waits[] = { 1, AFTER };

    for (int line = '1'; line <= '9'; line++) /* the last: one of two cards alone */
        for (unsigned i = 0; i < (in_full() ? 2 : 1); i++) {
            char keys[] = { (char)line, ENTER, ESC, ESC, ESC, '\0' };

            keys[2] = line == '8' ? 'z' : ESC;
            start("suite=id\nmenu=5\ndevice=model\n", NULL, keys, waits[i]);
            assert_int_equal(line == '8', count("# > \x1b[Kz")); /* what is typed is seen */
            assert_true(count("# verdict: ") > 0);
            assert_int_equal(line == '5' || line == '7', count("# all rounds: "));
            assert_int_equal(line == '8', count("# verdict: NOT TESTED: used by hand"));
        }
}

/* "Before a run the menu waits for menu= seconds, then starts its first line." COM1 has it too. */
TEST(the_menu_starts_its_first_line)
{
    start("suite=id\nmenu=5\ndevice=model\n", NULL, "", 80);
    assert_in_range(person.before, 49, 52); /* one each 100 ms, of which 50 pass in the look */
    assert_pairs(5, person.seconds, 1, count("1  As set up: barecard.cfg: suite=id\n"), 1,
                 count("2  Quick: all tests, memory once\n"), 1,
                 count("A digit chooses, Enter starts; the first one starts in 5 s.\n"), 1,
                 count("# verdict: PASS"));
}

/* A fault found before any card is touched ends the rounds, too. */
TEST(rounds_without_a_test_end)
{
    start("suite=nothing\nmenu=0\nloop=forever\n", NULL, "", 4);
    assert_int_equal(1, count("# verdict: " SAYS_INCOMPLETE ": no test is named nothing"));
    start("loop=forever\nmenu=0\nloop=2\n", NULL, "", 4);
    assert_int_equal(1, count("# verdict: " SAYS_INCOMPLETE ": barecard.cfg line 3"));
}
