import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { at, node, relativePath, tools, walk } from "./workspace.mjs"

const folder = "packages/console"
const stamp = at(".tsbuild/built-console-app")

/** The folder of the built application. */
export const consoleApp = at(folder, "dist/app")

/** What the application is bundled from. */
const sources = () => [
  at("package-lock.json"),
  ...["index.html", "package.json", "vite.config.ts"].map((name) => at(folder, name)),
  ...["console", "client", "editor"].flatMap((name) => walk(at("packages", name, "src")))
]

const digest = () => {
  const hash = createHash("sha256").update(process.version)
  for (const path of sources()) hash.update(`${relativePath(path)}\0`).update(readFileSync(path))
  return hash.digest("hex")
}

/**
 * Bundles the web application into static files in `packages/console/dist/app`, unless they are those of the current
 * sources. Types are not checked. Returns the exit code.
 */
export const buildConsole = async () => {
  const current = digest()
  const isBuilt = existsSync(join(consoleApp, "index.html")) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, "utf8") === current) return 0
  console.error("Building the console ...")
  const { code, output } = await node([tools.vite, "build", "--logLevel", "warn"], {
    capture: true,
    cwd: at(folder),
    // Tests set another value, with which libraries include their checks for development.
    env: { NODE_ENV: "production" }
  })
  if (output.trim() !== "") console.error(output.trimEnd())
  if (code !== 0) return code
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, current)
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await buildConsole()
