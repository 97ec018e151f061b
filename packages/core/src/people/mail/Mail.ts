import { Effect, Schema } from "effect"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { EmailKind } from "./EmailPolicy.ts"

/** An email in the queue, as stored. Its text is encrypted, because it may contain a credential. */
export const Mail = Schema.Struct({
  id: Schema.String,
  kind: EmailKind.pipe(Schema.withDecodingDefaultType(Effect.succeed("invitation"))),
  /** Set on a request for a sign-in link: whether an account has the address is looked up at each delivery. */
  signIn: Schema.optionalKey(Schema.Struct({ returnTo: Schema.String })),
  sealed: Sealed.SealedText,
  createdAt: Instant,
  attempts: Schema.Int,
  /** Time of the next attempt. */
  dueAt: Instant
})
export type Mail = typeof Mail.Type

/** The encryption context of an email, by the id of its row. */
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

/** Source of encrypted email rows. Locking the row of an email is enough to write it. */
export const sealedRows = SealedRows.source(collection, sealingContext)
