import { once } from "node:events"
import { existsSync } from "node:fs"
import * as fs from "node:fs/promises"
import { type IncomingMessage, request } from "node:http"
import { connect } from "node:net"
import { join } from "node:path"
import { text as readText } from "node:stream/consumers"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { PgSession } from "@quire/adapters/postgres"
import { Effect, Redacted } from "effect"
import * as Database from "../support/database.ts"
import { every } from "../support/depth.ts"
import { Commands, call, curl, lines } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

const start = (words: ReadonlyArray<string>, variables = {}) => commands.start(words, variables)
const run = (words: ReadonlyArray<string>, variables = {}) => commands.start(words, variables).end()

describe("wrong words and variables end with code 2 and one line", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>, Readonly<Record<string, string>>, RegExp]> = [
    [
      "a port that is no number",
      ["serve", "--port", "http"],
      {},
      /--port must be an integer from 0 to 65535, not "http"/
    ],
    ["a port that is too large", ["serve", "--port", "65536"], {}, /--port must be an integer/],
    ["a port in a variable", ["serve"], { QUIRE_PORT: "-1" }, /QUIRE_PORT must be an integer/],
    [
      "an unknown store",
      ["serve", "--store", "mysql"],
      {},
      /--store must be embedded, memory or postgres, not "mysql"/
    ],
    ["an unknown store in a variable", ["migrate"], { QUIRE_STORE: "disk" }, /QUIRE_STORE must be/],
    ["a grace that is too long", ["serve", "--grace", "600001"], {}, /--grace must be an integer from 0 to 600000/],
    ["a grace in a variable", ["serve"], { QUIRE_GRACE: "1s" }, /QUIRE_GRACE must be an integer/],
    [
      "a pooler that is not known",
      ["serve", "--database-pooler", "statement"],
      {},
      /--database-pooler must be transaction or session, not "statement"/
    ],
    [
      "a replica that is no address",
      ["serve", "--database-url", "postgres://h/d", "--database-replica", "postgres://h/d", "--database-replica", "x"],
      {},
      /--database-replica must be a postgres:\/\/ URL/
    ],
    [
      "17 replicas in a variable",
      ["serve", "--database-url", "postgres://h/d"],
      { QUIRE_DATABASE_REPLICA: Array(17).fill("postgres://h/d").join(", ") },
      /QUIRE_DATABASE_REPLICA: there may be 16 replicas at most/
    ],
    [
      "a replica of the embedded store",
      ["serve", "--store", "embedded", "--database-replica", "postgres://h/d"],
      {},
      /--database-replica goes with --store postgres/
    ],
    [
      "a staleness without a replica",
      ["serve", "--database-url", "postgres://h/d", "--database-staleness", "100"],
      {},
      /--database-staleness goes with --database-replica/
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
    ["migrations half off", ["serve"], { QUIRE_MIGRATE: "no" }, /QUIRE_MIGRATE must be auto or off, not "no"/],
    [
      "a first token and a file for it",
      ["serve", "--bootstrap-token-file", "token"],
      { QUIRE_BOOTSTRAP_TOKEN: "t".repeat(32) },
      /QUIRE_BOOTSTRAP_TOKEN and --bootstrap-token-file exclude each other/
    ],
    [
      "a secret in a file that is not there",
      ["serve"],
      { QUIRE_SECRET_KEY_FILE: "/absent/key" },
      /QUIRE_SECRET_KEY_FILE: "\/absent\/key" cannot be read/
    ],
    ["an unknown option", ["serve", "--prot", "1"], {}, /'--prot'/],
    ["an option of another command", ["serve", "--space", "s"], {}, /'--space'/],
    ["a missing value", ["serve", "--port"], {}, /--port/],
    ["an option in the place of a value", ["serve", "--data", "--port", "1"], {}, /--data/],
    [
      "a short first token",
      ["serve"],
      { QUIRE_BOOTSTRAP_TOKEN: "short" },
      /QUIRE_BOOTSTRAP_TOKEN must have 32 characters/
    ],
    ["a short secret key", ["serve"], { QUIRE_SECRET_KEY: "k".repeat(31) }, /QUIRE_SECRET_KEY must have 32 characters/],
    [
      "a short key from before",
      ["serve"],
      { QUIRE_SECRET_KEY_PREVIOUS: "k".repeat(31) },
      /QUIRE_SECRET_KEY_PREVIOUS must have 32 characters/
    ],
    ["files in an unknown place", ["serve", "--blobs", "disk"], {}, /--blobs must be store, folder:PATH or s3/],
    [
      "a bucket without keys",
      ["serve"],
      { QUIRE_BLOBS: "s3://docs", AWS_ACCESS_KEY_ID: "" },
      /needs AWS_ACCESS_KEY_ID/
    ],
    ["blobs without move", ["blobs"], {}, /quire blobs move --from WHERE --to WHERE/],
    ["a move to nowhere", ["blobs", "move", "--from", "store"], {}, /quire blobs move --from WHERE --to WHERE/],
    ["a move to itself", ["blobs", "move", "--from", "store", "--to", "store"], {}, /must be two places/],
    [
      "a move from memory",
      ["blobs", "move", "--from", "store", "--to", "folder:/tmp/never", "--store", "memory"],
      {},
      /memory store keeps nothing/
    ],
    ["secrets without rotate", ["secrets"], {}, /quire secrets rotate/],
    ["secrets of memory", ["secrets", "rotate", "--store", "memory"], {}, /memory store keeps nothing/],
    [
      "a mail server that is none",
      ["serve", "--mail-url", "http://u:geheim@h", "--mail-from", "a@b.test"],
      {},
      /--mail-url must be an smtp:\/\/ or smtps:\/\/ URL/
    ],
    [
      "a mail server without a sender",
      ["serve"],
      { QUIRE_MAIL_URL: "smtp://u:geheim@h" },
      /QUIRE_MAIL_URL needs --mail-from/
    ],
    ["a sender on no domain", ["serve"], { QUIRE_MAIL_FROM: "Quire <quire@docs..test>" }, /QUIRE_MAIL_FROM must be an/],
    [
      "a sender that is none",
      ["serve", "--mail-from", "nobody"],
      {},
      /--mail-from must be an address or Name <address>/
    ],
    [
      "two ways for letters",
      ["serve", "--mail-folder", "outbox"],
      { QUIRE_MAIL_URL: "smtp://u:geheim@h", QUIRE_MAIL_FROM: "a@b.test" },
      /QUIRE_MAIL_URL and --mail-folder exclude each other/
    ],
    [
      "letters that are not known",
      ["serve", "--mail-off", "invitation,news"],
      {},
      /--mail-off must be all or invitation, webhook, not "news"/
    ],
    ["a store without its URL", ["serve", "--store", "postgres"], {}, /--store postgres needs --database-url/],
    [
      "a database that is no Postgres",
      ["serve", "--database-url", "mysql://u:geheim@h/d"],
      {},
      /--database-url must be a postgres/
    ],
    ["a base URL that is none", ["serve", "--base-url", "docs.test"], {}, /--base-url must be an http or https URL/],
    ["an app URL of another kind", ["serve"], { QUIRE_APP_URL: "ftp://app.test" }, /QUIRE_APP_URL must be an http/],
    ["a rate limit of zero", ["serve", "--rate-limit", "0"], {}, /--rate-limit must be an integer from 1/],
    [
      "a proxy that is a name",
      ["serve", "--trusted-proxies", "10.0.0.0/8, proxy.test"],
      {},
      /--trusted-proxies must be addresses and networks such as 10\.0\.0\.0\/8, not "proxy\.test"/
    ],
    [
      "a network that is too long",
      ["serve"],
      { QUIRE_TRUSTED_PROXIES: "10.0.0.0/33" },
      /QUIRE_TRUSTED_PROXIES must be/
    ],
    ["a host that is a name", ["serve", "--host", "docs.test"], {}, /--host must be an IP address/],
    [
      "creators that are not known",
      ["serve", "--org-creation", "me"],
      {},
      /--org-creation must be anyone or operators/
    ],
    [
      "an address that is always fetched from",
      ["serve", "--store", "memory"],
      { QUIRE_FETCH_ALLOW: "a b" },
      /QUIRE_FETCH_ALLOW/
    ],
    [
      "a DNS server that is a name",
      ["serve", "--store", "memory"],
      { QUIRE_DNS_SERVERS: "127.0.0.1, dns.test" },
      /QUIRE_DNS_SERVERS: DNS servers must be IP addresses/
    ],
    [
      "a translator that is no address",
      ["serve", "--store", "memory"],
      { QUIRE_TRANSLATOR_URL: "translate.test" },
      /QUIRE_TRANSLATOR_URL must be an http or https URL, or pseudo/
    ],
    [
      "too little memory for PDFs",
      ["serve", "--store", "memory"],
      { QUIRE_PDF_MEMORY_MB: "255" },
      /QUIRE_PDF_MEMORY_MB must be an integer from 256 to 65536, not "255"/
    ],
    [
      "more time for PDFs than a job has",
      ["serve", "--store", "memory"],
      { QUIRE_PDF_SECONDS: "271" },
      /QUIRE_PDF_SECONDS must be an integer from 10 to 270, not "271"/
    ],
    ["an unknown command", ["start"], {}, /unknown command "start"/],
    ["token without create", ["token"], {}, /quire token create/],
    [
      "a token for no address",
      ["token", "create", "--user", "admin"],
      {},
      /--user must be an e-mail address, not "admin"/
    ],
    ["an import of nothing", ["import", "--space", "s"], {}, /import needs a file/],
    ["an import to nowhere", ["import", "a.md"], {}, /import needs --space ID/],
    [
      "an import of an unknown kind",
      ["import", "a.md", "--space", "s", "--source", "doc"],
      {},
      /--source must be one of/
    ],
    ["an import from an address that is none", ["import", "http://", "--space", "s"], {}, /"http:\/\/" is not a URL/],
    [
      "an import into memory",
      ["import", "a.md", "--space", "s", "--store", "memory"],
      {},
      /memory store keeps nothing/
    ],
    ["a publication of nothing", ["publish"], {}, /publish needs a folder or a file/],
    ["a publication without a title", ["publish", "d", "--title", " "], {}, /the title must have 2 to 50 characters/],
    ["a publication in memory", ["publish", "docs", "--store", "memory"], {}, /memory store keeps nothing/],
    ["audit without verify", ["audit"], {}, /quire audit verify/],
    ["a backup to nowhere", ["backup"], {}, /quire backup --to FILE/],
    ["a backup of memory", ["backup", "--to", "b", "--store", "memory"], {}, /memory store keeps nothing/],
    ["a restoration of nothing", ["restore"], {}, /quire restore FILE/],
    ["a restoration into memory", ["restore", "b", "--store", "memory"], {}, /memory store keeps nothing/],
    ["an audit of memory", ["audit", "verify", "--store", "memory"], {}, /memory store keeps nothing/],
    ["user without a verb", ["user"], {}, /quire user export or quire user erase/],
    ["nobody to export", ["user", "export"], {}, /name a person by their id or their address/],
    ["an erasure without --yes", ["user", "erase", "a@b.example"], {}, /cannot be taken back: say --yes/],
    ["an erasure in memory", ["user", "erase", "a@b.example", "--yes", "--store", "memory"], {}, /memory store keeps/],
    ["a migration of memory", ["migrate", "--store", "memory"], {}, /memory store has no schema/],
    ["a surplus argument", ["serve", "now"], {}, /unexpected argument "now"/],
    ["a second import", ["import", "a.md", "b.md", "--space", "s"], {}, /unexpected argument "b.md"/]
  ]
  for (const [name, words, variables, expected] of every(cases, 3)) {
    it.concurrent(name, async () => {
      const { code, err, out } = await run(words, variables)
      assert.lengthOf(lines(err), 1, err)
      assert.match(err, /^quire: .+\n$/)
      assert.match(err, expected)
      assert.notInclude(err, "geheim")
      assert.deepStrictEqual([code, out], [2, ""])
    })
  }
})

it("an import of a file that is not there makes no store", async () => {
  const data = join(commands.folder, "unmade")
  const { code, err, out } = await run(["import", "absent.md", "--space", "s", "--data", data])
  assert.deepStrictEqual([code, out], [2, ""])
  assert.strictEqual(
    lines(err).at(-1),
    `quire: "${join(await fs.realpath(commands.folder), "absent.md")}" cannot be read`
  )
  assert.isFalse((await fs.readdir(commands.folder)).includes("unmade"))
})

it("a database that cannot be reached is one line and code 1", async () => {
  const { code, err, out } = await run(["migrate", "--database-url", "postgres://quire:geheim@127.0.0.1:1/quire"])
  assert.deepStrictEqual([code, out], [1, ""])
  assert.lengthOf(lines(err), 1, err)
  assert.notInclude(err, "geheim")
})

const options = [
  "port",
  "host",
  "admin-port",
  "admin-host",
  "store",
  "data",
  "database-url",
  "database-pooler",
  "database-schema",
  "database-replica",
  "database-staleness",
  "blobs",
  "base-url",
  "app-url",
  "rate-limit",
  "trusted-proxies",
  "grace",
  "bootstrap-token-file",
  "upkeep",
  "org-creation",
  "mail-url",
  "mail-from",
  "mail-folder",
  "mail-off"
]

it("--help lists every option and every variable, whatever else is said", async () => {
  const { code, err, out } = await run(["serve", "--port", "x", "--help"])
  assert.deepStrictEqual([code, err], [0, ""])
  for (const name of options) {
    assert.match(out, new RegExp(`^  --${name} [A-Z]+ +QUIRE_${name.toUpperCase().replaceAll("-", "_")} +\\S`, "m"))
  }
  assert.deepStrictEqual(
    [...out.matchAll(/^ {2}--(\S+)/gm)].map(([, name]) => name),
    options
  )
  for (const own of [
    "--no-migrate",
    "--plan",
    "--sql",
    "--user",
    "--label",
    "--space",
    "--source",
    "--as-of",
    "--revision",
    "--change-request",
    "--to FOLDER",
    "--to FILE",
    "--title",
    "--site",
    "--org",
    "QUIRE_BOOTSTRAP_TOKEN ",
    "QUIRE_MIGRATE",
    "NAME_FILE",
    "QUIRE_SECRET_KEY ",
    "QUIRE_SECRET_KEY_PREVIOUS",
    "QUIRE_CORS_ORIGINS",
    "QUIRE_FETCH_ALLOW",
    "QUIRE_DNS_SERVERS",
    "QUIRE_TRANSLATOR_URL",
    "QUIRE_TRANSLATOR_MODEL",
    "QUIRE_TRANSLATOR_KEY",
    "QUIRE_PDF_MEMORY_MB",
    "QUIRE_PDF_SECONDS",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "\n  75   the embedded Postgres"
  ])
    assert.include(out, own)
  for (const command of [
    "serve",
    "migrate",
    "token create",
    "secrets rotate",
    "audit verify",
    "upkeep",
    "blobs move",
    "user export",
    "user erase",
    "backup",
    "restore",
    "import",
    "export",
    "publish"
  ])
    assert.include(out, `quire ${command}`)
})

describe("serve on the memory store", () => {
  const words = ["serve", "--store", "memory", "--port", "0"]

  it("shows the first token once, with a line that works", async () => {
    const server = start(words)
    const base = await server.url()
    const { token, url } = curl(server.out)
    assert.isTrue(url.startsWith(`${base}/v1/orgs/`), url)
    assert.strictEqual((await call(url, token)).status, 200)
    assert.strictEqual((await call(url, `${token}x`)).status, 401)
    const { code, err, out } = await server.stop()
    assert.strictEqual(code, 0)
    assert.notInclude(err, token)
    assert.lengthOf(out.match(/This token is shown once/g) ?? [], 1)
    assert.lengthOf(
      lines(out).filter((line) => line.trim() === token),
      1
    )
  })

  it("takes the first token from its variable, and does not print it", async () => {
    const token = "a-token-of-the-operators-own-choosing"
    const server = start(words, { QUIRE_BOOTSTRAP_TOKEN: token })
    const base = await server.url()
    const { json, status } = await call(`${base}/v1/orgs`, token)
    assert.deepStrictEqual([status, json.items.length], [200, 1])
    const { code, err, out } = await server.stop()
    assert.strictEqual(code, 0)
    assert.notInclude(out + err, token)
  })

  it("ends with code 0 on SIGTERM, after it has answered what was in flight", async () => {
    const server = start(words)
    const base = await server.url()
    const { token, url } = curl(server.out)
    const body = JSON.stringify({ title: "In flight" })
    const sent = request(url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body)
      }
    })
    const answered = once(sent, "response") as Promise<[IncomingMessage]>
    await new Promise<void>((resolve) => sent.write(body.slice(0, 5), () => resolve()))
    assert.strictEqual((await call(url, token)).status, 200)
    server.process.kill("SIGTERM")
    const port = Number(new URL(base).port)
    const listens = () =>
      new Promise<boolean>((resolve) => {
        const probe = connect({ host: "127.0.0.1", port }, () => resolve(true))
        probe.once("error", () => resolve(false))
        probe.once("connect", () => probe.destroy())
      })
    while (await listens());
    assert.isNull(server.process.exitCode)
    sent.end(body.slice(5))
    const [answer] = await answered
    assert.strictEqual(answer.statusCode, 201)
    assert.strictEqual(JSON.parse(await readText(answer)).title, "In flight")
    assert.strictEqual((await server.end()).code, 0)
  })

  it("answers whoever comes as SIGTERM does, on a connection of its own, before it ends with code 0", {
    timeout: 90_000
  }, async () => {
    for (let round = 0; round < 3; round++) {
      const server = start(words)
      await server.url()
      const { token, url } = curl(server.out)
      const ask = () =>
        new Promise<number | undefined>((resolve, reject) => {
          const headers = { authorization: `Bearer ${token}` }
          const sent = request(url, { agent: false, headers }, (answer) => {
            answer.resume().once("end", () => resolve(answer.statusCode))
          })
          sent.once("error", reject).end()
        })
      const before = Array.from({ length: 25 }, ask)
      server.process.kill("SIGTERM")
      const after = Array.from({ length: 25 }, ask)
      assert.deepStrictEqual(await Promise.all([...before, ...after]), Array(50).fill(200))
      assert.strictEqual((await server.end()).code, 0)
    }
  })

  it("says in one line that its port is taken", async () => {
    const server = start(words)
    const { port } = new URL(await server.url())
    const { code, err, out } = await run(["serve", "--store", "memory", "--port", port])
    assert.strictEqual(code, 1)
    assert.lengthOf(lines(err), 1, err)
    assert.include(err, `cannot listen on 127.0.0.1:${port}`)
    assert.strictEqual(out, "")
    assert.strictEqual((await server.stop()).code, 0)
  })

  it("says in one line that an address is not this machine's, on any free port too (rule listen-first)", async () => {
    for (const port of ["0", "4199"]) {
      const { code, err, out } = await run(["serve", "--store", "memory", "--host", "192.0.2.1", "--port", port])
      assert.deepStrictEqual([code, out], [1, ""])
      assert.match(err, new RegExp(`^quire: cannot listen on 192\\.0\\.2\\.1:${port}: .*EADDRNOTAVAIL.*\n$`))
    }
  })

  it("says in one line that metrics need another port than the server's (rule listen-first)", async () => {
    const { code, err, out } = await run(["serve", "--store", "memory", "--port", "4199", "--admin-port", "4199"])
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(err, /^quire: cannot listen on 127\.0\.0\.1:4199: the server itself listens there\n$/)
  })

  it("goes on when what it prints is read no further (rule output-unread)", async () => {
    const server = start(words)
    const url = await server.url()
    server.process.stdout?.destroy()
    server.process.stderr?.destroy()
    for (const path of ["/v1/orgs", "/v1/user"]) assert.strictEqual((await call(`${url}${path}`, "none")).status, 401)
    assert.strictEqual((await server.stop()).code, 0)
  })

  it(
    "makes nothing where a port is taken, so the next start is the first (rule listen-first)",
    { timeout: 90_000 },
    () =>
      Effect.gen(function* () {
        const config = yield* Database.fresh
        const url = `postgres://${config.username}:${Redacted.value(config.password)}@${config.host}:${config.port}/${config.database}`
        const serve = ["serve", "--database-url", url]
        for (const taken of ["--port", "--admin-port"]) {
          const free = taken === "--port" ? [] : ["--port", "0"]
          const { code, err, out } = yield* Effect.promise(() => run([...serve, ...free, taken, String(config.port)]))
          assert.deepStrictEqual([code, out], [1, ""])
          assert.include(err, `cannot listen on 127.0.0.1:${config.port}`)
        }
        const server = start([...serve, "--port", "0"])
        yield* Effect.promise(() => server.url())
        const { token, url: spaces } = curl(server.out)
        assert.strictEqual((yield* Effect.promise(() => call(spaces, token))).status, 200)
        assert.strictEqual((yield* Effect.promise(() => server.stop())).code, 0)
      }).pipe(Effect.scoped, Effect.runPromise)
  )
})

describe("secrets rotate", () => {
  it("seals again what the previous key has sealed, and fails while something is left", { timeout: 90_000 }, () =>
    Effect.gen(function* () {
      const config = yield* Database.fresh
      const url = `postgres://${config.username}:${Redacted.value(config.password)}@${config.host}:${config.port}/${config.database}`
      const words = ["--database-url", url]
      const [before, after] = ["before".padEnd(32, "k"), "after".padEnd(32, "k")]
      const rotate = (previous?: string) =>
        Effect.promise(() =>
          run(["secrets", "rotate", ...words], {
            QUIRE_SECRET_KEY: after,
            ...(previous === undefined ? {} : { QUIRE_SECRET_KEY_PREVIOUS: previous })
          })
        )
      const server = start(["serve", ...words, "--port", "0"], { QUIRE_SECRET_KEY: before })
      yield* Effect.promise(() => server.url())
      const { token, url: spaces } = curl(server.out)
      const invites = spaces.replace(/spaces$/, "link-invites")
      const made = yield* Effect.promise(() => call(invites, token, { role: "read" }))
      assert.strictEqual(made.status, 201)
      assert.strictEqual((yield* Effect.promise(() => server.stop())).code, 0)

      const lost = yield* rotate()
      assert.deepStrictEqual([lost.code, lost.out], [1, "0 sealed again, 1 left\n"])
      assert.match(lost.err, /^quire: 1 left that another key has sealed: .+ QUIRE_SECRET_KEY_PREVIOUS/m)
      const done = yield* rotate(before)
      assert.deepStrictEqual([done.code, done.out], [0, "1 sealed again, 0 left\n"], done.err)
      assert.deepStrictEqual(yield* Effect.map(rotate(), ({ code, out }) => [code, out]), [
        0,
        "0 sealed again, 0 left\n"
      ])
    }).pipe(Effect.scoped, Effect.runPromise)
  )
})

describe("audit verify", () => {
  it("tells what holds, what is not chained yet and what is broken", { timeout: 90_000 }, () =>
    Effect.gen(function* () {
      const config = yield* Database.fresh
      const url = `postgres://${config.username}:${Redacted.value(config.password)}@${config.host}:${config.port}/${config.database}`
      const words = ["--database-url", url]
      const verify = Effect.promise(() => run(["audit", "verify", ...words]))
      const server = start(["serve", ...words, "--port", "0"])
      yield* Effect.promise(() => server.url())
      const { token, url: spaces } = curl(server.out)
      const organization = /orgs\/([^/]+)/.exec(spaces)?.[1]
      for (const title of ["One", "Two"]) yield* Effect.promise(() => call(spaces, token, { title }))
      let whole = yield* verify
      for (let tries = 0; tries < 20 && !whole.out.includes("every event is chained"); tries++) whole = yield* verify
      assert.strictEqual((yield* Effect.promise(() => server.stop())).code, 0)
      assert.strictEqual(whole.code, 0, whole.err)
      assert.match(whole.out, /^the installation: 2 entries hold, head \S{43}$/m)
      assert.match(whole.out, new RegExp(`^organization ${organization}: 3 entries hold, head \\S{43}$`, "m"))

      const sql = (text: string) =>
        Effect.provide(
          Effect.flatMap(PgSession.PgSession, ({ execute }) => execute(text)),
          PgSession.layer(config)
        )
      yield* sql(`insert into quire.outbox_events (event)
        select (event::jsonb || '{"id": "late"}')::json from quire.outbox_events where event->>'type' = 'spaces.create' limit 1`)
      const late = yield* verify
      assert.strictEqual(late.code, 0, late.err)
      assert.match(late.out, /^1 event is not chained yet, the first is late$/m)

      yield* sql(`update quire.audit_entries set doc = jsonb_set(doc, '{actor}', '"system"') where sequence = 2
        and organization = '${organization}'`)
      const broken = yield* verify
      assert.strictEqual(broken.code, 1)
      assert.match(broken.out, /^the installation: 2 entries hold/m)
      assert.notInclude(broken.out, `organization ${organization}`)
      assert.match(
        broken.err,
        new RegExp(`^quire: organization ${organization}: broken at entry 2 \\(\\S+\\): its hash is not`, "m")
      )
    }).pipe(Effect.scoped, Effect.runPromise)
  )
})

describe("a command in a folder without a store (rule store-there)", () => {
  const commandsOfStores = [
    ["token", "create"],
    ["secrets", "rotate"],
    ["audit", "verify"],
    ["upkeep"],
    ["user", "export", "a@b.example"],
    ["user", "erase", "a@b.example", "--yes"],
    ["blobs", "move", "--from", "store", "--to", "folder:files"],
    ["backup", "--to", "kept"],
    ["import", "a.md", "--space", "s"],
    ["import", "a.yaml", "--to", "s"],
    ["export", "s", "--to", "folder"]
  ]

  it.each(commandsOfStores)("%s %s says so and makes none", async (...words) => {
    const data = join(commands.folder, "nowhere")
    for (const name of ["a.md", "a.yaml"]) await fs.writeFile(join(commands.folder, name), "# A\n")
    const { code, err, out } = await run([...words, "--data", data])
    assert.deepStrictEqual([code, out], [2, ""])
    assert.match(err, /^(reading .*\n)?quire: there is no store in \S+: say where it is with --data or QUIRE_DATA\n$/)
    assert.include(err, data)
    assert.isFalse(existsSync(data))
  })
})

describe("serve on a folder", () => {
  it("with guests beside it, a refusal, and a second start", { timeout: 90_000 }, async () => {
    const data = ["--data", join(commands.folder, "data")]
    const serve = ["serve", ...data, "--port", "0"]
    const server = start(serve)
    const base = await server.url()
    const { token, url } = curl(server.out)
    const space = (await call(url, token, { title: "Imported", editMode: "live" })).json.id

    const created = await run(["token", "create", ...data, "--label", "guest"])
    assert.deepStrictEqual([created.code, lines(created.out).length], [0, 1], created.err)
    const guest = created.out.trim()
    assert.strictEqual((await call(url, guest)).status, 200)
    const other = await run(["token", "create", ...data, "--user", "other@quire.test"])
    assert.strictEqual((await call(`${base}/v1/user`, other.out.trim())).json.email, "other@quire.test")

    const docs = join(commands.folder, "docs")
    await fs.mkdir(join(docs, "guide"), { recursive: true })
    await fs.writeFile(join(docs, "README.md"), "# Welcome\n\nA text.\n")
    await fs.writeFile(join(docs, "guide", "install.md"), "# Installing\n\nHow to.\n")
    const imported = await run(["import", "./docs", "--space", space, ...data])
    assert.strictEqual(imported.code, 0, imported.err)
    const found = await call(`${base}/v1/spaces/${space}/content`, guest)
    assert.strictEqual(found.json.id, imported.out.trim())
    assert.include(JSON.stringify(found.json.pages), '"title":"Welcome"')
    assert.include(JSON.stringify(found.json.pages), '"title":"Installing"')
    const lost = await run(["import", "./docs", "--space", "nowhere", ...data])
    assert.deepStrictEqual([lost.code, lost.out], [1, ""])
    assert.include(lost.err, "quire: space nowhere does not exist\n")

    const plan = await run(["migrate", "--plan", ...data])
    assert.deepStrictEqual([plan.code, plan.out], [0, "The schema is up to date.\n"], plan.err)

    const second = await run(serve)
    assert.deepStrictEqual([second.code, second.out], [1, ""])
    assert.lengthOf(lines(second.err), 1, second.err)
    assert.match(second.err, /in use by another process/)
    assert.strictEqual((await call(url, token)).status, 200)
    assert.strictEqual((await server.stop()).code, 0)

    const again = start(serve)
    const pages = await call(`${await again.url()}/v1/spaces/${space}/content/pages`, token)
    assert.deepStrictEqual([pages.status, pages.json.pages.length > 0], [200, true])
    const { code, out } = await again.stop()
    assert.strictEqual(code, 0)
    assert.lengthOf(lines(out), 1, out)
    assert.match(out, /^Quire listens on /)
  })
})
