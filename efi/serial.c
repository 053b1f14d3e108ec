#include "efi/serial.h"

#include "efi/cpu.h"
#include "hw/bits.h"

#define COM1 0x3f8

#define UART_DATA         (COM1 + 0)
#define UART_DIVISOR_LO   (COM1 + 0) /* while LINE_CONTROL_DIVISOR is set */
#define UART_DIVISOR_HI   (COM1 + 1)
#define UART_INTERRUPTS   (COM1 + 1)
#define UART_FIFO         (COM1 + 2)
#define UART_FIFO_RESET   0x07 /* on, both FIFOs emptied */
#define UART_FIFO_STATE   0xc0 /* read: both bits set on a UART whose FIFO works */
#define UART_LINE         (COM1 + 3)
#define UART_LINE_8N1     0x03
#define UART_LINE_DIVISOR 0x80
#define UART_MODEM        (COM1 + 4)
#define UART_MODEM_READY  0x03 /* DTR and RTS */
#define UART_STATUS       (COM1 + 5)
#define UART_STATUS_DATA  BIT(0) /* a byte has come in */
#define UART_STATUS_EMPTY BIT(5) /* the whole transmit FIFO */
#define UART_STATUS_IDLE  BIT(6)
#define UART_SCRATCH      (COM1 + 7)

#define UART_FIFO_BYTES     16
#define UART_DIVISOR_115200 1

/* 16 bytes take 1.4 ms; a port that is not empty after this is stuck. */
#define UART_TIMEOUT_US 50000

static bool wait_status(struct serial *serial, uint32_t bits)
{
    const uint64_t end = clock_us(serial->clock) + UART_TIMEOUT_US;

    /* The count ends the wait where even the clock stands still; a port read takes about 1 us. */
    for (unsigned look = 0; look < 4 * UART_TIMEOUT_US; look++) {
        const uint8_t status = cpu_in8(UART_STATUS);
        if (status == 0xff)
            return false;
        if ((status & bits) == bits)
            return true;
        if (clock_us(serial->clock) >= end)
            return false;
        cpu_pause();
    }
    return false;
}

static bool scratch_holds(uint8_t value)
{
    cpu_out8(UART_SCRATCH, value);
    return cpu_in8(UART_SCRATCH) == value;
}

void serial_open(struct serial *serial, struct clock *clock)
{
    serial->clock = clock;
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

void serial_write(struct serial *serial, const char *text, size_t size)
{
    for (size_t i = 0; i < size && serial->present; i++) {
        if (i % serial->fifo_bytes == 0)
            serial->present = wait_status(serial, UART_STATUS_EMPTY);
        if (serial->present)
            cpu_out8(UART_DATA, (uint8_t)text[i]);
    }
}

int serial_read(struct serial *serial, uint64_t wait_us)
{
    const uint64_t end = clock_us(serial->clock) + wait_us;

    while (serial->present) {
        const uint8_t status = cpu_in8(UART_STATUS);

        if (status == 0xff)
            break;
        if (status & UART_STATUS_DATA)
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
        serial->present = wait_status(serial, UART_STATUS_IDLE);
}
