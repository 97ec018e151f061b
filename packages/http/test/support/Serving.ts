import { Addresses } from "@quire/core"
import { Context, Effect, Layer } from "effect"
import * as Documentation from "../../src/documentation/Documentation.ts"
import { Absence } from "../../src/foundation/error/Absence.ts"
import * as Authentication from "../../src/foundation/exchange/Authentication.ts"
import { RateLimit } from "../../src/foundation/exchange/RateLimit.ts"
import { Readiness } from "../../src/foundation/exchange/Readiness.ts"
import * as Application from "../../src/server/Application.ts"
import * as Health from "../../src/server/Health.ts"
import * as Logging from "../../src/server/Logging.ts"
import * as Server from "../../src/server/Server.ts"
import * as Stub from "./Stub.ts"
import * as TestApi from "./TestApi.ts"

/** The test API with documentation and health, for both the server and the web handler. */
export const layerOf = (
  options: {
    readonly gate?: Layer.Layer<TestApi.Gate>
    readonly limits?: Layer.Layer<RateLimit>
    readonly lines?: Array<string>
    readonly probe?: Effect.Effect<unknown, unknown>
  } = {}
) =>
  Layer.mergeAll(Documentation.layer, Health.layer).pipe(
    Layer.provideMerge(TestApi.layer),
    Layer.provide(Authentication.layer),
    Layer.provide(Addresses.Addresses.layer("http://quire.test")),
    Layer.provide([Absence.layerNone, Stub.credentials, options.gate ?? TestApi.Gate.layerOpen]),
    Layer.provideMerge(Readiness.layerProbe(options.probe ?? Effect.void)),
    Layer.provideMerge(options.limits ?? RateLimit.layerOff),
    Layer.provideMerge(Logging.layer((line) => void options.lines?.push(line)))
  )

/** Serves the test API on a free port until the scope closes. */
export const serve = (layer: ReturnType<typeof layerOf>, options: Partial<Server.Options> = {}) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.provideMerge(layer, Application.layerContext))
    return yield* Effect.provide(Server.serve({ host: "127.0.0.1", port: 0, ...options }), context)
  })

/** The address of the server shared by the tests of a suite. */
export class Shared extends Context.Service<Shared, Server.Address>()("test/Shared") {
  static readonly layer = Layer.effect(this, serve(layerOf()))
}
