import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import type { Versioned } from "../store/Repository.ts"
import { UserViews } from "../user/UserViews.ts"
import type { Member } from "./Member.ts"
import { view } from "./MemberView.ts"

/** Views of members of one organization, for a whole page with one query for their users. */
export class MemberViews extends Context.Service<MemberViews>()("@quire/core/MemberViews", {
  make: Effect.map(UserViews, (users) => ({
    /** `caller` is the caller's own row in the organization, null for the host. */
    many: Effect.fnUntraced(function* (
      organization: OrganizationId,
      caller: Member | null,
      rows: ReadonlyArray<Versioned<Member>>
    ) {
      const userOf = yield* users.many(
        organization,
        caller,
        rows.map(({ value }) => value.user)
      )
      return rows.map((row) => view(row, userOf(row.value.user)))
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
