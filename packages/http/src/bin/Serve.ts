import { createServer } from "node:net"
import { fileURLToPath } from "node:url"
import { format as inspect } from "node:util"
import type { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Bootstrap, Maintenance, ServerAddresses } from "@quire/core"
import { Cause, Deferred, Effect, Layer, Metric, Predicate, Schedule } from "effect"
import { ConsoleFiles } from "../foundation/exchange/ConsoleFiles.ts"
import { RateLimit } from "../foundation/exchange/RateLimit.ts"
import { Readiness } from "../foundation/exchange/Readiness.ts"
import * as SharedBudgets from "../foundation/exchange/SharedBudgets.ts"
import * as Http from "../Http.ts"
import * as ConsoleFolder from "../host/ConsoleFolder.ts"
import { placesOf } from "../host/Opening.ts"
import { release } from "../information/Information.ts"
import { OrganizationCreation } from "../people/organization/OrganizationCreation.ts"
import * as AdminServer from "../server/AdminServer.ts"
import * as Application from "../server/Application.ts"
import * as Listener from "../server/Listener.ts"
import * as Logging from "../server/Logging.ts"
import * as RequestMeter from "../server/RequestMeter.ts"
import * as Server from "../server/Server.ts"
import * as ErrorReport from "./ErrorReport.ts"
import * as FirstLink from "./FirstLink.ts"
import * as FirstToken from "./FirstToken.ts"
import * as Layers from "./Layers.ts"
import { addressOf, type Settings } from "./Settings.ts"
import type { TracingSettings } from "./TracingSettings.ts"

const methods = ["debug", "error", "info", "log", "warn"] as const

const signals = ["SIGTERM", "SIGINT"] as const

/** Writes a log line immediately. */
type Write = (level: string, message: string, fields?: { readonly [name: string]: unknown }) => void

/** Captures output to standard error that bypasses the log: from libraries, Node and uncaught failures. */
const captureOutput = (write: Write) => {
  for (const method of methods) {
    console[method] = (...parts: ReadonlyArray<unknown>) =>
      write(method === "error" || method === "warn" ? "WARN" : "INFO", inspect(...parts))
  }
  process.removeAllListeners("warning")
  process.on("warning", ({ message, name }) => write("WARN", message, { warning: name }))
  process.on("uncaughtException", (error, origin) => {
    write("FATAL", "uncaught failure", { origin, cause: error.stack ?? String(error) })
    process.exit(ErrorReport.exitCodes.failed)
  })
}

/** Runs a server whose standard error is only the log, including the reason why it stopped or failed. */
const withServerLog = (
  format: Logging.Format,
  server: (write: Write) => Effect.Effect<void, unknown>
): Effect.Effect<void, unknown> => {
  const print = (line: string) => void process.stderr.write(`${line}\n`)
  const write: Write = (level, message, fields = {}) =>
    print(Logging.format({ time: new Date().toISOString(), level, message, ...fields }, format))
  return Effect.suspend(() => {
    captureOutput(write)
    for (const signal of signals) process.once(signal, () => write("INFO", "stopping", { reason: signal }))
    return Effect.provide(server(write), Logging.layer(print, format))
  }).pipe(
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      const report = ErrorReport.ofCause(cause)
      const { text = "" } = report
      write("FATAL", text.split("\n")[0] ?? "", text.includes("\n") ? { cause: text } : {})
      return Effect.fail(new ErrorReport.ReportedFailure(report))
    })
  )
}

/**
 * Finds a free port of an address. This happens before anything is opened: URLs created by the first start contain the
 * port, and a start that cannot listen creates nothing (rule listen-first).
 */
const findPort = ({ host, port }: Listener.Address): Effect.Effect<number, Listener.ListenFailed> =>
  Effect.callback((resume) => {
    const probe = createServer()
    probe.once("error", (cause) => resume(Effect.fail(new Listener.ListenFailed({ host, port, cause }))))
    probe.listen({ host, port }, () => {
      const address = probe.address()
      const found = typeof address === "object" && address !== null ? address.port : port
      probe.close(() => resume(Effect.succeed(found)))
    })
  })

/** The same for an additional address. */
const findOther = (address: Listener.Address, main: Listener.Address): Effect.Effect<number, Listener.ListenFailed> =>
  address.host === main.host && address.port === main.port
    ? Effect.fail(new Listener.ListenFailed({ ...address, cause: new Error("the server already listens on it") }))
    : findPort(address)

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const greet = (
  base: string,
  settings: Settings,
  made: Bootstrap.FirstStart | undefined,
  chosen: string | undefined
) => {
  const { firstToken } = settings
  if (made !== undefined) {
    return Effect.andThen(
      FirstToken.handOver(firstToken, base, made, chosen),
      FirstLink.handOver(settings, base, made.user)
    )
  }
  return firstToken._tag === "Chosen"
    ? Effect.logInfo("QUIRE_BOOTSTRAP_TOKEN is ignored: the store is not empty")
    : Effect.void
}

const loadTracing = (tracing: TracingSettings) =>
  Effect.map(
    Effect.promise(() => import("./Tracing.ts")),
    ({ layer }) => layer(tracing)
  )

const serveMetrics = (address: Listener.Address) =>
  Effect.flatMap(AdminServer.serve(address), ({ port }) =>
    print(`Metrics: ${addressOf({ host: address.host }, port)}/metrics`)
  )

/** Servers on one Postgres database share rate limits; other stores have one server. */
const limitsOf = ({ rateLimit: perMinute, store }: Settings) => {
  if (perMinute === undefined) return RateLimit.layerOff
  return store._tag === "Postgres" ? SharedBudgets.layer({ perMinute }) : RateLimit.layerMemory({ perMinute })
}

const isDatabaseAway = (error: unknown): boolean =>
  Predicate.isTagged(error, "DatabaseUnusable") &&
  Predicate.hasProperty(error, "unavailable") &&
  error.unavailable === true

/**
 * Retries the start every second while the database does not respond, for a database that boots with the server (rule
 * database-awaited).
 */
const awaitDatabase = <A, E, R>({ databaseWait }: Settings, start: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let isTold = false
    const tell = (error: E) =>
      Effect.suspend(() => {
        if (isTold || databaseWait === 0 || !isDatabaseAway(error)) return Effect.void
        isTold = true
        const fields = { seconds: databaseWait, reason: Predicate.isError(error) ? error.message : "" }
        return Effect.annotateLogs(Effect.logWarning("waiting for the database"), fields)
      })
    return yield* Effect.retry(Effect.tapError(start, tell), {
      while: isDatabaseAway,
      schedule: Schedule.spaced("1 second"),
      times: databaseWait
    })
  })

/** The built console next to the bundled command. */
const consoleFolder = fileURLToPath(new URL("console", import.meta.url))

/** The console, unless the application is at a URL of another server. */
const consoleLayer = (base: string, { appUrl }: Settings) =>
  Layer.effect(
    ConsoleFiles,
    Effect.catch(ConsoleFolder.read({ folder: consoleFolder, baseUrl: base, appUrl }), ({ message }) =>
      Effect.as(Effect.annotateLogs(Effect.logInfo("console not served"), { reason: message }), undefined)
    )
  )

/** Runs the server until it is interrupted or the store is lost. */
const run = (settings: Settings, write: Write): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const lost = yield* Deferred.make<never, EmbeddedPostgres.EmbeddedPostgresLost>()
    const { host, migrate } = settings
    yield* Effect.annotateLogs(Effect.logInfo("starting"), {
      version: release.version,
      node: process.versions.node,
      store: placesOf(Layers.optionsOf(settings)).store,
      migrations: migrate
    })
    const port = yield* findPort(settings)
    if (settings.admin !== undefined) yield* findOther(settings.admin, { host, port })
    const base = settings.baseUrl ?? addressOf(settings, port)
    const chosen = yield* FirstToken.find(settings.firstToken)
    const program = Effect.gen(function* () {
      const bootstrap = yield* Bootstrap.Bootstrap
      const first = yield* bootstrap.ensure(chosen)
      const { corsOrigins: origins, grace, trustedProxies } = settings
      if (settings.admin !== undefined) yield* serveMetrics(settings.admin)
      yield* Server.serve({ host, port, origins, grace, trustedProxies })
      yield* ServerAddresses.record
      yield* greet(base, settings, first, chosen)
      yield* print(`Quire listens on ${base}  (API reference: ${base}/docs)`)
      yield* Effect.annotateLogs(Effect.logInfo("ready"), { url: base })
      if (settings.upkeep === "auto") yield* Maintenance.serve
      return yield* Deferred.await(lost)
    })
    const options = Layer.mergeAll(
      settings.admin === undefined ? Layer.empty : RequestMeter.layer,
      Application.layerContext,
      limitsOf(settings),
      Readiness.layer,
      consoleLayer(base, settings),
      OrganizationCreation.layer(settings.organizationCreation)
    )
    const server = Http.layer.pipe(
      Layer.provideMerge(options),
      Layer.provideMerge(
        Layers.engine(settings, {
          base,
          isServer: true,
          onProgress: (step) => write("INFO", step),
          onStoreLost: (why) => Deferred.doneUnsafe(lost, Effect.fail(why))
        })
      ),
      Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map())),
      Layer.provideMerge(settings.tracing === undefined ? Layer.empty : yield* loadTracing(settings.tracing))
    )
    return yield* awaitDatabase(settings, Effect.provide(Effect.scoped(program), server))
  })

/** Runs the server until it is interrupted or the store is lost; standard error has only log lines. */
export const serve = (settings: Settings): Effect.Effect<void, unknown> =>
  withServerLog(settings.log, (write) => run(settings, write))
