#!/usr/bin/perl
# tests/host/witness.t: of the headers of hw/ that are named here each constant is typed a second time from the
# reference, in a hw_*test.c or media_test.c (docs/architecture.md, "Two witnesses"); those of hw/gv100/ are what
# NVIDIA's manuals say. TAP 13.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Tap;
use Test::More;

my @complete = qw(pci nv50/eng2d nv50/gr3d nv50/pcipher nv50/pcounter nv50/pfb nv50/pmc nv50/pstraps nv50/ptherm nv50/ptimer);

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

# GV100's constants have the names of NVIDIA's manuals, whose numbers are typed in tests/host/gv100/*.def: each that is
# there is compared. A field is its bits, or the word that it fills; of an array the eighth is compared.
my %manual;
for my $file (glob('tests/host/gv100/*.def')) {
    for my $line (lines($file)) {
        my ($name, $value) = $line =~ /^(\w+)(?:\(i\))?\t(\S+)/ or next;
        $manual{$name} //= $value;
    }
}

# A number, or undef: only arithmetic is looked at.
sub number {
    my ($text) = @_;
    $text =~ s/\b(0x[0-9a-f]+|\d+)[uUlL]*\b/$1/gi;
    $text =~ s/\([ij]\)|\b[ij]\b/7/g;
    return $text =~ /^[0-9a-fx+*() -]+$/i ? eval($text) : undef;
}

# "9:8", "0x100" or undef, for what a header and what the manual says.
sub ours {
    my ($text) = @_;
    return "$1:$2" if $text =~ /^BITS(?:64)?\((\d+), (\d+)\)$/;
    return "$1:$1" if $text =~ /^BIT(?:64)?\((\d+)\)$/;
    return number($text);
}

sub theirs {
    my ($text, $ours) = @_;
    return number($text) if $text !~ /:/;
    my ($high, $low) = map { number($_) } split /:/, $text;
    return int($low / 32) if $ours !~ /:/; # the word
    return "$high:$low" if $high - $low > 31 || $ours eq "$high:$low";
    return $high % 32 . ':' . $low % 32;
}

sub manual_names {
    my ($name) = @_;
    return grep { exists $manual{$_} }
        ("NV_$name", $name =~ /^(.*)_COUNT$/ ? "NV_$1__SIZE_1" : (), "NVC36F_$name", "NVC3B5_$name",
         $name =~ /^HOST_(.*)/ ? "NVC36F_$1" : (), $name =~ /^COPY_(.*)/ ? "NVC3B5_$1" : (),
         $name =~ /^GMMU_(.*)/ ? "NV_MMU_VER2_$1" : ());
}

my $compared = 0;
for my $header (glob('hw/gv100/*.h')) {
    my $text = join("\n", lines($header));
    $text =~ s{/\*.*?\*/}{}gs;
    $text =~ s/\\\n/ /g;
    my %said = $text =~ /^#define\s+([A-Z][A-Z0-9_]+)(?:\([a-z]\))?[ \t]+(\S.*?)\s*$/mg;
    my %enumerators = $text =~ /^\s+([A-Z][A-Z0-9_]+) = ([^,\n]+)/mg;
    my @wrong;
    for my $name (sort keys %said, sort keys %enumerators) {
        my $ours = ours($said{$name} // $enumerators{$name});
        my ($known) = manual_names($name);
        next if !defined $ours || !$known;
        $compared++;
        my $theirs = theirs($manual{$known}, $ours);
        push @wrong, "$name is $ours, in the manual $theirs" if $ours ne $theirs;
    }
    holds("witness.manual.$header", join('; ', @wrong));
}
ok($compared > 1100, 'witness.manual') or diag("$compared constants are in the manuals");
done_testing();
