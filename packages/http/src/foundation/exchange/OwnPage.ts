import type { HttpServerRequest } from "effect/http"

type Request = Pick<HttpServerRequest.HttpServerRequest, "headers">

/** Whether a program of a page, or a page that is opened, asks: no image, frame, style or script of one. */
const isOfProgram = ({ headers }: Request): boolean => {
  const dest = headers["sec-fetch-dest"]?.toLowerCase()
  return dest === undefined || dest === "empty" || dest === "document"
}

/**
 * Whether a page of this origin had the browser send a request that changes something: by what the browser itself says
 * of it, or, where it says nothing as the connection is not encrypted, by the origin (rule session-forgery).
 */
export const changes = (request: Request, base: string): boolean => {
  const { headers } = request
  const site = headers["sec-fetch-site"]
  if (!isOfProgram(request)) return false
  return site === undefined ? headers["origin"] === new URL(base).origin : site.toLowerCase() === "same-origin"
}

/** The same of one that reads: the browser’s user may also have followed a link from anywhere. */
export const reads = (request: Request): boolean => {
  const { headers } = request
  if (!isOfProgram(request)) return false
  const site = headers["sec-fetch-site"]?.toLowerCase() ?? "none"
  if (site === "same-origin" || site === "none") return true
  return headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"
}
