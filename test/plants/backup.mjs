/** The tests that find bugs of backups. */
export const suites = {
  backupHistories: ["test/src/backup/Backups.test.ts", "-t", "from memory to Postgres"],
  backupMoments: ["test/src/backup/Moments.test.ts"],
  backupRefusals: ["test/src/backup/Refusals.test.ts"]
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
  }
]
