import { Components, Input, IntegrationInput } from "@quire/core"
import { Effect, Schema } from "effect"
import { limits } from "../../foundation/body/Body.ts"
import * as Json from "../../foundation/body/Json.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { BadGateway, GatewayTimeout, NotFound, onWire, PreconditionFailed } from "../../foundation/error/Errors.ts"
import * as LzString from "./LzString.ts"

const packedField = "request"

const refuse = (rule: string, path = "") =>
  ErrorResponse.invalidRequest({ rules: [{ path: path === "" ? packedField : path, rule }], isWhole: true })

const decodeRequest = Input.decoded(Components.ComponentRequest)
const values = Json.maximumValues(limits.bytes)

/** Reads the render request from a compressed query (rule integration-render-compressed). */
const readPackedRequest = Effect.fnUntraced(function* (packed: string) {
  const text = yield* Effect.mapError(Effect.fromResult(LzString.unpack(packed, limits.bytes)), (rule) => refuse(rule))
  const json = yield* Effect.mapError(Json.read(text, { anyKeys: false, values }), ({ path, rule }) =>
    refuse(rule, path)
  )
  return yield* onWire(decodeRequest(json))
})

const path = "/integrations/:integrationName/render"
const params = Schema.Struct(
  Input.describeFields(
    { integrationName: IntegrationInput.IntegrationName },
    { integrationName: "Name of the integration." }
  )
)
const error = [BadGateway, GatewayTimeout, PreconditionFailed, Errors.Forbidden, NotFound] as const

/**
 * Components of integrations, rendered by their scripts. The context that a request names decides who may render (rule
 * integration-render-who).
 */
export class ComponentsApi extends Group.make(
  "components",
  "Components of integrations",
  Endpoint.post("renderIntegrationUiWithPost", path, {
    summary: "Render an integration component",
    description: "Calls the script of an integration to render a component.",
    permission: Permission.allowing("context:view"),
    params,
    payload: Components.ComponentRequest,
    success: Components.Output,
    error
  }),
  Endpoint.get("renderIntegrationUiWithGet", path, {
    summary: "Render a component by query",
    description: "Calls the script of an integration to render a component; the request is JSON in the query.",
    permission: Permission.allowing("context:view"),
    params,
    query: Schema.Struct(
      Input.describeFields(
        { request: Schema.String },
        { request: "Render request as JSON, compressed by lz-string for URLs." }
      )
    ),
    success: Components.Output,
    error
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const components = yield* Components.Components
      return {
        renderIntegrationUiWithPost: ({ params: path, payload }) => components.render(path.integrationName, payload),
        renderIntegrationUiWithGet: ({ params: path, query }) =>
          Effect.flatMap(readPackedRequest(query.request), (asked) => components.render(path.integrationName, asked))
      }
    })
  )
}
