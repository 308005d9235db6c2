//! Faults of the machine: no thread, no room, no permission, signals, kills, two runs at once. What is left afterwards is
//! what was there, or what a clean run gives, and nothing else.
// Holds: P9, P10

use crate::harness::{Folder, Ran, record, spawn};
use rstest::rstest;
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::{Duration, Instant, UNIX_EPOCH},
};

const RUN: &str = env!("CARGO_BIN_EXE_chunk");

/// A line of a recorder's log.
const EVENT: &str = concat!(
    r#"{"schema_version":"ft.recorder.event.v1","event_id":"e1","pane_id":1,"occurred_at_ms":1,"#,
    r#""event_type":"egress_output","text":"some output"}"#,
    "\n"
);

fn documents(folder: &Folder, below: &str, count: usize, ending: &str) {
    for number in 1..=count {
        let text = format!("{}{ending}", "Some words. ".repeat(40 * number));
        folder.write(&format!("{below}/{number}.txt"), text);
    }
}

fn shell(folder: &Folder, script: &str) -> Ran {
    Command::new("sh").args(["-c", script]).current_dir(folder.path("")).output().unwrap().into()
}

/// Whether a shell command succeeds: a program that a test needs may be missing.
fn can(script: &str) -> bool {
    let is = Command::new("sh").args(["-c", script]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let can = is.is_ok_and(|status| status.success());
    if !can {
        eprintln!("skipped: `{script}` does not go well here");
    }
    can
}

/// If no thread can be started, the main thread does the work.
#[cfg(target_os = "linux")]
#[test]
fn no_further_thread_is_no_fault() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    documents(&folder, "d", 5, "");
    // Long enough for several threads, if there are any.
    fs::write(folder.path("large.md"), "## Use\n\nRead it.\n\n".repeat(50_000)).unwrap();
    folder.write("items/DEMO-1_a.md", "---\nid: DEMO-1\ntitle: t\n---\n\n# Context\n\nIt is slow.\n");
    folder.write("log.jsonl", EVENT);
    let runs = [
        "tokens -q d",
        "tokens -q large.md",
        "markdown -q large.md",
        "hybrid -q d",
        "hybrid -q large.md --strategy semantic-boundary",
        "backlog -q items --root . --product demo",
        "recorder -q log.jsonl",
    ]
    .map(|run| (run, folder.run(run).well()));
    folder.run("tokens -q d large.md --out-dir clean").well();
    folder.run("tokens -q d large.md --store sqlite:clean.db").well();
    // Limits on processes do not hold for root.
    let as_nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups";
    let limited = if can("test $(id -u) = 0") { as_nobody } else { "" };
    if !can(&format!("prlimit --version && {limited} test -x {RUN}")) {
        return;
    }
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o777)).unwrap();
    let run =
        |run: &str| shell(&folder, &format!("exec {limited} prlimit --nproc=0:0 {RUN} {run} -j 8")).well();
    for (arguments, expected) in runs {
        assert_eq!(run(arguments), expected, "{arguments}");
    }
    run("tokens -q d large.md --out-dir out");
    assert_eq!(folder.files("out"), folder.files("clean"));
    run("tokens -q d large.md --store sqlite:out.db");
    folder.run("diff sqlite:clean.db sqlite:out.db --exit-code").well();
}

#[test]
fn few_open_files_are_enough() {
    let folder = Folder::new();
    documents(&folder, "d", 40, "");
    let expected = folder.run("tokens -q d").well();
    assert_eq!(shell(&folder, &format!("ulimit -n 24; exec {RUN} tokens -q d -j 4")).well(), expected);
    shell(&folder, &format!("ulimit -n 24; exec {RUN} tokens -q d -j 4 --out-dir out")).well();
    folder.run("tokens -q d --out-dir clean").well();
    assert_eq!(folder.files("out"), folder.files("clean"));
    shell(&folder, &format!("ulimit -n 24; exec {RUN} tokens -q d -j 4 --store sqlite:out.db")).well();
    folder.run("diff clean sqlite:out.db --exit-code").well();
    // More folders than may be open.
    for number in 1..=40 {
        folder.write(&format!("many/{number}/{number}.txt"), "Some words.");
    }
    let all = folder.run("tokens -q many").well();
    let each = shell(&folder, &format!("cd many; ulimit -n 24; exec {RUN} tokens -q -j 4 *")).well();
    assert_eq!(each.lines().count(), all.lines().count());
    // Far too few: an error message and status, and nothing half-written.
    // What the tests' own caller has left open would take the place of the command's libraries.
    let closed = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-";
    let ran = shell(&folder, &format!("{closed}; ulimit -n 4; exec {RUN} tokens -q d -o out.jsonl"));
    assert!(matches!(ran.status, Some(1 | 2)), "{ran:?}");
    assert!(!folder.names("").iter().any(|name| name.contains(".chunk-")));
}

/// Every signal that asks for an end cleans up, whatever is being written.
#[cfg(unix)]
#[test]
fn signals_leave_nothing() {
    let folder = Folder::with([("d/a.txt", "abc"), ("d/b.txt", "abc"), ("out.jsonl", "old")]);
    folder.run("tokens -q d --out-dir out").well();
    let before = folder.files("");
    let line = format!(r#"{{"interaction_id":"1","text":"{}"}}"#, "abc ".repeat(100_000));
    // Under nohup a run is to outlive its terminal, the next test's case.
    let signals = if ignores_hangup() { &["TERM", "INT"][..] } else { &["TERM", "HUP", "INT"] };
    let end = |child: &mut Child, signal: &str| {
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
    };
    let is_writing = || folder.names("").iter().any(|name| name.contains(".chunk-"));
    for signal in signals {
        let mut child = spawn(&mut folder.chunk("tokens --input jsonl -o out.jsonl"));
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{line}").unwrap();
        wait_until(is_writing);
        end(&mut child, signal);
        assert_eq!(folder.files(""), before, "{signal}");
        // A pipe that nobody writes into keeps the run waiting, after it has announced what it adds.
        assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
        let mut child = spawn(&mut folder.chunk("tokens d pipe --out-dir out --max-tokens 600"));
        let writes = || fs::read_dir(folder.path("out/metadata")).unwrap().count() > 1;
        wait_until(writes);
        end(&mut child, signal);
        fs::remove_file(folder.path("pipe")).unwrap();
        assert!(!folder.names("").iter().any(|name| name.contains(".chunk-")), "{signal}");
        folder.run("tokens -q d --out-dir out").well();
        assert_eq!(folder.files(""), before, "{signal}");
    }
}

/// Whether this process ignores SIGHUP, and what it starts does too.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// A run that is to outlive its terminal does so.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_hangup_stays_ignored() {
    let folder = Folder::new();
    let mut command = Command::new("sh");
    command.args(["-c", &format!("trap '' HUP; exec {RUN} tokens --input jsonl -o out.jsonl")]);
    let mut child = spawn(command.current_dir(folder.path("")));
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, r#"{{"interaction_id":"1","text":"abc"}}"#).unwrap();
    wait_until(|| folder.names("").len() == 1);
    assert!(Command::new("kill").args(["-s", "HUP", &child.id().to_string()]).status().unwrap().success());
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

fn wait_until(is: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is() {
        assert!(Instant::now() < deadline, "it does not come to pass");
        thread::sleep(Duration::from_millis(2));
    }
}

/// A run that was killed over one set of documents, then one over another: the result is that of a clean run, and nothing else.
#[test]
fn a_killed_run_leaves_no_trace_behind_the_next() {
    let folder = Folder::new();
    documents(&folder, "a", 60, "a");
    documents(&folder, "b/deep", 3, "b");
    folder.run("tokens -q b --out-dir clean").well();
    folder.run("tokens -q b -o clean.jsonl").well();
    let started = Instant::now();
    folder.run("tokens -q a --out-dir whole").well();
    let whole = started.elapsed();
    let mut partial = 0;
    for moment in 0..20 {
        let (first, second) = match moment % 2 {
            0 => ("tokens -q a --out-dir out", "tokens -q b --out-dir out"),
            _ => ("tokens -q a -o out.jsonl", "tokens -q b -o out.jsonl"),
        };
        let mut child = folder.chunk(first).spawn().unwrap();
        thread::sleep(whole * moment / 20);
        child.kill().unwrap();
        child.wait().unwrap();
        partial += usize::from(
            (2..61).contains(&folder.names("").iter().filter(|name| name.starts_with("out")).count()),
        );
        folder.run(second).well();
        let left: Vec<_> = folder
            .names("")
            .into_iter()
            .filter(|name| name.starts_with("out") || name.starts_with('.'))
            .collect();
        if moment % 2 == 0 {
            assert_eq!(folder.files("out"), folder.files("clean"), "moment {moment}");
            fs::remove_dir_all(folder.path("out")).unwrap();
        } else {
            assert_eq!(
                (left, folder.read("out.jsonl")),
                (vec!["out.jsonl".to_owned()], folder.read("clean.jsonl"))
            );
            fs::remove_file(folder.path("out.jsonl")).unwrap();
        }
    }
    assert!(partial > 0, "every kill came too early or too late");
}

/// What a killed run left is swept; what another one is writing is not.
#[cfg(unix)]
#[test]
fn only_what_nobody_writes_is_swept() {
    let folder =
        Folder::with([("a.txt", "abc"), (".chunk-abcdef.tmp", "left"), ("x.chunk-abcdef.tmp", "mine")]);
    let mut child = spawn(&mut folder.chunk("tokens --input jsonl -o other.jsonl"));
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, r#"{{"interaction_id":"1","text":"abc"}}"#).unwrap();
    wait_until(|| !folder.path(".chunk-abcdef.tmp").exists() && folder.names("").len() == 3);
    folder.run("tokens -q a.txt -o out.jsonl").well();
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(folder.names(""), ["a.txt", "other.jsonl", "out.jsonl", "x.chunk-abcdef.tmp"]);
}

#[test]
fn two_runs_at_once_both_give_the_whole() {
    let folder = Folder::new();
    documents(&folder, "d", 30, "");
    folder.run("tokens -q d --out-dir clean").well();
    for _ in 0..3 {
        let runs: Vec<_> = (0..2)
            .map(|_| folder.chunk("tokens -q d --out-dir out").stderr(Stdio::piped()).spawn().unwrap())
            .collect();
        for run in runs {
            let ran: Ran = run.wait_with_output().unwrap().into();
            assert_eq!(ran.well(), "");
        }
        assert_eq!(folder.files("out"), folder.files("clean"));
        fs::remove_dir_all(folder.path("out")).unwrap();
    }
}

/// On a disk that is full half-way: what was there stays, and with room again all is well.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_what_was_there() {
    let folder = Folder::new();
    documents(&folder, "d", 40, "");
    let disk = folder.path("disk");
    fs::create_dir(&disk).unwrap();
    let mount = format!("mount -t tmpfs -o size=256k tmpfs {} && umount {0}", disk.display());
    if !can(&format!("unshare -m sh -c '{mount}'")) {
        return;
    }
    let script = format!(
        "mount -t tmpfs -o size=256k tmpfs disk && echo old > disk/out.jsonl && {RUN} tokens -q d -o disk/out.jsonl; \
         echo $?; cat disk/out.jsonl; {RUN} tokens -q d --out-dir disk/out; echo $?; \
         mount -o remount,size=64m disk && {RUN} tokens -q d --out-dir disk/out && {RUN} tokens -q d -o disk/out.jsonl; \
         echo $?; {RUN} tokens -q d --out-dir clean && diff -r disk/out clean && ls -A disk"
    );
    let ran: Ran = Command::new("unshare")
        .args(["-m", "sh", "-c", &script])
        .current_dir(folder.path(""))
        .output()
        .unwrap()
        .into();
    assert_eq!(ran.stdout, "2\nold\n2\n0\nout\nout.jsonl\n", "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("there is no space left").count(), 2, "{}", ran.stderr);
}

/// Run by another user, since root may write anywhere.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_must_not_be_written_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with([("a.txt", "abc"), ("closed/old.jsonl", "old")]);
    let nobody =
        if can("test $(id -u) = 0") { "setpriv --reuid=65534 --regid=65534 --clear-groups" } else { "" };
    if !can(&format!("{nobody} test -x {RUN}")) {
        return;
    }
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(folder.path("closed"), fs::Permissions::from_mode(0o555)).unwrap();
    for arguments in
        ["-o closed/out.jsonl", "-o closed/old.jsonl", "--out-dir closed/out", "--store sqlite:closed/x.db"]
    {
        let said = shell(&folder, &format!("exec {nobody} {RUN} tokens -q a.txt {arguments}")).refused(2);
        assert!(said.starts_with("error: cannot ") && said.contains("closed/"), "{said}");
        assert!(!said.contains(".tmp"), "{said}");
    }
    fs::set_permissions(folder.path("closed"), fs::Permissions::from_mode(0o000)).unwrap();
    assert_eq!(
        shell(&folder, &format!("exec {nobody} {RUN} tokens -q closed")).refused(2),
        "error: closed: cannot read it: permission denied; check its permissions, and those of the folders above it\n"
    );
    fs::set_permissions(folder.path("closed"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(folder.files("closed"), [("old.jsonl".to_owned(), b"old".to_vec())]);
}

#[test]
fn a_file_that_vanishes_is_told_and_the_others_go_on() {
    let folder = Folder::with([("d/a.txt", "abc"), ("d/b.txt", "abc")]);
    // A pipe, so that the run waits with the first document while the second goes.
    assert!(Command::new("mkfifo").arg(folder.path("first")).status().unwrap().success());
    let mut child = spawn(&mut folder.chunk("tokens -j 1 --on-error continue - d"));
    wait_until(|| Path::new(&format!("/proc/{}/fd", child.id())).exists() || cfg!(not(target_os = "linux")));
    thread::sleep(Duration::from_millis(300));
    fs::remove_file(folder.path("d/b.txt")).unwrap();
    child.stdin.take().unwrap().write_all(b"abc").unwrap();
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.status, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("error: d/b.txt: cannot read it: "), "{}", ran.stderr);
    assert_eq!(ran.stdout.lines().count(), 2);
}

/// A document that changes while it is read is refused: it would be half old and half new. The others go on.
#[test]
fn a_document_that_changes_while_it_is_read_is_not_chunked() {
    let folder = Folder::with([("d/a.txt", "One."), ("d/z.txt", "Two.")]);
    // So long that reading takes a while, and not valid UTF-8, so that nothing is chunked even if the change is missed.
    let long = fs::File::create(folder.path("d/long.txt")).unwrap();
    (&long).write_all(&[0xFF]).unwrap();
    long.set_len(32 << 20).unwrap();
    let ends = AtomicBool::new(false);
    let ran = thread::scope(|scope| {
        scope.spawn(|| {
            let mut time = UNIX_EPOCH;
            while !ends.load(Relaxed) {
                time += Duration::from_secs(1);
                long.set_modified(time).unwrap();
            }
        });
        let ran = folder.run("tokens -q d");
        ends.store(true, Relaxed);
        ran
    });
    assert_eq!(ran.stdout, record("a.txt", "One.", 2) + &record("z.txt", "Two.", 2));
    assert_eq!(
        (ran.status, &*ran.stderr),
        (
            Some(2),
            "error: d/long.txt: cannot read it: it changed while it was read; run it again when nothing writes to it\n"
        )
    );
}

/// A file of lines may grow, and another may take its place: what was read stays valid. If it is cut or rewritten, it does not.
#[rstest]
#[case::grown(|path: &Path, lines: &[u8]| File::options().append(true).open(path).unwrap().write_all(lines).unwrap(), 2 * LINES)]
#[case::replaced(|path: &Path, _: &[u8]| fs::rename(path.with_extension("new"), path).unwrap(), LINES)]
#[case::removed(|path: &Path, _: &[u8]| fs::remove_file(path).unwrap(), LINES)]
#[case::cut(|path: &Path, _: &[u8]| File::options().write(true).open(path).unwrap().set_len(500_000).unwrap(), 0)]
#[case::rewritten(|path: &Path, _: &[u8]| File::options().write(true).open(path).unwrap().set_modified(UNIX_EPOCH).unwrap(), 0)]
fn lines_of_a_file_that_is_cut_while_it_is_read_are_told(
    #[case] change: fn(&Path, &[u8]),
    #[case] expected: usize,
) {
    let lines = format!("{}\n", r#"{"interaction_id":"1","text":"Some words."}"#).repeat(LINES);
    let folder = Folder::with([("a.jsonl", &*lines), ("a.new", "")]);
    let mut child = spawn(&mut folder.chunk("tokens --input jsonl a.jsonl"));
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    // Nobody reads its output, so it waits in the middle of its input.
    change(&folder.path("a.jsonl"), lines.as_bytes());
    let written = 1 + stdout.lines().count();
    let ran = child.wait_with_output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(said.contains("it changed while it was read"), expected == 0, "{said}");
    assert_eq!(ran.status.code(), Some(if expected == 0 { 2 } else { 0 }));
    assert!(expected == 0 || written == expected, "{written}");
}

const LINES: usize = 20_000;
