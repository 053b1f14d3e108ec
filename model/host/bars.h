/* model/host/bars.h: accesses to the memory behind BARs, as struct bus_ops has them.
 *
 * Shape   single accesses and blocks always go to the card. Words and marches are served from VRAM storage
 *         where the card offers an alias of it (model/common/aliases.h), as QEMU serves every access there.
 * Units   bytes; virtual time passes with each access, also one that an alias serves.
 * Errors  where no device answers, reads give ones and writes are lost. */
#ifndef MODEL_HOST_BARS_H
#define MODEL_HOST_BARS_H

#include "model/host/machine.h"

uint64_t bars_read(struct bus *bus, bus_addr at, uint8_t size);
void bars_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value);
void bars_read_block(struct bus *bus, bus_addr at, void *bytes, size_t size);
void bars_write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size);
void bars_fill_block(struct bus *bus, bus_addr at, uint64_t word, size_t size);
void bars_read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count);
void bars_write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count);
size_t bars_march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                  uint64_t next, uint64_t *seen);

#endif
