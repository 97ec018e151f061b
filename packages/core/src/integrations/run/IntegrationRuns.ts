import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { Base64Url } from "effect/encoding"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { type InstallationId, type IntegrationId, SiteId } from "../../foundation/id/Ids.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import { derive } from "../../foundation/secret/Secrets.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { VisitorKeys } from "../../sites/publishing-auth/PublishingAuth.ts"
import { tunnelFor } from "../development/Development.ts"
import * as Tunnels from "../development/Tunnels.ts"
import type { EventPayload } from "../event/EventPayload.ts"
import { recorded } from "../event/RecordedPayload.ts"
import { InstallationSecrets } from "../installation/InstallationSecrets.ts"
import { InstallationViews, viewShared } from "../installation/InstallationView.ts"
import { type Installation, collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import {
  empty,
  type PlaceInstallation,
  type PlaceKind,
  collection as placeCollection,
  rowId
} from "../installation/PlaceInstallation.ts"
import { placeStatusOf } from "../installation/Reach.ts"
import {
  type Integration,
  collection as integrationCollection,
  versionCollection,
  rowId as versionId
} from "../integration/Integration.ts"
import * as IntegrationReach from "../integration/IntegrationReach.ts"
import { IntegrationSecrets } from "../integration/IntegrationSecrets.ts"
import { type ScriptOutcome, ScriptRunner } from "../script/ScriptRunner.ts"
import { IntegrationTokens } from "../token/IntegrationTokens.ts"
import * as VisitorIntegrations from "../visitor/VisitorIntegrations.ts"
import { collection, type EventStatus, type IntegrationEvent, limits, type TraceLine } from "./IntegrationEvent.ts"
import * as Trace from "./Trace.ts"

/** Subject of a run: the integration, where it is installed, and the space or site in question. */
export interface Subject {
  readonly integration: Integration
  readonly installation?: Installation | undefined
  readonly place?: PlaceInstallation | undefined
  /** Whether it is sent to the machine of a developer (rule integration-development). */
  readonly isTunnelled?: boolean
}

/** Environment of a script in addition to its event, and the secrets in it that must not be recorded. */
export interface Environment {
  readonly given: { readonly [name: string]: unknown }
  readonly secrets: ReadonlyArray<string>
}

/** A caller without memberships, because a script is not a member of the owner. */
const noMemberships: IntegrationReach.CallerMemberships = { isHost: false, members: new Map() }

/** Key of one space or site, derived from that of the installation (rule integration-environment). */
const placeKey = (secret: string, { kind, place }: PlaceInstallation): string =>
  Base64Url.encode(derive(secret, `${kind} ${place}`))

/** Creates the environment of a run (rule integration-environment). It is not stored. */
export class Environments extends Context.Service<Environments>()("@quire/core/Environments", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const { mint } = yield* IntegrationTokens
    const secrets = yield* IntegrationSecrets
    const installationSecrets = yield* InstallationSecrets
    const { viewOne } = yield* IntegrationReach.IntegrationReach
    const views = yield* InstallationViews
    const visitorKeys = yield* VisitorKeys
    const { findVisitorIntegration } = yield* VisitorIntegrations.VisitorIntegrations

    const placeOf = (integration: Integration, self: PlaceInstallation) => {
      const shared = viewShared(self, {
        ...addresses,
        name: integration.name,
        status: placeStatusOf(integration, self)
      })
      return self.kind === "space"
        ? { spaceInstallation: { ...shared, space: self.place } }
        : { siteInstallation: { ...shared, site: self.place } }
    }

    /**
     * The key of a space or site. On a site whose visitors the integration signs in, it is the signing key of visitor
     * tokens.
     */
    const keyOf = Effect.fnUntraced(function* (integration: Integration, key: string, self: PlaceInstallation) {
      const mayBe = self.kind === "site" && integration.scopes.includes(VisitorIntegrations.visitorScope)
      const found = mayBe ? yield* findVisitorIntegration(SiteId.make(self.place)) : undefined
      return found?.integration.id === integration.id ? yield* visitorKeys.open(found.auth) : placeKey(key, self)
    })

    const installed = Effect.fnUntraced(function* ({ installation, integration, place }: Subject) {
      if (installation === undefined) return { views: {}, keys: {}, tokens: {} }
      const key = (yield* installationSecrets.find(installation.id)) ?? ""
      const token = yield* mint({ integration: integration.id, installation: installation.id })
      const ofPlace =
        place === undefined ? {} : { [`${place.kind}Installation`]: yield* keyOf(integration, key, place) }
      return {
        views: {
          installation: yield* views.one({ installation, integration }),
          ...(place === undefined ? {} : placeOf(integration, place))
        },
        keys: { installation: key, ...ofPlace },
        tokens: { installation: token }
      }
    })

    const environmentOf = Effect.fnUntraced(function* (subject: Subject): Effect.fn.Return<Environment> {
      const { installation, integration, isTunnelled = false } = subject
      const own = yield* secrets.find(integration.id)
      const there = yield* installed(subject)
      const signingSecrets = { integration: own.signing, ...there.keys }
      const narrowed = isTunnelled && installation !== undefined ? { installation: installation.id } : {}
      const token = yield* mint({ integration: integration.id, ...narrowed })
      const apiTokens = { integration: token, ...there.tokens }
      return {
        given: {
          integration: yield* viewOne(noMemberships, integration),
          ...there.views,
          secrets: own.secrets,
          signingSecrets,
          apiEndpoint: addresses.base,
          apiTokens
        },
        secrets: [own.secrets, signingSecrets, apiTokens].flatMap((texts) => Object.values<string>(texts))
      }
    })

    return { environmentOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      InstallationSecrets.layer,
      InstallationViews.layer,
      IntegrationReach.IntegrationReach.layer,
      IntegrationSecrets.layer,
      IntegrationTokens.layer,
      VisitorIntegrations.VisitorIntegrations.layer,
      VisitorKeys.layer
    ])
  )
}

/** Record of a run to be stored. */
export interface RunRecord {
  readonly integration: IntegrationId
  readonly installation: InstallationId | null
  readonly payload: EventPayload
  readonly status: EventStatus
  readonly trace: ReadonlyArray<TraceLine>
}

/** Stores the events that scripts received, up to a maximum per integration (rule integration-records). */
export class EventRecords extends Context.Service<EventRecords>()("@quire/core/EventRecords", {
  make: Effect.gen(function* () {
    const { mutate } = yield* Mutation
    const mutation = <A, E>(body: Effect.Effect<A, E>) => Effect.provideService(mutate(body), Actor, system)
    const events = yield* Repository.make(collection)

    const dropOldest = Effect.fnUntraced(function* (integration: IntegrationId) {
      const over = (yield* events.count("ofIntegration", { equals: { integration } })) - limits.perIntegration
      if (over <= 0) return
      const oldest = yield* events.list("ofIntegration", { equals: { integration }, limit: over })
      yield* events.remove(oldest.map(({ value }) => value.id))
    })

    const insert = Effect.fnUntraced(function* (made: IntegrationEvent) {
      yield* events.tryInsert(made)
      yield* dropOldest(made.integration)
    })

    /** Stores an outcome. A repeated event gets the newer outcome; of two simultaneous outcomes, one is kept. */
    const keep = Effect.fnUntraced(function* ({ payload, ...outcome }: RunRecord) {
      const id = payload.eventId
      const createdAt = yield* Clock.currentTimeMillis
      const write = Effect.gen(function* () {
        const seen = (yield* events.lock([id])).get(id)
        yield* seen === undefined
          ? insert({ id, createdAt, payload: recorded(payload), ...outcome })
          : Effect.asVoid(events.update(seen, { ...seen.value, status: outcome.status, trace: outcome.trace }))
      })
      yield* Effect.catchTag(mutation(write), "Taken", () => Effect.void)
    })

    const forgetOld = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      mutation(events.removeWhere("kept", { equals: {}, range: { to: now - limits.keptFor } }))
    )

    return { forgetOld, keep } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Mutation.layer))
}

const forgetting = JobKind.repeated({ name: "old-integration-events", every: 3_600_000, deadline: 60_000 })

const decoder = new TextDecoder()

/** One call of a script and its subject. */
export interface Run {
  readonly integration: IntegrationId
  readonly payload: EventPayload
  /** Null if it is not called for an installation. */
  readonly installation: InstallationId | null
  readonly place?: { readonly kind: PlaceKind; readonly id: string } | undefined
  /** The body of a request that is passed on. */
  readonly body?: Uint8Array | undefined
  /** Milliseconds; the runner's own when absent. */
  readonly deadline?: number | undefined
  /** Whether a response is successful; statuses from 200 to 299 when absent. */
  readonly isGood?: (status: number) => boolean
}

type RunTarget = Pick<Subject, "installation" | "place">

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Runs the scripts of integrations and stores the outcomes (rules integration-environment and integration-records). */
export class IntegrationRuns extends Context.Service<IntegrationRuns>()("@quire/core/IntegrationRuns", {
  make: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const jobs = yield* Jobs
    const runner = yield* ScriptRunner
    const { base } = yield* Addresses
    const { environmentOf } = yield* Environments
    const records = yield* EventRecords
    const tunnels = yield* Tunnels.Tunnels
    const integrations = yield* Repository.make(integrationCollection)
    const versions = yield* Repository.make(versionCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)

    /** The runner of the newest script of an integration. */
    const findRunner = Effect.fnUntraced(function* ({ id, version: number }: Integration) {
      const version = Option.getOrUndefined(yield* versions.get(versionId(id, number)))?.value
      const bytes = version === undefined ? undefined : Option.getOrUndefined(yield* blobs.get(version.script))
      if (version === undefined || bytes === undefined) return undefined
      const script = { key: `${id} ${version.script}`, program: decoder.decode(bytes), apiEndpoint: base }
      return (sent: Tunnels.TunnelRequest) => runner.run({ ...script, ...sent })
    })

    /** The current installation, if it exists and belongs to the integration. */
    const findInstallation = Effect.fnUntraced(function* ({
      installation,
      integration,
      place
    }: Run): Effect.fn.Return<RunTarget> {
      if (installation === null) return {}
      const found = Option.getOrUndefined(yield* installations.get(installation))?.value
      if (found?.integration !== integration) return {}
      if (place === undefined) return { installation: found }
      const row = Option.getOrUndefined(yield* places.get(rowId(installation, place.id)))?.value
      return {
        installation: found,
        place: row ?? empty(found, { kind: place.kind, place: place.id, at: found.createdAt })
      }
    })

    /** Runs the newest script of an integration, or calls its tunnel if there is one. */
    const askScript = Effect.fnUntraced(function* (integration: Integration, asked: Run, subject: RunTarget) {
      const now = yield* Clock.currentTimeMillis
      const tunnel = tunnelFor(integration, subject.installation, now)
      const asking = tunnel === undefined ? yield* findRunner(integration) : tunnels.ask(tunnel)
      if (asking === undefined) return undefined
      const environment = yield* environmentOf({ integration, ...subject, isTunnelled: tunnel !== undefined })
      const sent = {
        event: asked.payload,
        environment: environment.given,
        ...(asked.body === undefined ? {} : { body: asked.body }),
        ...(asked.deadline === undefined ? {} : { deadline: asked.deadline })
      }
      const outcome = yield* asking(sent)
      return { outcome, secrets: environment.secrets }
    })

    /**
     * Runs the newest script of an integration and judges its outcome: a run whose response is refused has failed, and
     * the reason is in its trace. None, and no record, if the integration is not published.
     */
    const judge = Effect.fnUntraced(function* <A, E extends { readonly message: string }>(
      asked: Run,
      worth: (outcome: ScriptOutcome) => Effect.Effect<A, E>
    ) {
      const none = Option.none<Result.Result<A, E>>()
      const integration = Option.getOrUndefined(yield* integrations.get(asked.integration))?.value
      if (integration?.isPublished !== true) return none
      const found = yield* findInstallation(asked)
      const owner = found.installation?.organization ?? integration.organization
      const ran = yield* Tenant.within(owner)(askScript(integration, asked, found))
      if (ran === undefined) return none
      const { outcome, secrets } = ran
      const { isGood = isSuccess } = asked
      const judged = yield* Effect.result(worth(outcome))
      const isWell = outcome.answer !== undefined && isGood(outcome.answer.status)
      yield* records.keep({
        integration: integration.id,
        installation: asked.installation,
        payload: asked.payload,
        status: isWell && Result.isSuccess(judged) ? "success" : "failed",
        trace: Trace.of(outcome, {
          now: yield* Clock.currentTimeMillis,
          secrets,
          ...(Result.isFailure(judged) ? { fault: judged.failure.message } : {})
        })
      })
      return Option.some(judged)
    })

    /** Runs the newest script of an integration; none, and no record, if that is not published. */
    const run = operation("IntegrationRuns.run")(function* (asked: Run) {
      const judged = yield* judge(asked, Effect.succeed)
      return Option.flatMap(judged, Result.getSuccess)
    })

    yield* jobs.repeat(forgetting, records.forgetOld)

    return { judge, run } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Environments.layer, EventRecords.layer, Jobs.layer, Tunnels.Tunnels.layer])
  )
}
