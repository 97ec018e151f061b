import { Predicate } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"

/** Fields whose values are credentials or stand for one, in any operation. */
const secret = /^(digest|sealed|secret|secrets|password|code|token|key|shareKey|cookie|authorization|signingKey)$/i

/** Replaces a credential. */
const redacted = "[redacted]"

/** The text in a form that every store can hold. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd")

/**
 * Redacts a value that an event announces: JSON that every store can hold, without credentials. Total, so that no event can stop
 * whoever follows them.
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
