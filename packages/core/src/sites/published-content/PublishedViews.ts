import type { Urls } from "../../foundation/operation/Addresses.ts"
import * as Space from "../../spaces/space/Space.ts"
import type { Customization } from "../customization/Customization.ts"
import * as Customizations from "../customization/Customizations.ts"
import type { Publication } from "../publication/Publications.ts"
import type { PublishedSiteView } from "../publication/PublishedSites.ts"
import * as Site from "../site/Site.ts"
import { sharedUrl, siteSpacePath } from "../site/SiteAddress.ts"
import * as SiteSection from "../site-section/SiteSection.ts"
import * as SiteSectionGroup from "../site-section-group/SiteSectionGroup.ts"
import * as SiteSpace from "../site-space/SiteSpace.ts"
import type { ShownSite } from "../structure/ShownSite.ts"
import type * as SiteStructure from "../structure/SiteStructure.ts"
import {
  hasSections,
  listGroups,
  listSections,
  listSiteSpaces,
  type PlacedSection
} from "../structure/SiteStructure.ts"
import type { SiteStructureView } from "../structure/SiteStructureViews.ts"

interface From extends Urls {
  /** The key of an active link of the site that came with the request. */
  readonly shareKey?: string | undefined
}

/** Public address of the site for this audience; ends with a slash. */
export const addressOf = ({ seen }: Publication, shareKey: string | undefined): string =>
  shareKey === undefined || seen.audience.visibility !== "share-link" ? seen.url : sharedUrl(seen.url, shareKey)

/** The site and its items, as an audience sees them (rule publication-profile). */
export class PublishedViews {
  readonly #publication: Publication
  readonly #from: From
  readonly #shown: ShownSite

  constructor(publication: Publication, from: From) {
    const { organization, shown, site } = publication.seen
    this.#publication = publication
    this.#from = from
    this.#shown = {
      structure: shown,
      location: `${from.base}/v1/orgs/${organization.id}/sites/${site.id}`,
      published: addressOf(publication, from.shareKey)
    }
  }

  site(): Site.SiteView {
    const { organization, shown, site } = this.#publication.seen
    const counted = { ...site, siteSpaces: listSiteSpaces(shown).length }
    const view = Site.view({ ...this.#from, organization, site: counted })
    const { published } = this.#shown
    return { ...view, urls: { ...view.urls, ...(published === undefined ? {} : { published }) } }
  }

  /** The space of a site-space; undefined once it is deleted. */
  space(placed: SiteStructure.PlacedSiteSpace): Space.SpaceView | undefined {
    const { audience, shown, spaces } = this.#publication.seen
    const space = spaces.get(placed.siteSpace.space)
    if (space === undefined) return undefined
    const url = `${this.#shown.published}${siteSpacePath(shown, placed)}`
    return Space.outwardView(space, { ...this.#from, published: { visibility: audience.visibility, url } })
  }

  siteSpaces(placed: ReadonlyArray<SiteStructure.PlacedSiteSpace>): ReadonlyArray<SiteSpace.SiteSpaceView> {
    return placed.flatMap((each) => {
      const space = this.space(each)
      return space === undefined ? [] : [SiteSpace.view(this.#shown, each, space)]
    })
  }

  sections(placed: ReadonlyArray<PlacedSection>): ReadonlyArray<SiteSection.SiteSectionView> {
    const all = listSiteSpaces(this.#shown.structure)
    return placed.map((each) => {
      const inside = all.filter(({ section }) => section === each.section.id)
      return SiteSection.view(this.#shown, each, this.siteSpaces(inside))
    })
  }

  groups(groups: ReadonlyArray<SiteStructure.SiteSectionGroup>): ReadonlyArray<SiteSectionGroup.SiteSectionGroupView> {
    return groups.map((group) => {
      const inside = group.sections.map((section): PlacedSection => ({ section, group: group.id }))
      return SiteSectionGroup.view(group, this.sections(inside))
    })
  }

  structure(): SiteStructureView {
    const { structure } = this.#shown
    if (!hasSections(structure)) return { type: "siteSpaces", structure: this.siteSpaces(listSiteSpaces(structure)) }
    const groupOf = new Map(this.groups(listGroups(structure)).map((view) => [view.id, view]))
    const single = listSections(structure).filter(({ group }) => group === null)
    const sectionOf = new Map(this.sections(single).map((view) => [view.id, view]))
    const views = structure.items.flatMap((item) => {
      const view = item.kind === "group" ? groupOf.get(item.id) : sectionOf.get(item.id)
      return view === undefined ? [] : [view]
    })
    return { type: "sections", structure: views }
  }

  /** All effective settings of the site and its spaces, whether or not they are filtered for the audience. */
  settings(): ReadonlyArray<Customization> {
    const { customization, customizationOf, shown } = this.#publication.seen
    return [customization, ...listSiteSpaces(shown).map(({ siteSpace: { id } }) => customizationOf(id))]
  }

  /** `cut` removes what the audience cannot see from settings. */
  profile(cut: (settings: Customization) => Customization, scripts: PublishedSiteView["scripts"]): PublishedSiteView {
    const { customization, customizationOf, shown } = this.#publication.seen
    return {
      object: "published-content-site",
      site: this.site(),
      structure: this.structure(),
      customizations: {
        site: Customizations.view(cut(customization)),
        siteSpaces: Object.fromEntries(
          listSiteSpaces(shown).map(({ siteSpace: { id } }) => [id, Customizations.view(cut(customizationOf(id)))])
        )
      },
      scripts
    }
  }
}
