import { bytesOf, concat, encode, isBuffer } from "./Host.ts"

interface Read {
  readonly done: boolean
  readonly value: unknown
}

interface Controller {
  readonly enqueue: (chunk: unknown) => void
  readonly close: () => void
  readonly error: (reason: unknown) => void
}

interface Source {
  readonly start?: (controller: Controller) => unknown
  readonly pull?: (controller: Controller) => unknown
  readonly cancel?: (reason: unknown) => unknown
}

/** A stream with one reader; without backpressure, because the input is bounded. */
export class ReadableStream {
  readonly #source: Source
  readonly #controller: Controller
  #chunks: Array<unknown> = []
  #state: "open" | "closed" | "failed" = "open"
  #reason: unknown
  #awaken: (() => void) | undefined
  #begun: Promise<unknown>
  locked = false
  constructor(source: Source = {}) {
    const wake = () => this.#awaken?.()
    this.#source = source
    this.#controller = {
      enqueue: (chunk) => {
        if (this.#state !== "open") throw new TypeError("The stream is closed")
        this.#chunks.push(chunk)
        wake()
      },
      close: () => {
        this.#state = "closed"
        wake()
      },
      error: (reason) => this.#fail(reason)
    }
    this.#begun = Promise.resolve(source.start?.(this.#controller)).catch((reason: unknown) => this.#fail(reason))
  }
  static of(bytes: Uint8Array): ReadableStream {
    return new ReadableStream({
      start: (controller) => {
        if (bytes.length > 0) controller.enqueue(bytes)
        controller.close()
      }
    })
  }
  /** All bytes of a stream that has no reader yet. */
  static async drain(stream: ReadableStream): Promise<Uint8Array> {
    const parts: Array<Uint8Array> = []
    for await (const chunk of stream) parts.push(isBuffer(chunk) ? bytesOf(chunk) : encode(String(chunk)))
    return concat(parts)
  }
  #fail(reason: unknown): void {
    this.#state = "failed"
    this.#reason = reason
    this.#awaken?.()
  }
  async #read(): Promise<Read> {
    await this.#begun
    while (this.#chunks.length === 0 && this.#state === "open") {
      const changed = new Promise<void>((resolve) => (this.#awaken = resolve))
      if (this.#source.pull !== undefined) await this.#source.pull(this.#controller)
      else await changed
      if (this.#chunks.length === 0 && this.#state === "open") await changed
    }
    if (this.#chunks.length > 0) return { done: false, value: this.#chunks.shift() }
    if (this.#state === "failed") throw this.#reason
    return { done: true, value: undefined }
  }
  async cancel(reason?: unknown): Promise<void> {
    this.#state = "closed"
    this.#chunks = []
    await this.#source.cancel?.(reason)
  }
  getReader() {
    if (this.locked) throw new TypeError("The stream is locked")
    this.locked = true
    return {
      read: () => this.#read(),
      cancel: (reason?: unknown) => this.cancel(reason),
      releaseLock: () => {
        this.locked = false
      }
    }
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    const reader = this.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  }
}
