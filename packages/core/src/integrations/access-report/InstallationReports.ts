import { Clock, Context, Effect, Layer, Option } from "effect"
import type { InstallationId } from "../../foundation/id/InstallationId.ts"
import { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, ReferenceNotFound } from "../../people/access/Access.ts"
import { Grantings } from "../../people/access/IntegrationGrant.ts"
import { isActive, type Placement, collection as placementCollection } from "../../people/placement/Placement.ts"
import { isRestorable } from "../../people/placement/RestoreWindow.ts"
import { AccessNames } from "../../spaces/access-report/AccessNames.ts"
import { limits } from "../../spaces/access-report/WhatIfInput.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { type PlaceKind, collection as placeCollection } from "../installation/PlaceInstallation.ts"
import { collection as integrationCollection } from "../integration/Integration.ts"
import { explainInstallation } from "./InstallationExplanation.ts"
import { compareOn } from "./InstallationImpact.ts"
import {
  contentPermissionOf,
  type InstallationChange,
  type InstallationQuestion,
  InstallationQuestionChecked,
  InstallationWhatIf,
  placeOf
} from "./InstallationReportsInput.ts"
import type { InstallationWhatIfView, ReportedInstallation } from "./InstallationReportsView.ts"

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
