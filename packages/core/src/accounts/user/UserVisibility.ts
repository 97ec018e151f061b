import { Context, type Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import type { UserId } from "../../foundation/id/UserId.ts"

/**
 * What one person is shown of another: the name to those who share an organization, the address to those of them who
 * may list its members (rule user-email-shown).
 */
export type Visibility = "hidden" | "name" | "email"

/**
 * Port through which accounts ask organizations, which depend on them. Disabled members share nothing
 * (rule access-disabled).
 */
export class UserVisibility extends Context.Service<
  UserVisibility,
  {
    /**
     * What `caller` is shown of `other`. Sends the same queries whether or not `other` exists. With `only`, what they share is that
     * organization or nothing.
     */
    readonly findVisibility: (caller: UserId, other: UserId, only?: OrganizationId) => Effect.Effect<Visibility>
    /** Updates the words by which a user's memberships are found, inside the mutation that changes the user. */
    readonly updateSearchWords: (user: UserId, words: string) => Effect.Effect<void>
    /** Makes members of somebody whom invitations to their address wait for, inside the mutation that proves it. */
    readonly admitInvited: (user: UserId, email: string) => Effect.Effect<void>
  }
>()("@quire/core/UserVisibility") {}
