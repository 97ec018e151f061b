import { emptyHtml, html, MessageHtml, Words } from "@quire/reader"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

const words = Words.of("en")

interface ErrorText {
  readonly title: string
  readonly text: string
}

const texts: { readonly [status: number]: ErrorText } = {
  400: { title: "Bad request", text: "The address is incomplete or incorrect." },
  401: {
    title: "Sign in to continue",
    text: "You must be signed in to view this page. API clients must send a token."
  },
  403: { title: "You don't have access to this page", text: "If you need access, ask an administrator." },
  404: { title: words.notFound, text: words.notFoundText },
  405: { title: "Method not allowed", text: "This address does not support this kind of request." },
  413: { title: "Request too large", text: "Send a smaller request." },
  429: { title: "Too many requests", text: "Wait a moment, then try again." },
  503: { title: words.unavailable, text: words.unavailableText }
}

const failed: ErrorText = {
  title: "Something went wrong",
  text: "The server could not complete your request. Try again later."
}
const refused: ErrorText = { title: "Request refused", text: "The server refused this request." }

const rangeOf = (text: string) => {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith("q="))
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
}

/** Whether a client prefers HTML, as browsers do for a page (rule request-error-pages). */
export const acceptsHtml = (accept = ""): boolean => {
  if (!/html/i.test(accept)) return false
  const ranges = accept.split(",").map(rangeOf)
  const best = Math.max(...ranges.map(({ quality }) => quality))
  const first = ranges.find(({ quality }) => quality === best && best > 0)?.type
  return first === "text/html" || first === "application/xhtml+xml"
}

type Response = HttpServerResponse.HttpServerResponse

const isError = ({ headers, status }: Response): boolean =>
  status >= 400 && (headers["content-type"] ?? "").startsWith("application/json")

/** Renders an error page; `id` is that of the request, to be quoted in reports. */
const draw = (status: number, id: string): string => {
  const { text, title } = texts[status] ?? (status < 500 ? refused : failed)
  const reported =
    status < 500 || status === 503 ? emptyHtml : html`<p class="note">Error reference: <code>${id}</code></p>`
  return MessageHtml.print({ words, title, text, body: reported }).text
}

/** Returns the response, or for a browser an error page with the same status and headers. */
export const inPlaceOf = (
  { headers }: HttpServerRequest.HttpServerRequest,
  response: Response,
  id: string
): Response => {
  if (response.status < 400 || !acceptsHtml(headers["accept"]) || !isError(response)) return response
  const { "content-length": _, "content-type": __, ...kept } = response.headers
  return HttpServerResponse.text(draw(response.status, id), {
    status: response.status,
    contentType: "text/html; charset=utf-8",
    headers: {
      ...kept,
      vary: kept["vary"] === undefined ? "accept" : `${kept["vary"]}, accept`,
      "content-security-policy": MessageHtml.policy(),
      "x-robots-tag": "noindex"
    }
  })
}
