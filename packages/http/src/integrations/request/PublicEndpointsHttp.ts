import {
  Addresses,
  ApiTokens,
  JsonWebToken,
  PublicEndpoints,
  type ScriptRunner,
  type Signer,
  SigningKeys
} from "@quire/core"
import { AnonymousAnswer } from "@quire/reader"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { BadGateway, onWire } from "../../foundation/error/Errors.ts"
import * as RateLimit from "../../foundation/exchange/RateLimit.ts"

/** Headers in which proxies describe a client. */
const proxyHeaders = /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/

/** Whether a text contains a token issued by this server, valid or not. */
const holdsOwnToken = (text: string, { keys }: Pick<Signer.Signer, "keys">): boolean =>
  text.includes(ApiTokens.prefix) || keys().believed.some(({ id }) => text.includes(JsonWebToken.headerOf(id)))

/** The headers of a request that are passed to a script (rule integration-endpoint). */
const passedHeaders = (
  headers: { readonly [name: string]: string | undefined },
  signer: Pick<Signer.Signer, "keys">
): { [name: string]: string } => {
  const headersForScript: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || AnonymousAnswer.isWithheld(name) || proxyHeaders.test(name)) continue
    if (!holdsOwnToken(value, signer)) headersForScript[name] = value
  }
  return headersForScript
}

type Response = HttpServerResponse.HttpServerResponse

const methods = { GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const
type Method = keyof typeof methods

const integration = "/integrations/:integration"
const installation = `${integration}/installations/:installation` as const
const owners = [integration, installation, `${installation}/spaces/:space`, `${installation}/sites/:site`] as const

/** Prefix of the path of an endpoint. */
const own = /^\/integrations\/[^/]+(?:\/installations\/[^/]+(?:\/(?:spaces|sites)\/[^/]+)?)?\/fetch/

const endpointOf = Effect.map(HttpRouter.params, ({ installation, integration = "", site, space }) => {
  const [kind, id] = space === undefined ? (["site", site] as const) : (["space", space] as const)
  return { name: integration, installation, place: id === undefined ? undefined : { kind, id } }
})

const unusable = (status: number) =>
  ErrorResponse.of(
    new BadGateway({
      error: { code: 502, reason: "ScriptFailed", message: `the script returned status ${status}` }
    })
  )

/**
 * Resolves the redirect of a script: an absolute http or https URL, or a path, which is relative to its endpoint. A
 * path with two leading slashes would name another host. Undefined for anything else.
 */
const locationOf = (given: string, endpoint: string): string | undefined => {
  const text = given.replaceAll(/[\t\\]/g, (sign) => (sign === "\t" ? "" : "/")).trim()
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? text : undefined
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined
  const path = text.replace(/^\/+/, "/")
  return path.startsWith("/") && !path.startsWith(`${endpoint}/`) ? `${endpoint}${path}` : path
}

/** Converts the response of a script to the one that is sent (rule integration-endpoint-answer). */
const passOn = (
  { body, headers: given, status }: ScriptRunner.ScriptAnswer,
  policy: string | null,
  endpoint: string
): Response => {
  if (!AnonymousAnswer.isPassable(status)) return unusable(status)
  const passed = AnonymousAnswer.headersOf(given, policy)
  const { "content-type": contentType = "application/octet-stream", location = "", ...others } = passed
  const to = locationOf(location, endpoint)
  const headers = { ...others, ...(location === "" || to === undefined ? {} : { location: to }) }
  return AnonymousAnswer.isEmpty(status)
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.uint8Array(body, { status, headers, contentType })
}

/**
 * Public endpoints of integrations, outside the API. Credentials of this server do not apply there (rule
 * integration-endpoint).
 */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const endpoints = yield* PublicEndpoints.PublicEndpoints
    const { sites } = yield* Addresses.Addresses
    const { signer } = yield* SigningKeys.SigningKeys
    const mount = new URL(sites).pathname.replace(/\/$/, "")
    const limits = yield* RateLimit.RateLimit
    const charge = (id: string) =>
      limits.isOn
        ? RateLimit.charge(limits, RateLimit.integrationKey(id), { isMutating: false, isShared: true })
        : Effect.void

    const answer = Effect.fnUntraced(function* (method: Method) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const endpoint = yield* onWire(endpoints.find(yield* endpointOf))
      yield* charge(endpoint.integration.id)
      const body = method === "GET" ? undefined : new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
      const asked = {
        method: methods[method],
        below: request.url.replace(own, "").replace(/^\/{2,}/, "/"),
        headers: passedHeaders(request.headers, signer),
        body
      }
      const answer = yield* onWire(endpoints.ask(endpoint, asked))
      const path = `${mount}${own.exec(request.url)?.[0] ?? ""}`
      return passOn(answer, endpoint.integration.contentSecurityPolicy, path)
    })
    for (const owner of owners) {
      for (const method of ["GET", "POST", "PUT", "DELETE"] as const) {
        const handler = Effect.catch(answer(method), (error) => Effect.succeed(ErrorResponse.of(error)))
        yield* router.add(method, `${owner}/fetch/*`, handler)
      }
    }
  })
)
