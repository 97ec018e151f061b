import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import type { InstallationId } from "../../foundation/id/InstallationId.ts"
import type { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { EventPayload } from "../event/EventPayload.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { empty, type PlaceKind, collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { collection as integrationCollection } from "../integration/Integration.ts"
import { collection as versionCollection, rowId as versionId } from "../integration/IntegrationVersion.ts"
import { type ScriptOutcome, ScriptRunner } from "../script/ScriptRunner.ts"
import * as Environment from "./Environment.ts"
import * as EventRecords from "./EventRecords.ts"
import * as Trace from "./Trace.ts"

const forgetting = JobKind.repeated({ name: "old-integration-events", every: 3_600_000, deadline: 60_000 })

const decoder = new TextDecoder()

/** What a script is told or asked, and for whom. */
export interface Run {
  readonly integration: IntegrationId
  readonly payload: EventPayload
  /** Null where it is asked for no installation. */
  readonly installation: InstallationId | null
  readonly place?: { readonly kind: PlaceKind; readonly id: string } | undefined
  /** The body of a request that is passed on. */
  readonly body?: Uint8Array | undefined
  /** Milliseconds; the runner's own when absent. */
  readonly deadline?: number | undefined
  /** Whether an answer is what was hoped for; statuses from 200 to 299 when absent. */
  readonly isGood?: (status: number) => boolean
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Runs the scripts of integrations, and keeps what came of it (rules integration-environment and integration-records). */
export class IntegrationRuns extends Context.Service<IntegrationRuns>()("@quire/core/IntegrationRuns", {
  make: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const jobs = yield* Jobs
    const runner = yield* ScriptRunner
    const { base } = yield* Addresses
    const environmentOf = yield* Environment.make
    const records = yield* EventRecords.make
    const integrations = yield* Repository.make(integrationCollection)
    const versions = yield* Repository.make(versionCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)

    /** The newest script of a published integration. */
    const findScript = Effect.fnUntraced(function* (id: IntegrationId) {
      const integration = Option.getOrUndefined(yield* integrations.get(id))?.value
      if (integration?.isPublished !== true) return undefined
      const version = Option.getOrUndefined(yield* versions.get(versionId(id, integration.version)))?.value
      if (version === undefined) return undefined
      const bytes = Option.getOrUndefined(yield* blobs.get(version.script))
      return bytes === undefined ? undefined : { integration, key: version.script, program: decoder.decode(bytes) }
    })

    /** The installation as it is now, if it is there; nothing of one that is another integration's. */
    const findInstallation = Effect.fnUntraced(function* ({ installation, integration, place }: Run) {
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

    /**
     * Runs the newest script of an integration, and says what its outcome is worth: a run whose answer is refused has
     * failed, and the reason is in its trace. None, and no record, if the integration is not published.
     */
    const judge = Effect.fnUntraced(function* <A, E extends { readonly message: string }>(
      asked: Run,
      worth: (outcome: ScriptOutcome) => Effect.Effect<A, E>
    ) {
      const script = yield* findScript(asked.integration)
      if (script === undefined) return Option.none<Result.Result<A, E>>()
      const { integration, key, program } = script
      const environment = yield* environmentOf({ integration, ...(yield* findInstallation(asked)) })
      const outcome = yield* runner.run({
        key: `${integration.id} ${key}`,
        program,
        event: asked.payload,
        environment: environment.given,
        apiEndpoint: base,
        ...(asked.body === undefined ? {} : { body: asked.body }),
        ...(asked.deadline === undefined ? {} : { deadline: asked.deadline })
      })
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
          secrets: environment.secrets,
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
  static readonly layer = Layer.effect(this, this.make)
}
