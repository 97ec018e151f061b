import { Context, Effect, Layer, Option, Schema } from "effect"
import { IntegrationId } from "../../foundation/id/Ids.ts"
import { Actor, type Caller } from "../../foundation/operation/Actor.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import {
  type Dependency,
  type DependencyRef,
  type DependencyValue,
  inputsOf,
  ofSpace,
  partsOf,
  type ResolvedDependency
} from "../../openapi/computed/IntegrationSource.ts"
import type { SourceRequest } from "../../openapi/computed/SourceScripts.ts"
import { OpenApiSpecs } from "../../openapi/spec/OpenApiSpecs.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import { collection as languageCollection } from "../../translations/settings/TranslationLanguage.ts"
import { type Installation, collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { isOn, scopesOf } from "../installation/Reach.ts"
import { type Integration, idOf, collection as integrationCollection } from "../integration/Integration.ts"

/** A content source of an integration that is active on a space, with everything that its response is computed from. */
export interface SourceStatus {
  readonly asked: SourceRequest
  readonly integration: Integration
  readonly installation: Installation
  readonly declared: ReadonlySet<string>
  readonly sourceId: string
  readonly dependencies: { readonly [name: string]: ResolvedDependency }
  /** Equal whenever the request to the script would be equal (rule source-same). */
  readonly state: string
  /** Names of the inputs that change it. */
  readonly inputs: ReadonlyArray<string>
}

const isOfSame = (found: DependencyValue | null, given: DependencyValue): boolean => {
  if (found === null) return false
  if ("id" in found) return "id" in given && found.id === given.id && found.object === given.object
  return !("id" in given) && found.space === given.space
}

const isIntegrationId = Schema.is(IntegrationId)

/** Resolves what a source is computed from (rules source-reach and source-dependencies). */
export class SourceStatuses extends Context.Service<SourceStatuses>()("@quire/core/SourceStatuses", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const specs = yield* OpenApiSpecs
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)
    const languages = yield* Repository.make(languageCollection)

    const isReadable = (space: string, reader: Caller) =>
      base.admit({ space }, "content:read").pipe(Effect.provideService(Actor, reader), Effect.option)

    const find = Effect.fnUntraced(function* ({ organization }: SourceRequest, ref: DependencyRef, reader: Caller) {
      switch (ref.kind) {
        case "openapi": {
          const asked = specs.get(organization, ref.spec).pipe(Effect.provideService(Actor, reader), Effect.option)
          return Option.map(yield* asked, ({ id, lastVersion, slug }): DependencyValue => {
            const version = lastVersion === undefined ? {} : { lastVersion }
            return { object: "openapi-spec", id, slug, ...version }
          })
        }
        case "space":
          return Option.map(
            yield* isReadable(ref.space, reader),
            ({ space: { value } }): DependencyValue => ({ object: "space", id: value.id, revision: value.revision })
          )
        case "translation": {
          const language = Option.getOrUndefined(yield* languages.get(ref.translation))?.value
          if (language?.organization !== organization || language.basis === null) return Option.none<DependencyValue>()
          return Option.map(
            yield* isReadable(language.space, reader),
            ({ space: { value } }): DependencyValue => ({ space: value.id, revision: value.revision })
          )
        }
      }
    })

    /** The requested state, limited to what all recipients may read. */
    const resolve = Effect.fnUntraced(function* (
      asked: SourceRequest,
      { ref, value }: Dependency,
      readers: ReadonlyArray<Caller>
    ) {
      let found: DependencyValue | null = null
      for (const reader of readers) {
        found = Option.getOrNull(yield* find(asked, ref, reader))
        if (found === null) return { ref, value: null } satisfies ResolvedDependency
      }
      if (value === undefined || value === null) return { ref, value: value === null ? null : found }
      return { ref, value: isOfSame(found, value) ? value : null } satisfies ResolvedDependency
    })

    /** The installation through which an integration is active on the space, and its configuration there. */
    const findInstallation = Effect.fnUntraced(function* (
      { organization, space }: SourceRequest,
      integration: Integration
    ) {
      const pair = { organization, integration: integration.id }
      const installation = Option.getOrUndefined(yield* installations.getBy("pair", pair))?.value
      if (installation === undefined) return undefined
      const place = Option.getOrUndefined(yield* places.get(rowId(installation.id, space)))?.value
      return isOn(integration, installation, "space", place) ? { installation, place } : undefined
    })

    /** The spaces of the translations among the dependencies. */
    const spacesOf = Effect.fnUntraced(function* (dependencies: ReadonlyArray<Dependency>) {
      const ids = dependencies.flatMap(({ ref }) => (ref.kind === "translation" ? [ref.translation] : []))
      return Array.from((yield* languages.getMany(ids)).values(), ({ value }) => value.space)
    })

    /** Inputs that change a response in addition to the status of the source. */
    const inputs = Effect.fnUntraced(function* ({ organization, source }: SourceRequest) {
      const spaces = yield* spacesOf(Object.values(source.dependencies ?? {}))
      return [...inputsOf(organization, source), ...spaces.map(ofSpace)]
    })

    /** Status of a source; undefined if no integration that is active on the space has it. `caller` reads the result. */
    const standing = Effect.fnUntraced(function* (asked: SourceRequest, caller?: Caller) {
      const { integration: name, source: sourceId } = partsOf(asked.source)
      if (!isIntegrationId(name.toLowerCase())) return undefined
      const integration = Option.getOrUndefined(yield* integrations.get(idOf(name)))?.value
      const declared = new Set((integration?.contentSources ?? []).map(({ id }) => id))
      if (integration?.isPublished !== true || !declared.has(sourceId)) return undefined
      const found = yield* findInstallation(asked, integration)
      if (found === undefined) return undefined
      const { installation, place } = found
      const scopes = new Set<string>(scopesOf(integration, installation))
      const acting = { integration: integration.id, installation: installation.id, token: "", scopes }
      const readers: ReadonlyArray<Caller> = [
        { _tag: "Integration", acting },
        ...(caller === undefined ? [] : [caller])
      ]
      const dependencies: Record<string, ResolvedDependency> = {}
      for (const [given, dependency] of Object.entries(asked.source.dependencies ?? {})) {
        dependencies[given] = yield* resolve(asked, dependency, readers)
      }
      const configurations = [installation.id, installation.configuration, place?.configuration ?? {}]
      const state = [
        integration.id,
        integration.version,
        asked.source.type,
        asked.source.props,
        dependencies,
        configurations
      ]
      return {
        asked,
        integration,
        installation,
        declared,
        sourceId,
        dependencies,
        state: digest(CanonicalJson.stringify(state)),
        inputs: yield* inputs(asked)
      } satisfies SourceStatus
    })

    return { standing, inputs } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ContentBase.layer, OpenApiSpecs.layer]))
}
