import { StoredAnswer } from "@quire/reader"
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../error/ErrorResponse.ts"
import * as ReaderAnswers from "./ReaderAnswers.ts"

/** Responds with a file of the API to the request that is being answered (rules file-range and file-redirect). */
export const send = (
  given: Omit<StoredAnswer.StoredFile, "request">
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    StoredAnswer.make({ ...given, request }).pipe(
      Effect.map(ReaderAnswers.send),
      Effect.catch(({ size }) => Effect.succeed(ErrorResponse.rangeNotSatisfiable(size)))
    )
  )
