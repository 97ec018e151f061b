import { spawn } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join, relative, resolve, sep } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))

/** The published packages that a host application runs, in build order. */
export const runtimePackages = ["core", "adapters", "reader", "http", "client", "editor", "console"]

/** The published packages, in build order. */
export const packages = [...runtimePackages, "testing"]

/** Resolves an absolute path below the root of the repository. */
export const at = (...parts) => resolve(root, ...parts)

/** Converts an absolute path to one relative to the root, with forward slashes. */
export const relativePath = (path) => relative(root, path).split(sep).join("/")

/** The executables of the locked tools, run with this Node and never through a shell or `npx`. */
export const tools = {
  attw: at("node_modules/@arethetypeswrong/cli/dist/index.js"),
  biome: at("node_modules/@biomejs/biome/bin/biome"),
  effect: at("node_modules/@effect/tsgo/dist/effect-tsgo.cjs"),
  oxlint: at("node_modules/oxlint/bin/oxlint"),
  publint: at("node_modules/publint/src/cli.js"),
  vite: at("node_modules/vite/bin/vite.js"),
  vitest: at("node_modules/vitest/vitest.mjs")
}

/** Every file below a folder, as absolute paths in a stable order. A missing folder has none. */
export const walk = (folder) => {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : walk(path)
    return entry.isFile() ? [path] : []
  })
}

/**
 * Runs a program and waits for it. With `capture` both streams are collected into `output`; otherwise they are
 * inherited, or go to stderr alone when `quiet`. After `timeout` milliseconds it is killed.
 */
export const run = (program, args, { capture = false, quiet = false, cwd = root, env = {}, timeout, onMessage } = {}) =>
  new Promise((done) => {
    const streams = capture ? ["ignore", "pipe", "pipe"] : ["inherit", quiet ? 2 : "inherit", "inherit"]
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: onMessage === undefined ? streams : [...streams, "ipc"],
      timeout,
      killSignal: "SIGKILL"
    })
    const chunks = []
    child.stdout?.on("data", (chunk) => chunks.push(chunk))
    child.stderr?.on("data", (chunk) => chunks.push(chunk))
    if (onMessage !== undefined) child.on("message", onMessage)
    const finish = (code, note) => done({ code, output: Buffer.concat(chunks).toString("utf8") + note })
    child.on("error", (error) => finish(1, `${error.message}\n`))
    child.on("close", (code, signal) => finish(code ?? 1, signal === null ? "" : `ended by ${signal}\n`))
  })

/** Runs a script with this Node and waits for it, as `run` does. */
export const node = (args, options) => run(process.execPath, args, options)

/** Formats milliseconds as seconds. */
export const formatSeconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`
