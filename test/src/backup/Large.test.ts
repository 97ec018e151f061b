import { randomFillSync } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import * as fs from "node:fs/promises"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { type Command, Commands } from "../command/Commands.ts"
import * as Database from "../support/database.ts"
import { hashOf } from "./places.ts"

/** Of content and of files, in MiB. */
const size = { small: 10, large: 100 } as const

/** What a file that is 90 MiB larger may take more while it is written and compared, in MiB. */
const allowedForOne = 45

/** Runs that are tried: what a collector leaves for later only adds to what it takes. */
const attempts = 3

/** What 180 MiB more may take more, in MiB: what the collector has not looked at yet, and less than is copied. */
const allowed = 120

const urlOf = ({ database, host, password, port, username }: Database.Config) =>
  `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`

/** Content and files of so many MiB that no packing makes much smaller. */
const fill = (mebibytes: number) => [
  `insert into quire.content_nodes (space, hash, text)
    select 'space' || (n / 1000), md5(n::text), (select string_agg(md5(n || '/' || m), '') from generate_series(1, 128) m)
    from generate_series(1, ${mebibytes * 256}) n`,
  `insert into quire.blobs (hash, bytes, put_at)
    select translate(encode(sha256(made.bytes), 'base64'), '+/=', '-_'), made.bytes, 0
    from generate_series(1, ${mebibytes}) n cross join lateral (
      select decode(string_agg(md5(n || ':' || m), ''), 'hex') as bytes from generate_series(1, 65536) m
    ) made`
]

/** The most memory that a process had, in MiB, once it has ended well. */
const peakOf = async (command: Command): Promise<number> => {
  let peak = 0
  const look = setInterval(() => {
    const path = `/proc/${command.process.pid}/status`
    if (existsSync(path)) peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(path, "utf8"))?.[1] ?? 0))
  }, 20)
  const { code, err } = await command.end()
  clearInterval(look)
  assert.strictEqual(code, 0, err)
  return peak / 1024
}

describe.skipIf(!existsSync("/proc/self/status"))("200 MiB (rule backup-moment)", () => {
  const scope = Effect.runSync(Scope.make())
  let commands: Commands
  beforeAll(async () => {
    commands = await Commands.open()
  }, 300_000)
  afterAll(async () => {
    await commands.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const fresh = () => Effect.runPromise(Scope.provide(Database.fresh, scope))

  const measure = async (name: keyof typeof size) => {
    const [from, to] = [await fresh(), await fresh()]
    await commands.start(["migrate", "--database-url", urlOf(from)]).end()
    const client = await Database.connected(from)
    for (const statement of fill(size[name])) await client.query(statement)
    await client.end()
    const began = performance.now()
    const backup = await peakOf(commands.start(["backup", "--to", `${name}.gz`, "--database-url", urlOf(from)]))
    const between = performance.now()
    const restore = await peakOf(commands.start(["restore", `${name}.gz`, "--database-url", urlOf(to)]))
    const { size: bytes } = await fs.stat(join(commands.folder, `${name}.gz`))
    const seconds = [between - began, performance.now() - between].map((took) => (took / 1000).toFixed(1))
    console.info(
      `${2 * size[name]} MiB: a file of ${(bytes / 1_048_576).toFixed(1)} MiB; backup ${backup.toFixed(0)} MiB in ${seconds[0]} s, restore ${restore.toFixed(0)} MiB in ${seconds[1]} s`
    )
    return { backup, restore }
  }

  it("take little more memory than twenty", async () => {
    const [small, large] = [await measure("small"), await measure("large")]
    assert.isBelow(large.backup - small.backup, allowed)
    assert.isBelow(large.restore - small.restore, allowed)
  }, 600_000)

  it("in one file of a folder are not held by a backup, and once by what restores it", async () => {
    const files = join(commands.folder, "one")
    const measureOne = async (mebibytes: number, attempt: number) => {
      const bytes = randomFillSync(new Uint8Array(mebibytes * 1_048_576))
      const hash = hashOf(bytes)
      const path = join(files, "blobs", hash.charAt(0), hash.charAt(1), hash)
      await fs.mkdir(dirname(path), { recursive: true })
      await fs.writeFile(path, bytes)
      const name = `one-${mebibytes}-${attempt}.gz`
      const [from, to] = [await fresh(), await fresh()]
      const words = ["--to", name, "--database-url", urlOf(from), "--blobs", "folder:one"]
      const backup = await peakOf(commands.start(["backup", ...words]))
      const target = ["--database-url", urlOf(to), "--blobs", `folder:to-${name}`]
      const restore = await peakOf(commands.start(["restore", name, ...target]))
      await fs.rm(path)
      return { backup, restore }
    }
    const least = { backup: Number.POSITIVE_INFINITY, restore: Number.POSITIVE_INFINITY }
    const isEnough = () => least.backup < allowedForOne && least.restore < 90 + allowedForOne
    for (let attempt = 0; attempt < attempts && !isEnough(); attempt++) {
      const [small, large] = [await measureOne(10, attempt), await measureOne(100, attempt)]
      least.backup = Math.min(least.backup, large.backup - small.backup)
      least.restore = Math.min(least.restore, large.restore - small.restore)
    }
    console.info(`90 MiB more in one file: ${least.backup.toFixed(0)} MiB more, restored ${least.restore.toFixed(0)}`)
    assert.isBelow(least.backup, allowedForOne)
    assert.isBelow(least.restore, 90 + allowedForOne)
  }, 600_000)
})
