import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { compile } from "./compiler.mjs"
import { buildConsole } from "./console.mjs"
import { at, packages, relativePath, walk } from "./workspace.mjs"

const folders = [...packages.map((name) => `packages/${name}`), "examples", "test"]

/**
 * Deletes compiled files without a source file. The compiler does not remove them, and code that reads folders at run
 * time would find them.
 */
export const prune = () => {
  for (const folder of folders) {
    for (const path of walk(at(folder, "dist")).filter((each) => !each.startsWith(at(folder, "dist/app/")))) {
      const source = path.slice(at(folder, "dist").length).match(/^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/)
      if (source !== null && !existsSync(at(folder, `src${source[1]}.ts`))) rmSync(path)
    }
  }
}

/** The folders that a project's build reads and writes. */
const closure = (project) => {
  const position = packages.indexOf(project.replace("packages/", ""))
  return position === -1 ? [...folders.slice(0, packages.length), project] : folders.slice(0, position + 1)
}

/**
 * A hash that changes with the sources of the folders and the settings. It covers names, sizes and times, so that a
 * warm start reads no file.
 */
export const fingerprint = (inputs, settings) => {
  const sources = inputs.flatMap((folder) => walk(at(folder, "src")))
  const hash = createHash("sha256").update(process.version)
  for (const path of [at("package-lock.json"), ...settings.map((path) => at(path)), ...sources]) {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${relativePath(path)}\0${mtimeMs}\0${size}\n`)
  }
  return hash.digest("hex")
}

const compileChanged = async (project) => {
  const stamp = at(".tsbuild", `built-${project.replaceAll("/", "-")}`)
  const inputs = closure(project)
  const settings = ["tsconfig.base.json", ...inputs.map((folder) => `${folder}/tsconfig.json`)]
  const current = fingerprint(inputs, settings)
  const outputs = inputs.map((folder) => at(folder, "dist"))
  if (outputs.every((path) => existsSync(path)) && existsSync(stamp) && readFileSync(stamp, "utf8") === current)
    return 0
  console.error(`Building ${project} ...`)
  prune()
  const { code } = await compile([at(project)], { quiet: true })
  if (code === 0) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, current)
  }
  return code
}

/**
 * Brings `dist` of a project and of its imports up to date, that of the console with its application. Returns the exit
 * code.
 */
export const build = async (project) => {
  const code = await compileChanged(project)
  return code === 0 && project === "packages/console" ? buildConsole() : code
}

/** Compiles every project, and bundles the web application. Returns the exit code. */
export const buildAll = async () => {
  const { code } = await compile([], {})
  return code === 0 ? buildConsole() : code
}
