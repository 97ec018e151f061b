import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import type { Viewer } from "../access/Viewer.ts"
import type { Member } from "./Member.ts"
import { view } from "./MemberView.ts"
import { UserViews } from "./UserViews.ts"

/** Views of members of one organization, with one query for the users of a whole page. */
export class MemberViews extends Context.Service<MemberViews>()("@quire/core/MemberViews", {
  make: Effect.map(UserViews, (users) => ({
    many: Effect.fnUntraced(function* (
      organization: OrganizationId,
      viewer: Viewer,
      rows: ReadonlyArray<VersionedValue<Member>>
    ) {
      const userOf = yield* users.many(
        organization,
        viewer,
        rows.map(({ value }) => value.user)
      )
      return rows.map((row) => view(row, userOf(row.value.user)))
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(UserViews.layer))
}
