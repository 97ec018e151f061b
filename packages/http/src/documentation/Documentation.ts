import { HttpApi, HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import * as OpenApiDocument from "./OpenApiDocument.ts"
import * as ReferencePage from "./ReferencePage.ts"
import { css } from "./ReferenceStyle.ts"
import * as StaticAnswer from "./StaticAnswer.ts"

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `/openapi.json`, and `/docs`: the reference for people. Neither asks for a token. Both are made at the first request. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const { api } = yield* HttpApi.Api
    const document = yield* Effect.cached(Effect.sync(() => OpenApiDocument.of(api)))
    const json = yield* Effect.cached(
      Effect.map(document, (value) =>
        StaticAnswer.make({ text: JSON.stringify(value), contentType: "application/json" })
      )
    )
    const page = yield* Effect.cached(
      Effect.map(document, (value) =>
        StaticAnswer.make({
          text: ReferencePage.render(value),
          contentType: "text/html; charset=utf-8",
          headers: { "content-security-policy": policy }
        })
      )
    )
    const style = StaticAnswer.make({ text: css, contentType: "text/css; charset=utf-8" })
    yield* router.get("/openapi.json", Effect.flatten(json))
    yield* router.get("/docs", Effect.flatten(page))
    yield* router.get("/docs/style.css", style)
  })
)
