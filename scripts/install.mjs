import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const lockfile = at("package-lock.json")
const installed = at("node_modules/.package-lock.json")
const stamp = at("node_modules/.quire-lock")
const oldest = [20, 19]

/** Reports in one line when this Node is too old for the repository. */
export const requireNode = (version = process.versions.node) => {
  const [major, minor] = version.split(".").map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return true
  console.error(`Quire needs Node ${oldest.join(".")} or later; this is Node ${version}.`)
  return false
}

/** Whether npm's record of installed packages satisfies the lock; packages for other platforms may be absent. */
export const satisfies = (lock, record) =>
  Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === "") return true
    const found = record.packages[path]
    if (found === undefined) return wanted.optional === true || wanted.devOptional === true
    return found.version === wanted.version && found.integrity === wanted.integrity && found.link === wanted.link
  })

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))

const runNpm = (args) => {
  const path = process.env.npm_execpath
  const options = { cwd: at("."), stdio: ["ignore", 2, 2] }
  return path !== undefined && /npm-cli\.[cm]?js$/.test(path)
    ? spawnSync(process.execPath, [path, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" })
}

const remember = (digest) => {
  try {
    writeFileSync(stamp, digest)
  } catch {
    // A tree installed by another user is fine: only the comparison is repeated next time.
  }
}

/**
 * Installs the locked dependencies when they are missing or older than the lock. Returns whether they are installed.
 */
export const ensureInstalled = () => {
  const digest = createHash("sha256").update(readFileSync(lockfile)).digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return true
  if (existsSync(installed) && satisfies(readJson(lockfile), readJson(installed))) {
    remember(digest)
    return true
  }
  console.error("Installing the locked dependencies (npm ci) ...")
  const result = runNpm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
  if (result.status !== 0) {
    console.error(`npm ci failed${result.error === undefined ? "" : `: ${result.error.message}`}.`)
    return false
  }
  remember(digest)
  return true
}
