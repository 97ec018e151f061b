/**
 * What the bundled server takes until its first answers: `npm run bench -- start`. Processor time of user and system
 * from the start of the process, of a bare server in the same rounds, with the folder of compiled code empty and full
 * where this Node keeps one. `QUIRE_BENCH_OTHER` names the entry of another bundle to measure in comparison.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { availableParallelism, loadavg } from "node:os"
import { join } from "node:path"
import { clear, program, workshop } from "../support/program.ts"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 10)
const other = process.env["QUIRE_BENCH_OTHER"]

/** What the system counts by, in milliseconds. */
const tick = 10

/** Milliseconds of processor time and megabytes of a process. */
const usage = ({ pid }: ChildProcess) => {
  const status = readFileSync(`/proc/${pid}/stat`, "latin1")
  const fields = status.slice(status.lastIndexOf(")") + 2).split(" ")
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? []
  return { time: (Number(fields[11]) + Number(fields[12])) * tick, memory: Number(kilobytes) / 1000 }
}

interface Start {
  readonly ready: number
  readonly answer: number
  readonly memory: number
}

const ask = async (url: string, token: string) => {
  const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (status !== 200) throw new Error(`${url} answered ${status}`)
}

/** Starts a server, which prints its address when it listens, asks it, and ends it. */
const measure = async (args: ReadonlyArray<string>, home: string): Promise<Start> => {
  const variables = { PATH: process.env["PATH"], XDG_CACHE_HOME: home, QUIRE_BOOTSTRAP_TOKEN_FILE: "-" }
  const server = spawn(process.execPath, args, { env: variables, stdio: ["ignore", "pipe", "ignore"] })
  let printed = ""
  server.stdout.on("data", (chunk) => (printed += chunk))
  const exit = once(server, "exit")
  while (!/listens on \S+/.test(printed)) {
    const isOver = await Promise.race([once(server.stdout, "data").then(() => false), exit.then(() => true)])
    if (isOver) throw new Error(`it ended: ${printed}`)
  }
  const [, base = ""] = /listens on (\S+)/.exec(printed) ?? []
  const [, token = ""] = /Bearer ([^"\s]+)/.exec(printed) ?? []
  await ask(`${base}/readyz`, token)
  const { time: ready } = usage(server)
  await ask(`${base}/v1/user`, token)
  const { memory, time: answer } = usage(server)
  server.kill("SIGTERM")
  await exit
  return { ready, answer, memory }
}

const bare = `const server = require("node:http").createServer((request, response) => response.end("{}"))
server.listen(0, "127.0.0.1", () => console.log("listens on http://127.0.0.1:" + server.address().port))`

const serve = (entry: string) => [entry, "serve", "--store", "memory", "--port", "0"]

const middle = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const row = (name: string, starts: ReadonlyArray<Start>) => {
  const of = (part: keyof Start) => {
    const values = starts.map((start) => start[part])
    return `${Math.min(...values).toFixed(0)} / ${middle(values).toFixed(0)}`
  }
  console.log(`| ${name} | ${of("ready")} | ${of("answer")} | ${of("memory")} |`)
}

const folder = await workshop()
try {
  const { path } = await program()
  const programs = new Map([
    ["bare", ["-e", bare]],
    ["quire", serve(path)]
  ])
  if (other !== undefined) programs.set("other", serve(other))
  const starts = new Map<string, Array<Start>>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of programs) {
      const home = join(folder, `${name}-${round}`)
      for (const kept of ["cold", "warm"]) {
        const known = starts.get(`${name}, ${kept}`) ?? []
        known.push(await measure(args, home))
        starts.set(`${name}, ${kept}`, known)
      }
    }
  }
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds`
  )
  console.log("\nLeast / median: ms of processor time, MB of memory\n")
  console.log("| start | first `/readyz` | first `/v1/user` | memory |\n|---|---|---|---|")
  for (const [name, each] of starts) row(name, each)
} finally {
  await clear(folder)
}
