import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { assert } from "@effect/vitest"
import { clear, type Program, program, workshop } from "../support/program.ts"

export type Variables = Readonly<Record<string, string>>

/**
 * The variables of this process without those that mean something to Quire, Node or the tests. The first token is
 * printed, although there is no terminal.
 */
export const environment = (variables: Variables) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(QUIRE|NODE|VITEST|npm)_?/.test(name))),
  ...("QUIRE_BOOTSTRAP_TOKEN" in variables ? {} : { QUIRE_BOOTSTRAP_TOKEN_FILE: "-" }),
  ...variables
})

/** A run of a program that may be a server. */
export class Command {
  readonly process: ChildProcess
  out = ""
  err = ""
  private readonly ended: Promise<unknown>

  constructor(args: ReadonlyArray<string>, folder: string, variables: Variables, node = process.execPath) {
    const child = spawn(node, args, { cwd: folder, env: environment(variables) })
    this.process = child
    child.stdout.on("data", (chunk) => (this.out += chunk))
    child.stderr.on("data", (chunk) => (this.err += chunk))
    this.ended = once(child, "close")
  }

  async end() {
    await this.ended
    return { code: this.process.exitCode, out: this.out, err: this.err }
  }

  stop(signal: NodeJS.Signals = "SIGTERM") {
    this.process.kill(signal)
    return this.end()
  }

  /** The address, once it listens. */
  async url(): Promise<string> {
    for (;;) {
      const found = /^Quire listens on (\S+)/m.exec(this.out)?.[1]
      if (found !== undefined) return found
      const isOver = await Promise.race([
        this.process.stdout && once(this.process.stdout, "data").then(() => false),
        this.ended.then(() => true)
      ])
      assert.isFalse(isOver === true && !/^Quire listens on/m.test(this.out), `it ended: ${this.out}${this.err}`)
    }
  }
}

/** The `quire` command in a separate folder; whatever still runs of it is killed when that closes. */
export class Commands {
  /** Runs them with this Node, or with another one. */
  static async open(node = process.execPath) {
    const folder = await workshop()
    return new Commands(folder, await program(), node)
  }

  private readonly running = new Set<Command>()
  readonly folder: string
  readonly program: Program

  private readonly node: string

  private constructor(folder: string, program: Program, node: string) {
    this.folder = folder
    this.program = program
    this.node = node
  }

  start(words: ReadonlyArray<string>, variables: Variables = {}): Command {
    const started = new Command([this.program.path, ...words], this.folder, variables, this.node)
    this.running.add(started)
    void started.end().then(() => this.running.delete(started))
    return started
  }

  async close() {
    for (const each of this.running) each.process.kill("SIGKILL")
    await clear(this.folder)
  }
}

export const lines = (text: string) => text.split("\n").filter((line) => line !== "")

/** Why a server ended, by the last line of its log. */
export const failureOf = (err: string): string => {
  const { level, message } = JSON.parse(lines(err).at(-1) ?? "{}")
  assert.strictEqual(level, "FATAL", err)
  return message
}

/** What is read of answers. */
export interface Json {
  readonly id: string
  readonly email: string
  readonly items: ReadonlyArray<unknown>
  readonly pages: ReadonlyArray<unknown>
}

/** Asks with a token: reads, or posts a body. */
export const call = async (url: string, token: string, body?: object) => {
  const answer = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: answer.status, json: (await answer.json()) as Json }
}

/** What the first start says to try. */
export const curl = (out: string) => {
  const [, token = "", url = ""] = /curl -H "Authorization: Bearer (\S+)" (\S+)/.exec(out) ?? []
  return { token, url }
}
