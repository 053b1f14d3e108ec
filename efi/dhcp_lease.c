#include "efi/dhcp_lease.h"

#include "efi/network_protocols.h"
#include "efi/nic.h"
#include "hw/bits.h"

#define CARDS_MAX 8
#define LEASE_S   30 /* a switch may keep a new cable waiting for part of it */
#define SECOND_US UINT64_C(1000000)
#define POLL_US   10000

/* A network card that asks for an address. */
struct asker {
    EFI_HANDLE card;
    struct network_child child;
    EFI_EVENT event; /* an answer has come, or none will */
    bool waits;
};

static struct dhcp4 *dhcp_of(const struct network_child *child)
{
    return child->protocol;
}

static void end(struct network_child *child)
{
    struct dhcp4 *const dhcp = dhcp_of(child);

    dhcp->stop(dhcp);
    dhcp->configure(dhcp, NULL);
    network_close(child);
}

/* ---- all cards at once ---- */

/* The timeouts of one try add up to 20 s, so that it ends within LEASE_S. */
static bool open_asker(struct asker *asker, EFI_BOOT_SERVICES *boot, EFI_HANDLE card)
{
    static const UINT32 discover_s[] = { 2, 4, 8 }, request_s[] = { 2, 4 };
    struct dhcp4_config config = { .discover_tries = ARRAY_SIZE(discover_s),
                                   .discover_timeouts_s = (UINT32 *)(uintptr_t)discover_s,
                                   .request_tries = ARRAY_SIZE(request_s),
                                   .request_timeouts_s = (UINT32 *)(uintptr_t)request_s };
    struct asker out = { .card = card };

    if (network_open(boot, card, &(EFI_GUID)DHCP4_SERVICE_BINDING_GUID,
                     &(EFI_GUID)DHCP4_PROTOCOL_GUID, &out.child) != OK)
        return false;
    struct dhcp4 *const dhcp = dhcp_of(&out.child);

    if (EFI_ERROR(dhcp->configure(dhcp, &config)) ||
        EFI_ERROR(boot->CreateEvent(0, TPL_CALLBACK, NULL, NULL, &out.event))) {
        end(&out.child);
        return false;
    }
    *asker = out;
    return true;
}

static void close_asker(struct asker *asker, EFI_BOOT_SERVICES *boot)
{
    end(&asker->child);
    boot->CloseEvent(asker->event);
}

static unsigned open_askers(struct asker askers[CARDS_MAX], EFI_BOOT_SERVICES *boot)
{
    EFI_HANDLE *cards = NULL;
    UINTN count = 0;
    unsigned open = 0;

    if (EFI_ERROR(boot->LocateHandleBuffer(ByProtocol, &(EFI_GUID)DHCP4_SERVICE_BINDING_GUID, NULL,
                                           &count, &cards)))
        return 0;
    for (UINTN i = 0; i < count && open < CARDS_MAX; i++)
        open += open_asker(&askers[open], boot, cards[i]);
    boot->FreePool(cards);
    return open;
}

/* Whether a server has given this card an address. One that has given up, or that has no cable yet, asks again. */
static bool has_address(struct asker *asker, EFI_BOOT_SERVICES *boot, struct dhcp4_mode *mode)
{
    struct dhcp4 *const dhcp = dhcp_of(&asker->child);

    if (!asker->waits)
        asker->waits = !EFI_ERROR(dhcp->start(dhcp, asker->event));
    if (!asker->waits || boot->CheckEvent(asker->event) == EFI_NOT_READY)
        return false;
    asker->waits = false;
    return !EFI_ERROR(dhcp->get_mode_data(dhcp, mode)) && mode->state == DHCP4_BOUND;
}

/* The first card that has an address; null: none has when the time is over. */
static struct asker *first_answer(struct asker *askers, unsigned count, struct network *network,
                                  void (*show)(void *opaque, unsigned seconds), void *opaque,
                                  struct dhcp4_mode *mode)
{
    const uint64_t begun_us = clock_us(network->clock);
    uint64_t shown_us = begun_us;

    show(opaque, LEASE_S);
    for (;;) {
        const uint64_t now_us = clock_us(network->clock);

        if (now_us - begun_us >= LEASE_S * SECOND_US)
            return NULL;
        for (unsigned i = 0; i < count; i++)
            if (has_address(&askers[i], network->boot, mode))
                return &askers[i];
        if (now_us - shown_us >= SECOND_US) {
            show(opaque, LEASE_S - (unsigned)((now_us - begun_us) / SECOND_US));
            shown_us = now_us;
        }
        clock_wait_us(network->clock, POLL_US);
    }
}

static enum err take(struct network *network, const struct asker *asker,
                     const struct dhcp4_mode *mode)
{
    EFI_DEVICE_PATH_PROTOCOL *path = NULL;

    if (EFI_ERROR(network->boot->HandleProtocol(
            asker->card, &(EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID, (void **)&path)) ||
        !network_take_path(network, path))
        return ERR_RIG;
    network->station = mode->client;
    network->mask = mode->mask;
    network->gateway = mode->router;
    network->lease = asker->child;
    return OK;
}

/* The child of the card that answered stays open, because the address lives only as long as its child. */
enum err lease_get(struct network *network, void (*show)(void *opaque, unsigned seconds),
                   void *opaque)
{
    EFI_BOOT_SERVICES *const boot = network->boot;
    const unsigned cards = nic_connect_all(boot);
    struct asker askers[CARDS_MAX];
    const unsigned count = open_askers(askers, boot);
    struct dhcp4_mode mode;
    enum err e = ERR_TIMEOUT;

    if (count == 0)
        return cards == 0 ? ERR_NOT_FOUND : ERR_UNSUPPORTED;
    struct asker *const first = first_answer(askers, count, network, show, opaque, &mode);

    if (first != NULL)
        e = take(network, first, &mode);
    for (unsigned i = 0; i < count; i++)
        if (e == OK && &askers[i] == first)
            boot->CloseEvent(askers[i].event);
        else
            close_asker(&askers[i], boot);
    return e;
}

void lease_end(struct network *network)
{
    if (network->lease.protocol == NULL)
        return;
    end(&network->lease);
    network->path = NULL;
}
