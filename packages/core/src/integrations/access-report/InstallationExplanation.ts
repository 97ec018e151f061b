import { judgeGranted } from "../../people/access/AccessPolicy.ts"
import type { AccessResource } from "../../people/access/AccessSource.ts"
import { type IntegrationGrant, scopesFor } from "../../people/access/IntegrationGrant.ts"
import { describeResource, verbs } from "../../spaces/access-report/ExplanationWords.ts"
import type { PlaceKind } from "../installation/PlaceInstallation.ts"
import type { ContentPermission } from "./InstallationReportsInput.ts"
import type { InstallationExplanationView, ReportedInstallation } from "./InstallationReportsView.ts"

/** A question about one installation and one space or site, with everything needed to answer it. */
export interface InstallationFacts {
  readonly installation: ReportedInstallation
  readonly permission: ContentPermission
  readonly kind: PlaceKind
  readonly resource: AccessResource
  /** Undefined while the integration is not published. */
  readonly granted: IntegrationGrant | undefined
  readonly declared: ReadonlyArray<string>
  readonly isDeleted: boolean
}

const describeReason = ({ declared, granted, kind, permission, resource }: InstallationFacts): string => {
  if (granted === undefined) return "the integration is not published, which pauses all of its installations"
  if (!granted.isOn) return `it is not installed on the ${resource.type}`
  const needed = scopesFor(kind, permission)
  const opening = needed.filter((scope) => granted.scopes.has(scope))
  if (opening.length > 0) return `it is installed on the ${resource.type} and has ${opening.join(" and ")}`
  if (needed.length === 0) return `no scope lets an integration ${verbs[permission]} a ${resource.type}`
  const pending = needed.filter((scope) => declared.includes(scope))
  if (pending.length > 0) {
    return `it is installed on the ${resource.type} and declares ${pending.join(" and ")}, but no administrator has accepted that`
  }
  return `it is installed on the ${resource.type} but declares none of ${needed.join(", ")}`
}

/** Explains the decision of `Access` for the installation. */
export const explainInstallation = (facts: InstallationFacts): InstallationExplanationView => {
  const { declared, granted, installation, isDeleted, kind, permission, resource } = facts
  const verdict = judgeGranted(granted, scopesFor(kind, permission))
  const may = verdict === "allowed" ? "may" : "may not"
  const unseen = verdict === "hidden" ? ", or know that it exists" : ""
  const aside = isDeleted ? ` The ${resource.type} is deleted; this applies once it is restored.` : ""
  return {
    object: "installation-explanation",
    installation,
    permission,
    resource,
    allowed: verdict === "allowed",
    verdict,
    needed: scopesFor(kind, permission),
    declared,
    text: `${installation.title} ${may} ${verbs[permission]} ${describeResource(resource)}${unseen}: ${describeReason(facts)}.${aside}`
  }
}
