/** The tests that find faults in how servers are configured, started, upgraded and mounted. */
export const suites = {
  secretFiles: ["packages/http/test/bin/SecretFiles."],
  additive: ["packages/adapters/test/postgres/AdditiveMigrations."],
  serverFit: ["packages/adapters/test/postgres/ServerCheck.", "-t", "whatever it says of itself"]
}

export const plants = [
  {
    suite: "secretFiles",
    bug: "a variable and its file are accepted together",
    package: "http",
    file: "bin/SecretFiles.ts",
    from: 'if ((environment[name] ?? "") !== "") return refuse',
    to: 'if ((environment[variable] ?? "") === "") return refuse'
  },
  {
    suite: "additive",
    bug: "a server runs on any newer schema, additive or not",
    package: "adapters",
    file: "postgres/Migrations.ts",
    from: "past.additive === true && past.id",
    to: "past.id"
  },
  {
    suite: "serverFit",
    bug: "a database server without transaction locks is accepted",
    package: "adapters",
    file: "postgres/ServerCheck.ts",
    from: "own.isOpen && own.isLocked && own.isLatest",
    to: "own.isOpen && own.isLatest"
  }
]
