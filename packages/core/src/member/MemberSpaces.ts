import { Context, Effect, Layer, Schema } from "effect"
import { Access } from "../access/Access.ts"
import { Role } from "../access/Role.ts"
import { operation } from "../Operation.ts"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import { type PageRequest, Paging } from "../paging/Paging.ts"
import * as Listing from "../placement/Listing.ts"
import { SpaceView } from "../space/SpaceView.ts"
import { SpaceViews } from "../space/SpaceViews.ts"
import type { UserId } from "../user/UserId.ts"

/** A space that a member may read, and their effective role on it (api.md 2.14); the space is as the caller sees it. */
export const MemberSpace = Schema.Struct({ permission: Role, space: SpaceView }).annotate({
  identifier: "MemberSpace"
})
export type MemberSpace = typeof MemberSpace.Type

/** What a member may read in an organization: for administrators and the member. */
export class MemberSpaces extends Context.Service<MemberSpaces>()("@quire/core/MemberSpaces", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const listing = yield* Listing.make
    const views = yield* SpaceViews
    const { paged } = yield* Paging

    /** By space id; counted as the member's own list of spaces is (decisions L3). None for a disabled member. */
    const list = operation("MemberSpaces.list")(function* (
      organization: OrganizationId,
      user: UserId,
      order: "asc" | "desc",
      request: PageRequest
    ) {
      const { member: caller, person } = yield* access.member(organization, user, "member:inspect")
      const member = person.value
      const isAdmin = member.role === "admin" && !member.disabled
      return yield* paged({
        ...listing.inOrganization({ organization, member, isAdmin }, "space", order),
        list: "member.spaces",
        filters: [organization, user, order],
        request,
        view: Effect.fnUntraced(function* (rows) {
          const spaces = yield* views.many(caller, rows)
          const roles = yield* access.rolesOf(member, rows)
          return spaces.flatMap((space): ReadonlyArray<MemberSpace> => {
            const permission = roles.get(space.id)
            return permission === undefined ? [] : [{ permission, space }]
          })
        })
      })
    })

    return { list } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
