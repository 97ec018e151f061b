import { Context, Effect, Layer, Option, Schema } from "effect"
import { personalEvents, personOf } from "../../foundation/events/PersonalEvents.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { UserId } from "../../foundation/id/Ids.ts"
import { type Event, Outbox } from "../../foundation/outbox/Outbox.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection } from "./AuditEntry.ts"
import { AuditReader } from "./AuditReader.ts"
import * as Erasures from "./Erasures.ts"

const decodeCalled = Schema.decodeUnknownOption(
  Schema.Struct({
    displayName: Schema.optionalKey(Schema.String),
    email: Schema.optionalKey(Schema.String),
    photoURL: Schema.optionalKey(Schema.String)
  })
)

/** The names and addresses of a user before and after a change. */
const calledIn = ({ after, before }: Pick<Event, "before" | "after">) =>
  [before, after].flatMap((side) => {
    const said = Option.getOrUndefined(decodeCalled(side))
    return said === undefined ? [] : [said]
  })

const isText = (text: string | undefined): text is string => text !== undefined

/** Removes personal data of one user from events and audit entries (rule audit-erasure). */
export class AuditErasure extends Context.Service<AuditErasure>()("@quire/core/AuditErasure", {
  make: Effect.gen(function* () {
    const outbox = yield* Outbox
    const reader = yield* AuditReader
    const entries = yield* Repository.make(collection)
    const nextId = yield* IdGenerator

    const listEntries = (user: UserId) =>
      Effect.map(
        Effect.forEach(personalEvents, (type) =>
          entries.list("ofType", { equals: { organization: "", type }, has: { subjects: user }, limit: noLimit })
        ),
        (found) =>
          found
            .flat()
            .filter(({ value }) => personOf(value) === user && value.erased === undefined)
            .sort((one, other) => one.value.sequence - other.value.sequence)
      )

    /**
     * Inside a mutation that has locked the user: removes personal data from events, and returns the names and addresses
     * that the user had in events and in entries. Entries are read after events, because an event is added to the audit
     * log before it is removed.
     */
    const eraseEvents = Effect.fnUntraced(function* (user: UserId) {
      const stripped = yield* outbox.strip(user)
      const called = [...stripped, ...Repository.values(yield* listEntries(user))].flatMap(calledIn)
      return {
        names: called.map(({ displayName }) => displayName).filter(isText),
        addresses: called.map(({ email }) => email).filter(isText),
        photos: called.map(({ photoURL }) => photoURL).filter(isText)
      }
    })

    /**
     * After that, and after all other locks: removes personal data from entries. Returns the record for the event of the
     * erasure.
     */
    const eraseEntries = Effect.fnUntraced(function* (user: UserId) {
      yield* reader.hold
      const erasure = yield* nextId
      const pairs = (yield* listEntries(user)).map((seen) => ({
        seen,
        next: Erasures.eraseEntry(seen.value, erasure)
      }))
      yield* entries.updateAll(pairs)
      return pairs.reduce((record, { next }) => Erasures.add(record, next), Erasures.begin(erasure))
    })

    return { eraseEntries, eraseEvents } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(AuditReader.layer))
}
