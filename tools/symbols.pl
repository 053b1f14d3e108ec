#!/usr/bin/perl
# tools/symbols.pl: the table of efi/symbols.h in NASM's language, from what `nm` says on standard input; empty without.
use strict;
use warnings;

my %at;
while (my $line = <STDIN>) {
    $at{hex $1} //= $2 if $line =~ /^([0-9a-f]+) [tT] ([A-Za-z_]\w*)/;
}
my @offsets = sort { $a <=> $b } keys %at;
my $names = 4 + 8 * @offsets;
print "section .symbols align=4\nglobal image_symbols\nimage_symbols:\ndd ", scalar(@offsets), "\n";
for my $offset (@offsets) {
    print "dd $offset, $names\n";
    $names += 1 + length $at{$offset};
}
print qq(db "$at{$_}", 0\n) for @offsets;
print "section .note.GNU-stack noalloc noexec nowrite progbits\n";
