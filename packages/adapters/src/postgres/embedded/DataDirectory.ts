import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option, Predicate, Redacted } from "effect"
import type { Account } from "./Account.ts"
import { ignoreCodes, succeeds } from "./Files.ts"
import { EmbeddedPostgresUnavailable, failedTo } from "./Unavailable.ts"

/** The paths below the folder that the caller named. */
export interface Layout {
  readonly directory: string
  readonly root: string
  readonly data: string
  readonly password: string
  readonly log: string
}

export const layoutOf = (directory: string): Layout => {
  const root = join(directory, "postgres")
  return {
    directory,
    root,
    data: join(root, "data"),
    password: join(root, "password"),
    log: join(root, "server.log")
  }
}

/** The only superuser of the server, whose password is stored next to the data. */
export const superuser = "quire"

/** The database that stores everything. */
export const database = "postgres"

/**
 * The data path and spawn options of a child process, without our environment: below a closed folder another user can
 * reach only its working directory, for which Linux has a path.
 */
export const spawnContext = (data: string, account: Option.Option<Account>) => ({
  path: process.platform === "linux" ? "/proc/self/cwd" : data,
  options: {
    cwd: data,
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    ...Option.match(account, { onNone: () => ({}), onSome: ({ uid, gid }) => ({ uid, gid }) })
  }
})

/** Whether the folder has never contained data. */
export const isEmpty = ({ root }: Layout): Effect.Effect<boolean> =>
  Effect.promise(() =>
    fs.readdir(root).then(
      (names) => names.length === 0,
      (error: unknown) => Predicate.hasProperty(error, "code") && error.code === "ENOENT"
    )
  )

/**
 * Whether there is a database. Fails when it has a different major version, or when the folder contains something else.
 */
export const exists = Effect.fnUntraced(function* (self: Layout, major: number) {
  const version = yield* Effect.promise(() => fs.readFile(join(self.data, "PG_VERSION"), "utf8").catch(() => undefined))
  if (version === undefined) {
    const strange = yield* Effect.promise(() => fs.readdir(self.root).catch(() => []))
    if (strange.length > 0) {
      return yield* new EmbeddedPostgresUnavailable({
        reason: "failed",
        detail: `${self.root} contains no database that this user can read`
      })
    }
    return false
  }
  if (Number.parseInt(version, 10) !== major) {
    return yield* new EmbeddedPostgresUnavailable({
      reason: "failed",
      detail: `${self.data} was written by Postgres ${version.trim()}, and the installed binaries are Postgres ${major}`
    })
  }
  return true
})

/** The uid of the owner of the data, if there is any. */
export const readOwner = (self: Layout): Effect.Effect<number | undefined> =>
  Effect.promise(() =>
    fs.stat(self.data).then(
      ({ uid }) => uid,
      () => undefined
    )
  )

export const readPassword = (self: Layout) =>
  Effect.tryPromise({
    try: async () => Redacted.make((await fs.readFile(self.password, "utf8")).trim()),
    catch: failedTo("read the database password")
  })

/** Identifies this folder, as opposed to a copy of it, for as long as it is in use. */
export const readIdentity = (self: Layout) =>
  Effect.tryPromise({
    try: async () => {
      const { dev, ino } = await fs.stat(self.data)
      return `${dev}:${ino}`
    },
    catch: failedTo("read the data folder")
  })

const runInitdb = async (binaries: string, folder: string, account: Option.Option<Account>, durable: boolean) => {
  const secret = await fs.open(join(folder, "password"))
  try {
    const { path, options } = spawnContext(join(folder, "data"), account)
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    const pwfile = Option.isSome(account) ? "/proc/self/fd/3" : join(folder, "password")
    const access = ["--auth=scram-sha-256", `--username=${superuser}`, `--pwfile=${pwfile}`]
    await new Promise<void>((resolve, reject) => {
      const child = spawn(
        join(binaries, "bin", "initdb"),
        ["-D", path, ...locale, ...access, "--no-instructions", ...(durable ? [] : ["--no-sync"])],
        { ...options, stdio: ["ignore", "ignore", "pipe", secret.fd] }
      )
      let errors = ""
      child.stderr?.on("data", (chunk) => {
        errors = `${errors}${chunk}`
      })
      child.on("error", reject)
      child.on("close", (code) =>
        code === 0 ? resolve() : reject(new Error(errors.trim() || `initdb exited with code ${code}`))
      )
    })
  } finally {
    await secret.close()
  }
}

const sync = async (path: string) => {
  const handle = await fs.open(path)
  await handle.sync().finally(() => handle.close())
}

/**
 * Creates the cluster and its password in a temporary folder and renames it, so that a killed or concurrent first start
 * leaves either nothing or everything.
 */
export const create = (self: Layout, binaries: string, account: Option.Option<Account>, durable: boolean) =>
  Effect.tryPromise({
    try: async () => {
      await fs.mkdir(self.directory, { recursive: true, mode: 0o700 })
      const staging = await fs.mkdtemp(join(self.directory, "postgres.new-"))
      try {
        const [secret, data] = [join(staging, "password"), join(staging, "data")]
        await fs.writeFile(secret, randomBytes(24).toString("base64url"), { mode: 0o600 })
        await fs.mkdir(data, { mode: 0o700 })
        if (Option.isSome(account)) {
          for (const path of [secret, data]) await fs.chown(path, account.value.uid, account.value.gid)
        }
        await runInitdb(binaries, staging, account, durable)
        if (durable) await sync(secret)
        await fs.rename(staging, self.root).catch(ignoreCodes("EEXIST", "ENOTEMPTY"))
        if (durable) await sync(self.directory)
      } catch (cause) {
        if (!(await succeeds(fs.stat(self.password)))) throw cause
      } finally {
        await fs.rm(staging, { recursive: true, force: true })
      }
    },
    catch: failedTo("create the database")
  })

const giveTo = async (path: string, account: Account): Promise<void> => {
  await fs.lchown(path, account.uid, account.gid)
  if ((await fs.lstat(path)).isDirectory()) {
    for (const name of await fs.readdir(path)) await giveTo(join(path, name), account)
  }
}

/**
 * Sets owner and permissions before a start: restored data may belong to another user or be open to others, which
 * Postgres refuses.
 */
export const setOwner = (self: Layout, account: Option.Option<Account>) =>
  Effect.tryPromise({
    try: async () => {
      if (Option.isSome(account)) {
        if ((await fs.stat(self.data)).uid !== account.value.uid) await giveTo(self.data, account.value)
        await fs.chown(self.password, account.value.uid, account.value.gid)
      }
      await fs.chmod(self.data, 0o700)
      await fs.chmod(self.password, 0o600)
    },
    catch: failedTo("prepare the data folder")
  })

const leftoverAge = 600_000

/** Removes leftovers of first starts that were killed half-way. */
export const removeLeftovers = (self: Layout): Effect.Effect<void> =>
  Effect.promise(async () => {
    for (const name of await fs.readdir(self.directory)) {
      const path = join(self.directory, name)
      const old = name.startsWith("postgres.new-") && Date.now() - (await fs.stat(path)).mtimeMs > leftoverAge
      if (old) await fs.rm(path, { recursive: true, force: true })
    }
  }).pipe(Effect.catchCause(() => Effect.void))
