import { Context, Effect, Layer, Option, Schema } from "effect"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import * as InviteEmail from "../invite/InviteEmail.ts"
import { collection, type Mail, sealingContext } from "../mail/Mail.ts"
import * as Mailer from "../mail/Mailer.ts"
import type { PersonIdentifiers } from "./NameRedaction.ts"

/** Number of emails that are decrypted together. */
const batch = 100

const LetterText = Schema.fromJsonString(Mailer.Email)
const encode = Schema.encodeSync(LetterText)
const decode = Schema.decodeUnknownOption(LetterText)

/**
 * Queued emails to and about one user. All queued emails are decrypted, because their recipients are stored only in the
 * encrypted text.
 */
export class PersonalEmails extends Context.Service<PersonalEmails>()("@quire/core/PersonalEmails", {
  make: Effect.gen(function* () {
    const mails = yield* Repository.make(collection)
    const sealing = yield* Sealing

    const openEmail = ({ id, sealed }: Mail) =>
      Effect.map(sealing.tryOpen(sealingContext(id), sealed), Option.flatMap(decode))

    /** Runs an effect for each email that can be decrypted. */
    const forEachEmail = <A>(body: (mail: Mail, email: Mailer.Email) => Effect.Effect<ReadonlyArray<A>>) =>
      Effect.gen(function* () {
        const all: Array<A> = []
        for (let after: Keyset | undefined, isMore = true; isMore; isMore = after !== undefined) {
          const rows = Repository.values(yield* mails.list("due", { equals: {}, limit: batch, after }))
          for (const mail of rows) {
            const email = yield* openEmail(mail)
            if (Option.isSome(email)) all.push(...(yield* body(mail, email.value)))
          }
          const last = rows.length < batch ? undefined : rows.at(-1)
          after = last === undefined ? undefined : mails.keyset("due", last)
        }
        return all
      })

    /** Lists the queued emails to an address, without their texts, because links in them are credentials. */
    const listTo = (address: string) =>
      forEachEmail(({ createdAt, kind }, { subject, to }) =>
        Effect.succeed(to === address ? [{ kind, subject, createdAt }] : [])
      )

    const withoutNames = (email: Mailer.Email, { names }: PersonIdentifiers) =>
      names.reduce((given, name) => InviteEmail.withoutInviter(given, name), email)

    /** Deletes emails to the user, and redacts the user's name in emails about them. */
    const eraseFrom = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, called: PersonIdentifiers) {
      for (const [id, seen] of yield* mails.lock(ids)) {
        const email = Option.getOrUndefined(yield* openEmail(seen.value))
        if (email === undefined) continue
        if (called.addresses.includes(email.to)) {
          yield* mails.remove([id])
          continue
        }
        const sealed = yield* sealing.seal(sealingContext(id), encode(withoutNames(email, called)))
        yield* mails.update(seen, { ...seen.value, sealed })
      }
    })

    /** Finds the emails to and about a user; `erase` removes the user from them, once they are locked. */
    const findNaming = (called: PersonIdentifiers) =>
      forEachEmail(({ id }, email) =>
        Effect.succeed(called.addresses.includes(email.to) || withoutNames(email, called) !== email ? [id] : [])
      ).pipe(Effect.map((ids) => ({ ids, lock: mails.lock, erase: eraseFrom(ids, called) })))

    return { findNaming, listTo } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Sealing.layer))
}
