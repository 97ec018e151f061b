import type { SiteItem, SiteSection } from "../../sites/structure/SiteStructure.ts"
import type { Publication } from "../publication/Publications.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"
import type { SectionMenu, SectionTab } from "./SiteFrame.ts"

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
export const list = (
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
