import { Pdfs } from "@quire/core"
import { StoredAnswer } from "@quire/reader"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as StoredAnswers from "../../foundation/answer/StoredAnswers.ts"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import * as Exchange from "../../foundation/exchange/Exchange.ts"

/** Seconds after which a client should retry. */
const retryAfter = "1"

const contentType = "application/pdf"

/** Serves a PDF at its URL, whose token is the credential; 202 while it is being created (rule pdf-address). */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const pdfs = yield* Pdfs.Pdfs
    yield* router.add(
      "GET",
      "/pdf/:token/:name",
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const exchange = yield* Exchange.current
        if (Option.isSome(exchange)) exchange.value.secrets.add(token)
        const opened = yield* onWire(pdfs.open(token))
        if (opened.state === "pending") {
          const headers = { "retry-after": retryAfter, "cache-control": "no-store" }
          return HttpServerResponse.jsonUnsafe({ state: "pending" }, { status: 202, headers })
        }
        const { blob, name, stored } = opened
        const headers = { "cache-control": "private, no-store" }
        return yield* StoredAnswers.send({ stored, contentType, name, etag: StoredAnswer.etagOf(blob), headers })
      }).pipe(Effect.catch((error) => Effect.succeed(ErrorResponse.of(error))))
    )
  })
)
