import type { HttpServerRequest } from "effect/http"

type Request = Pick<HttpServerRequest.HttpServerRequest, "headers">

/** Whether a script or a navigation sent the request, rather than an image, frame, stylesheet or script element. */
const isOfProgram = ({ headers }: Request): boolean => {
  const dest = headers["sec-fetch-dest"]?.toLowerCase()
  return dest === undefined || dest === "empty" || dest === "document"
}

/**
 * Whether a page of this origin caused a request that makes changes: by `Sec-Fetch-Site`, or by the origin if that
 * header is missing because the connection is not encrypted (rule session-forgery).
 */
export const changes = (request: Request, base: string): boolean => {
  const { headers } = request
  const site = headers["sec-fetch-site"]
  if (!isOfProgram(request)) return false
  return site === undefined ? headers["origin"] === new URL(base).origin : site.toLowerCase() === "same-origin"
}

/** The same for a request that reads. The user of the browser may also have followed a link from any page. */
export const reads = (request: Request): boolean => {
  const { headers } = request
  if (!isOfProgram(request)) return false
  const site = headers["sec-fetch-site"]?.toLowerCase() ?? "none"
  if (site === "same-origin" || site === "none") return true
  return headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"
}
