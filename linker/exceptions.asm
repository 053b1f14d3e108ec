; linker/exceptions.asm: from a CPU exception to exception_report in efi/exceptions.c.
;
; Each of the 32 entries pushes what the CPU did not (an error code of 0, the vector), the common
; part pushes the registers: together a struct exception_frame. exception_report never returns.
; The context lies in the page behind the descriptor table (efi/exceptions.h), so that no variable
; has to be found: sidt names it.
bits 64
default rel

global exception_entries
extern exception_report

HAS_ERROR_CODE equ (1 << 8) | (1 << 10) | (1 << 11) | (1 << 12) | (1 << 13) | (1 << 14) \
                   | (1 << 17) | (1 << 21) | (1 << 29) | (1 << 30)
ENTRY_SIZE     equ 16                    ; EXCEPTION_ENTRY_SIZE in efi/exceptions.h
TABLE_SIZE     equ 4096                  ; EXCEPTION_TABLE_SIZE in efi/exceptions.h

section .text align=16
exception_entries:
%assign vector 0
%rep 32
    align ENTRY_SIZE
%if ((HAS_ERROR_CODE >> vector) & 1) == 0
    push 0
%endif
    push vector
    jmp near exception_common
%assign vector vector + 1
%endrep

    align 16
exception_common:
    push rax
    push rcx
    push rdx
    push rbx
    push rbp
    push rsi
    push rdi
    push r8
    push r9
    push r10
    push r11
    push r12
    push r13
    push r14
    push r15
    cld

    mov rsi, rsp
    sub rsp, 16
    sidt [rsp]
    mov rdi, [rsp + 2]
    add rdi, TABLE_SIZE
    and rsp, -16
    call exception_report
    ud2

section .note.GNU-stack noalloc noexec nowrite progbits
