import { Clock, Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone, callingPerson } from "../../foundation/operation/PublishedOnly.ts"
import * as InMemoryPage from "../../foundation/paging/InMemoryPage.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../access/Access.ts"
import * as Viewer from "../access/Viewer.ts"
import { SamlDefaults } from "../identity-provider/SamlProvider.ts"
import { collection as inviteCollection } from "../invite/LinkInvite.ts"
import { makeMember } from "../member/Joining.ts"
import { type Member, collection as memberCollection, rowId } from "../member/Member.ts"
import { collection as placementCollection } from "../placement/Placement.ts"
import { TreeLock, collection as treeCollection } from "../placement/TreeLock.ts"
import { collection as teamCollection } from "../team/Team.ts"
import { collection as teamMemberCollection } from "../team/TeamMember.ts"
import * as EmailAddress from "../user/EmailAddress.ts"
import { domainOf, isErased, collection as userCollection } from "../user/User.ts"
import { UserNotFound } from "../user/Users.ts"
import { DefaultContents } from "./DefaultContents.ts"
import * as Organization from "./Organization.ts"
import {
  collection,
  HostnameTaken,
  OrganizationNotEmpty,
  outsiderView,
  patch,
  SsoProviderMissing,
  view
} from "./Organization.ts"
import { OrganizationRows } from "./OrganizationRows.ts"

const checkCreate = checked(Organization.Create)
const checkPatch = checked(Organization.Patch)

/** Upper bound for the number of organizations that list one domain. */
const everyOrganization = 1000

const makeOrganization = (
  id: OrganizationId,
  input: Organization.Create,
  createdAt: number
): Organization.Organization => ({
  id,
  title: input.title,
  createdAt,
  emailDomains: [...new Set(input.emailDomains ?? [])],
  hostname: null,
  type: input.type ?? "business",
  useCase: input.useCase ?? null,
  communityType: null,
  defaultRole: null,
  defaultContent: null,
  logo: null,
  sso: false,
  ai: false,
  inviteLinks: true,
  plan: "free_2024",
  billing: null,
  trial: { status: "notapplicable" },
  blocked: null
})

const listEnabled = (rows: ReadonlyMap<string, Repository.VersionedValue<Member>>) =>
  [...rows.values()].filter(({ value }) => !value.disabled)

/** The operations on organizations, except search. */
export class Organizations extends Context.Service<Organizations>()("@quire/core/Organizations", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const addresses = yield* Addresses
    const nextId = yield* IdGenerator
    const { withTreeLock } = yield* TreeLock
    const { mutate } = yield* Mutation
    const events = yield* Events
    const { paged } = yield* Paging
    const { canSignIn } = yield* SamlDefaults
    const organizations = yield* Repository.make(collection)
    const trees = yield* Repository.make(treeCollection)
    const members = yield* Repository.make(memberCollection)
    const invites = yield* Repository.make(inviteCollection)
    const placements = yield* Repository.make(placementCollection)
    const teams = yield* Repository.make(teamCollection)
    const teamMembers = yield* Repository.make(teamMemberCollection)
    const users = yield* Repository.make(userCollection)
    const laterRows = yield* Effect.flatMap(
      OrganizationRows,
      Effect.forEach(({ make }) => make)
    )
    const defaultContents = yield* DefaultContents

    const viewFor = (self: Organization.Organization, viewer: Viewer.Viewer) => view(self, { ...addresses, ...viewer })

    /** An organization that the caller belongs to. */
    const get = operation("Organizations.get")(function* (id: OrganizationId) {
      const seen = yield* access.organization(id, "organization:view")
      return viewFor(seen.organization.value, seen)
    })

    const listAll = (request: PageRequest) =>
      paged({
        list: "organizations.all",
        request,
        ...organizations.source("all", { equals: {} }),
        view: (rows) => Effect.succeed(rows.map(({ value }) => viewFor(value, Viewer.host)))
      })

    /** The caller's organizations, by id; for the host, all of them. */
    const list = operation("Organizations.list")(function* (request: PageRequest) {
      const caller = yield* callingAnyone
      if (caller._tag === "System") return yield* listAll(request)
      const { sso, user } = caller
      const source =
        sso === undefined
          ? members.source("active", { equals: { user, disabled: false } })
          : InMemoryPage.source(Effect.map(members.getMany([rowId(sso.organization, user)]), listEnabled))
      return yield* paged({
        list: "organizations",
        request,
        ...source,
        view: (rows) =>
          Effect.map(organizations.getMany(rows.map(({ value }) => value.organization)), (found) =>
            rows.flatMap(({ value: member }) => {
              const row = found.get(member.organization)
              return row === undefined ? [] : [viewFor(row.value, Viewer.ofMember(member))]
            })
          )
      })
    })

    /**
     * Creates an organization. The creator becomes its administrator; one created by the host has no members yet (rule
     * organization-creator).
     */
    const create = operation("Organizations.create")(function* (given: Organization.Create) {
      const input = yield* checkCreate(given)
      const caller = yield* callingPerson
      return yield* mutate(
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const made = makeOrganization(OrganizationId.make(yield* nextId), input, now)
          yield* organizations.insert(made)
          yield* trees.insert({ id: made.id })
          const viewer =
            caller._tag === "System" ? Viewer.host : Viewer.ofMember(yield* addAdministrator(made.id, caller.user, now))
          yield* events.announce({
            type: "organizations.create",
            organization: made.id,
            subjects: [made.id],
            after: made
          })
          return viewFor(made, viewer)
        })
      )
    })

    const addAdministrator = Effect.fnUntraced(function* (organization: OrganizationId, user: string, at: number) {
      const { value: person } = yield* users.requireLocked(user)
      if (isErased(person)) return yield* new UserNotFound({ id: user })
      const { value } = yield* members.insert(makeMember(organization, person, "admin", at))
      return value
    }, Effect.orDie)

    /** Changes the fields that are given. */
    const update = operation("Organizations.update")(function* (id: OrganizationId, given: Organization.Patch) {
      const changes = yield* checkPatch(given)
      yield* access.organization(id, "organization:admin")
      return yield* mutate(
        Effect.gen(function* () {
          const rows = yield* organizations.lock([id])
          const viewer = yield* access.organization(id, "organization:admin")
          const seen = rows.get(id) ?? viewer.organization
          const next = patch(seen.value, changes)
          if (changes.defaultContent !== undefined && changes.defaultContent !== null) {
            yield* defaultContents.check(id, changes.defaultContent)
          }
          if (changes.sso === true && !(yield* canSignIn(id)))
            return yield* new SsoProviderMissing({ organization: id })
          const written = yield* organizations.tryUpdate(seen, next).pipe(
            Effect.catchTags({
              Taken: () => new HostnameTaken({ hostname: next.hostname ?? "" }),
              Stale: Effect.die
            })
          )
          if (written.version !== seen.version) {
            yield* events.announce({
              type: "organizations.update",
              organization: id,
              subjects: [id],
              before: seen.value,
              after: next
            })
          }
          return viewFor(next, viewer)
        })
      )
    })

    /** Deletes an organization that has no spaces, collections and sites left, together with everything else in it. */
    const remove = operation("Organizations.remove")(function* (id: OrganizationId) {
      yield* hostOnly("Organizations.remove")
      yield* access.organization(id, "organization:view")
      return yield* withTreeLock(
        id,
        Effect.gen(function* () {
          const kept = yield* placements.count("inOrganization", {
            equals: { organization: id, kind: { in: ["space", "collection", "site"] }, active: { in: [true, false] } }
          })
          if (kept > 0) return yield* new OrganizationNotEmpty({ id })
          const kind = { in: ["organization", "content"] }
          yield* Effect.forEach(laterRows, (removeIn) => removeIn(id))
          yield* invites.removeWhere("inOrganization", { equals: { organization: id, kind } })
          const groups = yield* teams.list("inOrganization", { equals: { organization: id }, limit: noLimit })
          const team = { in: groups.map(({ value }) => value.id) }
          yield* teamMembers.removeWhere("inTeam", { equals: { team } })
          yield* teams.removeWhere("inOrganization", { equals: { organization: id } })
          yield* members.removeWhere("inOrganization", { equals: { organization: id } })
          yield* events.announce({ type: "organizations.delete", organization: id, subjects: [id] })
          return (yield* organizations.remove([id])) > 0
        })
      )
    })

    const listWithDomain = (domain: string) =>
      organizations.list("all", { equals: {}, has: { emailDomains: domain }, limit: everyOrganization })

    /** The organizations that the caller administers and that list a domain. */
    const listAdministered = Effect.fnUntraced(function* (own: ReadonlyArray<Member>, domain: string) {
      const ids = own.flatMap(({ organization, role }) => (role === "admin" ? [organization] : []))
      const rows = yield* organizations.getMany(ids)
      return ids.toSorted().flatMap((id) => {
        const row = rows.get(id)
        return row?.value.emailDomains.includes(domain) === true ? [row] : []
      })
    })

    /**
     * The organizations that list a domain, shown only to callers with a verified address on it and to their
     * administrators. For other callers the queries do not depend on who lists it.
     */
    const ofDomain = operation("Organizations.ofDomain")(function* (given: string) {
      const caller = yield* callingPerson
      const domain = EmailAddress.normalizeDomain(given)
      if (caller._tag === "System")
        return (yield* listWithDomain(domain)).map(({ value }) => viewFor(value, Viewer.host))
      const person = Option.getOrNull(yield* users.get(caller.user))?.value
      const isTheirs = person !== undefined && person.emailVerifiedAt !== null && domainOf(person.email) === domain
      const places = yield* members.list("ofUser", { equals: { user: caller.user }, limit: noLimit })
      const own = places.map(({ value }) => value).filter(({ disabled }) => !disabled)
      const rows = yield* isTheirs ? listWithDomain(domain) : listAdministered(own, domain)
      return rows.map(({ value }) => {
        const member = own.find(({ organization }) => organization === value.id)
        return member === undefined ? outsiderView(value, addresses) : viewFor(value, Viewer.ofMember(member))
      })
    })

    return { get, list, create, update, remove, ofDomain } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      DefaultContents.layer,
      Events.layer,
      Mutation.layer,
      Paging.layer,
      SamlDefaults.layer,
      TreeLock.layer
    ])
  )
}
