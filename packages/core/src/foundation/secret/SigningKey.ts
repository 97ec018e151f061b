import { Schema } from "effect"
import * as Repository from "../store/Repository.ts"
import { Instant } from "../time/Instant.ts"
import * as Sealed from "./Sealed.ts"
import * as SealedRows from "./SealedRows.ts"

/** Length of an id in characters. */
export const idLength = 8

/**
 * A key that signs for all servers of the store: 256 random bits as text, encrypted. It signs from one instant and is
 * accepted until another, which is null while no newer key has replaced it (rule signing-keys).
 */
export const SigningKey = Schema.Struct({
  id: Schema.String,
  sealed: Sealed.SealedText,
  signsFrom: Instant,
  endsAt: Schema.NullOr(Instant)
})
export type SigningKey = typeof SigningKey.Type

/** The encryption context of a key, by its id. */
export const sealingContext = (id: string): string => `signing key ${id}`

export const collection = Repository.collection({
  name: "signing_keys",
  schema: SigningKey,
  columns: { ...Sealed.columns, signsFrom: { kind: "instant", of: (self) => self.signsFrom } },
  indexes: { ...Sealed.indexes, inOrder: { on: [], order: ["signsFrom"] } },
  unique: {},
  references: [],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)
