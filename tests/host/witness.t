#!/usr/bin/perl
# tests/host/witness.t: of the headers of hw/ that are named here each constant is typed a second time from the
# reference, in a hw_*test.c or media_test.c (docs/architecture.md, "Two witnesses"). TAP 13.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Tap;
use Test::More;

my @complete = qw(pci nv50/eng2d nv50/gr3d nv50/pcounter nv50/pfb nv50/pmc nv50/ptherm nv50/ptimer);

# What a witness types stands beside the number: `{ NAME, 0x40 }`, N(NAME, 0x40), F(NAME, 7, 0).
sub witnessed {
    my %names;
    for my $file (glob('tests/host/hw_*test.c'), glob('tests/host/*media_test.c')) {
        my $text = join("\n", lines($file));
        $names{$1} = 1 while $text =~ /(?:\{\s*|[NF]\()([A-Z][A-Z0-9_]+)\b/g;
    }
    return %names;
}

# Constants of a header: numbers that are defined, and enumerators that are given one; no include guards, no
# macros with parameters.
sub constants {
    my ($header) = @_;
    my $text = join("\n", lines($header));
    $text =~ s{/\*.*?\*/}{}gs;
    $text =~ s/\\\n/ /g;
    return ($text =~ /^#define\s+([A-Z][A-Z0-9_]+)[ \t]+\(?(?:0x|\d|BITS?(?:64)?\()/mg,
            $text =~ /([A-Z][A-Z0-9_]+)\s*=\s*(?:0x|\d)/g);
}

my %typed = witnessed();
for my $header (@complete) {
    my @all = constants("hw/$header.h");
    my @missing = grep { !$typed{$_} } @all;
    holds("witness.$header", @all ? join(' ', @missing) : 'no constant found');
}
done_testing();
