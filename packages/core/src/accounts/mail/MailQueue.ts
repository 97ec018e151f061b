import { Clock, Effect, Schema } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { EmailKind } from "./EmailPolicy.ts"
import { collection, type Mail, sealingContext } from "./Mail.ts"
import * as Mailer from "./Mailer.ts"

const LetterText = Schema.fromJsonString(Mailer.Email)
const encode = Schema.encodeSync(LetterText)
const decode = Schema.decodeUnknownEffect(LetterText)

/** The queue of letters in the store, sealed. */
export const make = Effect.gen(function* () {
  const mails = yield* Repository.make(collection)
  const sealing = yield* Sealing
  const nextId = yield* IdGenerator

  const insert = Effect.fnUntraced(function* (
    id: string,
    kind: EmailKind,
    letter: Mailer.Email,
    more: Pick<Mail, "signIn"> = {}
  ) {
    const now = yield* Clock.currentTimeMillis
    const sealed = yield* sealing.seal(sealingContext(id), encode(letter))
    return yield* mails.insert({ id, kind, ...more, sealed, createdAt: now, attempts: 0, dueAt: now })
  })

  /** Queues an email in the transaction of the change that it is about. */
  const post = Effect.fnUntraced(function* (kind: EmailKind, letter: Mailer.Email) {
    yield* Effect.orDie(insert(yield* nextId, kind, letter))
  })

  /** The same under an id of the caller's choice: while an email with the id waits, no other is queued. */
  const postOnce = (...args: Parameters<typeof insert>) =>
    insert(...args).pipe(
      Effect.catchTag("Taken", () => Effect.void),
      Effect.asVoid
    )

  const openLetter = ({ id, sealed }: Mail) =>
    Effect.flatMap(sealing.open(sealingContext(id), sealed), (text) => Effect.orDie(decode(text)))

  return { mails, post, postOnce, openLetter } as const
})
