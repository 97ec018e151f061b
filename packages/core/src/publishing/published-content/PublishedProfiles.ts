import { Context, Effect, Layer, Result } from "effect"
import * as PagePath from "../../content/tree/PagePath.ts"
import type { Reading } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ComputedRoots } from "../../openapi/computed/ComputedRoots.ts"
import { SiteNotFound, SpaceNotFound } from "../../organizations/placement/PlaceNotFound.ts"
import * as RedirectPath from "../../sites/redirect/RedirectPath.ts"
import { type Destination, collection as redirectCollection } from "../../sites/redirect/SiteRedirect.ts"
import { SiteRedirectNotFound } from "../../sites/redirect/SiteRedirectInput.ts"
import * as SiteRedirectView from "../../sites/redirect/SiteRedirectView.ts"
import { collection as linkCollection } from "../../sites/share-link/ShareLink.ts"
import { sectionPath, siteSpacePath } from "../../sites/site/SiteAddress.ts"
import type { DefaultFilter } from "../../sites/site-space/SiteSpaces.ts"
import * as SiteItemPages from "../../sites/structure/SiteItemPages.ts"
import {
  findSection,
  findSiteSpace,
  listGroups,
  listSections,
  listSiteSpaces
} from "../../sites/structure/SiteStructure.ts"
import { ContentBase } from "../../spaces/base/ContentBase.ts"
import { type Publication, Publications } from "../publication/Publications.ts"
import { PublishedScripts } from "../publication/PublishedScripts.ts"
import * as SeeingSettings from "../settings/SeeingSettings.ts"
import * as SeenSettings from "../settings/SeenSettings.ts"
import * as Admitted from "./Admitted.ts"
import { addressOf, PublishedViews } from "./PublishedViews.ts"

const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/")

export interface Shared {
  /** The key by which the reader came in. */
  readonly shareKey?: string | undefined
}

/** Sites as their audience sees them, for the bearers of content tokens and of share keys (rule publication-profile). */
export class PublishedProfiles extends Context.Service<PublishedProfiles>()("@quire/core/PublishedProfiles", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const publications = yield* Publications
    const scripts = yield* PublishedScripts
    const base = yield* ContentBase
    const roots = yield* ComputedRoots
    const { paged } = yield* Paging
    const findSeeing = yield* SeeingSettings.make
    const redirects = yield* Repository.make(redirectCollection)
    const links = yield* Repository.make(linkCollection)

    const viewsOf = (publication: Publication, shareKey: string | undefined) =>
      new PublishedViews(publication, { ...addresses, shareKey })

    /** A shared site opened by the key of one of its links; without one, there is none. */
    const openShared = Effect.fnUntraced(function* (organization: string, site: string, shareKey: string | undefined) {
      const hidden = new SiteNotFound({ id: site })
      if (shareKey === undefined) return yield* hidden
      const publication = yield* Effect.mapError(publications.open({ _tag: "Site", site }, { shareKey }), () => hidden)
      const { seen } = publication
      const isShared = seen.audience.shareLink !== undefined && seen.organization.id === organization
      return isShared ? publication : yield* hidden
    })

    const profileOf = Effect.fnUntraced(function* (publication: Publication, shareKey: string | undefined) {
      const views = viewsOf(publication, shareKey)
      const { first } = publication.seen.structure
      const { seeing } = yield* findSeeing(publication, { section: first, siteSpace: first.first }, views.settings())
      const embedded = yield* scripts.ofSite(publication.seen.site)
      return views.profile((settings) => SeenSettings.cut(seeing, settings), embedded)
    })

    const profile = operation("PublishedProfiles.profile")(function* (
      reading: Reading,
      organization: string,
      site: string,
      shareKey?: string
    ) {
      return yield* profileOf(yield* Admitted.ofSite(reading, organization, site), shareKey)
    })

    const structure = operation("PublishedProfiles.structure")(function* (
      reading: Reading,
      organization: string,
      site: string,
      shareKey?: string
    ) {
      return viewsOf(yield* Admitted.ofSite(reading, organization, site), shareKey).structure()
    })

    /** The same for whoever has the key of a link (rule share-link-active). */
    const sharedProfile = operation("PublishedProfiles.sharedProfile")(function* (
      organization: string,
      site: string,
      shareKey: string | undefined
    ) {
      return yield* profileOf(yield* openShared(organization, site, shareKey), shareKey)
    })

    const sharedStructure = operation("PublishedProfiles.sharedStructure")(function* (
      organization: string,
      site: string,
      shareKey: string | undefined
    ) {
      return viewsOf(yield* openShared(organization, site, shareKey), shareKey).structure()
    })

    const listSectionsOf = (publication: Publication, { shareKey, ...request }: PageRequest & Shared) =>
      paged({
        ...SiteItemPages.source(listSections(publication.seen.shown), ({ section }) => section.id),
        list: "published.sections",
        filters: [publication.seen.site.id],
        request,
        view: (placed) => Effect.succeed(viewsOf(publication, shareKey).sections(placed))
      })

    const sections = operation("PublishedProfiles.sections")(function* (
      reading: Reading,
      organization: string,
      site: string,
      request: PageRequest & Shared
    ) {
      return yield* listSectionsOf(yield* Admitted.ofSite(reading, organization, site), request)
    })

    const sharedSections = operation("PublishedProfiles.sharedSections")(function* (
      organization: string,
      site: string,
      request: PageRequest & Shared
    ) {
      return yield* listSectionsOf(yield* openShared(organization, site, request.shareKey), request)
    })

    const sectionGroups = operation("PublishedProfiles.sectionGroups")(function* (
      reading: Reading,
      organization: string,
      site: string,
      { shareKey, ...request }: PageRequest & Shared
    ) {
      const publication = yield* Admitted.ofSite(reading, organization, site)
      return yield* paged({
        ...SiteItemPages.source(listGroups(publication.seen.shown), ({ id }) => id),
        list: "published.sectionGroups",
        filters: [site],
        request,
        view: (groups) => Effect.succeed(viewsOf(publication, shareKey).groups(groups))
      })
    })

    const listSiteSpacesOf = (
      publication: Publication,
      { default: isDefault, shareKey, ...request }: PageRequest & DefaultFilter & Shared
    ) => {
      const placed = listSiteSpaces(publication.seen.shown).filter(
        (each) => isDefault === undefined || each.isDefault === isDefault
      )
      return paged({
        ...SiteItemPages.source(placed, ({ siteSpace }) => siteSpace.id),
        list: "published.siteSpaces",
        filters: [publication.seen.site.id, isDefault ?? null],
        request,
        view: (shown) => Effect.succeed(viewsOf(publication, shareKey).siteSpaces(shown))
      })
    }

    const siteSpaces = operation("PublishedProfiles.siteSpaces")(function* (
      reading: Reading,
      organization: string,
      site: string,
      request: PageRequest & DefaultFilter & Shared
    ) {
      return yield* listSiteSpacesOf(yield* Admitted.ofSite(reading, organization, site), request)
    })

    const sharedSiteSpaces = operation("PublishedProfiles.sharedSiteSpaces")(function* (
      organization: string,
      site: string,
      request: PageRequest & DefaultFilter & Shared
    ) {
      return yield* listSiteSpacesOf(yield* openShared(organization, site, request.shareKey), request)
    })

    /** A space that the site of a key shows, as `Spaces.get` shows it to those without a role. */
    const sharedSpace = operation("PublishedProfiles.sharedSpace")(function* (
      id: string,
      shareKey: string | undefined
    ) {
      const hidden = new SpaceNotFound({ id })
      if (shareKey === undefined) return yield* hidden
      const link = yield* Effect.flatMap(links.getBy("digest", { digest: digest(shareKey) }), Effect.fromOption).pipe(
        Effect.mapError(() => hidden)
      )
      const { organization, site } = link.value
      const publication = yield* Effect.mapError(openShared(organization, site, shareKey), () => hidden)
      const placed = listSiteSpaces(publication.seen.shown).find(({ siteSpace }) => siteSpace.space === id)
      return (placed && viewsOf(publication, shareKey).space(placed)) ?? (yield* hidden)
    })

    /** The address of a destination; undefined if the audience does not see it. */
    const urlOf = Effect.fnUntraced(function* (
      publication: Publication,
      destination: Destination,
      shareKey: string | undefined
    ) {
      const { shown, spaces } = publication.seen
      const url = addressOf(publication, shareKey)
      if (destination.kind === "site-section") {
        const section = findSection(shown, destination.siteSectionId)?.section
        return section === undefined ? undefined : `${url}${sectionPath(shown, section)}`
      }
      const placed = findSiteSpace(shown, destination.siteSpaceId)
      const space = placed === undefined ? undefined : spaces.get(placed.siteSpace.space)
      if (placed === undefined || space === undefined) return undefined
      const place = `${url}${siteSpacePath(shown, placed)}`
      if (destination.kind === "site-space") return place
      const stored = yield* base.rootOf(space.id, space.revision)
      const { organization, specs } = publication.seen
      const root = yield* roots.at({ organization: organization.id, root: stored, versions: specs })
      const path = (yield* PagePath.pathsOf(root, [destination.pageId])).get(destination.pageId)
      return path === undefined ? undefined : `${place}${encodePath(path)}`
    })

    /** The redirect of a path; one to what the audience does not see is none. */
    const findRedirect = Effect.fnUntraced(function* (publication: Publication, path: string, shareKey?: string) {
      const site = publication.seen.site.id
      const source = Result.getOrElse(RedirectPath.normalize(path), () => "")
      const notFound = new SiteRedirectNotFound({ redirect: path })
      const { value } = yield* Effect.flatMap(redirects.getBy("source", { site, source }), Effect.fromOption).pipe(
        Effect.mapError(() => notFound)
      )
      const target = yield* urlOf(publication, value.destination, shareKey)
      return target === undefined ? yield* notFound : { redirect: SiteRedirectView.view(value), target }
    })

    const redirect = operation("PublishedProfiles.redirect")(function* (
      reading: Reading,
      organization: string,
      site: string,
      path: string,
      shareKey?: string
    ) {
      return yield* findRedirect(yield* Admitted.ofSite(reading, organization, site), path, shareKey)
    })

    const sharedRedirect = operation("PublishedProfiles.sharedRedirect")(function* (
      organization: string,
      site: string,
      path: string,
      shareKey?: string
    ) {
      return yield* findRedirect(yield* openShared(organization, site, shareKey), path, shareKey)
    })

    return {
      profile,
      structure,
      sharedProfile,
      sharedStructure,
      sections,
      sharedSections,
      sectionGroups,
      siteSpaces,
      sharedSiteSpaces,
      sharedSpace,
      redirect,
      sharedRedirect
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
