import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { AccessResource } from "../../organizations/access/AccessSource.ts"
import { Role } from "../../organizations/access/Role.ts"
import { Permission } from "../../spaces/access-report/Explanation.ts"

/** An installation by the name and the title of its integration. */
export const ReportedInstallation = Schema.Struct({
  id: InstallationId,
  integration: Schema.String,
  title: Schema.String
}).annotate({ identifier: "ReportedInstallation" })
export type ReportedInstallation = typeof ReportedInstallation.Type

/** Why an installed integration has a permission or lacks it, in words and as data (rule scope-grants). */
export const InstallationExplanationView = Schema.Struct({
  object: Schema.Literal("installation-explanation"),
  installation: ReportedInstallation,
  permission: Permission,
  resource: AccessResource,
  allowed: Schema.Boolean,
  verdict: Schema.Literals(["allowed", "forbidden", "hidden"]),
  /** Those of which one opens it; none where no scope does. */
  needed: Schema.Array(Schema.String),
  /** Those that the integration declares. */
  declared: Schema.Array(Schema.String),
  text: Schema.String
}).annotate({ identifier: "InstallationExplanation" })
export type InstallationExplanationView = typeof InstallationExplanationView.Type

/** The effects of a change on what an installation may do, by resource, and how many `more` there are. */
export const InstallationWhatIfView = Schema.Struct({
  object: Schema.Literal("installation-what-if"),
  installation: ReportedInstallation,
  changes: Schema.Array(
    Schema.Struct({
      resource: AccessResource,
      /** What its scopes amount to there; null is nothing. */
      before: Schema.NullOr(Role),
      after: Schema.NullOr(Role)
    }).annotate({ identifier: "InstallationAccessChange" })
  ),
  more: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))
}).annotate({ identifier: "InstallationWhatIfView" })
export type InstallationWhatIfView = typeof InstallationWhatIfView.Type
