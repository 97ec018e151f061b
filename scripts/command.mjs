import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { fingerprint } from "./build.mjs"
import { at, node, packages } from "./workspace.mjs"

const bundlesFolder = at(".tsbuild/command")
const bundleLifetime = 24 * 60 * 60 * 1000

/** Removes bundles that were not used for a day; a younger one may be running, and may still load parts of itself. */
const removeOldBundles = () => {
  for (const name of readdirSync(bundlesFolder)) {
    const folder = join(bundlesFolder, name)
    if (Date.now() - statSync(folder).mtimeMs > bundleLifetime) rmSync(folder, { recursive: true, force: true })
  }
}

/** Bundles into a temporary folder and renames it, so that the target is always complete. Returns the exit code. */
const makeBundle = async (folder) => {
  console.error("Bundling quire ...")
  const unfinished = `${folder}.${process.pid}`
  const { code } = await node([at("scripts/bundle.mjs"), unfinished], { quiet: true })
  if (code !== 0) return code
  if (existsSync(folder)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, folder)
  removeOldBundles()
  return 0
}

/** The path of the `quire` command, bundled from the current sources; undefined when bundling fails. */
export const command = async () => {
  const inputs = packages.map((name) => `packages/${name}`)
  const folder = join(bundlesFolder, fingerprint(inputs, ["scripts/bundle.mjs"]))
  if (!existsSync(folder) && (await makeBundle(folder)) !== 0) return undefined
  utimesSync(folder, new Date(), new Date())
  return join(folder, "quire.mjs")
}
