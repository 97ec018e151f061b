import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import * as StaticAnswer from "../foundation/answer/StaticAnswer.ts"
import { Contract } from "./Contract.ts"

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const headers = { "content-security-policy": policy }
const html = "text/html; charset=utf-8"

const openApiJson = (contract: Contract["Service"]) =>
  Effect.map(contract.document, (document) =>
    StaticAnswer.make({ text: JSON.stringify(document), contentType: "application/json" })
  )

const referencePage = Effect.fnUntraced(function* (contract: Contract["Service"]) {
  const { render } = yield* Effect.promise(() => import("./ReferencePage.ts"))
  return StaticAnswer.make({
    text: render(yield* contract.document),
    contentType: html,
    headers
  })
})

const rulesPage = Effect.map(
  Effect.promise(() => import("./RulesPage.ts")),
  ({ render }) => StaticAnswer.make({ text: render(), contentType: html, headers })
)

const stylesheet = Effect.map(
  Effect.promise(() => import("./ReferenceStyle.ts")),
  ({ css }) => StaticAnswer.make({ text: css, contentType: "text/css; charset=utf-8" })
)

/**
 * `/openapi.json`; `/docs`, the reference for people; and `/docs/rules`, the rules and their reasons. None needs a
 * token. Each is built at its first request.
 */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const contract = yield* Contract
    yield* router.add("GET", "/openapi.json", Effect.flatten(yield* Effect.cached(openApiJson(contract))))
    yield* router.add("GET", "/docs", Effect.flatten(yield* Effect.cached(referencePage(contract))))
    yield* router.add("GET", "/docs/rules", Effect.flatten(yield* Effect.cached(rulesPage)))
    yield* router.add("GET", "/docs/style.css", Effect.flatten(yield* Effect.cached(stylesheet)))
  })
)
