# tests/kit/Cli.pm: the host command, run as its users run it, with all of Tap.pm. BARECARD names the program.
package Cli;
use strict;
use warnings;
use parent 'Tap';
use File::Temp qw(tempdir);
use Test::More;

our @EXPORT = qw($barecard $dir put_file run answers explains refuses);

our $barecard = $ENV{BARECARD} || 'build/barecard';
our $dir = tempdir(CLEANUP => 1);

sub put_file {
    my ($name, $bytes) = @_;
    open(my $file, '>:raw', "$dir/$name") or die "$dir/$name: $!";
    print $file $bytes;
    close($file);
    return "$dir/$name";
}

# Runs the command on that input; gives its output, messages and status.
sub run {
    my ($input, @arguments) = @_;
    my $in = put_file('in', $input);
    my $command = join(' ', map { "'$_'" } $barecard, @arguments);
    my $out = `$command < $in 2> $dir/err`;
    my $status = $?;
    open(my $err, '<', "$dir/err") or die;
    local $/;
    return ($out, scalar <$err> // '', $status & 127 ? "signal $status" : $status >> 8);
}

sub answers {
    my ($name, $input, $wanted, $status, @arguments) = @_;
    my ($out, $err, $seen) = run($input, @arguments);
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    is($out, $wanted, $name);
    return is($err . $seen, $status, "$name: status $status and no message");
}

# With --explain, and without it the same but for the reasons, which are indented.
sub explains {
    my ($name, $input, $wanted, $status, @arguments) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    answers($name, $input, $wanted, $status, @arguments, '--explain');
    return answers("$name.short", $input, $wanted =~ s/^  .*\n//gmr, $status, @arguments);
}

sub refuses {
    my ($name, $says, @arguments) = @_;
    my ($out, $err, $status) = run('', @arguments);
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    is($out, '', "$name: no output");
    like($err, $says, "$name: says so");
    return is($status, 2, "$name: status 2");
}

1;
