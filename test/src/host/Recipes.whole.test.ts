import * as fs from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { Client } from "pg"
import { freePort, installed, makePrograms, npmInstall } from "../support/hostProjects.ts"
import { run } from "../support/packages.ts"
import { clear, root } from "../support/program.ts"
import { database } from "./host.ts"

const examples = join(root, "examples/hosts")

interface Manifest {
  readonly packageManager?: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly overrides?: Readonly<Record<string, object>>
}

const manifestOf = async (project: string): Promise<Manifest> =>
  JSON.parse(await fs.readFile(join(examples, project, "package.json"), "utf8"))

const withNpm = ["better-auth", "own-store", "postgres-js", "prisma"] as const

const manifests = await Promise.all(withNpm.map(manifestOf))
const folder = await installed(
  Object.assign({}, ...manifests.flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies])),
  Object.assign({}, ...manifests.map(({ overrides }) => overrides))
)
if (folder === undefined) console.warn("The examples of hosts are not tried: the registry of packages did not answer.")

/** A person with a browser: sends JSON, and keeps cookies. */
const browser = (base: string) => {
  const cookies = new Map<string, string>()
  return async (path: string, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await fetch(`${base}${path}`, {
      headers: { origin: base, cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";")
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
    }
    const text = await answer.text()
    assert.isBelow(answer.status, 400, `${path}: ${text}`)
    return JSON.parse(text)
  }
}

describe.skipIf(folder === undefined)("a host with a library (rule host-recipes)", () => {
  const there = folder ?? ""
  const programs = makePrograms()
  let at: Awaited<ReturnType<typeof database>>

  beforeAll(() => fs.cp(examples, there, { recursive: true }))
  beforeEach(async () => {
    at = await database()
    return async () => {
      await programs.end()
      await at.close()
    }
  })
  afterAll(() => clear(there))

  const environment = () => ({ ...process.env, DATABASE_URL: at.url, CHECKPOINT_DISABLE: "1" })

  const compile = async (project: string, modules = there) => {
    const tsc = join(modules, "node_modules/typescript/bin/tsc")
    assert.deepStrictEqual(await run(process.execPath, [tsc], join(there, project)), { code: 0, out: "" })
  }

  /** Runs a project to its end and returns the lines that it prints. */
  const linesOf = async (project: string) => {
    const { code, out } = await run(process.execPath, ["dist/main.js"], join(there, project), environment())
    assert.strictEqual(code, 0, out)
    return out.trim().split("\n")
  }

  const start = async (project: string) => {
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const own = { DATABASE_URL: at.url, BASE_URL: base, PORT: String(port), SECRET: "s".repeat(40) }
    return { base, printed: await programs.start(["dist/main.js"], join(there, project), own) }
  }

  const statement = async (sql: string) => {
    const client = new Client({ connectionString: at.url })
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(sql)
    await client.end()
    return rows
  }

  const both = ["Globex was added", "Globex was not added", "1 customer, 1 space"]

  it("shares users and members with better-auth", async () => {
    await compile("better-auth")
    const { base } = await start("better-auth")
    const [ann, ben] = [browser(base), browser(base)]
    const password = "a long password"
    await ann("/api/auth/sign-up/email", { name: "Ann", email: "ann@example.com", password })
    await ben("/api/auth/sign-up/email", { name: "Ben", email: "ben@example.com", password })
    assert.strictEqual((await ann("/docs/v1/user")).email, "ann@example.com")

    const { id: organizationId, members } = await ann("/api/auth/organization/create", { name: "Acme", slug: "acme" })
    assert.lengthOf(members, 1)
    const seenBy = async (who: typeof ann) =>
      (await who("/docs/v1/orgs")).items.map(
        ({ permissions, title }: { readonly title: string; readonly permissions: { readonly admin: boolean } }) =>
          `${title}: ${permissions.admin ? "admin" : "member"}`
      )
    assert.deepStrictEqual([await seenBy(ann), await seenBy(ben)], [["Acme: admin"], []])

    const email = "ben@example.com"
    const { id: invitationId } = await ann("/api/auth/organization/invite-member", {
      email,
      role: "member",
      organizationId
    })
    const { member } = await ben("/api/auth/organization/accept-invitation", { invitationId })
    assert.deepStrictEqual(await seenBy(ben), ["Acme: member"])
    const memberId = member.id
    await ann("/api/auth/organization/update-member-role", { memberId, role: "admin", organizationId })
    assert.deepStrictEqual(await seenBy(ben), ["Acme: admin"])
    await ann("/api/auth/organization/remove-member", { memberIdOrEmail: email, organizationId })
    assert.deepStrictEqual(await seenBy(ben), [])
    await ann("/api/auth/organization/delete", { organizationId })
    assert.deepStrictEqual(await seenBy(ann), [])
  })

  it("writes rows of Prisma and of the engine in one transaction", async () => {
    const cwd = join(there, "prisma")
    const prisma = join(there, "node_modules/prisma/build/index.js")
    const migrated = await run(process.execPath, [prisma, "migrate", "deploy"], cwd, environment())
    const isOffline = migrated.out.includes("binaries.prisma.sh")
    if (isOffline) {
      console.warn("Prisma Migrate is not tried: the server of its engine did not answer.")
      await statement(await fs.readFile(join(cwd, "prisma/migrations/0001_customers/migration.sql"), "utf8"))
    } else assert.strictEqual(migrated.code, 0, migrated.out)
    // Generating needs no engine, but is refused where none can be downloaded.
    const env = { ...environment(), ...(isOffline ? { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath } : {}) }
    const generated = await run(process.execPath, [prisma, "generate"], cwd, env)
    assert.strictEqual(generated.code, 0, generated.out)
    await compile("prisma")
    assert.deepStrictEqual(await linesOf("prisma"), both)
    const schemas = await statement(
      "select distinct schemaname from pg_tables where tablename in ('Customer', 'spaces') order by 1"
    )
    assert.deepStrictEqual(schemas, [{ schemaname: "public" }, { schemaname: "quire" }])
  })

  it("shares a database with postgres.js, and a transaction of pg", async () => {
    await compile("postgres-js")
    assert.deepStrictEqual(await linesOf("postgres-js"), both)
  })

  it("stores files in the host's store, in which the contract suite detects faults", async () => {
    const cwd = join(there, "own-store")
    await compile("own-store")
    assert.deepStrictEqual(await linesOf("own-store"), ["2 files"])
    const vitest = join(there, "node_modules/vitest/vitest.mjs")
    const env = { ...environment(), NO_COLOR: "1", VITEST: undefined, VITEST_MODE: undefined }
    const failuresOf = async () => {
      const { code, out } = await run(process.execPath, [vitest, "run", "--dir", cwd, "disk.test.ts"], cwd, env)
      const failures = Array.from(out.matchAll(/^ *FAIL .* > (.+)$/gm), ([, title]) => title)
      return { code, failures }
    }
    assert.deepStrictEqual(await failuresOf(), { code: 0, failures: [] })
    const source = await fs.readFile(join(cwd, "disk.ts"), "utf8")
    const broken = [
      ["end: to - 1", "end: to", "reads any range in pieces of limited size (rule blob-pieces)"],
      [" || found.mtime >= putBefore", "", "renews the age of a blob that is put again, so that it is not removed"]
    ] as const
    for (const [from, to, title] of broken) {
      assert.include(source, from)
      await fs.writeFile(join(cwd, "disk.ts"), source.replace(from, to))
      const { code, failures } = await failuresOf()
      assert.deepStrictEqual([code, failures.includes(title)], [1, true], failures.join())
    }
  })

  it("installs the host, compiles it and starts it from the folders of pnpm", async () => {
    const cwd = join(there, "pnpm")
    const { packageManager = "", ...manifest } = await manifestOf("pnpm")
    await fs.mkdir(join(there, "bin"))
    const program = await npmInstall(there, "--no-save", "--prefix", join(there, "bin"), packageManager)
    assert.strictEqual(program.code, 0, program.out)
    const ours: Readonly<Record<string, string>> = JSON.parse(
      await fs.readFile(join(there, "package.json"), "utf8")
    ).overrides
    const dependencies = { ...manifest.dependencies, "@quire/http": ours["@quire/http"] }
    await fs.writeFile(join(cwd, "package.json"), JSON.stringify({ ...manifest, dependencies }))
    const overrides = Object.entries(ours).map(([name, path]) => `  "${name}": "${path}"\n`)
    await fs.appendFile(join(cwd, "pnpm-workspace.yaml"), `overrides:\n${overrides.join("")}`)
    const pnpm = join(there, "bin/node_modules/pnpm/bin/pnpm.mjs")
    const installing = await run(process.execPath, [pnpm, "install", "--store-dir", join(there, "store")], cwd)
    assert.strictEqual(installing.code, 0, installing.out)
    assert.deepStrictEqual(await fs.readdir(join(cwd, "node_modules/@quire")), ["http"])
    await compile("pnpm", cwd)
    const { printed } = await start("pnpm")
    const page = await fetch(printed.replace(/^.*listening: /s, "").trim())
    const html = await page.text()
    assert.strictEqual(page.status, 200)
    assert.match(html, /<math .*hl-keyword/)
  })
})
