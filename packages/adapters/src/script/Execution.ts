import type { ScriptRunner } from "@quire/core"
import * as HostText from "./HostText.ts"
import type * as Messages from "./Messages.ts"
import type { FetchResponse, Said } from "./Messages.ts"
import * as Realm from "./Realm.ts"
import { limits } from "./ScriptLimits.ts"

type Reason = ScriptRunner.ScriptFailureReason

const levels = ["debug", "info", "warn", "error"] as const

const reasons = ["memory", "invalid", "thrown"] as const

const text = (value: Realm.Plain): string => (typeof value === "string" ? value : "")

const number = (value: Realm.Plain): number => (typeof value === "number" ? value : 0)

const buffer = (value: Realm.Plain): ArrayBuffer => (value instanceof ArrayBuffer ? value : new ArrayBuffer(0))

/** Headers as the realm writes them, from strings only. */
const pairs = (json: string): ReadonlyArray<readonly [string, string]> => JSON.parse(json)

const isMemory = (message: string): boolean => /\bout of memory\b|wasm_malloc failed/.test(message)

/** The time that deadlines and timers of a run follow, in milliseconds. */
export interface Clock {
  readonly now: () => number
  /** Calls a function once, later; returns a function that cancels it. */
  readonly schedule: (act: () => void, milliseconds: number) => () => void
}

const systemClock: Clock = {
  now: () => performance.now(),
  schedule: (act, milliseconds) => {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  }
}

/**
 * One run on this thread, from loading the program to its result, which is reported once (rules script-answer and
 * script-trace).
 */
export class Execution {
  readonly #say: (said: Said) => void
  readonly #ends: number
  readonly #fetching = new Set<number>()
  readonly #ended: () => void
  #realm: Realm.Realm | undefined
  readonly #clock: Clock
  readonly #cancelDeadline: () => void
  #cancelTimer: (() => void) | undefined
  #fetches = 0
  #lines = 0
  #logBytes = 0
  #isAnswered = false
  #isOver = false

  constructor(say: (said: Said) => void, milliseconds: number, ended: () => void, clock: Clock = systemClock) {
    this.#say = say
    this.#clock = clock
    this.#ends = clock.now() + milliseconds
    this.#ended = ended
    this.#cancelDeadline = clock.schedule(() => this.#late(), milliseconds)
  }

  async run(wasm: WebAssembly.Module, { body, environment, event, program }: Messages.Begin): Promise<void> {
    try {
      this.#realm = await Realm.open(wasm, this.#given(), () => this.#isOver || this.#clock.now() > this.#ends)
    } catch (error) {
      return this.#broke(error)
    }
    this.#enter((realm) => realm.start(event, environment, body, program))
  }

  deliver({ body, head, id, problem }: FetchResponse): void {
    if (this.#fetching.delete(id)) this.#enter((realm) => realm.deliver(id, head, body, problem))
  }

  /** Resumes the script, and then checks what it waits for. */
  #enter(act: (realm: Realm.Realm) => void): void {
    if (this.#isOver || this.#realm === undefined) return
    try {
      act(this.#realm)
      this.#realm.settle()
      if (this.#clock.now() > this.#ends) return this.#late()
      if (this.#fetching.size > 0 || this.#cancelTimer !== undefined) return
      this.#end(this.#realm.isFull() ? "memory" : "thrown", "the script is waiting for a promise that never settles")
    } catch (error) {
      this.#broke(error)
    }
  }

  #late(): void {
    this.#end("deadline", "the script exceeded its time limit")
  }

  #broke(error: unknown): void {
    if (this.#isOver) return
    if (this.#clock.now() > this.#ends) return this.#late()
    const { message, name } = error instanceof Error ? error : new Error("failed")
    if (isMemory(message)) return this.#end("memory", "the script exceeded its memory limit")
    const syntax = Realm.syntaxProblem(error)
    if (syntax !== undefined) return this.#end("invalid", syntax)
    this.#end(name === "RuntimeError" ? "crashed" : "thrown", `${name}: ${message}`)
  }

  /** A response that was already sent is kept, whatever happens afterwards. */
  #end(reason: Reason, message: string): void {
    this.#finish(this.#isAnswered ? undefined : { reason, message: message.slice(0, limits.messageCharacters) }, reason)
  }

  #finish(failure: ScriptRunner.ScriptFailure | undefined, reason?: Reason): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancelTimer?.()
    this.#cancelDeadline()
    this.#realm = undefined
    this.#say({ _tag: "Ended", failure, isWell: reason === undefined || reason === "invalid" || reason === "thrown" })
    this.#ended()
  }

  #log(level: string, message: string): void {
    if (this.#lines > limits.logLines || this.#isOver) return
    const bytes = Buffer.byteLength(message)
    const isTooMuch = this.#lines === limits.logLines || this.#logBytes + bytes > limits.logBytes
    this.#lines = isTooMuch ? limits.logLines + 1 : this.#lines + 1
    this.#logBytes += bytes
    const shown = isTooMuch ? "the rest of the log was truncated" : message
    const loud = isTooMuch ? "warn" : (levels.find((one) => one === level) ?? "info")
    this.#say({ _tag: "Log", level: loud, message: shown, timestamp: Date.now() })
  }

  #wake(milliseconds: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    if (milliseconds < 0 || this.#isOver) return
    const wait = Math.min(milliseconds, limits.milliseconds)
    this.#cancelTimer = this.#clock.schedule(() => {
      this.#cancelTimer = undefined
      this.#enter((realm) => realm.tick())
    }, wait)
  }

  /** Sends requests that may be allowed to the main thread, and rejects the others here (rule script-bounds). */
  #fetch(id: number, head: string, body: ArrayBuffer | undefined): string | undefined {
    if (this.#isOver) return undefined
    this.#fetches += 1
    if (this.#fetches > limits.fetches) return "the run exceeded the limit of fetch requests"
    if (head.length > limits.headerBytes) return "the URL and headers of the request are too large"
    if ((body?.byteLength ?? 0) > limits.fetchBytes) return "the body of the request is too large"
    const { headers, method, url } = JSON.parse(head)
    this.#fetching.add(id)
    this.#say({ _tag: "Fetch", id, url, method, headers, body: body === undefined ? undefined : new Uint8Array(body) })
    return undefined
  }

  #answer(status: number, headers: string, body: ArrayBuffer): void {
    if (this.#isAnswered || this.#isOver) return
    if (headers.length > limits.headerBytes || headers.length + body.byteLength > limits.outputBytes)
      return this.#end("output", "the response of the script exceeds the size limit")
    this.#say({ _tag: "Answered", status, headers: pairs(headers), body: new Uint8Array(body) })
    this.#isAnswered = true
  }

  #given(): Realm.HostFunctions {
    return {
      log: (level, message) => this.#log(text(level), text(message)),
      wake: (milliseconds) => this.#wake(number(milliseconds)),
      fetch: (id, head, body) => this.#fetch(number(id), text(head), body instanceof ArrayBuffer ? body : undefined),
      cancel: (id) => {
        if (this.#fetching.delete(number(id))) this.#say({ _tag: "Cancel", id: number(id) })
      },
      parseUrl: (href, base) => HostText.parseUrl(text(href), base === undefined ? undefined : text(base)),
      changeUrl: (href, part, value) => HostText.changeUrl(text(href), text(part), text(value)),
      encode: (value) => HostText.encode(text(value)),
      encodingOf: (label) => HostText.encodingOf(text(label)),
      decode: (encoding, bytes, isFatal, keepsMark) =>
        HostText.decode(text(encoding), buffer(bytes), isFatal === true, keepsMark === true),
      latin: (bytes) => HostText.latin(buffer(bytes)),
      random: (length) => HostText.random(number(length)),
      digest: (hash, bytes) => HostText.digest(text(hash), buffer(bytes)),
      hmac: (hash, key, bytes) => HostText.hmac(text(hash), buffer(key), buffer(bytes)),
      answer: (status, headers, body) => this.#answer(number(status), text(headers), buffer(body)),
      fail: (reason, message) => this.#end(reasons.find((one) => one === reason) ?? "thrown", text(message)),
      end: () => this.#finish(undefined)
    }
  }
}
