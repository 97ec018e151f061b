import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Explanation from "../../spaces/access-report/Explanation.ts"
import { limits } from "../../spaces/access-report/WhatIfInput.ts"
import { Selection } from "../installation/IntegrationInstallation.ts"
import type { PlaceKind } from "../installation/PlaceInstallation.ts"

/** What an integration can be asked about: the actions on spaces and sites. */
const ContentPermission = Schema.Literals([
  "content:view",
  "content:read",
  "content:comment",
  "content:edit",
  "content:review",
  "content:create"
])
export type ContentPermission = typeof ContentPermission.Type
const isContentPermission = Schema.is(ContentPermission)

export const contentPermissionOf = ({ permission }: { readonly permission: Explanation.Permission }) =>
  isContentPermission(permission) ? permission : undefined

export interface ReportTarget {
  readonly space?: SpaceId
  readonly site?: SiteId
}

/** The space or site that a question names. */
export const placeOf = ({
  site,
  space
}: ReportTarget): { readonly kind: PlaceKind; readonly id: string } | undefined => {
  if (space !== undefined) return { kind: "space", id: space }
  return site === undefined ? undefined : { kind: "site", id: site }
}

const findFault = (
  asked: ReportTarget & { readonly permission: Explanation.Permission }
): Schema.FilterIssue | undefined => {
  if (contentPermissionOf(asked) === undefined) {
    return { path: ["permission"], issue: "is about people: an integration has no role in an organization" }
  }
  if (asked.space !== undefined && asked.site !== undefined) {
    return { path: ["site"], issue: "must be absent where a space is named" }
  }
  return placeOf(asked) === undefined ? { path: ["space"], issue: "a space or a site must be named" } : undefined
}

/** Asks why an installed integration has a permission on a space or a site, or lacks it. */
export const InstallationQuestion = Schema.Struct({
  installation: InstallationId,
  permission: Explanation.Permission,
  space: optional(SpaceId),
  site: optional(SiteId)
})
export type InstallationQuestion = typeof InstallationQuestion.Type
export const InstallationQuestionChecked = InstallationQuestion.pipe(Schema.check(Schema.makeFilter(findFault)))

const installation = describeFields(
  { installation: InstallationId },
  { installation: "Installation that is asked about." }
)
const place = describeFields(
  { ...installation, type: Schema.Literal("installation-place"), installed: Schema.Boolean },
  { installed: "Whether the integration is installed there afterwards." }
)

/** A hypothetical change of an installation, or of what it is on. */
export const InstallationChange = Schema.Union([
  closed("WhatIfInstallationRemoved", { type: Schema.Literal("installation-removed"), ...installation }),
  closed(
    "WhatIfInstallationSelection",
    {
      type: Schema.Literal("installation-selection"),
      ...installation,
      spaceSelection: optional(Selection),
      siteSelection: optional(Selection)
    },
    {
      spaceSelection: "Spaces on which it is installed: all or selected ones.",
      siteSelection: "Sites on which it is installed: all or selected ones."
    }
  ),
  closed("WhatIfInstallationSpace", { ...place, space: SpaceId }, { space: "Space that is selected or not." }),
  closed("WhatIfInstallationSite", { ...place, site: SiteId }, { site: "Site that is selected or not." })
]).annotate({ identifier: "WhatIfInstallationChange" })
export type InstallationChange = typeof InstallationChange.Type

/** A change, and how many of its effects to list; the rest is only counted. */
export const InstallationWhatIf = closed(
  "InstallationWhatIf",
  {
    change: InstallationChange,
    limit: optional(
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
  { change: "Change whose effect is asked.", limit: "Number of differences to list." }
)
export type InstallationWhatIf = typeof InstallationWhatIf.Type
