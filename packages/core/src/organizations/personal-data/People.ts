import { Clock, Context, Effect, Layer, Option, Stream } from "effect"
import * as EmailAddress from "../../accounts/user/EmailAddress.ts"
import { administrator, type User, collection as userCollection } from "../../accounts/user/User.ts"
import { UserNotFound } from "../../accounts/user/Users.ts"
import * as Id from "../../foundation/id/Id.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit } from "../../foundation/paging/NoLimit.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import type * as MentioningRows from "../../foundation/personal/MentioningRows.ts"
import type * as PersonalRows from "../../foundation/personal/PersonalRows.ts"
import type { PersonalRow } from "../../foundation/personal/PersonalRows.ts"
import { sections } from "../../foundation/personal/Section.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import { AuditReader } from "../audit/AuditReader.ts"
import { collection as memberCollection } from "../member/Member.ts"
import { assemble, profileOf } from "./PersonalData.ts"
import * as PersonalDataText from "./PersonalDataText.ts"
import * as PersonalEmails from "./PersonalEmails.ts"
import * as PersonErasing from "./PersonErasing.ts"

/** Collections of all areas: what of them is of one person, and what may name one. */
interface Sources {
  readonly personal: ReadonlyArray<PersonalRows.Source>
  readonly mentioning: ReadonlyArray<MentioningRows.Source>
}

const make = Effect.fnUntraced(function* ({ mentioning, personal }: Sources) {
  const users = yield* Repository.make(userCollection)
  const members = yield* Repository.make(memberCollection)
  const reader = yield* AuditReader
  const { paged } = yield* Paging
  const letters = yield* PersonalEmails.make
  const erasePerson = yield* PersonErasing.make(mentioning)
  const parts = yield* Effect.forEach(personal, ({ make, section }) =>
    Effect.map(make, (rowsOf) => ({ section, rowsOf }))
  )

  const findUser = Effect.fnUntraced(function* (id: UserId) {
    const found = Option.getOrUndefined(yield* users.get(id))?.value
    return found ?? (yield* new UserNotFound({ id }))
  })

  /** The person with this id, or with this address. Host only. */
  const find = operation("Users.find")(function* (whom: string) {
    yield* hostOnly("Users.find")
    if (Id.inputPattern.test(whom)) return yield* findUser(UserId.make(whom))
    const email = EmailAddress.normalize(whom)
    const found =
      EmailAddress.is(email) || email === administrator ? yield* users.getBy("email", { email }) : Option.none()
    return Option.isSome(found) ? found.value.value : yield* new UserNotFound({ id: whom })
  })

  /** Every person in the order of their ids, including those who were erased. Host only. */
  const list = operation("Users.list")(function* (request: PageRequest) {
    yield* hostOnly("Users.list")
    return yield* paged({
      list: "users",
      request,
      ...users.source("all", { equals: {} }),
      view: (rows) => Effect.succeed(Repository.values(rows).map(profileOf))
    })
  })

  const lettersTo = (email: string): Stream.Stream<PersonalRow> =>
    Stream.fromIterableEffect(
      Effect.map(email === "" ? Effect.succeed([]) : letters.listTo(email), (found) =>
        found.map(({ createdAt, kind, subject }) => ({ kind, subject, createdAt: toTimestamp(createdAt) }))
      )
    )

  /** The sections in their order, each with what is in it. */
  const sectionsOf = Effect.fnUntraced(function* ({ email, id: user }: User) {
    const rows = yield* members.list("ofUser", { equals: { user }, limit: noLimit })
    const whose = { user, organizations: rows.map(({ value }) => value.organization) }
    const streams = new Map(parts.map(({ rowsOf, section }) => [section, rowsOf(whose)]))
    streams.set("letters", lettersTo(email))
    return sections.map((section) => ({ section, items: streams.get(section) ?? Stream.empty }))
  })

  const exportData = operation("Users.export")(function* (id: UserId) {
    yield* hostOnly("Users.export")
    const user = yield* findUser(id)
    yield* reader.run(Number.POSITIVE_INFINITY)
    const found = yield* Effect.forEach(yield* sectionsOf(user), ({ items, section }) =>
      Effect.map(Stream.runCollect(items), (all) => [section, all] as const)
    )
    return assemble(profileOf(user), new Map(found), yield* Clock.currentTimeMillis)
  })

  /** The same document as text, piece by piece, for what is too large for the memory. Host only. */
  const exportText = (id: UserId) =>
    Stream.unwrap(
      Effect.gen(function* () {
        yield* hostOnly("Users.exportText")
        const user = yield* findUser(id)
        yield* reader.run(Number.POSITIVE_INFINITY)
        return PersonalDataText.write(profileOf(user), yield* sectionsOf(user), yield* Clock.currentTimeMillis)
      })
    )

  /**
   * Erases a person for good (rule user-erase): their id stays, and what they wrote. False if they were erased before.
   * Fails where they are the only administrator of an organization. Host only.
   */
  const erase = operation("Users.erase")(function* (id: UserId) {
    yield* hostOnly("Users.erase")
    yield* findUser(id)
    yield* reader.run(Number.POSITIVE_INFINITY)
    return yield* erasePerson(id)
  })

  return {
    find,
    list,
    /** Everything that is kept of a person, as one document (rule user-export). Host only. */
    export: exportData,
    exportText,
    erase
  } as const
})

/** What is kept of people, which is told to hosts and erased here. */
export class People extends Context.Service<People, Effect.Success<ReturnType<typeof make>>>()("@quire/core/People") {
  static readonly layer = (sources: Sources) => Layer.effect(this, make(sources))
}
