; tests/bench/empty.asm: a UEFI application that does nothing but end QEMU, to measure what a boot costs.
bits 64

section .text
global start
start:
    mov dx, 0x501                       ; isa-debug-exit
    mov ax, 0x10
    out dx, ax
    xor eax, eax
    ret

section .reloc progbits alloc noexec nowrite
    dd 0, 12, 0                         ; one empty block: UEFI moves no image without it
