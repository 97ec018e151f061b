import { Cache, Context, Effect, Exit, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { InstallationId } from "../../foundation/id/InstallationId.ts"
import type { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import { SpaceNotFound } from "../../people/placement/PlaceNotFound.ts"
import type { EventPayload } from "../event/EventPayload.ts"
import { maySee } from "../installation/InstalledIntegrations.ts"
import type { PlaceKind } from "../installation/PlaceInstallation.ts"
import { IntegrationNotFound } from "../integration/IntegrationInput.ts"
import * as ScriptAnswers from "../request/ScriptAnswers.ts"
import { IntegrationRuns } from "../run/IntegrationRuns.ts"
import { limits } from "./EmbeddedScript.ts"
import * as Embeddings from "./Embeddings.ts"

/** A requested script; equal requests are sent to the integration once. */
export interface FoundScript {
  readonly integration: IntegrationId
  readonly name: string
  readonly installation: InstallationId
  readonly kind: PlaceKind
  readonly place: string
  readonly key: string
  /** The content security policy of the integration; null if it has none. */
  readonly policy: string | null
}

const placeIdOf = ({ kind, place }: FoundScript) =>
  kind === "space" ? { spaceId: SpaceId.make(place) } : { siteId: SiteId.make(place) }

/** Scripts that integrations embed in spaces and sites (rules site-scripts and site-scripts-served). */
export class EmbeddedScripts extends Context.Service<EmbeddedScripts>()("@quire/core/EmbeddedScripts", {
  make: Effect.gen(function* () {
    const nextId = yield* IdGenerator
    const runs = yield* IntegrationRuns
    const embeddings = yield* Embeddings.Embeddings
    const { findActive } = yield* LockedPlacement

    /** Lists the scripts of a space, for callers who may view it. Guests do not see private integrations. */
    const listOnSpace = operation("EmbeddedScripts.listOnSpace")(function* (id: string) {
      yield* callingAnyone
      const notFound = () => new SpaceNotFound({ id })
      const found = yield* findActive({ kind: "space", id, action: "content:view", notFound })
      const on = yield* embeddings.listOn({ kind: "space", id, organization: found.organization.value.id })
      return on.filter(({ integration }) => maySee(found, integration)).map(embeddings.viewOf)
    })

    /** Finds the script at its current URL. */
    const find = operation("EmbeddedScripts.find")(function* (path: Embeddings.ScriptPath) {
      const embedding = yield* embeddings.find(path)
      if (embedding === undefined) return yield* new IntegrationNotFound({ name: path.name })
      const { installation, integration, kind, place } = embedding
      const found: FoundScript = {
        integration: integration.id,
        name: integration.name,
        installation: installation.id,
        kind,
        place,
        key: path.key,
        policy: integration.contentSecurityPolicy
      }
      return found
    })

    const run = Effect.fnUntraced(function* (found: FoundScript) {
      const { installation, integration, kind, name, place } = found
      const payload: EventPayload = {
        type: "fetch_published_script",
        eventId: yield* nextId,
        installationId: installation,
        ...placeIdOf(found)
      }
      const outcome = yield* runs.run({ integration, installation, place: { kind, id: place }, payload })
      if (Option.isNone(outcome)) return yield* new IntegrationNotFound({ name })
      return yield* ScriptAnswers.bodyOf(name, outcome.value, limits.bytes)
    })

    const kept = yield* Cache.makeWith(run, {
      capacity: limits.kept,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? limits.keptFor : limits.failedFor)
    })

    /** Whether its text, or its absence, is cached. */
    const isKept = (found: FoundScript): Effect.Effect<boolean> => Cache.has(kept, found)

    /** Returns its text, which is requested from its integration when the cache entry expires. */
    const read = operation("EmbeddedScripts.read")(function* (found: FoundScript) {
      return yield* Cache.get(kept, found)
    })

    return { listOnSpace, find, isKept, read } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Embeddings.Embeddings.layer, IntegrationRuns.layer, LockedPlacement.layer])
  )
}
