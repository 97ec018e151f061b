import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { Contract } from "../Contract.ts"
import * as ReferencePage from "./ReferencePage.ts"
import { css } from "./ReferenceStyle.ts"
import * as StaticAnswer from "./StaticAnswer.ts"

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `/openapi.json`, and `/docs`: the reference for people. Neither asks for a token. Both are made at the first request. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const contract = yield* Contract
    const document = yield* Effect.cached(Effect.sync(contract.document))
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
    yield* router.add("GET", "/openapi.json", Effect.flatten(json))
    yield* router.add("GET", "/docs", Effect.flatten(page))
    yield* router.add("GET", "/docs/style.css", style)
  })
)
