; tests/bench/copy.asm: copies 256 MiB of guest memory sixteen times, 64 KiB at a time as a memory test does,
; then ends QEMU: minus an empty boot, and divided, what a plain copy costs in this guest. Out of range of the firmware's own
; allocations, which come from the top of memory and below 32 MiB.
bits 64

SOURCE equ 0x2800000
TARGET equ 0x2900000
PIECE  equ 0x10000
PIECES equ 16 * (0x10000000 / PIECE)

section .text
global start
start:
    cld
    mov ebx, PIECES
.piece:
    mov esi, SOURCE
    mov edi, TARGET
    mov ecx, PIECE / 8
    rep movsq
    dec ebx
    jnz .piece
    mov dx, 0x501                       ; isa-debug-exit
    mov ax, 0x10
    out dx, ax
    xor eax, eax
    ret

section .reloc progbits alloc noexec nowrite
    dd 0, 12, 0                         ; one empty block: UEFI moves no image without it
