#include "efi/exceptions.h"

#include <stddef.h>

#include "efi/image.h"
#include "efi/memory.h"
#include "efi/symbols.h"
#include "engines/text.h"
#include "hw/bits.h"
#include "suite/run/run.h"

#define VECTORS              32
#define VECTOR_NMI           2
#define VECTOR_PAGE_FAULT    14
#define VECTOR_MACHINE_CHECK 18
#define GATE_INTERRUPT       0x8e00 /* present, ring 0, interrupts off */
#define PAGE_SIZE            0x1000
#define LINE_MAX             128
#define CALLERS              4  /* that a report names */
#define CALL_WORDS           64 /* of the stack that are searched for them */
#define STACK_WORDS          12 /* a multiple of 3: the words of a line */
#define READING_TIME_S       60
#define RESET_TIME_S         30 /* then the watchdog ends a reset that hangs */

/* Left to the firmware: debug exceptions, and what memory encryption needs to go on. */
#define FIRMWARE_VECTORS (BIT(1) | BIT(3) | BIT(20) | BIT(28) | BIT(29))

struct gate {
    uint16_t offset_low, selector, flags, offset_middle;
    uint32_t offset_high, reserved;
};

struct exception_page {
    struct gate gates[EXCEPTION_TABLE_SIZE / sizeof(struct gate)];
    struct exception_context context;
};

_Static_assert(offsetof(struct exception_page, context) == EXCEPTION_TABLE_SIZE, "");

/* As linker/exceptions.asm pushes it, lowest address first. */
struct exception_frame {
    uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax;
    uint64_t vector, error, rip, cs, rflags, rsp, ss;
};

extern const uint8_t exception_entries[];
_Noreturn void exception_report(struct exception_context *context,
                                const struct exception_frame *frame);

/* As the processor's manuals name them. */
static const char *vector_name(uint64_t vector)
{
    static const char *const names[VECTORS] = {
        [0] = "divide error",
        [2] = "NMI",
        [4] = "overflow",
        [5] = "bound range exceeded",
        [6] = "invalid opcode",
        [7] = "no floating point unit",
        [8] = "double fault",
        [10] = "invalid TSS",
        [11] = "segment not present",
        [12] = "stack fault",
        [13] = "general protection",
        [14] = "page fault",
        [16] = "floating point error",
        [17] = "alignment check",
        [18] = "machine check",
        [19] = "SIMD error",
        [21] = "control protection",
    };

    return vector < VECTORS && names[vector] != NULL ? names[vector] : "reserved";
}

static void say(struct exception_context *context, const char *line)
{
    if (context->on_screen)
        display_line(context->display, line, SCREEN_NORMAL);
    else
        tap_comment(context->tap, line);
}

static void add_what(struct text *text, const struct exception_context *context,
                     const struct exception_frame *frame)
{
    text_format(text, "exception %lu (%s)", frame->vector, vector_name(frame->vector));
    if (context->running[0] != '\0')
        text_format(text, " during %s", context->running);
}

/* TAP readers stop at a bail-out: the tests that are missing then do not look like passed ones. */
static void say_bail_out(struct exception_context *context, const struct exception_frame *frame)
{
    char line[LINE_MAX + EXCEPTION_TEST_MAX];
    struct text text = text_in(line, sizeof(line));

    text_string(&text, "Bail out! ");
    add_what(&text, context, frame);
    if (context->on_screen) {
        display_line(context->display, line, SCREEN_FAIL);
        return;
    }
    if (!context->tap->started)
        tap_write(context->tap, "TAP version 13\n", 15);
    text_char(&text, '\n');
    tap_write(context->tap, line, text.used);
}

static void say_verdict(struct exception_context *context, const struct exception_frame *frame)
{
    char line[LINE_MAX + EXCEPTION_TEST_MAX];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, "verdict: %s: ", verdict_name(VERDICT_INCOMPLETE));
    add_what(&text, context, frame);
    say(context, line);
}

static void say_place(struct exception_context *context, const struct exception_frame *frame)
{
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));
    const uint64_t offset = frame->rip - context->image_base;

    text_format(&text, "rip=0x%lx", frame->rip);
    if (offset < context->image_size)
        text_format(&text, " is BOOTX64.elf 0x%lx", offset);
    else
        text_string(&text, " is outside our image");
    text_format(&text, ", error code=0x%lx", frame->error);
    if (frame->vector == VECTOR_PAGE_FAULT)
        text_format(&text, ", address=0x%lx", cpu_cr2());
    say(context, line);
}

/* The same for the same fault of the same build, so that two photographs can be compared: "X14-compare_words-1f". */
static void say_code(struct exception_context *context, const struct exception_frame *frame)
{
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));
    const uint64_t offset = frame->rip - context->image_base;
    uint64_t into = offset;
    const char *const name =
        offset < context->image_size ? symbol_at(context->symbols, offset, &into) : NULL;

    text_format(&text, "code X%lu-", frame->vector);
    if (offset >= context->image_size)
        text_string(&text, "outside");
    else
        text_format(&text, "%s%s%lx", name != NULL ? name : "", name != NULL ? "-" : "", into);
    text_string(&text, ": the same code is the same fault");
    say(context, line);
}

/* Who reads the screen has a card in his hand. Of what the hardware itself has reported the firmware is no cause. */
static void say_meaning(struct exception_context *context, const struct exception_frame *frame)
{
    if (frame->vector == VECTOR_NMI || frame->vector == VECTOR_MACHINE_CHECK)
        say(context, "the machine reports an error of its hardware; the card is not judged");
    else
        say(context, "Barecard failed, not the card: this says nothing about the card");
    if (context->running[0] != '\0')
        say(context, "photograph this; the machine restarts in a minute and leaves that test out");
    else
        say(context, "photograph this; the machine restarts in a minute");
}

/* Addresses of this image that lie on the stack: of the functions that called, and of some that have returned. */
static void say_callers(struct exception_context *context, const struct exception_frame *frame)
{
    const uint64_t *const words = (const uint64_t *)(uintptr_t)frame->rsp;
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));
    unsigned found = 0;

    if (frame->rsp % sizeof(*words) != 0)
        return;
    text_string(&text, "called from");
    for (unsigned i = 0; i < CALL_WORDS && found < CALLERS; i++) {
        if (!paging_covers(&context->paging, (uintptr_t)&words[i]))
            break;
        const uint64_t offset = words[i] - context->image_base;
        uint64_t into;
        const char *const name =
            offset < context->image_size ? symbol_at(context->symbols, offset, &into) : NULL;

        if (name == NULL)
            continue;
        text_format(&text, " %s+0x%lx", name, into);
        found++;
    }
    if (found != 0)
        say(context, line);
}

/* A store may be on its way long after its instruction, so the last access is worth a line even if it has
 * ended. */
static void say_access(struct exception_context *context)
{
    const volatile struct bus_access *const access = context->access;
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    if (access->size == 0)
        return;
    text_format(&text, "%s: %s of %lu bytes at 0x%lx",
                access->under_way ? "access under way" : "last access",
                access->write ? "write" : "read", (uint64_t)access->size, access->at);
    say(context, line);
}

static void say_banks(struct exception_context *context)
{
    for (unsigned bank = 0; bank < context->check.banks; bank++) {
        char line[LINE_MAX];
        struct text text = text_in(line, sizeof(line));

        if (machine_check_bank(&context->check, bank, &text))
            say(context, line);
    }
}

/* What the machine itself says of it. */
static void say_cause(struct exception_context *context, const struct exception_frame *frame)
{
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    if (frame->vector == VECTOR_MACHINE_CHECK)
        say_banks(context);
    if (frame->vector != VECTOR_NMI)
        return;
    nmi_words(&text);
    say(context, line);
}

void exceptions_say_old_checks(struct exception_page *page)
{
    if (page != NULL)
        say_banks(&page->context);
}

struct named_value {
    const char *name;
    uint64_t value;
};

static void say_values(struct exception_context *context, const struct named_value *values,
                       size_t count)
{
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    for (size_t i = 0; i < count; i++)
        text_format(&text, "%s%s=0x%lx", i != 0 ? " " : "", values[i].name, values[i].value);
    say(context, line);
}

static void say_registers(struct exception_context *context, const struct exception_frame *frame)
{
    const struct named_value values[] = {
        { "rax", frame->rax },      { "rbx", frame->rbx }, { "rcx", frame->rcx },
        { "rdx", frame->rdx },      { "rsi", frame->rsi }, { "rdi", frame->rdi },
        { "rbp", frame->rbp },      { "rsp", frame->rsp }, { "r8", frame->r8 },
        { "r9", frame->r9 },        { "r10", frame->r10 }, { "r11", frame->r11 },
        { "r12", frame->r12 },      { "r13", frame->r13 }, { "r14", frame->r14 },
        { "r15", frame->r15 },      { "cs", frame->cs },   { "ss", frame->ss },
        { "flags", frame->rflags }, { "cr3", cpu_cr3() },  { "image", context->image_base },
    };

    for (size_t i = 0; i < ARRAY_SIZE(values); i += 3)
        say_values(context, &values[i], 3);
}

/* What lies on the stack, lowest address first; nothing where the stack pointer is one of the things that went wrong. */
static void say_stack(struct exception_context *context, const struct exception_frame *frame)
{
    const uint64_t *const words = (const uint64_t *)(uintptr_t)frame->rsp;

    if (frame->rsp % sizeof(*words) != 0)
        return;
    for (unsigned i = 0; i < STACK_WORDS; i += 3) {
        char line[LINE_MAX];
        struct text text = text_in(line, sizeof(line));

        text_format(&text, "stack+0x%lx:", (uint64_t)(i * sizeof(*words)));
        for (unsigned j = i; j < i + 3; j++) {
            if (!paging_covers(&context->paging, (uintptr_t)&words[j]))
                return;
            text_format(&text, " 0x%lx", words[j]);
        }
        say(context, line);
    }
}

static void say_all(struct exception_context *context, const struct exception_frame *frame)
{
    say_bail_out(context, frame);
    say_meaning(context, frame);
    say_code(context, frame);
    say_cause(context, frame);
    say_access(context);
    say_place(context, frame);
    say_callers(context, frame);
    say_registers(context, frame);
    say_stack(context, frame);
    say_verdict(context, frame);
}

/* Ends QEMU, else resets, so that the next boot reports the test that ran. */
static _Noreturn void end_run(struct exception_context *context)
{
    machine_leave_qemu(context->machine, verdict_status(VERDICT_INCOMPLETE));
    context->runtime->ResetSystem(EfiResetCold, EFI_ABORTED, 0, NULL);
    cpu_stop();
}

/* The serial port needs nothing of the firmware, so it comes before the screen, which may fail in
 * the middle of whatever the exception interrupted. */
_Noreturn void exception_report(struct exception_context *context,
                                const struct exception_frame *frame)
{
    if (context->reporting)
        end_run(context);
    context->reporting = true;
    tap_listen(context->tap, NULL,
               NULL); /* the firmware's files may be in the middle of something */

    say_all(context, frame);
    serial_drain(context->tap->serial);

    if (!*context->screen_withheld) {
        context->on_screen = true;
        display_clear(context->display);
        say_all(context, frame);
    }
    machine_leave_qemu(context->machine, verdict_status(VERDICT_INCOMPLETE));
    context->boot->SetWatchdogTimer(READING_TIME_S + RESET_TIME_S, FIRMWARE_WATCHDOG_CODE, 0, NULL);
    clock_wait_us(context->clock, READING_TIME_S * UINT64_C(1000000));
    end_run(context);
}

static struct gate gate_to(const uint8_t *entry)
{
    const uint64_t offset = (uintptr_t)entry;

    return (struct gate){
        .offset_low = (uint16_t)offset,
        .selector = cpu_cs(),
        .flags = GATE_INTERRUPT,
        .offset_middle = (uint16_t)(offset >> 16),
        .offset_high = (uint32_t)(offset >> 32),
    };
}

static void copy_table(struct gate *gates, const struct idt_register *from)
{
    memcpy(gates, (const void *)(uintptr_t)from->base,
           from->limit < EXCEPTION_TABLE_SIZE ? from->limit + (size_t)1 : EXCEPTION_TABLE_SIZE);
}

void exceptions_stopping(void *table)
{
    struct gate *const gates = table;
    struct idt_register now;

    memset(gates, 0, EXCEPTION_TABLE_SIZE);
    cpu_sidt(&now);
    copy_table(gates, &now);
    for (unsigned vector = 0; vector < VECTORS; vector++)
        if ((FIRMWARE_VECTORS & BIT(vector)) == 0)
            gates[vector] = gate_to((const uint8_t *)(uintptr_t)cpu_stop);
}

/* The vectors that the machine's firmware needs for itself keep its handlers; all others come to us. A page of its
 * own, because the handler must not trust the stack or the heap of what has crashed. */
enum err exceptions_install(struct exception_page **out, EFI_BOOT_SERVICES *boot,
                            const struct exception_context *context)
{
    const UINTN pages = (sizeof(struct exception_page) + PAGE_SIZE - 1) / PAGE_SIZE;
    EFI_PHYSICAL_ADDRESS at = 0;
    struct exception_page *page;
    struct idt_register ours;

    *out = NULL;
    if (EFI_ERROR(boot->AllocatePages(AllocateAnyPages, EfiLoaderData, pages, &at)))
        return ERR_NO_MEMORY;
    page = (struct exception_page *)(uintptr_t)at;
    memset(page, 0, sizeof(*page));
    page->context = *context;

    cpu_sidt(&page->context.former);
    copy_table(page->gates, &page->context.former);
    for (unsigned vector = 0; vector < VECTORS; vector++)
        if ((FIRMWARE_VECTORS & BIT(vector)) == 0)
            page->gates[vector] =
                gate_to(exception_entries + (size_t)vector * EXCEPTION_ENTRY_SIZE);

    ours = (struct idt_register){ EXCEPTION_TABLE_SIZE - 1, (uintptr_t)page };
    cpu_lidt(&ours);
    machine_check_own(&page->context.check);
    *out = page;
    return OK;
}

void exceptions_set_running(struct exception_page *page, const char *test)
{
    struct text text;

    if (page == NULL)
        return;
    text = text_in(page->context.running, sizeof(page->context.running));
    text_string(&text, test != NULL ? test : "");
}

void exceptions_remove(struct exception_page *page, EFI_BOOT_SERVICES *boot)
{
    const UINTN pages = (sizeof(struct exception_page) + PAGE_SIZE - 1) / PAGE_SIZE;

    if (page == NULL)
        return;
    machine_check_release(&page->context.check);
    cpu_lidt(&page->context.former);
    boot->FreePages((uintptr_t)page, pages);
}
