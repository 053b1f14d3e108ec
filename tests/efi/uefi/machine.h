/* tests/efi/uefi/machine.h: as much of UEFI and of a PC as the sources of efi/ ask for, so that their tests run on
 * the host. The services of UEFI do not say which machine is meant, so there is one: machine_begin makes it anew.
 *
 * Shape   a test puts protocols on handles (machine_offer), calls the code under test, and looks at its requests.
 *         Pages, pools, events and opened files are counted: all counts must be 0 at the end.
 * Units   the time stamp counter runs at 1 GHz: 1000 ticks are a microsecond. Each look at it takes `look_ticks`. */
#pragma once

#include "efi/clock.h"
#include "efi/cpu.h"
#include "efi/protocols.h"
#include "efi/serial.h"
#include "efi/serial_tap.h"
#include "efi/uefi.h"
#include "tests/kit/tests.h"

#define MACHINE_OFFERS   64
#define MACHINE_EVENTS   32
#define MACHINE_SENT_MAX 32768
#define MACHINE_HANDLES  16
#define MACHINE_PAGES    100000 /* of memory */
#define MACHINE_CS       0x38   /* the selector of the code segment */

static const EFI_GUID loaded_guid = EFI_LOADED_IMAGE_PROTOCOL_GUID,
                      pci_guid = EFI_PCI_IO_PROTOCOL_GUID,
                      path_guid = EFI_DEVICE_PATH_PROTOCOL_GUID,
                      output_guid = EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID,
                      mp_guid = MP_SERVICES_PROTOCOL_GUID;

struct machine_offer {
    EFI_HANDLE handle;
    EFI_GUID guid;
    void *protocol;
};

enum machine_event {
    EVENT_FREE, /* no such event */
    EVENT_WAITING,
    EVENT_SIGNALLED,
};

/* A 16550 at COM1. */
struct machine_uart {
    bool absent;          /* every register reads 0xff */
    uint64_t stuck_until; /* this time it is never empty */
    uint8_t fifo_state;   /* bits 7:6 of register 2 */
    uint8_t registers[8];
    uint8_t divisor[2];
    unsigned room;     /* bytes that it takes before it is full: 16 or 1 after it was seen empty */
    unsigned overruns; /* bytes that came when it was full */
    char sent[MACHINE_SENT_MAX];
    size_t sent_size;
    const char *typed;    /* bytes that come in, up to its end */
    uint64_t typed_ticks; /* the first is there at this time */
    uint64_t typed_gap;   /* ticks from one to the next */
    bool typed_lost;      /* bytes that came in were lost; a read of the status says so once */
};

struct machine_list {
    EFI_HANDLE handles[MACHINE_HANDLES];
    unsigned count;
};

/* Registers that each processor has of its own: the first's are the stub's. machine_is_on: the thread is another's. */
struct machine_registers {
    uint64_t cr4, xcr0;
    struct idt_register idt;
};
void machine_is_on(struct machine_registers *own);

struct machine_stub {
    EFI_BOOT_SERVICES boot;
    EFI_RUNTIME_SERVICES runtime;
    EFI_SYSTEM_TABLE table;
    struct machine_offer offers[MACHINE_OFFERS];
    unsigned offer_count;
    enum machine_event events[MACHINE_EVENTS]; /* handle: number + 1 */

    int pages, pools, event_count; /* taken and not given back */
    unsigned pages_refused;        /* so many of the next requests for pages fail */
    EFI_ALLOCATE_TYPE pages_type;  /* of the last request */
    EFI_PHYSICAL_ADDRESS pages_limit;

    uint64_t tsc, look_ticks, stall_ticks; /* stall_ticks: more than asked for, for each Stall */
    uint64_t timer_100ns;                  /* of the last SetTimer; WaitForEvent lets it pass */
    uint64_t halted;                       /* ticks, in WaitForEvent */
    UINTN watchdog_s;
    unsigned resets;
    EFI_RESET_TYPE reset_type; /* of the last */
    EFI_STATUS reset_status;

    struct machine_list disconnected, connected, opened, closed;
    EFI_STATUS disconnect_status, open_status;
    uint32_t open_attributes; /* of the last OpenProtocol */

    struct cpuid (*cpuid)(uint32_t leaf, uint32_t subleaf); /* null: all zero */
    uint64_t (*msr)(uint32_t number);
    uint64_t cr2, cr3, cr4, xcr0;
    struct idt_register idt;
    bool stops; /* cpu_stop goes on at `stopped`; else it is an error */
    jmp_buf stopped;
    void (*pause)(void);                         /* at each pause of the processor, or null */
    uint8_t (*in8)(uint16_t port);               /* of ports that are not COM1's; null: 0xff */
    uint16_t out8_port, out16_port, out16_value; /* of the last, but for COM1's */
    uint8_t out8_value;
    unsigned out16_count, flushed_lines, barriers;
    struct machine_uart uart;
};

extern struct machine_stub machine_stub;
static struct machine_stub *const machine = &machine_stub;

struct machine_stub *machine_begin(void);
/* Checks that nothing is left that was taken. */
void machine_end(void);
/* Both as fixtures of TEST. */
int machine_up(void **state);
int machine_down(void **state);
void machine_offer(EFI_HANDLE handle, const EFI_GUID *guid, void *protocol);
void machine_withdraw(EFI_HANDLE handle, const EFI_GUID *guid);
/* A handle, by a number that no other one has. */
EFI_HANDLE machine_handle(unsigned number);
/* Where memory that was allocated by pages lies. */
void *machine_pointer(EFI_PHYSICAL_ADDRESS at);
void machine_signal(EFI_EVENT event);
/* What CPUID says of a processor that has AVX2. */
struct cpuid machine_avx2(uint32_t leaf, uint32_t subleaf);
/* A clock at 0 us. */
struct clock machine_clock(void);
uint64_t machine_us(void);
/* Lets so many ticks pass, for every processor: several may look at the time stamp counter at once. The time then. */
uint64_t machine_pass(uint64_t ticks);
/* The text on COM1 since its last call. */
const char *machine_sent(void);
#define assert_said(words) assert_string_equal(words, machine_sent())
/* A service of a text console: what it does, and its arguments after `self`. */
#define CONSOLE_SERVICE(name, does, ...)                                                           \
    static EFI_STATUS EFIAPI name(SIMPLE_TEXT_OUTPUT_INTERFACE *self, ##__VA_ARGS__)               \
    {                                                                                              \
        (void)self;                                                                                \
        does;                                                                                      \
        return EFI_SUCCESS;                                                                        \
    }
/* Whether two texts of UEFI are the same. */
bool same_text(const CHAR16 *a, const CHAR16 *b);
