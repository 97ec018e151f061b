import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const source = (path: string) => join(root, "packages", path)

/** A temporary folder, closed to others, in which installed packages can be found. */
export const workshop = async (): Promise<string> => {
  const folder = await fs.mkdtemp(join(tmpdir(), "quire-program-"))
  await fs.symlink(join(root, "node_modules"), join(folder, "node_modules"))
  return folder
}

/** A program of the repository in one file, so that it runs from its sources in a process of its own. */
export const bundle = async (entry: string, folder: string): Promise<string> => {
  const outfile = join(folder, "program.mjs")
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["pg-native"],
    alias: {
      "@quire/core": source("core/src/index.ts"),
      "@quire/adapters/memory": source("adapters/src/memory/index.ts"),
      "@quire/adapters/postgres": source("adapters/src/postgres/index.ts"),
      "@quire/adapters": source("adapters/src/index.ts"),
      "@quire/http": source("http/src/index.ts")
    },
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url)'
    },
    logLevel: "error"
  })
  return outfile
}

/** The pid of the server of a data folder, if it has one. */
export const serverPid = (directory: string): Promise<number | undefined> =>
  fs.readFile(join(directory, "postgres", "data", "postmaster.pid"), "utf8").then(
    (text) => Number.parseInt(text, 10),
    () => undefined
  )

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Removes a folder of `workshop`, after the servers of data folders in it have gone. */
export const clear = async (folder: string): Promise<void> => {
  for (const name of await fs.readdir(folder)) {
    const pid = await serverPid(join(folder, name))
    if (pid === undefined || !isAlive(pid)) continue
    process.kill(pid, "SIGQUIT")
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
