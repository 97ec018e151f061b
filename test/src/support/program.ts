import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { command, type Metafile } from "../../../scripts/bundle.mjs"
import { bundled } from "../../../scripts/command.mjs"

export const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Creates a temporary folder, closed to others, from which installed packages can be resolved. */
export const workshop = async (): Promise<string> => {
  const folder = await fs.mkdtemp(join(tmpdir(), "quire-program-"))
  await fs.symlink(join(root, "node_modules"), join(folder, "node_modules"))
  return folder
}

export interface Program {
  readonly path: string
  readonly outputs: Metafile["outputs"]
}

/**
 * Bundles programs of the repository, or the `quire` command, like `npm start` does, so that they run from the sources
 * in their own processes. A bundle is made once for all test files and runs until a source changes.
 */
export const program = async (entries?: Parameters<typeof bundled>[0]): Promise<Program> => {
  const folder = await bundled(entries)
  if (folder === undefined) throw new Error("a program of the tests cannot be bundled")
  const { outputs }: Metafile = JSON.parse(await fs.readFile(join(folder, "metafile.json"), "utf8"))
  return { path: join(folder, `${Object.keys(entries ?? command)[0]}.mjs`), outputs }
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
