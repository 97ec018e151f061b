import { createHash, createHmac, randomFillSync } from "node:crypto"
import type { ScriptRunner } from "@quire/core"
import { EvalFlags, type JSValueHandle, QuickJS } from "quickjs-wasi"
import type * as Messages from "./Messages.ts"
import type { FetchResponse, Said } from "./Messages.ts"
import { realm } from "./RealmText.ts"
import { limits } from "./ScriptLimits.ts"

/** Maximum length of a URL in characters. */
const mostCharacters = 65_536

const partsOf = ({
  hash,
  host,
  hostname,
  href,
  origin,
  password,
  pathname,
  port,
  protocol,
  search,
  username
}: URL): string =>
  JSON.stringify({ hash, host, hostname, href, origin, password, pathname, port, protocol, search, username })

const parseUrl = (text: string, base: string | undefined): string | undefined => {
  if (text.length > mostCharacters || (base ?? "").length > mostCharacters || !URL.canParse(text, base))
    return undefined
  return partsOf(new URL(text, base))
}

const settable = [
  "hash",
  "host",
  "hostname",
  "href",
  "password",
  "pathname",
  "port",
  "protocol",
  "search",
  "username"
] as const

const changeUrl = (href: string, part: string, value: string): string => {
  const url = new URL(href)
  const known = settable.find((name) => name === part)
  if (known !== undefined && value.length <= mostCharacters) url[known] = value
  return partsOf(url)
}

const encodingOf = (label: string): string | undefined => {
  try {
    return new TextDecoder(label.slice(0, 100)).encoding
  } catch {
    return undefined
  }
}

const decode = (encoding: string, bytes: ArrayBuffer, fatal: boolean, ignoreBOM: boolean): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal, ignoreBOM }).decode(bytes)
  } catch {
    return undefined
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const latin = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString("latin1")

const random = (length: number): Uint8Array =>
  randomFillSync(new Uint8Array(Math.min(65_536, Math.max(0, Math.trunc(length)))))

const hashes: Readonly<Record<string, string>> = {
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512"
}

const hashOf = (name: string): string => hashes[name] ?? "sha256"

const digest = (hash: string, bytes: ArrayBuffer): Uint8Array =>
  createHash(hashOf(hash)).update(new Uint8Array(bytes)).digest()

const hmac = (hash: string, key: ArrayBuffer, bytes: ArrayBuffer): Uint8Array =>
  createHmac(hashOf(hash), new Uint8Array(key)).update(new Uint8Array(bytes)).digest()

/** A value that is copied into or out of a realm: plain data. */
export type Plain = string | number | boolean | ArrayBuffer | Uint8Array | undefined

/** Functions of the thread by name. Their arguments may be any plain value and are untrusted. */
export type HostFunctions = Readonly<Record<string, (...values: ReadonlyArray<Plain>) => Plain | void>>

/**
 * An isolated realm for one script: it shares nothing with other realms, and nothing in it outlives it (rule
 * script-alone).
 */
export interface Realm {
  readonly start: (event: string, environment: string, body: Uint8Array | undefined, program: string) => void
  readonly deliver: (id: number, head: string, body: Uint8Array | undefined, problem: string | undefined) => void
  readonly tick: () => void
  /** Runs pending promise callbacks. */
  readonly settle: () => void
  readonly isFull: () => boolean
}

const fromHandle = (handle: JSValueHandle): Plain => {
  if (handle.isString) return handle.toString()
  if (handle.isNumber) return handle.toNumber()
  if (handle.isBool) return handle.toBoolean()
  return handle.isArrayBuffer ? handle.toArrayBuffer() : undefined
}

const toHandle = (vm: QuickJS, value: Plain): JSValueHandle => {
  if (typeof value === "string") return vm.newString(value)
  if (typeof value === "number") return vm.newNumber(value)
  if (typeof value === "boolean") return value ? vm.true : vm.false
  return value === undefined ? vm.undefined : vm.newArrayBuffer(value)
}

/** An error without the thread's stack trace, which would reveal paths of the server. */
const bare = (error: unknown): Error => {
  const shown = new Error(error instanceof Error ? error.message : "failed")
  shown.stack = ""
  return shown
}

const give = (vm: QuickJS, given: HostFunctions): JSValueHandle => {
  const host = vm.newObject()
  /** The last value returned to the realm. The realm holds its own reference to it by the time of the next call. */
  let answered = vm.undefined
  for (const [name, act] of Object.entries(given)) {
    const called = vm.newFunction(name, (...handles) => {
      try {
        answered.dispose()
        answered = vm.undefined
        answered = toHandle(vm, act(...handles.map(fromHandle)) ?? undefined)
        return answered
      } catch (error) {
        throw bare(error)
      }
    })
    host.setProp(name, called)
  }
  return host
}

/** The reason why a text cannot be compiled; only the message is returned. */
const syntaxProblem = (error: unknown): string | undefined =>
  error instanceof Error ? /(?:^|: )SyntaxError: .*/s.exec(`${error.name}: ${error.message}`)?.[0] : undefined

/**
 * Runs a program as a script, or as a module if the text has imports or exports. Returns the exports of a module as a
 * promise.
 */
const evaluate = (vm: QuickJS, program: string): JSValueHandle => {
  try {
    vm.compile(program, "script.js")
  } catch (error) {
    if (syntaxProblem(error) !== undefined) return vm.evalCode(program, "script.js", EvalFlags.TYPE_MODULE)
    throw error
  }
  vm.evalCode(program, "script.js")
  return vm.undefined
}

/** Opens a realm. `isOver` is called repeatedly while a script runs, and stops it. */
const open = async (wasm: WebAssembly.Module, given: HostFunctions, isOver: () => boolean): Promise<Realm> => {
  const vm = await QuickJS.create({
    wasm,
    memoryLimit: limits.memoryBytes,
    maxStackSize: limits.stackBytes,
    interruptHandler: isOver,
    timezoneOffset: 0
  })
  const port = vm.callFunction(vm.evalCode(realm, "realm.js"), vm.undefined, give(vm, given))
  const functions = {
    start: port.getProp("start"),
    deliver: port.getProp("deliver"),
    tick: port.getProp("tick")
  }
  const call = (name: keyof typeof functions, ...values: ReadonlyArray<JSValueHandle>) => {
    vm.callFunction(functions[name], vm.undefined, ...values).dispose()
    for (const value of values) value.dispose()
  }
  return {
    start: (event, environment, body, program) => {
      const exported = evaluate(vm, program)
      call("start", vm.newString(event), vm.newString(environment), toHandle(vm, body), exported)
    },
    deliver: (id, head, body, problem) =>
      call("deliver", vm.newNumber(id), vm.newString(head), toHandle(vm, body), toHandle(vm, problem)),
    tick: () => call("tick"),
    settle: () => void vm.executePendingJobs(),
    isFull: () => vm.getMemoryUsage().mallocSize > limits.memoryBytes * 0.9
  }
}

type Reason = ScriptRunner.ScriptFailureReason

const levels = ["debug", "info", "warn", "error"] as const

const reasons = ["memory", "invalid", "thrown"] as const

const text = (value: Plain): string => (typeof value === "string" ? value : "")

const number = (value: Plain): number => (typeof value === "number" ? value : 0)

const buffer = (value: Plain): ArrayBuffer => (value instanceof ArrayBuffer ? value : new ArrayBuffer(0))

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
  #realm: Realm | undefined
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
      this.#realm = await open(wasm, this.#given(), () => this.#isOver || this.#clock.now() > this.#ends)
    } catch (error) {
      return this.#broke(error)
    }
    this.#enter((realm) => realm.start(event, environment, body, program))
  }

  deliver({ body, head, id, problem }: FetchResponse): void {
    if (this.#fetching.delete(id)) this.#enter((realm) => realm.deliver(id, head, body, problem))
  }

  /** Resumes the script, and then checks what it waits for. */
  #enter(act: (realm: Realm) => void): void {
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
    const syntax = syntaxProblem(error)
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

  #given(): HostFunctions {
    return {
      log: (level, message) => this.#log(text(level), text(message)),
      wake: (milliseconds) => this.#wake(number(milliseconds)),
      fetch: (id, head, body) => this.#fetch(number(id), text(head), body instanceof ArrayBuffer ? body : undefined),
      cancel: (id) => {
        if (this.#fetching.delete(number(id))) this.#say({ _tag: "Cancel", id: number(id) })
      },
      parseUrl: (href, base) => parseUrl(text(href), base === undefined ? undefined : text(base)),
      changeUrl: (href, part, value) => changeUrl(text(href), text(part), text(value)),
      encode: (value) => encode(text(value)),
      encodingOf: (label) => encodingOf(text(label)),
      decode: (encoding, bytes, isFatal, keepsMark) =>
        decode(text(encoding), buffer(bytes), isFatal === true, keepsMark === true),
      latin: (bytes) => latin(buffer(bytes)),
      random: (length) => random(number(length)),
      digest: (hash, bytes) => digest(text(hash), buffer(bytes)),
      hmac: (hash, key, bytes) => hmac(text(hash), buffer(key), buffer(bytes)),
      answer: (status, headers, body) => this.#answer(number(status), text(headers), buffer(body)),
      fail: (reason, message) => this.#end(reasons.find((one) => one === reason) ?? "thrown", text(message)),
      end: () => this.#finish(undefined)
    }
  }
}
