import { Schema } from "effect"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isJson, stringify } from "../../foundation/text/CanonicalJson.ts"
import type { AuditEntry } from "./AuditEntry.ts"
import { redact, toStorableText } from "./Redaction.ts"

/**
 * SHA-256 of the canonical text of the entry without its hash, but with the hash of the previous entry
 * (rule audit-chain).
 */
export const hashEntry = ({ hash: _, ...entry }: AuditEntry): string => {
  const said: unknown = entry
  return isJson(said) ? digest(stringify(said)) : ""
}

/** Creates the entry of an event at the end of a chain. */
export const sealEvent = (
  chain: AuditChainEnd,
  { after, before, organization, ...event }: Outbox.Event
): AuditEntry => {
  const entry: AuditEntry = {
    ...event,
    subjects: event.subjects.map(toStorableText),
    organization: organization ?? "",
    sequence: chain.sequence + 1,
    ...(before === undefined ? {} : { before: redact(before) }),
    ...(after === undefined ? {} : { after: redact(after) }),
    previous: chain.hash,
    hash: ""
  }
  return { ...entry, hash: hashEntry(entry) }
}

/** Where and why a chain is broken; the id is of the entry found there, or of the event whose entry is missing. */
export interface Break {
  readonly sequence: number
  readonly id: string
  readonly why: string
}

/** The break at an entry that follows the end of a valid chain, if there is one. */
export const findBreak = (chain: AuditChainEnd, entry: AuditEntry): Break | undefined => {
  const sequence = chain.sequence + 1
  const broken = (why: string) => ({ sequence, id: entry.id, why })
  if (entry.sequence !== sequence) return broken(`entry ${sequence} is missing`)
  if (entry.previous !== chain.hash) return broken("the previous hash does not match the preceding entry")
  return entry.erased !== undefined || hashEntry(entry) === entry.hash
    ? undefined
    : broken("the hash does not match the content of the entry")
}

/** The position of the outbox reader. Its last event shows whether the outbox is still the same. */
export const ReaderPosition = Schema.Struct({
  /** The offset from which the last event was read. */
  before: Schema.String,
  offset: Schema.String,
  event: Schema.String
})
export type ReaderPosition = typeof ReaderPosition.Type

/** The end of an organization's chain. One more row belongs to the reader and is locked while events are chained. */
export const AuditChainEnd = Schema.Struct({
  id: Schema.String,
  /** The sequence of the last entry; 0 before the first. */
  sequence: Schema.Int,
  hash: Schema.String,
  /** Only in the reader's row. */
  place: Schema.NullOr(ReaderPosition)
})
export type AuditChainEnd = typeof AuditChainEnd.Type

export const readerRow: AuditChainEnd = { id: "reader", sequence: 0, hash: "", place: null }

const prefix = "organization:"

/** A chain without entries; `""` is the chain of the installation. */
export const emptyChain = (organization: string): AuditChainEnd => ({
  id: `${prefix}${organization}`,
  sequence: 0,
  hash: "",
  place: null
})

/** The organization of a chain. */
export const organizationOf = ({ id }: AuditChainEnd): string => id.slice(prefix.length)

export const collection = Repository.collection({
  name: "audit_chains",
  schema: AuditChainEnd,
  columns: {},
  indexes: { all: { on: [] } },
  unique: {},
  references: [],
  counters: [],
  rank: 4
})
