import { Schema } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"

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
