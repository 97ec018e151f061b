import * as ContentRef from "../../content/document/ContentRef.ts"
import type { Customization } from "../../sites/customization/Customization.ts"
import type { Targets } from "../published-page/PublishedPage.ts"
import type * as SiteFrame from "./SiteFrame.ts"
import type { FooterGroup, FrameLink, HeaderItem } from "./SiteFrame.ts"

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
