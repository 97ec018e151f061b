import {
  Addresses,
  type Files,
  type Markdown,
  Publications,
  type PublishedPages,
  type PublishedSearch,
  type Searches,
  type VisitorToken
} from "@quire/core"
import { Effect, Option } from "effect"
import { HttpMethod, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire, type WireError } from "../../foundation/error/Errors.ts"
import * as Exchange from "../../foundation/exchange/Exchange.ts"
import type { PrintedTexts } from "./PrintedTexts.ts"
import { ReadingOptions } from "./ReadingOptions.ts"
import * as SiteForm from "./SiteForm.ts"
import * as SiteForms from "./SiteForms.ts"
import * as SiteHeaders from "./SiteHeaders.ts"
import * as SiteTarget from "./SiteTarget.ts"
import * as VisitorCookies from "./VisitorCookies.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const formOf = ({ path = "" }: SiteTarget.SiteTarget): SiteForm.SiteForm => SiteForm.of(path)

const refuse = (
  error: Publications.VisitorTokenNeeded | VisitorToken.VisitorTokenRefused | Searches.QueryInvalid
): Effect.Effect<Response> => Effect.map(Effect.flip(onWire(Effect.fail(error))), ErrorResponse.of)

/** Keeps the key and tokens of a request out of the log. */
const hideSecrets = (target: SiteTarget.SiteTarget, { tokenOfQuery }: VisitorCookies.Visitor) =>
  Effect.map(Exchange.current, (exchange) => {
    for (const secret of [target.shareKey, target.preview, tokenOfQuery]) {
      if (secret !== undefined && Option.isSome(exchange)) exchange.value.secrets.add(secret)
    }
  })

/** Answers those who read published sites, or look at one beforehand (rule published-preview). */
export interface SiteReading {
  /** Fails only where a hostname is no site's, or with an error of the API. */
  readonly read: (
    target: SiteTarget.SiteTarget,
    request: Request
  ) => Effect.Effect<Response, WireError | Publications.HostnameUnknown>
}

export type Services =
  | Addresses.Addresses
  | Publications.Publications
  | Files.Files
  | PublishedPages.PublishedPages
  | PublishedSearch.PublishedSearch
  | Markdown.Markdown

export const make: Effect.Effect<SiteReading, never, Services | PrintedTexts> = Effect.gen(function* () {
  const publications = yield* Publications.Publications
  const { base } = yield* Addresses.Addresses
  const options = yield* ReadingOptions
  const forms = yield* SiteForms.make
  const root = new URL(base)

  /** A token of a cookie that is refused counts as none, so that the reader is sent for another. */
  const open = (target: SiteTarget.SiteTarget, { tokenOfCookie, tokenOfQuery, unsigned }: VisitorCookies.Visitor) => {
    const brought = {
      ...(target.shareKey === undefined ? {} : { shareKey: target.shareKey }),
      ...(target.preview === undefined ? {} : { preview: target.preview }),
      ...(unsigned === undefined ? {} : { unsigned })
    }
    const token = tokenOfQuery ?? tokenOfCookie
    if (token === undefined) return publications.open(target.locator, brought)
    return publications
      .open(target.locator, { ...brought, token })
      .pipe(
        Effect.catchTag("VisitorTokenRefused", (refused) =>
          tokenOfQuery === undefined ? publications.open(target.locator, brought) : Effect.fail(refused)
        )
      )
  }

  /** Where the cookies of a site belong: behind a proxy, the path that readers see is not known here. */
  const placeOf = ({ seen }: Publications.Publication, { locator, mount }: SiteTarget.SiteTarget) => ({
    path:
      seen.site.proxy === null
        ? locator._tag === "Hostname"
          ? mount
          : `${root.pathname.replace(/\/$/, "")}${mount}`
        : "/",
    isSecure: locator._tag === "Hostname" || root.protocol === "https:"
  })

  /** The address without the token, which a cookie keeps from now on if it was believed. */
  const settle = Effect.fnUntraced(function* (
    publication: Publications.Publication,
    target: SiteTarget.SiteTarget,
    token: string
  ) {
    const cookie = yield* VisitorCookies.keep(publication, token, placeOf(publication, target), options)
    const to = `${target.path ?? target.whole}${VisitorCookies.withoutToken(target.query)}`
    return SiteHeaders.seeOther(SiteTarget.locationOf(target, to), cookie)
  })

  const sendForToken = (
    needed: Publications.VisitorTokenNeeded,
    target: SiteTarget.SiteTarget
  ): Effect.Effect<Response> =>
    needed.fallbackURL === null || !SiteForm.isForPeople(formOf(target))
      ? refuse(needed)
      : Effect.succeed(SiteHeaders.seeOther(VisitorCookies.signInUrl(needed.fallbackURL, target.path ?? "")))

  const serve = Effect.fnUntraced(function* (
    publication: Publications.Publication,
    target: SiteTarget.SiteTarget,
    request: Request
  ) {
    const { path, query, whole } = target
    if (path === undefined) return SiteHeaders.moved(publication, `${whole}${query}`, true)
    return yield* forms.answer({ publication, target, request, form: formOf(target) })
  })

  /** What a reader gets. Who they are is decided before anything of the site is looked at. */
  const answer = Effect.fnUntraced(function* (target: SiteTarget.SiteTarget, request: Request) {
    const visitor = VisitorCookies.read(request, target, options)
    yield* hideSecrets(target, visitor)
    const publication = yield* open(target, visitor)
    if (HttpMethod.hasBody(request.method) || request.method === "OPTIONS") return SiteHeaders.methodNotAllowed
    const { tokenOfQuery } = visitor
    return tokenOfQuery === undefined
      ? yield* serve(publication, target, request)
      : yield* settle(publication, target, tokenOfQuery)
  })

  const read: SiteReading["read"] = (target, request) =>
    answer(target, request).pipe(
      Effect.catchTags({
        PublicationNotFound: () => Effect.succeed(SiteHeaders.notFound),
        PublishedPageNotFound: () => Effect.succeed(SiteHeaders.notFound),
        DownloadNotFound: () => Effect.succeed(SiteHeaders.notFound),
        VisitorTokenNeeded: (needed) => sendForToken(needed, target),
        VisitorTokenRefused: refuse,
        QueryInvalid: refuse
      })
    )

  return { read }
})
