import { createHash } from "node:crypto"
import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { fingerprint } from "./build.mjs"
import { buildConsole, consoleApp } from "./console.mjs"
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

/** Renames a complete bundle to its place, unless another process was faster. */
const publish = (unfinished, folder) => {
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

/** Bundles into a temporary folder and renames it, so that the target is always complete. Returns the exit code. */
const makeBundle = async (entries, folder) => {
  console.error(`Bundling ${entries === undefined ? "quire" : Object.keys(entries)[0]} ...`)
  const unfinished = `${folder}.${process.pid}`
  const args = entries === undefined ? [unfinished] : [unfinished, JSON.stringify(entries)]
  const { code } = await node([at("scripts/bundle.mjs"), ...args], { quiet: true })
  if (code !== 0) return code
  if (entries === undefined) {
    const built = await buildConsole()
    if (built !== 0) return built
    cpSync(consoleApp, join(unfinished, "console"), { recursive: true })
  }
  publish(unfinished, folder)
  removeOldBundles()
  return 0
}

/** The sources that programs may load. */
const inputsOf = (entries = {}) => [
  ...packages.map((name) => `packages/${name}`),
  ...(Object.values(entries).some((path) => path.startsWith("test/")) ? ["test"] : [])
]

/**
 * The folder with the given programs of the repository, or with the `quire` command, bundled from the current sources
 * once for all runs; undefined when bundling fails.
 */
export const bundled = async (entries) => {
  const hash = createHash("sha256").update(fingerprint(inputsOf(entries), ["scripts/bundle.mjs"]))
  const folder = join(bundlesFolder, hash.update(JSON.stringify(entries ?? {})).digest("hex"))
  if (!existsSync(folder) && (await makeBundle(entries, folder)) !== 0) return undefined
  utimesSync(folder, new Date(), new Date())
  return folder
}

/** The path of the `quire` command, bundled from the current sources; undefined when bundling fails. */
export const command = async () => {
  const folder = await bundled()
  return folder && join(folder, "quire.mjs")
}
