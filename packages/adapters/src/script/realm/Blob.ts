import { bytesOf, concat, decode, encode, isBuffer } from "./Host.ts"
import { ReadableStream } from "./Stream.ts"

export class Blob {
  readonly #bytes: Uint8Array
  readonly type: string
  constructor(parts: Iterable<unknown> = [], options: { readonly type?: unknown } = {}) {
    this.#bytes = concat(
      Array.from(parts, (part) =>
        part instanceof Blob ? part.#bytes : isBuffer(part) ? bytesOf(part) : encode(String(part))
      )
    )
    const type = String(options.type ?? "")
    this.type = /^[\x20-\x7e]*$/.test(type) ? type.toLowerCase() : ""
  }
  /** The content of a blob, for bodies, which copy it. */
  static bytesOf(blob: Blob): Uint8Array {
    return blob.#bytes
  }
  get size(): number {
    return this.#bytes.length
  }
  slice(from?: number, to?: number, type?: unknown): Blob {
    return new Blob([this.#bytes.slice(from, to)], { type })
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(this.#bytes).buffer
  }
  async bytes(): Promise<Uint8Array> {
    return this.#bytes.slice()
  }
  async text(): Promise<string> {
    return decode(this.#bytes)
  }
  stream(): ReadableStream {
    return ReadableStream.of(this.#bytes)
  }
}

export class File extends Blob {
  readonly name: string
  readonly lastModified: number
  constructor(
    parts: Iterable<unknown>,
    name: unknown,
    options: { readonly type?: unknown; readonly lastModified?: unknown } = {}
  ) {
    super(parts, options)
    this.name = String(name)
    this.lastModified = Number(options.lastModified ?? Date.now())
  }
}
