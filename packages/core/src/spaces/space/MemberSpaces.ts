import { Context, Effect, Layer, Schema } from "effect"
import type { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Access } from "../../people/access/Access.ts"
import { Role } from "../../people/access/Role.ts"
import * as Viewer from "../../people/access/Viewer.ts"
import { TreeListing } from "../../people/placement/TreeListing.ts"
import { SpaceView } from "./Space.ts"
import { SpaceViews } from "./SpaceViews.ts"

/** A space that a member may read, with their effective role on it; the space is shown as the caller sees it. */
export const MemberSpace = Schema.Struct(
  describeFields(
    { permission: Role, space: SpaceView },
    { permission: "Role of the member in the space.", space: "Space that the member can view." }
  )
).annotate({
  identifier: "MemberSpace"
})
export type MemberSpace = typeof MemberSpace.Type

/** Lists the spaces that a member may read in an organization, for administrators and the member. */
export class MemberSpaces extends Context.Service<MemberSpaces>()("@quire/core/MemberSpaces", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const listing = yield* TreeListing
    const views = yield* SpaceViews
    const { paged } = yield* Paging

    /** By space id, counted like the member's own list of spaces (rule list-count). Empty for a disabled member. */
    const list = operation("MemberSpaces.list")(function* (
      organization: OrganizationId,
      user: UserId,
      order: "asc" | "desc",
      request: PageRequest
    ) {
      const viewer = yield* access.member(organization, user, "member:inspect")
      const member = viewer.person.value
      return yield* paged({
        ...listing.inOrganization(organization, Viewer.ofMember(member), "space", order),
        list: "member.spaces",
        filters: [organization, user, order],
        request,
        view: Effect.fnUntraced(function* (rows) {
          const spaces = yield* views.many(viewer, rows)
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
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Paging.layer, SpaceViews.layer, TreeListing.layer])
  )
}
