import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { assert } from "vitest"

/** A program in its own process that takes commands and sends messages, each a line of JSON. */
export class JsonChild<Command, Message extends { readonly event: string }> {
  readonly process: ChildProcess
  private readonly lines: AsyncIterator<string>
  private readonly closed: Promise<unknown>

  /** `folder` is its working folder, by which a run finds processes that were left running. */
  constructor(program: string, argument: string, folder: string) {
    const started = spawn(process.execPath, [program, argument], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] })
    this.process = started
    this.closed = once(started, "close")
    this.lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]()
  }

  /** The next message, or undefined when the program has ended. */
  async next(): Promise<Message | undefined> {
    const { done, value } = await this.lines.next()
    return done === true ? undefined : JSON.parse(value)
  }

  async expect<E extends Message["event"]>(event: E): Promise<Extract<Message, { event: E }>> {
    const message = await this.next()
    assert.strictEqual(message?.event, event, JSON.stringify(message))
    return message as Extract<Message, { event: E }>
  }

  tell(command: Command): void {
    this.process.stdin?.write(`${JSON.stringify(command)}\n`)
  }

  async kill(): Promise<void> {
    this.process.kill("SIGKILL")
    await this.closed
  }

  /** Waits until the program has ended of itself, with exit code 0. */
  async ended(): Promise<void> {
    await this.closed
    assert.strictEqual(this.process.exitCode, 0)
  }
}

/** Whole numbers from 0 to below a bound, the same ones for the same seed. */
export const numbers = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) % below
  }
}
