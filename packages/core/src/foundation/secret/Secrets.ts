import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, type Effect, type Option, type Redacted } from "effect"
import { Base64Url } from "effect/encoding"
import * as Sha256 from "./Sha256.ts"

/** What of cryptography the platform gives: unpredictable bytes, and authenticated encryption (AES-256-GCM). */
export class Secrets extends Context.Service<
  Secrets,
  {
    readonly random: (bytes: number) => Effect.Effect<Uint8Array>
    /** Encrypts a text under a key of 32 bytes, bound to a context; differs each time. Base64url. */
    readonly encrypt: (key: Uint8Array, context: string, text: string) => Effect.Effect<string>
    /** None when key, context or text are not those of the encryption. */
    readonly decrypt: (key: Uint8Array, context: string, sealed: string) => Effect.Effect<Option.Option<string>>
    /** A secret that the operator keeps outside of the store; what is sealed with it cannot be opened without. */
    readonly master: Option.Option<Redacted.Redacted>
    /** The one that was in use before: it opens, and seals nothing. */
    readonly previousMaster: Option.Option<Redacted.Redacted>
  }
>()("@quire/core/Secrets") {}

/** SHA-256 of a text as 43 characters of base64url: how credentials are stored and looked up. */
export const { digest } = Sha256

/** A key of 32 bytes for one purpose, made from a secret. */
export const derive = (secret: string, purpose: string): Uint8Array =>
  hmac(sha256, utf8ToBytes(secret), utf8ToBytes(purpose))

/** HMAC-SHA-256 of a text under a key, as 43 characters of base64url. */
export const sign = (key: string, text: string): string =>
  Base64Url.encode(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)))

/** Whether two texts are equal, in a time that depends on their lengths alone. */
export const constantTimeEquals = (left: string, right: string): boolean => {
  if (left.length !== right.length) return false
  let difference = 0
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}
