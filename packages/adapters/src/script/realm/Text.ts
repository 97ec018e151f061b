import { bytesOf, concat, encode, whole } from "./Host.ts"

export class TextEncoder {
  get encoding(): string {
    return "utf-8"
  }
  encode(text: unknown = ""): Uint8Array {
    return encode(String(text))
  }
}

/** How many bytes at the end are the beginning of a character in UTF-8. */
const unfinished = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

export class TextDecoder {
  readonly encoding: string
  readonly fatal: boolean
  readonly ignoreBOM: boolean
  #rest: Uint8Array = new Uint8Array()
  #hasBegun = false
  constructor(label: unknown = "utf-8", options: { readonly fatal?: boolean; readonly ignoreBOM?: boolean } = {}) {
    const encoding = host.encodingOf(String(label))
    if (encoding === undefined) throw new RangeError(`The encoding label "${String(label)}" is unknown`)
    this.encoding = encoding
    this.fatal = Boolean(options.fatal)
    this.ignoreBOM = Boolean(options.ignoreBOM)
  }
  decode(input?: ArrayBufferView | ArrayBuffer, options: { readonly stream?: boolean } = {}): string {
    const bytes = input === undefined ? this.#rest : concat([this.#rest, bytesOf(input)])
    const isStream = Boolean(options.stream)
    const kept = isStream && this.encoding === "utf-8" ? unfinished(bytes) : 0
    const text = host.decode(
      this.encoding,
      whole(bytes.subarray(0, bytes.length - kept)),
      this.fatal,
      this.ignoreBOM || this.#hasBegun
    )
    this.#rest = bytes.slice(bytes.length - kept)
    this.#hasBegun = isStream && (this.#hasBegun || bytes.length > kept)
    if (text === undefined) throw new TypeError("The encoded data is not valid")
    return text
  }
}
