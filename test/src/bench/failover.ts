/**
 * Failovers of a Patroni cluster under load: `npm run bench -- failover [failovers]`. Three servers with synchronous
 * replication, whose primary is killed together with its Patroni, killed alone, or switched over, in turn. It fails
 * where an acknowledged space is lost, a refusal is not 503 with `Retry-After`, or the first write takes longer than 10
 * seconds after a promotion. It needs Linux and Debian's `patroni`, `etcd-server` and PostgreSQL.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Quire } from "@quire/http"
import { Client } from "pg"

const failovers = Number(process.argv[2] ?? 20)
const writers = 16
/** The longest time from a promotion to the first write, and until everything else, in milliseconds. */
const [mostToFollow, patience] = [10_000, 120_000]
const root = await fs.mkdtemp(join(tmpdir(), "quire-patroni-"))
const base = "http://quire.test"

const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").toSorted() : []
const binaries = join("/usr/lib/postgresql", versions.at(-1) ?? "", "bin")
const missing = ["/usr/bin/patroni", "/usr/bin/etcd", join(binaries, "postgres")].filter((path) => !existsSync(path))
if (missing.length > 0) {
  console.log(`skipped: ${missing.join(", ")} not found; apt-get install patroni etcd-server etcd-client postgresql`)
  process.exit(0)
}

/** Postgres does not run as root: then everything runs as the account of Debian's packages. */
const idOf = (file: string) => Number(new RegExp("^postgres:[^:]*:(\\d+)", "m").exec(readFileSync(file, "utf8"))?.[1])
const account: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: idOf("/etc/passwd"), gid: idOf("/etc/group") } : {}
if (account.uid !== undefined && account.gid !== undefined) await fs.chown(root, account.uid, account.gid)

const run = async (name: string, command: string, args: ReadonlyArray<string>): Promise<ChildProcess> => {
  const log = await fs.open(join(root, `${name}.log`), "a")
  const env = { PATH: `/usr/bin:/bin:${binaries}`, LC_ALL: "C.UTF-8", HOME: root, PYTHONUNBUFFERED: "1" }
  const child = spawn(command, args, { ...account, cwd: root, env, stdio: ["ignore", log.fd, log.fd] })
  await once(child, "spawn")
  await log.close()
  return child
}

const firstPort = 21_000 + (process.pid % 10_000)
const etcdUrl = `http://127.0.0.1:${firstPort}`
const peerUrl = `http://127.0.0.1:${firstPort + 1}`

const configuration = (name: string, port: number, api: number) => `
scope: quire
name: ${name}
restapi: { listen: "127.0.0.1:${api}", connect_address: "127.0.0.1:${api}" }
etcd3: { host: "127.0.0.1:${firstPort}" }
bootstrap:
  dcs:
    ttl: 6
    loop_wait: 1
    retry_timeout: 2
    primary_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql: { use_pg_rewind: true, parameters: { fsync: "off", wal_keep_size: 512MB, max_connections: 100 } }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${join(root, name)}
  bin_dir: ${binaries}
  pgpass: ${join(root, `${name}.pass`)}
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  authentication:
    superuser: { username: postgres, password: secret }
    replication: { username: replicator, password: secret }
  pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"]
  parameters: { unix_socket_directories: "${root}" }
`

const until = async <A>(what: string, find: () => Promise<A | undefined>): Promise<A> => {
  for (const end = performance.now() + patience; performance.now() < end; await pause(25)) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new Error(`timed out: ${what}`)
}

/** A server of the cluster with its Patroni. */
class Node {
  readonly name: string
  readonly port: number
  readonly #api: number
  #patroni: ChildProcess | undefined

  constructor(index: number) {
    this.name = `db${index}`
    this.port = firstPort + 10 + index
    this.#api = firstPort + 20 + index
  }

  readonly start = async (): Promise<void> => {
    const file = join(root, `${this.name}.yml`)
    await fs.writeFile(file, configuration(this.name, this.port, this.#api))
    this.#patroni = await run(this.name, "/usr/bin/patroni", [file])
  }

  get isRunning(): boolean {
    return this.#patroni !== undefined && this.#patroni.exitCode === null
  }

  /** Kills all processes of Postgres, as a machine that fails does. */
  readonly killPostgres = async (): Promise<void> => {
    const pid = Number.parseInt(await fs.readFile(join(root, this.name, "postmaster.pid"), "utf8").catch(() => ""), 10)
    if (!Number.isSafeInteger(pid)) return
    const children = await fs.readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")
    for (const each of [pid, ...children.split(" ").map(Number)]) {
      try {
        if (each > 1) process.kill(each, "SIGKILL")
      } catch {}
    }
  }

  readonly kill = async (): Promise<void> => {
    this.#patroni?.kill("SIGKILL")
    this.#patroni = undefined
    await this.killPostgres()
  }

  readonly rows = async (sql: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
    const client = new Client({ host: "127.0.0.1", port: this.port, user: "postgres", password: "secret" })
    client.on("error", () => {})
    try {
      await client.connect()
      return (await client.query(sql)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  readonly isPrimary = (): Promise<boolean> =>
    this.rows("select not pg_is_in_recovery() as is").then(
      ([row]) => row?.["is"] === true,
      () => false
    )

  /** Patroni refuses a switchover until it has seen that a standby is synchronous. */
  readonly switchOver = async (): Promise<void> => {
    const body = JSON.stringify({ leader: this.name })
    await until("a switchover", async () => {
      const response = await fetch(`http://127.0.0.1:${this.#api}/switchover`, { method: "POST", body })
      const text = await response.text()
      if (!response.ok) await pause(500)
      return response.ok ? text : undefined
    })
  }
}

const nodes = [1, 2, 3].map((index) => new Node(index))

const findPrimary = (except?: Node) =>
  until("a primary", async () => {
    for (const node of nodes) if (node !== except && (await node.isPrimary())) return node
    return undefined
  })

const findHealthy = () =>
  until("a primary with two standbys, one of them synchronous", async () => {
    const primary = await findPrimary()
    const standbys = await primary
      .rows("select sync_state from pg_stat_replication where state = 'streaming'")
      .catch(() => [])
    const synchronous = standbys.filter(({ sync_state: state }) => state === "sync")
    return standbys.length === 2 && synchronous.length === 1 ? primary : undefined
  })

/** Writers that record every acknowledged space, and the longest time between two of one writer. */
const write = (quire: Quire.Quire, path: string, token: string) => {
  const acknowledged: Array<{ readonly id: string; readonly at: number }> = []
  const ended = new AbortController()
  let [refused, longest] = [0, 0]
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const loop = async (writer: number) => {
    for (let [count, last] = [0, performance.now()]; !ended.signal.aborted; count++) {
      const body = JSON.stringify({ title: `Space ${writer}-${count}` })
      const response = await quire.handler(new Request(`${base}${path}`, { method: "POST", headers, body }))
      const text = await response.text()
      if (response.status === 201) {
        const at = performance.now()
        longest = Math.max(longest, at - last)
        last = at
        acknowledged.push({ id: JSON.parse(text).id, at })
      } else if (response.status === 503 && response.headers.has("retry-after")) {
        refused++
        await pause(50)
      } else throw new Error(`refused with ${response.status}: ${text}`)
    }
  }
  const done = Promise.all(Array.from({ length: writers }, (_, writer) => loop(writer)))
  void done.catch(() => {})
  const firstAfter = (time: number) =>
    until("a write after the promotion", () =>
      Promise.race([done.then(() => undefined), Promise.resolve(acknowledged.find(({ at }) => at > time)?.at)])
    )
  const finish = async () => {
    ended.abort()
    await done
    return { ids: acknowledged.map(({ id }) => id), refused, longest }
  }
  return { finish, firstAfter }
}

const kinds = ["machine killed", "postgres killed", "switchover"] as const

const failOver = async (round: number, quire: Quire.Quire, path: string, token: string) => {
  const from = await findHealthy()
  const writing = write(quire, path, token)
  await pause(1_000)
  const kind = kinds[round % kinds.length]
  const began = performance.now()
  if (kind === "switchover") await from.switchOver()
  else if (kind === "postgres killed") await from.killPostgres()
  else await from.kill()
  const to = await findPrimary(from)
  const promoted = performance.now()
  const followed = (await writing.firstAfter(promoted)) - promoted
  await pause(1_000)
  const { ids, longest, refused } = await writing.finish()
  const stored = new Set((await to.rows("select id from quire.spaces")).map(({ id }) => id))
  const lost = ids.filter((id) => !stored.has(id)).length
  for (const node of nodes) if (!node.isRunning) await node.start()
  const figures = { outage: promoted - began, followed, longest }
  const seconds = Object.entries(figures).map(([name, time]) => `${name} ${(time / 1_000).toFixed(1)} s`)
  console.log(
    `${String(round + 1).padStart(2)} ${kind}, ${from.name} to ${to.name}: ${seconds.join(", ")}, ` +
      `${ids.length} acknowledged, ${refused} refused, ${lost} lost`
  )
  return { acknowledged: ids.length, lost, ...figures }
}

const lines = new Map<string, number>()
const count = (line: string) => {
  const kind = String(JSON.parse(line).message)
  lines.set(kind, (lines.get(kind) ?? 0) + 1)
}

const main = async (): Promise<boolean> => {
  const [first, ...others] = nodes
  await first?.start()
  await findPrimary()
  for (const node of others) await node.start()
  await findHealthy()
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")
  const url = `postgres://postgres:secret@${hosts}/postgres`
  const quire = await Quire.open({ baseUrl: base, store: { kind: "postgres", url }, logger: count })
  try {
    const { id } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
    const organization = await quire.as(id).organizations.create({ title: "Acme" })
    const { token } = await quire.as(id).tokens.create(id, { label: "failover" })
    const rounds: Array<Awaited<ReturnType<typeof failOver>>> = []
    for (let round = 0; round < failovers; round++)
      rounds.push(await failOver(round, quire, `/v1/orgs/${organization.id}/spaces`, token))
    const most = (name: "outage" | "followed" | "longest") => Math.round(Math.max(...rounds.map((each) => each[name])))
    const sum = (name: "acknowledged" | "lost") => rounds.reduce((all, each) => all + each[name], 0)
    console.log(
      `${failovers} failovers: ${sum("acknowledged")} acknowledged, ${sum("lost")} lost, ` +
        `at most ${most("outage")} ms without a primary, ${most("followed")} ms until the first write after a promotion, ` +
        `${most("longest")} ms between two writes of one writer`
    )
    for (const [line, times] of lines) console.log(`log: ${times} × ${line}`)
    return sum("lost") === 0 && most("followed") <= mostToFollow
  } finally {
    await quire.close()
  }
}

const etcd = await run("etcd", "/usr/bin/etcd", [
  `--data-dir=${join(root, "etcd")}`,
  "--unsafe-no-fsync",
  `--listen-client-urls=${etcdUrl}`,
  `--advertise-client-urls=${etcdUrl}`,
  `--listen-peer-urls=${peerUrl}`,
  `--initial-advertise-peer-urls=${peerUrl}`,
  `--initial-cluster=default=${peerUrl}`
])
try {
  process.exitCode = (await main()) ? 0 : 1
} finally {
  for (const node of nodes) await node.kill()
  etcd.kill("SIGKILL")
  if (process.env["QUIRE_BENCH_KEEP"] === undefined) rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  else console.log(`logs: ${root}`)
}
