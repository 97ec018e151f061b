import { Predicate } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"

/** Fields whose values are credentials, or what stands for one, whatever the operation. */
const secret = /^(digest|sealed|secret|secrets|password|code|token|key|shareKey|cookie|authorization|signingKey)$/i

/** What is written in the place of a credential. */
export const redacted = "[redacted]"

/** The text as every store holds it. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd")

/**
 * What of a value an entry may keep: JSON that every store holds, without credentials. Total, so that no event can stop
 * the chain.
 */
export const redact = (value: unknown): Json => {
  if (value === null || typeof value === "boolean") return value
  if (typeof value === "string") return toStorableText(value)
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.map(redact)
  if (!Predicate.isObject(value)) return null
  const members = Object.entries(value).flatMap(([key, member]): ReadonlyArray<readonly [string, Json]> => {
    if (member === undefined) return []
    return [[toStorableText(key), secret.test(key) && member !== null ? redacted : redact(member)]]
  })
  return Object.fromEntries(members)
}
