import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle } from "../../../scripts/bundle.mjs"

export const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Creates a temporary folder, closed to others, from which installed packages can be resolved. */
export const workshop = async (): Promise<string> => {
  const folder = await fs.mkdtemp(join(tmpdir(), "quire-program-"))
  await fs.symlink(join(root, "node_modules"), join(folder, "node_modules"))
  return folder
}

/** The first of the bundled programs. */
export interface Program {
  readonly path: string
  /** The sources of each of its files, by file name. */
  readonly sources: ReadonlyMap<string, ReadonlyArray<string>>
}

/**
 * Bundles programs of the repository like `npm start` does, so that they run from the sources in processes of their
 * own.
 */
export const program = async (entries: Parameters<typeof bundle>[0], folder: string): Promise<Program> => {
  const { outputs } = await bundle(entries, folder)
  const sources = Object.entries(outputs).map(([file, { inputs }]) => [basename(file), Object.keys(inputs)] as const)
  return { path: join(folder, `${Object.keys(entries)[0]}.mjs`), sources: new Map(sources) }
}

/** The pid of the server of a data folder, if there is one. */
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

/** Removes a folder of `workshop`, after ending the servers of data folders in it. */
export const clear = async (folder: string): Promise<void> => {
  for (const name of await fs.readdir(folder)) {
    const pid = await serverPid(join(folder, name))
    if (pid === undefined || !isAlive(pid)) continue
    process.kill(pid, "SIGQUIT")
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
