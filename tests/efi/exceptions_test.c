/* tests/efi/exceptions_test.c: the lines of an exception on COM1 (efi/exceptions.h). */
#include "efi/crash.h"
#include "efi/exceptions.h"
#include "reference/words.h"
#include "tests/efi/uefi/com1.h"
#include "tests/efi/uefi/cover.h"
#include "tests/efi/uefi/volume.h"

static struct cover cover;
static struct bus_access access; /* the last one behind a BAR */

FIXTURE(begin)
{
    com1_begin(state);
    cover_begin(&cover);
    access = (struct bus_access){ 0 };
}

/* Intel SDM volume 3A §6.14.1: a gate has offset 15:0, selector, flags, offset 31:16, offset 63:32. */
struct gate {
    uint16_t low, selector, flags, middle;
    uint32_t high, reserved;
};

_Noreturn void exception_report(struct exception_context *context,
                                const struct exception_frame *frame);
extern const uint8_t exception_entries[];

static uint64_t target(const struct gate *gate)
{
    return gate->low | (uint64_t)gate->middle << 16 | (uint64_t)gate->high << 32;
}

/* Vectors 1 and 3 (debugging), 20, 28 and 29 (memory encryption) stay with the machine's firmware, and all from 32 on. */
static bool is_firmwares(unsigned vector)
{
    return vector == 1 || vector == 3 || vector == 20 || vector == 28 || vector == 29 ||
           vector >= 32;
}

TEST(vectors_are_taken_and_given_back, begin, machine_down)
{
    static struct gate gates[256];
    const struct idt_register former = { 64 * sizeof(struct gate) - 1, (uintptr_t)gates };
    const struct exception_context context = { .tap = &com1.tap };
    struct exception_page *page = (void *)gates;

    for (unsigned i = 0; i < 256; i++)
        gates[i] = (struct gate){ .low = (uint16_t)i, .selector = 0x10, .flags = 0x8f00 };
    machine->idt = former;
    machine->pages_refused = 1;
    assert_int_equal(ERR_NO_MEMORY, exceptions_install(&page, &machine->boot, &context));
    assert_null(page);
    assert_int_equal((uintptr_t)gates, machine->idt.base);
    assert_pairs(OK, exceptions_install(&page, &machine->boot, &context), (uintptr_t)page,
                 machine->idt.base, 4095, machine->idt.limit, 0, (uintptr_t)page % 4096);
    const struct gate *const ours = (const struct gate *)page;

    for (unsigned i = 0; i < 256; i++) {
        if (is_firmwares(i)) {
            const struct gate none = { 0 };

            assert_memory_equal(i < 64 ? &gates[i] : &none, &ours[i],
                                sizeof(none)); /* it had 64 gates */
            continue;
        }
        assert_int_equal((uintptr_t)exception_entries + 16 * i, target(&ours[i]));
        assert_pairs(MACHINE_CS, ours[i].selector, 0x8e00, ours[i].flags, 0, ours[i].reserved);
    }
    struct gate others[256];

    memset(others, 0xa5, sizeof(others));
    exceptions_stopping(others);
    for (unsigned i = 0; i < 256; i++)
        if (is_firmwares(i))
            assert_memory_equal(&ours[i], &others[i], sizeof(others[i]));
        else
            assert_int_equal((uintptr_t)cpu_stop, target(&others[i]));
    exceptions_remove(page, &machine->boot);
    assert_pairs((uintptr_t)gates, machine->idt.base, former.limit, machine->idt.limit, 0,
                 machine->pages);
    exceptions_remove(NULL, &machine->boot);
    exceptions_set_running(NULL, &(struct crash_running){ .test = "x" });
    exceptions_use_screen(NULL, NULL);
    exceptions_say_old_checks(NULL);
}

static uint64_t stack[64 + 16];

/* Functions at 0x1000, 0x1100 and 0x1c00 of the image, and their names. */
static const struct {
    uint32_t count, rows[3][2];
    char names[18];
} symbols = { 3, { { 0x1000, 28 }, { 0x1100, 34 }, { 0x1c00, 41 } }, "first\0middle\0last" };
static struct machine pc;
static const bool withheld = true;

static struct archive no_archive;       /* without a stick */
static EFI_TPL level = TPL_APPLICATION; /* at which the crash came */

static EFI_TPL EFIAPI raise_level(EFI_TPL to)
{
    assert_int_equal(TPL_HIGH_LEVEL, to);
    return level;
}

static void EFIAPI restore_level(EFI_TPL to)
{
    assert_int_equal(level, to);
}

static struct exception_context crash_context(void)
{
    /* clang-format off */
    return (struct exception_context){ .tap = &com1.tap, .clock = &com1.clock, .machine = &pc, .boot = &machine->boot,
                                       .runtime = &machine->runtime, .access = &access, .archive = &no_archive,
                                       .keys = { .serial = &com1.serial }, .screen_withheld = &withheld, .image_base = 0x10000,
                                       .image_size = 0x2000, .symbols = &symbols.count, .running = { .test = "vm.pte" } };
    /* clang-format on */
}

static const struct exception_frame registers = { 1,    2,       3,    4,     5,  6,   7,  8,
                                                  9,    10,      11,   12,    13, 14,  15, 6,
                                                  0x99, 0x11fff, 0x38, 0x246, 0,  0x30 };

/* Not inlined: a caller's context would be undefined after the jump. */
static __attribute__((noinline)) const char *crash(struct exception_context *context,
                                                   const struct exception_frame *frame)
{
    machine->look_ticks = 1000000;
    machine->boot.RaiseTPL = raise_level;
    machine->boot.RestoreTPL = restore_level;
    machine->stops = true;
    machine->resets = 0;
    if (setjmp(machine->stopped) == 0)
        exception_report(context, frame);
    return machine_sent();
}

TEST(a_crash_is_told, begin, machine_down)
{
    struct exception_context context = crash_context();
    struct exception_frame frame = registers;

    cover_add(&cover, stack);
    for (unsigned i = 0; i < 16; i++)
        stack[i] = 0x100 + i;
    stack[12] = 0x10000 + 0x1000 - 1; /* in front of all functions */
    stack[13] = 0x11000;
    stack[14] = 0x110ff;
    stack[15] = 0x11fff;
    frame.rsp = (uintptr_t)stack;
    machine->cr3 = (uintptr_t)cover.table4;
    char rsp[32], cr3[32], expected[2048];

    snprintf(rsp, sizeof(rsp), "0x%lx", frame.rsp);
    snprintf(cr3, sizeof(cr3), "0x%lx", machine->cr3);
    snprintf(expected, sizeof(expected),
             "Bail out! exception 6 (invalid opcode) during vm.pte\n"
             "# Barecard failed, not the card. This says nothing about the card.\n"
             "# photograph this; the machine restarts in a minute\n"
             "# code X6-last-3ff: the same code is the same fault\n"
             "# rip=0x11fff is last+0x3ff, BOOTX64.elf 0x1fff, error code=0x99\n"
             "# called from first+0x0 first+0xff last+0x3ff\n"
             "# rax=0xf rbx=0xc rcx=0xe\n# rdx=0xd rsi=0xa rdi=0x9\n# rbp=0xb rsp=%s r8=0x8\n"
             "# r9=0x7 r10=0x6 r11=0x5\n# r12=0x4 r13=0x3 r14=0x2\n# r15=0x1 cs=0x38 ss=0x30\n"
             "# flags=0x246 cr3=%s image=0x10000\n"
             "# stack+0x0: 0x100 0x101 0x102\n# stack+0x18: 0x103 0x104 0x105\n"
             "# stack+0x30: 0x106 0x107 0x108\n# stack+0x48: 0x109 0x10a 0x10b\n"
             "# report.jsonl does not have the code\n"
             "# verdict: " SAYS_INCOMPLETE ": exception 6 (invalid opcode) during vm.pte\n",
             rsp, cr3);
    const uint64_t begun = machine_us();

    assert_string_equal(expected, crash(&context, &frame));
    /* The compiler takes it that nothing comes back from exception_report, so it is told to look. */
    assert_pairs(true, *(const volatile bool *)&context.reporting, 1, machine->resets, true,
                 machine->reset_type == EfiResetCold && machine->reset_status == EFI_ABORTED);
    assert_int_equal(90, machine->watchdog_s); /* a minute to read it, half a one for the reset */
    assert_in_range(machine_us() - begun, 60000000, 60500000); /* COM1 takes some of it */
    assert_int_equal(0, machine->out16_count);

    /* A crash of the report itself says nothing more. */
    assert_string_equal("", crash(&context, &frame));
    assert_int_equal(1, machine->resets);

    /* QEMU is left with the status of an incomplete run, twice where it does not go. */
    context = crash_context();
    pc.qemu = true;
    crash(&context, &frame);
    assert_pairs(0x501, machine->out16_port, 0x12, machine->out16_value, 2, machine->out16_count);
    pc.qemu = false;
}

#define AT(address) (frame.rip = (address), &frame)

static void expect_line(const struct exception_frame *frame, const char *line)
{
    struct exception_context context = crash_context();
    const char *const said = crash(&context, frame);

    if (strstr(said, line) == NULL)
        fail_msg("no %s in %s", line, said);
}

/* Names as the processor's manuals have them (Intel SDM volume 3A, table 6-1). */
TEST(exceptions_have_names, begin, machine_down)
{
    /* clang-format off */
    static const struct { uint64_t vector; const char *line; } rows[] = {
        { 0, "exception 0 (divide error)" }, { 1, "exception 1 (reserved)" }, { 4, "exception 4 (overflow)" },
        { 5, "exception 5 (bound range exceeded)" }, { 7, "exception 7 (no floating point unit)" },
        { 8, "exception 8 (double fault)" }, { 10, "exception 10 (invalid TSS)" },
        { 11, "exception 11 (segment not present)" }, { 12, "exception 12 (stack fault)" },
        { 13, "exception 13 (general protection)" }, { 14, ", address=0xdead" }, { 14, "exception 14 (page fault)" },
        { 16, "exception 16 (floating point error)" }, { 17, "exception 17 (alignment check)" },
        { 19, "exception 19 (SIMD error)" }, { 21, "exception 21 (control protection)" },
        { 31, "exception 31 (reserved)" }, { 32, "exception 32 (reserved)" },
        { 2, "exception 2 (NMI)" }, { 18, "exception 18 (machine check)" },
        { 2, "# NMI: port 0x61 reads 0xff: SERR" },
        /* clang-format on */
    };
    struct exception_frame frame = registers;

    machine->cr2 = 0xdead;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct exception_context context = crash_context();

        frame.vector = rows[i].vector;
        expect_line(&frame, rows[i].line);
        const char *const said = crash(&context, &frame);

        assert_int_equal(rows[i].vector == 14, strstr(said, "address=") != NULL);
        assert_int_equal(rows[i].vector == 2, strstr(said, "NMI: ") != NULL);
    }
}

/* Two photographs of one fault show one code; an error that the hardware reports is not the firmware's fault. */
TEST(a_crash_has_a_code, begin, machine_down)
{
    struct exception_frame frame = registers;

    expect_line(AT(0x110ff), "# code X6-first-ff:");
    expect_line(AT(0x11100), "# code X6-middle-0:");
    expect_line(AT(0x10fff), "# code X6-fff:"); /* no function is there */
    expect_line(AT(0x12000), "# code X6-outside:");
    expect_line(&frame, "# Barecard failed, not the card. ");
    frame.vector = 18;
    expect_line(&frame, "# The rig reports a hardware error. The card is not judged.\n");
    frame.vector = 2;
    expect_line(&frame, "# The rig reports a hardware error. The card is not judged.\n");
}

static struct volume volume;
#define CRASHED                                                                                    \
    ",\"card\":\"0000:01:00.0\",\"test\":\"vm.pte\",\"code\":\"X6-"                                \
    "last-3ff\","                                                                                  \
    "\"headline\":\"Barecard failed, not the card\",\"text\":\"exception 6 (invalid opcode) at "   \
    "last+0x3ff\"}\n"
#define CRASHED_TEXT                                                                               \
    "\r\nBarecard failed, not the card. This says nothing about the card.\r\n"                     \
    "  exception 6 (invalid opcode) at last+0x3ff during vm.pte, card 0000:01:00.0\r\n"            \
    "  code X6-last-3ff: the same code is the same fault\r\n"                                      \
    "Verdict: " SAYS_INCOMPLETE ": Barecard failed, not the card\r\n"

/* What report.txt is of when it happens: this run, whose text is open or has not begun or is lost, or rounds before. */
enum text_is { OPEN, NOT_BEGUN, LOST, OF_ROUNDS };

/* Crashes with a report on the stick; gives the text on COM1. */
static const char *crash_with_stick(struct archive *archive, uint64_t rip, enum text_is text)
{
    struct exception_context context = crash_context();
    struct exception_frame frame = registers;
    uint64_t size;

    volume_begin(&volume);
    volume_put(&volume, L"\\barecard.cfg", "");
    volume_put(&volume, L"\\report.txt", "Rounds\r\n");
    assert_int_equal(OK, stick_find(&archive->stick, &machine->boot));
    assert_int_equal(OK, stick_open_report(&archive->stick, L"\\report.jsonl", &size));
    archive->texted = text == OPEN || text == LOST;
    archive->rounds = text == OF_ROUNDS;
    if (text == OPEN)
        assert_int_equal(
            OK, new_file_begin(&archive->stick.text, archive->stick.root, L"\\report.txt"));
    context.archive = archive;
    context.running.begun_us = machine_us();
    snprintf(context.running.at, sizeof(context.running.at), "0000:01:00.0");
    frame.rip = rip;
    const char *const said = crash(&context, &frame);

    stick_close(&archive->stick);
    return said;
}

/* Where our own code crashed, not amid the firmware's, the stick has the code; earlier lines in report.txt stay. */
TEST(a_crash_is_kept, begin, machine_down)
{
    struct archive archive = { 0 };

    volume_offer(&volume, machine_handle(1));
    level = TPL_APPLICATION;
    assert_non_null(
        strstr(crash_with_stick(&archive, 0x11fff, OPEN), "# report.jsonl has the code\n"));
    unsigned up;
    int end;
    const struct volume_file *const file = volume_find(&volume, L"\\report.jsonl");

    assert_int_equal(1, sscanf(file->bytes, "{\"type\":\"crash\",\"up\":%u%n", &up, &end));
    assert_in_range(up, 1, 2000); /* the time that COM1 takes */
    assert_memory_equal(CRASHED, file->bytes + end, file->size - (size_t)end);
    assert_int_equal(file->size, file->flushed);
    volume_holds(&volume, L"\\report.txt", CRASHED_TEXT);
    crash_with_stick(&archive, 0x11fff, OF_ROUNDS);
    volume_holds(&volume, L"\\report.txt", "Rounds\r\n" CRASHED_TEXT);
    crash_with_stick(&archive, 0x11fff, NOT_BEGUN);
    volume_holds(&volume, L"\\report.txt", CRASHED_TEXT);
    crash_with_stick(&archive, 0x11fff, LOST);
    volume_holds(&volume, L"\\report.txt", "Rounds\r\n");
    assert_non_null(strstr(crash_with_stick(&archive, 0x12000, OPEN),
                           "# report.jsonl does not have the code\n"));
    volume_holds(&volume, L"\\report.jsonl", "");
    level = TPL_NOTIFY;
    crash_with_stick(&archive, 0x11fff, OPEN);
    volume_holds(&volume, L"\\report.jsonl", "");
}

/* Enter does not wait for the minute. */
TEST(keys_end_a_crash, begin, machine_down)
{
    struct archive archive = { 0 };
    const uint64_t begun = machine_us();

    volume_offer(&volume, machine_handle(1));
    level = TPL_APPLICATION;
    machine->uart.typed = "\r";
    machine->uart.typed_ticks = 3000000000;
    crash_with_stick(&archive, 0x11fff, OPEN);
    assert_in_range(machine_us() - begun, 3000000, 3500000);
    assert_int_equal(1, machine->resets);
}

static char drawn[8192];
static unsigned cleared;

CONSOLE_SERVICE(draw, for (; *text; text++) drawn[strlen(drawn)] = (char)*text, CHAR16 *text)
CONSOLE_SERVICE(set_attribute, (void)attribute, UINTN attribute)
CONSOLE_SERVICE(clear_screen, (cleared++, memset(drawn, 0, sizeof(drawn))))

/* A text console has what COM1 has, once, and once more without the keys where the stick has not got it. */
TEST(a_crash_is_on_a_text_console, begin, machine_down)
{
    SIMPLE_TEXT_OUTPUT_INTERFACE console = { .OutputString = draw,
                                             .SetAttribute = set_attribute,
                                             .ClearScreen = clear_screen };
    struct display display = { .console = &console, .columns = 80, .rows = 25 };

    level = TPL_APPLICATION;
    for (unsigned vector = 5; vector < 7; vector++) {
        struct exception_context context = crash_context();
        struct exception_frame frame = registers;

        cleared = 0;
        context.display = &display;
        context.screen_withheld = &(const bool){ false };
        frame.vector = vector;
        frame.rip = vector == 5 ? 0x12000 : 0x11fff; /* not asked for keys: not ours */
        assert_non_null(strstr(crash(&context, &frame), "# report.jsonl does not have the code\n"));
        assert_int_equal(vector - 4, cleared);
        assert_memory_equal("Bail out! exception ", drawn, 20);
        assert_non_null(strstr(drawn, vector == 5 ? "\r\ncode X5-outside: the same code"
                                                  : "\r\ncode X6-last-3ff: the same code"));
        assert_non_null(strstr(drawn, "\r\nverdict: " SAYS_INCOMPLETE ": exception "));
        assert_null(strstr(drawn, "report.jsonl"));
    }
}

static unsigned copies;

static EFI_STATUS EFIAPI blt(EFI_GRAPHICS_OUTPUT_PROTOCOL *self,
                             EFI_GRAPHICS_OUTPUT_BLT_PIXEL *buffer,
                             EFI_GRAPHICS_OUTPUT_BLT_OPERATION operation, UINTN from_x,
                             UINTN from_y, UINTN x, UINTN y, UINTN width, UINTN height, UINTN delta)
{
    copies++;
    return EFI_SUCCESS;
}

/* A drawn screen has keys where they are asked, and does not say that the stick has it. */
TEST(a_crash_is_drawn, begin, machine_down)
{
    EFI_GRAPHICS_OUTPUT_MODE_INFORMATION info = { .HorizontalResolution = 800,
                                                  .VerticalResolution = 600 };
    EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE mode = { .Info = &info };
    EFI_GRAPHICS_OUTPUT_PROTOCOL output = { .Blt = blt, .Mode = &mode };

    level = TPL_APPLICATION;
    machine_offer(machine_handle(5), &output_guid, &output);
    for (unsigned ours = 0; ours < 2; ours++) {
        struct exception_context context = crash_context();
        struct exception_frame frame = registers;
        const struct scene *const scene = &context.scene;

        copies = 0;
        context.screen_withheld = &(const bool){ false };
        assert_true(painter_open(&context.painter, &machine->boot, machine_handle(5)));
        crash(&context, AT(ours ? 0x11fff : 0x12000));
        assert_pairs(true, copies > 0, 2 * ours, scene->key_count);
        assert_ptr_equal(&context.crash, scene->crash);
        assert_strings("", scene->saved, "Enter", scene->keys[0].key, "O", scene->keys[1].key);
        painter_close(&context.painter);
    }
}

static uint64_t banks(uint32_t number)
{
    return number == 0x401 + 4 ? UINT64_C(0x8000000000000001) : 0;
}

/* The access, the place of the processor, and the errors in its banks. */
TEST(a_crash_has_a_place, begin, machine_down)
{
    struct exception_frame frame = registers;
    struct exception_context context = crash_context();

    expect_line(AT(0x12000), "# rip=0x12000 is outside our image, error");
    expect_line(AT(0xffff), "# rip=0xffff is outside our image, error");
    expect_line(AT(0x10000), "# rip=0x10000 is BOOTX64.elf 0x0, error");
    expect_line(AT(0x11001), "# rip=0x11001 is first+0x1, BOOTX64.elf 0x1001, error");
    access.at = 0xe0000000;
    access.size = 4;
    expect_line(&frame, "# last access: read of 4 bytes at 0xe0000000\n");
    access.write = access.under_way = true;
    expect_line(&frame, "# access under way: write of 4 bytes at 0xe0000000\n");
    frame.vector = 18;
    machine->msr = banks;
    context.check.banks = 3;
    assert_non_null(
        strstr(crash(&context, &frame), "# machine check bank 1: status=0x8000000000000001\n"));
    context = crash_context();
    context.check.banks = 3;
    frame.vector = 13; /* banks are asked about machine checks alone */
    assert_null(strstr(crash(&context, &frame), "bank"));
    /* A stack pointer that is not at a word, or where nothing is mapped, shows no stack. */
    assert_null(strstr(crash(&context, &frame), "stack+"));
    frame.rsp = (uintptr_t)stack + 4;
    cover_add(&cover, stack);
    context = crash_context();
    assert_null(strstr(crash(&context, &frame), "stack+"));
    context = crash_context();
    context.running.test[0] = '\0';
    assert_non_null(
        strstr(crash(&context, &frame), "Bail out! exception 13 (general protection)\n"));
}

/* Before the first line of TAP the version comes first; nobody listens to a crash's lines. */
TEST(a_crash_before_the_report, begin, machine_down)
{
    struct exception_context context = crash_context();

    tap_open(&com1.tap, &com1.serial);
    machine_sent();
    assert_memory_equal("TAP version 13\nBail out! ", crash(&context, &registers), 25);
}

/* The test that runs is told to the page that the handler finds. */
TEST(the_running_test_is_told, begin, machine_down)
{
    struct exception_context context = crash_context();
    struct exception_page *page;

    assert_int_equal(OK, exceptions_install(&page, &machine->boot, &context));
    struct exception_context *const there =
        (struct exception_context *)((uint8_t *)page + EXCEPTION_TABLE_SIZE);

    exceptions_set_running(page, &(struct crash_running){ .test = "vram.quick" });
    assert_string_equal("vram.quick", there->running.test);
    assert_memory_equal("Bail out! exception 6 (invalid opcode) during vram.quick\n",
                        crash(there, &registers), 57);
    exceptions_remove(page, &machine->boot);
}

TEST(old_machine_checks_are_said, begin, machine_down)
{
    struct exception_context context = crash_context();
    struct exception_page *page;

    assert_int_equal(OK, exceptions_install(&page, &machine->boot, &context));
    machine->msr = banks;
    exceptions_say_old_checks(page);
    assert_string_equal("", machine_sent()); /* a processor without banks */
    exceptions_remove(page, &machine->boot);
}
