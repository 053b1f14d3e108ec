#!/usr/bin/perl
# tests/hw/witness.t: each number of the headers of hw/ has a second witness (docs/architecture.md, "Two witnesses"): it
# is typed a second time from the reference in a test, or is what NVIDIA's manuals of GV100 say. TAP 13.
use FindBin;
use lib "$FindBin::Bin/../kit", $FindBin::Bin;
use Defs;
use Tap;

# What is not a number: how rows of tables are written, and an attribute.
my %no_number = map { $_ => 1 } qw(MUST_CHECK ALL WITH BARE V ROW NUMBER WORD WHEN FIELDS PLAIN NAMED ONE ONE_BARE MANY MANY_BARE LAST
    V_ON ROW_ON NUMBER_ON WORD_ON PART PLAIN_ON NAMED_ON REGISTER SINGLE ONE_ON ONE_BARE_ON MANY_ON MANY_BARE_ON PER PER_BARE PBDMAS
    PBDMAS_BARE);

# A header without its comments, each definition on one line.
sub header_text {
    my ($header) = @_;
    my $text = join("\n", lines($header));
    $text =~ s{/\*.*?\*/}{}gs;
    $text =~ s/\\\n/ /g;
    return $text;
}

# What must have a witness: names that are defined as something, with or without parameters, enumerators, and
# functions that stand in the header.
sub names_of {
    my ($text) = @_;
    my @names = $text =~ /^#define\s+([A-Z]\w*)(?:\([^)]*\))?[ \t]+\S/mg;
    for my $body ($text =~ /^enum\b[^{;]*\{([^}]*)\}/mg) {
        push @names, $body =~ /([A-Z][A-Z0-9_]*)\s*(?:=[^,}]*)?(?:,|\s*\z)/g;
    }
    push @names, $text =~ /^static inline [^;{]*?(\w+)\(/mg;
    return grep { !$no_number{$_} } @names;
}

# Numbers stand in tests/hw/reference/FAMILY.def (tests/hw/reference.pl says how), which counts for the headers of that family
# and for those of none, and lists in programs, `{ NAME, 0x40 }` or what a check is made of, for the headers that they include.
my %typed;
for my $family (qw(nv50 gv100)) {
    my (%names, $last);
    for my $line (lines("tests/hw/reference/$family.def")) {
        my @words = $line =~ /^\[/ ? () : grep { !/^[a-z]+=/ } split ' ', $line =~ s/#.*//r;
        while (my ($name) = splice(@words, 0, 2)) {
            $name =~ /^_/ ? ($name = $last . $name) : ($last = $name);
            $names{$_} = 1 for $name =~ /[A-Za-z_]\w+/g;
        }
    }
    $typed{$_} = { %{ $typed{$_} // {} }, %names } for glob("hw/*.h hw/$family/*.h");
}
for my $file (glob('tests/hw/*_test.c tests/hw/*/*_test.c')) {
    my $text = join("\n", lines($file));
    my @names = $text =~ /(?:\{\s*|= |\bassert_\w+\()(?=(\w+))/g;
    push @names, map { /,\s*(\w+)/g } $text =~ /\bassert_pairs\(([^;]*)\);/g;
    for my $header ($text =~ /^#include "(hw\/[^"]+)"/mg) {
        $typed{$header}{$_} = 1 for @names;
    }
}

# GV100's constants have the names of NVIDIA's manuals, whose numbers are typed in tests/hw/gv100/*.def: each that is
# there is compared. A field is its bits, or the word that it fills; of an array the eighth is compared.
my %manual;

# GV100's number, and TU104's where that is another: TU_NAME is what Turing's manual has under NAME, and so is a NAME that
# only Turing's has.
sub remember {
    my ($name, $value, $turing) = @_;
    $turing //= $value;
    $manual{$name} //= $value ne '-' ? $value : $turing;
    return $manual{"TU_$name"} //= $turing;
}

for (map { definitions($_) } glob('tests/hw/gv100/*.def')) {
    my ($name, $number, undef, $values) = ($$_[0] =~ s/\(i\)//r, @$_[1 .. 3]);
    my $turing_has_it = remember($name, split /\//, $number) ne '-';
    for (@$values) {
        my ($value_name, $of_gv100, $of_turing) = split /[=\/]/;
        remember("${name}_$value_name", $of_gv100, $turing_has_it ? $of_turing : '-');
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
    if ($name =~ /^TU_(.*)/) {
        my $rest = $1;
        return map { "TU_$_" } manual_names($rest);
    }
    return grep { exists $manual{$_} }
        ("NV_$name", $name =~ /^(.*)_COUNT$/ ? "NV_$1__SIZE_1" : (), "NVC36F_$name", "NVC3B5_$name",
         $name =~ /^HOST_(.*)/ ? "NVC36F_$1" : (), $name =~ /^COPY_(.*)/ ? "NVC3B5_$1" : (),
         $name =~ /^GMMU_(.*)/ ? "NV_MMU_VER2_$1" : ());
}

my ($compared, $witnessed) = (0, 0);
for my $header (glob('hw/*.h'), glob('hw/*/*.h')) {
    my $text = header_text($header);
    my %said = $text =~ /^#define\s+([A-Z][A-Z0-9_]+)(?:\([a-z]\))?[ \t]+(\S.*?)\s*$/mg;
    my %enumerators = $text =~ /^\s+([A-Z][A-Z0-9_]+) = ([^,\n]+)/mg;
    my (@wrong, @missing);
    for my $name (names_of($text)) {
        $witnessed++;
        my $says = $said{$name} // $enumerators{$name};
        my $ours = defined $says ? ours($says) : undef;
        my ($known) = $header =~ m{^hw/gv100/} ? manual_names($name) : ();
        if (defined $ours && $known) {
            $compared++;
            my $theirs = theirs($manual{$known}, $ours);
            # Where the manual counts from the page of the virtual functions.
            $theirs += 0xb80000 if $name =~ /^VIRTUAL_FUNCTION_/ && $said{$name} =~ /0xb[0-9a-f]{5}/;
            push @wrong, "$name is $ours, in the manual $theirs" if $ours ne $theirs;
        } elsif (!$typed{$header}{$name}) {
            push @missing, $name;
        }
    }
    holds("witness.$header", join(' ', @missing));
    holds("witness.manual.$header", join('; ', @wrong)) if $header =~ m{^hw/gv100/};
}
ok($compared > 1100, 'witness.manual') or diag("$compared constants are in the manuals");
ok($witnessed > 3700, 'witness.all') or diag("$witnessed names");
done_testing();
