; linker/version.asm: what this image is. VERSION and BUILD_ID come from the Makefile, which gives
; the same id to the linker, so the PE file, the ELF file with the symbols and the report agree.
section .rodata align=16
global firmware_version
firmware_version:
    db "barecard ", VERSION, " ", BUILD_ID, 0

section .note.GNU-stack noalloc noexec nowrite progbits
