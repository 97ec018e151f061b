import type { Decision } from "@quire/core"

/**
 * What an endpoint may ask of its caller. A right on a space or collection, an organization, a team or a member is
 * asked of the one that the path names.
 */
export type Right =
  | Decision.Action
  | Decision.TeamAction
  | Decision.MemberAction
  /** No token: the request holds its own credential. */
  | "open"
  /** Any valid token. */
  | "token"
  /** The user that the path names, or whose things these are. */
  | "self"
  /** Shares an organization with the user that the path names, or is that user. */
  | "user:view"
  /** Wrote the comment, or made the change request. */
  | "author"
  /** Takes a draft to open, not to another status. */
  | "opening"
  /** Did not make the change request. */
  | "not-author"
  /** `content:create` on the parent: the one that the body names, else the item's own; at the top that of the organization. */
  | "parent:create"
  /** `content:create` on every item below. */
  | "below:create"
  /** `organization:create-content` of the organization that the body names. */
  | "destination:create"
  /** `content:create` on what a content invite leads to; `organization:admin` for an invite to the organization. */
  | "invite:manage"
  /** Gives no role above the caller's own there. */
  | "own-role"
  /** Holds the invite's secret. */
  | "invite-secret"
  /** A verified address on one of the organization's domains. */
  | "email-domain"

/** Rights joined. Those of a group are judged together: the weakest answer counts in `all`, the best in `any`. */
export type Permission =
  | Right
  | { readonly all: readonly [Permission, Permission, ...ReadonlyArray<Permission>] }
  | { readonly any: readonly [Permission, Permission, ...ReadonlyArray<Permission>] }

/** What a caller without the permission is told. */
export interface Without {
  /** Who may view what the path names. Absent where nobody who may view it can lack the permission. */
  readonly viewing?: 403 | 404
  /** Who may not; 204 where a deletion says that there is nothing. Absent where every valid token may. */
  readonly blind?: 204 | 404
}

/** Who may call an endpoint. */
export interface Rule {
  readonly permission: Permission
  /** What a field of the body asks for beside that. */
  readonly fields?: { readonly [field: string]: Permission }
  readonly without: Without
}

const joined = (word: string, parts: ReadonlyArray<Permission>, isInner: boolean): string => {
  const text = parts.map((part) => described(part, true)).join(` ${word} `)
  return isInner ? `(${text})` : text
}

const described = (permission: Permission, isInner: boolean): string =>
  typeof permission === "string"
    ? permission
    : "all" in permission
      ? joined("and", permission.all, isInner)
      : joined("or", permission.any, isInner)

/** `content:create and (author or content:review)`. */
export const describe = (permission: Permission): string => described(permission, false)

/** As it stands in the OpenAPI document. */
export const summary = ({ fields, permission, without: { blind, viewing } }: Rule) => ({
  permission: describe(permission),
  ...(fields === undefined
    ? {}
    : { fields: Object.fromEntries(Object.entries(fields).map(([field, asked]) => [field, describe(asked)])) }),
  without: { ...(viewing === undefined ? {} : { viewing }), ...(blind === undefined ? {} : { blind }) }
})
