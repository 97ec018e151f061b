import { pathToFileURL } from "node:url"
import { command } from "./command.mjs"

/** A command of `quire` with its options, or options of `serve` alone. */
const isWhole = ([first]) => first !== undefined && (!first.startsWith("-") || /^(--help|-h|--version)$/.test(first))

/** `npm start` puts a shell between npm and us, which dies of a signal without passing it on: its death is the signal. */
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
 * Bundles the command and becomes it: the command runs in this very process, so signals reach it directly,
 * nothing is left behind when it is killed, and its exit code is ours.
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
