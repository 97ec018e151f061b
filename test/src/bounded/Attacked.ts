import { type ChildProcess, fork, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { Agent, createServer, request } from "node:http"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { Quire } from "@quire/http"
import { command } from "../../../scripts/bundle.mjs"
import { memoryOf } from "../support/processes.ts"
import { clear, program, workshop } from "../support/program.ts"
import type { Attack, Person, Sent, Source } from "./attacks.ts"
import type { Told, Waits } from "./reader.ts"

/** Whether the machine tells the processor time and memory of other processes. */
export const isMeasurable: boolean = existsSync("/proc/self/schedstat") && existsSync("/proc/self/status")

/** What an attack did; times in milliseconds, memory in megabytes. */
export interface Outcome {
  readonly name: string
  /** What was sent, bodies and sources together. */
  readonly bytes: number
  readonly statuses: ReadonlyArray<number>
  /** The first answer's beginning. */
  readonly said: string
  readonly took: number
  /** The longest that another client waited. */
  readonly waited: number
  /** The same without the time in which the machine had the server wait for a processor. */
  readonly worked: number
  readonly before: number
  readonly peak: number
  readonly after: number
}

export interface Answer {
  readonly status: number
  readonly text: string
}

const longest = (waits: ReadonlyArray<number>) => Math.max(0, ...waits)

/** A client that asks for one address at a steady pace; see `reader.ts`. */
export class Reader {
  private readonly child: ChildProcess

  private constructor(child: ChildProcess) {
    this.child = child
  }

  static async open(path: string, url: string, pid: number, pace: number, token = ""): Promise<Reader> {
    const child = fork(path, [url, token, String(pid), String(pace)], { execArgv: [] })
    await once(child, "message")
    return new Reader(child)
  }

  private async ask(message: "begin" | "end"): Promise<Told> {
    this.child.send(message)
    const [told] = (await once(this.child, "message")) as [Told]
    return told
  }

  /** What it waited while something was done. */
  async during(act: () => Promise<void>): Promise<Waits> {
    await this.ask("begin")
    await act()
    return (await this.ask("end")) as Waits
  }

  close(): void {
    this.child.kill()
  }
}

/** Serves what is to be imported. */
export const serveSources = async () => {
  const sources = new Map<string, Source>()
  const server = createServer((asked, response) => {
    const { content, kind } = sources.get(asked.url ?? "") ?? {}
    const type = kind === "zip" ? "application/zip" : "text/html"
    response.writeHead(content === undefined ? 404 : 200, { "content-type": type }).end(content)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const put = (source: Source): string => {
    const path = `/${sources.size}`
    sources.set(path, source)
    return `http://127.0.0.1:${port}${path}`
  }
  return {
    /** The body of a request that has a source read. */
    bodyOf: (source: Source): object => {
      const url = put(source)
      return source.kind === "description" ? { source: { url } } : { source: source.kind, url }
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** Collects when told to: what is left then is what the process keeps. */
const collecting = ["--expose-gc", "--import", 'data:text/javascript,process.on("SIGUSR2",()=>gc())']

/** What the image and the systemd unit set: else the C library keeps what the server has released. */
const deployed = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" }

/** The `quire` command on a Postgres, in a separate process, with people to attack it and a client that looks on. */
export class Attacked {
  static async open(database: string, pace = 10, readerPath = "/healthz"): Promise<Attacked> {
    const folder = await workshop()
    const { path } = await program({ ...command, reader: "test/src/bounded/reader.ts" })
    const quire = await Quire.open({
      upkeep: "off",
      store: { kind: "postgres", url: database },
      baseUrl: "http://quire.test"
    })
    const child = spawn(process.execPath, [...collecting, path, "serve"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"],
        QUIRE_DATABASE_URL: database,
        QUIRE_PORT: "0",
        QUIRE_RATE_LIMIT: "off",
        QUIRE_FETCH_ALLOW: "127.0.0.1",
        QUIRE_MAIL_OFF: "all",
        ...deployed
      }
    })
    let url = ""
    for await (const line of createInterface({ input: child.stdout })) {
      url = /^Quire listens on (\S+)/.exec(line)?.[1] ?? url
      if (url !== "") break
    }
    child.stdout.resume()
    const failures: Array<string> = []
    const log = createInterface({ input: child.stderr })
    log.on("line", (text) => void (text.includes('"level":"INFO"') || failures.push(text)))
    const readerProgram = join(dirname(path), "reader.mjs")
    const reader = await Reader.open(readerProgram, `${url}${readerPath}`, child.pid ?? 0, pace)
    return new Attacked(child, url, folder, readerProgram, quire, reader, await serveSources(), failures)
  }

  readonly child: ChildProcess
  readonly url: string
  readonly folder: string
  /** The bundled `reader.ts`, for further readers. */
  readonly readerProgram: string
  readonly reader: Reader
  /** What the server logged of what went wrong. */
  readonly failures: Array<string>
  private readonly quire: Quire.Quire
  private readonly sources: Awaited<ReturnType<typeof serveSources>>
  private readonly agent = new Agent({ keepAlive: true })
  private people = 0
  private highest = 0

  private constructor(
    child: ChildProcess,
    url: string,
    folder: string,
    readerProgram: string,
    quire: Quire.Quire,
    reader: Reader,
    sources: Awaited<ReturnType<typeof serveSources>>,
    failures: Array<string>
  ) {
    this.child = child
    this.url = url
    this.folder = folder
    this.readerProgram = readerProgram
    this.quire = quire
    this.reader = reader
    this.sources = sources
    this.failures = failures
  }

  /** A new person with a separate organization, space and change request. */
  async person(): Promise<Person> {
    const name = `person-${++this.people}`
    const { id: user } = await this.quire.system.users.ensure({ email: `${name}@bounded.test`, displayName: name })
    const face = this.quire.as(user)
    const { token } = await face.tokens.create(user, { label: "attack" })
    const organization = (await face.organizations.create({ title: name })).id
    const space = (await face.spaces.create(organization, { title: name, editMode: "live" })).id
    const changeRequest = (await face.changeRequests.create(space, { subject: name })).id
    return { token, user, organization, space, changeRequest }
  }

  send(person: Person, { body, headers, method, path, source }: Sent): Promise<Answer> {
    const given = source === undefined ? body : this.sources.bodyOf(source)
    const content = given === undefined || typeof given === "string" ? given : JSON.stringify(given)
    const sized = content === undefined ? {} : { "content-length": Buffer.byteLength(content) }
    return new Promise((resolve) => {
      const failed = (error: Error) => resolve({ status: 0, text: error.message })
      request(
        `${this.url}${path}`,
        {
          method,
          agent: this.agent,
          headers: {
            authorization: `Bearer ${person.token}`,
            ...(content === undefined ? {} : { "content-type": "application/json", ...sized }),
            ...headers
          }
        },
        (answer) => {
          const parts: Array<string> = []
          answer.setEncoding("utf8")
          answer.on("data", (part) => void parts.push(part))
          answer.once("error", failed)
          answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text: parts.join("") }))
        }
      )
        .once("error", failed)
        .end(content)
    })
  }

  /** Megabytes that the server, and the processes that read texts for it, hold in memory. */
  memory(): number {
    const now = memoryOf(this.child.pid)
    this.highest = Math.max(this.highest, now)
    return now
  }

  /** The same after a collection, as soon as it is below a limit, or when that does not come. */
  async settled(limit: number, patience: number): Promise<number> {
    for (const end = performance.now() + patience; ; ) {
      this.child.kill("SIGUSR2")
      await pause(100)
      const now = this.memory()
      if (now <= limit || performance.now() > end) return now
    }
  }

  /** The highest that its memory was while something was done. */
  async peak(act: () => Promise<void>): Promise<number> {
    this.highest = 0
    const timer = setInterval(() => this.memory(), 10)
    await act()
    clearInterval(timer)
    this.memory()
    return this.highest
  }

  /** Asks until what goes on after the answers is over. */
  private async end(person: Person, { deadline, until }: Attack): Promise<void> {
    if (until === undefined) return
    for (const end = performance.now() + deadline; performance.now() < end; await pause(20)) {
      if (until.isOver((await this.send(person, until.ask(person))).text)) return
    }
  }

  async attack(attack: Attack): Promise<Outcome> {
    const { name, prepare, requests } = attack
    const person = await this.person()
    await prepare?.(person, (sent) => this.send(person, sent))
    const all = requests(person)
    const before = this.memory()
    let answers: ReadonlyArray<Answer> = []
    let took = 0
    let waits: Waits = { wall: [], worked: [] }
    const peak = await this.peak(async () => {
      waits = await this.reader.during(async () => {
        const begun = performance.now()
        answers = await Promise.all(all.map((sent) => this.send(person, sent)))
        await this.end(person, attack)
        took = performance.now() - begun
      })
    })
    const size = ({ body, source }: Sent) =>
      source?.content.length ?? (typeof body === "string" ? body.length : JSON.stringify(body ?? "").length)
    return {
      name,
      bytes: all.reduce((sum, sent) => sum + size(sent), 0),
      statuses: [...new Set(answers.map(({ status }) => status))],
      said: answers[0]?.text.slice(0, 200) ?? "",
      took,
      waited: longest(waits.wall),
      worked: longest(waits.worked.map((worked, at) => Math.min(worked, waits.wall[at] ?? worked))),
      before,
      peak,
      after: this.memory()
    }
  }

  async close(): Promise<void> {
    this.reader.close()
    this.sources.close()
    this.agent.destroy()
    await this.quire.close()
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, "exit")
      this.child.kill("SIGKILL")
      await gone
    }
    await clear(this.folder)
  }
}

/** One line of a report. */
export const line = ({ after, before, bytes, name, peak, said, statuses, took, waited, worked }: Outcome): string =>
  [
    name.padEnd(32),
    `${bytes} B`.padStart(12),
    statuses.join(",").padStart(7),
    `${took.toFixed(0)} ms`.padStart(9),
    `waited ${waited.toFixed(0)} ms`.padStart(15),
    `worked ${worked.toFixed(0)} ms`.padStart(15),
    `${before.toFixed(0)}, ${peak.toFixed(0)}, then ${after.toFixed(0)} MB`.padStart(24),
    (statuses[0] ?? 0) < 300 ? "" : said.replace(/^.*"message":"/, "").slice(0, 90)
  ].join("  ")
