import { Predicate, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { constantTimeEquals, sign } from "./Secrets.ts"

/** The claims of a token, by name (RFC 7519). */
export type Payload = { readonly [claim: string]: unknown }

/** Why a token is rejected. */
export const Reason = Schema.Literals([
  "too-long",
  "malformed",
  "forged",
  "other-algorithm",
  "critical-header",
  "no-expiry",
  "expired",
  "not-yet-valid",
  "other-audience"
])
export type Reason = typeof Reason.Type

/** A valid token; `expiresAt` in epoch milliseconds. */
export interface VerifiedToken {
  readonly payload: Payload
  readonly expiresAt: number
}

export interface Against {
  /** The HMAC key, as text. */
  readonly key: string
  /** Epoch milliseconds. */
  readonly now: number
  /** Maximum length of a token in characters. */
  readonly length: number
}

/** The header of a token that `mint` creates; it contains the key id, if there is one. */
export const headerOf = (keyId?: string): string =>
  Base64Url.encode(JSON.stringify({ alg: "HS256", typ: "JWT", ...(keyId === undefined ? {} : { kid: keyId }) }))

/** Creates a token of the payload, signed with HMAC-SHA-256. */
export const mint = (key: string, payload: Payload, keyId?: string): string => {
  const signed = `${headerOf(keyId)}.${Base64Url.encode(JSON.stringify(payload))}`
  return `${signed}.${sign(key, signed)}`
}

/** An own property of a payload. */
export const claim = (payload: Payload, name: string): unknown =>
  Object.hasOwn(payload, name) ? payload[name] : undefined

/** Keys of the objects in a JSON value. */
const countKeys = (value: unknown): number => {
  let count = 0
  const open = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue
    if (!Array.isArray(next)) count += Object.keys(next).length
    for (const part of Object.values(next)) open.push(part)
  }
  return count
}

/** The strings of a JSON text; those before a colon are keys. */
const texts = /(?<!\\)"(?:[^"\\]|\\.)*"\s*(:?)/g

const countWrittenKeys = (json: string): number => {
  let count = 0
  for (const [, colon] of json.matchAll(texts)) if (colon === ":") count++
  return count
}

/** Reads an object from canonical base64url: no padding, no remaining bits, valid UTF-8, and no repeated key. */
const readObject = (part: string): Payload | undefined => {
  try {
    const bytes = Result.getOrThrow(Base64Url.decode(part))
    if (Base64Url.encode(bytes) !== part) return undefined
    const json = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    const value: unknown = JSON.parse(json)
    if (!Predicate.isReadonlyObject(value)) return undefined
    return countKeys(value) === countWrittenKeys(json) ? value : undefined
  } catch {
    return undefined
  }
}

const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value)

const judgeHeader = (read: Payload): Reason | undefined => {
  if (claim(read, "alg") !== "HS256") return "other-algorithm"
  return Object.hasOwn(read, "crit") ? "critical-header" : undefined
}

const judgeTimes = (payload: Payload, now: number): Reason | undefined => {
  const [exp, nbf] = [claim(payload, "exp"), claim(payload, "nbf")]
  if (!isTime(exp)) return "no-expiry"
  if (nbf !== undefined && !isTime(nbf)) return "malformed"
  if (now >= exp * 1000) return "expired"
  return nbf !== undefined && now < nbf * 1000 ? "not-yet-valid" : undefined
}

/**
 * Returns the claims of a token if it was signed with HMAC-SHA-256 by the key and is valid now (rule visitor-token).
 * The signature is computed and compared before anything is read, so no part of the token selects the algorithm. An
 * empty key is never valid.
 */
export const open = (token: string, { key, length, now }: Against): Result.Result<VerifiedToken, Reason> => {
  if (token.length > length) return Result.fail("too-long")
  const [first = "", second = "", signature = "", ...more] = token.split(".")
  if (more.length > 0) return Result.fail("malformed")
  if (key === "" || !constantTimeEquals(sign(key, `${first}.${second}`), signature)) return Result.fail("forged")
  const [read, payload] = [readObject(first), readObject(second)]
  if (read === undefined || payload === undefined) return Result.fail("malformed")
  const reason = judgeHeader(read) ?? judgeTimes(payload, now)
  return reason === undefined
    ? Result.succeed({ payload, expiresAt: Number(payload["exp"]) * 1000 })
    : Result.fail(reason)
}
