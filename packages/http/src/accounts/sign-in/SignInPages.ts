import { Addresses } from "@quire/core"
import { MessageHtml } from "@quire/reader"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as StaticAnswer from "../../foundation/answer/StaticAnswer.ts"
import * as OwnSources from "../../foundation/exchange/OwnSources.ts"
import { page } from "./SignInPage.ts"
import { script } from "./SignInScript.ts"

const contentType = "text/html; charset=utf-8"

const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" }

/** `/sign-in?code=…`: the page that one-time links lead to. Opening it does not use the code. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { base } = yield* Addresses.Addresses
    const sourcesFor = OwnSources.make(base, "/sign-in/script.js")
    const answer = Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
      const policy = MessageHtml.policy(sourcesFor(request))
      return HttpServerResponse.text(page, { contentType, headers: { ...headers, "content-security-policy": policy } })
    })
    yield* router.add("GET", "/sign-in", answer)
    yield* router.add(
      "GET",
      "/sign-in/script.js",
      StaticAnswer.make({ text: script, contentType: "text/javascript; charset=utf-8" })
    )
  })
)
