/** The interface that the thread provides to the realm. It is not a global, and accepts only plain values. */
export interface Host {
  readonly log: (level: string, message: string) => void
  /**
   * Requests a `tick` after the given number of milliseconds, which replaces the previous request; a negative number
   * cancels it.
   */
  readonly wake: (milliseconds: number) => void
  /** Returns the reason if the fetch is rejected, otherwise nothing. */
  readonly fetch: (id: number, head: string, body: ArrayBuffer | undefined) => string | undefined
  readonly cancel: (id: number) => void
  /** The parts of a URL as JSON, or nothing if it is invalid. */
  readonly parseUrl: (text: string, base: string | undefined) => string | undefined
  readonly changeUrl: (href: string, part: string, value: string) => string
  readonly encode: (text: string) => ArrayBuffer
  /** The name of an encoding, or nothing if it is unknown. */
  readonly encodingOf: (label: string) => string | undefined
  /** Returns nothing for bytes that are invalid in the encoding, if that is fatal. */
  readonly decode: (encoding: string, bytes: ArrayBuffer, isFatal: boolean, keepsMark: boolean) => string | undefined
  /** One character for each byte. */
  readonly latin: (bytes: ArrayBuffer) => string
  readonly random: (length: number) => ArrayBuffer
  readonly digest: (hash: string, bytes: ArrayBuffer) => ArrayBuffer
  readonly hmac: (hash: string, key: ArrayBuffer, bytes: ArrayBuffer) => ArrayBuffer
  readonly answer: (status: number, headers: string, body: ArrayBuffer) => void
  readonly fail: (reason: string, message: string) => void
  /** Reports that nothing is pending. */
  readonly end: () => void
}

declare global {
  const host: Host
  class DOMException extends Error {
    constructor(message?: string, name?: string)
  }
}

export const encode = (text: string): Uint8Array => new Uint8Array(host.encode(text))

export const bytesOf = (view: ArrayBufferView | ArrayBuffer): Uint8Array =>
  ArrayBuffer.isView(view) ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : new Uint8Array(view)

/** Exactly these bytes: the thread takes buffers whole. */
export const whole = (bytes: Uint8Array): ArrayBuffer => {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength ? buffer : new Uint8Array(bytes).buffer
}

export const decode = (bytes: Uint8Array, keepsMark = false): string =>
  host.decode("utf-8", whole(bytes), false, keepsMark) ?? ""

export const isBuffer = (value: unknown): value is ArrayBufferView | ArrayBuffer =>
  value instanceof ArrayBuffer || ArrayBuffer.isView(value)

export const concat = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
