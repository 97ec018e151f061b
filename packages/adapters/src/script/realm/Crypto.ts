import { bytesOf, whole } from "./Host.ts"

const hashes = new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"])

const unsupported = (what: string) => new DOMException(`${what} is not supported`, "NotSupportedError")

const nameOf = (algorithm: unknown): string => {
  if (typeof algorithm === "string") return algorithm.toUpperCase()
  if (typeof algorithm === "object" && algorithm !== null && "name" in algorithm) return nameOf(algorithm.name)
  throw new TypeError("An algorithm must have a name")
}

const hashOf = (algorithm: unknown): string => {
  const name = nameOf(algorithm)
  if (!hashes.has(name)) throw unsupported(name)
  return name
}

interface HmacKey {
  readonly hash: string
  readonly bytes: Uint8Array
}

class CryptoKey {
  readonly type = "secret"
  readonly extractable: boolean
  readonly algorithm: { readonly name: string; readonly hash: { readonly name: string }; readonly length: number }
  readonly usages: ReadonlyArray<string>
  readonly #key: HmacKey
  constructor(key: HmacKey, extractable: boolean, usages: ReadonlyArray<string>) {
    this.#key = key
    this.extractable = extractable
    this.algorithm = { name: "HMAC", hash: { name: key.hash }, length: key.bytes.length * 8 }
    this.usages = usages
  }
  static open(value: unknown, usage: string): HmacKey {
    if (!(value instanceof CryptoKey)) throw new TypeError("The value is not a CryptoKey")
    if (!value.usages.includes(usage)) throw new DOMException(`The key is not for ${usage}`, "InvalidAccessError")
    return value.#key
  }
  static export(value: CryptoKey): ArrayBuffer {
    if (!value.extractable) throw new DOMException("The key is not extractable", "InvalidAccessError")
    return new Uint8Array(value.#key.bytes).buffer
  }
}

/** Compares in constant time for inputs of equal length. */
const isEqual = (left: Uint8Array, right: Uint8Array): boolean => {
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at++) difference |= (left[at] ?? 0) ^ (right[at] ?? 0)
  return difference === 0
}

const sign = (key: HmacKey, data: ArrayBufferView | ArrayBuffer): ArrayBuffer =>
  host.hmac(key.hash, whole(key.bytes), whole(bytesOf(data)))

const requireHmac = (algorithm: unknown): void => {
  if (nameOf(algorithm) !== "HMAC") throw unsupported(nameOf(algorithm))
}

const subtle = {
  digest: async (algorithm: unknown, data: ArrayBufferView | ArrayBuffer) =>
    host.digest(hashOf(algorithm), whole(bytesOf(data))),
  importKey: async (
    format: unknown,
    key: ArrayBufferView | ArrayBuffer,
    algorithm: { readonly name: string; readonly hash: unknown },
    extractable: unknown,
    usages: Iterable<unknown>
  ) => {
    if (format !== "raw") throw unsupported(String(format))
    requireHmac(algorithm)
    const bytes = bytesOf(key).slice()
    return new CryptoKey({ hash: hashOf(algorithm.hash), bytes }, Boolean(extractable), Array.from(usages, String))
  },
  exportKey: async (format: unknown, key: CryptoKey) => {
    if (format !== "raw") throw unsupported(String(format))
    return CryptoKey.export(key)
  },
  sign: async (algorithm: unknown, key: unknown, data: ArrayBufferView | ArrayBuffer) => {
    requireHmac(algorithm)
    return sign(CryptoKey.open(key, "sign"), data)
  },
  verify: async (
    algorithm: unknown,
    key: unknown,
    signature: ArrayBufferView | ArrayBuffer,
    data: ArrayBufferView | ArrayBuffer
  ) => {
    requireHmac(algorithm)
    return isEqual(new Uint8Array(sign(CryptoKey.open(key, "verify"), data)), bytesOf(signature))
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

export const crypto = {
  subtle,
  getRandomValues: <A extends ArrayBufferView>(view: A): A => {
    if (view.byteLength > 65_536) throw new DOMException("Too many random bytes at once", "QuotaExceededError")
    bytesOf(view).set(new Uint8Array(host.random(view.byteLength)))
    return view
  },
  randomUUID: (): string => {
    const bytes = new Uint8Array(host.random(16))
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const digits = hex(bytes)
    return [0, 8, 12, 16, 20].map((from, at, all) => digits.slice(from, all[at + 1])).join("-")
  }
}

export { CryptoKey }
