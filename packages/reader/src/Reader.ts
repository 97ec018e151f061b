import { Addresses, Publications, VisitorAuthentications, type VisitorToken } from "@quire/core"
import { Context, Effect, Layer, Option } from "effect"
import * as AnonymousAnswer from "./answer/AnonymousAnswer.ts"
import type { ReaderAnswer } from "./answer/ReaderAnswer.ts"
import { NothingPublished, OnlyReading, type Refusal } from "./answer/Refusal.ts"
import * as SiteHeaders from "./answer/SiteHeaders.ts"
import * as FontAwesome from "./icon/FontAwesome.ts"
import type { Icons } from "./icon/Icons.ts"
import { PrintedTexts } from "./print/PrintedTexts.ts"
import * as SiteForms from "./print/SiteForms.ts"
import * as SiteMessages from "./print/SiteMessages.ts"
import { ReaderOptions } from "./ReaderOptions.ts"
import type { ReaderRequest } from "./request/ReaderRequest.ts"
import * as SiteForm from "./request/SiteForm.ts"
import * as SiteTarget from "./request/SiteTarget.ts"
import { formOf, targetOf } from "./request/SiteTarget.ts"
import * as VisitorCookies from "./request/VisitorCookies.ts"

const reads = new Set(["GET", "HEAD"])

const make = Effect.gen(function* () {
  const publications = yield* Publications.Publications
  const authentications = yield* VisitorAuthentications.VisitorAuthentications
  const { sites } = yield* Addresses.Addresses
  const options = yield* ReaderOptions
  const forms = yield* SiteForms.make
  const root = new URL(sites)

  /** An invalid token in a cookie is ignored, so that the reader is sent to the sign-in page for a new one. */
  const open = (target: SiteTarget.SiteTarget, { tokenOfCookie, tokenOfQuery, unsigned }: VisitorCookies.Visitor) => {
    const brought = {
      ...(target.shareKey === undefined ? {} : { shareKey: target.shareKey }),
      ...(target.preview === undefined ? {} : { preview: target.preview }),
      ...(target.changeRequest === undefined ? {} : { changeRequest: target.changeRequest }),
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

  /** The path of the site's cookies. Behind a proxy, the path in the browser is unknown to the server. */
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

  /**
   * The response of the integration that signs visitors in; none where there is no such integration (rule
   * visitor-integration).
   */
  const askIntegration = ({ site }: VisitorToken.VisitorTokenNeeded, { path = "" }: SiteTarget.SiteTarget) =>
    site === undefined
      ? Effect.succeed(undefined)
      : Effect.map(authentications.ask(site, `/${path}`), (asked) =>
          Option.getOrUndefined(Option.map(asked, AnonymousAnswer.of))
        )

  const sendForToken = Effect.fnUntraced(function* (
    needed: VisitorToken.VisitorTokenNeeded,
    target: SiteTarget.SiteTarget
  ) {
    if (!SiteForm.isForPeople(formOf(target))) return yield* Effect.fail(needed)
    const answered = yield* askIntegration(needed, target)
    if (answered !== undefined) return answered
    if (needed.fallbackURL === null) return yield* Effect.fail(needed)
    return SiteHeaders.seeOther(VisitorCookies.signInUrl(needed.fallbackURL, target.path ?? ""))
  })

  const serve = (
    publication: Publications.Publication,
    target: SiteTarget.SiteTarget,
    request: ReaderRequest
  ): ReturnType<typeof forms.answer> =>
    target.path === undefined
      ? Effect.succeed(SiteHeaders.moved(publication, `${target.whole}${target.query}`, true))
      : forms.answer({ publication, target, request, form: formOf(target) })

  /** The response for a reader. The reader is authenticated before anything of the site is loaded. */
  const answer = Effect.fnUntraced(function* (target: SiteTarget.SiteTarget, request: ReaderRequest) {
    const visitor = VisitorCookies.read(request, target, options)
    const publication = yield* open(target, visitor)
    if (!reads.has(request.method)) return yield* new OnlyReading()
    const { tokenOfQuery } = visitor
    return tokenOfQuery === undefined
      ? yield* serve(publication, target, request)
      : yield* settle(publication, target, tokenOfQuery)
  })

  const nothing = () => new NothingPublished()

  /** Browsers get an error page that explains why the content is not shown. */
  const tell = (refusal: Refusal, target: SiteTarget.SiteTarget): Effect.Effect<ReaderAnswer, Refusal> => {
    if (refusal._tag === "HostnameUnknown" || refusal._tag === "OnlyReading" || refusal._tag === "RangeUnsatisfiable") {
      return Effect.fail(refusal)
    }
    return SiteForm.isForPeople(formOf(target)) ? Effect.succeed(SiteMessages.draw(refusal)) : Effect.fail(refusal)
  }

  /**
   * Handles a request below `/sites/{organization}/{basename}/`, or a request to a hostname other than the server's.
   */
  const handle = (request: ReaderRequest, hostname?: string): Effect.Effect<ReaderAnswer, Refusal> => {
    const target = targetOf(request, hostname)
    if (target === undefined) return Effect.fail(nothing())
    if (target._tag === "Misspelled") return Effect.succeed(SiteHeaders.respelled(target.location))
    return answer(target, request).pipe(
      Effect.catchTags({
        PublicationNotFound: nothing,
        PublishedPageNotFound: nothing,
        DownloadNotFound: nothing,
        VisitorTokenNeeded: (needed) => sendForToken(needed, target)
      }),
      Effect.catch((refusal): Effect.Effect<ReaderAnswer, Refusal> => tell(refusal, target))
    )
  }

  /** The keys and tokens in the address of a request, which no log should have. */
  const listSecrets = (request: ReaderRequest, hostname?: string): ReadonlyArray<string> => {
    const target = targetOf(request, hostname)
    if (target === undefined || target._tag === "Misspelled") return []
    const form = formOf(target)
    const { tokenOfQuery } = VisitorCookies.read(request, target, options)
    return [target.shareKey, target.preview, tokenOfQuery, form._tag === "File" ? form.key : undefined].flatMap(
      (secret) => secret ?? []
    )
  }

  return { handle, listSecrets } as const
})

export type Services =
  | Publications.Publications
  | VisitorAuthentications.VisitorAuthentications
  | Exclude<SiteForms.Services, Icons>

/** Serves published sites and previews of them (rule published-preview). Requests and responses are plain data. */
export class Reader extends Context.Service<Reader, Effect.Success<typeof make>>()("@quire/reader/Reader") {
  static readonly layer: Layer.Layer<Reader, never, Services> = Layer.effect(this, make).pipe(
    Layer.provide(PrintedTexts.layer),
    Layer.provide(FontAwesome.layer)
  )
}
