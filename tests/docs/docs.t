#!/usr/bin/perl
# Every command that README.md and docs/ print. A block of them has a marker above it, which readers of the page do
# not see:
#   <!-- docs.t: run -->              all are run; each must end with status 0
#   <!-- docs.t: run 1 -->            with that status
#   <!-- docs.t: seen by NAME -->     the test NAME runs the like of it, and lies where that says
#   <!-- docs.t: form -->             what a command line looks like, with words to be replaced
#   <!-- docs.t: by hand: WHY -->     a rig, a network or an hour is needed
# A command is a line of a block that is indented by four, or by eight in a list. Where one begins with "$ ", the lines behind it up to the
# next are what it prints; … stands for the rest of a line. An explanation stands behind three blanks or more.
use Cwd;
use FindBin;
use lib "$FindBin::Bin/../kit";
use Cli;

my $command = qr{(?:\./run-qemu\.sh|(?:build/)?barecard|make|tests/\S+|qemu-system-\S+|echo|printf|truncate|gdb|apt|man|git|for|curl) };
delete $ENV{BARECARD_BUILT}; # as a reader, whose ./run-qemu.sh builds what is not there
my $root = getcwd();

# The commands find the tree, and the files that the pages speak of, where they are run.
my $place = "$dir/place";
mkdir($place) or die;
symlink("$root/$_", "$place/$_") or die for grep { !/^\.\.?$/ } glob('*');
mkdir("$place/tmp") or die;
symlink("$root/$build/barecard", "$dir/barecard") or die; # without sanitizers, as a reader has it
$ENV{PATH} = "$dir:$ENV{PATH}";

sub quiet {
    my ($line) = @_;
    my $status = system('bash', '-c', "cd $place && $line >$dir/setup.log 2>&1");
    return $status == 0 || die "$line: status " . ($status >> 8) . "\n";
}
quiet('barecard vbios --chipset gt215 --write card.rom');
quiet('barecard selftest --chipset g84 --suite id --json >report.jsonl || true');
quiet('truncate -s 1M vram.bin');

# Blocks of a page: [marker, line number, lines].
sub blocks {
    my ($page) = @_;
    my (@blocks, $marker, $block);
    open(my $file, '<', $page) or die "$page: $!";
    while (my $line = <$file>) {
        if ($line =~ /^ {4}(?: {4})?(?=\S)(.*)/) {
            push @blocks, $block = [$marker, $., []] unless $block;
            push @{ $block->[2] }, $1;
            next;
        }
        if ($line =~ /^\s*$/ || $line =~ /^     /) {
            push @{ $block->[2] }, $line =~ s/^    //r =~ s/\n//r if $block && $line =~ /\S/;
            $block = undef if $line !~ /\S/;
            next;
        }
        $block = undef;
        $marker = $line =~ /^\s*<!-- docs\.t: (.*) -->$/ ? $1 : undef;
    }
    return grep {
        grep { /^(?:\$ )?$command/ } map { "$_ " } @{ $_->[2] }
    } @blocks;
}

sub output_of {
    my ($line) = @_;
    $line =~ s{(?<![\w.])/tmp/}{$place/tmp/}g;
    open(my $script, '>', "$dir/script") or die;
    print $script "cd $place\n$line\n";
    close($script);
    my $out = `bash $dir/script 2>$dir/messages </dev/null`;
    return ($out, $? >> 8);
}

sub runs {
    my ($where, $line, $status, @wanted) = @_;
    my $typed = $line =~ s/^\$ //r =~ s/\s{3,}\S.*//r;
    my ($out, $seen) = output_of($typed);
    is($seen, $status, "$where: $typed: status $status") or diag(`tail -n 20 $dir/messages`);
    return unless @wanted;
    my @printed = split /\n/, $out;
    for my $i (0 .. $#wanted) {
        my $pattern = join('.*', map { quotemeta } split /…/, $wanted[$i], -1);
        like($printed[$i] // '(no line)', qr/^$pattern$/, "$where: $typed: line " . ($i + 1));
    }
}

sub run_block {
    my ($where, $status, @lines) = @_;
    my $typed = grep { /^\$ / } @lines;
    my @wanted;
    while (defined(my $line = shift @lines)) {
        @wanted = ();
        push @wanted, shift @lines while $typed && @lines && $lines[0] !~ /^\$ /;
        runs($where, $line, $status, @wanted);
    }
}

for my $page ('README.md', sort glob('docs/*.md')) {
    for my $block (blocks($page)) {
        my ($marker, $number, $lines) = @$block;
        my $where = "$page:$number";
        if (!defined $marker) {
            fail("$where: a marker says whether this is run: $lines->[0]");
        } elsif ($marker =~ /^run(?: (\d))?$/) {
            run_block($where, $1 // 0, @$lines);
        } elsif ($marker =~ /^seen by (\S+)$/) {
            ok(-e $1, "$where: $lines->[0]: $marker");
        } else {
            like($marker, qr/^(?:form|by hand: .+)$/, "$where: $lines->[0]: $marker");
        }
    }
}
done_testing();
