import { Clock, Context, Effect, Layer, Schema } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { EmailKind } from "./EmailQuota.ts"
import * as Mailer from "./Mailer.ts"

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

const EmailJson = Schema.fromJsonString(Mailer.Email)
const encode = Schema.encodeSync(EmailJson)
const decode = Schema.decodeUnknownEffect(EmailJson)

/** The email queue in the store. Emails are stored encrypted. */
export class MailQueue extends Context.Service<MailQueue>()("@quire/core/MailQueue", {
  make: Effect.gen(function* () {
    const mails = yield* Repository.make(collection)
    const sealing = yield* Sealing
    const nextId = yield* IdGenerator

    const insert = Effect.fnUntraced(function* (
      id: string,
      kind: EmailKind,
      email: Mailer.Email,
      more: Pick<Mail, "signIn"> = {}
    ) {
      const now = yield* Clock.currentTimeMillis
      const sealed = yield* sealing.seal(sealingContext(id), encode(email))
      return yield* mails.tryInsert({ id, kind, ...more, sealed, createdAt: now, attempts: 0, dueAt: now })
    })

    /** Queues an email in the transaction of the change that it reports. */
    const post = Effect.fnUntraced(function* (kind: EmailKind, email: Mailer.Email) {
      yield* Effect.orDie(insert(yield* nextId, kind, email))
    })

    /** Queues an email under an id that the caller chooses. While an email with that id is queued, no other is added. */
    const postOnce = (...args: Parameters<typeof insert>) =>
      insert(...args).pipe(
        Effect.catchTag("Taken", () => Effect.void),
        Effect.asVoid
      )

    const openEmail = ({ id, sealed }: Mail) =>
      Effect.flatMap(sealing.open(sealingContext(id), sealed), (text) => Effect.orDie(decode(text)))

    return { mails, post, postOnce, openEmail } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Sealing.layer))
}
