import type { ReaderAnswer } from "@quire/reader"
import { HttpServerResponse } from "effect/http"

/** Sends what was answered as data. */
export const send = ({ body, headers, status }: ReaderAnswer.ReaderAnswer): HttpServerResponse.HttpServerResponse => {
  if (body === undefined) return HttpServerResponse.empty({ status, headers })
  const { "content-type": contentType = "application/octet-stream", ...rest } = headers
  return HttpServerResponse.uint8Array(body, { status, contentType, headers: rest })
}
