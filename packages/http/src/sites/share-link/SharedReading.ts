import { type Actor, type DomainError, Input, type Placement, PublishedProfiles } from "@quire/core"
import { Effect, Predicate, Schema } from "effect"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

/** Access to the parts of a site that all who see it may read. */
export const reading = {
  permission: Permission.hiding("content:view"),
  scope: "site:metadata:read",
  readers: true,
  error: [Errors.Forbidden, NotFound]
} as const

/** The query parameter by which a share link gives access. */
export const shareKey = Input.describeFields(
  { shareKey: Schema.optionalKey(Schema.String) },
  { shareKey: "Key of a share link that gives access to the site." }
)

const isHidden = (error: DomainError.DomainError): error is Placement.SiteNotFound =>
  Predicate.isTagged(error, "SiteNotFound")

/**
 * Joins three read operations with the same input: for users, for those from whom the site is hidden but whose share
 * key may open it, and for readers with a content token.
 */
export const readShared = Effect.map(
  PublishedProfiles.PublishedProfiles,
  ({ withShareKey }) =>
    <
      Args extends ReadonlyArray<unknown>,
      A,
      E extends DomainError.DomainError,
      R,
      B,
      E2 extends DomainError.DomainError,
      R2,
      C,
      E3 extends DomainError.DomainError,
      R3
    >(
      person: (...args: Args) => Effect.Effect<A, E | Placement.SiteNotFound, R>,
      shared: (...args: Args) => Effect.Effect<B, E2, R2>,
      reader: (scope: Actor.ReadingScope, ...args: Args) => Effect.Effect<C, E3, R3>
    ) =>
    (key: string | undefined, ...args: Args) => {
      const own = Effect.catchIf(person(...args), isHidden, () => shared(...args))
      return withShareKey(
        key,
        chosen(own, (scope) => reader(scope, ...args))
      )
    }
)
