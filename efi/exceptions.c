#include "efi/exceptions.h"

#include <stddef.h>

#include "efi/crash.h"
#include "efi/image.h"
#include "efi/memory.h"
#include "engines/text.h"
#include "hw/bits.h"
#include "suite/run/run.h"

#define VECTORS          32
#define GATE_INTERRUPT   0x8e00 /* present, ring 0, interrupts off */
#define PAGE_SIZE        0x1000
#define CRASH_RECORD_MAX 1024
#define READING_TIME_S   60
#define LOOKS_PER_S      20 /* for a key, meanwhile */
#define RESET_TIME_S     30 /* then the watchdog ends a reset that hangs */

/* Left to the firmware: debug exceptions, and those that memory encryption needs to go on. */
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

extern const uint8_t exception_entries[];
_Noreturn void exception_report(struct exception_context *context,
                                const struct exception_frame *frame);

/* Ends QEMU, else resets, so that the next boot reports the test that ran. */
static _Noreturn void end_run(struct exception_context *context)
{
    machine_leave_qemu(context->machine, verdict_status(VERDICT_INCOMPLETE));
    context->runtime->ResetSystem(EfiResetCold, EFI_ABORTED, 0, NULL);
    cpu_stop();
}

/* The machine's firmware can be asked for its files and keys only where it is in the middle of nothing: our own code
 * has crashed, at the level at which applications run (UEFI 2.10 §7.1). */
static bool firmware_is_idle(struct exception_context *context, const struct exception_frame *frame)
{
    if (frame->rip - context->image_base >= context->image_size)
        return false;
    const EFI_TPL level = context->boot->RaiseTPL(TPL_HIGH_LEVEL);

    context->boot->RestoreTPL(level);
    return level == TPL_APPLICATION;
}

static void show(struct exception_context *context, const struct exception_frame *frame)
{
    struct scene *const scene = &context->scene;

    if (*context->screen_withheld)
        return;
    if (context->painter.output == NULL) {
        if (context->crash.kept)
            return; /* it stands there already */
        display_clear(context->display);
        crash_tell(context, frame, READER_CONSOLE);
        crash_tell_verdict(context, frame, READER_CONSOLE);
        return;
    }
    scene->crash = &context->crash;
    scene->saved = context->crash.kept ? "report.jsonl, up to here" : "";
    scene->key_count = context->crash.keys ? 2 : 0;
    scene->keys[0] = (struct scene_key){ "Enter", "Restart" };
    scene->keys[1] = (struct scene_key){ "O", "Power off" };
    painter_show(&context->painter, scene);
}

/* On the stick alone: a server would have to be waited for. */
static void keep(struct exception_context *context)
{
    char line[CRASH_RECORD_MAX], plain[CRASH_RECORD_MAX];
    struct text record = text_in(line, sizeof(line)), words = text_in(plain, sizeof(plain));
    struct crash *const crash = &context->crash;

    crash->up_ms = (clock_us(context->clock) - context->running.begun_us) / 1000;
    crash_record(crash, &record);
    crash_plain(crash, &words);
    crash->kept = archive_crash(context->archive, line, record.used, plain, words.used);
}

/* Enter ends the wait; the count of looks does too where the clock stands still. */
static void wait_for_reader(struct exception_context *context)
{
    const uint64_t end = clock_us(context->clock) + READING_TIME_S * UINT64_C(1000000);

    for (unsigned look = 0; look < READING_TIME_S * LOOKS_PER_S && clock_us(context->clock) < end;
         look++) {
        const int key = context->crash.keys ? keys_next(&context->keys) : KEY_NONE;

        if (key == KEY_ENTER)
            return;
        if (key == 'o')
            context->runtime->ResetSystem(EfiResetShutdown, EFI_SUCCESS, 0, NULL);
        clock_wait_us(context->clock, UINT64_C(1000000) / LOOKS_PER_S);
    }
}

/* The serial port needs nothing of the firmware, so it comes before the screen, which may fail in the middle of the
 * work that the exception interrupted; the stick comes last. An exception in here ends the run with the report cut off
 * there. */
_Noreturn void exception_report(struct exception_context *context,
                                const struct exception_frame *frame)
{
    if (context->reporting)
        end_run(context);
    context->reporting = true;
    tap_listen(context->tap, NULL,
               NULL); /* the firmware's files may be in the middle of something */

    crash_describe(context, frame);
    crash_tell(context, frame, READER_SERIAL);
    serial_drain(context->tap->serial);
    context->boot->SetWatchdogTimer(READING_TIME_S + RESET_TIME_S, FIRMWARE_WATCHDOG_CODE, 0, NULL);
    show(context, frame);
    context->crash.keys = firmware_is_idle(context, frame);
    if (context->crash.keys) {
        keep(context);
        show(context, frame);
    }
    context->reader = READER_SERIAL;
    crash_say(context, context->crash.kept ? "report.jsonl has the code"
                                           : "report.jsonl does not have the code");
    crash_tell_verdict(context, frame, READER_SERIAL);
    serial_drain(context->tap->serial);
    machine_leave_qemu(context->machine, verdict_status(VERDICT_INCOMPLETE));
    wait_for_reader(context);
    end_run(context);
}

void exceptions_say_old_checks(struct exception_page *page)
{
    if (page != NULL)
        crash_say_banks(&page->context);
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
 * own, because the handler must not trust the stack or the heap of a crashed program. */
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

void exceptions_set_running(struct exception_page *page, const struct crash_running *running)
{
    if (page != NULL)
        page->context.running = *running;
}

void exceptions_use_screen(struct exception_page *page, const struct painter *painter)
{
    if (page != NULL)
        page->context.painter = *painter;
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
