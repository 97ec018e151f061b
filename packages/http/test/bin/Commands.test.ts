import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { parseCommand } from "../../src/bin/Commands.ts"
import * as ErrorReport from "../../src/bin/ErrorReport.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

type Variables = Readonly<Record<string, string>>
type Row = readonly [what: string, words: ReadonlyArray<string>, variables: Variables, text: RegExp]

/** The error report of a command that must fail before it starts anything. */
const errorOf = (words: ReadonlyArray<string>, variables: Variables = {}) =>
  Effect.map(Effect.exit(parseCommand(words, variables)), (exit): ErrorReport.ErrorReport => {
    if (Exit.isSuccess(exit)) return assert.fail("the command succeeded")
    return ErrorReport.ofCause(exit.cause)
  })

const refused: ReadonlyArray<Row> = [
  [
    "a port that is not a number",
    ["serve", "--port", "http"],
    {},
    /--port must be an integer from 0 to 65535, not "http"/
  ],
  ["a port that is too large", ["serve", "--port", "65536"], {}, /--port must be an integer/],
  ["a port in a variable", ["serve"], { QUIRE_PORT: "-1" }, /QUIRE_PORT must be an integer/],
  ["an unknown store", ["serve", "--store", "mysql"], {}, /--store must be embedded, memory or postgres, not "mysql"/],
  ["an unknown store in a variable", ["migrate"], { QUIRE_STORE: "disk" }, /QUIRE_STORE must be/],
  ["a grace that is too long", ["serve", "--grace", "600001"], {}, /--grace must be an integer from 0 to 600000/],
  ["a grace in a variable", ["serve"], { QUIRE_GRACE: "1s" }, /QUIRE_GRACE must be an integer/],
  [
    "an unknown pooler",
    ["serve", "--database-pooler", "statement"],
    {},
    /--database-pooler must be transaction or session, not "statement"/
  ],
  [
    "a replica with an invalid address",
    ["serve", "--database-url", "postgres://h/d", "--database-replica", "postgres://h/d", "--database-replica", "x"],
    {},
    /--database-replica must be a postgres:\/\/ URL/
  ],
  [
    "17 replicas in a variable",
    ["serve", "--database-url", "postgres://h/d"],
    { QUIRE_DATABASE_REPLICA: Array(17).fill("postgres://h/d").join(", ") },
    /QUIRE_DATABASE_REPLICA may name at most 16 replicas/
  ],
  [
    "a replica of the embedded store",
    ["serve", "--store", "embedded", "--database-replica", "postgres://h/d"],
    {},
    /--database-replica requires --store postgres/
  ],
  [
    "a staleness without a replica",
    ["serve", "--database-url", "postgres://h/d", "--database-staleness", "100"],
    {},
    /--database-staleness requires --database-replica/
  ],
  ...["99", "600001", "2 seconds"].map(
    (bound) =>
      [
        `a staleness of ${bound}`,
        ["serve", "--database-url", "postgres://h/d", "--database-replica", "postgres://h/d"],
        { QUIRE_DATABASE_STALENESS: bound },
        new RegExp(`QUIRE_DATABASE_STALENESS must be an integer from 100 to 600000, not "${bound}"`)
      ] as const
  ),
  [
    "an invalid value of QUIRE_MIGRATE",
    ["serve"],
    { QUIRE_MIGRATE: "no" },
    /QUIRE_MIGRATE must be auto or off, not "no"/
  ],
  [
    "a first token and a file for it",
    ["serve", "--bootstrap-token-file", "token"],
    { QUIRE_BOOTSTRAP_TOKEN: "t".repeat(32) },
    /QUIRE_BOOTSTRAP_TOKEN and --bootstrap-token-file cannot be used together/
  ],
  [
    "a secret in a missing file",
    ["serve"],
    { QUIRE_SECRET_KEY_FILE: "/absent/key" },
    /QUIRE_SECRET_KEY_FILE: "\/absent\/key" cannot be read/
  ],
  [
    "an unknown option",
    ["serve", "--prot", "1"],
    {},
    /^unknown option '--prot' \(Did you mean --port\?\) \(see quire serve --help\)$/
  ],
  [
    "an unknown option of a nested command",
    ["token", "create", "--lable", "a"],
    {},
    /'--lable' \(Did you mean --label\?\) \(see quire token create --help\)/
  ],
  ["an option of another command", ["serve", "--space", "s"], {}, /'--space'/],
  ["a missing value", ["serve", "--port"], {}, /option '--port <number>' argument missing/],
  [
    "an option in the place of a value",
    ["serve", "--data", "--port", "1"],
    {},
    /option '--data <folder>' argument missing/
  ],
  [
    "a short first token",
    ["serve"],
    { QUIRE_BOOTSTRAP_TOKEN: "short" },
    /QUIRE_BOOTSTRAP_TOKEN must have 32 characters/
  ],
  ["a short secret key", ["serve"], { QUIRE_SECRET_KEY: "k".repeat(31) }, /QUIRE_SECRET_KEY must have 32 characters/],
  [
    "a short previous key",
    ["serve"],
    { QUIRE_SECRET_KEY_PREVIOUS: "k".repeat(31) },
    /QUIRE_SECRET_KEY_PREVIOUS must have 32 characters/
  ],
  ["files in an unknown place", ["serve", "--blobs", "disk"], {}, /--blobs must be store, folder:PATH or s3/],
  [
    "a bucket without keys",
    ["serve"],
    { QUIRE_BLOBS: "s3://docs", AWS_ACCESS_KEY_ID: "" },
    /requires AWS_ACCESS_KEY_ID/
  ],
  ["blobs without a command", ["blobs"], {}, /^blobs requires a command \(see quire blobs --help\)$/],
  [
    "an unknown command of a family",
    ["token", "lst"],
    {},
    /^unknown command 'lst' \(Did you mean list\?\) \(see quire token --help\)$/
  ],
  ["a log in an unknown format", ["serve", "--log", "xml"], {}, /--log must be json or text, not "xml"/],
  ["a move without a target", ["blobs", "move", "--from", "store"], {}, /required option '--to <where>' not specified/],
  ["a move to itself", ["blobs", "move", "--from", "store", "--to", "store"], {}, /must be different/],
  [
    "a move from memory",
    ["blobs", "move", "--from", "store", "--to", "folder:/tmp/never", "--store", "memory"],
    {},
    /memory store is not persistent/
  ],
  ["secrets without a command", ["secrets"], {}, /secrets requires a command/],
  ["secrets of memory", ["secrets", "rotate", "--store", "memory"], {}, /memory store is not persistent/],
  [
    "an invalid mail server",
    ["serve", "--mail-url", "http://u:geheim@h", "--mail-from", "a@b.test"],
    {},
    /--mail-url must be an smtp:\/\/ or smtps:\/\/ URL/
  ],
  [
    "a mail server without a sender",
    ["serve"],
    { QUIRE_MAIL_URL: "smtp://u:geheim@h" },
    /QUIRE_MAIL_URL requires --mail-from/
  ],
  ["a sender on no domain", ["serve"], { QUIRE_MAIL_FROM: "Quire <quire@docs..test>" }, /QUIRE_MAIL_FROM must be an/],
  ["an invalid sender", ["serve", "--mail-from", "nobody"], {}, /--mail-from must be an address or Name <address>/],
  [
    "two mail transports",
    ["serve", "--mail-folder", "outbox"],
    { QUIRE_MAIL_URL: "smtp://u:geheim@h", QUIRE_MAIL_FROM: "a@b.test" },
    /QUIRE_MAIL_URL and --mail-folder cannot be used together/
  ],
  [
    "unknown emails",
    ["serve", "--mail-off", "invitation,news"],
    {},
    /--mail-off must be all or invitation, sign-in, webhook, not "news"/
  ],
  ["a store without its URL", ["serve", "--store", "postgres"], {}, /--store postgres requires --database-url/],
  [
    "a database other than Postgres",
    ["serve", "--database-url", "mysql://u:geheim@h/d"],
    {},
    /--database-url must be a postgres/
  ],
  ["an invalid base URL", ["serve", "--base-url", "docs.test"], {}, /--base-url must be an http or https URL/],
  ["an app URL of another kind", ["serve"], { QUIRE_APP_URL: "ftp://app.test" }, /QUIRE_APP_URL must be an http/],
  ["a rate limit of zero", ["serve", "--rate-limit", "0"], {}, /--rate-limit must be an integer from 1/],
  [
    "a proxy that is a name",
    ["serve", "--trusted-proxies", "10.0.0.0/8, proxy.test"],
    {},
    /--trusted-proxies must be addresses and networks such as 10\.0\.0\.0\/8, not "proxy\.test"/
  ],
  ["a network that is too long", ["serve"], { QUIRE_TRUSTED_PROXIES: "10.0.0.0/33" }, /QUIRE_TRUSTED_PROXIES must be/],
  ["a host that is a name", ["serve", "--host", "docs.test"], {}, /--host must be an IP address/],
  ["unknown creators", ["serve", "--org-creation", "me"], {}, /--org-creation must be anyone or operators/],
  [
    "an invalid fetch allow-list entry",
    ["serve", "--store", "memory", "--port", "0"],
    { QUIRE_FETCH_ALLOW: "a b" },
    /QUIRE_FETCH_ALLOW/
  ],
  [
    "a DNS server that is a name",
    ["serve", "--store", "memory", "--port", "0"],
    { QUIRE_DNS_SERVERS: "127.0.0.1, dns.test" },
    /QUIRE_DNS_SERVERS: DNS servers must be IP addresses/
  ],
  [
    "a translator with an invalid address",
    ["serve", "--store", "memory", "--port", "0"],
    { QUIRE_TRANSLATOR_URL: "translate.test" },
    /QUIRE_TRANSLATOR_URL must be an http or https URL, or pseudo/
  ],
  [
    "too little memory for PDFs",
    ["serve", "--store", "memory", "--port", "0"],
    { QUIRE_PDF_MEMORY_MB: "255" },
    /QUIRE_PDF_MEMORY_MB must be an integer from 256 to 65536, not "255"/
  ],
  [
    "more time for PDFs than a job has",
    ["serve", "--store", "memory", "--port", "0"],
    { QUIRE_PDF_SECONDS: "271" },
    /QUIRE_PDF_SECONDS must be an integer from 10 to 270, not "271"/
  ],
  [
    "a wait that is not a number",
    ["serve", "--database-wait", "for ever"],
    {},
    /--database-wait must be an integer from 0 to 3600/
  ],
  ["an unknown command", ["serv"], {}, /^unknown command 'serv' \(Did you mean serve\?\) \(see quire --help\)$/],
  ["token without a command", ["token"], {}, /token requires a command/],
  [
    "a token for an invalid address",
    ["token", "create", "--user", "admin"],
    {},
    /--user must be an email address, not "admin"/
  ],
  ["an import without a file", ["import", "--space", "s"], {}, /import requires a file/],
  ["an import without a space", ["import", "a.md"], {}, /import requires --space ID/],
  [
    "an import of an unknown kind",
    ["import", "a.md", "--space", "s", "--source", "doc"],
    {},
    /--source must be one of/
  ],
  ["an import from an invalid address", ["import", "http://", "--space", "s"], {}, /"http:\/\/" is not a URL/],
  [
    "an import into memory",
    ["import", "a.md", "--space", "s", "--store", "memory"],
    {},
    /memory store is not persistent/
  ],
  ["a publication without a path", ["publish"], {}, /missing required argument 'path'/],
  ["a publication without a title", ["publish", "d", "--title", " "], {}, /--title must have 2 to 50 characters/],
  ["a publication in memory", ["publish", "docs", "--store", "memory"], {}, /memory store is not persistent/],
  ["audit without a command", ["audit"], {}, /audit requires a command/],
  [
    "a certificate of a database that cannot be read",
    ["migrate", "--database-url", "postgres://u:geheim@h/d?sslrootcert=/no/such.pem"],
    {},
    /--database-url must be a postgres:\/\/ URL whose sslrootcert names a file that can be read/
  ],
  ["a backup without a target", ["backup"], {}, /required option '--to <file>' not specified/],
  [
    "a database that may be a standby",
    ["migrate", "--database-url", "postgres://u:geheim@a,b/d?target_session_attrs=any"],
    {},
    /--database-url must be a postgres:\/\/ URL whose target_session_attrs is read-write, if it has one/
  ],
  [
    "a replica of several servers",
    ["serve", "--database-url", "postgres://h/d", "--database-replica", "postgres://u:geheim@a,b/d"],
    {},
    /--database-replica must be a postgres:\/\/ URL of one server/
  ],
  [
    "a backup to standard output",
    ["backup", "--to", "-"],
    {},
    /--to must be a file, not a stream, because a backup is read twice/
  ],
  [
    "a restoration from standard input",
    ["restore", "-"],
    {},
    /FILE must be a file, not a stream, because a backup is read twice/
  ],
  ["a backup of memory", ["backup", "--to", "b", "--store", "memory"], {}, /memory store is not persistent/],
  ["a restoration without a file", ["restore"], {}, /missing required argument 'file'/],
  ["a restoration into memory", ["restore", "b", "--store", "memory"], {}, /memory store is not persistent/],
  ["an audit of memory", ["audit", "verify", "--store", "memory"], {}, /memory store is not persistent/],
  ["user without a command", ["user"], {}, /user requires a command/],
  ["an export without a user", ["user", "export"], {}, /missing required argument 'user'/],
  ["a user with an invalid address", ["user", "create", "ann"], {}, /EMAIL must be an email address, not "ann"/],
  ["an erasure without --yes", ["user", "erase", "a@b.example"], {}, /cannot be undone; pass --yes/],
  [
    "an erasure in memory",
    ["user", "erase", "a@b.example", "--yes", "--store", "memory"],
    {},
    /memory store is not persistent/
  ],
  ["a migration of memory", ["migrate", "--store", "memory"], {}, /memory store has no schema/],
  ["a surplus argument", ["serve", "now"], {}, /too many arguments for 'serve'/],
  ["a second import", ["import", "a.md", "b.md", "--space", "s"], {}, /too many arguments for 'import'/],
  ["maintenance of memory", ["upkeep", "--store", "memory"], {}, /memory store is not persistent/],
  ["maintenance for zero seconds", ["upkeep", "--seconds", "0"], {}, /--seconds must be an integer from 1 to 99999/],
  [
    "a schema of another store",
    ["serve", "--store", "memory", "--database-schema", "a"],
    {},
    /--database-schema requires --store postgres/
  ],
  ["an unknown kind of maintenance", ["serve", "--upkeep", "maybe"], {}, /--upkeep must be auto or off, not "maybe"/],
  [
    "a schema with an invalid name",
    ["serve", "--database-url", "postgres://h/d", "--database-schema", "A"],
    {},
    /--database-schema must be up to 63/
  ],
  ["an export without a space", ["export", "--to", "x"], {}, /missing required argument 'space'/],
  ["an export without a target", ["export", "s"], {}, /required option '--to <path>' not specified/],
  [
    "an export at an invalid time",
    ["export", "s", "--to", "x", "--as-of", "yesterday", "--database-url", "postgres://h/d"],
    {},
    /--as-of must be a time/
  ],
  ["an import of a description without a file", ["import", "--to", "s"], {}, /import requires a file/],
  ...(
    [
      ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" }],
      ["OTEL_EXPORTER_OTLP_PROTOCOL", { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
      ["OTEL_EXPORTER_OTLP_HEADERS", { OTEL_EXPORTER_OTLP_HEADERS: "nothing" }],
      ["OTEL_TRACES_SAMPLER", { OTEL_TRACES_SAMPLER: "sometimes" }],
      ["OTEL_TRACES_SAMPLER_ARG", { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "1.1" }],
      ["QUIRE_ADMIN_PORT", { QUIRE_ADMIN_PORT: "65536" }],
      ["QUIRE_ADMIN_HOST", { QUIRE_ADMIN_PORT: "0", QUIRE_ADMIN_HOST: "example.com" }]
    ] as const
  ).map(
    ([name, variables]) =>
      [
        `a wrong ${name}`,
        ["serve", "--store", "memory", "--port", "0"],
        { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", ...variables },
        new RegExp(`^${name} must be`)
      ] as const
  )
]

describe("the quire command", () => {
  it.live.each(refused)("rejects %s with code 2 and one line", ([, words, variables, expected]) =>
    Effect.gen(function* () {
      const { code, text = "" } = yield* errorOf(words, variables)
      assert.strictEqual(code, 2, text)
      assert.match(text, expected)
      assert.notInclude(text, "\n")
      assert.notInclude(text, "geheim")
    })
  )

  it.live("reports a database that cannot be reached in one line, with code 1 and without its password", () =>
    Effect.gen(function* () {
      const url = "postgres://quire:geheim@127.0.0.1:1/quire"
      const { code, text = "" } = yield* errorOf(["migrate", "--database-url", url])
      assert.strictEqual(code, 1)
      assert.notInclude(text, "\n")
      assert.notInclude(text, "geheim")
    })
  )

  it.live("rejects an import of a file that does not exist, and creates no store for it", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [file, data] = [join(folder, "absent.md"), join(folder, "store")]
      const { code, text } = yield* errorOf(["import", file, "--space", "s", "--data", data])
      assert.deepStrictEqual([code, text], [2, `"${file}" cannot be read`])
      assert.isFalse(existsSync(data))
    }).pipe(Effect.scoped)
  )
})

const commandsOfStores: ReadonlyArray<ReadonlyArray<string>> = [
  ["token", "create"],
  ["token", "list"],
  ["token", "revoke", "t"],
  ["user", "create", "a@b.example"],
  ["user", "list"],
  ["migrate", "--plan"],
  ["migrate", "--sql"],
  ["publish", "FOLDER/a.md", "--title", "Guide"],
  ["blobs", "use", "folder:files"],
  ["secrets", "rotate"],
  ["audit", "verify"],
  ["upkeep"],
  ["user", "export", "a@b.example"],
  ["user", "erase", "a@b.example", "--yes"],
  ["blobs", "move", "--from", "store", "--to", "folder:files"],
  ["backup", "--to", "FOLDER/kept"],
  ["import", "FOLDER/a.md", "--space", "s"],
  ["import", "FOLDER/a.yaml", "--to", "s"],
  ["export", "s", "--to", "FOLDER/exported"]
]

describe("a command on a folder without a store (rule store-there)", () => {
  it.live.each(commandsOfStores)("fails with code 2 and creates no store: %s %s", (given) =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const data = join(folder, "nowhere")
      for (const name of ["a.md", "a.yaml"]) yield* Effect.promise(() => writeFile(join(folder, name), "# A\n"))
      const words = given.map((word) => word.replace("FOLDER", folder))
      const { code, text = "" } = yield* errorOf([...words, "--data", data])
      assert.strictEqual(code, 2, text)
      assert.strictEqual(text, `there is no store in ${data}; set its folder with --data or QUIRE_DATA`)
      assert.isFalse(existsSync(data))
    }).pipe(Effect.scoped)
  )
})
