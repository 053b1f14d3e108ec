; linker/memory.asm: the four functions that compilers call on their own (there is no libc). In
; assembler because a compiler may turn a loop in memcpy into a call of memcpy. System V ABI.
bits 64
default rel

section .text

global memcpy, memmove, memset, memcmp
memmove:
    mov rax, rdi
    sub rax, rsi
    cmp rax, rdx                        ; destination inside the source: from its end
    jb memmove_down
memcpy:
    mov rax, rdi
    mov rcx, rdx
    shr rcx, 3
    rep movsq
    mov ecx, edx
    and ecx, 7
    rep movsb
    ret
memmove_down:
    mov rax, rdi
    lea rdi, [rdi + rdx - 1]
    lea rsi, [rsi + rdx - 1]
    mov rcx, rdx
    std
    rep movsb
    cld
    ret

memset:
    mov r8, rdi
    movzx eax, sil
    mov rcx, 0x0101010101010101
    imul rax, rcx
    mov rcx, rdx
    shr rcx, 3
    rep stosq
    mov ecx, edx
    and ecx, 7
    rep stosb
    mov rax, r8
    ret

memcmp:
    xor eax, eax
    mov rcx, rdx
    test rcx, rcx                       ; also sets ZF, which repe leaves alone when rcx is 0
    repe cmpsb
    je .same
    movzx eax, byte [rdi - 1]
    movzx ecx, byte [rsi - 1]
    sub eax, ecx
.same:
    ret

section .note.GNU-stack noalloc noexec nowrite progbits
