import { ApiBounds, type ApiDescription } from "@quire/core"
import type { Drawing } from "../document/Drawing.ts"
import * as Links from "../document/Links.ts"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import type { Book } from "./Book.ts"

/**
 * Limits for a scheme: characters of its name, characters of a URL, and number of URLs. Schemes are repeated for each
 * operation.
 */
export const limits = { name: 200, url: 500, urls: 2 } as const

type Scheme = ApiDescription.SecurityScheme

const drawLink = (url: string | undefined, drawing: Drawing): Html => {
  const link = url === undefined ? undefined : Links.ofUrl(url)
  return link === undefined
    ? emptyHtml
    : html` <a${Links.attributes(link, drawing)}>${Links.titleOf(link, drawing)}</a>`
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** The display name of an authentication scheme. */
export const schemeName = (scheme: Scheme): string => nameOf(scheme).slice(0, limits.name).toWellFormed()

const nameOf = ({ bearerFormat, in: place = "header", key = "", scheme = "bearer", type }: Scheme): string => {
  switch (type) {
    case "apiKey":
      return `API key ${key} (${place})`
    case "http":
      return `HTTP ${capital(scheme)}${bearerFormat === undefined ? "" : ` (${bearerFormat})`}`
    case "mutualTLS":
      return "mTLS"
    case "oauth2":
      return "OAuth 2.0"
    case "openIdConnect":
      return "OpenID Connect"
  }
}

const drawScheme = (name: string, scopes: ReadonlyArray<string>, book: Book, drawing: Drawing): Html => {
  const scheme = book.scheme(name)
  const asked = scopes.length === 0 ? emptyHtml : html`: ${scopes.map((scope) => html`<code>${scope}</code> `)}`
  if (scheme === undefined) return html`<bdi>${name}</bdi>${asked}`
  const { flows = [], openIdConnectUrl } = scheme
  const links = flows.flatMap(({ authorizationUrl, tokenUrl }) => [authorizationUrl, tokenUrl])
  const shown = [...new Set([...links, openIdConnectUrl])].filter((url = "") => url !== "" && url.length <= limits.url)
  const urls = shown.slice(0, limits.urls).map((url) => drawLink(url, drawing))
  return html`<bdi>${schemeName(scheme)}</bdi>${asked}${urls}`
}

const drawRequirement = (needed: ApiDescription.SecurityRequirement, book: Book, drawing: Drawing): Html => {
  if (needed.length === 0) return html`<li>${drawing.words.api.noAuthentication}</li>`
  const schemes = needed.map(
    ({ scheme, scopes }, at) => html`${at === 0 ? "" : " + "}${drawScheme(scheme, scopes, book, drawing)}`
  )
  return html`<li>${schemes}</li>`
}

/** The authentication methods, one per item; nothing where the description declares none. */
export const draw = (
  { security }: Pick<ApiDescription.ApiOperation, "security">,
  book: Book,
  drawing: Drawing
): Html => {
  const ways = security ?? book.spec.security
  if (ways === undefined) return emptyHtml
  const all = ways.length === 0 ? [[]] : ApiBounds.requirements(ways)
  return html`<ul class="api-facts api-auth">${all.map((way) => drawRequirement(way, book, drawing))}</ul>`
}
