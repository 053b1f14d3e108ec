#!/usr/bin/perl
# tests/hw/reference.pl FAMILY [--names]: tests/hw/reference/FAMILY.def as C: rows for tests/hw/reference_test.c, each with
# what hw/ says, and what software finds in registers; with --names a header that gives tests the same numbers as
# REF_NAME, so that they need not ask hw/; GV100's also has the registers of NVIDIA's manuals
# (tests/hw/gv100/registers.def), arrays with their index. TEXT_NAME is a number as lists of accesses write it, without 0x.
#
# The table is the second witness of hw/, typed from docs/hardware/ and from NVIDIA's manuals:
#   [section]         a point of the test
#   # words           where it comes from
#   NAME 0x100        a number, as C writes it
#   NAME 7:4          a field, by its highest and its lowest bit
#   NAME 0x100 _A 0:0 NAME_A belongs to NAME; so does what begins with _ on the lines below
#   .NAME 0x100       hw/ has it only in its lists of registers, without a constant
#   NAME 0xb140-0xb100  a register of one unit, counted from it
# After the number of a register, in any order, what software finds there (also in tests/hw/gv100/registers.def):
#   w=BITS            bits that it can change, "all" of them; none if there is no w
#   open=BITS         bits that read another way than they were written, or of which the reference does not say it
#   reset=VALUE cold=VALUE  what it reads after power-on and a reset of the unit; on a card that no VBIOS has started
#   only=r only=w     NVIDIA's manuals mark it so (gv100.md §1.4, §2.3, §6.3, §7: those that no manual lists); left out: both
#   f=BITS            those of all its fields in hw/; GV100: for a register that no manual lists; 0: an array without any
#   x=COUNT*STRIDE    of so many, which are so many bytes apart (left out: 4)
#   on=CHIPS          only these chips have it: on=G84_UP-IGP+MCP77 (CHIPS_G84_UP and so on); w=BITS@CHIPS: so only there
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Defs;

# The same for tests, which take most of them as 32 bits.
sub plain {
    my ($value) = @_;
    return "($value)" if $value !~ /:/;
    my ($high, $low) = split /:/, $value;
    return $high > 31 ? "((UINT64_C(2) << $high) - (UINT64_C(1) << $low))" : sprintf('0x%xu', (2 << $high) - (1 << $low));
}

my ($family, $names) = @ARGV;
my (@sections, %named, $section, $last, @found);
my %chips = (ALL => ~0);
my $attribute = qr/^(x|on|w|open|reset|cold|only|f)=(\S+)$/;

# A mask of chips: words are added and taken away from the left to the right.
sub chips {
    my $mask = 0;
    for ($_[0] =~ /[-+]?\w+/g) {
        my ($sign, $name) = /^([-+]?)(\w+)$/;
        die "$family.def:$.: no chips $name\n" if !defined $chips{$name};
        $mask = $sign eq '-' ? $mask & ~$chips{$name} : $mask | $chips{$name};
    }
    return sprintf('0x%xu', $mask & 0xffffffff);
}

# Takes what software finds in a register from the words that follow its number.
sub take_found {
    my ($name, $at, $count, $stride, $on, $words) = @_;
    while (@$words && $$words[0] =~ $attribute) {
        my ($kind, $text) = (shift(@$words) =~ $attribute);
        my ($value, $where) = split /@/, $text;
        if ($kind eq 'x') {
            ($count, $stride) = split /\*/, "$text*4";
        } elsif ($kind eq 'on') {
            $on = chips($text);
        } else {
            $value = { all => '~0u', r => 1, w => 2 }->{$value} // $value;
            push @found, [$name, $at, $count, $stride, defined $where ? chips($where) : $on, 'FOUND_' . uc($kind), $value];
        }
    }
}

open(my $table, '<', "tests/hw/reference/$family.def") or die "$family.def: $!\n";
while (my $line = <$table>) {
    if ($line =~ /^\[(\w+)\]$/) {
        push @sections, $named{$1} = { name => $1, rows => [] } unless $named{$1};
        $section = $named{$1};
        next;
    }
    my @words = split ' ', $line =~ s/#.*//r;
    while (my ($name, $value) = splice(@words, 0, 2)) {
        die "$family.def:$.: a name without a number\n" if !defined $value;
        $name =~ /^_/ ? ($name = $last . $name) : ($last = $name);
        die "$family.def:$.: $name: $value is no number\n" if $value !~ /^(?:[-+*\/<>()&|]|0x[0-9a-fA-F]+|\d+|:)+$/;
        my $number = $value =~ s/(0x[0-9a-fA-F]+|\d+)/UINT64_C($1)/gr;
        $number = "(UINT64_C(2) << $1) - (UINT64_C(1) << $2)" if $value =~ /^(\d+):(\d+)$/;
        push @{ $section->{rows} }, [$name, $number, plain($value)];
        $chips{$2} = $1 ? hex $value : 1 << $value if $name =~ /^CHIP(S?)_([A-Z]\w*)$/;
        take_found($name, $value =~ /^(0x\w+)-0x\w+$/ ? $1 : $value, 1, 4, chips('ALL'), \@words);
    }
}

# Names and numbers of the registers that the manuals list: GV100's, or Turing's where GV100 lacks one. Those of a virtual
# function count from its page.
sub manual {
    my ($file) = @_;
    my @rows;
    for (-e $file ? definitions($file) : ()) {
        my ($text, $number, $words, $values) = @$_;
        my ($name, $volta, $turing) = ($text =~ s/^NV_//r, split m{/}, $number);
        my ($size) = map { /^_SIZE_1=(.*)/ ? [split m{/}, $1] : () } @$values;
        for my $of (defined $turing ? ([$volta, 'VOLTA', 0], [$turing, 'TURING', -1]) : [$volta, 'ALL', 0]) {
            my ($at, $stride) = $$of[0] =~ /^\(?(\w+)(?:\+\(i\)\*(\w+)\))?$/ or next;
            take_found($name, $at, $stride ? $$size[$$of[2]] : 1, $stride // 4, chips($$of[1]), [@$words]);
        }
        $number = $volta eq '-' ? $turing : $volta;
        $number = "(0xb80000+$number)" if $name =~ /^VIRTUAL_FUNCTION/;
        push @rows, [$name, '', "($number)"] unless $number =~ /:/;
    }
    return @rows;
}

# NAME(i) of the arrays of which the table has two, NAME(0) and another.
sub arrays {
    my (%at, @rows);
    for (map { @{ $_->{rows} } } @sections) {
        my ($name, $i) = $$_[0] =~ /^(\w+)\((\d+)\)$/ or next;
        my $value = eval($$_[2] =~ s/\b0x(\w+)/hex $1/ger);
        $at{$name} = $value if $i == 0;
        push @rows, ["$name(i)", '', sprintf('(0x%x+(i)*0x%x)', $at{$name}, ($value - $at{$name}) / $i)]
            if $i && defined $at{$name} && ($value - $at{$name}) % $i == 0 && !grep { $$_[0] eq "$name(i)" } @rows;
    }
    return @rows;
}
my @manual = manual("tests/hw/$family/registers.def");

# Definitions of manuals as rows of struct def (tests/hw/gv100/defs_rig.h): the numbers of GV100's, of TU104's, of both.
sub def_rows {
    my ($name, $text, $has) = @_;
    my ($volta, $turing) = split m{/}, $text, 2;
    my @rows;
    for my $of (defined $turing ? ([1, $volta], [2, $turing]) : [3, $volta]) {
        my $chips = $$of[0] & $has or next;
        next if $$of[1] eq '-';
        my ($high, $low) = split /:/, $$of[1];
        my @numbers;
        for my $expression ($low // $high, $high) {
            my ($at, $next) = map { my $i = $_; eval($expression =~ s/\bi\b/$i/gr) // die "$name: $expression\n" } 0, 1;
            push @numbers, $at, $next - $at;
        }
        push @rows, [$name =~ s/\(i\)//r, defined $low ? 1 : 0, $name =~ /\(i\)/ ? 1 : 0, $chips, @numbers];
    }
    return @rows;
}

sub defs {
    my @rows;
    for (definitions($_[0])) {
        my ($name, $number, undef, $values) = @$_;
        my @own = def_rows($name, $number, 3);
        my $has = 0;
        $has |= $$_[3] for @own;
        $name =~ s/\(i\)//;
        push @rows, @own, map { def_rows("${name}_" . (split /=/)[0], (split /=/)[1], $has) } @$values;
    }
    return @rows;
}

if ($names) {
    my @rows = map { [$$_[0] =~ s/^\.//r, @$_[1, 2]] } grep { $$_[0] =~ /^\.?\w+$/ } map { @{ $_->{rows} } } @sections;
    push @rows, arrays();
    my %typed = map { $$_[0] =~ s/\(i\)//r => 1 } @rows;
    push @rows, grep { !$typed{ $$_[0] =~ s/\(i\)//r } } @manual;
    print map { "#define REF_$$_[0] $$_[2]\n" } @rows;
    printf "#define TEXT_%s \"%x\"\n", @$_ for map { $$_[2] =~ /^\((0x[0-9A-Fa-f]{1,8})\)$/ ? [$$_[0], hex $1] : () } @rows;
    exit;
}
print map { "#include \"$_\"\n" } 'tests/hw/reference.h', glob("hw/*.h hw/$family/*.h");
for $section (@sections) {
    my @rows = grep { $$_[0] !~ /^\./ } @{ $section->{rows} };
    print "\nstatic const struct reference $section->{name}\[] = {\n",
        map({ "    { \"$$_[0]\", (uint64_t)($$_[0]), $$_[1] },\n" } @rows), "};\n";
    $section->{count} = @rows;
}
print "\nconst struct reference_section ${family}_reference\[] = {\n",
    map({ "    { \"$_->{name}\", $_->{name}, $_->{count} },\n" } @sections), "    { 0 },\n};\n";
my @files = glob("tests/hw/$family/*.def");
print "\n#include \"tests/hw/$family/defs_rig.h\"\n" if @files;
for my $file (@files) {
    print "\nconst struct def def_", $file =~ /(\w+)\.def$/, "[] = {\n",
        map({ my ($name, @numbers) = @$_; "    { \"$name\", " . join(', ', map { $_ < 0 ? $_ : "${_}u" } @numbers) . " },\n" } defs($file)),
        "    { 0 },\n};\n";
}
print "\nconst struct reference_found ${family}_found\[] = {\n",
    map({ "    { \"$$_[0]\", " . join(', ', @$_[1 .. 6]) . " },\n" } @found), "    { 0 },\n};\n";
