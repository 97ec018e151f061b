import { Schema } from "effect"
import { CollectionId, SiteId, SpaceId, TeamId, UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields } from "../../foundation/input/Input.ts"
import type { PlacementKind } from "../../people/access/AccessFacts.ts"
import { DefaultLevel, Role } from "../../people/access/Role.ts"
import { TeamRole } from "../../people/team/TeamMember.ts"

export const limits = { default: 1_000, max: 10_000 } as const

const space = describeFields({ space: SpaceId }, { space: "Space to check." })
const collection = describeFields({ collection: CollectionId }, { collection: "Collection to check." })
const site = describeFields({ site: SiteId }, { site: "Site to check." })

/** The reader of a grant: a user or a team. */
export const Reader = Schema.Union([
  closed("WhatIfUserReader", { user: UserId }, { user: "User that the change affects." }),
  closed("WhatIfTeamReader", { team: TeamId }, { team: "Team that the change affects." })
]).annotate({ identifier: "WhatIfReader" })

const grant = describeFields(
  { type: Schema.Literal("grant"), reader: Reader, role: Schema.NullOr(Role) },
  { reader: "User or team that receives the role.", role: "Role to grant; null removes it." }
)
const level = describeFields({ type: Schema.Literal("level"), level: DefaultLevel }, { level: "Default level to set." })
const move = describeFields(
  { type: Schema.Literal("move"), parent: Schema.NullOr(CollectionId) },
  { parent: "Collection to move into; null for the top level." }
)

/**
 * A hypothetical change. A `role` of null makes a member a guest, removes a grant, or removes a user from a team; a
 * `parent` of null is the top level of the organization.
 */
export const Change = Schema.Union([
  closed(
    "WhatIfMemberRole",
    { type: Schema.Literal("member-role"), user: UserId, role: Schema.NullOr(Role) },
    { role: "Role; null if there is none.", user: "User that the change affects." }
  ),
  closed(
    "WhatIfMemberRemoved",
    { type: Schema.Literal("member-removed"), user: UserId },
    { user: "User that the change affects." }
  ),
  closed(
    "WhatIfMemberDisabled",
    { type: Schema.Literal("member-disabled"), user: UserId, disabled: Schema.Boolean },
    { user: "User that the change affects.", disabled: "Whether the member is disabled afterwards." }
  ),
  closed("WhatIfSpaceGrant", { ...grant, ...space }),
  closed("WhatIfCollectionGrant", { ...grant, ...collection }),
  closed("WhatIfSiteGrant", { ...grant, ...site }),
  closed(
    "WhatIfTeamMember",
    {
      type: Schema.Literal("team-member"),
      team: TeamId,
      user: UserId,
      role: Schema.NullOr(TeamRole)
    },
    {
      user: "User that the change affects.",
      team: "Team that the change affects.",
      role: "Role in the team; null removes the member from it."
    }
  ),
  closed(
    "WhatIfTeamRemoved",
    { type: Schema.Literal("team-removed"), team: TeamId },
    { team: "Team that the change affects." }
  ),
  closed("WhatIfSpaceLevel", { ...level, ...space }),
  closed("WhatIfCollectionLevel", { ...level, ...collection }),
  closed("WhatIfSpaceMove", { ...move, ...space }),
  closed("WhatIfCollectionMove", { ...move, ...collection })
]).annotate({ identifier: "WhatIfChange" })
export type Change = typeof Change.Type

/** A change, and how many of its effects to list; the rest is only counted. */
export const WhatIfInput = closed(
  "WhatIf",
  {
    change: Change,
    limit: Schema.optionalKey(
      Schema.Int.pipe(
        Schema.check(
          Schema.isBetween(
            { minimum: 0, maximum: limits.max },
            { message: `must be an integer from 0 to ${limits.max}` }
          )
        )
      )
    )
  },
  { change: "Change to evaluate.", limit: "Number of differences to list." }
)
export type WhatIfInput = typeof WhatIfInput.Type

/** The space, collection or site that a change is about; null for a change of people. */
export const targetOf = (change: Change): { readonly kind: PlacementKind; readonly id: string } | null => {
  if ("space" in change) return { kind: "space", id: change.space }
  if ("collection" in change) return { kind: "collection", id: change.collection }
  return "site" in change ? { kind: "site", id: change.site } : null
}
