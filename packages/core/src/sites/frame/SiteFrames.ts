import { Context, Effect, Layer } from "effect"
import * as ContentRef from "../../content/document/ContentRef.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Language from "../../foundation/text/Language.ts"
import * as ChangeRequest from "../../spaces/change-request/ChangeRequest.ts"
import type { Customization } from "../customization/Customization.ts"
import type { Publication } from "../publication/Publications.ts"
import { PublishedSettings } from "../publication/PublishedSettings.ts"
import type { Targets } from "../published-page/PublishedPage.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"
import { isPublished } from "../site/Site.ts"
import type { SiteItem, SiteSection } from "../structure/SiteStructure.ts"
import type * as SiteFrame from "./SiteFrame.ts"
import type { FooterGroup, FrameLink, HeaderItem, PreviewNotice, SectionMenu, SectionTab } from "./SiteFrame.ts"

interface Link {
  readonly title: string
  readonly to: ContentRef.ContentRef
}

const leadsTo = (ref: ContentRef.ContentRef, targets: Targets) => {
  if (ref.kind === "url") return { url: ref.url }
  const key = ContentRef.toUrl(ref)
  const found = Object.hasOwn(targets, key) ? targets[key] : undefined
  return found && { path: found.path }
}

const linkTo = ({ title, to }: Link, targets: Targets): FrameLink | undefined => {
  const found = leadsTo(to, targets)
  return found && { title, ...found }
}

const listLinks = (links: ReadonlyArray<Link>, targets: Targets): ReadonlyArray<FrameLink> =>
  links.flatMap((link) => linkTo(link, targets) ?? [])

/** The entries of the header, in order. */
export const listHeader = ({ header }: Customization, targets: Targets): ReadonlyArray<HeaderItem> =>
  header.links.map(({ links, style = "link", title, to }) => ({
    title,
    style,
    ...(to === null ? undefined : leadsTo(to, targets)),
    links: listLinks(links, targets)
  }))

export const listFooter = ({ footer }: Customization, targets: Targets): ReadonlyArray<FooterGroup> =>
  footer.groups.map(({ links, title }) => ({ title, links: listLinks(links, targets) }))

export const describeAnnouncement = (
  { announcement }: Customization,
  targets: Targets
): { readonly announcement?: SiteFrame.Announcement } => {
  if (announcement === undefined) return {}
  const { message, style } = announcement
  const link = announcement.link === undefined ? undefined : linkTo(announcement.link, targets)
  return { announcement: { message, style, ...(link === undefined ? {} : { link }) } }
}

const iconOf = (icon: string | null) => (icon === null ? {} : { icon })

const listTabs = (
  publication: Publication,
  sections: ReadonlyArray<SiteSection>,
  current: string | undefined
): ReadonlyArray<SectionTab> =>
  sections.flatMap(({ description, icon, id, title }): ReadonlyArray<SectionTab> => {
    const section = publication.seen.structure.sections.find((each) => each.section?.id === id)
    if (section === undefined) return []
    const path = SitePlaces.addressOf(publication, { section, siteSpace: section.first })
    const described = description === null ? {} : { description }
    return [{ kind: "section", id, title, path, ...described, ...iconOf(icon), isCurrent: id === current }]
  })

/** The visible sections, in order and in their groups; empty if there is only one. */
export const sectionTabs = (
  publication: Publication,
  current: string | undefined
): ReadonlyArray<SectionTab | SectionMenu> => {
  const { shown, structure } = publication.seen
  if (structure.sections.length < 2) return []
  return shown.items.flatMap((item: SiteItem): ReadonlyArray<SectionTab | SectionMenu> => {
    if (item.kind === "section") return listTabs(publication, [item], current)
    const sections = listTabs(publication, item.sections, current)
    const isCurrent = sections.some((section) => section.isCurrent)
    return sections.length === 0
      ? []
      : [{ kind: "group", id: item.id, title: item.title, ...iconOf(item.icon), sections, isCurrent }]
  })
}

/** The languages of the visible spaces that are translated, or translations. */
const describeLanguages = (publication: Publication): Pick<SiteFrame.SiteFrame, "languages"> => {
  const { spaces } = publication.seen
  const codes = SitePlaces.list(publication).flatMap(
    ({ siteSpace }) => spaces.get(siteSpace.space)?.translation?.language ?? []
  )
  const languages = Array.from(new Set(codes), (code) => ({ code, tag: Language.tagOf(code) }))
  return languages.length < 2 ? {} : { languages }
}

const noticeOf = ({ seen: { changeRequest, site, url } }: Publication, app: string): PreviewNotice => ({
  ...(changeRequest === undefined
    ? {}
    : {
        changeRequest: {
          number: changeRequest.number,
          subject: changeRequest.subject,
          url: ChangeRequest.appUrlOf(app, changeRequest)
        }
      }),
  ...(isPublished(site) && site.visibility !== "share-link" ? { publishedUrl: url } : {})
})

/** Builds the frames around the pages of publications. */
export class SiteFrames extends Context.Service<SiteFrames>()("@quire/core/SiteFrames", {
  make: Effect.gen(function* () {
    const { app } = yield* Addresses
    const settings = yield* PublishedSettings

    /** The frame of the pages of a place; one of another publication is a defect (rules frame-sections and customization-links). */
    const read = operation("SiteFrames.read")(function* (publication: Publication, place: SitePlaces.SitePlace) {
      const { audience, site, url } = publication.seen
      const read = Effect.orDie(settings.read(publication, place.siteSpace.id))
      const { images, references, settings: seen } = yield* read
      return {
        title: seen.title ?? site.title,
        url,
        customization: seen,
        images,
        tabs: sectionTabs(publication, place.section.section?.id),
        ...describeLanguages(publication),
        header: listHeader(seen, references),
        footer: listFooter(seen, references),
        ...describeAnnouncement(seen, references),
        ...(audience.preview === undefined ? {} : { preview: noticeOf(publication, app) })
      } satisfies SiteFrame.SiteFrame
    })

    return { read } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(PublishedSettings.layer))
}
