import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { AccessResource } from "../../people/access/AccessSource.ts"
import { Role } from "../../people/access/Role.ts"
import * as Explanation from "../../spaces/access-report/Explanation.ts"

/** An installation by the name and the title of its integration. */
export const ReportedInstallation = Schema.Struct(
  describeFields(
    {
      id: InstallationId,
      integration: Schema.String,
      title: Schema.String
    },
    {
      integration: "Name of the integration.",
      title: "Title of the integration.",
      id: "Identifier, which never changes."
    }
  )
).annotate({ identifier: "ReportedInstallation" })
export type ReportedInstallation = typeof ReportedInstallation.Type

/**
 * Explanation why an installed integration does or does not have a permission, in words and as data (rule
 * scope-grants).
 */
export const InstallationExplanationView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("installation-explanation"),
      installation: ReportedInstallation,
      permission: Explanation.Permission,
      resource: AccessResource,
      allowed: Schema.Boolean,
      verdict: Schema.Literals(["allowed", "forbidden", "hidden"]),
      /** Scopes of which one is sufficient; empty if no scope is. */
      needed: Schema.Array(Schema.String),
      /** Those that the integration declares. */
      declared: Schema.Array(Schema.String),
      text: Schema.String
    },
    {
      installation: "Installation whose access is reported.",
      permission: "Permission that is asked about.",
      resource: "What the permission is for.",
      allowed: "Whether the permission is given.",
      verdict: "Whether it is allowed, forbidden, or hidden like something that does not exist.",
      needed: "Scopes of which one is required.",
      declared: "Scopes that the installation accepted.",
      text: "Explanation in one sentence."
    }
  )
).annotate({ identifier: "InstallationExplanation" })
export type InstallationExplanationView = typeof InstallationExplanationView.Type

/** The effects of a change on what an installation may do, by resource, and how many `more` there are. */
export const InstallationWhatIfView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("installation-what-if"),
      installation: ReportedInstallation,
      changes: Schema.Array(
        Schema.Struct(
          describeFields(
            {
              resource: AccessResource,
              /** Role that results from its scopes there; null for none. */
              before: Schema.NullOr(Role),
              after: Schema.NullOr(Role)
            },
            {
              resource: "Organization, space, collection or site that is affected.",
              before: "Role of the integration before.",
              after: "Role of the integration after."
            }
          )
        ).annotate({ identifier: "InstallationAccessChange" })
      ),
      more: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))
    },
    {
      installation: "Installation whose access is reported.",
      changes: "Differences in access, the first ones.",
      more: "Number of further entries that are not listed."
    }
  )
).annotate({ identifier: "InstallationWhatIfView" })
export type InstallationWhatIfView = typeof InstallationWhatIfView.Type
