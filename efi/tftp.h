/* efi/tftp.h: files of a TFTP server, by the machine firmware's own protocol.
 *
 * Units   all of a transfer has until network->until_us.
 * Errors  ERR_NOT_FOUND: the server says that it does not have the file. ERR_RANGE: the file is larger than the buffer.
 *         ERR_TIMEOUT: the server does not answer, or not until the deadline. ERR_UNSUPPORTED: the machine's firmware
 *         has no TFTP. ERR_RIG: anything else, also a server that refuses.
 * Source  RFC 1350; UEFI 2.10 §30.3. */
#ifndef EFI_TFTP_H
#define EFI_TFTP_H

#include "efi/network.h"

enum err tftp_read(struct network *network, const struct url *file, char *bytes, size_t size,
                   size_t *length) MUST_CHECK;
/* The whole of a file; replaces the server's old one of that name. */
enum err tftp_write(struct network *network, const struct url *file, const char *bytes,
                    size_t size) MUST_CHECK;

#endif
