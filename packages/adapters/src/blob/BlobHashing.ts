import { createHash } from "node:crypto"
import { Effect } from "effect"

/** Bytes hashed per chunk, so that other work can run in between. */
const piece = 1_048_576

/** The hash of bytes as they are named by it. */
export const hashOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const hash = createHash("sha256")
  for (let at = 0; at < bytes.length; at += piece) {
    hash.update(bytes.subarray(at, at + piece))
    if (bytes.length > piece) yield* Effect.yieldNow
  }
  return hash.digest("base64url")
})

/** Whether a text has the form of a hash. A key of any other form is treated as absent. */
export const isHash = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
