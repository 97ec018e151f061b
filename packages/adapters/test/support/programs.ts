import { pathToFileURL } from "node:url"
import { build } from "../../../../scripts/build.mjs"
import { command } from "../../../../scripts/command.mjs"

/**
 * Bundles the programs of child processes, since Node cannot load their sources, and names their folder in
 * `QUIRE_TEST_PROGRAMS`. Beyond the fast tier it also compiles the packages, for tests of what is published.
 */
export const setup = async (): Promise<void> => {
  const program = await command()
  if (program === undefined) throw new Error("bundling the programs failed")
  process.env["QUIRE_TEST_PROGRAMS"] = pathToFileURL(program).href
  const isFast = (process.env["QUIRE_TEST_TIER"] ?? "fast") === "fast"
  if (!isFast && (await build("packages/http")) !== 0) throw new Error("compiling the packages failed")
}
