/** The tests that find bugs of how servers are started, replaced and connected. */
export const suites = {
  secretFiles: ["packages/http/test/bin/SecretFiles."],
  additive: ["packages/adapters/test/postgres/AdditiveMigrations."],
  serverFit: ["packages/adapters/test/postgres/ServerCheck.", "-t", "whatever it says of itself"]
}

export const plants = [
  {
    suite: "secretFiles",
    bug: "a variable and its file are both taken",
    package: "http",
    file: "bin/SecretFiles.ts",
    from: 'if ((environment[name] ?? "") !== "") return refuse',
    to: 'if ((environment[variable] ?? "") === "") return refuse'
  },
  {
    suite: "additive",
    bug: "a program serves whatever schema is newer",
    package: "adapters",
    file: "postgres/Migrations.ts",
    from: "past.additive === true && past.id",
    to: "past.id"
  },
  {
    suite: "serverFit",
    bug: "an engine without locks of transactions is accepted",
    package: "adapters",
    file: "postgres/ServerCheck.ts",
    from: "own.isOpen && own.isLocked && own.isLatest",
    to: "own.isOpen && own.isLatest"
  }
]
