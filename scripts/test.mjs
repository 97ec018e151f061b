import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { at, node, tools } from "./workspace.mjs"

/** The last line of a test run. */
export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`

/** The given seed of a run, else a new one each time. */
export const newSeed = () => Number(process.env.QUIRE_TEST_SEED ?? Date.now() % 1_000_000_000)

const sharedMemory = "/dev/shm"
const roomyBytes = 4 * 1024 ** 3

/** A file system in memory if there is one with enough room that allows execution: a database has 300 files. */
const fastestFolder = () => {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory)
    const [mount = "noexec"] = readFileSync("/proc/mounts", "utf8").match(/^\S+ \/dev\/shm .*$/m) ?? []
    return bavail * bsize >= roomyBytes && !mount.includes("noexec") ? sharedMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const readOr = (read, otherwise) => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Processes that work in a folder or were started from it, each with its command; none where there is no `/proc`. */
const processesOf = (folder) =>
  readOr(() => readdirSync("/proc"), [])
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      pid: Number(pid),
      folder: readOr(() => readlinkSync(`/proc/${pid}/cwd`), ""),
      command: readOr(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"), "")
        .replaceAll("\0", " ")
        .trim()
    }))
    .filter((each) => each.folder.startsWith(folder) || each.command.includes(folder))

/** Ends processes that the tests left running, and returns a line for each. */
const endLeftovers = (folder) =>
  processesOf(folder).map(({ command, pid }) => {
    readOr(() => process.kill(pid, "SIGKILL"))
    return `process still running: ${command} (process ${pid})`
  })

/** Calls `act` with a folder for everything temporary, which is removed afterwards; processes left in it are faults. */
const withTemporaryFolder = async (act) => {
  const folder = mkdtempSync(join(fastestFolder(), "quire-test-"))
  // Tests start servers as users other than root, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const end = () => {
    const leftovers = endLeftovers(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    return leftovers
  }
  const interrupted = () => {
    end()
    process.exit(130)
  }
  process.once("SIGINT", interrupted)
  process.once("SIGTERM", interrupted)
  try {
    return { ...(await act(folder)), leftovers: end() }
  } finally {
    process.off("SIGINT", interrupted)
    process.off("SIGTERM", interrupted)
  }
}

/**
 * Runs the tests of a tier once and counts them. A run that failed without a failed test, ended without a report, found
 * no tests or left processes running counts as one failure.
 */
export const run = async (tier, args, env) => {
  let counts = { passed: 0, failed: 0, skipped: 0, withoutBrowser: 0, files: 0, slow: [] }
  const reporters = ["--reporter=default", `--reporter=${at("scripts/reporter.mjs")}`]
  const { code, leftovers } = await withTemporaryFolder((folder) =>
    node([tools.vitest, "run", "--configLoader=runner", "--passWithNoTests", ...reporters, ...args], {
      env: { ...env, QUIRE_TEST_TIER: tier, TMPDIR: folder },
      onMessage: (message) => (counts = message)
    })
  )
  for (const line of leftovers) console.log(line)
  const isEmpty = counts.passed + counts.failed + counts.skipped === 0
  const isWell = code === 0 && !isEmpty && leftovers.length === 0
  return { ...counts, failed: isWell ? counts.failed : Math.max(1, counts.failed) }
}

/** The tier of a file given by its path, if its name contains one. */
const tierOfPaths = (args) => args.map((path) => /\.(whole|deep)\.test\.ts$/.exec(path)?.[1]).find(Boolean)

const slowListed = 10

/** Runs the tests of a tier and ends with a line of the counts. */
export const test = async (usualTier, args) => {
  const seed = newSeed()
  const tier = process.env.QUIRE_TEST_TIER ?? tierOfPaths(args) ?? usualTier
  const command = tier === "fast" ? "npm test" : `npm run test:${tier}`
  console.log(`seed ${seed}: QUIRE_TEST_SEED=${seed} ${command} repeats the generated cases`)
  const total = await run(tier, args, { QUIRE_TEST_SEED: String(seed) })
  if (total.withoutBrowser > 0) {
    console.log(`left out, as Chromium does not run here: ${total.withoutBrowser} tests in a browser`)
    console.log("QUIRE_TEST_CHROMIUM names another; .ci/run leaves none out")
  }
  if (total.slow.length > 0) console.log(["slowest files", ...total.slow.slice(0, slowListed)].join("\n  "))
  console.log(summary(total))
  return total.failed === 0 ? 0 : 1
}
