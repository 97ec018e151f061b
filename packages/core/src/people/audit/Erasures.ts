import { Option, Schema } from "effect"
import { digest } from "../../foundation/secret/Secrets.ts"
import { isJson, stringify } from "../../foundation/text/CanonicalJson.ts"
import type { AuditEntry } from "./AuditEntry.ts"

/**
 * Record of an erasure in its event: the number of redacted entries, and a hash of them after the redaction, in the
 * order of their chain (rule audit-erasure).
 */
export const ErasureRecord = Schema.Struct({ erasure: Schema.String, entries: Schema.Int, hash: Schema.String })
export type ErasureRecord = typeof ErasureRecord.Type

const decode = Schema.decodeUnknownOption(ErasureRecord)

/** The type of events that record an erasure. */
export const erasureType = "users.erase"

/** The record in an event or an entry, if it is of an erasure. */
export const recordOf = ({ after, type }: Pick<AuditEntry, "type" | "after">): ErasureRecord | undefined =>
  type === erasureType ? Option.getOrUndefined(decode(after)) : undefined

/** An entry without its personal data, as the erasure leaves it: its hash still covers the removed values. */
export const eraseEntry = ({ after: _, before: __, ...entry }: AuditEntry, erasure: string): AuditEntry => ({
  ...entry,
  erased: erasure
})

export const begin = (erasure: string): ErasureRecord => ({ erasure, entries: 0, hash: "" })

/** The record after one more entry. */
export const add = (self: ErasureRecord, entry: AuditEntry): ErasureRecord => {
  const said: unknown = entry
  const text = isJson(said) ? stringify(said) : ""
  return { ...self, entries: self.entries + 1, hash: digest(`${self.hash} ${text}`) }
}

export const isSame = (one: ErasureRecord, other: ErasureRecord): boolean =>
  one.entries === other.entries && one.hash === other.hash
