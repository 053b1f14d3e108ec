/* model/common/config_bytes.h: a card's PCI configuration space as bytes.
 *
 * Shape   for each byte, the bits that can be written and those that a written 1 clears. Further effects of a write are
 *         the family's.
 * Units   offsets in bytes; sizes of 1, 2 or 4. */
#ifndef MODEL_COMMON_CONFIG_BYTES_H
#define MODEL_COMMON_CONFIG_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/model.h"

#define CONFIG_SIZE 0x1000

struct config_bytes {
    uint8_t bytes[CONFIG_SIZE];
    uint8_t writable[CONFIG_SIZE];
    uint8_t clears[CONFIG_SIZE];
    uint8_t noted[CONFIG_SIZE]; /* the state that config_bytes_changed compares with */
};

/* A word, and the bits of it that can be written. */
void config_bytes_set(struct config_bytes *config, unsigned offset, uint32_t value,
                      uint32_t writable);

/* The base address register at `offset`, before the machine has placed it. */
void config_bytes_set_bar(struct config_bytes *config, unsigned offset,
                          const struct model_bar *bar);

/* Whether an access lies inside of configuration space. */
bool config_bytes_hold(unsigned offset, unsigned size);
/* Ones outside. */
uint32_t config_bytes_read(const struct config_bytes *config, unsigned offset, unsigned size);
/* Must lie inside. */
void config_bytes_write(struct config_bytes *config, unsigned offset, uint32_t value,
                        unsigned size);

/* In D3hot configuration space alone answers (PCI Bus Power Management 1.2 §5.4.1). */
bool config_bytes_asleep(const struct config_bytes *config);

/* From now on config_bytes_changed compares with the bytes of this moment. */
void config_bytes_note(struct config_bytes *config);
/* How many bytes differ, and a line for each (`line` may be null). */
unsigned config_bytes_changed(const struct config_bytes *config,
                              void (*line)(void *opaque, const char *text), void *opaque);

#endif
