/* efi/exceptions.h: CPU exceptions, machine checks and NMIs end the run with a report instead of a silent
 * hang or reset.
 *
 * Shape   our interrupt descriptor table is the firmware's with the gates of some exceptions
 *         replaced (linker/exceptions.asm). The context lies right after the table: a handler gets
 *         no argument, but it can ask the CPU where the table is.
 * Errors  exceptions_install: ERR_NO_MEMORY; the firmware's own table stays.
 * Source  Intel SDM volume 3 §6. */
#ifndef EFI_EXCEPTIONS_H
#define EFI_EXCEPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "efi/archive.h"
#include "efi/bus.h"
#include "efi/clock.h"
#include "efi/cpu.h"
#include "efi/display.h"
#include "efi/keys.h"
#include "efi/machine.h"
#include "efi/machine_check.h"
#include "efi/paging.h"
#include "efi/painter.h"
#include "efi/serial_tap.h"
#include "efi/uefi.h"
#include "hw/err.h"
#include "suite/report/crash.h"

#define EXCEPTION_ENTRY_SIZE 16   /* ENTRY_SIZE in linker/exceptions.asm */
#define EXCEPTION_TABLE_SIZE 4096 /* TABLE_SIZE there */

/* The present reader of a report's lines. */
enum exception_reader { READER_SERIAL, READER_CONSOLE, READER_PAGE };

/* Where the report of an exception goes, and its contents beside the registers. */
struct exception_context {
    struct tap *tap;
    struct display *display;
    struct clock *clock;
    const struct machine *machine;
    EFI_BOOT_SERVICES *boot;
    EFI_RUNTIME_SERVICES *runtime;
    const volatile struct bus_access *access; /* the last one through a BAR */
    const bool *screen_withheld; /* the card that draws the screen is in the middle of a test */
    struct machine_check check;
    struct paging paging; /* of the stack */
    uint64_t image_base, image_size;
    const uint32_t *symbols;    /* of the image (efi/symbols.h); null: none */
    struct idt_register former; /* the firmware's table */
    bool reporting;             /* the report is under way: a further exception comes from it */
    enum exception_reader reader;
    struct archive *archive; /* the stick's report gets the code where that can be tried */
    struct keys keys;
    struct painter
        painter;        /* its own copy: pixels that are there already, and no page drawn so far */
    struct scene scene; /* version, time and machine, for the head of the page */
    struct crash_running running; /* the running test */
    struct crash crash;
};

struct exception_page;

enum err exceptions_install(struct exception_page **out, EFI_BOOT_SERVICES *boot,
                            const struct exception_context *context) MUST_CHECK;
/* Comments on the records of machine checks before this boot; nothing is cleared. */
void exceptions_say_old_checks(struct exception_page *page);
void exceptions_set_running(struct exception_page *page, const struct crash_running *running);
/* Once there is a screen to draw on. */
void exceptions_use_screen(struct exception_page *page, const struct painter *painter);
/* A copy of the table in use, of EXCEPTION_TABLE_SIZE bytes, for another processor: exceptions there
 * stop that processor and report nothing. */
void exceptions_stopping(void *table);
void exceptions_remove(struct exception_page *page, EFI_BOOT_SERVICES *boot);

#endif
