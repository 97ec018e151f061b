import { Clock, Context, Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { UserId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"
import type { SamlProvider } from "../identity-provider/SamlProvider.ts"
import { AssertionRefused, quoted, type VerifiedAssertion } from "../identity-provider/SamlVerifier.ts"
import { Joining } from "../member/Joining.ts"
import { collection as memberCollection, rowId } from "../member/Member.ts"
import type { Organization } from "../organization/Organization.ts"
import { TeamRoster } from "../team/TeamRoster.ts"
import { AddressHolder, mayBind } from "../user/AddressBinding.ts"
import * as EmailAddress from "../user/EmailAddress.ts"
import { limits, type User, collection as userCollection } from "../user/User.ts"
import type * as SamlRequest from "./SamlRequest.ts"

/** Names of attributes with the email address of a user, in lower case. */
const names = new Set([
  "mail",
  "email",
  "emailaddress",
  "user.email",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "urn:oid:1.2.840.113549.1.9.1",
  "http://schemas.xmlsoap.org/claims/emailaddress",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"
])

/**
 * Whether a text is an email address of a person; directories name their guests `x#EXT#@tenant`, which is not a
 * deliverable address.
 */
export const isPersonal = (text: string): boolean => EmailAddress.is(text) && !/#ext#/i.test(text)

/**
 * Returns the email address in an assertion: the NameID, or otherwise an attribute with an address (rule saml-address);
 * or the reason why there is none.
 */
export const readAddress = ({
  attributes,
  nameId
}: Pick<VerifiedAssertion, "attributes" | "nameId">): string | AssertionRefused => {
  const name = EmailAddress.normalize(nameId)
  if (isPersonal(name)) return name
  const addresses = Object.entries(attributes).flatMap(([each, values]) =>
    names.has(each.toLowerCase()) ? values : []
  )
  const [address, ...others] = new Set(addresses.map(EmailAddress.normalize).filter(isPersonal))
  if (address !== undefined && others.length === 0) return address
  const why = address === undefined ? "no attribute contains one" : "the attributes contain several"
  return new AssertionRefused({ problem: `the NameID ${quoted(nameId)} is not an email address, and ${why}` })
}

const refused = (problem: string, user?: UserId) =>
  new AssertionRefused({ problem, ...(user === undefined ? {} : { user }) })

/** The parts of an assertion that identify the user. */
export type AssertedName = Pick<VerifiedAssertion, "nameId" | "firstName" | "lastName">

const nameOf = ({ firstName = "", lastName = "" }: AssertedName, email: string): string => {
  const given = `${firstName} ${lastName}`.replace(/[\p{C}\s]+/gu, " ").trim()
  return cut(given === "" ? (email.split("@")[0] ?? email) : given, limits.displayNameLength)
}

/** The result of a provider's response: a code that signs in once, within minutes, or the visit that was requested. */
export type SsoResult =
  | { readonly _tag: "SignedIn"; readonly code: string }
  | {
      readonly _tag: "Visiting"
      readonly visit: SamlRequest.Visit
      readonly provider: SamlProvider
      readonly asserted: Pick<VerifiedAssertion, "attributes">
      /** SHA-256 of the state in the browser that started the visit; only that browser can complete it. */
      readonly browser: string
    }

/** Finds or creates the user of an assertion. Used inside a mutation that has locked the tree (rule sso-account). */
export class SsoCallback extends Context.Service<SsoCallback>()("@quire/core/SsoCallback", {
  make: Effect.gen(function* () {
    const joining = yield* Joining
    const roster = yield* TeamRoster
    const nextId = yield* IdGenerator
    const { holderOf } = yield* AddressHolder
    const users = yield* Repository.make(userCollection)
    const members = yield* Repository.make(memberCollection)

    /** Creates a new user and adds them as a member. */
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
      yield* Effect.mapError(users.tryInsert(made), () =>
        refused("an account with this address was created at the same time")
      )
      const role = defaultRole ?? organization.defaultRole
      const { member } = yield* Effect.orDie(joining.admit(organization.id, made, role))
      yield* members.update(member, { ...member.value, sso: true })
      if (defaultTeam !== null) {
        yield* Effect.orDie(roster.setPlaces(organization.id, defaultTeam, new Map([[made.id, "member"]])))
      }
      return { user: made.id, isNew: true, role }
    })

    /** Returns the user that an assertion identifies: a member for whom single sign-on is enabled, or a new user. */
    const admit = Effect.fnUntraced(function* (
      organization: Organization,
      provider: SamlProvider,
      asserted: AssertedName
    ) {
      const email = EmailAddress.normalize(asserted.nameId)
      if (!isPersonal(email)) return yield* refused(`${quoted(asserted.nameId)} is not the email address of a person`)
      const person = Option.getOrUndefined(yield* users.getBy("email", { email }))?.value
      if (person === undefined) return yield* provision(organization, provider, asserted, email)
      if (!mayBind({ proof: "asserted", isNamed: false }, yield* holderOf(person))) {
        return yield* refused("the email address of the existing account was never verified", person.id)
      }
      const id = rowId(organization.id, person.id)
      const seen = (yield* members.lock([id])).get(id)
      const isInvited = seen?.value.pending === email
      if (seen === undefined || !seen.value.sso || (seen.value.disabled && !isInvited)) {
        return yield* refused(
          "the account already exists: an administrator must enable single sign-on for the member",
          person.id
        )
      }
      if (isInvited) yield* members.update(seen, { ...seen.value, pending: null, disabled: false })
      return { user: person.id, isNew: false, role: seen.value.role }
    })

    return { admit } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([AddressHolder.layer, Joining.layer, TeamRoster.layer])
  )
}
