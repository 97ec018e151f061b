import type { SiteSectionGroupId } from "../../foundation/id/Ids.ts"
import {
  listSections,
  type SiteItem,
  type SiteSection,
  type SiteSpace,
  type SiteStructure,
  type SiteVariants
} from "../structure/SiteStructure.ts"

/** The site-spaces of a section that an audience sees; there is at least one. */
export interface VisibleVariants {
  readonly siteSpaces: ReadonlyArray<SiteSpace>
  /** The default item, or the first one if the default is hidden (rule publication-default). */
  readonly first: SiteSpace
}

/** A section that an audience sees; `section` is null for the site-spaces of a flat site. */
export interface VisibleSection extends VisibleVariants {
  readonly section: SiteSection | null
  readonly group: SiteSectionGroupId | null
}

/** The part of a site's structure that an audience can see, in order; there is at least one section. */
export interface VisibleStructure {
  readonly sections: ReadonlyArray<VisibleSection>
  readonly first: VisibleSection
}

/** Whether an audience passes a condition; null admits everyone. */
export type Passes = (condition: string | null) => boolean

/** Spaces that are hidden regardless of the conditions of their site spaces. */
export type Withheld = ReadonlySet<string>

const seeVariants = (
  { defaultSiteSpace, siteSpaces }: SiteVariants,
  passes: Passes,
  withheld: Withheld
): VisibleVariants | undefined => {
  const visible = siteSpaces.filter(
    ({ condition, isHidden, space }) => !isHidden && !withheld.has(space) && passes(condition)
  )
  const first = visible.find(({ id }) => id === defaultSiteSpace) ?? visible[0]
  return first && { siteSpaces: visible, first }
}

/**
 * The part of a structure that an audience can see; undefined if that is nothing. A section without a visible site
 * space is hidden like one whose condition fails (rule publication-structure).
 */
export const make = (
  structure: SiteStructure,
  passes: Passes,
  withheld: Withheld = new Set()
): VisibleStructure | undefined => {
  const root = seeVariants(structure.root, passes, withheld)
  const flat: ReadonlyArray<VisibleSection> = root === undefined ? [] : [{ ...root, section: null, group: null }]
  const sectioned = listSections(structure).flatMap(({ group, section }): ReadonlyArray<VisibleSection> => {
    const variants = passes(section.condition) ? seeVariants(section, passes, withheld) : undefined
    return variants === undefined ? [] : [{ ...variants, section, group }]
  })
  const sections = [...flat, ...sectioned]
  const first = sections.find(({ section }) => section?.id === structure.defaultSection) ?? sections[0]
  return first && { sections, first }
}

/** Conditions and former paths would reveal content that an audience does not see. */
const plain = { condition: null, formerPaths: [] } as const

const cutVariants = ({ first, siteSpaces }: VisibleVariants): SiteVariants => ({
  siteSpaces: siteSpaces.map((each) => ({ ...each, ...plain })),
  defaultSiteSpace: first.id
})

/**
 * The part of a structure that an audience can see, as a complete structure: groups without a visible section are
 * omitted.
 */
export const cut = (structure: SiteStructure, { first, sections }: VisibleStructure): SiteStructure => {
  const seen = new Map(sections.flatMap((each) => (each.section === null ? [] : [[each.section.id, each] as const])))
  const cutSections = (given: ReadonlyArray<SiteSection>): ReadonlyArray<SiteSection> =>
    given.flatMap((section) => {
      const found = seen.get(section.id)
      return found === undefined ? [] : [{ ...section, ...plain, ...cutVariants(found) }]
    })
  const flat = sections.find(({ section }) => section === null)
  return {
    ...structure,
    root: flat === undefined ? { siteSpaces: [], defaultSiteSpace: null } : cutVariants(flat),
    items: structure.items.flatMap((item): ReadonlyArray<SiteItem> => {
      if (item.kind === "section") return cutSections([item])
      const inside = cutSections(item.sections)
      return inside.length === 0 ? [] : [{ ...item, sections: inside }]
    }),
    defaultSection: first.section?.id ?? null
  }
}
