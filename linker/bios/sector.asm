; linker/bios/sector.asm: what a machine runs that starts the stick or the CD in the old way, without UEFI.
;
; It says in plain words what is missing, and halts. BIOS loads the first sector of a stick, or the boot
; image of a CD, to 0x7c00 and jumps there in 16-bit mode; 440 bytes are code and text, the rest of a
; stick's sector is its partition table.

bits 16
org 0x7c00

start:
        cli
        xor     ax, ax
        mov     ds, ax
        mov     ss, ax
        mov     sp, 0x7c00
        sti
        cld
        jmp     0:print                 ; some firmware starts us at 0x7c0:0

print:
        mov     ax, 3                   ; text, 80 columns, cleared
        int     0x10
        mov     si, words
next:
        lodsb
        test    al, al
        jz      stop
        mov     ah, 0x0e                ; teletype
        mov     bx, 7                   ; page 0, grey
        int     0x10
        jmp     next

stop:
        hlt
        jmp     stop

words:
        db      "Barecard cannot run: this machine started it by BIOS, and it needs UEFI.", 13, 10, 13, 10
        db      "1. Restart and open the machine's setup (Del or F2).", 13, 10
        db      "2. Allow UEFI boot from this medium. Leave the legacy video ROM on.", 13, 10
        db      "3. Choose the entry of this medium that begins with UEFI.", 13, 10, 13, 10
        db      "No such setting: the machine has no UEFI, use another.", 13, 10
        db      "Read on: README.TXT on this medium.", 13, 10, 0

%if $ - start > 440
%error "the text leaves no room for the partition table"
%endif

        times 510 - ($ - start) db 0
        dw      0xaa55
