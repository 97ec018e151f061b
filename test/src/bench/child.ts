import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync } from "node:fs"

/** A server in a separate process that reports its processor time. */
export interface Server {
  readonly url: string
  readonly ready: Record<string, string>
  /** Processor microseconds used so far, with those of the processes that work for it, to a hundredth of a second. */
  readonly cpu: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** Starts a program that sends `{ url, ... }` when it listens and answers `cpu` with its processor time. */
export const start = async (program: string, args: ReadonlyArray<string>): Promise<Server> => {
  const child = fork(new URL(program, import.meta.url), [...args], { stdio: ["ignore", "ignore", "inherit", "ipc"] })
  const [ready] = (await once(child, "message")) as [Record<string, string>]
  return {
    url: ready["url"] ?? "",
    ready,
    cpu: async () => {
      child.send("cpu")
      const [answer] = (await once(child, "message")) as [{ cpu: number }]
      return answer.cpu
    },
    stop: async () => {
      child.send("stop")
      await once(child, "exit")
    }
  }
}

/** What the system counts by, in microseconds. */
const tick = 10_000

/** Processor microseconds of a process that this one has started; none of another, or of one that is gone. */
const microsecondsOf = (id: string): number => {
  try {
    const status = readFileSync(`/proc/${id}/stat`, "latin1")
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ")
    return Number(fields[1]) === process.pid ? (Number(fields[11]) + Number(fields[12])) * tick : 0
  } catch {
    return 0
  }
}

/** Those of its children; none where the system does not tell. */
const children = (): number => {
  if (!existsSync("/proc")) return 0
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  return ids.reduce((sum, id) => sum + microsecondsOf(id), 0)
}

/** The other side: tells the parent where the server is, and answers it. */
export const serveParent = (ready: Record<string, string>, close: () => Promise<void>): void => {
  process.on("message", (message) => {
    if (message === "cpu") {
      const { system, user } = process.cpuUsage()
      process.send?.({ cpu: system + user + children() })
    }
    if (message === "stop") void close().then(() => process.exit(0))
  })
  process.send?.(ready)
}
