/* efi/cpu.h: instructions that C has no words for (linker/cpu.asm).
 *
 * Units   cpu_copy_out, cpu_fill_out, cpu_copy_in, cpu_stream_in: size is a multiple of 8, the device's side is aligned to 8. */
#ifndef EFI_CPU_H
#define EFI_CPU_H

#include <stddef.h>
#include <stdint.h>

struct cpuid {
    uint32_t eax, ebx, ecx, edx;
};

struct __attribute__((packed)) idt_register {
    uint16_t limit;
    uint64_t base;
};

uint8_t cpu_in8(uint16_t port);
void cpu_out8(uint16_t port, uint8_t value);
void cpu_out16(uint16_t port, uint16_t value);

uint64_t cpu_tsc(void);
void cpu_pause(void);
void cpu_barrier(void); /* every earlier store is on its way, write-combined ones too */
void cpu_flush_line(const void *line); /* out of the caches, written back */
void cpu_cpuid(uint32_t leaf, uint32_t subleaf, struct cpuid *out);
_Noreturn void cpu_stop(void);
/* Calls `what` on another stack, of which `top` is the end, aligned to 16. */
void cpu_call_on(void *top, void (*what)(void *of), void *of);

uint64_t cpu_cr2(void);
uint64_t cpu_cr3(void);
uint64_t cpu_cr4(void);
void cpu_set_cr4(uint64_t value);
uint64_t
cpu_rdmsr(uint32_t number); /* a number that it has not raises a general protection fault */
uint64_t cpu_xcr0(void);    /* needs OSXSAVE in CR4, as does cpu_set_xcr0 */
void cpu_set_xcr0(uint64_t value);
uint16_t cpu_cs(void);
void cpu_sidt(struct idt_register *out);
void cpu_lidt(const struct idt_register *in);

void cpu_copy_out(void *device, const void *bytes, size_t size);
void cpu_fill_out(void *device, uint64_t word, size_t size);
void cpu_copy_in(void *bytes, const void *device, size_t size);
void cpu_stream_in(void *bytes, const void *device, size_t size); /* needs SSE4.1 */

#endif
