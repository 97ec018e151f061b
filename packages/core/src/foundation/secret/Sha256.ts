import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Base64Url } from "effect/encoding"

/** SHA-256 in JavaScript, for platforms without a synchronous implementation. */
export const portable = (text: string): string => Base64Url.encode(sha256(utf8ToBytes(text)))

const platform = globalThis.process?.getBuiltinModule?.("node:crypto")

const native = platform?.hash

/** SHA-256 of a text in UTF-8, as 43 characters of base64url; lone surrogates count as U+FFFD. */
export const digest: (text: string) => string =
  native === undefined ? portable : (text) => native("sha256", text, "base64url")

/** The SHA-256 of bytes that arrive in pieces. */
export interface IncrementalHash {
  readonly add: (piece: Uint8Array) => void
  /** Call once, after the last piece; returns 43 characters of base64url. */
  readonly end: () => string
}

/** Starts an incremental digest in JavaScript. */
export const beginPortable = (): IncrementalHash => {
  const hash = sha256.create()
  return { add: (piece) => void hash.update(piece), end: () => Base64Url.encode(hash.digest()) }
}

const createHash = platform?.createHash

/** Starts an incremental digest. */
export const begin: () => IncrementalHash =
  createHash === undefined
    ? beginPortable
    : () => {
        const hash = createHash("sha256")
        return { add: (piece) => void hash.update(piece), end: () => hash.digest("base64url") }
      }
