/* tests/clients/pci/pcitest.c: a PCI function through the files that Linux' sysfs has for it, before any driver.
 *
 *   pcitest /sys/bus/pci/devices/ADDRESS BOOT_0
 *
 * BOOT_0 is the chipset's value in bits 28:20 of its first register, as hex digits. Prints "ok NAME: DETAIL" or "FAIL
 * NAME: DETAIL" for each check; status 0 if none failed. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MMIO_SIZE   0x1000000u
#define CONFIG_SIZE 0x1000u
#define MIRROR      0x88000u
#define ROM_SHADOW  0x88050u
#define PROM        0x300000u
#define ROM_MAX     0x100000u
#define VGA_BIOS    0xc0000

static const char *device;
static volatile uint32_t *mmio;
static bool failed;

static void verdict(bool good, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void verdict(bool good, const char *name, const char *format, ...)
{
    va_list arguments;

    failed |= !good;
    printf("%s %s: ", good ? "ok" : "FAIL", name);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static int open_file(const char *name, int flags)
{
    char path[256];

    snprintf(path, sizeof(path), "%s/%s", device, name);
    return open(path, flags);
}

static long file_size(const char *name)
{
    struct stat facts;
    const int file = open_file(name, O_RDONLY);
    const int status = file < 0 ? -1 : fstat(file, &facts);

    if (file >= 0)
        close(file);
    return status ? -1 : (long)facts.st_size;
}

static void regions(void)
{
    const long io = file_size("resource5"), mmio_size = file_size("resource0");

    verdict(mmio_size == MMIO_SIZE, "resource0", "%ld bytes", mmio_size);
    verdict(io == 0x80, "resource5", "%ld bytes", io);
}

/* The registers through BAR0, mapped by resource0. */
static void registers(const char *boot_0)
{
    const int file = open_file("resource0", O_RDWR | O_SYNC);
    void *at = mmap(NULL, MMIO_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

    if (file < 0 || at == MAP_FAILED) {
        verdict(false, "mmap", "resource0 cannot be mapped");
        exit(1);
    }
    mmio = at;
    verdict((mmio[0] >> 20 & 0x1ff) == strtoul(boot_0, NULL, 16), "boot0", "%#x", mmio[0]);
}

/* Indirect access: ports 8 and 12 are the address and the data of BAR0. */
static void ports(void)
{
    const int file = open_file("resource5", O_RDWR);
    uint32_t signature = 0, value = 0;
    const uint32_t one = 1, zero = 0;

    const bool done = pread(file, &signature, 4, 0) == 4 && pwrite(file, &one, 4, 0) == 4 &&
                      pwrite(file, &one, 4, 4) == 4 && pwrite(file, &zero, 4, 8) == 4 &&
                      pread(file, &value, 4, 12) == 4 && pwrite(file, &zero, 4, 4) == 4 &&
                      pwrite(file, &zero, 4, 0) == 4;
    verdict(done && signature == 0x2469fdb9, "ports", "signature %#x", signature);
    verdict(done && value == mmio[0], "ports-boot0", "%#x", value);
    close(file);
}

/* The card shows its configuration space in BAR0; the bus must show the same. */
static void mirror(void)
{
    static uint32_t config[CONFIG_SIZE / 4];
    const int file = open_file("config", O_RDONLY);
    const long size = pread(file, config, sizeof(config), 0);
    unsigned differing = 0, first = 0;

    for (unsigned i = 0; i < (unsigned)(size > 0 ? size : 0) / 4; i++)
        if (config[i] != mmio[MIRROR / 4 + i] && differing++ == 0)
            first = 4 * i;
    verdict(size >= 256 && !differing, "mirror", "%ld bytes, %u words differ, first at %#x", size,
            differing, first);
    close(file);
}

static uint8_t rom[ROM_MAX], low[ROM_MAX];

static uint16_t half(unsigned at)
{
    return (uint16_t)(rom[at] | rom[at + 1] << 8);
}

static void rom_through_sysfs(void)
{
    const int file = open_file("rom", O_RDWR);
    long size = 0, got;
    uint8_t sum = 0;

    if (write(file, "1", 1) == 1)
        while ((got = pread(file, rom + size, sizeof(rom) - (size_t)size, size)) > 0)
            size += got;
    verdict(size >= 0x1000 && rom[0] == 0x55 && rom[1] == 0xaa, "rom", "%ld bytes", size);
    if (size < 0x1000)
        return;
    const unsigned pcir = half(0x18), length = rom[2] * 512u;
    for (unsigned i = 0; i < length; i++)
        sum = (uint8_t)(sum + rom[i]);
    verdict(sum == 0 && length <= size, "rom-sum", "%#x over %u bytes", sum, length);
    verdict(!memcmp(rom + pcir, "PCIR", 4) && rom[pcir + 0x14] == 0, "rom-pcir",
            "at %#x, code type %u", pcir, rom[pcir + 0x14]);
    verdict(half(0x54) == 0x10de, "rom-subsystem", "vendor %#x", half(0x54));

    mmio[ROM_SHADOW / 4] &= ~1u; /* PROM is garbage while the ROM is shadowed */
    unsigned differing = 0;
    for (unsigned i = 0; i < length / 4; i++)
        differing += memcmp(rom + 4 * i, &(uint32_t){ mmio[PROM / 4 + i] }, 4) != 0;
    verdict(!differing, "prom", "%u words of %u differ from the ROM", differing, length / 4);
    mmio[ROM_SHADOW / 4] |= 1;

    const int memory = open("/dev/mem", O_RDONLY);
    got = pread(memory, low, length, VGA_BIOS);
    verdict(got == (long)length && !memcmp(low, rom, length), "vga-bios",
            "%ld bytes at 0xc0000 are %s", got, memcmp(low, rom, length) ? "others" : "the ROM's");
    close(memory);
    close(file);
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: pcitest DEVICE BOOT_0\n");
        return 2;
    }
    device = arguments[1];
    regions();
    registers(arguments[2]);
    ports();
    mirror();
    rom_through_sysfs();
    return failed;
}
