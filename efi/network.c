#include "efi/network.h"

#include "efi/memory.h"
#include "efi/nic.h"
#include "suite/net/dhcp.h"

#define NODE_HEADER sizeof(EFI_DEVICE_PATH_PROTOCOL)
#define NODES_MAX   32

/* Bytes of an IPv4 node. A MAC node has 37, so the next node lies at an odd address, and is copied. */
#define IPV4_LOCAL    4
#define IPV4_GATEWAY  19
#define IPV4_MASK     23
#define IPV4_NODE_NEW 27 /* one that also has gateway and mask */

/* ---- the device path that the image came by ---- */

struct nodes {
    const MAC_ADDR_DEVICE_PATH *mac;
    const uint8_t *ipv4;
    const URI_DEVICE_PATH *uri;
};

static size_t node_size(const void *node)
{
    return DevicePathNodeLength((const EFI_DEVICE_PATH_PROTOCOL *)node);
}

static void look_at(const EFI_DEVICE_PATH_PROTOCOL *node, struct nodes *found)
{
    if (DevicePathType(node) != MESSAGING_DEVICE_PATH)
        return;
    if (node->SubType == MSG_MAC_ADDR_DP && node_size(node) >= NODE_HEADER + NAME_MAC_SIZE)
        found->mac = (const void *)node;
    else if (node->SubType == MSG_IPv4_DP && node_size(node) >= IPV4_NODE_NEW)
        found->ipv4 = (const void *)node;
    else if (node->SubType == MSG_URI_DP && node_size(node) > NODE_HEADER)
        found->uri = (const void *)node;
}

static struct nodes find_nodes(const EFI_DEVICE_PATH_PROTOCOL *path)
{
    struct nodes found = { 0 };

    for (unsigned i = 0; i < NODES_MAX && !IsDevicePathEndType(path); i++) {
        if (node_size(path) < NODE_HEADER)
            break;
        look_at(path, &found);
        path = (const void *)((const uint8_t *)path + node_size(path));
    }
    return found;
}

/* With the node that ends it; 0: it is longer than any that a copy is taken of. */
static size_t path_size(const EFI_DEVICE_PATH_PROTOCOL *path)
{
    size_t size = 0;

    for (unsigned i = 0; i < NODES_MAX; i++) {
        const EFI_DEVICE_PATH_PROTOCOL *const node = (const void *)((const uint8_t *)path + size);
        const bool ends = IsDevicePathEndType(node);

        if (node_size(node) < NODE_HEADER)
            return 0;
        size += node_size(node);
        if (ends || size > NETWORK_PATH_MAX)
            return ends && size <= NETWORK_PATH_MAX ? size : 0;
    }
    return 0;
}

bool network_take_path(struct network *network, const EFI_DEVICE_PATH_PROTOCOL *path)
{
    const struct nodes nodes = find_nodes(path);
    const size_t size = path_size(path);

    if (nodes.mac == NULL || size == 0)
        return false;
    memcpy(network->path_bytes, path, size);
    memcpy(network->mac, nodes.mac->MacAddress.Addr, sizeof(network->mac));
    network->path = (EFI_DEVICE_PATH_PROTOCOL *)network->path_bytes;
    return true;
}

/* ---- addresses known to the firmware that loaded the image ---- */

/* PXE keeps the packets that it went by: the later one says more. */
static bool take_pxe(struct network *network, const EFI_PXE_BASE_CODE_MODE *mode)
{
    const EFI_PXE_BASE_CODE_PACKET *const packet = mode->PxeReplyReceived     ? &mode->PxeReply
                                                   : mode->ProxyOfferReceived ? &mode->ProxyOffer
                                                                              : &mode->DhcpAck;
    const size_t size = sizeof(packet->Raw);
    size_t length;
    const uint8_t *const router = dhcp_option(mode->DhcpAck.Raw, size, DHCP_ROUTER, &length);

    if (!mode->Started || mode->UsingIpv6 || !mode->DhcpAckReceived ||
        (!dhcp_boot_file(packet->Raw, size, &network->folder) &&
         !dhcp_boot_file(mode->DhcpAck.Raw, size, &network->folder)))
        return false;
    network->station = mode->StationIp.v4;
    network->mask = mode->SubnetMask.v4;
    if (router != NULL && length >= sizeof(network->gateway))
        memcpy(&network->gateway, router, sizeof(network->gateway));
    return true;
}

/* HTTP boot leaves its lease and the image's URL in the device path. */
static bool take_http(struct network *network, const struct nodes *nodes)
{
    if (nodes->uri == NULL || nodes->ipv4 == NULL)
        return false;
    const char *const text = (const char *)nodes->uri->Uri;
    size_t size = node_size(nodes->uri) - NODE_HEADER;

    while (size && !text[size - 1])
        size--;
    if (url_parse(&network->folder, text, size) != OK)
        return false;
    memcpy(&network->station, nodes->ipv4 + IPV4_LOCAL, sizeof(network->station));
    memcpy(&network->mask, nodes->ipv4 + IPV4_MASK, sizeof(network->mask));
    memcpy(&network->gateway, nodes->ipv4 + IPV4_GATEWAY, sizeof(network->gateway));
    return true;
}

/* An image that came neither by PXE nor by HTTP has no server; a DHCP server is asked only later, when one is needed.
 * */
enum err network_find(struct network *network, EFI_BOOT_SERVICES *boot, struct clock *clock,
                      EFI_HANDLE image)
{
    EFI_LOADED_IMAGE_PROTOCOL *loaded = NULL;
    EFI_DEVICE_PATH_PROTOCOL *path = NULL;
    EFI_PXE_BASE_CODE *pxe = NULL;

    *network = (struct network){ .boot = boot, .clock = clock };
    if (EFI_ERROR(boot->HandleProtocol(image, &(EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID,
                                       (void **)&loaded)) ||
        loaded->DeviceHandle == NULL ||
        EFI_ERROR(boot->HandleProtocol(loaded->DeviceHandle,
                                       &(EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID, (void **)&path)))
        return ERR_NOT_FOUND;
    const struct nodes nodes = find_nodes(path);

    if (EFI_ERROR(boot->HandleProtocol(loaded->DeviceHandle,
                                       &(EFI_GUID)EFI_PXE_BASE_CODE_PROTOCOL_GUID, (void **)&pxe)))
        pxe = NULL;
    if ((!(pxe != NULL && take_pxe(network, pxe->Mode)) && !take_http(network, &nodes)) ||
        !network_take_path(network, path))
        return ERR_NOT_FOUND;
    url_folder(&network->folder);
    network->served = true;
    return OK;
}

/* ---- its services ---- */

enum err network_open(EFI_BOOT_SERVICES *boot, EFI_HANDLE card, EFI_GUID *binding,
                      EFI_GUID *protocol, struct network_child *child)
{
    struct network_child out = { 0 };

    if (EFI_ERROR(boot->HandleProtocol(card, binding, (void **)&out.binding)))
        return ERR_UNSUPPORTED;
    if (EFI_ERROR(out.binding->CreateChild(out.binding, &out.handle)))
        return ERR_RIG;
    if (EFI_ERROR(boot->HandleProtocol(out.handle, protocol, &out.protocol))) {
        network_close(&out);
        return ERR_RIG;
    }
    *child = out;
    return OK;
}

static bool find_card(const struct network *network, EFI_GUID *binding, EFI_HANDLE *card)
{
    EFI_DEVICE_PATH_PROTOCOL *path = network->path;

    return !EFI_ERROR(network->boot->LocateDevicePath(binding, &path, card));
}

enum err network_child(struct network *network, EFI_GUID *binding, EFI_GUID *protocol,
                       struct network_child *child)
{
    EFI_HANDLE card;
    bool found = find_card(network, binding, &card);

    if (!found && !network->connected) {
        nic_connect_path(network->boot, network->path);
        network->connected = true;
        found = find_card(network, binding, &card);
    }
    return found ? network_open(network->boot, card, binding, protocol, child) : ERR_UNSUPPORTED;
}

void network_close(struct network_child *child)
{
    child->binding->DestroyChild(child->binding, child->handle);
    *child = (struct network_child){ 0 };
}

bool network_wait(struct network *network, EFI_EVENT event, void (*poll)(void *protocol),
                  void *protocol, uint64_t until_us)
{
    while (network->boot->CheckEvent(event) == EFI_NOT_READY) {
        if (clock_us(network->clock) >= until_us)
            return false;
        poll(protocol);
    }
    return true;
}
