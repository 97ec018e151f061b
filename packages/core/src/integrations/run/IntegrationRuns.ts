import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import type { InstallationId } from "../../foundation/id/InstallationId.ts"
import type { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { tunnelFor } from "../development/Development.ts"
import * as Tunnels from "../development/Tunnels.ts"
import type { EventPayload } from "../event/EventPayload.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { empty, type PlaceKind, collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { type Integration, collection as integrationCollection } from "../integration/Integration.ts"
import { collection as versionCollection, rowId as versionId } from "../integration/IntegrationVersion.ts"
import { type ScriptOutcome, ScriptRunner } from "../script/ScriptRunner.ts"
import * as Environment from "./Environment.ts"
import { EventRecords } from "./EventRecords.ts"
import * as Trace from "./Trace.ts"

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

type RunTarget = Pick<Environment.Subject, "installation" | "place">

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Runs the scripts of integrations and stores the outcomes (rules integration-environment and integration-records). */
export class IntegrationRuns extends Context.Service<IntegrationRuns>()("@quire/core/IntegrationRuns", {
  make: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const jobs = yield* Jobs
    const runner = yield* ScriptRunner
    const { base } = yield* Addresses
    const { environmentOf } = yield* Environment.Environments
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
    Layer.provide([Environment.Environments.layer, EventRecords.layer, Jobs.layer, Tunnels.Tunnels.layer])
  )
}
