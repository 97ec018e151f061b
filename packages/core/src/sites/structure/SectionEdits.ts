import { Result } from "effect"
import type { SiteSectionId, SiteSpaceId, SpaceId } from "../../foundation/id/Ids.ts"
import type { ReferenceNotFound } from "../../people/access/Access.ts"
import type { MoveInvalid, NothingChanged } from "../../people/placement/Move.ts"
import * as SitePaths from "./SitePaths.ts"
import * as SiteStructure from "./SiteStructure.ts"
import {
  findSection,
  hasSections,
  limits,
  listSections,
  listSiteSpaces,
  type SiteItem,
  SitePathTaken,
  type SiteSection,
  SiteSectionNotFound,
  type SiteSpace,
  SiteSpaceNotFound,
  SiteTooLarge,
  type SiteVariants,
  SpaceAlreadyThere
} from "./SiteStructure.ts"

type Ids = { readonly id: SiteSpace["id"] }

/** The values that an edit of a site space sets. */
export interface SiteSpaceChange {
  readonly path?: string | undefined
  readonly condition?: string | null | undefined
  readonly space?: SpaceId | undefined
}

/**
 * The default among these: the one that was, if it still shows, else the next that shows, counted from where the
 * default stood (rule site-defaults).
 */
const chooseDefault = (siteSpaces: ReadonlyArray<SiteSpace>, former: SiteSpace["id"] | null, stood: number) => {
  const isThere = siteSpaces.find(({ id }) => id === former)
  if (isThere?.isHidden === false) return isThere.id
  const fromThere = [...siteSpaces.slice(stood), ...siteSpaces.slice(0, stood)]
  return (fromThere.find(({ isHidden }) => !isHidden) ?? isThere ?? siteSpaces[0])?.id ?? null
}

const withSiteSpaces = (self: SiteVariants, siteSpaces: ReadonlyArray<SiteSpace>): SiteVariants => {
  const stood = self.siteSpaces.findIndex(({ id }) => id === self.defaultSiteSpace)
  return { siteSpaces, defaultSiteSpace: chooseDefault(siteSpaces, self.defaultSiteSpace, Math.max(0, stood)) }
}

/** Adds a site-space at the end; its path follows from the title of its space (rule site-path). */
export const addVariant = (
  self: SiteVariants,
  { id, space, title }: Ids & { readonly space: SpaceId; readonly title: string }
): Result.Result<SiteVariants, SpaceAlreadyThere> => {
  if (self.siteSpaces.some((each) => each.space === space)) return Result.fail(new SpaceAlreadyThere({ space }))
  const path = SitePaths.makePath(title, self.siteSpaces, "space")
  const made: SiteSpace = { id, space, path, formerPaths: [], condition: null, isHidden: false }
  return Result.succeed(withSiteSpaces(self, [...self.siteSpaces, made]))
}

export const removeVariant = (self: SiteVariants, id: string): SiteVariants =>
  withSiteSpaces(
    self,
    self.siteSpaces.filter((each) => each.id !== id)
  )

export const changeVariant = (
  self: SiteVariants,
  id: string,
  { condition, path, space }: SiteSpaceChange
): Result.Result<SiteVariants, SiteSpaceNotFound | SitePathTaken | SpaceAlreadyThere> => {
  const at = self.siteSpaces.findIndex((each) => each.id === id)
  const seen = self.siteSpaces[at]
  if (seen === undefined) return Result.fail(new SiteSpaceNotFound({ id }))
  if (space !== undefined && self.siteSpaces.some((each) => each !== seen && each.space === space)) {
    return Result.fail(new SpaceAlreadyThere({ space }))
  }
  return Result.map(SitePaths.rename(seen, path ?? seen.path, self.siteSpaces), (renamed) => ({
    ...self,
    siteSpaces: self.siteSpaces.with(at, {
      ...renamed,
      space: space ?? seen.space,
      condition: condition === undefined ? seen.condition : condition
    })
  }))
}

export const moveVariant = (
  self: SiteVariants,
  siteSpace: SiteSpace,
  position: SiteStructure.SitePosition | undefined
): Result.Result<SiteVariants, MoveInvalid | ReferenceNotFound | NothingChanged> =>
  Result.map(SiteStructure.move(self.siteSpaces, siteSpace, position), (siteSpaces) => ({ ...self, siteSpaces }))

/** Puts a site space of another section next to one of these; its path stays (rules site-space-once and site-path). */
export const insertVariant = (
  self: SiteVariants,
  siteSpace: SiteSpace,
  position: SiteStructure.SitePosition | undefined
): Result.Result<SiteVariants, SpaceAlreadyThere | SitePathTaken> => {
  const { path, space } = siteSpace
  if (self.siteSpaces.some((each) => each.space === space)) return Result.fail(new SpaceAlreadyThere({ space }))
  if (SitePaths.isTaken(path, self.siteSpaces)) return Result.fail(new SitePathTaken({ path }))
  const siteSpaces = SiteStructure.insertAt(self.siteSpaces, siteSpace, position)
  return Result.succeed(siteSpaces === undefined ? self : withSiteSpaces(self, siteSpaces))
}

/** Makes a site space the default; undefined if no visible one has this id. */
export const setDefault = (self: SiteVariants, id: string): SiteVariants | undefined => {
  const found = self.siteSpaces.find((each) => each.id === id && !each.isHidden)
  return found && { ...self, defaultSiteSpace: found.id }
}

/** Hides the site-spaces of spaces that are deleted, or shows those of restored ones (rule site-deleted-space). */
export const setHidden = (self: SiteVariants, spaces: ReadonlySet<string>, isHidden: boolean): SiteVariants =>
  self.siteSpaces.some((each) => spaces.has(each.space) && each.isHidden !== isHidden)
    ? withSiteSpaces(
        self,
        self.siteSpaces.map((each) => (spaces.has(each.space) ? { ...each, isHidden } : each))
      )
    : self

type Edited<E> = Result.Result<SiteStructure.SiteStructure, E>

/** The values that an edit of a section sets. */
export interface SectionChange {
  readonly title?: string | undefined
  readonly path?: string | undefined
  readonly description?: string | null | undefined
  readonly condition?: string | null | undefined
  readonly icon?: string | null | undefined
}

const without = (items: ReadonlyArray<SiteItem>, id: string): ReadonlyArray<SiteItem> =>
  items.flatMap((item): ReadonlyArray<SiteItem> => {
    if (item.kind === "section") return item.id === id ? [] : [item]
    return [{ ...item, sections: item.sections.filter((section) => section.id !== id) }]
  })

/** Replaces a section at its position. */
export const replace = (self: SiteStructure.SiteStructure, next: SiteSection): SiteStructure.SiteStructure => {
  const swap = (section: SiteSection) => (section.id === next.id ? next : section)
  return {
    ...self,
    items: self.items.map((item) =>
      item.kind === "section" ? swap(item) : { ...item, sections: item.sections.map(swap) }
    )
  }
}

const bare = { kind: "section", description: null, icon: null, condition: null, formerPaths: [] } as const

/** On a flat site with spaces, these become the first section, which is named after the site (rule site-flat). */
const wrap = (
  self: SiteStructure.SiteStructure,
  { id, title }: { readonly id: SiteSectionId; readonly title: string }
) => {
  if (hasSections(self) || self.root.siteSpaces.length === 0) return self
  const path = SitePaths.makePath(title, [], "section")
  const section: SiteSection = { ...bare, id, title, path, ...self.root }
  return {
    ...self,
    root: { siteSpaces: [], defaultSiteSpace: null },
    items: [...self.items, section],
    defaultSection: id
  }
}

/** A section that is added with its first space. `wrapping` names the section of what a flat site had. */
export interface NewSection {
  readonly id: SiteSectionId
  readonly title: string
  readonly icon: string | null
  readonly siteSpace: { readonly id: SiteSpaceId; readonly space: SpaceId; readonly title: string }
  readonly wrapping: { readonly id: SiteSectionId; readonly title: string }
}

/** Adds a section at the end of the site, with a space as its first variant (rule site-flat). */
export const add = (
  self: SiteStructure.SiteStructure,
  { icon, id, siteSpace, title, wrapping }: NewSection
): Edited<SiteTooLarge> => {
  const sectioned = wrap(self, wrapping)
  const sections = listSections(sectioned).map(({ section }) => section)
  if (sections.length >= limits.sections) return Result.fail(new SiteTooLarge({ what: "sections" }))
  if (listSiteSpaces(self).length >= limits.siteSpaces) return Result.fail(new SiteTooLarge({ what: "siteSpaces" }))
  const path = SitePaths.makePath(title, sections, "section")
  const empty = { siteSpaces: [], defaultSiteSpace: null }
  const variants = Result.getOrElse(addVariant(empty, siteSpace), () => empty)
  const section: SiteSection = { ...bare, id, title, icon, path, ...variants }
  return Result.succeed({
    ...sectioned,
    items: [...sectioned.items, section],
    defaultSection: sectioned.defaultSection ?? id
  })
}

/**
 * Removes a section with its site-spaces; the next one becomes the default if it was. The site-spaces of the last
 * section stay, on what is a flat site then (rule site-flat).
 */
export const remove = (self: SiteStructure.SiteStructure, id: string): Edited<SiteSectionNotFound> => {
  const sections = listSections(self).map(({ section }) => section)
  const at = sections.findIndex((section) => section.id === id)
  const gone = sections[at]
  if (gone === undefined) return Result.fail(new SiteSectionNotFound({ id }))
  const items = without(self.items, id)
  if (sections.length === 1) {
    const { defaultSiteSpace, siteSpaces } = gone
    return Result.succeed({ ...self, items, root: { defaultSiteSpace, siteSpaces }, defaultSection: null })
  }
  const next = sections[at + 1] ?? sections[0]
  return Result.succeed({
    ...self,
    items,
    defaultSection: self.defaultSection === id ? (next?.id ?? null) : self.defaultSection
  })
}

/** Removes a section that has no site-spaces left (rule site-last-space). */
export const dropIfEmpty = (self: SiteStructure.SiteStructure, id: string): SiteStructure.SiteStructure =>
  findSection(self, id)?.section.siteSpaces.length === 0 ? Result.getOrElse(remove(self, id), () => self) : self

export const change = (
  self: SiteStructure.SiteStructure,
  id: string,
  { path, ...fields }: SectionChange
): Edited<SiteSectionNotFound | SitePathTaken> => {
  const found = findSection(self, id)?.section
  if (found === undefined) return Result.fail(new SiteSectionNotFound({ id }))
  const siblings = listSections(self).map(({ section }) => section)
  return Result.map(SitePaths.rename(found, path ?? found.path, siblings), (renamed) => {
    const { condition = found.condition, description = found.description, icon = found.icon } = fields
    return replace(self, { ...renamed, title: fields.title ?? found.title, condition, description, icon })
  })
}

/**
 * Moves a section next to another one, into the same group; next to a group, which takes it out of its group; or to the
 * end of the site (rule site-order).
 */
export const move = (
  self: SiteStructure.SiteStructure,
  id: string,
  position: SiteStructure.SitePosition | undefined
): Edited<SiteSectionNotFound | MoveInvalid | ReferenceNotFound | NothingChanged> => {
  const found = findSection(self, id)
  if (found === undefined) return Result.fail(new SiteSectionNotFound({ id }))
  const neighbor = position === undefined ? undefined : findSection(self, position.id)
  if (position !== undefined && neighbor === undefined && !self.items.some(({ id: other }) => other === position.id)) {
    return Result.fail(SiteStructure.makeReferenceNotFound(position, "must name a section or a group of this site"))
  }
  const into = neighbor?.group ?? null
  if (into === found.group) {
    const siblings = into === null ? self.items : groupSections(self, into)
    return Result.map(SiteStructure.move<SiteItem>(siblings, found.section, position), (moved) =>
      into === null ? { ...self, items: moved } : withGroupSections(self, into, moved)
    )
  }
  const left = { ...self, items: without(self.items, id) }
  const siblings = into === null ? left.items : groupSections(left, into)
  const placed = SiteStructure.insertAt<SiteItem>(siblings, found.section, position) ?? siblings
  return Result.succeed(into === null ? { ...left, items: placed } : withGroupSections(left, into, placed))
}

const groupSections = ({ items }: SiteStructure.SiteStructure, group: string): ReadonlyArray<SiteSection> =>
  items.flatMap((item) => (item.kind === "group" && item.id === group ? item.sections : []))

const withGroupSections = (
  self: SiteStructure.SiteStructure,
  group: string,
  sections: ReadonlyArray<SiteItem>
): SiteStructure.SiteStructure => ({
  ...self,
  items: self.items.map((item) =>
    item.kind === "group" && item.id === group
      ? { ...item, sections: sections.flatMap((each) => (each.kind === "section" ? [each] : [])) }
      : item
  )
})

/** Removes a section from its position and appends it to a group (rule site-groups). */
export const moveIntoGroup = (
  self: SiteStructure.SiteStructure,
  group: string,
  section: SiteSection
): SiteStructure.SiteStructure => {
  const left = { ...self, items: without(self.items, section.id) }
  return withGroupSections(left, group, [...groupSections(left, group), section])
}
