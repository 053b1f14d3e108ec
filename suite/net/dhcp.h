/* suite/net/dhcp.h: the place of the image, from a DHCP server's answer.
 *
 * Shape   pure. The packet came over the network: nothing of it is believed before it was measured.
 * Units   bytes; addresses as they lie in the packet, highest byte first.
 * Source  RFC 2131 §2, §4.1 (fields, option overload); RFC 2132 §9.3, §9.5, §9.7 (options 52, 67, 54). */
#ifndef SUITE_NET_DHCP_H
#define SUITE_NET_DHCP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/net/url.h"

#define DHCP_ROUTER 3

/* The value of an option, and its length; null: the packet does not have it. */
const uint8_t *dhcp_option(const uint8_t *packet, size_t size, uint8_t code, size_t *length);
/* The server and the path that the packet tells to load, as a URL of TFTP; false: it tells none. */
bool dhcp_boot_file(const uint8_t *packet, size_t size, struct url *url);

#endif
