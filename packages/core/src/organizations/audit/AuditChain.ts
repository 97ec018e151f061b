import { Schema } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"

/** Where the reader of the outbox stands: at its last event, which shows whether the outbox is still the same one. */
export const ReaderPosition = Schema.Struct({
  /** Offset after which the last event was read. */
  before: Schema.String,
  offset: Schema.String,
  event: Schema.String
})
export type ReaderPosition = typeof ReaderPosition.Type

/** The end of one organization's chain, and one row more: that of the reader, which is locked while events are chained. */
export const AuditChain = Schema.Struct({
  id: Schema.String,
  /** Of the chain's last entry; 0 before the first. */
  sequence: Schema.Int,
  hash: Schema.String,
  /** The reader's row alone. */
  place: Schema.NullOr(ReaderPosition)
})
export type AuditChain = typeof AuditChain.Type

export const readerRow: AuditChain = { id: "reader", sequence: 0, hash: "", place: null }

const prefix = "organization:"

/** A chain without entries; `""` is the installation's own. */
export const emptyChain = (organization: string): AuditChain => ({
  id: `${prefix}${organization}`,
  sequence: 0,
  hash: "",
  place: null
})

/** Whose chain it is. */
export const organizationOf = ({ id }: AuditChain): string => id.slice(prefix.length)

export const collection = Repository.collection({
  name: "audit_chains",
  schema: AuditChain,
  columns: {},
  indexes: { all: { on: [] } },
  unique: {},
  references: [],
  counters: [],
  rank: 3
})
