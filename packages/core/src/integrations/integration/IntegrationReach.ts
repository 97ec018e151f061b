import { Clock, Context, Effect, Layer, Option } from "effect"
import type { Person } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { single } from "../../foundation/operation/Single.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type Access, Forbidden, withinReach } from "../../people/access/Access.ts"
import * as Viewer from "../../people/access/Viewer.ts"
import { isActiveAdministrator } from "../../people/member/Administrators.ts"
import { type Member, collection as memberCollection } from "../../people/member/Member.ts"
import {
  type Organization,
  type OrganizationView,
  collection as organizationCollection,
  outsiderView,
  view as viewOrganization
} from "../../people/organization/Organization.ts"
import type { Integration } from "./Integration.ts"
import { type IntegrationView, view } from "./IntegrationView.ts"

/** Memberships of a caller. */
export interface CallerMemberships {
  readonly isHost: boolean
  readonly members: ReadonlyMap<string, Member>
}

/**
 * Whether private integrations of an organization are visible: to its members except guests (rule
 * integration-visibility).
 */
export const isInside = ({ isHost, members }: CallerMemberships, organization: string): boolean =>
  isHost || (members.get(organization)?.role ?? null) !== null

type ListedIntegration = Pick<Integration, "isPublished" | "organization" | "visibility">

/** Whether a caller may know of an integration, published or not; private ones of other organizations are hidden. */
export const mayKnow = (
  reach: CallerMemberships,
  { organization, visibility }: Omit<ListedIntegration, "isPublished">
): boolean => visibility !== "private" || isInside(reach, organization)

/** Whether a caller can see an integration (rule integration-visibility). */
export const maySee = (reach: CallerMemberships, self: ListedIntegration): boolean =>
  self.isPublished && mayKnow(reach, self)

/** The organizations of which the caller is a member and not a guest; undefined (all) for the host. */
export const insideOf = (reach: CallerMemberships): ReadonlyArray<string> | undefined =>
  reach.isHost ? undefined : [...reach.members.keys()].filter((organization) => isInside(reach, organization))

/** The organizations that the caller administers; undefined (all) for the host. */
export const administeredBy = ({ isHost, members }: CallerMemberships): ReadonlyArray<string> | undefined =>
  isHost
    ? undefined
    : Array.from(members.values()).flatMap((member) => (isActiveAdministrator(member) ? [member.organization] : []))

const host: CallerMemberships = { isHost: true, members: new Map() }

/** Loads what integration views need: the caller's memberships, and the owners. */
export class IntegrationReach extends Context.Service<IntegrationReach>()("@quire/core/IntegrationReach", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const members = yield* Repository.make(memberCollection)
    const organizations = yield* Repository.make(organizationCollection)

    const reached = (caller: Person, organization: Organization, member: Member): ReadonlyArray<Member> => {
      const { member: left } = withinReach(caller, organization, {
        user: member.user,
        member,
        placement: null,
        grants: []
      })
      return left === null || left.disabled ? [] : [left]
    }

    /** Loads the memberships in two statements, however many there are. */
    const of = Effect.fnUntraced(function* (caller: Person): Effect.fn.Return<CallerMemberships> {
      if (caller._tag === "System") return host
      const rows = yield* members.list("active", { equals: { user: caller.user, disabled: false }, limit: noLimit })
      const own = Repository.values(rows)
      const found = yield* organizations.getMany(own.map(({ organization }) => organization))
      const left = own.flatMap((member) => {
        const organization = found.get(member.organization)
        return organization === undefined ? [] : reached(caller, organization.value, member)
      })
      return { isHost: false, members: new Map(left.map((member) => [member.organization, member])) }
    })

    const viewOwner = (self: Organization, { isHost, members: own }: CallerMemberships): OrganizationView => {
      if (isHost) return viewOrganization(self, { ...addresses, ...Viewer.host })
      const member = own.get(self.id)
      return member === undefined
        ? outsiderView(self, addresses)
        : viewOrganization(self, { ...addresses, ...Viewer.ofMember(member) })
    }

    /** Views integrations with one additional statement for all of their owners. */
    const viewMany = Effect.fnUntraced(function* (reach: CallerMemberships, selves: ReadonlyArray<Integration>) {
      const owners = yield* organizations.getMany(selves.map(({ organization }) => organization))
      const now = yield* Clock.currentTimeMillis
      return selves.flatMap((self): ReadonlyArray<IntegrationView> => {
        const owner = owners.get(self.organization)
        return owner === undefined ? [] : [view(self, { ...addresses, owner: viewOwner(owner.value, reach), now })]
      })
    })

    const viewOne = (reach: CallerMemberships, self: Integration) => single(viewMany(reach, [self]))

    /** The organization of an id or of a hostname. */
    const findOwner = Effect.fnUntraced(function* (owner: string) {
      const byId = yield* organizations.get(owner)
      const found = Option.isSome(byId)
        ? byId
        : yield* organizations.getBy("hostname", { hostname: owner.toLowerCase() })
      return Option.getOrUndefined(found)?.value
    })

    return { of, viewMany, viewOne, findOwner } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Requires an administrator of the owner; other callers who can see the integration get a refusal. */
export const administer =
  (access: Access["Service"]) =>
  ({ name, organization }: Pick<Integration, "name" | "organization">) =>
    access
      .organization(organization, "organization:admin")
      .pipe(
        Effect.catchTag(
          "OrganizationNotFound",
          () => new Forbidden({ action: "organization:admin", target: `integration ${name}` })
        )
      )
