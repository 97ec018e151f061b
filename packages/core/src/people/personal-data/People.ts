import { Clock, Context, Effect, Layer, Option, Stream } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { UserId } from "../../foundation/id/Ids.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import type * as MentioningRows from "../../foundation/personal-data/MentioningRows.ts"
import { sections } from "../../foundation/personal-data/PersonalDataSection.ts"
import type * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import type { PersonalRow } from "../../foundation/personal-data/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import { AuditReader } from "../audit/AuditReader.ts"
import { collection as memberCollection } from "../member/Member.ts"
import * as EmailAddress from "../user/EmailAddress.ts"
import { administrator, type User, collection as userCollection } from "../user/User.ts"
import { UserNotFound } from "../user/Users.ts"
import * as PersonalData from "./PersonalData.ts"
import { assemble, profileOf } from "./PersonalData.ts"
import { PersonalEmails } from "./PersonalEmails.ts"
import { PersonErasure } from "./PersonErasure.ts"

/** Collections of all areas: their rows that belong to a user, and their rows that may mention one. */
interface Sources {
  readonly personal: ReadonlyArray<PersonalRows.Source>
  readonly mentioning: ReadonlyArray<MentioningRows.Source>
}

const make = Effect.fnUntraced(function* ({ personal }: Pick<Sources, "personal">) {
  const users = yield* Repository.make(userCollection)
  const members = yield* Repository.make(memberCollection)
  const reader = yield* AuditReader
  const { paged } = yield* Paging
  const emails = yield* PersonalEmails
  const erasure = yield* PersonErasure
  const parts = yield* Effect.forEach(personal, ({ make, section }) =>
    Effect.map(make, (rowsOf) => ({ section, rowsOf }))
  )

  const findUser = Effect.fnUntraced(function* (id: UserId) {
    const found = Option.getOrUndefined(yield* users.get(id))?.value
    return found ?? (yield* new UserNotFound({ id }))
  })

  /** Finds the user with this id, or with this address. Host only. */
  const find = operation("Users.find")(function* (whom: string) {
    yield* hostOnly("Users.find")
    if (Id.inputPattern.test(whom)) return yield* findUser(UserId.make(whom))
    const email = EmailAddress.normalize(whom)
    const found =
      EmailAddress.is(email) || email === administrator ? yield* users.getBy("email", { email }) : Option.none()
    return Option.isSome(found) ? found.value.value : yield* new UserNotFound({ id: whom })
  })

  /** Lists all users in the order of their ids, including erased ones. Host only. */
  const list = operation("Users.list")(function* (request: PageRequest) {
    yield* hostOnly("Users.list")
    return yield* paged({
      list: "users",
      request,
      ...users.source("all", { equals: {} }),
      view: (rows) => Effect.succeed(Repository.values(rows).map(profileOf))
    })
  })

  const emailsTo = (email: string): Stream.Stream<PersonalRow> =>
    Stream.fromIterableEffect(
      Effect.map(email === "" ? Effect.succeed([]) : emails.listTo(email), (found) =>
        found.map(({ createdAt, kind, subject }) => ({ kind, subject, createdAt: toTimestamp(createdAt) }))
      )
    )

  /** Returns the sections in order, each with its contents. */
  const sectionsOf = Effect.fnUntraced(function* ({ email, id: user }: User) {
    const rows = yield* members.list("ofUser", { equals: { user }, limit: noLimit })
    const whose = { user, organizations: rows.map(({ value }) => value.organization) }
    const streams = new Map(parts.map(({ rowsOf, section }) => [section, rowsOf(whose)]))
    streams.set("letters", emailsTo(email))
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

  /** Returns the same document as a stream of text, for documents that are too large for memory. Host only. */
  const exportText = (id: UserId) =>
    Stream.unwrap(
      Effect.gen(function* () {
        yield* hostOnly("Users.exportText")
        const user = yield* findUser(id)
        yield* reader.run(Number.POSITIVE_INFINITY)
        return PersonalData.writeText(profileOf(user), yield* sectionsOf(user), yield* Clock.currentTimeMillis)
      })
    )

  /**
   * Permanently erases a user (rule user-erase). Their id and the content that they wrote remain. Returns false if they
   * were erased before. Fails if they are the only administrator of an organization. Host only.
   */
  const erase = operation("Users.erase")(function* (id: UserId) {
    yield* hostOnly("Users.erase")
    yield* findUser(id)
    yield* reader.run(Number.POSITIVE_INFINITY)
    return yield* erasure.erase(id)
  })

  return {
    find,
    list,
    /** Returns all data of a user, as one document (rule user-export). Host only. */
    export: exportData,
    exportText,
    erase
  } as const
})

/** Exports and erases the personal data of users. */
export class People extends Context.Service<People, Effect.Success<ReturnType<typeof make>>>()("@quire/core/People") {
  static readonly layer = (sources: Sources) =>
    Layer.effect(this, make(sources)).pipe(
      Layer.provide([AuditReader.layer, Paging.layer, PersonalEmails.layer, PersonErasure.layer(sources.mentioning)])
    )
}
