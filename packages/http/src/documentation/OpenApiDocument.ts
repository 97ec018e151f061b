import { Schema } from "effect"
import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import * as Permission from "../foundation/endpoint/Permission.ts"
import * as BrowserCookies from "../foundation/exchange/BrowserCookies.ts"
import * as Descriptions from "./Descriptions.ts"
import * as JsonSchemas from "./JsonSchemas.ts"

interface Header {
  readonly description?: string
  readonly schema: object
}

interface Response extends Omit<OpenApi.OpenApiSpecResponse, "headers"> {
  readonly headers?: { readonly [name: string]: Header }
}

export interface Operation extends Omit<OpenApi.OpenAPISpecOperation, "responses" | "requestBody"> {
  readonly responses: { readonly [status: string]: Response }
  readonly requestBody?: Omit<OpenApi.OpenAPISpecRequestBody, "required"> & { readonly required: boolean }
  /** The required permission, as its endpoint declares it. */
  readonly "x-quire-permission"?: { readonly permission: string }
}

export interface OpenApiDocument extends Omit<OpenApi.OpenAPISpec, "paths"> {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
}

const header = (description: string, type = "string"): Header => ({ description, schema: { type } })

const headersByStatus: { readonly [status: string]: { readonly [name: string]: Header } } = {
  "201": { Location: header("URL of the created resource.") },
  "401": { "WWW-Authenticate": header("`Bearer`.") },
  "429": { "Retry-After": header("Seconds to wait.", "integer") },
  "503": { "Retry-After": header("Seconds to wait.", "integer") }
}

const bodiless = new Set(["204", "205"])

const badRequest: Response = {
  description: "The request is invalid, or it refers to something that the caller cannot view.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/BadRequest" } } }
}

/** Statuses that only requests with a body can cause. */
const bodyStatuses = new Set(["413", "415"])

const describeResponse = (status: string, response: OpenApi.OpenApiSpecResponse): Response =>
  bodiless.has(status) ? { ...response, description: "Success" } : response

const responsesOf = ({ requestBody, responses }: OpenApi.OpenAPISpecOperation): Operation["responses"] =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => requestBody !== undefined || !bodyStatuses.has(status))
      .map(([status, response]): [string, Response] => {
        const headers = headersByStatus[status]
        const known = status === "400" ? badRequest : describeResponse(status, response)
        return [status, headers === undefined ? known : { ...known, headers }]
      })
  )

const sessionOf = (isSecure: boolean): OpenApi.OpenAPISecurityScheme => ({
  type: "apiKey",
  in: "cookie",
  name: BrowserCookies.nameOf("session", isSecure),
  description: `The session of a browser at a server whose base URL is ${isSecure ? "https" : "http"}. Requests that make changes must have the content type application/json, even without a body, or that of the bytes that the operation takes, and must come from a page of the same origin.`
})

/** A session is equivalent to a token. The name of its cookie depends on the server (rule session-cookie). */
const sessionSchemes = { session: sessionOf(false), secureSession: sessionOf(true) }

const securityOf = (security: OpenApi.OpenAPISpecOperation["security"]): OpenApi.OpenAPISpecOperation["security"] =>
  security.some((requirement) => "bearer" in requirement)
    ? [...security, ...Object.keys(sessionSchemes).map((name) => ({ [name]: [] }))]
    : security

const RequiredFields = Schema.Struct({ required: Schema.NonEmptyArray(Schema.String) })

const hasRequiredFields = Schema.is(RequiredFields)

const resolve = (spec: OpenApi.OpenAPISpec, schema: object): unknown =>
  spec.components.schemas[JsonSchemas.referenceOf(schema) ?? ""] ?? schema

/** A body is optional when all of its fields are. */
const isRequired = (spec: OpenApi.OpenAPISpec, body: OpenApi.OpenAPISpecRequestBody): boolean => {
  const schema = body.content["application/json"]?.schema
  const found = schema === undefined ? undefined : resolve(spec, schema)
  return typeof found !== "object" || found === null || !("properties" in found) || hasRequiredFields(found)
}

const isOperation = (value: object): value is OpenApi.OpenAPISpecOperation => "operationId" in value

type Accesses = ReadonlyMap<string, Permission.Access>

const accessesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Accesses => {
  const accesses = new Map<string, Permission.Access>()
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      const access = Permission.accessOf(endpoint.annotations)
      if (access !== undefined) accesses.set(endpoint.identifier, access)
    }
  })
  return accesses
}

const operationOf = (
  spec: OpenApi.OpenAPISpec,
  accesses: Accesses,
  operation: OpenApi.OpenAPISpecOperation
): Operation => {
  const { operationId, requestBody, responses: _, ...rest } = operation
  const name = operationId.slice(operationId.indexOf(".") + 1)
  const access = accesses.get(name)
  return {
    operationId: name,
    ...(access === undefined ? {} : { "x-quire-permission": Permission.summary(access) }),
    ...rest,
    security: securityOf(rest.security),
    ...(requestBody === undefined ? {} : { requestBody: { ...requestBody, required: isRequired(spec, requestBody) } }),
    responses: responsesOf(operation)
  }
}

const referencedSchemas = (value: unknown): ReadonlyArray<string> =>
  Array.from(JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g), ([, name]) => name ?? "")

/** The schemas that the paths reach, in declaration order. */
const reachableSchemas = (spec: OpenApi.OpenAPISpec, paths: unknown): OpenApi.OpenAPIComponents["schemas"] => {
  const seen = new Set<string>()
  const waiting = [...referencedSchemas(paths)]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = spec.components.schemas[name]
    if (seen.has(name) || schema === undefined) continue
    seen.add(name)
    waiting.push(...referencedSchemas(schema))
  }
  return Object.fromEntries(Object.entries(spec.components.schemas).filter(([name]) => seen.has(name)))
}

/**
 * The OpenAPI 3.1 document of an API as it is served: one shape for 400, the headers that belong to statuses, optional
 * bodies, operations named by their endpoints alone, and no unused schemas or tags.
 */
export const fromApi = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): OpenApiDocument => {
  const accesses = accessesOf(api)
  const spec = Descriptions.spread(JsonSchemas.simplify(OpenApi.fromApi(api)))
  const paths = Object.fromEntries(
    Object.entries(spec.paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).flatMap(([method, operation]) =>
          isOperation(operation) ? [[method, operationOf(spec, accesses, operation)]] : []
        )
      )
    ])
  )
  const usedTags = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)))
  const tags = spec.tags.filter(({ name }) => usedTags.has(name))
  const securitySchemes = { ...spec.components.securitySchemes, ...sessionSchemes }
  return { ...spec, tags, paths, components: { schemas: reachableSchemas(spec, paths), securitySchemes } }
}
