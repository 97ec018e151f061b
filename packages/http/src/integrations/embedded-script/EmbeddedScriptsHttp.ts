import { EmbeddedScripts } from "@quire/core"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import * as RateLimit from "../../foundation/exchange/RateLimit.ts"

const contentType = "text/javascript; charset=utf-8"

/**
 * Two content security policies, both enforced by browsers: ours gives the script an opaque origin if it is opened
 * directly and forbids framing, and that of the integration, if any, lists what may be loaded. Pages of any origin may
 * load the script.
 */
const headersOf = ({ policy }: EmbeddedScripts.FoundScript) => ({
  "cache-control": "public, max-age=3600, immutable",
  "content-security-policy": `sandbox; frame-ancestors 'none', ${policy ?? "default-src 'none'"}`,
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer"
})

const ofInstallation = "/integrations/:integration/installations/:installation"

const pathOf = (kind: "space" | "site") =>
  Effect.map(HttpRouter.params, ({ installation = "", integration = "", key = "", place = "" }) => ({
    name: integration,
    installation,
    kind,
    place,
    key
  }))

/** Scripts that integrations embed in pages, served outside the API (rule site-scripts-served). */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const scripts = yield* EmbeddedScripts.EmbeddedScripts
    const limits = yield* RateLimit.RateLimit
    const charge = (id: string) =>
      limits.isOn
        ? RateLimit.charge(limits, RateLimit.integrationKey(id), { isMutating: false, isShared: true })
        : Effect.void

    const answer = Effect.fnUntraced(function* (kind: "space" | "site") {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (request.headers["service-worker"] !== undefined) return ErrorResponse.of(ErrorResponse.noRoute)
      const found = yield* onWire(scripts.find(yield* pathOf(kind)))
      if (!(yield* scripts.isKept(found))) yield* charge(found.integration)
      const bytes = yield* onWire(scripts.read(found))
      return HttpServerResponse.uint8Array(bytes, { contentType, headers: headersOf(found) })
    })
    for (const kind of ["space", "site"] as const) {
      const handler = Effect.catch(answer(kind), (error) => Effect.succeed(ErrorResponse.of(error)))
      yield* router.add("GET", `${ofInstallation}/${kind}s/:place/script/:key`, handler)
    }
  })
)
