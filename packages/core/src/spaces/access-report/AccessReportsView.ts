import { Schema } from "effect"
import { UserView } from "../../accounts/user/User.ts"
import { AccessResource, AccessSource } from "../../organizations/access/AccessSource.ts"
import { Role, roles } from "../../organizations/access/Role.ts"
import { MemberView } from "../../organizations/member/MemberView.ts"

/** A member who may, with the effective role that says so and where it comes from. */
export const MemberWhoCan = Schema.Struct({
  member: MemberView,
  /** On the space or collection, or in the organization; null is a guest of it. */
  role: Schema.NullOr(Role),
  source: AccessSource
}).annotate({ identifier: "MemberWhoCan" })
export type MemberWhoCan = typeof MemberWhoCan.Type

/** What somebody is to an organization; who is disabled is as one who is not in it. */
export const Standing = Schema.Literals([...roles, "guest", "none"]).annotate({ identifier: "Standing" })
export type Standing = typeof Standing.Type

/** A role on a space or collection that would change; null is none. */
export const AccessChange = Schema.Struct({
  user: UserView,
  resource: AccessResource,
  before: Schema.NullOr(Role),
  after: Schema.NullOr(Role)
}).annotate({ identifier: "AccessChange" })

/** What a change would do: `changes` by resource and then user, and how many `more` there are. */
export const WhatIfView = Schema.Struct({
  object: Schema.Literal("what-if"),
  /** What the change would make of the user in the organization itself, where it does. */
  organization: Schema.optionalKey(Schema.Struct({ user: UserView, before: Standing, after: Standing })),
  changes: Schema.Array(AccessChange),
  more: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))
}).annotate({ identifier: "WhatIfView" })
export type WhatIfView = typeof WhatIfView.Type
