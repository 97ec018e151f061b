import { pathToFileURL } from "node:url"
import { command } from "./command.mjs"

/** Whether the arguments are a command of `quire`, as opposed to options of `serve` alone. */
const isWhole = ([first]) => first !== undefined && (!first.startsWith("-") || /^(--help|-h|--version)$/.test(first))

/**
 * `npm start` puts a shell between npm and this process, which dies of a signal without passing it on, so the death of
 * the shell counts as SIGTERM.
 */
const followParent = () => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, "SIGTERM")
  }, 250)
  timer.unref()
}

/**
 * Bundles the command and runs it in the current process. Signals then reach it directly, no process is left when it is
 * killed, and its exit code becomes the exit code of this process.
 */
export const start = async (args) => {
  const entry = await command()
  if (entry === undefined) return 1
  const words = isWhole(args) ? args : ["serve", ...args]
  process.argv = [process.execPath, entry, ...words]
  if (process.env.npm_lifecycle_event !== undefined) followParent()
  await import(pathToFileURL(entry).href)
  return undefined
}
