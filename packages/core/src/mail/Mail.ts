import { Effect, Schema } from "effect"
import { Instant } from "../Instant.ts"
import * as Repository from "../store/Repository.ts"
import { LetterKind } from "./LetterPolicy.ts"

/** A letter that waits to be handed to the mail server, as stored; what it says is sealed, for it may hold a credential. */
export const Mail = Schema.Struct({
  id: Schema.String,
  kind: LetterKind.pipe(Schema.withDecodingDefaultType(Effect.succeed("invitation"))),
  sealed: Schema.String,
  createdAt: Instant,
  attempts: Schema.Int,
  /** Not tried again before this. */
  dueAt: Instant
})
export type Mail = typeof Mail.Type

export const collection = Repository.collection({
  name: "mails",
  schema: Mail,
  columns: { dueAt: { kind: "instant", of: (self) => self.dueAt } },
  indexes: { due: { on: [], order: ["dueAt"] } },
  unique: {},
  references: [],
  counters: [],
  rank: 3
})
