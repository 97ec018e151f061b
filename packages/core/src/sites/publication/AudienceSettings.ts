import type { ContentRef } from "../../content/document/ContentRef.ts"
import type { Customization } from "../customization/Customization.ts"

/** The targets in settings that an audience can see. */
export interface AudienceVisibility {
  /** Whether the condition of a link lets it be seen. */
  readonly holds: (condition: string | undefined) => boolean
  readonly leads: (ref: ContentRef) => boolean
  /** Whether an image is elsewhere, or a file of a space that the audience sees. */
  readonly shows: (url: string) => boolean
}

type Header = Customization["header"]
type Footer = Customization["footer"]
type Pair = NonNullable<Header["logo"]>

const showsPair = ({ shows }: AudienceVisibility, pair: Pair | undefined): pair is Pair =>
  pair !== undefined && shows(pair.light) && shows(pair.dark)

const cutLink =
  ({ leads }: AudienceVisibility) =>
  ({ condition: _, ...item }: Header["links"][number]): Header["links"] => {
    const links = item.links.filter(({ to }) => leads(to))
    const to = item.to !== null && leads(item.to) ? item.to : null
    const isText = item.to === null && item.links.length === 0
    return to === null && links.length === 0 && !isText ? [] : [{ ...item, to, links }]
  }

const cutHeader = (seeing: AudienceVisibility, { logo, ...header }: Header): Header => ({
  ...header,
  ...(showsPair(seeing, logo) ? { logo } : {}),
  links: header.links.filter(({ condition }) => seeing.holds(condition)).flatMap(cutLink(seeing))
})

const cutFooter = (seeing: AudienceVisibility, { logo, ...footer }: Footer): Footer => ({
  ...footer,
  ...(showsPair(seeing, logo) ? { logo } : {}),
  groups: footer.groups.flatMap((group) => {
    const links = group.links.filter(({ to }) => seeing.leads(to))
    return links.length === 0 && group.links.length > 0 ? [] : [{ ...group, links }]
  })
})

const cutAnnouncement = (
  { leads }: AudienceVisibility,
  { announcement }: Customization
): Pick<Customization, "announcement"> => {
  if (announcement?.enabled !== true) return {}
  const { link, ...rest } = announcement
  return { announcement: link !== undefined && leads(link.to) ? announcement : rest }
}

/**
 * Settings without what an audience does not see (rules customization-images and customization-links): the conditions of
 * links go, and an announcement that is off.
 */
export const cut = (seeing: AudienceVisibility, settings: Customization): Customization => {
  const { announcement: _, favicon, footer, header, socialPreview, ...rest } = settings
  const { icon, ...emoji } = favicon
  const { url } = socialPreview
  return {
    ...rest,
    ...cutAnnouncement(seeing, settings),
    favicon: { ...emoji, ...(showsPair(seeing, icon) ? { icon } : {}) },
    header: cutHeader(seeing, header),
    footer: cutFooter(seeing, footer),
    socialPreview: url !== undefined && seeing.shows(url) ? socialPreview : {}
  }
}
