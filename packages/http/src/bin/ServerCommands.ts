import * as BlobSettings from "./BlobSettings.ts"
import * as CommandLine from "./CommandLine.ts"

/** The shared options of a command that opens the store. */
export const store: ReadonlyArray<"store" | "files"> = ["store", "files"]

/** Commands for servers and whole stores. */
export const declarations: ReadonlyArray<CommandLine.Declaration> = [
  {
    path: "serve",
    summary: "Start the server",
    description: "Variables without an option are listed by quire help environment.",
    options: [{ name: "--no-migrate", description: "refuse a database schema that is not up to date" }],
    shared: ["server", "address", "store", "files", "mail"],
    example: "--database-url postgres://localhost/quire --base-url https://docs.example.com",
    run: ({ has, settings }) =>
      CommandLine.load(
        () => import("./Serve.ts"),
        ({ serve }) => serve({ ...settings, migrate: has("no-migrate") ? "off" : settings.migrate })
      )
  },
  {
    path: "migrate",
    summary: "Bring the database schema up to date",
    options: [
      { name: "--plan", description: "list the pending migrations and run none" },
      { name: "--sql", description: "print the pending migrations as SQL and run none" }
    ],
    shared: ["store"],
    example: "--plan",
    run: ({ has, settings }) =>
      CommandLine.load(
        () => import("./Migrate.ts"),
        ({ migrate }) => migrate(settings, has("sql") ? "print" : has("plan") ? "list" : "run")
      )
  },
  {
    path: "upkeep",
    summary: "Do background work once",
    description:
      "For use on a schedule with servers that run with --upkeep off. Sends emails, runs jobs, delivers events and updates search until nothing is due. Exits with 1 if something failed.",
    options: [{ name: "--seconds <number>", description: "stop after this time", default: "50" }],
    shared: [...store, "address", "mail"],
    example: "--seconds 300",
    run: ({ settings, value }) =>
      CommandLine.load(
        () => import("./Upkeep.ts"),
        ({ upkeep }) => upkeep(settings, value("seconds"))
      )
  },
  {
    path: "backup",
    summary: "Write a backup to a file",
    description: "The backup is a consistent snapshot and can be taken while servers run.",
    options: [
      { name: "--to <file>", description: "file to write, which must not exist", isRequired: true },
      { name: "--incomplete", description: "write a backup although files are missing or damaged" }
    ],
    shared: store,
    example: "--to quire-backup.gz",
    run: ({ has, settings, value }) =>
      CommandLine.load(
        () => import("./Backup.ts"),
        ({ backup }) => backup(settings, value("to") ?? "", has("incomplete"))
      )
  },
  {
    path: "restore",
    summary: "Restore a backup into an empty store",
    argument: ["<file>", "file written by quire backup"],
    shared: store,
    example: "quire-backup.gz --data /var/lib/quire",
    run: ({ arguments: [file = ""], settings }) =>
      CommandLine.load(
        () => import("./Restore.ts"),
        ({ restoreBackup }) => restoreBackup(settings, file)
      )
  },
  {
    path: "blobs move",
    summary: "Copy files between storage locations",
    description: "WHERE is store, folder:PATH or s3://BUCKET/PREFIX. Files that are already there are skipped.",
    options: [
      { name: "--from <where>", description: "location to copy from", isRequired: true },
      { name: "--to <where>", description: "location to copy to", isRequired: true },
      { name: "--remove", description: "remove each file from the source once it is copied" }
    ],
    shared: ["store"],
    example: "--from store --to folder:/var/lib/quire-files",
    run: ({ environment, has, settings, value }) => {
      const places = BlobSettings.parseMove(value("from") ?? "", value("to") ?? "", environment)
      return CommandLine.load(
        () => import("./MoveBlobs.ts"),
        ({ moveBlobs }) => moveBlobs(settings, places, has("remove"))
      )
    }
  },
  {
    path: "blobs use",
    summary: "Set the storage location of files",
    description: "WHERE is store, folder:PATH or s3://BUCKET/PREFIX. Run it after quire blobs move.",
    argument: ["<where>", "location that has copies of the files"],
    options: [{ name: "--force", description: "accept a location without them" }],
    shared: ["store"],
    example: "folder:/var/lib/quire-files",
    run: ({ arguments: [where = ""], environment, has, settings }) => {
      const place = BlobSettings.parse({ name: "WHERE", text: where }, environment)
      return CommandLine.load(
        () => import("./UseBlobs.ts"),
        ({ useBlobs }) => useBlobs(settings, place, has("force"))
      )
    }
  },
  {
    path: "audit verify",
    summary: "Verify the audit log",
    description: "Recomputes every hash chain. Exits with 1 if one is broken.",
    shared: store,
    example: "",
    run: ({ settings }) =>
      CommandLine.load(
        () => import("./Audit.ts"),
        ({ verify }) => verify(settings)
      )
  },
  {
    path: "secrets rotate",
    summary: "Replace the signing key and re-encrypt secrets",
    description:
      "Encrypts with QUIRE_SECRET_KEY all values that are encrypted with another key. Exits with 1 if any are left.",
    options: [{ name: "--now", description: "refuse earlier signatures at once instead of after a day" }],
    shared: store,
    example: "",
    run: ({ has, settings }) =>
      CommandLine.load(
        () => import("./Rotate.ts"),
        ({ rotate }) => rotate(settings, has("now"))
      )
  }
]
