import { type HostClient, HostTransactions } from "@quire/adapters/postgres"
import { Engine, Maintenance } from "@quire/core"
import { ReaderOptions } from "@quire/reader"
import { Cause, type Context, Effect, Exit, Layer, ManagedRuntime, Tracer } from "effect"
import type * as ClientAddress from "../foundation/exchange/ClientAddress.ts"
import { ConsoleFiles } from "../foundation/exchange/ConsoleFiles.ts"
import * as OwnLimits from "../foundation/exchange/OwnLimits.ts"
import { RateLimit } from "../foundation/exchange/RateLimit.ts"
import { Readiness } from "../foundation/exchange/Readiness.ts"
import * as SharedBudgets from "../foundation/exchange/SharedBudgets.ts"
import * as Http from "../Http.ts"
import { OrganizationCreation } from "../people/organization/OrganizationCreation.ts"
import * as Logging from "../server/Logging.ts"
import * as WebHandler from "../server/WebHandler.ts"
import * as ConsoleFolder from "./ConsoleFolder.ts"
import type { Groups, HostApi } from "./HostApi.ts"
import * as HostApis from "./HostApis.ts"
import * as HostEvents from "./HostEvents.ts"
import * as Identify from "./Identify.ts"
import { checkForm, parseProxies, placesOf } from "./Opening.ts"
import { OptionInvalid, type Options } from "./Options.ts"
import { layer } from "./Ports.ts"
import type { Call, PromiseApi } from "./PromiseApi.ts"
import * as QuireErrors from "./QuireError.ts"
import { QuireClosed } from "./QuireError.ts"

export type { ErrorKind } from "../foundation/error/ErrorKinds.ts"
export type { OwnLimits } from "../foundation/exchange/OwnLimits.ts"
export { type NodeHandler, toNodeHandler } from "../server/NodeHandler.ts"
export type { EventContext, EventHandler, HostEvents, OpenSubscription } from "./HostEvents.ts"
export { HostTransactionRefused } from "./HostTransaction.ts"
export type { Dns, EngineOptions, Mail, Options, PostgresStore, StartError, Store } from "./Options.ts"
export { type ErrorsOf, isQuireError, isRefusalOf, QuireError, type RefusalOf } from "./QuireError.ts"
export { type Call, type HostApi, layer, OptionInvalid, type PromiseApi, QuireClosed }

export interface Quire extends HostApis.HostApis {
  /**
   * Calls operations in the open transaction of a database client of the host. Their writes are committed or rolled
   * back with the host's rows, and they see what the host has written. Only the function may use the client until it
   * has ended; the engine does not commit, roll back or retry. Rejects with a `QuireError` by `HostTransactionRefused`
   * if there is no such transaction, and for calls to `as` and `system` of the engine itself inside the function. File
   * contents that the database stores are written in that transaction too. Emails, jobs and events are created once the
   * host has committed.
   */
  readonly within: <A>(client: HostClient.HostClient, body: (tx: HostApis.HostApis) => Promise<A>) => Promise<A>
  /** The events of all organizations. */
  readonly events: HostEvents.HostEvents
  /**
   * Serves the API at `/v1` and everything else below the path of the base URL. A host may keep that path in a request
   * or remove it (rule mount-prefix).
   */
  readonly handler: (request: Request) => Promise<Response>
  /**
   * Serves only published sites, for hosts with their own pages: sites with a custom hostname at that hostname, all
   * others at `{baseUrl}/sites/{organization}/{basename}/`. A host may keep the path of the base URL in a request or
   * remove it. Other paths return 404.
   */
  readonly reader: (request: Request) => Promise<Response>
  /** Maintenance, for hosts that open the engine with `upkeep: "off"`. */
  readonly upkeep: {
    /**
     * Runs due maintenance until nothing is left or the given number of seconds has passed, and returns what was done.
     * Intended for a timer of the host; any number of runs may overlap (rule upkeep-run).
     */
    readonly run: (budget?: { readonly seconds?: number }) => Promise<Maintenance.Done>
  }
  readonly close: () => Promise<void>
}

/** Engines on one Postgres database share rate limits; other stores have one engine. */
const limitsOf = ({ rateLimit: given, store }: Options) => {
  if (given === undefined) return RateLimit.layerOff
  if (typeof given !== "number") return OwnLimits.layer(given)
  return store.kind === "postgres"
    ? SharedBudgets.layer({ perMinute: given })
    : RateLimit.layerMemory({ perMinute: given })
}

const watchingOf = ({ logger, tracer }: Options) =>
  Layer.merge(
    logger === undefined
      ? Logging.layerWarnings((line) => void process.stderr.write(`${line}\n`))
      : Logging.layer(logger),
    tracer === undefined ? Layer.empty : Layer.succeed(Tracer.Tracer, tracer)
  )

/** The engine with its automatic maintenance. */
const engineOf = (options: Options) => {
  const engine = Layer.provideMerge(layer(options), watchingOf(options))
  return options.upkeep === "off" ? engine : Layer.provideMerge(Layer.effectDiscard(Maintenance.serve), engine)
}

const consoleOf = ({ appUrl, baseUrl, consoleFolder: folder }: Options) =>
  folder === undefined ? Effect.undefined : ConsoleFolder.read({ folder, baseUrl, appUrl })

/** The request handlers of an open engine. */
const webOf = (
  options: Options,
  engine: Context.Context<Layer.Success<ReturnType<typeof layer>>>,
  proxies: ClientAddress.TrustedProxies,
  consoleFiles: ConsoleFiles | undefined
) =>
  WebHandler.toWebHandler(
    Http.layer.pipe(
      Layer.provide(
        Layer.mergeAll(Readiness.layer, OrganizationCreation.layer(options.organizationCreation ?? "anyone"))
      ),
      Layer.provideMerge(Layer.merge(limitsOf(options), watchingOf(options))),
      Layer.provide(Layer.succeed(ConsoleFiles, consoleFiles)),
      Layer.provide(Layer.succeed(ReaderOptions.ReaderOptions, { ...ReaderOptions.defaults, ...options.sites })),
      Layer.provide(
        options.identify === undefined ? Layer.empty : Identify.layer(options.identify, options.identifyOrigins)
      ),
      Layer.provide(Layer.succeedContext(engine))
    ),
    { clientAddress: options.clientAddress, trustedProxies: proxies }
  )

const noTime = new OptionInvalid({ option: "seconds", rule: "must be a number of 0 or more" })

const openEngine = async (options: Options): Promise<Quire> => {
  const trustedProxies = await Effect.runPromise(parseProxies(options.trustedProxies))
  const runtime = ManagedRuntime.make(engineOf(options))
  const disposeAndThrow = async (error: unknown) => {
    await runtime.dispose()
    throw error
  }
  const context = await runtime.context().catch(disposeAndThrow)
  const consoleFiles = await Effect.runPromise(consoleOf(options)).catch(disposeAndThrow)
  const groups: Groups = await runtime.runPromise(Effect.all(Engine.hostGroups))
  const borrow = await runtime.runPromise(HostTransactions.HostTransactions)
  const places = placesOf(options)
  let isClosed = false
  const outside = HostApis.make({ groups, run: runtime.runPromiseExit, isClosed: () => isClosed, places })
  const web = webOf(options, context, trustedProxies, consoleFiles)
  const closed = () => QuireErrors.from(new QuireClosed())
  const whileOpen = (serve: (request: Request) => Promise<Response>) => async (request: Request) => {
    if (isClosed) throw closed()
    return serve(request)
  }
  return {
    system: outside.system,
    as: outside.as,
    events: HostEvents.make(context, outside.run),
    within: (client, body) => outside.within(borrow, client, body),
    handler: whileOpen(web.handler),
    reader: whileOpen(web.reader),
    upkeep: {
      run: async (budget) => {
        if (isClosed) throw closed()
        if (!((budget?.seconds ?? 0) >= 0)) throw QuireErrors.from(noTime)
        const exit = await runtime.runPromiseExit(Maintenance.run(budget))
        if (Exit.isSuccess(exit)) return exit.value
        throw Cause.hasInterruptsOnly(exit.cause) ? closed() : QuireErrors.from(Cause.squash(exit.cause), places)
      }
    },
    close: async () => {
      isClosed = true
      await web.dispose()
      await runtime.dispose()
    }
  }
}

/**
 * Opens an engine for hosts without Effect. Rejects with a `QuireError` whose cause is a `StartError`. Close the engine
 * to release the store: later calls, and calls in flight that do not finish in time, reject with an error of kind
 * `closed`.
 */
export const open = async (options: Options): Promise<Quire> => {
  await Effect.runPromise(Effect.mapError(checkForm(options), (error) => QuireErrors.from(error)))
  try {
    return await openEngine(options)
  } catch (error) {
    throw QuireErrors.from(error, placesOf(options))
  }
}
