import type { ReaderAnswer } from "@quire/reader"
import { HttpServerResponse } from "effect/http"

const make = ({ body, headers, pieces, status }: ReaderAnswer.ReaderAnswer): HttpServerResponse.HttpServerResponse => {
  const { "content-type": contentType = "application/octet-stream", ...rest } = headers
  if (pieces !== undefined) {
    const { "content-length": length, ...others } = rest
    return HttpServerResponse.stream(pieces, { status, contentType, contentLength: Number(length), headers: others })
  }
  if (body === undefined) return HttpServerResponse.empty({ status, headers })
  return HttpServerResponse.uint8Array(body, { status, contentType, headers: rest })
}

const made = new WeakMap<ReaderAnswer.ReaderAnswer, HttpServerResponse.HttpServerResponse>()

/** Sends an answer of the reader. A cached answer becomes one response, however often it is sent. */
export const send = (answer: ReaderAnswer.ReaderAnswer): HttpServerResponse.HttpServerResponse => {
  const known = made.get(answer)
  if (known !== undefined) return known
  const response = make(answer)
  made.set(answer, response)
  return response
}
