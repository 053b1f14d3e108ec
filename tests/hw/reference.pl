#!/usr/bin/perl
# tests/hw/reference.pl FAMILY [--names]: tests/hw/reference/FAMILY.def as C: rows for tests/hw/reference_test.c, each with
# what hw/ says; with --names a header that gives tests the same numbers as REF_NAME, so that they need not ask hw/;
# GV100's also has the registers of NVIDIA's manuals (tests/hw/gv100/registers.def), arrays with their index. TEXT_NAME is a
# number as lists of accesses write it, without 0x.
#
# The table is the second witness of hw/, typed from docs/hardware/ and from NVIDIA's manuals:
#   [section]         a point of the test
#   # words           where it comes from
#   NAME 0x100        a number, as C writes it
#   NAME 7:4          a field, by its highest and its lowest bit
#   NAME 0x100 _A 0:0 NAME_A belongs to NAME; so does what begins with _ on the lines below
use strict;
use warnings;

# The same for tests, which take most of them as 32 bits.
sub plain {
    my ($value) = @_;
    return "($value)" if $value !~ /:/;
    my ($high, $low) = split /:/, $value;
    return $high > 31 ? "((UINT64_C(2) << $high) - (UINT64_C(1) << $low))" : sprintf('0x%xu', (2 << $high) - (1 << $low));
}

my ($family, $names) = @ARGV;
my (@sections, %named, $section, $last);
open(my $table, '<', "tests/hw/reference/$family.def") or die "$family.def: $!\n";
while (my $line = <$table>) {
    if ($line =~ /^\[(\w+)\]$/) {
        push @sections, $named{$1} = { name => $1, rows => [] } unless $named{$1};
        $section = $named{$1};
        next;
    }
    my @words = split ' ', $line =~ s/#.*//r;
    die "$family.def:$.: a name without a number\n" if @words % 2;
    while (my ($name, $value) = splice(@words, 0, 2)) {
        $name =~ /^_/ ? ($name = $last . $name) : ($last = $name);
        die "$family.def:$.: $name: $value is no number\n" if $value !~ /^(?:[-+*\/<>()&|]|0x[0-9a-fA-F]+|\d+|:)+$/;
        my $number = $value =~ s/(0x[0-9a-fA-F]+|\d+)/UINT64_C($1)/gr;
        $number = "(UINT64_C(2) << $1) - (UINT64_C(1) << $2)" if $value =~ /^(\d+):(\d+)$/;
        push @{ $section->{rows} }, [$name, $number, plain($value)];
    }
}

# Names and numbers of the registers that the manuals list: GV100's, or Turing's where GV100 lacks one. Those of a virtual
# function count from its page.
sub manual {
    my ($file) = @_;
    my @rows;
    open(my $lines, '<', $file) or return;
    while (my $line = <$lines>) {
        my ($name, $volta, $turing) = $line =~ m{^NV_(\w+(?:\(i\))?)\t([^/\s]+)(?:/(\S+))?} or next;
        my $number = $volta eq '-' ? $turing : $volta;
        $number = "(0xb80000+$number)" if $name =~ /^VIRTUAL_FUNCTION/;
        push @rows, [$name, '', "($number)"] unless $number =~ /:/ || $name =~ /__SIZE_1$/;
    }
    return @rows;
}

if ($names) {
    my @rows = grep { $$_[0] =~ /^\w+$/ } map { @{ $_->{rows} } } @sections;
    my %typed = map { $$_[0] => 1 } @rows;
    push @rows, grep { !$typed{ $$_[0] =~ s/\(i\)//r } } manual("tests/hw/$family/registers.def");
    print map { "#define REF_$$_[0] $$_[2]\n" } @rows;
    printf "#define TEXT_%s \"%x\"\n", @$_ for map { $$_[2] =~ /^\((0x[0-9A-Fa-f]{1,8})\)$/ ? [$$_[0], hex $1] : () } @rows;
    exit;
}
print map { "#include \"$_\"\n" } 'tests/hw/reference.h', glob("hw/*.h hw/$family/*.h");
for $section (@sections) {
    print "\nstatic const struct reference $section->{name}\[] = {\n",
        map({ "    { \"$$_[0]\", (uint64_t)($$_[0]), $$_[1] },\n" } @{ $section->{rows} }), "};\n";
}
print "\nconst struct reference_section ${family}_reference\[] = {\n",
    map({ "    { \"$_->{name}\", $_->{name}, " . @{ $_->{rows} } . " },\n" } @sections), "    { 0 },\n};\n";
