import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, MemberNotFound, OrganizationNotFound } from "../access/Access.ts"
import type { Role } from "../access/Role.ts"
import { collection as userCollection } from "../user/User.ts"
import { collection, rowId } from "./Member.ts"

/** The response to a ping: a signed token with the caller's claims. */
export const PingAnswer = Schema.Struct(
  describeFields(
    { serviceVisitorClaims: Schema.String },
    { serviceVisitorClaims: "Always an empty string; present for compatibility with official clients." }
  )
).annotate({ identifier: "Ping" })
export type PingAnswer = typeof PingAnswer.Type

/** Lifetime of a token with claims, in seconds (rule visitor-claims). */
const lifetime = 3600

/** Claims about a member, for services that have the organization's key; a guest's role is null. */
interface VisitorClaims {
  /** The user's id. */
  readonly sub: string
  /** The organization's id. */
  readonly org: string
  readonly email: string
  readonly role: Role | null
}

/** Signs with keys that are derived for one organization, which reveal nothing about the keys of the store. */
const signerOf = (signer: Signer, organization: string): Signer => signer.derive(`visitor-claims/${organization}`)

/** A JSON Web Token (RFC 7519, HS256) of the claims, valid for an hour from `at` (epoch seconds). */
const mint = (signer: Signer, { email, org, role, sub }: VisitorClaims, at: number): string =>
  signerOf(signer, org).mint({ sub, org, email, role, iat: at, exp: at + lifetime })

const toSeconds = (instant: number) => Math.floor(instant / 1000)

/** Records when members were last seen (rule member-presence). */
export class Presence extends Context.Service<Presence>()("@quire/core/Presence", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { mutate } = yield* Mutation
    const events = yield* Events
    const members = yield* Repository.make(collection)
    const users = yield* Repository.make(userCollection)
    const { signer } = yield* SigningKeys

    /**
     * Records the time of the calling member's activity with a precision of one second; a later time is kept. Locks
     * only the member's row, so that pings do not wait for moves of content.
     */
    const ping = operation("Presence.ping")(function* (organization: OrganizationId) {
      const caller = yield* callingAnyone
      if (caller._tag === "System") return yield* new MemberNotFound({ id: "system" })
      return yield* mutate(
        Effect.gen(function* () {
          yield* access.organization(organization, "organization:view")
          const id = rowId(organization, caller.user)
          const seen = (yield* members.lock([id])).get(id)
          if (seen === undefined || seen.value.disabled) return yield* new OrganizationNotFound({ id: organization })
          const now = toSeconds(yield* Clock.currentTimeMillis)
          const before = seen.value.lastSeenAt
          const lastSeenAt = Math.max(before ?? 0, now * 1000)
          const { version } = yield* members.update(seen, { ...seen.value, lastSeenAt })
          if (version !== seen.version) {
            yield* events.announce({
              type: "members.ping",
              organization,
              subjects: [caller.user],
              before: { lastSeenAt: before },
              after: { lastSeenAt }
            })
          }
          const { value: person } = yield* users.require(caller.user)
          const claims = { sub: caller.user, org: organization, email: person.email, role: seen.value.role }
          return { serviceVisitorClaims: mint(signer, claims, now) } satisfies PingAnswer
        })
      )
    })

    /**
     * The HMAC keys, as text, that verify claims of an organization's members, newest first; the header of a token
     * names its key as `kid`. Host only. Each rotation adds a key (rule signing-keys).
     */
    const claimsKeys = operation("Presence.claimsKeys")(function* (organization: OrganizationId) {
      yield* hostOnly("Presence.claimsKeys")
      yield* access.organization(organization, "organization:view")
      return signerOf(signer, organization).keys().believed
    })

    return { ping, claimsKeys } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Events.layer, Mutation.layer, SigningKeys.layer])
  )
}
