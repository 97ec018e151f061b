import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Effect, Redacted } from "effect"
import type { Client } from "pg"
import type { Config } from "./database.ts"
import * as Database from "./database.ts"
import * as Replica from "./replica.ts"

/** Whether servers can be started and killed here: their program and their processes are found in `/proc`. */
export const isPossible = Replica.isPossible && process.platform === "linux"

/** The name of what is tried with two servers, or why it is not. */
export const title = (what: string): string =>
  isPossible ? what : `${what} (left out: it needs Linux and Postgres binaries for this machine)`

const freePort = async (): Promise<number> => {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  if (address === null || typeof address === "string") throw new Error("there is no free port")
  return address.port
}

const isAlive = (pid: number): Promise<boolean> =>
  fs.stat(`/proc/${pid}`).then(
    () => true,
    () => false
  )

/** A Postgres server that the test starts and kills; nothing restarts it. */
class Server {
  readonly config: Config
  readonly data: string
  readonly #program: string
  #pid: number | undefined

  constructor(config: Config, data: string, program: string) {
    this.config = config
    this.data = data
    this.#program = program
  }

  get place(): string {
    return `${this.config.host}:${this.config.port}`
  }

  readonly run = async <A>(act: (client: Client) => Promise<A>): Promise<A> => {
    const client = await Database.connected(this.config)
    client.on("error", () => {})
    try {
      return await act(client)
    } finally {
      await client.end()
    }
  }

  readonly rows = (sql: string) => this.run(async (client) => (await client.query(sql)).rows)

  readonly start = async (): Promise<void> => {
    const { gid, uid } = await fs.stat(this.data)
    const settings = [
      `port=${this.config.port}`,
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "fsync=off",
      "wal_keep_size=512MB",
      "wal_retrieve_retry_interval=50"
    ]
    const args = ["-D", "/proc/self/cwd", ...settings.flatMap((setting) => ["-c", setting])]
    const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }
    const log = await fs.open(join(this.data, "..", "server.log"), "a")
    const child = spawn(this.#program, args, { cwd: this.data, uid, gid, env, stdio: ["ignore", log.fd, log.fd] })
    await once(child, "spawn")
    await log.close()
    this.#pid = child.pid
    for (let tries = 0; tries < 600; tries++) {
      if (child.exitCode !== null) break
      const [answer] = await this.rows("select 1 as up").catch(() => [])
      if (answer?.up === 1) return
      await pause(50)
    }
    throw new Error(`a server did not start: ${await fs.readFile(join(this.data, "..", "server.log"), "utf8")}`)
  }

  /** Kills all its processes at once, as a machine that fails. */
  readonly kill = async (): Promise<void> => {
    const pid = this.#pid
    this.#pid = undefined
    if (pid === undefined) return
    const children = await fs.readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")
    const all = [pid, ...children.split(" ").map(Number)].filter((each) => each > 1)
    for (const each of all) if (await isAlive(each)) process.kill(each, "SIGKILL")
    while ((await Promise.all(all.slice(1).map(isAlive))).includes(true)) await pause(5)
  }

  /** Replaces its data by a copy of another server, and follows that one. */
  readonly follow = async (primary: Server): Promise<void> => {
    await fs.rm(this.data, { recursive: true, force: true })
    const label = await primary.run(async (client) => {
      await client.query("select pg_backup_start('standby', true)")
      await once(spawn("cp", ["-a", primary.data, this.data], { stdio: "ignore" }), "exit")
      return (await client.query("select labelfile from pg_backup_stop(false)")).rows[0].labelfile
    })
    const { gid, uid } = await fs.stat(this.data)
    const { host, password, port, username } = primary.config
    const conninfo = `host=${host} port=${port} user=${username} password=${Redacted.value(password)} sslmode=disable`
    await fs.rm(join(this.data, "postmaster.pid"), { force: true })
    for (const [name, text] of [
      ["backup_label", label],
      ["standby.signal", ""],
      ["postgresql.auto.conf", `primary_conninfo = '${conninfo}'\n`]
    ]) {
      await fs.writeFile(join(this.data, name), text)
      await fs.chown(join(this.data, name), uid, gid)
    }
    await this.start()
  }

  /** Acknowledges commits only once a standby has them. */
  readonly synchronize = async (): Promise<void> => {
    await this.rows("alter system set synchronous_standby_names = '*'")
    await this.rows("select pg_reload_conf()")
    const attached = "select count(*) = 1 as met from pg_stat_replication where sync_state = 'sync'"
    while ((await this.rows(attached))[0]?.met !== true) await pause(20)
  }

  readonly promote = (): Promise<unknown> => this.rows("select pg_promote()")
}

export type { Server }

/** A primary, a synchronous standby, and the URL of both; all are removed with the scope. */
export const started = Effect.gen(function* () {
  const root = yield* Effect.acquireRelease(
    Effect.promise(() => fs.mkdtemp(join(tmpdir(), "quire-failover-"))),
    (path) => Effect.promise(() => fs.rm(path, { recursive: true, force: true, maxRetries: 5 }))
  )
  const [first, second] = [join(root, "first"), join(root, "second")]
  const { config, program } = yield* Effect.scoped(
    Effect.gen(function* () {
      const { config } = yield* EmbeddedPostgres.start({ directory: first })
      const path = join(first, "postgres", "data", "postmaster.pid")
      const program = yield* Effect.promise(async () => {
        const pid = Number.parseInt(await fs.readFile(path, "utf8"), 10)
        return fs.readlink(`/proc/${pid}/exe`)
      })
      return { config, program }
    })
  )
  const make = (directory: string) =>
    Effect.acquireRelease(
      Effect.promise(async () => {
        await fs.mkdir(join(directory, "postgres"), { recursive: true })
        return new Server({ ...config, port: await freePort() }, join(directory, "postgres", "data"), program)
      }),
      (server) => Effect.promise(server.kill)
    )
  const [primary, standby] = [yield* make(first), yield* make(second)]
  yield* Effect.promise(async () => {
    await primary.start()
    await standby.follow(primary)
    await primary.synchronize()
  })
  const credentials = `${config.username}:${Redacted.value(config.password)}`
  const urlOf = (...places: ReadonlyArray<string>) =>
    `postgres://${credentials}@${places.join(",")}/${config.database}?sslmode=disable`
  const urls = [urlOf(primary.place), urlOf(standby.place)] as const
  return { primary, standby, urls, url: urlOf(primary.place, standby.place), password: Redacted.value(config.password) }
})
