import { Effect, Layer, Option } from "effect"
import type { ActingIntegration } from "../../foundation/operation/Actor.ts"
import type * as CredentialFacts from "../../foundation/operation/CredentialFacts.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Grantings, type IntegrationGrant } from "../../people/access/IntegrationGrant.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { type PlaceKind, collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { covers, scopesOf, selectionOf } from "../installation/Reach.ts"
import { collection as integrationCollection } from "../integration/Integration.ts"

const placeKindOf = (target: CredentialFacts.Target): PlaceKind | undefined =>
  target._tag === "Placement" && target.kind !== "collection" ? target.kind : undefined

/** Current permissions of integrations, from their rows (rule scope-grants). */
export const layer = Layer.effect(
  Grantings,
  Effect.gen(function* () {
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)

    const isInstalledOn = (installation: string, target: CredentialFacts.Target) =>
      target._tag === "Placement"
        ? Effect.map(places.get(rowId(installation, target.id)), Option.isSome)
        : Effect.succeed(false)

    const of = Effect.fnUntraced(function* (
      acting: Pick<ActingIntegration, "integration" | "installation">,
      target: CredentialFacts.Target
    ) {
      if (acting.installation === undefined) return Option.none<IntegrationGrant>()
      const installation = Option.getOrUndefined(yield* installations.get(acting.installation))?.value
      const integration = Option.getOrUndefined(yield* integrations.get(acting.integration))?.value
      if (installation?.integration !== acting.integration || integration?.isPublished !== true) {
        return Option.none<IntegrationGrant>()
      }
      const kind = placeKindOf(target)
      const isAsked = kind !== undefined && selectionOf(installation, kind) === "selected"
      const isInstalled = isAsked && (yield* isInstalledOn(installation.id, target))
      return Option.some<IntegrationGrant>({
        organization: installation.organization,
        scopes: new Set<string>(scopesOf(integration, installation)),
        isOn: kind !== undefined && covers(integration, installation, kind, isInstalled)
      })
    })

    const spacesOf = Effect.fnUntraced(function* (id: string, spaces: ReadonlyArray<string>) {
      const installation = Option.getOrUndefined(yield* installations.get(id))?.value
      if (installation === undefined) return new Set<string>()
      const integration = Option.getOrUndefined(yield* integrations.get(installation.integration))?.value
      if (integration === undefined) return new Set<string>()
      const installed = yield* places.getMany(spaces.map((space) => rowId(id, space)))
      return new Set(
        spaces.filter((space) => covers(integration, installation, "space", installed.has(rowId(id, space))))
      )
    })

    const titles = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const found = yield* installations.getMany(ids)
      const all = yield* integrations.getMany(Array.from(found.values(), ({ value }) => value.integration))
      return new Map(
        Array.from(found.values()).flatMap(({ value: { id, integration } }) => {
          const title = all.get(integration)?.value.title
          return title === undefined ? [] : [[id, title] as const]
        })
      )
    })

    return { of, spacesOf, titles }
  })
)
