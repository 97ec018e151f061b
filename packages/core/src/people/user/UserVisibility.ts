import { Context, type Effect } from "effect"
import type { OrganizationId, UserId } from "../../foundation/id/Ids.ts"

/**
 * How much of a user is visible to another: the name to users who share an organization, the address to those of them
 * who may list its members (rule user-email-shown).
 */
export type Visibility = "hidden" | "name" | "email"

/**
 * Port through which accounts query organizations, which depend on them. Disabled members share nothing (rule
 * access-disabled).
 */
export class UserVisibility extends Context.Service<
  UserVisibility,
  {
    /**
     * How much of `other` is visible to `caller`. Sends the same queries whether or not `other` exists. With `only`, no
     * other organization counts as shared.
     */
    readonly findVisibility: (caller: UserId, other: UserId, only?: OrganizationId) => Effect.Effect<Visibility>
    /** Updates the search words of a user's memberships, inside the mutation that changes the user. */
    readonly updateSearchWords: (user: UserId, words: string) => Effect.Effect<void>
    /**
     * Turns pending invitations to the address into memberships of the user, inside the mutation that verifies the
     * address.
     */
    readonly admitInvited: (user: UserId, email: string) => Effect.Effect<void>
  }
>()("@quire/core/UserVisibility") {}
