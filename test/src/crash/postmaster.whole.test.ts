import * as fs from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import { type Command, Commands, curl, failureOf, lines } from "../command/Commands.ts"
import { serverPid } from "../support/program.ts"
import { note } from "../support/seed.ts"

const rounds = Rounds.rounds(2, 20, 3)
const writers = 4

/** So often a server may end that has just been started. */
const inARow = 5

/** So long a server runs that is not taken for one that ends as soon as it was started, in milliseconds. */
const steady = 5_000

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly json: { readonly id: string; readonly title: string; readonly error?: { readonly reason: string } }
}

/** A server on a folder, asked as a client asks it. */
class Served {
  readonly command: Command
  readonly base: string
  readonly directory: string
  private readonly spaces: string
  private readonly token: string

  private constructor(command: Command, base: string, directory: string) {
    this.command = command
    this.base = base
    this.directory = directory
    const { token, url } = curl(command.out)
    this.token = token
    this.spaces = url
  }

  static async start(name: string): Promise<Served> {
    const directory = join(commands.folder, name)
    const command = commands.start(["serve", "--data", directory, "--port", "0", "--rate-limit", "off"])
    const base = await command.url()
    return new Served(command, base, directory)
  }

  /** Asks, and says of a server that does not answer what it said last. */
  private async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    try {
      return await fetch(url, init)
    } catch (cause) {
      const { err, process: child } = this.command
      throw new Error(`no answer (exit ${child.exitCode ?? child.signalCode}): ${lines(err).slice(-12).join("\n")}`, {
        cause
      })
    }
  }

  private async ask(method: string, url: string, body?: object): Promise<Answer> {
    const answer = await this.fetch(url, {
      method,
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const json = (await answer.json()) as Answer["json"]
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), json }
  }

  create(title: string): Promise<Answer> {
    return this.ask("POST", this.spaces, { title })
  }

  rename(space: string, title: string): Promise<Answer> {
    return this.ask("PATCH", `${this.base}/v1/spaces/${space}`, { title })
  }

  read(space: string): Promise<Answer> {
    return this.ask("GET", `${this.base}/v1/spaces/${space}`)
  }

  async status(path: string): Promise<number> {
    return (await this.fetch(`${this.base}${path}`)).status
  }

  async killPostmaster(): Promise<void> {
    const pid = await serverPid(this.directory)
    assert.isDefined(pid)
    process.kill(pid, "SIGKILL")
  }
}

/** One client that writes the numbers from 1 on into a separate space, each once. */
class Writer {
  acknowledged = 0
  begun = 0
  refused = 0
  private readonly served: Served
  private readonly space: string

  constructor(served: Served, space: string) {
    this.served = served
    this.space = space
  }

  async write(): Promise<void> {
    this.begun += 1
    const { json, retryAfter, status } = await this.served.rename(this.space, String(this.begun))
    if (status === 200) this.acknowledged = this.begun
    else {
      assert.deepStrictEqual([status, json.error?.reason, retryAfter], [503, "Unavailable", "1"])
      this.refused += 1
    }
  }

  async writeUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.write()
  }

  /** What is stored is the last number that was acknowledged, or one that was refused after it. */
  async verify(): Promise<void> {
    const { json, status } = await this.served.read(this.space)
    assert.strictEqual(status, 200)
    assert.isAtLeast(Number(json.title), this.acknowledged)
    assert.isAtMost(Number(json.title), this.begun)
  }
}

const until = async (served: Served, path: string, wanted: number): Promise<void> => {
  while ((await served.status(path)) !== wanted);
}

describe("a server whose Postgres is killed", () => {
  it(
    `serves again automatically and loses no acknowledged write (${rounds} kills)`,
    async () => {
      const served = await Served.start("killed")
      const spaces = await Promise.all(Array.from({ length: writers }, () => served.create("0")))
      const clients = spaces.map(({ json }) => new Writer(served, json.id))
      for (let round = 0; round < rounds; round++) {
        let isOver = false
        const standsSince = performance.now()
        const mayEnd = () => round < inARow || performance.now() - standsSince >= steady
        const writing = Promise.all(clients.map((client) => client.writeUntil(() => isOver)))
        await Promise.all(clients.map((client) => client.write()))
        while (!mayEnd()) await served.status("/healthz")
        await served.killPostmaster()
        await until(served, "/readyz", 503)
        assert.strictEqual(await served.status("/healthz"), 200)
        await until(served, "/readyz", 200)
        isOver = true
        await writing
        for (const client of clients) await client.verify()
        note(1)
      }
      for (const client of clients) assert.isAbove(client.acknowledged, rounds)
      assert.isAbove(
        clients.reduce((sum, { refused }) => sum + refused, 0),
        0
      )
      const { code, err } = await served.command.stop()
      assert.strictEqual(code, 0, err)
      assert.isUndefined(await serverPid(served.directory))
    },
    Rounds.patience
  )

  it("exits with 75 if Postgres does not come back", async () => {
    const served = await Served.start("lost")
    const data = join(served.directory, "postgres", "data")
    await fs.rename(data, `${data}.moved`)
    const pid = Number.parseInt(await fs.readFile(join(`${data}.moved`, "postmaster.pid"), "utf8"), 10)
    process.kill(pid, "SIGKILL")
    const { code, err } = await served.command.end()
    assert.strictEqual(code, 75)
    assert.match(failureOf(err), /^the embedded Postgres exited and cannot be restarted: .*data no longer exists$/)
  })
})
