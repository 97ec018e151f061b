import { Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation, traced } from "../../foundation/operation/Operation.ts"
import { single } from "../../foundation/operation/Single.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold } from "../../foundation/text/Text.ts"
import { Access } from "../access/Access.ts"
import type { MemberAction } from "../access/Decision.ts"
import type { Role } from "../access/Role.ts"
import type { Viewer } from "../access/Viewer.ts"
import { TreeLock } from "../placement/TreeLock.ts"
import { isErased, collection as userCollection } from "../user/User.ts"
import { UserNotFound } from "../user/Users.ts"
import { Administrators } from "./Administrators.ts"
import { Joining } from "./Joining.ts"
import * as Member from "./Member.ts"
import { collection, rowId } from "./Member.ts"
import { MemberDeparture } from "./MemberDeparture.ts"
import { MemberViews } from "./UserViews.ts"

/** Which members to list, and in which order; `words` is folded. */
export interface MemberQuery {
  readonly direction: "asc" | "desc"
  readonly role: Member.Filter["role"]
  readonly sort: NonNullable<Member.Filter["sort"]>
  readonly words: string
}

/** Sources of member lists for `Paging.paged`, each by the index with its order. */
export class MemberList extends Context.Service<MemberList>()("@quire/core/MemberList", {
  make: Effect.map(Repository.make(collection), (members) => {
    const sourceByArrival = (organization: OrganizationId, { direction, role, words }: MemberQuery) => {
      const rest = { contains: { words: words === "" ? undefined : words }, direction }
      return role === undefined
        ? members.source("inOrganization", { equals: { organization }, ...rest })
        : members.source("ofRole", { equals: { organization, role }, ...rest })
    }
    const sourceByLastSeen = (organization: OrganizationId, { direction, role, words }: MemberQuery) => {
      const rest = { contains: { words: words === "" ? undefined : words }, direction }
      return role === undefined
        ? members.source("seen", { equals: { organization }, ...rest })
        : members.source("seenOfRole", { equals: { organization, role }, ...rest })
    }
    const sourceOf = (organization: OrganizationId, wanted: MemberQuery) =>
      wanted.sort === "joinedAt" ? sourceByArrival(organization, wanted) : sourceByLastSeen(organization, wanted)

    return { sourceOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const checkFilter = checked(Member.Filter)
const checkPatch = checked(Member.Patch)

type MemberChange = "members.disable" | "members.enable" | "members.update"

/** The members of an organization. */
export class Members extends Context.Service<Members>()("@quire/core/Members", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const joining = yield* Joining
    const views = yield* MemberViews
    const { keepAdministrator } = yield* Administrators
    const { sourceOf } = yield* MemberList
    const { paged } = yield* Paging
    const { withTreeLock, decideAndLock } = yield* TreeLock
    const events = yield* Events
    const members = yield* Repository.make(collection)
    const users = yield* Repository.make(userCollection)
    const { leave } = yield* MemberDeparture

    /** Adds a user to an organization. An existing membership is not changed. Host only. */
    const add = operation("Members.add")(function* (organization: OrganizationId, user: UserId, role: Role | null) {
      yield* hostOnly("Members.add")
      yield* access.organization(organization, "organization:view")
      return yield* withTreeLock(
        organization,
        Effect.gen(function* () {
          const present = yield* members.get(rowId(organization, user))
          if (Option.isSome(present) && present.value.value.pending === null) return present.value.value
          const person = Option.getOrUndefined(yield* users.get(user))?.value
          if (person === undefined || isErased(person)) return yield* new UserNotFound({ id: user })
          const { member } = yield* joining.join(organization, user, role)
          yield* events.announce({ type: "members.create", organization, subjects: [user], after: { role } })
          return member.value
        })
      )
    })

    /** Runs the body with a locked member: pings and changes of names are written without locking the tree. */
    const withMember = <A, E, R>(
      at: { readonly organization: OrganizationId; readonly user: UserId; readonly action: MemberAction },
      body: (found: {
        readonly viewer: Viewer
        readonly person: Repository.VersionedValue<Member.Member>
      }) => Effect.Effect<A, E, R>
    ) =>
      decideAndLock(
        at.organization,
        access.member(at.organization, at.user, at.action),
        Effect.fnUntraced(function* (viewer) {
          const { id } = viewer.person.value
          const person = yield* members.requireLocked(id)
          return yield* body({ viewer, person })
        })
      )

    /** Writes a member, and announces the change if there is one. */
    const writeMember = Effect.fnUntraced(function* (
      type: MemberChange,
      seen: Repository.VersionedValue<Member.Member>,
      fields: Partial<Pick<Member.Member, "role" | "disabled" | "pending" | "sso">>
    ) {
      const { organization, user } = seen.value
      const next = { ...seen.value, ...fields }
      const written = yield* members.update(seen, next)
      if (written.version !== seen.version) {
        const { disabled, role, sso } = seen.value
        const before = { role, disabled, sso }
        yield* events.announce({
          type,
          organization,
          subjects: [user],
          before,
          after: { role: next.role, disabled: next.disabled, sso: next.sso }
        })
      }
      return written
    })

    /** Like `writeMember`, after checking that an administrator remains. */
    const changeMember = Effect.fnUntraced(function* (
      type: MemberChange,
      seen: Repository.VersionedValue<Member.Member>,
      fields: Partial<Pick<Member.Member, "role" | "disabled" | "pending">>
    ) {
      yield* keepAdministrator(seen.value.organization, seen.value, { ...seen.value, ...fields })
      return yield* writeMember(type, seen, fields)
    })

    const makeSwitch = (name: "disable" | "enable", fields: Pick<Member.Member, "disabled" | "pending">) =>
      operation(`Members.${name}`)(function* (organization: OrganizationId, user: UserId) {
        yield* hostOnly(`Members.${name}`)
        return yield* withMember({ organization, user, action: "member:manage" }, ({ person }) =>
          Effect.map(changeMember(`members.${name}`, person, fields), ({ value }) => value)
        )
      })

    const viewMember = (organization: OrganizationId, viewer: Viewer, row: Repository.VersionedValue<Member.Member>) =>
      single(views.many(organization, viewer, [row]))

    /** Guests see no list of members (rule access-table). */
    const list = operation("Members.list")(function* (
      organization: OrganizationId,
      given: Member.Filter,
      request: PageRequest
    ) {
      const { order: direction = "desc", role, search = "", sort = "joinedAt" } = yield* checkFilter(given)
      const viewer = yield* access.organization(organization, "organization:list-members")
      const words = fold(search)
      return yield* paged({
        ...sourceOf(organization, { direction, role, sort, words }),
        list: "members",
        filters: [organization, sort, direction, role ?? "", words],
        request,
        view: (rows) => views.many(organization, viewer, rows)
      })
    })

    /** A member of an organization, by the id of the user. */
    const get = operation("Members.get")(function* (organization: OrganizationId, user: UserId) {
      const viewer = yield* access.member(organization, user, "member:view")
      return yield* viewMember(organization, viewer, viewer.person)
    })

    /** Changes a member's role, or clears it. */
    const update = operation("Members.update")(function* (
      organization: OrganizationId,
      user: UserId,
      given: Member.Patch
    ) {
      const fields = yield* checkPatch(given)
      return yield* withMember({ organization, user, action: "member:manage" }, ({ person, viewer }) =>
        Effect.flatMap(changeMember("members.update", person, fields), (row) => viewMember(organization, viewer, row))
      )
    })

    /** Requires the member to sign in with the organization's identity provider from now on. */
    const setSso = (organization: OrganizationId, user: UserId) =>
      withMember({ organization, user, action: "member:manage" }, ({ person, viewer }) =>
        Effect.flatMap(writeMember("members.update", person, { sso: true }), (row) =>
          viewMember(organization, viewer, row)
        )
      ).pipe(traced("Members.setSso"))

    /**
     * Removes a member, or lets the caller leave, together with their team memberships, their grants, the links that
     * they created and their access as a creator. Content that they wrote remains. Returns false if there is no such
     * member.
     */
    const remove = (organization: OrganizationId, user: UserId) =>
      withMember({ organization, user, action: "member:remove" }, ({ person: { value } }) =>
        Effect.andThen(keepAdministrator(organization, value, null), Effect.as(leave(value), true))
      )
        .pipe(Effect.catchTag("MemberNotFound", () => Effect.succeed(false)))
        .pipe(traced("Members.remove"))

    return {
      add,
      /** A disabled member keeps role and grants but has no access (rule access-disabled). Host only. */
      disable: makeSwitch("disable", { disabled: true, pending: null }),
      /** Restores the access of a disabled or invited member. Host only. */
      enable: makeSwitch("enable", { disabled: false, pending: null }),
      list,
      get,
      update,
      setSso,
      remove
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Administrators.layer,
      Events.layer,
      Joining.layer,
      MemberDeparture.layer,
      MemberList.layer,
      MemberViews.layer,
      Paging.layer,
      TreeLock.layer
    ])
  )
}
