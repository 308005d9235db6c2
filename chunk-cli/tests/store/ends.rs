//! Runs that are killed, and several runs at once.

use crate::{Place, document, rows};
use std::{fs, path::Path, process::Stdio, thread, time::Duration};

/// Killed at many moments of a run that changes every document. How far it has come shows in the log of what it has written.
#[test]
fn a_killed_run_leaves_each_document_as_it_was_or_as_it_is() {
    const DOCUMENTS: usize = 40;
    const KILLS: usize = 40;
    let name = |number| format!("{number:03}.md");
    let old = Place::new("tokens");
    for number in 0..DOCUMENTS {
        old.write(&name(number), &document(&format!("old{number}"), 4 + number % 5));
    }
    old.run_well();
    let was = old.rows();
    let new = Place::new("tokens");
    for number in 0..DOCUMENTS {
        new.write(&name(number), &document(&format!("new{number}"), 2 + number % 7));
    }
    new.run_well();
    let is = new.rows();
    let old_bytes = fs::read(old.database()).unwrap();

    let log = new.folder.path().join("chunks.db-wal");
    let length = |log: &Path| fs::metadata(log).map_or(0, |log| log.len());
    let mut random = fastrand::Rng::with_seed(1);
    let (mut killed, mut mixed) = (0, 0);
    while killed < KILLS {
        for file in fs::read_dir(new.folder.path()).unwrap().map(|entry| entry.unwrap().path()) {
            if file.is_file() {
                fs::remove_file(file).unwrap();
            }
        }
        fs::write(new.database(), &old_bytes).unwrap();
        let mut run = new.store().stderr(Stdio::null()).spawn().unwrap();
        let enough = random.u64(1..2 * old_bytes.len() as u64);
        while length(&log) < enough && run.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(50));
        }
        run.kill().unwrap();
        if run.wait().unwrap().success() {
            continue;
        }
        killed += 1;
        let connection = new.connection();
        let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(sound, "ok");
        let found = rows(&connection);
        assert_eq!(found.len(), DOCUMENTS);
        for (source, rows) in &found {
            assert!(*rows == was[source] || *rows == is[source], "{source}");
        }
        mixed += usize::from(found != was && found != is);
        drop(connection);
        new.run_well();
        assert!(new.rows() == is);
    }
    assert!(
        mixed > KILLS / 2,
        "only {mixed} of {killed} were killed between the first document and the last"
    );
}

#[test]
fn two_runs_at_once_wait_for_each_other() {
    let place = Place::new("tokens");
    for number in 0..40 {
        place.write(&format!("{number}.md"), &document(&format!("d{number}"), 4));
    }
    let runs: Vec<_> = (0..3).map(|_| place.store().stderr(Stdio::piped()).spawn().unwrap()).collect();
    for run in runs {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(place.rows().len(), 40);
}
