import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, type Effect, Encoding } from "effect"

/** The source of unpredictable bytes. */
export class Secrets extends Context.Tag("@quire/core/Secrets")<
  Secrets,
  { readonly random: (bytes: number) => Effect.Effect<Uint8Array> }
>() {}

/** SHA-256 of a text as 43 characters of base64url: how credentials are stored and looked up. */
export const digest = (text: string): string => Encoding.encodeBase64Url(sha256(utf8ToBytes(text)))

/** HMAC-SHA-256 of a text under a key, as 43 characters of base64url. */
export const sign = (key: string, text: string): string =>
  Encoding.encodeBase64Url(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)))

/** Whether two texts are equal, in a time that depends on their lengths alone. */
export const sameText = (left: string, right: string): boolean => {
  if (left.length !== right.length) return false
  let difference = 0
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}
