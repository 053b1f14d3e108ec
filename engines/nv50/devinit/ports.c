/* Opcodes that go through VGA ports. */
#include "engines/nv50/devinit/state.h"
#include "hw/nv50/pdisplay.h"

static void mask_index(struct devinit *d, uint16_t port, uint8_t index, unsigned keep, unsigned set)
{
    const unsigned before = devinit_index_read(d, port, index);

    devinit_index_write(d, port, index, (uint8_t)((before & keep) | set));
}

void op_crtc(struct devinit *d)
{
    mask_index(d, VGA_PORT_CRTC, arg8(d, 1), arg8(d, 2), arg8(d, 3));
}

void op_zm_crtc(struct devinit *d)
{
    devinit_index_write(d, VGA_PORT_CRTC, arg8(d, 1), arg8(d, 2));
}

void op_crtc_zm_array(struct devinit *d)
{
    for (uint32_t i = 0; i < arg8(d, 1); i++)
        devinit_index_write(d, VGA_PORT_CRTC, arg8(d, 2 + 2 * i), arg8(d, 3 + 2 * i));
}

/* A register pair reached through the CRTC's own pair. The index register is put back. */
void op_indexed_crtc(struct devinit *d)
{
    const uint8_t index = arg8(d, 1), data = arg8(d, 2);
    const uint8_t before = devinit_index_read(d, VGA_PORT_CRTC, index);

    for (uint32_t i = 0; i < arg8(d, 4); i++) {
        devinit_index_write(d, VGA_PORT_CRTC, index, (uint8_t)(arg8(d, 3) + i));
        devinit_index_write(d, VGA_PORT_CRTC, data, arg8(d, 5 + i));
    }
    devinit_index_write(d, VGA_PORT_CRTC, index, before);
}

void op_resetbits_crtc(struct devinit *d)
{
    mask_index(d, VGA_PORT_CRTC, arg8(d, 1), ~(unsigned)arg8(d, 2), 0);
}

void op_setbits_crtc(struct devinit *d)
{
    mask_index(d, VGA_PORT_CRTC, arg8(d, 1), 0xff, arg8(d, 2));
}

void op_index_io(struct devinit *d)
{
    mask_index(d, arg16(d, 1), arg8(d, 3), arg8(d, 4), arg8(d, 5));
}

void op_zm_index_io(struct devinit *d)
{
    devinit_index_write(d, arg16(d, 1), arg8(d, 3), arg8(d, 4));
}

void op_io(struct devinit *d)
{
    const unsigned before = devinit_port_read(d, arg16(d, 1));

    devinit_port_write(d, arg16(d, 1), (uint8_t)((before & arg8(d, 3)) | arg8(d, 4)));
}

void op_zm_io(struct devinit *d)
{
    devinit_port_write(d, arg16(d, 1), arg8(d, 3));
}

void op_copy(struct devinit *d)
{
    const unsigned kept = devinit_index_read(d, arg16(d, 7), arg8(d, 9)) & arg8(d, 10);
    const uint32_t moved = devinit_shift(devinit_read(d, arg32(d, 1)), arg8(d, 5)) & arg8(d, 6);

    devinit_index_write(d, arg16(d, 7), arg8(d, 9), (uint8_t)(kept | moved));
}

void op_io_restrict_prog(struct devinit *d)
{
    const unsigned masked = devinit_index_read(d, arg16(d, 1), arg8(d, 3)) & arg8(d, 4);
    const unsigned index = arg8(d, 5) < 32 ? masked >> arg8(d, 5) : 0;

    if (index >= arg8(d, 6))
        devinit_warn(d, DEVINIT_WARN_INDEX, index);
    else if (arg32(d, 7))
        devinit_write(d, arg32(d, 7), arg32(d, 11 + 4 * index));
}
