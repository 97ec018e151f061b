import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle, command } from "./bundle.mjs"
import { buildConsole, consoleApp } from "./console.mjs"
import { at } from "./workspace.mjs"

const folderOf = (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]

/**
 * The license of a package as it must be distributed with its code: its text, or its name where the package contains no
 * text.
 */
const licenceOf = (folder) => {
  const { license, licenses, name, version } = JSON.parse(readFileSync(at(folder, "package.json"), "utf8"))
  const file = readdirSync(at(folder)).find((name) => /^(licen[cs]e|copying)(\.|$|-)/i.test(name))
  const text =
    file === undefined
      ? `Licence: ${license ?? licenses.map(({ type }) => type).join(", ")}`
      : readFileSync(at(folder, file), "utf8").trim()
  return `${name} ${version}\n\n${text}\n`
}

/**
 * Writes the `quire` command as shipped in `@quire/http`: bundled, with the licences of its parts, and with the console
 * that it serves, which has its own.
 */
export const pack = async (folder) => {
  rmSync(folder, { recursive: true, force: true })
  const { outputs } = await bundle(command, folder, { sourcemap: false })
  const sources = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
  const packages = new Set(sources.flatMap((path) => folderOf(path) ?? []))
  writeFileSync(
    join(folder, "LICENSES.txt"),
    [...packages]
      .sort()
      .map(licenceOf)
      .join(`\n${"-".repeat(80)}\n\n`)
  )
  if ((await buildConsole()) !== 0) throw new Error("the console could not be built")
  cpSync(consoleApp, join(folder, "console"), { recursive: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await pack(at("packages/http/dist/command"))
