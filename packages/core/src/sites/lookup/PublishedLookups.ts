import { Context, Effect, Layer } from "effect"
import { checked } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { type Publication, PublicationNotFound, Publications } from "../publication/Publications.ts"
import * as SitePath from "../publication/SitePath.ts"
import { addressOf } from "../published-content/PublishedViews.ts"
import type * as PublishedPage from "../published-page/PublishedPage.ts"
import { PublishedRoots } from "../published-page/PublishedRoots.ts"
import { PageResolver } from "../published-page/Resolution.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"
import type * as Audience from "../visitor/Audience.ts"
import * as PublishedAddress from "./PublishedAddress.ts"
import { PublishedLookup, type PublishedLookupView } from "./PublishedLookupView.ts"

const checkLookup = checked(PublishedLookup)

const requestOf = (
  { changeRequest, preview, shareKey }: PublishedAddress.PublishedAddress,
  { jwtToken = "", unsignedClaims }: NonNullable<PublishedLookup["visitor"]>
): Audience.Request => ({
  ...(shareKey === undefined ? {} : { shareKey }),
  ...(preview === undefined ? {} : { preview }),
  ...(changeRequest === undefined ? {} : { changeRequest }),
  ...(jwtToken === "" ? {} : { token: jwtToken }),
  ...(unsignedClaims === undefined ? {} : { unsigned: unsignedClaims })
})

/** Where a visitor gets a token, with the requested path of the site as `location`. */
const signInUrl = (fallbackURL: string, { segments }: PublishedAddress.PublishedAddress): string => {
  const url = new URL(fallbackURL)
  url.searchParams.set("location", PublishedAddress.pathOf(segments))
  return url.href
}

/** Resolves URLs of published sites for their readers (rule publication-lookup). */
export class PublishedLookups extends Context.Service<PublishedLookups>()("@quire/core/PublishedLookups", {
  make: Effect.gen(function* () {
    const { sites } = yield* Addresses
    const publications = yield* Publications
    const { rootsOf } = yield* PublishedRoots
    const { resolve } = yield* PageResolver

    /** The redirect target for an address that is neither a page's canonical address nor that of its texts. */
    const findElsewhere = Effect.fnUntraced(function* (
      publication: Publication,
      segments: SitePath.Segments,
      canonical: string
    ) {
      const openRoot = rootsOf(publication)
      const sentTo = (form: PublishedPage.Form) =>
        Effect.map(resolve({ publication, openRoot, form }, SitePlaces.toPath(segments)), (found) =>
          found._tag === "Moved" && found.path !== canonical ? found.path : undefined
        )
      const path = yield* sentTo("page")
      return path === undefined || (yield* sentTo("text")) === undefined ? undefined : path
    })

    /** The target of a URL; a redirect if a page, section or site space has moved. */
    const view = Effect.fnUntraced(function* (
      publication: Publication,
      { mount, segments, shareKey }: PublishedAddress.PublishedAddress,
      url: string
    ) {
      const { audience, changeRequest, expiresAt, organization, site, spaces, structure } = publication.seen
      const location = SitePath.locate(structure, segments)
      const { rest, section, siteSpace } = location
      const space = spaces.get(siteSpace.space)
      if (space === undefined) return yield* new PublicationNotFound()
      const key = audience.shareLink === undefined ? undefined : shareKey
      const canonical = SitePlaces.toPath(SitePath.canonical(structure, location))
      const elsewhere = yield* findElsewhere(publication, segments, canonical)
      if (elsewhere !== undefined) {
        const redirect = new URL(`${PublishedAddress.folderOf(mount)}${elsewhere}`, url).href
        return { target: "content", redirect } satisfies PublishedLookupView
      }
      const taken = segments.slice(0, segments.length - rest.length)
      return {
        organization: organization.id,
        site: site.id,
        ...(section.section === null ? {} : { siteSection: section.section.id }),
        siteSpace: siteSpace.id,
        space: space.id,
        ...(changeRequest?.space === space.id ? { changeRequest: changeRequest.id, revision: space.revision } : {}),
        siteBasePath: PublishedAddress.folderOf(mount),
        basePath: PublishedAddress.folderOf([...mount, ...taken]),
        pathname: PublishedAddress.pathOf(rest),
        complete: PublishedAddress.isComplete(structure, location, segments),
        canonicalUrl: `${addressOf(publication, key)}${canonical}`,
        apiToken: publication.sign({
          siteSpace: siteSpace.id,
          space: space.id,
          revision: space.revision
        }),
        ...(key === undefined ? {} : { shareKey: key }),
        ...(expiresAt === undefined ? {} : { contextId: digest(CanonicalJson.stringify(audience.claims)) })
      } satisfies PublishedLookupView
    })

    /** Finds the target of a URL. Requires no caller: the URL or a signature grants access. */
    const find = operation("PublishedLookups.find")(function* (given: PublishedLookup) {
      const { redirectOnError = false, url, visitor = {} } = yield* checkLookup(given)
      const address = PublishedAddress.parse(url, sites)
      if (address === undefined) return yield* new PublicationNotFound()
      const enter = (who: NonNullable<PublishedLookup["visitor"]>) =>
        Effect.flatMap(publications.open(address.locator, requestOf(address, who)), (publication) =>
          view(publication, address, url)
        )
      const redirected = <E>(fallbackURL: string | null, otherwise: E) =>
        fallbackURL === null
          ? Effect.fail(otherwise)
          : Effect.succeed<PublishedLookupView>({ target: "external", redirect: signInUrl(fallbackURL, address) })
      const found: Effect.Effect<PublishedLookupView, Effect.Error<ReturnType<typeof enter>>> = enter(visitor).pipe(
        Effect.catchTag("VisitorTokenRefused", (refused) =>
          redirectOnError ? Effect.catchTag(enter({}), "VisitorTokenRefused", () => Effect.fail(refused)) : refused
        ),
        Effect.catchTag("VisitorTokenNeeded", (needed) => redirected(needed.fallbackURL, needed)),
        Effect.catchTag("HostnameUnknown", () => new PublicationNotFound())
      )
      return yield* found
    })

    return { find } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([PageResolver.layer, Publications.layer, PublishedRoots.layer])
  )
}
