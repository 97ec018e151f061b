import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { get } from "node:http"
import { createInterface } from "node:readline"
import type { Quire } from "@quire/http"

/** What a server with a large file is told. */
export interface Given {
  /** Of the file, in bytes. */
  readonly size: number
  readonly store: Quire.Store
  readonly blobs: NonNullable<Quire.EngineOptions["blobs"]>
}

export interface Ready {
  /** Of the file. */
  readonly url: string
}

export interface Download {
  readonly status: number | undefined
  readonly bytes: number
}

export interface LargeServer {
  readonly download: (range?: string) => Promise<Download>
  /** Megabytes that the process holds, and by how many it grows at most while a promise is awaited. */
  readonly growth: (during: () => Promise<unknown>) => Promise<{ readonly before: number; readonly growth: number }>
  readonly stop: () => Promise<void>
}

const statusOf = (pid: number, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

/** Starts the bundled program. */
export const start = async (program: string, given: Given): Promise<LargeServer> => {
  const child = spawn(process.execPath, ["--expose-gc", program, JSON.stringify(given)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const { pid = 0 } = child
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => ["{}"])
  ])
  const { url }: Ready = JSON.parse(line)
  return {
    download: (range) =>
      new Promise((resolve, reject) => {
        get(url, { agent: false, headers: range === undefined ? {} : { range } }, (answer) => {
          let bytes = 0
          answer.on("data", (piece: Buffer) => {
            bytes += piece.length
          })
          answer.once("error", reject)
          answer.once("end", () => resolve({ status: answer.statusCode, bytes }))
        }).once("error", reject)
      }),
    growth: async (during) => {
      writeFileSync(`/proc/${pid}/clear_refs`, "5")
      const before = statusOf(pid, "VmRSS")
      await during()
      return { before, growth: statusOf(pid, "VmHWM") - before }
    },
    stop: async () => {
      const ended = once(child, "exit")
      child.kill("SIGKILL")
      await ended
    }
  }
}
