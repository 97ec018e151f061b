import * as ContentRef from "../../content/document/ContentRef.ts"
import type { Customization } from "../../sites/customization/Customization.ts"
import type { Targets } from "../page/PublishedPage.ts"
import type { Publication } from "../publication/Publications.ts"
import type { Announcement, FooterGroup, FrameLink, HeaderItem } from "./SiteFrame.ts"

interface Link {
  readonly title: string
  readonly to: ContentRef.ContentRef
}

/** Where a reference leads, if the audience sees that. */
const leadsTo = (ref: ContentRef.ContentRef, targets: Targets) => {
  if (ref.kind === "url") return { url: ref.url }
  const key = ContentRef.toUrl(ref)
  const found = Object.hasOwn(targets, key) ? targets[key] : undefined
  return found && { path: found.path }
}

const seeLink = ({ title, to }: Link, targets: Targets): FrameLink | undefined => {
  const found = leadsTo(to, targets)
  return found && { title, ...found }
}

const seeLinks = (links: ReadonlyArray<Link>, targets: Targets): ReadonlyArray<FrameLink> =>
  links.flatMap((link) => seeLink(link, targets) ?? [])

/** Every reference in the settings. */
export const listRefs = ({ announcement, footer, header }: Customization): ReadonlyArray<ContentRef.ContentRef> => [
  ...header.links.flatMap(({ links, to }) => [...(to === null ? [] : [to]), ...links.map((link) => link.to)]),
  ...footer.groups.flatMap(({ links }) => links.map((link) => link.to)),
  ...(announcement?.link === undefined ? [] : [announcement.link.to])
]

/** The entries of the header whose conditions hold and that lead anywhere (rule frame-links). */
export const seeHeader = (
  { seen }: Publication,
  { header }: Customization,
  targets: Targets
): ReadonlyArray<HeaderItem> =>
  header.links.flatMap((item): ReadonlyArray<HeaderItem> => {
    if (item.condition !== undefined && !seen.conditions.holds(item.condition)) return []
    const leads = item.to === null ? undefined : leadsTo(item.to, targets)
    const links = seeLinks(item.links, targets)
    if (leads === undefined && links.length === 0) return []
    return [{ title: item.title, style: item.style ?? "link", ...leads, links }]
  })

/** The groups of the footer without links to what is not seen; a group that has none is left out. */
export const seeFooter = ({ footer }: Customization, targets: Targets): ReadonlyArray<FooterGroup> =>
  footer.groups.flatMap(({ links, title }) => {
    const shown = seeLinks(links, targets)
    return shown.length === 0 ? [] : [{ title, links: shown }]
  })

export const seeAnnouncement = (
  { announcement }: Customization,
  targets: Targets
): { readonly announcement?: Announcement } => {
  if (announcement === undefined || !announcement.enabled) return {}
  const { message, style } = announcement
  const link = announcement.link === undefined ? undefined : seeLink(announcement.link, targets)
  return { announcement: { message, style, ...(link === undefined ? {} : { link }) } }
}
