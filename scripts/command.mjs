import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { fingerprint } from "./build.mjs"
import { at, node, packages } from "./workspace.mjs"

const shelf = at(".tsbuild/command")
const keptFor = 24 * 60 * 60 * 1000

/** Removes bundles that no start has used for a day; one that is younger may be running, and load more of itself. */
const tidy = () => {
  for (const name of readdirSync(shelf)) {
    const folder = join(shelf, name)
    if (Date.now() - statSync(folder).mtimeMs > keptFor) rmSync(folder, { recursive: true, force: true })
  }
}

/** Bundles beside the folder and moves it there: what has the name is whole. Answers the exit code. */
const make = async (folder) => {
  console.error("Bundling quire ...")
  const unfinished = `${folder}.${process.pid}`
  const { code } = await node([at("scripts/bundle.mjs"), unfinished], { quiet: true })
  if (code !== 0) return code
  if (existsSync(folder)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, folder)
  tidy()
  return 0
}

/** The `quire` command as a file that runs the sources as they are; undefined when they cannot be bundled. */
export const command = async () => {
  const inputs = packages.map((name) => `packages/${name}`)
  const folder = join(shelf, fingerprint(inputs, ["scripts/bundle.mjs"]))
  if (!existsSync(folder) && (await make(folder)) !== 0) return undefined
  utimesSync(folder, new Date(), new Date())
  return join(folder, "quire.mjs")
}
