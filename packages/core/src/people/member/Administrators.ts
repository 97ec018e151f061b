import { Context, Effect, Layer, Schema } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection, type Member } from "./Member.ts"

/** An organization must keep an administrator who is not disabled (rule organization-last-admin). */
export class LastAdministrator extends Schema.TaggedError<LastAdministrator>()("LastAdministrator", {
  organization: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `organization ${this.organization} must have at least one active administrator: give another member the role admin first`
  }
}

/** Whether a member is an administrator who is not disabled (rule access-disabled). */
export const isActiveAdministrator = (self: Member): boolean => self.role === "admin" && !self.disabled

/** Enforces the rule. Used under the tree's lock, before a change is written. */
export class Administrators extends Context.Service<Administrators>()("@quire/core/Administrators", {
  make: Effect.map(Repository.make(collection), (members) => {
    /**
     * Fails if a change would leave the organization without an administrator; `next` is null for a member who leaves.
     */
    const keepAdministrator = Effect.fnUntraced(function* (
      organization: OrganizationId,
      self: Member,
      next: Member | null
    ) {
      if (!isActiveAdministrator(self) || (next !== null && isActiveAdministrator(next))) return
      const present = yield* members.count("withRole", { equals: { organization, role: "admin", disabled: false } }, 2)
      if (present < 2) return yield* new LastAdministrator({ organization })
    })
    return { keepAdministrator } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
