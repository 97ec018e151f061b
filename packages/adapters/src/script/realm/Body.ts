import { Blob } from "./Blob.ts"
import { FormData, readMultipart, writeMultipart } from "./FormData.ts"
import type { Headers } from "./Headers.ts"
import { bytesOf, decode, encode, isBuffer } from "./Host.ts"
import { parsePairs, URLSearchParams } from "./SearchParams.ts"
import { ReadableStream } from "./Stream.ts"

interface Extracted {
  readonly content: Uint8Array | ReadableStream | undefined
  readonly type: string | undefined
}

const extract = (init: unknown): Extracted => {
  if (init === undefined || init === null) return { content: undefined, type: undefined }
  if (init instanceof ReadableStream) return { content: init, type: undefined }
  if (init instanceof Blob) return { content: Blob.bytesOf(init), type: init.type === "" ? undefined : init.type }
  if (isBuffer(init)) return { content: bytesOf(init).slice(), type: undefined }
  if (init instanceof URLSearchParams)
    return { content: encode(init.toString()), type: "application/x-www-form-urlencoded;charset=UTF-8" }
  if (init instanceof FormData) {
    const { bytes, type } = writeMultipart(init)
    return { content: bytes, type }
  }
  return { content: encode(String(init)), type: "text/plain;charset=UTF-8" }
}

/** The common part of requests and responses. */
export class Body {
  #content: Uint8Array | ReadableStream | undefined
  #isUsed = false
  readonly headers: Headers
  constructor(init: unknown, headers: Headers) {
    const { content, type } = extract(init)
    this.#content = content
    this.headers = headers
    if (type !== undefined && !headers.has("content-type")) headers.set("content-type", type)
  }
  static hasContent(body: Body): boolean {
    return body.#content !== undefined
  }
  /** Consumes the content: it can be read once. */
  static take(body: Body): Uint8Array | ReadableStream | undefined {
    if (body.bodyUsed) throw new TypeError("The body has already been used")
    body.#isUsed = body.#content !== undefined
    return body.#content
  }
  static async read(body: Body): Promise<Uint8Array> {
    const content = Body.take(body)
    if (content instanceof ReadableStream) return ReadableStream.drain(content)
    return content ?? new Uint8Array()
  }
  /** The content for a second reader; a stream is refused. */
  static share(body: Body): Uint8Array | undefined {
    if (body.bodyUsed) throw new TypeError("The body has already been used")
    if (body.#content instanceof ReadableStream) throw new TypeError("A stream cannot be cloned")
    return body.#content
  }
  get body(): ReadableStream | null {
    if (this.#content instanceof Uint8Array) this.#content = ReadableStream.of(this.#content)
    return this.#content ?? null
  }
  get bodyUsed(): boolean {
    return this.#isUsed || (this.#content instanceof ReadableStream && this.#content.locked)
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(await Body.read(this)).buffer
  }
  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await Body.read(this))
  }
  async text(): Promise<string> {
    return decode(await Body.read(this))
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }
  async blob(): Promise<Blob> {
    return new Blob([await Body.read(this)], { type: this.headers.get("content-type") ?? "" })
  }
  async formData(): Promise<FormData> {
    const type = this.headers.get("content-type") ?? ""
    if (/^multipart\/form-data\b/i.test(type)) return readMultipart(await Body.read(this), type)
    if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw new TypeError("The body is not a form")
    const form = new FormData()
    for (const [name, value] of parsePairs(await this.text())) form.append(name, value)
    return form
  }
}
