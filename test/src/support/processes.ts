import { readFileSync } from "node:fs"

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** A process and those that it has started, as far as the machine tells. */
const family = (pid: number | undefined): ReadonlyArray<string> => [
  String(pid),
  ...read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean)
]

const sum = (pid: number | undefined, valueOf: (pid: string) => number): number =>
  family(pid).reduce((all, each) => all + valueOf(each), 0)

/**
 * Megabytes that a process and those that it has started hold in memory, without the pages of files, which they share:
 * the program of Node would count once for each process.
 */
export const memoryOf = (pid: number | undefined): number =>
  sum(pid, (each) => Number(/^RssAnon:\s+(\d+)/m.exec(read(`/proc/${each}/status`))?.[1] ?? 0) / 1024)

/** Milliseconds that they have worked, in steps of 10; a busy machine does not lengthen them. */
export const workOf = (pid: number | undefined): number =>
  sum(pid, (each) => {
    const [, , , , , , , , , , , user = 0, system = 0] = read(`/proc/${each}/stat`)
      .replace(/^.*\) /s, "")
      .split(" ")
    return 10 * (Number(user) + Number(system))
  })
