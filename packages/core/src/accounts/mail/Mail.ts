import { Effect, Schema } from "effect"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { LetterKind } from "./LetterPolicy.ts"

/** A letter that waits to be handed to the mail server, as stored; what it says is sealed, for it may hold a credential. */
export const Mail = Schema.Struct({
  id: Schema.String,
  kind: LetterKind.pipe(Schema.withDecodingDefaultType(Effect.succeed("invitation"))),
  sealed: Sealed.Sealed,
  createdAt: Instant,
  attempts: Schema.Int,
  /** Not tried again before this. */
  dueAt: Instant
})
export type Mail = typeof Mail.Type

/** What a letter is sealed as, by the id of its row. */
export const sealingContext = (id: string): string => `mail ${id}`

export const collection = Repository.collection({
  name: "mails",
  schema: Mail,
  columns: { ...Sealed.columns, dueAt: { kind: "instant", of: (self) => self.dueAt } },
  indexes: { ...Sealed.indexes, due: { on: [], order: ["dueAt"] } },
  unique: {},
  references: [],
  counters: [],
  rank: 3
})

/** Whoever holds a letter's row holds all that is written of it. */
export const sealedRows = SealedRows.source(collection, sealingContext)
