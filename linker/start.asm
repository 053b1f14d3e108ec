; linker/start.asm: where UEFI enters the image.
;
; In      MS ABI: rcx image handle, rdx system table. The image lies where UEFI has put it.
; Does    applies the ELF relative relocations, then calls efi_main(image, table, base) in the
;         System V ABI and returns its status. rdi, rsi and xmm6 to xmm15 belong to the caller in
;         the MS ABI but not in ours, so they are kept here.
; Errors  a relocation of another kind: EFI_LOAD_ERROR, before any of our C code has run.
bits 64
default rel

EFI_LOAD_ERROR    equ 0x8000000000000001
R_X86_64_RELATIVE equ 8
IMAGE_HEADERS     equ 0x1000            ; text_start in efi.lds

global start
extern efi_main, text_start, rela_start, rela_end

section .text
start:
    push rbp
    mov rbp, rsp
    push rdi
    push rsi
    and rsp, -16
    sub rsp, 160
%assign register 6
%rep 10
    movaps [rsp + (register - 6) * 16], xmm %+ register
%assign register register + 1
%endrep

    mov rdi, rcx
    mov rsi, rdx
    lea rdx, [text_start]
    sub rdx, IMAGE_HEADERS

    lea rcx, [rela_start]
    lea r8, [rela_end]
.relocate:
    cmp rcx, r8
    jae .run
    cmp dword [rcx + 8], R_X86_64_RELATIVE
    jne .refuse
    mov r9, [rcx]                       ; where
    mov r10, [rcx + 16]                 ; what, at base 0
    add r10, rdx
    mov [rdx + r9], r10
    add rcx, 24
    jmp .relocate

.refuse:
    mov rax, EFI_LOAD_ERROR
    jmp .leave
.run:
    cld
    call efi_main
.leave:
%assign register 6
%rep 10
    movaps xmm %+ register, [rsp + (register - 6) * 16]
%assign register register + 1
%endrep
    lea rsp, [rbp - 16]
    pop rsi
    pop rdi
    pop rbp
    ret

; One block for page 0 with one entry of kind 0 ("skip"), padded to 4 bytes.
section .reloc progbits alloc noexec nowrite align=4
    dd 0, 12
    dw 0, 0

section .note.GNU-stack noalloc noexec nowrite progbits
