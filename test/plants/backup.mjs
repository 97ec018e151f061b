/** The tests that find bugs of backups. */
export const suites = {
  backupHistories: ["test/src/backup/Backups.", "-t", "from memory to Postgres"],
  backupMoments: ["test/src/backup/Moments."],
  backupRefusals: ["test/src/backup/Refusals."],
  backupFiles: ["test/src/backup/Files.", "-t", "in a folder|nothing names|kept the place"],
  reindexing: ["test/src/engine/writing/Reindex.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "backupHistories",
    bug: "a backup forgets the counters of rows, and is as whole as it says",
    package: "adapters",
    file: "postgres/PgStoreCopy.ts",
    from: "({ ...zeros, ...counters, id })",
    to: "({ ...counters, ...zeros, id })"
  },
  {
    suite: "backupMoments",
    bug: "each table of a backup is of a moment of its own",
    package: "adapters",
    file: "postgres/session/Snapshot.ts",
    from: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    to: "BEGIN ISOLATION LEVEL READ COMMITTED, READ ONLY"
  },
  {
    suite: "backupRefusals",
    bug: "the digest at the end of a backup is not looked at",
    package: "adapters",
    file: "backup/GzipPacking.ts",
    from: 'if (!held.equals(DigestMember.make(hash.digest("hex"))))',
    to: "if (held.length !== DigestMember.length)"
  },
  {
    suite: "backupFiles",
    bug: "bytes that are not what their hash says are whole in a backup",
    file: "writing/backup/BackupBlobs.ts",
    from: "written.add(hash, size, hashing.end() === hash)",
    to: "written.add(hash, size, hashing.end().length > 0)"
  },
  {
    suite: "backupFiles",
    bug: "a backup lacks files that rows name, and says it is whole",
    file: "writing/backup/Backups.ts",
    from: "if (missing.length > 0 && !incomplete)",
    to: "if (written.damaged.size > 0 && !incomplete)"
  },
  {
    suite: "backupFiles",
    bug: "restored files are not read again",
    file: "writing/backup/Restoring.ts",
    from: "yield* requireFiles(walked.whole)",
    to: ""
  },
  {
    suite: "reindexing",
    bug: "a run of upkeep begins spaces when its time is over",
    file: "writing/search/Reindex.ts",
    from: ">= deadline) break",
    to: ">= deadline + 1e9) break"
  }
]
