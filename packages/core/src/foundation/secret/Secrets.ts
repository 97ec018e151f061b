import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, type Effect, type Option, type Redacted } from "effect"
import { Base64Url } from "effect/encoding"
import * as Sha256 from "./Sha256.ts"

/** Cryptography that the platform provides: random bytes and authenticated encryption (AES-256-GCM). */
export class Secrets extends Context.Service<
  Secrets,
  {
    readonly random: (bytes: number) => Effect.Effect<Uint8Array>
    /** Encrypts a text under a key of 32 bytes, bound to a context. The result (base64url) differs each time. */
    readonly encrypt: (key: Uint8Array, context: string, text: string) => Effect.Effect<string>
    /** None if key, context or ciphertext do not match. */
    readonly decrypt: (key: Uint8Array, context: string, sealed: string) => Effect.Effect<Option.Option<string>>
    /** The operator's secret, stored outside of the store. Texts encrypted with it cannot be decrypted without it. */
    readonly master: Option.Option<Redacted.Redacted>
    /** The operator's previous secret: used to decrypt, but no longer to encrypt. */
    readonly previousMaster: Option.Option<Redacted.Redacted>
  }
>()("@quire/core/Secrets") {}

/** SHA-256 of a text as 43 characters of base64url, the form in which credentials are stored and looked up. */
export const { digest } = Sha256

/** Derives a key of 32 bytes for one purpose from a secret. */
export const derive = (secret: string, purpose: string): Uint8Array =>
  hmac(sha256, utf8ToBytes(secret), utf8ToBytes(purpose))

/** HMAC-SHA-256 of a text under a key, as 43 characters of base64url. */
export const sign = (key: string, text: string): string =>
  Base64Url.encode(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)))

/** HMAC-SHA-256 of a text under a key, as 64 hexadecimal digits. */
export const signHex = (key: string, text: string): string => bytesToHex(derive(key, text))

/** Compares two strings in a time that depends only on their lengths. */
export const constantTimeEquals = (left: string, right: string): boolean => {
  if (left.length !== right.length) return false
  let difference = 0
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}
