import { createServer } from "node:net"
import type { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Actor, Audit, Bootstrap, Courier, JobRunner, Mailroom, NodeCache, Reindex } from "@quire/core"
import { Data, Deferred, Effect, Layer, Metric, Schedule } from "effect"
import { RateLimit } from "../foundation/exchange/RateLimit.ts"
import * as SharedBudgets from "../foundation/exchange/SharedBudgets.ts"
import * as Http from "../Http.ts"
import { OrganizationCreation } from "../organizations/organization/OrganizationCreation.ts"
import * as AdminServer from "../server/AdminServer.ts"
import * as Application from "../server/Application.ts"
import type * as Listener from "../server/Listener.ts"
import * as Logging from "../server/Logging.ts"
import { Readiness } from "../server/Readiness.ts"
import * as RequestMeter from "../server/RequestMeter.ts"
import * as Server from "../server/Server.ts"
import * as Layers from "./Layers.ts"
import { addressOf, type Settings } from "./Settings.ts"
import type { TracingSettings } from "./TracingSettings.ts"

class NoPort extends Data.TaggedError("NoPort")<{ readonly cause: Error }> {}

/** A port that was free a moment ago; it is chosen before the server listens because addresses contain it. */
const findFreePort = (host: string): Effect.Effect<number, NoPort> =>
  Effect.callback((resume) => {
    const probe = createServer()
    probe.once("error", (cause) => resume(Effect.fail(new NoPort({ cause }))))
    probe.listen({ host, port: 0 }, () => {
      const address = probe.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      probe.close(() => resume(Effect.succeed(port)))
    })
  })

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const greet = (base: string, first: Bootstrap.FirstStart | undefined, chosen: string | undefined) =>
  Effect.gen(function* () {
    if (first === undefined) {
      if (chosen !== undefined) yield* Effect.logInfo("QUIRE_BOOTSTRAP_TOKEN is ignored: the store is not empty")
      return
    }
    yield* print("The store was empty: made an administrator, the organization Quire and an API token.")
    if (chosen !== undefined) return
    yield* print("This token is shown once; keep it:\n")
    yield* print(`  ${first.token}\n`)
    yield* print("Try it:\n")
    yield* print(`  curl -H "Authorization: Bearer ${first.token}" ${base}/v1/orgs/${first.organization}/spaces\n`)
  })

/** Does the work that is to be done after answers, and what is done every hour; gives back what is left at the end. */
const runJobs = Effect.flatMap(JobRunner.JobRunner, ({ serve }) => Effect.forkScoped(serve))

/** Chains events into the audit log within seconds; listing the log chains what is missing. */
const chainAuditLog = Effect.gen(function* () {
  const audit = yield* Audit.Audit
  yield* audit.chain().pipe(
    Effect.provideService(Actor.Actor, Actor.system),
    Effect.catchCause((cause) => Effect.logWarning("chaining the audit log failed", cause)),
    Effect.schedule(Schedule.spaced("3 seconds")),
    Effect.forkScoped
  )
})

/** Tells receivers of events within seconds. */
const tellReceivers = Effect.gen(function* () {
  const courier = yield* Courier.Courier
  yield* courier.follow().pipe(
    Effect.provideService(Actor.Actor, Actor.system),
    Effect.catchCause((cause) => Effect.logWarning("handing out events failed", cause)),
    Effect.schedule(Schedule.spaced("1 second")),
    Effect.forkScoped
  )
})

/** Sends letters within seconds, and retries refused ones when they are due. */
const deliverLetters = Effect.gen(function* () {
  const mailroom = yield* Mailroom.Mailroom
  yield* mailroom.deliver().pipe(
    Effect.provideService(Actor.Actor, Actor.system),
    Effect.catchCause((cause) => Effect.logWarning("delivering letters failed", cause)),
    Effect.schedule(Schedule.spaced("5 seconds")),
    Effect.forkScoped
  )
})

/** Gives back the memory of content that nobody has asked for in a minute or two. */
const forgetContent = Effect.gen(function* () {
  const cache = yield* NodeCache.NodeCache
  yield* Effect.sync(cache.forgetUnused).pipe(Effect.schedule(Schedule.spaced("1 minute")), Effect.forkScoped)
})

/**
 * Rebuilds the search index of spaces that another version of Node has indexed; until then their searches find less.
 */
const rebuildSearchIndexes = Effect.gen(function* () {
  const { run } = yield* Reindex.Reindex
  yield* run(({ pages, spaces }) => Effect.logDebug(`reindexed ${pages} pages, ${spaces} spaces`)).pipe(
    Effect.tap(({ pages, spaces }) =>
      spaces === 0 ? Effect.void : Effect.logInfo(`reindexed ${spaces} spaces with ${pages} pages`)
    ),
    Effect.provideService(Actor.Actor, Actor.system),
    Effect.catchCause((cause) => Effect.logWarning("reindexing failed", cause)),
    Effect.forkScoped
  )
})

const loadTracing = (tracing: TracingSettings) =>
  Effect.map(
    Effect.promise(() => import("./Tracing.ts")),
    ({ layer }) => layer(tracing)
  )

const serveMetrics = (address: Listener.Address) =>
  Effect.flatMap(AdminServer.serve(address), ({ port }) =>
    print(`Metrics are at ${addressOf({ host: address.host }, port)}/metrics`)
  )

/** Servers on one Postgres share budgets; the other stores have one server. */
const limitsOf = ({ rateLimit: perMinute, store }: Settings) => {
  if (perMinute === undefined) return RateLimit.layerOff
  return store._tag === "Postgres" ? SharedBudgets.layer({ perMinute }) : RateLimit.layerMemory({ perMinute })
}

/** Runs the server until it is interrupted or the store is lost. */
export const serve = (settings: Settings): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const lost = yield* Deferred.make<never, EmbeddedPostgres.EmbeddedPostgresLost>()
    const { host } = settings
    const port = settings.port === 0 ? yield* findFreePort(host) : settings.port
    const base = settings.baseUrl ?? addressOf(settings, port)
    const program = Effect.gen(function* () {
      const bootstrap = yield* Bootstrap.Bootstrap
      const first = yield* bootstrap.ensure(settings.bootstrapToken)
      const { corsOrigins: origins, grace, trustedProxies } = settings
      if (settings.admin !== undefined) yield* serveMetrics(settings.admin)
      yield* Server.serve({ host, port, origins, grace, trustedProxies })
      yield* greet(base, first, settings.bootstrapToken)
      yield* print(`Quire listens on ${base}  (API reference: ${base}/docs)`)
      yield* rebuildSearchIndexes
      yield* runJobs
      yield* Effect.withTracerEnabled(Effect.all([deliverLetters, chainAuditLog, tellReceivers, forgetContent]), false)
      return yield* Deferred.await(lost)
    })
    const options = Layer.mergeAll(
      settings.admin === undefined ? Layer.empty : RequestMeter.layer,
      Application.layerContext,
      limitsOf(settings),
      Readiness.layer,
      OrganizationCreation.layer(settings.organizationCreation)
    )
    const server = Http.layer.pipe(
      Layer.provideMerge(options),
      Layer.provideMerge(Layers.engine(settings, base, false, (why) => Deferred.doneUnsafe(lost, Effect.fail(why)))),
      Layer.provideMerge(Logging.layer((line) => void process.stderr.write(`${line}\n`))),
      Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map())),
      Layer.provideMerge(settings.tracing === undefined ? Layer.empty : yield* loadTracing(settings.tracing))
    )
    return yield* Effect.provide(Effect.scoped(program), server)
  })
