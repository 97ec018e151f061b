import { Predicate } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"

/** Fields whose values are credentials or represent one, in any operation. */
const secret = /^(digest|sealed|secret|secrets|password|code|token|key|shareKey|cookie|authorization|signingKey)$/i

/** Replaces a credential. */
const redacted = "[redacted]"

/** Converts a text to a form that every store accepts. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd")

/** Whether an object is a document, in which names are those of blocks and emoji, and texts of users. */
const isDocument = ({ data, nodes, object }: { readonly [key: string]: unknown }): boolean =>
  object === "document" && Array.isArray(nodes) && Predicate.isObject(data) && data["schemaVersion"] === 1

const toJson = (value: unknown, isSecret: (name: string) => boolean): Json => {
  if (value === null || typeof value === "boolean") return value
  if (typeof value === "string") return toStorableText(value)
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.map((each) => toJson(each, isSecret))
  if (!Predicate.isObject(value)) return null
  const isSecretHere = isDocument(value) ? () => false : isSecret
  const members = Object.entries(value).flatMap(([name, member]): ReadonlyArray<readonly [string, Json]> => {
    if (member === undefined) return []
    return [[toStorableText(name), isSecretHere(name) && member !== null ? redacted : toJson(member, isSecretHere)]]
  })
  return Object.fromEntries(members)
}

/**
 * Redacts a value that an event announces: JSON that every store can hold, without credentials, with documents
 * unchanged. Never throws, so that no event can stop its consumers.
 */
export const redact = (value: unknown): Json => toJson(value, (name) => secret.test(name))
