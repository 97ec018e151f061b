import { Context, Effect, Layer, Schema } from "effect"
import {
  ChangeRequestId,
  OrganizationId,
  RevisionId,
  SiteId,
  SiteSectionId,
  SiteSpaceId,
  SpaceId
} from "../../foundation/id/Ids.ts"
import { checked, closed, describeFields, ignored, optional, WebAddress } from "../../foundation/input/Input.ts"
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
import { limits } from "../visitor/VisitorToken.ts"
import * as PublishedAddress from "./PublishedAddress.ts"

const Token = Schema.String.pipe(
  Schema.check(Schema.isMaxLength(limits.length, { expected: `a string at most ${limits.length} character(s) long` }))
)

/** A lookup of a URL: the visitor, and what happens if the visitor is not admitted. */
export const PublishedLookup = closed(
  "PublishedLookup",
  {
    url: WebAddress,
    /** Whether a visitor whose token is rejected is redirected to where visitors get one. */
    redirectOnError: optional(Schema.Boolean),
    visitor: optional(
      closed(
        "PublishedLookupVisitor",
        {
          jwtToken: optional(Token),
          unsignedClaims: optional(Schema.Record(Schema.String, Schema.Unknown)),
          type: ignored
        },
        {
          jwtToken: "Token that the backend of the site signed for the visitor.",
          unsignedClaims: "Unsigned claims of the visitor.",
          type: "Deprecated: accepted for compatibility, without effect."
        }
      )
    ),
    cacheBust: ignored
  },
  {
    url: "URL that the visitor opened.",
    redirectOnError: "Whether a rejected visitor token leads to the sign-in page instead of an error.",
    visitor: "Token and claims of the visitor.",
    cacheBust: "Deprecated: accepted for compatibility, without effect."
  }
)
export type PublishedLookup = typeof PublishedLookup.Type

/** The published space at a URL, and the content token of the caller. */
export const PublishedContentView = Schema.Struct(
  describeFields(
    {
      organization: OrganizationId,
      site: SiteId,
      siteSection: optional(SiteSectionId),
      siteSpace: SiteSpaceId,
      space: SpaceId,
      /** The change request whose content is previewed, and its head. */
      changeRequest: optional(ChangeRequestId),
      revision: optional(RevisionId),
      /** The part of the path that leads to the site, with a slash at both ends. */
      siteBasePath: Schema.String,
      /** The same for the site-space. */
      basePath: Schema.String,
      /** The rest of the path, which leads to the page. */
      pathname: Schema.String,
      /** Whether no further segment of the address could name a section or a site space. */
      complete: Schema.Boolean,
      canonicalUrl: Schema.String,
      apiToken: Schema.String,
      shareKey: optional(Schema.String),
      /** Differs for visitors with different claims. */
      contextId: optional(Schema.String)
    },
    {
      organization: "Organization that owns the site.",
      site: "Site that the address belongs to.",
      siteSection: "Section that the address belongs to.",
      siteSpace: "Site space that the address belongs to.",
      space: "Space whose content is shown.",
      changeRequest: "Change request that is previewed.",
      revision: "Revision that is shown instead of the current one.",
      siteBasePath: "Path of the site below its hostname.",
      basePath: "Path of the site space below its hostname.",
      pathname: "Path of the page below the site space.",
      complete: "Whether no further segment of the URL could name a section or a site space.",
      canonicalUrl: "Address that search engines should use.",
      apiToken: "Token that can read the content for a limited time.",
      shareKey: "Key of the share link in the address.",
      contextId: "Identifier of the visitor's claims; equal claims give the same value."
    }
  )
).annotate({ identifier: "PublishedContent" })

/** Where the caller is redirected. */
export const PublishedRedirectView = Schema.Struct(
  describeFields(
    {
      target: Schema.Literals(["application", "content", "external"]),
      redirect: Schema.String
    },
    {
      target: "Target of the redirect: the application, content or another site.",
      redirect: "Address to redirect to."
    }
  )
).annotate({ identifier: "PublishedRedirect" })

export const PublishedLookupView = Schema.Union([PublishedContentView, PublishedRedirectView])
export type PublishedLookupView = typeof PublishedLookupView.Type

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
