import { Effect, Option, Schema } from "effect"
import { collection, type Mail, sealingContext } from "../../accounts/mail/Mail.ts"
import * as Mailer from "../../accounts/mail/Mailer.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import * as InviteEmail from "../invite/InviteEmail.ts"
import type { PersonIdentifiers } from "./NameRedaction.ts"

/** How many letters are opened together. */
const batch = 100

const LetterText = Schema.fromJsonString(Mailer.Email)
const encode = Schema.encodeSync(LetterText)
const decode = Schema.decodeUnknownOption(LetterText)

/** The waiting letters to and about one person. All that wait are opened, as nothing else says whom they are to. */
export const make = Effect.gen(function* () {
  const mails = yield* Repository.make(collection)
  const sealing = yield* Sealing

  const openLetter = ({ id, sealed }: Mail) =>
    Effect.map(sealing.tryOpen(sealingContext(id), sealed), Option.flatMap(decode))

  /** Runs something for each letter that opens. */
  const forEachLetter = <A>(body: (mail: Mail, letter: Mailer.Email) => Effect.Effect<ReadonlyArray<A>>) =>
    Effect.gen(function* () {
      const all: Array<A> = []
      for (let after: Keyset | undefined, isMore = true; isMore; isMore = after !== undefined) {
        const rows = Repository.values(yield* mails.list("due", { equals: {}, limit: batch, after }))
        for (const mail of rows) {
          const letter = yield* openLetter(mail)
          if (Option.isSome(letter)) all.push(...(yield* body(mail, letter.value)))
        }
        const last = rows.length < batch ? undefined : rows.at(-1)
        after = last === undefined ? undefined : mails.keyset("due", last)
      }
      return all
    })

  /** The waiting letters to an address, without their texts: links in them are credentials. */
  const listTo = (address: string) =>
    forEachLetter(({ createdAt, kind }, { subject, to }) =>
      Effect.succeed(to === address ? [{ kind, subject, createdAt }] : [])
    )

  const withoutNames = (letter: Mailer.Email, { names }: PersonIdentifiers) =>
    names.reduce((given, name) => InviteEmail.withoutInviter(given, name), letter)

  /** Letters to the person are removed, and those about them no longer name them. */
  const eraseFrom = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, called: PersonIdentifiers) {
    for (const [id, seen] of yield* mails.lock(ids)) {
      const letter = Option.getOrUndefined(yield* openLetter(seen.value))
      if (letter === undefined) continue
      if (called.addresses.includes(letter.to)) {
        yield* mails.remove([id])
        continue
      }
      const sealed = yield* sealing.seal(sealingContext(id), encode(withoutNames(letter, called)))
      yield* Effect.orDie(mails.update(seen, { ...seen.value, sealed }))
    }
  })

  /** The letters to and about a person; `erase` takes the person from them, once they are locked. */
  const findNaming = (called: PersonIdentifiers) =>
    forEachLetter(({ id }, letter) =>
      Effect.succeed(called.addresses.includes(letter.to) || withoutNames(letter, called) !== letter ? [id] : [])
    ).pipe(Effect.map((ids) => ({ ids, lock: mails.lock, erase: eraseFrom(ids, called) })))

  return { findNaming, listTo } as const
})
