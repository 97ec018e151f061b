import { Context, Effect, Layer } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup, type HttpApiMiddleware } from "effect/http-api"
import type { OpenApiDocument } from "./OpenApiDocument.ts"

/** An endpoint with the annotations and middleware of its API and its group. */
export interface Endpoint {
  readonly endpoint: HttpApiEndpoint.Top
  readonly annotations: Context.Context<never>
  readonly middleware: ReadonlySet<HttpApiMiddleware.AnyService>
}

interface Service {
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly document: Effect.Effect<OpenApiDocument>
}

const endpointsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Endpoint> => {
  const endpoints: Array<Endpoint> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, mergedAnnotations, middleware }) => {
      endpoints.push({ endpoint, annotations: mergedAnnotations, middleware })
    }
  })
  return endpoints
}

/** The API that is served, as read by the frame and the documentation. */
export class Contract extends Context.Service<Contract, Service>()("@quire/http/Contract") {
  static readonly layer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
    api: HttpApi.HttpApi<Id, Groups>
  ): Layer.Layer<Contract> =>
    Layer.succeed(this, {
      endpoints: endpointsOf(api),
      document: Effect.map(
        Effect.promise(() => import("./OpenApiDocument.ts")),
        ({ fromApi }) => fromApi(api)
      )
    })
}
