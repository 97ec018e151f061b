import type { Decision, Scope } from "@quire/core"
import { Context } from "effect"

/**
 * A right that an endpoint may require of its caller. A right on a space, collection, organization, team or member
 * applies to the one that the path names.
 */
export type Right =
  | Decision.Action
  | Decision.TeamAction
  | Decision.MemberAction
  /** No token: the request holds its own credential. */
  | "open"
  /** Any valid token. */
  | "token"
  /** The user that the path names, or the owner of the resource. */
  | "self"
  /** Shares an organization with the user that the path names, or is that user. */
  | "user:view"
  /** Wrote the comment, or made the change request. */
  | "author"
  /** The change takes a draft to open, not to another status. */
  | "opening"
  /** Did not make the change request. */
  | "not-author"
  /**
   * `content:create` on the parent that the body names, else on the item's own; at the top level, that right in the
   * organization.
   */
  | "parent:create"
  /** `content:create` on every space that the body names. */
  | "spaces:create"
  /** `content:create` on every item below. */
  | "below:create"
  /** `organization:create-content` of the organization that the body names. */
  | "destination:create"
  /** `organization:admin` of the organization that the body names, or that of the site that it names. */
  | "target:admin"
  /** `organization:admin` of the organization that the body names as the owner. */
  | "owner:admin"
  /** An integration that is private: `organization:list-members` of its owner. */
  | "integration:view"
  /** `content:view` of the space in the context of a component; other contexts require more. */
  | "context:view"
  /** By the source in the body: `organization:list-members` for a description, `content:read` for a translation. */
  | "source:view"
  /** `organization:admin` of the owner of the integration that the path names. */
  | "integration:admin"
  /** The integration that the path names, by its own token; no user has it. */
  | "integration:self"
  /** `content:create` on the target of a content invite; `organization:admin` for an invite to the organization. */
  | "invite:manage"
  /** Gives no role above the caller's own there. */
  | "own-role"
  /** Holds the invite's secret. */
  | "invite-secret"
  /** Has a verified address at one of the organization's domains. */
  | "email-domain"

/**
 * A combination of rights. The rights of a group are evaluated together: `all` returns the weakest result, `any` the
 * best.
 */
export type Permission =
  | Right
  | { readonly all: readonly [Permission, Permission, ...ReadonlyArray<Permission>] }
  | { readonly any: readonly [Permission, Permission, ...ReadonlyArray<Permission>] }

/** The statuses for a caller without the permission. */
export interface Without {
  /** For callers who may view what the path names. Absent where they cannot lack the permission. */
  readonly viewing?: 400 | 403 | 404
  /**
   * Status for callers who may not view it; 204 where a deletion reports that there is nothing. Absent where every
   * valid token may.
   */
  readonly blind?: 204 | 404
}

/** A permission, with the statuses for callers without it. */
export interface Rule {
  readonly permission: Permission
  /** Permissions that fields of the body require in addition. */
  readonly fields?: { readonly [field: string]: Permission }
  readonly without: Without
}

/** The rule of an endpoint that no caller with a valid credential is refused. */
export const allowing = (permission: Permission): Rule => ({ permission, without: {} })

/** The rule of an endpoint that exists only for callers with the permission. */
export const hiding = (permission: Permission): Rule => ({ permission, without: { blind: 404 } })

/** The rule of an endpoint that refuses callers who may view what the path names, and hides it from all others. */
export const refusing = (permission: Permission): Rule => ({ permission, without: { viewing: 403, blind: 404 } })

/** The rule of a deletion, which hides only the last id of the path by reporting that there is nothing to delete. */
export const deleting = (permission: Permission): Rule => ({ permission, without: { viewing: 403, blind: 204 } })

/** `installed`: any integration that is installed where the request leads. */
export type OpeningScope = Scope.Scope | "installed"

/** Who may call an endpoint: users by the rule, and other callers by what the endpoint is open to. */
export interface Access {
  readonly permission: Rule
  /**
   * What gives an integration access: this scope, or being installed. Without it, integrations are refused (rule
   * scope-endpoints).
   */
  readonly scope?: OpeningScope
  /** Whether a content token gives access, to the content that the token names (rule content-token-reads). */
  readonly readers?: true
}

class Declared extends Context.Service<Declared, Access>()("@quire/http/Permission") {}

/** The annotation of an endpoint with its access. */
export const annotation: Context.Key<Declared, Access> = Declared

/** The access that an endpoint declares; absent in an API that is not declared by `Endpoint`. */
export const accessOf = (annotations: Context.Context<never>): Access | undefined =>
  Context.getOrUndefined(annotations, annotation)

const joinTerms = (word: string, parts: ReadonlyArray<Permission>, isInner: boolean): string => {
  const text = parts.map((part) => describeTerm(part, true)).join(` ${word} `)
  return isInner ? `(${text})` : text
}

const describeTerm = (permission: Permission, isInner: boolean): string =>
  typeof permission === "string"
    ? permission
    : "all" in permission
      ? joinTerms("and", permission.all, isInner)
      : joinTerms("or", permission.any, isInner)

/** Writes a permission as text: `content:create and (author or content:review)`. */
export const describe = (permission: Permission): string => describeTerm(permission, false)

/** The access as published in the OpenAPI document. */
export const summary = ({ permission: { fields, permission, without }, readers, scope }: Access) => ({
  permission: describe(permission),
  ...(scope === undefined ? {} : { scope }),
  ...(readers === true ? { readers } : {}),
  ...(fields === undefined
    ? {}
    : { fields: Object.fromEntries(Object.entries(fields).map(([field, asked]) => [field, describe(asked)])) }),
  without: {
    ...(without.viewing === undefined ? {} : { viewing: without.viewing }),
    ...(without.blind === undefined ? {} : { blind: without.blind })
  }
})
