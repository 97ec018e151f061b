import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { InstallationId, IntegrationId, type OrganizationId, SiteId, SpaceId } from "../../foundation/id/Ids.ts"
import { checked, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, judgeGranted, ReferenceNotFound } from "../../people/access/Access.ts"
import { AccessResource } from "../../people/access/AccessSource.ts"
import { Grantings, type IntegrationGrant, scopesFor } from "../../people/access/IntegrationGrant.ts"
import { Role } from "../../people/access/Role.ts"
import {
  isActive,
  isRestorable,
  type Placement,
  collection as placementCollection
} from "../../people/placement/Placement.ts"
import { AccessNames } from "../../spaces/access-report/AccessNames.ts"
import * as Explanation from "../../spaces/access-report/Explanation.ts"
import { describeResource, verbs } from "../../spaces/access-report/Explanation.ts"
import { limits } from "../../spaces/access-report/WhatIfInput.ts"
import {
  type Installation,
  collection as installationCollection,
  Selection
} from "../installation/IntegrationInstallation.ts"
import { type PlaceKind, collection as placeCollection } from "../installation/PlaceInstallation.ts"
import { covers, scopesOf } from "../installation/Reach.ts"
import { type Integration, collection as integrationCollection } from "../integration/Integration.ts"

/** Permissions of integrations that can be explained: the actions on spaces and sites. */
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

/** The space or site of a question. */
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
    return {
      path: ["permission"],
      issue: "must be a content permission; an integration has no role in an organization"
    }
  }
  if (asked.space !== undefined && asked.site !== undefined) {
    return { path: ["site"], issue: "must be absent where a space is named" }
  }
  return placeOf(asked) === undefined ? { path: ["space"], issue: "must be present when there is no site" } : undefined
}

/** Question why an installed integration does or does not have a permission on a space or site. */
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
  { installation: "Installation whose access is reported." }
)
const place = describeFields(
  { ...installation, type: Schema.Literal("installation-place"), installed: Schema.Boolean },
  { installed: "Whether the integration is installed there after the change." }
)

/** A hypothetical change of an installation, or of the spaces and sites that it is on. */
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

/** An installation and the spaces and sites on which it was individually installed. */
export interface InstallationPicture {
  readonly integration: Integration
  readonly installation: Installation
  readonly places: ReadonlySet<string>
}

interface InstallationTarget {
  readonly kind: PlaceKind
  readonly id: string
}

const installationAfter = (change: InstallationChange, self: Installation): Installation =>
  change.type === "installation-selection"
    ? {
        ...self,
        spaceSelection: change.spaceSelection ?? self.spaceSelection,
        siteSelection: change.siteSelection ?? self.siteSelection
      }
    : self

const isInstalledAfter = (change: InstallationChange, { id }: InstallationTarget, isInstalled: boolean): boolean =>
  change.type === "installation-place" && placeOf(change)?.id === id ? change.installed : isInstalled

/** Compares the role of an installation on a space or site before and after a change. */
export const compareOn = (change: InstallationChange, { installation, integration, places }: InstallationPicture) => {
  const after = installationAfter(change, installation)
  const role: Role = scopesOf(integration, installation).includes("space:content:write") ? "edit" : "read"
  return (place: InstallationTarget): { readonly before: Role | null; readonly after: Role | null } => {
    if (!integration.isPublished) return { before: null, after: null }
    const was = places.has(place.id)
    const is = isInstalledAfter(change, place, was)
    const stays = change.type !== "installation-removed" && covers(integration, after, place.kind, is)
    return { before: covers(integration, installation, place.kind, was) ? role : null, after: stays ? role : null }
  }
}

const checkQuestion = checked(InstallationQuestionChecked, "ignore")
const checkWhatIf = checked(InstallationWhatIf)

/** Placements of an organization that are processed per batch. */
const placesAtOnce = 1_000

const kindOf = ({ kind }: Placement): PlaceKind => (kind === "site" ? "site" : "space")

/**
 * Reports the permissions of installed integrations, their reasons, and the effect of changes. For administrators and
 * the host.
 */
export class InstallationReports extends Context.Service<InstallationReports>()("@quire/core/InstallationReports", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const grantings = yield* Grantings
    const names = yield* AccessNames
    const installations = yield* Repository.make(installationCollection)
    const integrations = yield* Repository.make(integrationCollection)
    const places = yield* Repository.make(placeCollection)
    const placements = yield* Repository.make(placementCollection)

    const findInstallation = Effect.fnUntraced(function* (
      organization: OrganizationId,
      field: string,
      id: InstallationId
    ) {
      const installation = Option.getOrUndefined(yield* installations.get(id))?.value
      if (installation?.organization !== organization) return yield* new ReferenceNotFound({ field, id })
      const found = yield* integrations.require(installation.integration)
      const { name, title } = found.value
      const shown: ReportedInstallation = { id, integration: name, title }
      return { installation, integration: found.value, shown }
    })

    const findPlace = Effect.fnUntraced(function* (
      organization: OrganizationId,
      field: string,
      { id, kind }: { readonly kind: PlaceKind; readonly id: string }
    ) {
      const found = Option.getOrUndefined(yield* placements.get(id))?.value
      const now = yield* Clock.currentTimeMillis
      const isKnown =
        found?.kind === kind && found.organization === organization && (isActive(found) || isRestorable(found, now))
      return isKnown ? found : yield* new ReferenceNotFound({ field, id })
    })

    /** Explains why an installed integration does or does not have a permission on a space or site. */
    const explain = operation("InstallationReports.explain")(function* (
      organization: OrganizationId,
      given: InstallationQuestion
    ) {
      const question = yield* checkQuestion(given)
      const permission = yield* Effect.orDie(Effect.fromNullishOr(contentPermissionOf(question)))
      yield* access.organization(organization, "organization:admin")
      const { integration, shown } = yield* findInstallation(organization, "installation", question.installation)
      const asked = yield* Effect.orDie(Effect.fromNullishOr(placeOf(question)))
      const place = yield* findPlace(organization, asked.kind, asked)
      const granted = yield* grantings.of(
        { integration: IntegrationId.make(integration.id), installation: question.installation },
        { _tag: "Placement", kind: asked.kind, id: asked.id }
      )
      const named = yield* names.load([place.id], [])
      return explainInstallation({
        installation: shown,
        permission,
        kind: asked.kind,
        resource: named.resource(place.id),
        granted: Option.getOrUndefined(granted),
        declared: integration.scopes,
        isDeleted: !isActive(place)
      })
    })

    /** The next spaces and sites of an organization, by id. */
    const placesAfter = (organization: OrganizationId, after: string) =>
      Effect.map(
        placements.list("inOrganization", {
          equals: { organization, kind: { in: ["space", "site"] }, active: true },
          limit: placesAtOnce,
          ...(after === "" ? {} : { after: { order: [], id: after } })
        }),
        Repository.values
      )

    /** Runs `look` on the spaces and sites that a change may affect. */
    const eachPlace = Effect.fnUntraced(function* (
      organization: OrganizationId,
      change: InstallationChange,
      look: (place: Placement) => void
    ) {
      if (change.type === "installation-place") {
        const asked = yield* Effect.orDie(Effect.fromNullishOr(placeOf(change)))
        const place = yield* findPlace(organization, `change.${asked.kind}`, asked)
        if (isActive(place)) look(place)
        return
      }
      for (let after = ""; ; ) {
        const page = yield* placesAfter(organization, after)
        page.forEach(look)
        after = page.at(-1)?.id ?? after
        if (page.length < placesAtOnce) return
      }
    })

    /** Lists the spaces and sites where a change would alter the access of an installation, without making it. */
    const whatIf = operation("InstallationReports.whatIf")(function* (
      organization: OrganizationId,
      given: InstallationWhatIf
    ) {
      const { change, limit = limits.default } = yield* checkWhatIf(given)
      yield* access.organization(organization, "organization:admin")
      const { shown, ...seen } = yield* findInstallation(organization, "change.installation", change.installation)
      const own = yield* places.list("ofInstallation", {
        equals: { installation: change.installation, kind: { in: ["space", "site"] } },
        limit: noLimit
      })
      const compare = compareOn(change, { ...seen, places: new Set(own.map(({ value }) => value.place)) })
      const changed: Array<{ readonly id: string } & ReturnType<typeof compare>> = []
      let more = 0
      yield* eachPlace(organization, change, (place) => {
        const roles = compare({ kind: kindOf(place), id: place.id })
        if (roles.before === roles.after) return
        if (changed.length < limit) changed.push({ id: place.id, ...roles })
        else more += 1
      })
      const named = yield* names.load(
        changed.map(({ id }) => id),
        []
      )
      return {
        object: "installation-what-if",
        installation: shown,
        changes: changed.map(({ id, ...roles }) => ({ resource: named.resource(id), ...roles })),
        more
      } satisfies InstallationWhatIfView
    })

    return { explain, whatIf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Access.layer, AccessNames.layer]))
}

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
