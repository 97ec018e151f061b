import type { ReaderAnswer } from "@quire/reader"
import { HttpServerResponse } from "effect/http"

const make = ({ body, headers, status }: ReaderAnswer.ReaderAnswer): HttpServerResponse.HttpServerResponse => {
  if (body === undefined) return HttpServerResponse.empty({ status, headers })
  const { "content-type": contentType = "application/octet-stream", ...rest } = headers
  return HttpServerResponse.uint8Array(body, { status, contentType, headers: rest })
}

const made = new WeakMap<ReaderAnswer.ReaderAnswer, HttpServerResponse.HttpServerResponse>()

/** Sends what was answered as data. An answer that is kept becomes one response, however often it is sent. */
export const send = (answer: ReaderAnswer.ReaderAnswer): HttpServerResponse.HttpServerResponse => {
  const known = made.get(answer)
  if (known !== undefined) return known
  const response = make(answer)
  made.set(answer, response)
  return response
}
