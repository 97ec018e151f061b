import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"

/** Builds the programs of processes unless they are up to date: Node cannot load their sources. */
export const setup = (): void => {
  const run = fileURLToPath(new URL("../../../../scripts/run.mjs", import.meta.url))
  execFileSync(process.execPath, [run, "build", "packages/adapters"], { stdio: "inherit" })
}
