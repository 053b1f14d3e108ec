#!/usr/bin/perl
# tests/suite/diagnosis.t: memory defects drawn at random, on chipsets drawn at random, in process: the
# memory test names partition, chip, lane and kind of each, says nothing else, finds two and three at once
# as far as one does not hide the other, and raises no false alarm. The seeds are fixed; a failing point
# prints the command to run it again. `make test` takes the first of each kind.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Tap;

my $barecard = "$ENV{BUILD}/barecard";
my ($draws, $pairs, $triples, $clean) = in_full() ? (64, 48, 32, 20) : (16, 12, 6, 4);
# Only these points, for trying: a pattern of their names.
my $only = $ENV{DIAGNOSIS_ONLY};

# Chipset, partitions, data lines of a memory chip by its usual RAM (board.md §1.3, §1.5), whether
# partitions are split into two halves of 32 lines.
my @chips = (
    ['g80', 6, 32, 0], ['g84', 2, 32, 0], ['g86', 2, 16, 0], ['g92', 4, 32, 0], ['g94', 4, 32, 0],
    ['g96', 2, 32, 0], ['g98', 1, 16, 0], ['g200', 8, 32, 0], ['gt215', 2, 32, 1],
    ['gt216', 2, 16, 1], ['gt218', 1, 16, 1],
);

# A partition of 1 MiB: 8 row bits, 2 bank bits, 7 column bits, in one rank.
my ($row_bits, $bank_bits, $column_bits) = (8, 2, 7);

sub pick { return $_[int(rand(@_))] }
sub below { return int(rand($_[0])) }

sub card {
    my ($name, $parts, $width, $split) = @{ pick(@chips) };
    # Few partitions, so that a draw is quick; seldom all of them, and holes in between.
    my @all = map { $$_[1] } sort { $$a[0] <=> $$b[0] } map { [rand(), $_] } 0 .. $parts - 1;
    my $keep = below(16) ? 1 + below($parts < 2 ? $parts : 2) : $parts;
    my @on = sort { $a <=> $b } @all[0 .. $keep - 1];
    my $mask = 0;
    $mask |= 1 << $_ for @on;
    return { name => $name, on => \@on, mask => $mask, width => $width, split => $split };
}

sub parity { return unpack('%32b*', pack('N', $_[0])) % 2 }

# Partition ordinal and lane of a bit of the 32-bit word at a linear address (tesla-vm.md §6.2, §6.3).
sub home {
    my ($card, $address, $bit) = @_;
    my $block = $address >> 8;
    my $parts = @{ $card->{on} };
    my $pbi = int($block / $parts);
    my $high = $card->{split} ? parity($pbi & 0x3ff1) : $address >> 2 & 1;
    return ($block % $parts, 32 * $high + $bit);
}

sub chip_name {
    my ($card, $part, $lane, $rank) = @_;
    my $name = chr(ord('A') + $card->{on}[$part]) . ($lane >= 32 ? 1 : 0);
    $name .= chr(ord('a') + int($lane % 32 / 16)) if $card->{width} == 16;
    return $name;
}

# "partition 0 (FBA), D0-D31, rank A: "
sub place {
    my ($card, $part, $first, $last, $rank) = @_;
    my $from = int($first / $card->{width}) * $card->{width};
    my $to = (int($last / $card->{width}) + 1) * $card->{width} - 1;
    my $letter = chr(ord('A') + $card->{on}[$part]);
    return sprintf('partition %u (FB%s), D%u-D%u, rank %s: ', $part, $letter, $from, $to,
                   $rank || 'A');
}

# Lanes of all chips, or of one: parameters, first and last lane.
sub some_lanes {
    my ($card) = @_;
    return ('', 0, 63) if below(2);
    my $chip = below(64 / $card->{width});
    return (",chip=$chip", $chip * $card->{width}, ($chip + 1) * $card->{width} - 1);
}

sub cell {
    my ($card) = @_;
    my $address = below(@{ $card->{on} } << 20) & ~3;
    my $bit = below(32);
    my ($part, $lane) = home($card, $address, $bit);
    my $shown = sprintf('bit %u at 0x%x', $lane, $card->{split} ? $address : $address & ~7);
    return (sprintf('address=0x%x,bit=%u', $address, $bit), $part, $lane, $shown);
}

# Each makes a defect and what the report must say of it, as plain text, for a partition.
my %kinds = (
    'vram-stuck' => sub {
        my ($card, $part, $hardware) = @_;
        my ($bit, $value) = (below(64), below(2));
        return ("partition=$hardware,bit=$bit,value=$value",
                place($card, $part, $bit, $bit) . "bit $bit stuck at $value (chip "
                . chip_name($card, $part, $bit) . ')');
    },
    'vram-data-short' => sub {
        my ($card, $part, $hardware) = @_;
        my $half = 32 * below(2);
        my ($one, $other) = (0, 0);
        ($one, $other) = sort { $a <=> $b } ($half + below(32), $half + below(32))
            while $one == $other;
        my $value = below(2);
        my $wins = $value ? 'high' : 'low';
        my $lanes = place($card, $part, $one, $other);
        # The chips between two lanes of a half of 32 are those two at most.
        return ("partition=$hardware,bit=$one,other=$other,value=$value",
                $lanes . "bits $one and $other shorted, $wins wins");
    },
    'vram-address' => sub {
        my ($card, $part, $hardware) = @_;
        my ($lanes, $first, $last) = some_lanes($card);
        my ($field, $bits) = @{ pick(['row', $row_bits], ['bank', $bank_bits],
                                     ['column', $column_bits]) };
        my $bit = below($bits);
        return ("partition=$hardware,${field}_bit=$bit,value=" . below(2) . $lanes,
                place($card, $part, $first, $last) . "address line stuck: $field bit $bit");
    },
    'vram-row' => sub {
        my ($card, $part, $hardware) = @_;
        my ($lanes, $first, $last) = some_lanes($card);
        my ($bank, $row) = (below(1 << $bank_bits), below(1 << $row_bits));
        return ("partition=$hardware,bank=$bank,row=$row,value=" . below(2) . $lanes,
                place($card, $part, $first, $last) . sprintf('row 0x%x of bank %u dead', $row, $bank));
    },
    'vram-bank' => sub {
        my ($card, $part, $hardware) = @_;
        my ($lanes, $first, $last) = some_lanes($card);
        my $bank = below(1 << $bank_bits);
        return ("partition=$hardware,bank=$bank,value=" . below(2) . $lanes,
                place($card, $part, $first, $last) . "bank $bank dead");
    },
    'vram-column' => sub {
        my ($card, $part, $hardware) = @_;
        my ($bank, $column, $bit) = (below(1 << $bank_bits), below(1 << $column_bits), below(64));
        return ("partition=$hardware,bank=$bank,column=$column,bit=$bit,value=" . below(2),
                place($card, $part, $bit, $bit)
                . sprintf('bit %u wrong in column 0x%x of bank %u', $bit, $column, $bank));
    },
    'vram-chip' => sub {
        my ($card, $part, $hardware) = @_;
        my $chip = below(64 / $card->{width});
        my ($first, $value) = ($chip * $card->{width}, below(2));
        return ("partition=$hardware,chip=$chip,value=$value",
                place($card, $part, $first, $first) . "chip does not answer, reads $value (chip "
                . chip_name($card, $part, $first) . ')');
    },
    'vram-rank' => sub {
        my ($card, $part, $hardware) = @_;
        my $alias = below(2);
        return ("partition=$hardware,alias=$alias",
                place($card, $part, 0, 63, 'B')
                . ($alias ? 'rank B shows rank A' : 'rank B does not answer, reads 1'));
    },
    'vram-fade' => sub {
        my ($card) = @_;
        my ($given, $part, $lane, $shown) = cell($card);
        my $value = below(2);
        return ("$given,ms=1,value=$value",
                place($card, $part, $lane, $lane) . "$shown weak cell, falls to $value");
    },
    'vram-coupling' => sub {
        my ($card) = @_;
        my ($given, $part, $lane) = cell($card);
        return ($given, place($card, $part, $lane, $lane) . "bit $lane at ",
                'is written, coupling');
    },
    'vram-intermittent' => sub {
        my ($card, $part, $hardware) = @_;
        my ($lanes, $first, $last) = some_lanes($card);
        my $rate = 10 ** (2 + below(5));
        return ("partition=$hardware,rate=$rate,seed=" . below(1000) . $lanes,
                place($card, $part, $first, $last) . 'intermittent, ');
    },
    'vram-cell' => sub {
        my ($card) = @_;
        my ($given, $part, $lane, $shown) = cell($card);
        my $value = below(2);
        return ("$given,value=$value",
                place($card, $part, $lane, $lane) . "$shown cell stuck at $value");
    },
    'vram-mask' => sub {
        my ($card, $part, $hardware) = @_;
        my $byte = below(8);
        return ("partition=$hardware,byte=$byte",
                place($card, $part, 8 * $byte, 8 * $byte)
                . sprintf('data mask stuck: D%u-D%u', 8 * $byte, 8 * $byte + 7));
    },
    'vram-size' => sub {
        my ($card) = @_;
        return ('', @{ $card->{on} } > 1 ? 'every partition: memory size: the upper half'
                                         : 'row bit 7 (unverified E25), or half the memory size');
    },
);
my @names = sort keys %kinds;

sub draw {
    my ($card, $name) = @_;
    my $part = below(scalar @{ $card->{on} });
    my ($given, @says) = $kinds{$name}->($card, $part, $card->{on}[$part]);
    return { defect => $given eq '' ? $name : "$name:$given", says => \@says };
}

sub point {
    my ($name, $command, $check) = @_;
    return if defined $only && $name !~ /$only/;
    holds($name, $check->()) or note($command);
}

# Why the report is not what it should be; empty: it is. `only`: no damage beside the draws'.
sub complaint {
    my ($command, $only, @draws) = @_;
    my @log = `$command 2>&1`;
    return "status " . ($? >> 8) . ", expected 1" if $? >> 8 != 1;
    my @damages = grep { /^# damage: / } @log;
    for my $draw (@draws) {
        return "no damage says '@{ $draw->{says} }'"
            if !grep { my $line = $_; !grep { index($line, $_) < 0 } @{ $draw->{says} } } @damages;
    }
    return @damages . " damages, expected " . @draws if $only && @damages != @draws;
    return '';
}

sub command {
    my ($card, @draws) = @_;
    return sprintf("$barecard selftest --suite vram.quick --chipset %s --parts 0x%x", $card->{name},
                   $card->{mask}) . join('', map { " --defect '$_->{defect}'" } @draws);
}

for my $seed (1 .. $draws) {
    srand($seed);
    my $card = card();
    my $draw = draw($card, $names[$seed % @names]);
    my $command = command($card, $draw);
    point("diagnosis.draw.$seed $card->{name} $draw->{defect}", $command,
          sub { complaint($command, 1, $draw) });
}

# ---- several at once ----------------------------------------------------------------------------

sub lanes { my ($first, $last) = @_; return ~0 >> (63 - $last) & ~0 << $first }

# What a draw breaks: partition, lanes, and where in the chips; an undefined field is all of it.
sub area {
    my ($card, $draw) = @_;
    my ($name, %given) = split /[:=,]/, $draw->{defect};
    my $area = { name => $name, lanes => lanes(0, 63) };
    my ($width, $chip) = ($card->{width}, $given{chip});
    if (defined $given{address}) {
        my ($part, $lane) = home($card, hex $given{address}, $given{bit});
        my $parts = @{ $card->{on} };
        my $pbi = int((hex($given{address}) >> 8) / $parts);
        my $index = $card->{split} ? ($pbi >> 1) << 6 | (hex($given{address}) & 0xff) >> 2
                                   : $pbi << 5 | (hex($given{address}) & 0xff) >> 3;
        @$area{qw(part lanes column bank row)} =
            ($part, lanes($lane, $lane), $index & 127, $index >> 7 & 3, $index >> 9);
        return $area;
    }
    ($area->{part}) = grep { $card->{on}[$_] == $given{partition} } 0 .. $#{ $card->{on} };
    $area->{lanes} = lanes($given{bit}, $given{bit}) if defined $given{bit};
    $area->{lanes} |= lanes($given{other}, $given{other}) if defined $given{other};
    $area->{lanes} = lanes($chip * $width, ($chip + 1) * $width - 1) if defined $chip;
    $area->{lanes} = lanes(8 * $given{byte}, 8 * $given{byte} + 7) if defined $given{byte};
    $area->{$_} = $given{$_} for grep { defined $given{$_} } qw(bank row column value);
    /^(row|bank|column)_bit$/ and $area->{line} = [$1, $given{$_}, $given{value}] for keys %given;
    return $area;
}

sub apart { my ($a, $b) = @_; return defined $a && defined $b && $a != $b }

# Whether the chips of a broken address line ever get to a place of theirs.
sub reached {
    my ($line, $place) = @_;
    my ($field, $bit) = @{ $line->{line} };
    return defined $place->{$field} && ($place->{$field} >> $bit & 1) == $line->{line}[2];
}

my %is_wire = map { $_ => 1 } qw(vram-stuck vram-data-short);
my %is_place = map { $_ => 1 } qw(vram-row vram-bank vram-cell);

# Whether b can be told although a is there. What shares no data line always can.
sub told {
    my ($a, $b) = @_;
    return 1 if $a->{part} != $b->{part} || !($a->{lanes} & $b->{lanes});
    my ($of, $to) = ($a->{name}, $b->{name});
    # A line hides its own lanes alone.
    return ($b->{lanes} & ~$a->{lanes}) != 0 if $is_wire{$of} && !$is_wire{$to} && $to !~ /intermittent/;
    return ($a->{lanes} & ~$b->{lanes}) != 0
        if $is_wire{$to} && $of =~ /^vram-(row|bank|address|mask|column)$/;
    # Dead places are told from each other by bank, row and column.
    return apart($a->{bank}, $b->{bank}) || apart($a->{row}, $b->{row}) && $of ne 'vram-column'
        if $is_place{$of} && $is_place{$to};
    # Behind an address line and a mask solid data shows what is dead.
    return !($b->{lanes} & ~$a->{lanes}) && reached($a, $b) && $to ne 'vram-bank'
        if $of eq 'vram-address' && $is_place{$to};
    return 1 if $to eq 'vram-address' && $is_place{$of};
    return 1 if $of eq 'vram-mask' && $is_place{$to} || $to eq 'vram-mask' && $is_place{$of};
    return "@{ $a->{line} }[0, 1]" ne "@{ $b->{line} }[0, 1]" if $of eq 'vram-address' && $to eq 'vram-address';
    return 0;
}

# So many draws, each told beside each other, most of them of one partition.
sub several {
    my ($card, $count) = @_;
    my @kinds = grep { !/vram-(size|rank)/ } @names;
    my $home = below(scalar @{ $card->{on} });
    my (@draws, $tries);
    while (@draws < $count) {
        @draws = () if ++$tries % 50 == 0; # nothing can be told beside an intermittent chip of the only partition
        my $part = below(4) ? $home : below(scalar @{ $card->{on} });
        my $name = pick(@kinds);
        my ($given, @says) = $kinds{$name}->($card, $part, $card->{on}[$part]);
        my $draw = { defect => "$name:$given", says => \@says };
        $draw->{area} = area($card, $draw);
        next if grep { !told($draw->{area}, $_->{area}) || !told($_->{area}, $draw->{area}) } @draws;
        push @draws, $draw;
    }
    # Which of the two addresses that a broken line makes one has the dead cells, nobody can tell.
    for my $place (grep { $is_place{ $_->{area}{name} } } @draws) {
        next if !grep { $_->{area}{line} && $_->{area}{part} == $place->{area}{part}
                        && $_->{area}{lanes} & $place->{area}{lanes} } @draws;
        my ($where) = $place->{says}[0] =~ /^(.*?: )/;
        $place->{says} = [$where, $place->{area}{name} eq 'vram-cell' ? ' cell stuck at ' : ' dead '];
    }
    return @draws;
}

for my $seed (1 .. $pairs + $triples) {
    srand(1000 + $seed);
    my $card = card();
    my @draws = several($card, $seed > $pairs ? 3 : 2);
    my $command = command($card, @draws);
    point("diagnosis.several.$seed $card->{name} " . join(' ', map { $_->{defect} } @draws), $command,
          sub { complaint($command, 1, @draws) });
}

# 0x100268 says neither one subpartition nor two: memory is bad, and which chip it is no address tells (board.md §1.3).
{
    my $command = "$barecard selftest --suite vram.quick --chipset gt216 --defect pfb-subparts-invalid"
        . ' --defect vram-stuck:partition=0,bit=40';
    point('diagnosis.odd_subpartitions', $command, sub {
        my $log = `$command 2>&1`;
        return $? >> 8 == 1 && $log =~ /$SAYS_BAD_MEMORY: \d+ wrong words/ && $log !~ /\(chip / ? '' : $log;
    });
}

for my $seed (1 .. $clean) {
    srand(2000 + $seed);
    my $card = card();
    my $command = command($card) . " --seed $seed";
    point("diagnosis.clean.$seed $card->{name}", $command, sub {
        my @log = `$command 2>&1`;
        return $? == 0 && !grep({ /damage/ } @log) ? '' : 'a false alarm';
    });
}
done_testing();
