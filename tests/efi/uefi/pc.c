/* The processor's instructions and the ports of a PC (efi/cpu.h), in place of linker/cpu.asm. */
#include "efi/image.h"
#include "efi/symbols.h"
#include "tests/efi/uefi/machine.h"

#define COM1         0x3f8
#define UART_DATA    0
#define UART_ENABLE  1
#define UART_FIFO    2
#define UART_LINE    3
#define UART_STATUS  5
#define DIVISOR_OPEN 0x80 /* of UART_LINE */

extern const uint8_t exception_entries[];

/* Of the image that the linker makes. */
const char firmware_version[] = "barecard 0.0.0 0123456789";
const uint8_t image_end[1];
const uint32_t image_symbols[1];

static struct machine_stub *const m = &machine_stub;
static _Thread_local struct machine_registers *other; /* of a processor that is not the first */

static bool byte_is_there(void)
{
    return m->uart.typed != NULL && *m->uart.typed != '\0' && m->tsc >= m->uart.typed_ticks;
}

/* Looking at the status shows the transmitter empty, because by then the bytes before are on the wire. */
static uint8_t status(void)
{
    struct machine_uart *const uart = &m->uart;

    const bool stuck = m->tsc < uart->stuck_until;

    if (!stuck)
        uart->room = uart->fifo_state == 0xc0 ? 16 : 1;
    return (uint8_t)((stuck ? 0 : 0x60) | (byte_is_there() ? 1 : 0));
}

static uint8_t uart_read(unsigned number)
{
    struct machine_uart *const uart = &m->uart;

    if (uart->absent)
        return 0xff;
    if (number == UART_STATUS) {
        const uint8_t lost = uart->typed_lost ? 2 : 0;

        uart->typed_lost = false;
        return status() | lost;
    }
    if (number == UART_FIFO)
        return uart->fifo_state;
    if (number != UART_DATA)
        return uart->registers[number];
    uart->typed_ticks += uart->typed_gap;
    return byte_is_there() || *uart->typed ? (uint8_t)*uart->typed++ : 0;
}

static void uart_write(unsigned number, uint8_t value)
{
    struct machine_uart *const uart = &m->uart;

    if (number <= UART_ENABLE && uart->registers[UART_LINE] & DIVISOR_OPEN) {
        uart->divisor[number] = value;
    } else if (number != UART_DATA) {
        uart->registers[number] = value;
    } else {
        assert_true(uart->sent_size < MACHINE_SENT_MAX - 1);
        uart->overruns += uart->room == 0;
        uart->room -= uart->room != 0;
        uart->sent[uart->sent_size++] = (char)value;
        uart->sent[uart->sent_size] = '\0';
    }
}

const char *machine_sent(void)
{
    static char said[MACHINE_SENT_MAX];

    memcpy(said, m->uart.sent, m->uart.sent_size);
    said[m->uart.sent_size] = '\0';
    m->uart.sent_size = 0;
    return said;
}

uint8_t cpu_in8(uint16_t port)
{
    machine_pass(m->look_ticks);
    if (port >= COM1 && port < COM1 + 8)
        return uart_read(port - COM1);
    return m->in8 != NULL ? m->in8(port) : 0xff;
}

void cpu_out8(uint16_t port, uint8_t value)
{
    if (port >= COM1 && port < COM1 + 8)
        uart_write(port - COM1, value);
    else
        m->out8_port = port, m->out8_value = value;
}

void cpu_out16(uint16_t port, uint16_t value)
{
    m->out16_port = port;
    m->out16_value = value;
    m->out16_count++;
}

uint64_t cpu_tsc(void)
{
    return machine_pass(m->look_ticks);
}

void cpu_pause(void)
{
    machine_pass(m->look_ticks);
    if (m->pause != NULL)
        m->pause();
}

void cpu_barrier(void)
{
    m->barriers++;
}

void cpu_flush_line(const void *line)
{
    m->flushed_lines++;
}

void cpu_cpuid(uint32_t leaf, uint32_t subleaf, struct cpuid *out)
{
    *out = m->cpuid != NULL ? m->cpuid(leaf, subleaf) : (struct cpuid){ 0 };
}

/* Intel SDM volume 1 §13, §14.3: 1:ECX 26 (XSAVE) and 28 (AVX), 7:EBX 5 and 13:EAX 2:1; 1:ECX 27 is bit 18 of CR4. */
struct cpuid machine_avx2(uint32_t leaf, uint32_t subleaf)
{
    assert_int_equal(0, subleaf);
    return (struct cpuid){ .eax = leaf == 0    ? 13
                                  : leaf == 13 ? 7
                                               : 0,
                           .ebx = leaf == 7 ? 1 << 5 : 0,
                           .ecx =
                               leaf == 1 ? 0x14000000 | (uint32_t)(cpu_cr4() >> 18 & 1) << 27 : 0 };
}

/* Where the processor stops a test goes on. */
_Noreturn void cpu_stop(void)
{
    if (!m->stops)
        fail_msg("the processor is stopped");
    longjmp(m->stopped, 1);
}

uint64_t cpu_cr2(void)
{
    return m->cr2;
}

uint64_t cpu_cr3(void)
{
    return m->cr3;
}

void machine_is_on(struct machine_registers *own)
{
    other = own;
}

uint64_t cpu_cr4(void)
{
    return other ? other->cr4 : m->cr4;
}

void cpu_set_cr4(uint64_t value)
{
    *(other ? &other->cr4 : &m->cr4) = value;
}

uint64_t cpu_rdmsr(uint32_t number)
{
    return m->msr != NULL ? m->msr(number) : 0;
}

uint64_t cpu_xcr0(void)
{
    return other ? other->xcr0 : m->xcr0;
}

void cpu_set_xcr0(uint64_t value)
{
    *(other ? &other->xcr0 : &m->xcr0) = value;
}

void cpu_call_on(void *top, void (*what)(void *of), void *of)
{
    (void)top; /* the caller's own is as good */
    what(of);
}

uint16_t cpu_cs(void)
{
    return MACHINE_CS;
}

void cpu_sidt(struct idt_register *out)
{
    *out = other ? other->idt : m->idt;
}

void cpu_lidt(const struct idt_register *in)
{
    *(other ? &other->idt : &m->idt) = *in;
}

/* In place of linker/exceptions.asm. */
const uint8_t exception_entries[32 * 16];

void cpu_copy_out(void *device, const void *bytes, size_t size)
{
    memcpy(device, bytes, size);
}

void cpu_fill_out(void *device, uint64_t word, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof(word))
        memcpy((uint8_t *)device + i, &word, sizeof(word));
}

void cpu_copy_in(void *bytes, const void *device, size_t size)
{
    memcpy(bytes, device, size);
}

void cpu_stream_in(void *bytes, const void *device, size_t size)
{
    memcpy(bytes, device, size);
}
