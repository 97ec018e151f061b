import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

export const version = "3.90.2"

const packages = ["payload", "@payloadcms/db-postgres"].map((name) => `${name}@${version}`)
const source = fileURLToPath(new URL("../../../src/bench/payload/server.mjs", import.meta.url))

/** Installs Payload in a folder, from the registry. Returns the URL of the server program in it. */
export const install = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
  const { status } = spawnSync("npm", ["install", ...options, ...packages], { cwd: folder, stdio: "inherit" })
  if (status !== 0) throw new Error("Payload could not be installed")
  const program = join(folder, "server.mjs")
  copyFileSync(source, program)
  return pathToFileURL(program).href
}
