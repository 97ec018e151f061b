import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SiteSectionGroupId } from "../../foundation/id/SiteSectionGroupId.ts"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import * as Repository from "../../foundation/store/Repository.ts"

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
