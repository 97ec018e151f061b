import { Result } from "effect"
import type { SiteSectionId, SiteSpaceId, SpaceId } from "../../foundation/id/Ids.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import type { MoveInvalid, NothingChanged } from "../../people/placement/Move.ts"
import * as SectionEdits from "./SectionEdits.ts"
import {
  findSection,
  findSiteSpace,
  hasSections,
  limits,
  listSections,
  listSiteSpaces,
  type PlacedSiteSpace,
  type SitePathTaken,
  type SitePosition,
  type SiteSection,
  SiteSectionNotFound,
  SiteSpaceNotFound,
  type SiteStructure,
  SiteTooLarge,
  type SiteVariants,
  type SpaceAlreadyThere
} from "./SiteStructure.ts"

/** A structure after an edit, or why it was refused. */
export type EditResult<E> = Result.Result<SiteStructure, E>

/** Edits the site-spaces of a section, or of the flat site if `section` is null. */
const editVariants = <E>(
  self: SiteStructure,
  section: SiteSectionId | null,
  edit: (variants: SiteVariants) => Result.Result<SiteVariants, E>
): EditResult<E | SiteSectionNotFound> => {
  if (section === null) return Result.map(edit(self.root), (root) => ({ ...self, root }))
  const found = findSection(self, section)
  if (found === undefined) return Result.fail(new SiteSectionNotFound({ id: section }))
  return Result.map(edit(found.section), ({ defaultSiteSpace, siteSpaces }) =>
    SectionEdits.replace(self, { ...found.section, defaultSiteSpace, siteSpaces })
  )
}

/** Adds a space as the last variant of a section; by default of the default section or of the flat site. */
export const addSiteSpace = (
  self: SiteStructure,
  made: { readonly id: SiteSpaceId; readonly space: SpaceId; readonly title: string },
  section: SiteSectionId | null = self.defaultSection
): EditResult<SiteTooLarge | SpaceAlreadyThere | ReferenceNotFound> => {
  if (listSiteSpaces(self).length >= limits.siteSpaces) return Result.fail(new SiteTooLarge({ what: "siteSpaces" }))
  return Result.mapError(
    editVariants(self, section, (variants) => SectionEdits.addVariant(variants, made)),
    (error) =>
      error._tag === "SiteSectionNotFound"
        ? new ReferenceNotFound({ field: "sectionId", id: section ?? "", rule: "must name a section of this site" })
        : error
  )
}

const withSiteSpace = <E>(
  self: SiteStructure,
  id: string,
  edit: (found: PlacedSiteSpace) => EditResult<E>
): EditResult<E | SiteSpaceNotFound> => {
  const found = findSiteSpace(self, id)
  return found === undefined ? Result.fail(new SiteSpaceNotFound({ id })) : edit(found)
}

/** Removes a site-space, and its section with the last one (rule site-last-space). */
export const removeSiteSpace = (self: SiteStructure, id: string): EditResult<SiteSpaceNotFound | SiteSectionNotFound> =>
  withSiteSpace(self, id, ({ section }) =>
    Result.map(
      editVariants(self, section, (variants) => Result.succeed(SectionEdits.removeVariant(variants, id))),
      (next) => (section === null ? next : SectionEdits.dropIfEmpty(next, section))
    )
  )

export const changeSiteSpace = (
  self: SiteStructure,
  id: string,
  changes: SectionEdits.SiteSpaceChange
): EditResult<SiteSpaceNotFound | SiteSectionNotFound | SitePathTaken | SpaceAlreadyThere> =>
  withSiteSpace(self, id, ({ section }) =>
    editVariants(self, section, (variants) => SectionEdits.changeVariant(variants, id, changes))
  )

type MoveFault =
  | SiteSpaceNotFound
  | SiteSectionNotFound
  | MoveInvalid
  | ReferenceNotFound
  | NothingChanged
  | SpaceAlreadyThere
  | SitePathTaken

/**
 * Moves a site space within its section or within the flat site; the default stays the default. Next to a site space of
 * another section, it moves into that section (rule site-order).
 */
export const moveSiteSpace = (
  self: SiteStructure,
  id: string,
  position: SitePosition | undefined
): EditResult<MoveFault> =>
  withSiteSpace(self, id, ({ section, siteSpace }): EditResult<MoveFault> => {
    const neighbor = position && findSiteSpace(self, position.id)
    if (neighbor === undefined || neighbor.section === section) {
      return editVariants(self, section, (variants) => SectionEdits.moveVariant(variants, siteSpace, position))
    }
    return Result.flatMap(removeSiteSpace(self, id), (others) =>
      editVariants(others, neighbor.section, (variants) => SectionEdits.insertVariant(variants, siteSpace, position))
    )
  })

/** Makes a site space the default of a section, or of the flat site (rule site-defaults). */
export const setDefaultSiteSpace = (
  self: SiteStructure,
  section: SiteSectionId | null,
  id: string
): EditResult<ReferenceNotFound | SiteSectionNotFound> =>
  editVariants(self, section, (variants) => {
    const next = SectionEdits.setDefault(variants, id)
    const where = section === null && !hasSections(self) ? "this site" : "the section"
    return next === undefined
      ? Result.fail(
          new ReferenceNotFound({ field: "defaultSiteSpace", id, rule: `must name a site space of ${where}` })
        )
      : Result.succeed(next)
  })

export const setDefaultSection = (self: SiteStructure, id: string): EditResult<ReferenceNotFound> => {
  const found = findSection(self, id)
  return found === undefined
    ? Result.fail(new ReferenceNotFound({ field: "defaultSiteSection", id, rule: "must name a section of this site" }))
    : Result.succeed({ ...self, defaultSection: found.section.id })
}

const mapVariants = (self: SiteStructure, edit: (variants: SiteVariants) => SiteVariants): SiteStructure => {
  const mapSection = (section: SiteSection): SiteSection => ({ ...section, ...edit(section) })
  return {
    ...self,
    root: edit(self.root),
    items: self.items.map((item) =>
      item.kind === "section" ? mapSection(item) : { ...item, sections: item.sections.map(mapSection) }
    )
  }
}

/** Hides the site-spaces of spaces that are deleted, or shows those of restored ones (rule site-deleted-space). */
export const setHidden = (self: SiteStructure, spaces: ReadonlySet<string>, isHidden: boolean): SiteStructure =>
  mapVariants(self, ({ defaultSiteSpace, siteSpaces }) =>
    SectionEdits.setHidden({ defaultSiteSpace, siteSpaces }, spaces, isHidden)
  )

/** Removes the site spaces of permanently deleted spaces. */
export const forgetSpaces = (self: SiteStructure, spaces: ReadonlySet<string>): SiteStructure => {
  const kept = mapVariants(self, ({ defaultSiteSpace, siteSpaces }) =>
    siteSpaces
      .filter(({ space }) => spaces.has(space))
      .reduce<SiteVariants>((variants, { id }) => SectionEdits.removeVariant(variants, id), {
        defaultSiteSpace,
        siteSpaces
      })
  )
  return listSections(kept).reduce((next, { section }) => SectionEdits.dropIfEmpty(next, section.id), kept)
}
