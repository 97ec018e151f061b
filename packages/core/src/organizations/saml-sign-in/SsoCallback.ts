import { Clock, Effect, Option } from "effect"
import { mayBind } from "../../accounts/user/AddressBinding.ts"
import * as AddressHolder from "../../accounts/user/AddressHolder.ts"
import * as EmailAddress from "../../accounts/user/EmailAddress.ts"
import { limits, type User, collection as userCollection } from "../../accounts/user/User.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"
import type { SamlProvider } from "../identity-provider/SamlProvider.ts"
import { AssertionRefused, quoted, type VerifiedAssertion } from "../identity-provider/SamlVerifier.ts"
import { Joining } from "../member/Joining.ts"
import { collection as memberCollection, rowId } from "../member/Member.ts"
import type { Organization } from "../organization/Organization.ts"
import { TeamRoster } from "../team/TeamRoster.ts"
import { isPersonal } from "./AssertedAddress.ts"
import type * as SamlRequest from "./SamlRequest.ts"

const refused = (problem: string, user?: UserId) =>
  new AssertionRefused({ problem, ...(user === undefined ? {} : { user }) })

/** What of an assertion says who arrives. */
export type AssertedName = Pick<VerifiedAssertion, "nameId" | "firstName" | "lastName">

const nameOf = ({ firstName = "", lastName = "" }: AssertedName, email: string): string => {
  const given = `${firstName} ${lastName}`.replace(/[\p{C}\s]+/gu, " ").trim()
  return cut(given === "" ? (email.split("@")[0] ?? email) : given, limits.displayNameLength)
}

/** What an answer of a provider opened: a code that signs in once, within minutes, or the visit that was asked for. */
export type SsoResult =
  | { readonly _tag: "SignedIn"; readonly code: string }
  | {
      readonly _tag: "Visiting"
      readonly visit: SamlRequest.Visit
      readonly provider: SamlProvider
      readonly asserted: Pick<VerifiedAssertion, "attributes">
      /** SHA-256 of what the browser holds that began the visit, which alone may finish it. */
      readonly browser: string
    }

/** Who comes by an assertion. Used inside a mutation that has locked the tree (rule sso-account). */
export const make = Effect.gen(function* () {
  const joining = yield* Joining
  const roster = yield* TeamRoster
  const nextId = yield* IdGenerator
  const { holderOf } = yield* AddressHolder.make
  const users = yield* Repository.make(userCollection)
  const members = yield* Repository.make(memberCollection)

  /** Makes somebody whom nobody knew, and makes them a member. */
  const provision = Effect.fnUntraced(function* (
    organization: Organization,
    { defaultRole, defaultTeam }: SamlProvider,
    asserted: AssertedName,
    email: string
  ) {
    const made: User = {
      id: UserId.make(yield* nextId),
      displayName: nameOf(asserted, email),
      email,
      emailVerifiedAt: null,
      externalId: null,
      createdAt: yield* Clock.currentTimeMillis
    }
    yield* Effect.mapError(users.insert(made), () => refused("somebody made the account meanwhile"))
    const role = defaultRole ?? organization.defaultRole
    const { member } = yield* Effect.orDie(joining.admit(organization.id, made, role))
    yield* Effect.orDie(members.update(member, { ...member.value, sso: true }))
    if (defaultTeam !== null) {
      yield* Effect.orDie(roster.setPlaces(organization.id, defaultTeam, new Map([[made.id, "member"]])))
    }
    return { user: made.id, isNew: true, role }
  })

  /** The user that an assertion names: a member for whom single sign-on was allowed, or somebody new. */
  const admit = Effect.fnUntraced(function* (
    organization: Organization,
    provider: SamlProvider,
    asserted: AssertedName
  ) {
    const email = EmailAddress.normalize(asserted.nameId)
    if (!isPersonal(email)) return yield* refused(`${quoted(asserted.nameId)} is no email address of a person`)
    const person = Option.getOrUndefined(yield* users.getBy("email", { email }))?.value
    if (person === undefined) return yield* provision(organization, provider, asserted, email)
    if (!mayBind({ proof: "asserted", isNamed: false }, yield* holderOf(person))) {
      return yield* refused("the account has the address, which was never verified", person.id)
    }
    const id = rowId(organization.id, person.id)
    const seen = (yield* members.lock([id])).get(id)
    const isInvited = seen?.value.pending === email
    if (seen === undefined || !seen.value.sso || (seen.value.disabled && !isInvited)) {
      return yield* refused(
        "the account was there before, and an administrator has to allow single sign-on for it",
        person.id
      )
    }
    if (isInvited) yield* Effect.orDie(members.update(seen, { ...seen.value, pending: null, disabled: false }))
    return { user: person.id, isNew: false, role: seen.value.role }
  })

  return { admit } as const
})
