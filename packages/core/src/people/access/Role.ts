import { Schema } from "effect"

/** Roles, weakest first; each includes those before it. A member without one is a guest. */
export const roles = ["read", "comment", "edit", "review", "create", "admin"] as const

export const Role = Schema.Literals(roles).annotate({ identifier: "Role" })
export type Role = typeof Role.Type

/** The default access to a space or collection: a role, none (`null`), or that of its parent. */
export const DefaultLevel = Schema.Union([Role, Schema.Literal("inherit"), Schema.Null]).annotate({
  identifier: "DefaultLevel"
})
export type DefaultLevel = typeof DefaultLevel.Type

/** 1 for `read` to 6 for `admin`; 0 for none. */
export const rank = (role: Role | null): number => (role === null ? 0 : roles.indexOf(role) + 1)

export const atLeast = (role: Role | null, needed: Role): boolean => rank(role) >= rank(needed)

export const strongest = (left: Role | null, right: Role | null): Role | null =>
  rank(left) >= rank(right) ? left : right

export const weakest = (left: Role | null, right: Role | null): Role | null =>
  rank(left) <= rank(right) ? left : right
