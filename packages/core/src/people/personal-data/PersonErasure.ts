import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { UserId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import type * as MentioningRows from "../../foundation/personal-data/MentioningRows.ts"
import { lockTogether } from "../../foundation/store/LockTogether.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { AuditErasure } from "../audit/AuditErasure.ts"
import { collection as letterCounts } from "../mail/EmailCount.ts"
import { Administrators } from "../member/Administrators.ts"
import { type Member, collection as memberCollection } from "../member/Member.ts"
import { MemberDeparture } from "../member/MemberDeparture.ts"
import { TreeLock } from "../placement/TreeLock.ts"
import { collection as sessionCollection } from "../session/Session.ts"
import { collection as codeCollection } from "../sign-in/SignInCodes.ts"
import { collection as tokenCollection } from "../token/ApiToken.ts"
import * as User from "../user/User.ts"
import { userIdentityCollection as identityCollection } from "../user/User.ts"
import { UserNotFound } from "../user/Users.ts"
import { hiding, type PersonIdentifiers } from "./NameRedaction.ts"
import { PersonalEmails } from "./PersonalEmails.ts"

/** Organizations would have no administrator left (rules organization-last-admin and user-erase). */
export class OnlyAdministrator extends Schema.TaggedError<OnlyAdministrator>()("OnlyAdministrator", {
  organizations: Schema.Array(Schema.String)
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `the user is the only administrator of ${this.organizations.join(", ")}: make another member an administrator or delete the organization first`
  }
}

const make = Effect.fnUntraced(function* (sources: ReadonlyArray<MentioningRows.Source>) {
  const mentioning = yield* Effect.forEach(sources, (source) => source.make)
  const users = yield* Repository.make(User.collection)
  const members = yield* Repository.make(memberCollection)
  const identities = yield* Repository.make(identityCollection)
  const tokens = yield* Repository.make(tokenCollection)
  const sessions = yield* Repository.make(sessionCollection)
  const codes = yield* Repository.make(codeCollection)
  const counts = yield* Repository.make(letterCounts)
  const events = yield* Events
  const { leave } = yield* MemberDeparture
  const emails = yield* PersonalEmails
  const { eraseEntries, eraseEvents } = yield* AuditErasure
  const { keepAdministrator } = yield* Administrators
  const { decideAndLockTrees } = yield* TreeLock

  const listMemberships = (user: UserId) =>
    Effect.map(members.list("ofUser", { equals: { user }, limit: noLimit }), Repository.values)

  const checkAdministrators = Effect.fnUntraced(function* (memberships: ReadonlyArray<Member>) {
    const left = yield* Effect.forEach(memberships, (self) =>
      keepAdministrator(self.organization, self, null).pipe(
        Effect.as([]),
        Effect.catchTag("LastAdministrator", ({ organization }) => Effect.succeed([organization]))
      )
    )
    if (left.flat().length > 0) return yield* new OnlyAdministrator({ organizations: left.flat() })
  })

  /** Revokes all credentials of the user. */
  const shutOut = Effect.fnUntraced(function* (user: UserId) {
    const ofUser = { equals: { user } }
    yield* tokens.removeWhere("ofUser", ofUser)
    yield* sessions.removeWhere("ofUser", ofUser)
    yield* codes.removeWhere("ofUser", ofUser)
    yield* identities.removeWhere("ofUser", ofUser)
    yield* counts.remove([user])
  })

  const findCalled = Effect.fnUntraced(function* ({ displayName, email, id, photoURL }: User.User) {
    const said = yield* eraseEvents(id)
    return {
      names: [displayName, ...said.names],
      addresses: [email, ...said.addresses],
      photos: [...(photoURL === undefined ? [] : [photoURL]), ...said.photos]
    } satisfies PersonIdentifiers
  })

  /** Everything that is locked in addition to trees and the user is locked together, because locks have one order. */
  const eraseUser = Effect.fnUntraced(function* (
    seen: Repository.VersionedValue<User.User>,
    memberships: ReadonlyArray<Member>
  ) {
    const user = seen.value.id
    const called = yield* findCalled(seen.value)
    const hide = hiding(called)
    const mails = yield* emails.findNaming(called)
    const mentions = yield* Effect.forEach(mentioning, (find) => find(hide))
    yield* lockTogether([{ ids: memberships.map(({ id }) => id), lock: members.lock }, mails, ...mentions])
    for (const each of memberships) yield* leave(each)
    yield* shutOut(user)
    yield* mails.erase
    for (const { rewrite } of mentions) yield* rewrite
    yield* users.update(seen, User.erase(seen.value, yield* Clock.currentTimeMillis))
    const after = yield* eraseEntries(user)
    yield* events.announce({ type: "users.erase", organization: null, subjects: [user], after })
  })

  /** Returns false if the user was already erased. */
  const erase = (user: UserId) =>
    decideAndLockTrees(
      (memberships: ReadonlyArray<Member>) => memberships.map(({ organization }) => organization),
      listMemberships(user),
      Effect.fnUntraced(function* (memberships) {
        const seen = (yield* users.lock([user])).get(user)
        if (seen === undefined) return yield* new UserNotFound({ id: user })
        if (User.isErased(seen.value)) return false
        yield* checkAdministrators(memberships)
        yield* eraseUser(seen, memberships)
        return true
      })
    )

  return { erase } as const
})

/** Erases users (rule user-erase). */
export class PersonErasure extends Context.Service<PersonErasure, Effect.Success<ReturnType<typeof make>>>()(
  "@quire/core/PersonErasure"
) {
  static readonly layer = (sources: ReadonlyArray<MentioningRows.Source>) =>
    Layer.effect(this, make(sources)).pipe(
      Layer.provide([
        Administrators.layer,
        AuditErasure.layer,
        Events.layer,
        MemberDeparture.layer,
        PersonalEmails.layer,
        TreeLock.layer
      ])
    )
}
