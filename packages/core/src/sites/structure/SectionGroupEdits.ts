import { Result } from "effect"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import type { MoveInvalid, NothingChanged } from "../../people/placement/Move.ts"
import * as SectionEdits from "./SectionEdits.ts"
import * as SiteStructure from "./SiteStructure.ts"
import {
  findSection,
  limits,
  listGroups,
  SectionRepeated,
  type SiteItem,
  type SiteSectionGroup,
  SiteSectionGroupNotFound,
  SiteTooLarge
} from "./SiteStructure.ts"

type Edited<E> = Result.Result<SiteStructure.SiteStructure, E>

const findGroup = (self: SiteStructure.SiteStructure, id: string) => listGroups(self).find((group) => group.id === id)

const withGroup = <E>(
  self: SiteStructure.SiteStructure,
  id: string,
  edit: (group: SiteSectionGroup) => Edited<E>
): Edited<E | SiteSectionGroupNotFound> => {
  const found = findGroup(self, id)
  return found === undefined ? Result.fail(new SiteSectionGroupNotFound({ id })) : edit(found)
}

const replaceGroup = (
  self: SiteStructure.SiteStructure,
  id: string,
  by: ReadonlyArray<SiteItem>
): SiteStructure.SiteStructure => ({
  ...self,
  items: self.items.flatMap((item) => (item.id === id ? by : [item]))
})

/** Adds a group at the end of the site; the sections are removed from their positions and added in the given order. */
export const add = (
  self: SiteStructure.SiteStructure,
  made: Pick<SiteSectionGroup, "id" | "title" | "icon">,
  sections: ReadonlyArray<string>
): Edited<ReferenceNotFound | SectionRepeated | SiteTooLarge> => {
  if (listGroups(self).length >= limits.groups) return Result.fail(new SiteTooLarge({ what: "groups" }))
  const rule = "must name a section of this site, each once"
  for (const [at, id] of sections.entries()) {
    const field = `sections.${at}`
    if (findSection(self, id) === undefined) return Result.fail(new ReferenceNotFound({ field, id, rule }))
    if (sections.indexOf(id) !== at) return Result.fail(new SectionRepeated({ field, rule }))
  }
  const group: SiteSectionGroup = { kind: "group", ...made, sections: [] }
  const start: SiteStructure.SiteStructure = { ...self, items: [...self.items, group] }
  return Result.succeed(
    sections.reduce((next, id) => {
      const found = findSection(next, id)
      return found === undefined ? next : SectionEdits.moveIntoGroup(next, group.id, found.section)
    }, start)
  )
}

/** Deletes a group; its sections take its position (rule site-groups). */
export const remove = (self: SiteStructure.SiteStructure, id: string): Edited<SiteSectionGroupNotFound> =>
  withGroup(self, id, ({ sections }) => Result.succeed(replaceGroup(self, id, sections)))

export const change = (
  self: SiteStructure.SiteStructure,
  id: string,
  { icon, title }: { readonly title?: string | undefined; readonly icon?: string | null | undefined }
): Edited<SiteSectionGroupNotFound> =>
  withGroup(self, id, (group) =>
    Result.succeed(
      replaceGroup(self, id, [{ ...group, title: title ?? group.title, icon: icon === undefined ? group.icon : icon }])
    )
  )

/**
 * Appends a section to the group and removes it from any other group; a section that is already in the group stays
 * where it is (rule site-groups).
 */
export const addSection = (
  self: SiteStructure.SiteStructure,
  id: string,
  section: string
): Edited<SiteSectionGroupNotFound | ReferenceNotFound> =>
  withGroup(self, id, () => {
    const found = findSection(self, section)
    if (found === undefined) {
      return Result.fail(
        new ReferenceNotFound({ field: "sectionId", id: section, rule: "must name a section of this site" })
      )
    }
    return Result.succeed(found.group === id ? self : SectionEdits.moveIntoGroup(self, id, found.section))
  })

/**
 * Removes a section from the group and places it directly after the group; no effect for a section that is not in it.
 */
export const removeSection = (
  self: SiteStructure.SiteStructure,
  id: string,
  section: string
): Edited<SiteSectionGroupNotFound> =>
  withGroup(self, id, (group) => {
    const found = group.sections.find((each) => each.id === section)
    if (found === undefined) return Result.succeed(self)
    const sections = group.sections.filter((each) => each !== found)
    return Result.succeed(replaceGroup(self, id, [{ ...group, sections }, found]))
  })

/** Moves a group next to another one or next to a section that is in no group, or to the end (rule site-order). */
export const move = (
  self: SiteStructure.SiteStructure,
  id: string,
  position: SiteStructure.SitePosition | undefined
): Edited<SiteSectionGroupNotFound | MoveInvalid | ReferenceNotFound | NothingChanged> =>
  withGroup(self, id, (group) =>
    Result.map(SiteStructure.move<SiteItem>(self.items, group, position), (items) => ({ ...self, items }))
  )
