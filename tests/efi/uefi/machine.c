#include "tests/efi/uefi/machine.h"

#define PAGE_SIZE    0x1000
#define TICKS_PER_US 1000
#define TIMER_TICKS  (UINT64_C(10000) * TICKS_PER_US) /* of the firmware's timer */
#define PAST_THE_END machine_handle(0x10000) /* stands after a list of handles; nobody may use it */

struct machine_stub machine_stub;

/* A driver writes to a caller's memory when it likes, also after the function that gave it has returned. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) /* NOLINT(bugprone-reserved-identifier) */
{
    return "detect_stack_use_after_return=1";
}

static struct machine_stub *const m = &machine_stub;

EFI_HANDLE machine_handle(unsigned number)
{
    return (EFI_HANDLE)(uintptr_t)(0x1000 + 16 * number);
}

void *machine_pointer(EFI_PHYSICAL_ADDRESS at)
{
    return (void *)(uintptr_t)at;
}

static bool same_guid(const EFI_GUID *a, const EFI_GUID *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

bool same_text(const CHAR16 *a, const CHAR16 *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

void machine_offer(EFI_HANDLE handle, const EFI_GUID *guid, void *protocol)
{
    assert_true(m->offer_count < MACHINE_OFFERS);
    m->offers[m->offer_count++] = (struct machine_offer){ handle, *guid, protocol };
}

static struct machine_offer *find_offer(EFI_HANDLE handle, const EFI_GUID *guid)
{
    for (unsigned i = 0; i < m->offer_count; i++)
        if (m->offers[i].handle == handle && same_guid(&m->offers[i].guid, guid))
            return &m->offers[i];
    return NULL;
}

void machine_withdraw(EFI_HANDLE handle, const EFI_GUID *guid)
{
    struct machine_offer *const offer = find_offer(handle, guid);

    assert_non_null(offer);
    *offer = m->offers[--m->offer_count];
}

/* ---- protocols ------------------------------------------------------------------------------- */

static EFI_STATUS EFIAPI handle_protocol(EFI_HANDLE handle, EFI_GUID *guid, void **out)
{
    const struct machine_offer *const offer = find_offer(handle, guid);

    assert_ptr_not_equal(PAST_THE_END, handle);
    if (offer == NULL)
        return EFI_UNSUPPORTED;
    *out = offer->protocol;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI locate_handles(EFI_LOCATE_SEARCH_TYPE type, EFI_GUID *guid, void *key,
                                        UINTN *count, EFI_HANDLE **out)
{
    EFI_HANDLE *const found = malloc((MACHINE_OFFERS + 1) * sizeof(*found));

    assert_int_equal(ByProtocol, type);
    *count = 0;
    for (unsigned i = 0; i < m->offer_count; i++)
        if (same_guid(&m->offers[i].guid, guid))
            found[(*count)++] = m->offers[i].handle;
    if (*count == 0) {
        free(found);
        return EFI_NOT_FOUND;
    }
    found[*count] = PAST_THE_END;
    m->pools++;
    *out = found;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI free_pool(void *pool)
{
    assert_non_null(pool);
    m->pools--;
    free(pool);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI locate_protocol(EFI_GUID *guid, void *key, void **out)
{
    for (unsigned i = 0; i < m->offer_count; i++)
        if (same_guid(&m->offers[i].guid, guid)) {
            *out = m->offers[i].protocol;
            return EFI_SUCCESS;
        }
    return EFI_NOT_FOUND;
}

static bool begins_with(const EFI_DEVICE_PATH *path, const EFI_DEVICE_PATH *start, size_t *size)
{
    size_t length = 0;

    for (const EFI_DEVICE_PATH *node = start; !IsDevicePathEnd(node);
         node = NextDevicePathNode(node))
        length += (size_t)DevicePathNodeLength(node);
    *size = length;
    return memcmp(path, start, length) == 0;
}

/* The handle with the protocol whose device path is the longest beginning of `path`. */
static EFI_STATUS EFIAPI locate_device_path(EFI_GUID *guid, EFI_DEVICE_PATH **path, EFI_HANDLE *out)
{
    static const EFI_GUID paths = EFI_DEVICE_PATH_PROTOCOL_GUID;
    size_t longest = 0;

    for (unsigned i = 0; i < m->offer_count; i++) {
        const struct machine_offer *const own = find_offer(m->offers[i].handle, &paths);
        size_t size;

        if (same_guid(&m->offers[i].guid, guid) && own != NULL &&
            begins_with(*path, own->protocol, &size) && size >= longest) {
            longest = size;
            *out = m->offers[i].handle;
        }
    }
    if (longest == 0)
        return EFI_NOT_FOUND;
    *path = (EFI_DEVICE_PATH *)((uint8_t *)*path + longest);
    return EFI_SUCCESS;
}

static void note(struct machine_list *list, EFI_HANDLE handle)
{
    assert_true(list->count < MACHINE_HANDLES);
    list->handles[list->count++] = handle;
}

static EFI_STATUS EFIAPI open_protocol(EFI_HANDLE handle, EFI_GUID *guid, void **out,
                                       EFI_HANDLE agent, EFI_HANDLE controller, UINT32 attributes)
{
    m->open_attributes = attributes;
    if (EFI_ERROR(m->open_status))
        return m->open_status;
    note(&m->opened, handle);
    return handle_protocol(handle, guid, out);
}

static EFI_STATUS EFIAPI close_protocol(EFI_HANDLE handle, EFI_GUID *guid, EFI_HANDLE agent,
                                        EFI_HANDLE controller)
{
    assert_non_null(find_offer(handle, guid));
    note(&m->closed, handle);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI disconnect(EFI_HANDLE controller, EFI_HANDLE driver, EFI_HANDLE child)
{
    assert_true(!driver && !child);
    if (!EFI_ERROR(m->disconnect_status))
        note(&m->disconnected, controller);
    return m->disconnect_status;
}

static EFI_STATUS EFIAPI connect(EFI_HANDLE controller, EFI_HANDLE *drivers, EFI_DEVICE_PATH *rest,
                                 BOOLEAN recursive)
{
    assert_true(!drivers && !rest && recursive);
    note(&m->connected, controller);
    return EFI_SUCCESS;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static EFI_STATUS EFIAPI allocate_pages(EFI_ALLOCATE_TYPE type, EFI_MEMORY_TYPE kind, UINTN count,
                                        EFI_PHYSICAL_ADDRESS *at)
{
    m->pages_type = type;
    m->pages_limit = *at;
    if (m->pages_refused != 0) {
        m->pages_refused--;
        return EFI_OUT_OF_RESOURCES;
    }
    void *const pages = aligned_alloc(PAGE_SIZE, count * PAGE_SIZE);

    memset(pages, 0xa5, count * PAGE_SIZE);
    m->pages += (int)count;
    *at = (uintptr_t)pages;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI give_pages(EFI_PHYSICAL_ADDRESS at, UINTN count)
{
    assert_int_not_equal(0, at);
    m->pages -= (int)count;
    free(machine_pointer(at));
    return EFI_SUCCESS;
}

/* Free memory, and a range that cannot be allocated. */
static EFI_STATUS EFIAPI memory_map(UINTN *size, EFI_MEMORY_DESCRIPTOR *map, UINTN *key,
                                    UINTN *entry_size, UINT32 *version)
{
    const EFI_MEMORY_DESCRIPTOR entries[] = {
        { .Type = EfiConventionalMemory, .NumberOfPages = MACHINE_PAGES - (UINT64)m->pages },
        { .Type = EfiMemoryMappedIO, .NumberOfPages = 7 },
    };
    const bool fits = *size >= sizeof(entries);

    *size = sizeof(entries);
    *entry_size = sizeof(entries[0]);
    *key = *version = 1;
    if (!fits)
        return EFI_BUFFER_TOO_SMALL;
    memcpy(map, entries, sizeof(entries));
    return EFI_SUCCESS;
}

/* ---- time and events ------------------------------------------------------------------------- */

static EFI_STATUS EFIAPI stall(UINTN us)
{
    machine_pass(us * TICKS_PER_US + m->stall_ticks);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI create_event(UINT32 type, EFI_TPL level, EFI_EVENT_NOTIFY notify,
                                      void *context, EFI_EVENT *out)
{
    assert_int_equal(0, type & ~(UINT32)EVT_TIMER);
    for (unsigned i = 0; i < MACHINE_EVENTS; i++)
        if (m->events[i] == EVENT_FREE) {
            m->events[i] = EVENT_WAITING;
            m->event_count++;
            *out = (EFI_EVENT)(uintptr_t)(i + 1);
            return EFI_SUCCESS;
        }
    return EFI_OUT_OF_RESOURCES;
}

static enum machine_event *event_of(EFI_EVENT event)
{
    assert_in_range((uintptr_t)event, 1, MACHINE_EVENTS);
    assert_int_not_equal(EVENT_FREE, m->events[(uintptr_t)event - 1]);
    return &m->events[(uintptr_t)event - 1];
}

void machine_signal(EFI_EVENT event)
{
    *event_of(event) = EVENT_SIGNALLED;
}

/* Asking resets it. */
static EFI_STATUS EFIAPI check_event(EFI_EVENT event)
{
    enum machine_event *const state = event_of(event);

    machine_pass(m->look_ticks);
    if (*state != EVENT_SIGNALLED)
        return EFI_NOT_READY;
    *state = EVENT_WAITING;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI close_event(EFI_EVENT event)
{
    *event_of(event) = EVENT_FREE;
    m->event_count--;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI set_timer(EFI_EVENT event, EFI_TIMER_DELAY type, UINT64 time)
{
    assert_pairs(EVENT_WAITING, *event_of(event), TimerRelative, type);
    m->timer_100ns = time;
    return EFI_SUCCESS;
}

/* As edk2's core: a relative timer counts from the last tick, and is looked at in each tick. */
static EFI_STATUS EFIAPI wait_for_event(UINTN count, EFI_EVENT *events, UINTN *index)
{
    const uint64_t last = m->tsc / TIMER_TICKS * TIMER_TICKS;
    const uint64_t end = last + m->timer_100ns * (TICKS_PER_US / 10);
    const uint64_t tick = (end + TIMER_TICKS - 1) / TIMER_TICKS * TIMER_TICKS;

    assert_int_equal(1, count);
    m->halted += tick - m->tsc;
    machine_pass(tick - m->tsc);
    *index = 0;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI set_watchdog(UINTN seconds, UINT64 code, UINTN size, CHAR16 *words)
{
    assert_true(seconds == 0 || code >= 0x10000); /* codes below are the firmware's */
    assert_int_equal(0, size);
    assert_null(words);
    m->watchdog_s = seconds;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI reset(EFI_RESET_TYPE type, EFI_STATUS status, UINTN size, CHAR16 *words)
{
    assert_int_equal(0, size);
    assert_null(words);
    m->resets++;
    m->reset_type = type;
    m->reset_status = status;
    return EFI_SUCCESS;
}

struct clock machine_clock(void)
{
    return (struct clock){ .start_ticks = m->tsc,
                           .ticks_per_ms = UINT64_C(1000) * TICKS_PER_US,
                           .runs = true };
}

uint64_t machine_us(void)
{
    return m->tsc / TICKS_PER_US;
}

uint64_t machine_pass(uint64_t ticks)
{
    return __atomic_add_fetch(&m->tsc, ticks, __ATOMIC_RELAXED);
}

/* ---- a machine ------------------------------------------------------------------------------- */

struct machine_stub *machine_begin(void)
{
    static const uint8_t gates[PAGE_SIZE]; /* the machine's own interrupt table */

    *m = (struct machine_stub){ .look_ticks = 100, .xcr0 = 3, .uart = { .fifo_state = 0xc0 } };
    m->boot = (EFI_BOOT_SERVICES){
        /* clang-format off */
        .AllocatePages = allocate_pages, .FreePages = give_pages, .GetMemoryMap = memory_map, .FreePool = free_pool,
        .CreateEvent = create_event, .SetTimer = set_timer, .WaitForEvent = wait_for_event, .CloseEvent = close_event,
        .CheckEvent = check_event, .HandleProtocol = handle_protocol, .LocateDevicePath = locate_device_path,
        .Stall = stall, .SetWatchdogTimer = set_watchdog, .ConnectController = connect,
        .DisconnectController = disconnect, .OpenProtocol = open_protocol, .CloseProtocol = close_protocol,
        .LocateHandleBuffer = locate_handles, .LocateProtocol = locate_protocol,
        /* clang-format on */
    };
    m->runtime.ResetSystem = reset;
    m->idt = (struct idt_register){ sizeof(gates) - 1, (uintptr_t)gates };
    m->table = (EFI_SYSTEM_TABLE){ .BootServices = &m->boot, .RuntimeServices = &m->runtime };
    return m;
}

void machine_end(void)
{
    assert_pairs(0, m->pages, 0, m->pools, 0, m->event_count);
}

int machine_up(void **state)
{
    machine_begin();
    return 0;
}

int machine_down(void **state)
{
    machine_end();
    return 0;
}
