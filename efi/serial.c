#include "efi/serial.h"

#include "efi/cpu.h"
#include "hw/bits.h"

#define COM1 0x3f8

#define UART_DATA           (COM1 + 0)
#define UART_DIVISOR_LO     (COM1 + 0) /* while LINE_CONTROL_DIVISOR is set */
#define UART_DIVISOR_HI     (COM1 + 1)
#define UART_INTERRUPTS     (COM1 + 1)
#define UART_FIFO           (COM1 + 2)
#define UART_FIFO_RESET     0x07 /* on, both FIFOs emptied */
#define UART_FIFO_STATE     0xc0 /* read: both bits set on a UART whose FIFO works */
#define UART_LINE           (COM1 + 3)
#define UART_LINE_8N1       0x03
#define UART_LINE_DIVISOR   0x80
#define UART_MODEM          (COM1 + 4)
#define UART_MODEM_READY    0x03 /* DTR and RTS */
#define UART_STATUS         (COM1 + 5)
#define UART_STATUS_DATA    BIT(0) /* a byte has come in */
#define UART_STATUS_OVERRUN BIT(1) /* a byte that found the FIFO full is lost; a read clears it */
#define UART_STATUS_EMPTY   BIT(5) /* the whole transmit FIFO */
#define UART_STATUS_IDLE    BIT(6)
#define UART_SCRATCH        (COM1 + 7)

#define UART_FIFO_BYTES     16
#define UART_DIVISOR_115200 1

/* 16 bytes take 1.4 ms. Where an emulator or a management controller has the other end, and somebody who does not read
 * for a while, a port is full for longer: a loaded machine was seen to take 100 ms. */
#define UART_TIMEOUT_US  50000
#define UART_PATIENCE_US 2000000

static const char missing[] = "\n# COM1 stood still: some of what was said is missing here\n";

/* A port that is not there reads all ones. */
static bool has_status(struct serial *serial, uint32_t bits)
{
    const uint8_t status = cpu_in8(UART_STATUS);

    serial->present = status != 0xff;
    if (serial->present && (status & UART_STATUS_OVERRUN))
        serial->overrun = true;
    return serial->present && (status & bits) == bits;
}

static bool wait_status(struct serial *serial, uint32_t bits)
{
    const uint64_t begun = clock_us(serial->clock), most = UART_TIMEOUT_US + serial->patience_us;
    uint64_t took = 0;

    serial->present = true;
    /* The count ends the wait where even the clock stands still; a port read takes about 1 us. */
    for (uint64_t look = 0; look < 4 * most && took < most; look++) {
        if (has_status(serial, bits)) {
            if (took > UART_TIMEOUT_US)
                serial->patience_us = most - took;
            return true;
        }
        if (!serial->present)
            return false;
        took = clock_us(serial->clock) - begun;
        cpu_pause();
    }
    serial->patience_us = 0;
    return false;
}

/* A port that has not become ready in time is only looked at from then on, until it is. */
static bool is_ready(struct serial *serial, uint32_t bits)
{
    serial->stuck = serial->stuck ? !has_status(serial, bits) : !wait_status(serial, bits);
    return !serial->stuck;
}

static bool scratch_holds(uint8_t value)
{
    cpu_out8(UART_SCRATCH, value);
    return cpu_in8(UART_SCRATCH) == value;
}

void serial_open(struct serial *serial, struct clock *clock)
{
    *serial = (struct serial){ .clock = clock, .patience_us = UART_PATIENCE_US };
    serial->present = scratch_holds(0x55) && scratch_holds(0xaa) &&
                      wait_status(serial, UART_STATUS_EMPTY | UART_STATUS_IDLE);
    if (!serial->present)
        return;

    cpu_out8(UART_INTERRUPTS, 0);
    cpu_out8(UART_LINE, UART_LINE_DIVISOR);
    cpu_out8(UART_DIVISOR_LO, UART_DIVISOR_115200);
    cpu_out8(UART_DIVISOR_HI, 0);
    cpu_out8(UART_LINE, UART_LINE_8N1);
    cpu_out8(UART_FIFO, UART_FIFO_RESET);
    cpu_out8(UART_MODEM, UART_MODEM_READY);
    serial->fifo_bytes =
        (cpu_in8(UART_FIFO) & UART_FIFO_STATE) == UART_FIFO_STATE ? UART_FIFO_BYTES : 1;
}

static void send(struct serial *serial, const char *text, size_t size)
{
    for (size_t i = 0; i < size && serial->present; i++) {
        if (i % serial->fifo_bytes == 0 && !is_ready(serial, UART_STATUS_EMPTY))
            return;
        cpu_out8(UART_DATA, (uint8_t)text[i]);
    }
}

void serial_write(struct serial *serial, const char *text, size_t size)
{
    if (!serial->present)
        return;
    if (serial->stuck && is_ready(serial, UART_STATUS_EMPTY))
        send(serial, missing, sizeof(missing) - 1);
    send(serial, text, size);
}

int serial_read(struct serial *serial, uint64_t wait_us)
{
    const uint64_t end = clock_us(serial->clock) + wait_us;

    while (serial->present) {
        const bool is_there = has_status(serial, UART_STATUS_DATA);

        if (serial->overrun) {
            serial->overrun = false;
            return SERIAL_OVERRUN;
        }
        if (is_there)
            return cpu_in8(UART_DATA);
        if (clock_us(serial->clock) >= end)
            break;
        cpu_pause();
    }
    return -1;
}

void serial_drain(struct serial *serial)
{
    if (serial->present)
        (void)is_ready(serial, UART_STATUS_IDLE);
}
