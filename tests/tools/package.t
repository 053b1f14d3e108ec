#!/usr/bin/perl
# What leaves the folder: manual pages, completion for bash, installed files, the Debian package, the archive of
# the sources. And that the documents name every subcommand and every option.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Cli;

my $make = "env -u MAKEFLAGS -u MAKELEVEL make -s BUILD=$build";

sub slurp {
    open(my $file, '<', $_[0]) or die "$_[0]: $!";
    local $/;
    return scalar <$file>;
}

sub lines_of {
    my @lines = `$_[0]`;
    chomp @lines;
    return sort @lines;
}

my @commands = map { /^  (\w+)  / ? $1 : () } split /\n/, `$barecard --help`;
cmp_ok(scalar @commands, '>=', 13, 'the subcommands are listed');

# ---- documents ---------------------------------------------------------------------------------------

my $guide = slurp('docs/host-command.md');
for my $command (@commands) {
    my ($section) = $guide =~ /^##[^\n]*(?<![\w-])$command\b[^\n]*\n(.*?)(?=^## |\z)/ms;
    my %seen = map { $_ => 1 } `$barecard $command --help` =~ /(?<![\w-])(--[a-z][a-z-]+)/g;
    my @missing = defined $section ? grep { $section !~ /\Q$_\E(?![a-z-])/ } sort keys %seen : 'the section';
    is("@missing", '', "docs/host-command.md has a section on $command and all its options");
}

# ---- manual pages ------------------------------------------------------------------------------------

my $manual = slurp("$build/man/barecard.1");
is(join(' ', $manual =~ /^\.SS barecard (\w+)$/mg), "@commands", 'barecard.1 describes each command');
for my $command (@commands) {
    my %options = map { $_ => 1 } `$barecard $command --help` =~ /^  (--[a-z-]+)/mg;
    my @missing = grep { (my $escaped = $_) =~ s/-/\\-/g; index($manual, $escaped) < 0 } keys %options;
    is("@missing", '', "barecard.1 has the options of $command");
}
my $keys = slurp("$build/man/barecard.cfg.5");
my @shipped = slurp('efi/barecard.cfg') =~ /^#(\w+)=/mg;
is(join(' ', sort($keys =~ /^\.BR (\w+) =$/mg)), join(' ', sort @shipped),
    'barecard.cfg.5 has the keys of the file on the stick');
is(`mandoc -T lint -W warning $build/man/barecard.1 $build/man/barecard.cfg.5 2>&1`, '',
    'mandoc has no warning for the pages');

# ---- completion --------------------------------------------------------------------------------------

sub completes {
    my @words = @_;
    my $list = join(' ', map { "'$_'" } @words);
    my $script = "source tools/completion.bash; COMP_WORDS=($list); COMP_CWORD=$#words; _barecard; "
        . 'printf "%s\n" "${COMPREPLY[@]}"';
    symlink(Cwd::abs_path($barecard), "$dir/barecard") unless -e "$dir/barecard";
    open(my $pipe, '-|', 'env', "PATH=$dir:$ENV{PATH}", 'bash', '-c', $script) or die;
    chomp(my @found = <$pipe>);
    return join(' ', sort @found);
}
require Cwd;
is(completes('barecard', 'de'), 'decode defects devinit', 'completion of a command');
is(completes('barecard', 'decode', '--c'), '--check --chipset --count', 'completion of an option');
is(completes('barecard', 'decode', '--chipset', 'gt21'), 'gt215 gt216 gt218', 'completion of a chipset');
is(completes('barecard', 'selftest', '--defect', 'vram-stuc'), 'vram-stuck', 'completion of a defect');
is(completes('barecard', 'selftest', '--suite', 'vm.pte.w'), 'vm.pte.wrong_target', 'completion of a test')
    if `$barecard tests` =~ /^vm\.pte\.wrong_target\t/m;

mkdir("$dir/sys") or die;
for my $device (['0000:01:00.0', '0x10de', '0x030000'], ['0000:01:00.1', '0x10de', '0x040300'], ['0000:02:00.0', '0x1002', '0x030000']) {
    my ($at, $vendor, $class) = @$device;
    system("mkdir -p $dir/sys/bus/pci/devices/$at && cd $dir/sys/bus/pci/devices/$at && echo $vendor >vendor && echo $class >class") == 0
        or die;
}
$ENV{BARECARD_SYS} = "$dir/sys";
is(completes('barecard', 'run', '0'), '0000:01:00.0', "completion of a card's address");
is(completes('barecard', 'run', '--take', ''), '0000:01:00.0', 'and after an option without a value');
is(completes('barecard', 'run', '--m2'), '--m2mf', 'completion of a key of barecard.cfg');

# ---- files -------------------------------------------------------------------------------------------

my @installed = qw(
    bin/barecard lib/barecard/barecard.so share/barecard/BOOTX64.EFI share/barecard/barecard.cfg
    share/barecard/barecard.img share/barecard/barecard.iso share/bash-completion/completions/barecard
    share/doc/barecard/CHANGELOG.md share/doc/barecard/README.md share/doc/barecard/copyright
    share/doc/barecard/docs/hardware/tesla-vm.md share/doc/barecard/docs/host-command.md share/man/man1/barecard.1
    share/man/man5/barecard.cfg.5);
is(system("$make install DESTDIR=$dir/root PREFIX=/opt/x >$dir/install.log 2>&1"), 0, 'make install')
    or diag(slurp("$dir/install.log"));
is(join(' ', grep { !-s "$dir/root/opt/x/$_" } @installed), '', 'what is installed, below PREFIX');
is(join(' ', lines_of("cd $dir/root && find . -type f ! -path './opt/x/*'")), '', 'and nothing elsewhere');
like(`$dir/root/opt/x/bin/barecard --version`, qr/^barecard \d+\.\d+\.\d+$/, 'the installed command runs');

is(system("$make deb >$dir/deb.log 2>&1"), 0, 'make deb') or diag(slurp("$dir/deb.log"));
my ($package) = glob("$build/barecard_*.deb");
my %names = map { s/.* \.\/usr\///r => 1 } lines_of("dpkg-deb -c $package | sed 's/ -> .*//'");
is(join(' ', grep { !$names{ m{share/man} ? "$_.gz" : $_ } } @installed), '', 'what the package has');
like(`dpkg-deb -f $package Depends`, qr/libc6.*libjansson4.*libxml2/, 'the libraries that it needs');
like(`dpkg-deb -f $package Recommends`, qr/^qemu-system-x86 \(>= 1:(\d+\.\d+)\), qemu-system-x86 \(<< 1:\g1\.99\), ovmf, kmod$/,
    'the QEMU whose plugin it has');

SKIP: {
    skip 'no git here: the sources are not a repository', 2 unless `git rev-parse --verify -q HEAD 2>/dev/null`;
    is(system("$make dist >$dir/dist.log 2>&1"), 0, 'make dist');
    my ($archive) = glob("$build/barecard-*.tar.gz");
    is(join("\n", map { s{^barecard-[\d.]+/}{}r } lines_of("tar -tzf $archive | grep -v '/\$'")),
        join("\n", lines_of('git ls-tree -r --name-only HEAD')), 'the archive has the sources of the last commit');
}

done_testing();
