#include "tools/log/plain.h"

#include "hw/bits.h"
#include "tools/log/pattern.h"

/* In the order in which nouveau began to write them: newest first. */
static const char *const chips[] = {
    "NVIDIA {} ({boot_0:x})",
    "unknown chipset ({boot_0:x})",
    "BOOT0 : {boot_0:x}",
    "Detected an {} generation card ({boot_0:x})",
};

/* The words after the card's name; `...` of the kernel's own helpers about the same device too. */
static const char *const plain[] = {
    "DRM: VRAM: {:t}",
    "DRM: GART: {:t}",
    "DRM: TMDS table version {:t}",
    "DRM: DCB version {:t}",
    "DRM: DCB outp {:t}",
    "DRM: DCB conn {:t}",
    "DRM: DCB type {:t}",
    "DRM: MM: using {:t}",
    "DRM: BIT table {} not found",
    "DRM: Pointer to {:t}",
    "DRM: BIT BIOS found",
    "DRM: Bios version {:t}",
    "DRM: Chipset {:t}",
    "DRM: Loading {:t}",
    "DRM: Saving {:t}",
    "DRM: Skipping {:t}",
    "DRM: Adding {:t}",
    "DRM: Setting dpms {:t}",
    "DRM: allocated {:t}",
    "DRM: ACPI {:t}",
    "DRM: native mode from {:t}",
    "DRM: {} has no encoders, removing",
    "DRM: Disabling PCI power management to avoid bug",
    "DRM: maximum: {:t}",
    "DRM: encoder: {:t}",
    "DRM: display: {:t}",
    "DRM: Sink OUI: {:t}",
    "DRM: Branch OUI: {:t}",
    "DRM: fb{:t}",
    "DRM: evicting buffers...",
    "DRM: suspending {:t}",
    "DRM: resuming {:t}",
    "DRM: unloading {:t}",
    "DRM: waiting for kernel channels to go idle...",
    "VRAM: {:t}",
    "GART: {:t}",
    "TMDS table version {:t}",
    "DCB version {:t}",
    "DCB outp {:t}",
    "DCB conn {:t}",
    "MM: using {:t}",
    "suspending {:t}",
    "resuming {:t}",
    "bios: version {:t}",
    "bios: M{:t}",
    "fb: {} MiB {:t}",
    "fb: {} MiB of unknown memory type",
    "vgaarb: {:t}",
    "enabling device ({} -> {})",
    "PCI INT {:t}",
    "setting latency timer to {:t}",
    "power state changed by ACPI to {:t}",
    "irq {:t}",
    "pci: MSI {:t}",
    "pci: pcie max speed: {:t}",
    "pci: set link to {:t}",
    "pci: {}GT/s not supported by bus or card, dropping{:t}",
    "{} Gb/s available PCIe bandwidth{:t}",
    "enabling bus mastering",
    "saving config space at offset {:t}",
    "restoring config space at offset {:t}",
    "runtime IRQ mapping not provided by arch",
    "not ready {}ms after {:t}",
    "Direct firmware load for {:t}",
    "firmware: {:t}",
    "{}: firmware unavailable",
    "{}: unable to load firmware {:t}",
    "{}: init failed, {:t}",
    "[drm] {:t}",
    "fb{}: nouveau{} frame buffer device",
    "Chipset: {:t}",
    "Family : {:t}",
    "RAM type: {:t}",
    "RAM size: {:t}",
    "version {:t}",
    "checking {:t}",
    "... {:t}",
    "using image from {:t}",
    "BIT signature found",
    "Version {:t}",
    "ZCOMP: {:t}",
    "clock: --:",
    "clk: --: core {:t}",
    "--: core {:t}",
    "0{}: core {:t}",
    "1{}: core {:t}",
    "2{}: core {:t}",
    "3{}: core {:t}",
    "FAN control: {:t}",
    "fan management: {:t}",
    "internal sensor: {:t}",
    "programmed thresholds {:t}",
    "GPU voltage: {:t}",
    "unbinding driver",
    "deferred probe pending{:t}",
    "NVKM {:t}",
};

bool log_names_chip(const struct log_line *line, uint32_t *boot_0)
{
    struct log_fields fields;

    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++)
        if (log_match(chips[i], line->message, &fields)) {
            *boot_0 = (uint32_t)log_field(&fields, "boot_0")->number;
            return true;
        }
    return false;
}

bool log_is_plain(const struct log_line *line)
{
    struct log_fields fields;

    for (unsigned i = 0; i < ARRAY_SIZE(plain); i++)
        if (log_match(plain[i], line->whole, &fields) ||
            log_match(plain[i], line->message, &fields))
            return true;
    return false;
}
