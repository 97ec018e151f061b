import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as StaticAnswer from "../../foundation/answer/StaticAnswer.ts"
import { css, page } from "./SignInPage.ts"
import { script } from "./SignInScript.ts"

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers = {
  "content-security-policy": policy,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex"
}

/** `/sign-in?code=…`: the page that one-time links lead to. Opening it does not use the code. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const response = HttpServerResponse.text(page, { contentType: "text/html; charset=utf-8", headers })
    yield* router.add("GET", "/sign-in", Effect.succeed(response))
    yield* router.add(
      "GET",
      "/sign-in/script.js",
      StaticAnswer.make({ text: script, contentType: "text/javascript; charset=utf-8" })
    )
    yield* router.add(
      "GET",
      "/sign-in/style.css",
      StaticAnswer.make({ text: css, contentType: "text/css; charset=utf-8" })
    )
  })
)
