import { Result, Schema } from "effect"
import {
  OrganizationId,
  SiteId,
  SiteSectionGroupId,
  SiteSectionId,
  SiteSpaceId,
  SpaceId
} from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { MoveInvalid, NothingChanged } from "../../people/placement/Move.ts"

/** Maximum size of a structure, and maximum number of former paths of one item (rule site-size). */
export const limits = { siteSpaces: 500, sections: 200, groups: 100, formerPaths: 20 } as const

const named = {
  path: Schema.String,
  /** Paths that it had, the latest first; where something has such a path now, that wins (rule site-former-path). */
  formerPaths: Schema.Array(Schema.String),
  /** An expression; null shows the item to everyone. */
  condition: Schema.NullOr(Schema.String)
}

/** A space as a variant of a section or of a flat site. */
export const SiteSpace = Schema.Struct({
  id: SiteSpaceId,
  space: SpaceId,
  ...named,
  /** While its space is deleted (rule site-deleted-space). */
  isHidden: Schema.Boolean
})
export type SiteSpace = typeof SiteSpace.Type

const Variants = {
  siteSpaces: Schema.Array(SiteSpace),
  /** The id of the default item, a hidden one only if all are hidden; null if there are none (rule site-defaults). */
  defaultSiteSpace: Schema.NullOr(SiteSpaceId)
}

/** The site-spaces of a section or of a flat site, in order. */
export const SiteVariants = Schema.Struct(Variants)
export type SiteVariants = typeof SiteVariants.Type

/** A section, with at least one site-space. */
export const SiteSection = Schema.Struct({
  kind: Schema.Literal("section"),
  id: SiteSectionId,
  title: Schema.String,
  description: Schema.NullOr(Schema.String),
  icon: Schema.NullOr(Schema.String),
  ...named,
  ...Variants
})
export type SiteSection = typeof SiteSection.Type

/** A group of sections, which may be empty; groups do not nest (rule site-groups). */
export const SiteSectionGroup = Schema.Struct({
  kind: Schema.Literal("group"),
  id: SiteSectionGroupId,
  title: Schema.String,
  icon: Schema.NullOr(Schema.String),
  sections: Schema.Array(SiteSection)
})
export type SiteSectionGroup = typeof SiteSectionGroup.Type

export const SiteItem = Schema.Union([SiteSection, SiteSectionGroup])
export type SiteItem = typeof SiteItem.Type

/**
 * The complete structure of a site as one value under the site's id, so that changes are atomic. While there are
 * sections, `root` is empty and `defaultSection` names one of them (rule site-flat, rule site-defaults).
 */
export const SiteStructure = Schema.Struct({
  id: SiteId,
  organization: OrganizationId,
  root: SiteVariants,
  items: Schema.Array(SiteItem),
  defaultSection: Schema.NullOr(SiteSectionId)
})
export type SiteStructure = typeof SiteStructure.Type

export const collection = Repository.collection({
  name: "site_structures",
  schema: SiteStructure,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    spaces: { kind: "set", of: (self) => listSiteSpaces(self).map(({ siteSpace }) => siteSpace.space) }
  },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: {},
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "id", to: "sites", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 4
})

/** The structure of a new site: flat, without spaces. */
export const make = (id: SiteId, organization: OrganizationId): SiteStructure => ({
  id,
  organization,
  root: { siteSpaces: [], defaultSiteSpace: null },
  items: [],
  defaultSection: null
})

/** A section with the group that it is in. */
export interface PlacedSection {
  readonly section: SiteSection
  readonly group: SiteSectionGroupId | null
}

/** A site-space with the section that it is in; null on a flat site. */
export interface PlacedSiteSpace {
  readonly siteSpace: SiteSpace
  readonly section: SiteSectionId | null
  readonly isDefault: boolean
}

/** All sections in order, including those of groups at the position of their group. */
export const listSections = ({ items }: Pick<SiteStructure, "items">): ReadonlyArray<PlacedSection> =>
  items.flatMap(
    (item): ReadonlyArray<PlacedSection> =>
      item.kind === "section"
        ? [{ section: item, group: null }]
        : item.sections.map((section) => ({ section, group: item.id }))
  )

export const listGroups = ({ items }: Pick<SiteStructure, "items">): ReadonlyArray<SiteSectionGroup> =>
  items.flatMap((item) => (item.kind === "group" ? [item] : []))

const placeAll = (
  { defaultSiteSpace, siteSpaces }: SiteVariants,
  section: SiteSectionId | null
): ReadonlyArray<PlacedSiteSpace> =>
  siteSpaces.map((siteSpace) => ({ siteSpace, section, isDefault: siteSpace.id === defaultSiteSpace }))

/** All site-spaces in order, hidden ones included. */
export const listSiteSpaces = (self: Pick<SiteStructure, "items" | "root">): ReadonlyArray<PlacedSiteSpace> => [
  ...placeAll(self.root, null),
  ...listSections(self).flatMap(({ section }) => placeAll(section, section.id))
]

/** The spaces on the site that are not deleted. */
export const listShownSpaces = (self: Pick<SiteStructure, "items" | "root">): ReadonlyArray<string> => [
  ...new Set(listSiteSpaces(self).flatMap(({ siteSpace }) => (siteSpace.isHidden ? [] : [siteSpace.space])))
]

export const hasSections = (self: Pick<SiteStructure, "defaultSection">): boolean => self.defaultSection !== null

export const findSection = ({ items }: Pick<SiteStructure, "items">, id: string): PlacedSection | undefined => {
  for (const item of items) {
    if (item.kind === "section") {
      if (item.id === id) return { section: item, group: null }
      continue
    }
    const section = item.sections.find((each) => each.id === id)
    if (section !== undefined) return { section, group: item.id }
  }
  return undefined
}

/** Finds a site-space whose space is not deleted. */
export const findSiteSpace = (self: SiteStructure, id: string): PlacedSiteSpace | undefined =>
  listSiteSpaces(self).find(({ siteSpace }) => siteSpace.id === id && !siteSpace.isHidden)

/** The site has no such section (rule request-absence). */
export class SiteSectionNotFound extends Schema.TaggedError<SiteSectionNotFound>()("SiteSectionNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `section ${this.id} does not exist`
  }
}

/** The site has no such group of sections (rule request-absence). */
export class SiteSectionGroupNotFound extends Schema.TaggedError<SiteSectionGroupNotFound>()(
  "SiteSectionGroupNotFound",
  { id: Schema.String }
) {
  readonly kind = "not-found" as const
  override get message() {
    return `section group ${this.id} does not exist`
  }
}

/** The site has no such site-space, or its space is deleted (rule site-deleted-space). */
export class SiteSpaceNotFound extends Schema.TaggedError<SiteSpaceNotFound>()("SiteSpaceNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `site space ${this.id} does not exist`
  }
}

/** Two sections of a site, or two site-spaces of a section, cannot have one path (rule site-path). */
export class SitePathTaken extends Schema.TaggedError<SitePathTaken>()("SitePathTaken", { path: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `path: ${this.path} is already in use`
  }
}

/** A space is in a section, or on a flat site, at most once (rule site-space-once). */
export class SpaceAlreadyThere extends Schema.TaggedError<SpaceAlreadyThere>()("SpaceAlreadyThere", {
  space: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `space ${this.space} is already on the site`
  }
}

/** A list names a section that it has named before. */
export class SectionRepeated extends Schema.TaggedError<SectionRepeated>()("SectionRepeated", {
  field: Schema.String,
  rule: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `${this.field}: ${this.rule}`
  }
  get details() {
    return [{ path: this.field, rule: this.rule }]
  }
}

/** A site holds only so many site-spaces, sections and groups (rule site-size). */
export class SiteTooLarge extends Schema.TaggedError<SiteTooLarge>()("SiteTooLarge", {
  what: Schema.Literals(["siteSpaces", "sections", "groups"])
}) {
  readonly kind = "limit" as const
  override get message() {
    return `a site has at most ${limits[this.what]} ${this.what}`
  }
}

/** The position of an item among its siblings, by the id of its neighbor; undefined is the end. */
export interface SitePosition {
  readonly side: "before" | "after"
  readonly id: string
  /** Path of the id in the body. */
  readonly field: string
}

const keepsOrder = (left: ReadonlyArray<{ readonly id: string }>, right: ReadonlyArray<{ readonly id: string }>) =>
  left.length === right.length && left.every(({ id }, index) => id === right[index]?.id)

/** Puts an item before or after a sibling, or at the end; undefined if there is no such sibling. */
export const insertAt = <A extends { readonly id: string }>(
  siblings: ReadonlyArray<A>,
  thing: A,
  position: Pick<SitePosition, "id" | "side"> | undefined
): ReadonlyArray<A> | undefined => {
  const others = siblings.filter(({ id }) => id !== thing.id)
  if (position === undefined) return [...others, thing]
  const at = others.findIndex(({ id }) => id === position.id)
  if (at < 0) return undefined
  return others.toSpliced(position.side === "before" ? at : at + 1, 0, thing)
}

/** Moves an item among its siblings (rule site-order). */
export const move = <A extends { readonly id: string }>(
  siblings: ReadonlyArray<A>,
  thing: A,
  position: SitePosition | undefined
): Result.Result<ReadonlyArray<A>, MoveInvalid | ReferenceNotFound | NothingChanged> => {
  if (position?.id === thing.id)
    return Result.fail(new MoveInvalid({ field: position.field, rule: "must not be the moved item itself" }))
  const next = insertAt(siblings, thing, position)
  if (next === undefined && position !== undefined) {
    return Result.fail(makeReferenceNotFound(position, "must name a sibling on this site"))
  }
  if (next === undefined || keepsOrder(siblings, next)) return Result.fail(new NothingChanged({ id: thing.id }))
  return Result.succeed(next)
}

export const makeReferenceNotFound = ({ field, id }: SitePosition, rule: string): ReferenceNotFound =>
  new ReferenceNotFound({ field, id, rule })
