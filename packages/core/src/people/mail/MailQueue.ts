import { Clock, Context, Effect, Layer, Schema } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { EmailKind } from "./EmailPolicy.ts"
import { collection, type Mail, sealingContext } from "./Mail.ts"
import * as Mailer from "./Mailer.ts"

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
