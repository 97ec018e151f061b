import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname } from "node:path"
import { at, node, tools } from "./workspace.mjs"

const { version } = createRequire(import.meta.url)("@effect/tsgo/package.json")

/** Sources are held to the Effect diagnostics; tests are compiled only. */
export const sources = ["packages/core", "packages/adapters", "packages/http", "examples"]

/** Compiles every project of the solution whose inputs changed. */
export const compile = async () => {
  const { code, output } = await node([tools.tsc, "-b", at("tsconfig.json"), "--pretty", "false"], { capture: true })
  return { ok: code === 0, output }
}

/**
 * What a project's Effect diagnostics depend on, as one digest: its build info names the hash of every file its
 * program read, down to the declarations of its dependencies.
 */
const digestOf = (info) =>
  createHash("sha256")
    .update(readFileSync(info))
    .update(readFileSync(at("tsconfig.base.json")))
    .update(version)
    .digest("hex")

/** The diagnostics of the Effect language service that an editor would show as an error or a warning. */
export const diagnose = async (project) => {
  const [info, stamp] = [at(project, "dist/.tsbuildinfo"), at(".tsbuild/effect", project.replaceAll("/", "-"))]
  const digest = existsSync(info) ? digestOf(info) : undefined
  if (digest !== undefined && existsSync(stamp) && readFileSync(stamp, "utf8") === digest)
    return { ok: true, output: "" }
  const asked = ["diagnostics", "--project", at(project, "tsconfig.json"), "--severity", "error,warning"]
  const { code, output } = await node([tools.effect, ...asked, "--strict", "--format", "text"], { capture: true })
  if (code !== 0) rmSync(stamp, { force: true })
  else if (digest !== undefined) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, digest)
  }
  return { ok: code === 0, output }
}
