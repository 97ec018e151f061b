import { Context, Effect, Layer, Option, Result } from "effect"
import * as PagePath from "../../content/tree/PagePath.ts"
import type { ReadingScope } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation, traced } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ComputedRoots } from "../../openapi/computed/ComputedRoots.ts"
import { SiteNotFound, SpaceNotFound } from "../../people/placement/Placement.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import * as AudienceSettings from "../publication/AudienceSettings.ts"
import { AudienceSettingsLookup } from "../publication/AudienceSettingsLookup.ts"
import { type Publication, Publications } from "../publication/Publications.ts"
import { PublishedScripts } from "../publication/PublishedScripts.ts"
import * as SiteRedirect from "../redirect/SiteRedirect.ts"
import { collection as redirectCollection, SiteRedirectNotFound } from "../redirect/SiteRedirect.ts"
import * as ShareKey from "../share-link/ShareKey.ts"
import { collection as linkCollection } from "../share-link/ShareLink.ts"
import { sectionPath, siteSpacePath } from "../site/SiteAddress.ts"
import type { DefaultFilter } from "../site-space/SiteSpaces.ts"
import * as SiteItemPages from "../structure/SiteItemPages.ts"
import {
  findSection,
  findSiteSpace,
  listGroups,
  listSections,
  listSiteSpaces,
  SiteSectionGroupNotFound,
  SiteSectionNotFound,
  SiteSpaceNotFound
} from "../structure/SiteStructure.ts"
import { addressOf, PublishedViews } from "./PublishedViews.ts"
import * as ReadCapability from "./ReadCapability.ts"

const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/")

/** Sites as their audience sees them, for the bearers of content tokens and of share keys (rule publication-profile). */
export class PublishedProfiles extends Context.Service<PublishedProfiles>()("@quire/core/PublishedProfiles", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const publications = yield* Publications
    const scripts = yield* PublishedScripts
    const base = yield* ContentBase
    const roots = yield* ComputedRoots
    const { paged } = yield* Paging
    const { findSettings } = yield* AudienceSettingsLookup
    const redirects = yield* Repository.make(redirectCollection)
    const links = yield* Repository.make(linkCollection)

    /**
     * Runs a read with the share key of its request, if that is the key of an active link: what is shown of the site of
     * the link has the addresses that the key opens (rule share-link-address).
     */
    const withShareKey = Effect.fnUntraced(function* <A, E, R>(key: string | undefined, read: Effect.Effect<A, E, R>) {
      if (key === undefined) return yield* read
      const link = Option.getOrUndefined(yield* links.getBy("digest", { digest: digest(key) }))?.value
      if (link?.active !== true) return yield* read
      return yield* Effect.provideService(read, ShareKey.CurrentShareKey, {
        organization: link.organization,
        site: link.site,
        key
      })
    })

    const viewsOf = (publication: Publication) =>
      Effect.map(
        ShareKey.ofSite(publication.seen.site.id),
        (shareKey) => new PublishedViews(publication, { ...addresses, shareKey })
      )

    /** A published site for callers without a role: a public one, or one that the key of the request opens. */
    const openOutward = Effect.fnUntraced(function* (organization: string, site: string) {
      const hidden = () => new SiteNotFound({ id: site })
      const shareKey = yield* ShareKey.ofSite(site)
      const request = shareKey === undefined ? {} : { shareKey }
      const publication = yield* Effect.mapError(publications.open({ _tag: "Site", site }, request), hidden)
      return publication.seen.organization.id === organization ? publication : yield* hidden()
    })

    /** A shared site opened by the share key of the request; without one, there is none. */
    const openShared = Effect.fnUntraced(function* (organization: string, site: string) {
      const hidden = () => new SiteNotFound({ id: site })
      if ((yield* ShareKey.ofSite(site)) === undefined) return yield* hidden()
      const publication = yield* openOutward(organization, site)
      return publication.seen.audience.shareLink === undefined ? yield* hidden() : publication
    })

    /** A read of a site for bearers of content tokens, under the name of the operation. */
    const forReaders =
      <Args extends ReadonlyArray<unknown>, A, E, R>(
        name: string,
        read: (publication: Publication, ...args: Args) => Effect.Effect<A, E, R>
      ) =>
      (reading: ReadingScope, organization: string, site: string, ...args: Args) =>
        Effect.flatMap(ReadCapability.ofSite(reading, organization, site), (publication) =>
          read(publication, ...args)
        ).pipe(traced(name))

    /** The same for those whose share key opens the site (rules share-link-active and share-link-space). */
    const forShared =
      <Args extends ReadonlyArray<unknown>, A, E, R>(
        name: string,
        read: (publication: Publication, ...args: Args) => Effect.Effect<A, E, R>
      ) =>
      (organization: string, site: string, ...args: Args) =>
        Effect.flatMap(openShared(organization, site), (publication) => read(publication, ...args)).pipe(traced(name))

    const profileOf = Effect.fnUntraced(function* (publication: Publication) {
      const views = yield* viewsOf(publication)
      const { first } = publication.seen.structure
      const { seeing } = yield* findSettings(publication, { section: first, siteSpace: first.first }, views.settings())
      const embedded = yield* scripts.ofSite(publication.seen.site)
      return views.profile((settings) => AudienceSettings.cut(seeing, settings), embedded)
    })

    const profile = forReaders("PublishedProfiles.profile", profileOf)

    const structureOf = (publication: Publication) => Effect.map(viewsOf(publication), (views) => views.structure())

    const structure = forReaders("PublishedProfiles.structure", structureOf)

    /** The same for callers without a role (rules publication-profile-open and share-link-active). */
    const outwardProfile = operation("PublishedProfiles.outwardProfile")(function* (
      organization: string,
      site: string
    ) {
      return yield* profileOf(yield* openOutward(organization, site))
    })

    const sharedStructure = forShared("PublishedProfiles.sharedStructure", structureOf)

    const listSectionsOf = (publication: Publication, request: PageRequest) =>
      paged({
        ...SiteItemPages.source(listSections(publication.seen.shown), ({ section }) => section.id),
        list: "published.sections",
        filters: [publication.seen.site.id],
        request,
        view: (placed) => Effect.map(viewsOf(publication), (views) => views.sections(placed))
      })

    const sections = forReaders("PublishedProfiles.sections", listSectionsOf)

    const sharedSections = forShared("PublishedProfiles.sharedSections", listSectionsOf)

    const listSectionGroupsOf = (publication: Publication, request: PageRequest) =>
      paged({
        ...SiteItemPages.source(listGroups(publication.seen.shown), ({ id }) => id),
        list: "published.sectionGroups",
        filters: [publication.seen.site.id],
        request,
        view: (groups) => Effect.map(viewsOf(publication), (views) => views.groups(groups))
      })

    const sectionGroups = forReaders("PublishedProfiles.sectionGroups", listSectionGroupsOf)

    const listSiteSpacesOf = (
      publication: Publication,
      { default: isDefault, ...request }: PageRequest & DefaultFilter
    ) => {
      const placed = listSiteSpaces(publication.seen.shown).filter(
        (each) => isDefault === undefined || each.isDefault === isDefault
      )
      return paged({
        ...SiteItemPages.source(placed, ({ siteSpace }) => siteSpace.id),
        list: "published.siteSpaces",
        filters: [publication.seen.site.id, isDefault ?? null],
        request,
        view: (shown) => Effect.map(viewsOf(publication), (views) => views.siteSpaces(shown))
      })
    }

    const siteSpaces = forReaders("PublishedProfiles.siteSpaces", listSiteSpacesOf)

    const sharedSiteSpaces = forShared("PublishedProfiles.sharedSiteSpaces", listSiteSpacesOf)

    const sectionOf = Effect.fnUntraced(function* (publication: Publication, id: string) {
      const placed = listSections(publication.seen.shown).filter(({ section }) => section.id === id)
      const [view] = (yield* viewsOf(publication)).sections(placed)
      return view ?? (yield* new SiteSectionNotFound({ id }))
    })

    const section = forReaders("PublishedProfiles.section", sectionOf)

    const sharedSection = forShared("PublishedProfiles.sharedSection", sectionOf)

    const siteSpaceOf = Effect.fnUntraced(function* (publication: Publication, id: string) {
      const placed = listSiteSpaces(publication.seen.shown).filter(({ siteSpace }) => siteSpace.id === id)
      const [view] = (yield* viewsOf(publication)).siteSpaces(placed)
      return view ?? (yield* new SiteSpaceNotFound({ id }))
    })

    const siteSpace = forReaders("PublishedProfiles.siteSpace", siteSpaceOf)

    const sharedSiteSpace = forShared("PublishedProfiles.sharedSiteSpace", siteSpaceOf)

    const sectionGroupOf = Effect.fnUntraced(function* (publication: Publication, id: string) {
      const found = listGroups(publication.seen.shown).filter((group) => group.id === id)
      const [view] = (yield* viewsOf(publication)).groups(found)
      return view ?? (yield* new SiteSectionGroupNotFound({ id }))
    })

    const sectionGroup = forReaders("PublishedProfiles.sectionGroup", sectionGroupOf)

    /** A space that the site of a key shows, as `Spaces.get` shows it to those without a role. */
    const sharedSpace = operation("PublishedProfiles.sharedSpace")(function* (id: string) {
      const hidden = () => new SpaceNotFound({ id })
      const shared = yield* ShareKey.CurrentShareKey
      if (shared === undefined) return yield* hidden()
      const publication = yield* Effect.mapError(openShared(shared.organization, shared.site), hidden)
      const placed = listSiteSpaces(publication.seen.shown).find(({ siteSpace }) => siteSpace.space === id)
      return (placed && (yield* viewsOf(publication)).space(placed)) ?? (yield* hidden())
    })

    /** The address of a destination; undefined if the audience does not see it. */
    const urlOf = Effect.fnUntraced(function* (publication: Publication, destination: SiteRedirect.Destination) {
      const { shown, site, spaces } = publication.seen
      const url = addressOf(publication, yield* ShareKey.ofSite(site.id))
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
    const findRedirect = Effect.fnUntraced(function* (publication: Publication, path: string) {
      const site = publication.seen.site.id
      const source = Result.getOrElse(SiteRedirect.normalize(path), () => "")
      const notFound = () => new SiteRedirectNotFound({ redirect: path })
      const { value } = yield* Effect.flatMap(redirects.getBy("source", { site, source }), Effect.fromOption).pipe(
        Effect.mapError(notFound)
      )
      const target = yield* urlOf(publication, value.destination)
      return target === undefined ? yield* notFound() : { redirect: SiteRedirect.view(value), target }
    })

    const redirect = forReaders("PublishedProfiles.redirect", findRedirect)

    const sharedRedirect = forShared("PublishedProfiles.sharedRedirect", findRedirect)

    return {
      withShareKey,
      profile,
      structure,
      outwardProfile,
      sharedStructure,
      sections,
      sharedSections,
      section,
      sharedSection,
      sectionGroups,
      sectionGroup,
      siteSpaces,
      sharedSiteSpaces,
      siteSpace,
      sharedSiteSpace,
      sharedSpace,
      redirect,
      sharedRedirect
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      AudienceSettingsLookup.layer,
      ComputedRoots.layer,
      ContentBase.layer,
      Paging.layer,
      Publications.layer
    ])
  )
}
