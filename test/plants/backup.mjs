/** The tests that find faults in backups. */
export const suites = {
  backupHistories: ["test/src/backup/Backups.", "-t", "from memory to Postgres"],
  backupMoments: ["test/src/backup/Moments."],
  backupRefusals: ["test/src/backup/Refusals."],
  backupFiles: ["test/src/backup/Files.", "-t", "in a folder|unreferenced files|another file has replaced"],
  reindexing: ["test/src/engine/spaces/Reindex.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "backupHistories",
    bug: "a restore resets the counters of rows",
    package: "adapters",
    file: "postgres/PgStoreCopy.ts",
    from: "({ ...zeros, ...counters, id })",
    to: "({ ...counters, ...zeros, id })"
  },
  {
    suite: "backupMoments",
    bug: "each table of a backup is read at a different time",
    package: "adapters",
    file: "postgres/session/Lock.ts",
    from: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    to: "BEGIN ISOLATION LEVEL READ COMMITTED, READ ONLY"
  },
  {
    suite: "backupRefusals",
    bug: "the digest at the end of a backup is not checked",
    package: "adapters",
    file: "backup/GzipPacking.ts",
    from: 'if (!held.equals(makeDigestMember(hash.digest("hex"))))',
    to: "if (held.length !== digestMemberLength)"
  },
  {
    suite: "backupFiles",
    bug: "a blob whose content does not match its hash counts as intact in a backup",
    file: "operations/backup/Backups.ts",
    from: "written.add(hash, size, hashing.end() === hash)",
    to: "written.add(hash, size, hashing.end().length > 0)"
  },
  {
    suite: "backupFiles",
    bug: "a backup without files that rows reference counts as complete",
    file: "operations/backup/Backups.ts",
    from: "if (missing.length > 0 && !incomplete)",
    to: "if (written.damaged.size > 0 && !incomplete)"
  },
  {
    suite: "backupFiles",
    bug: "restored files are not read back",
    file: "operations/backup/Restoring.ts",
    from: "yield* requireFiles(walked.whole)",
    to: ""
  },
  {
    suite: "reindexing",
    bug: "maintenance starts reindexing a space after its time limit",
    file: "spaces/search/Reindex.ts",
    from: ">= deadline) break",
    to: ">= deadline + 1e9) break"
  }
]
