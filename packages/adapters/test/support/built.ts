import { execFileSync } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** Builds the programs that threads run, as far as they are not: a thread cannot load sources. */
export const setup = (): void => {
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc")
  const project = fileURLToPath(new URL("../..", import.meta.url))
  execFileSync(process.execPath, [compiler, "-b", project], { stdio: "inherit" })
}
