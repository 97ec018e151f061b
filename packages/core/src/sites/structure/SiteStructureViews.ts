import { Array, Context, Effect, Layer, Schema } from "effect"
import type { SiteSectionId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../people/access/Access.ts"
import type { Role } from "../../people/access/Role.ts"
import * as StructureRoles from "../../people/access/StructureRoles.ts"
import type { Placement } from "../../people/placement/Placement.ts"
import { Placements } from "../../people/placement/Placements.ts"
import { SpaceViews } from "../../spaces/space/SpaceViews.ts"
import type { Site } from "../site/Site.ts"
import type { FoundSite } from "../site/SiteAccess.ts"
import * as SiteSection from "../site-section/SiteSection.ts"
import { SiteSectionView } from "../site-section/SiteSection.ts"
import * as SiteSectionGroup from "../site-section-group/SiteSectionGroup.ts"
import { SiteSectionGroupView } from "../site-section-group/SiteSectionGroup.ts"
import * as SiteSpace from "../site-space/SiteSpace.ts"
import { SiteSpaceView } from "../site-space/SiteSpace.ts"
import * as ShownSite from "./ShownSite.ts"
import type * as SiteStructure from "./SiteStructure.ts"
import {
  collection,
  findSection,
  findSiteSpace,
  hasSections,
  listGroups,
  listSections,
  listSiteSpaces,
  type PlacedSection,
  type PlacedSiteSpace
} from "./SiteStructure.ts"

/** A site-space with the placement of its space. */
export interface LocatedSiteSpace extends PlacedSiteSpace {
  readonly placement: Placement
}

/** Each placement once: a space may be in several sections. */
const listPlacements = (located: ReadonlyArray<LocatedSiteSpace>): ReadonlyArray<Placement> => [
  ...new Map(located.map(({ placement }) => [placement.id, placement])).values()
]

/**
 * Views of the items of a site, with a constant number of queries for any number of items. Site spaces whose space the
 * caller may not view are omitted, and so are sections and groups that contain no others (rule site-space-hidden).
 */
export class SiteStructureViews extends Context.Service<SiteStructureViews>()("@quire/core/SiteStructureViews", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const integrations = yield* StructureRoles.StructureRoles
    const { placements } = yield* Placements
    const spaces = yield* SpaceViews
    const structures = yield* Repository.make(collection)

    /**
     * The caller's roles on spaces of sites. An integration with the scope `site:metadata:read` on a site sees all of its
     * structure, and has no role on the spaces that it is not on (rule site-metadata-scope).
     */
    const findRoles = (
      viewer: StructureRoles.StructureViewer,
      on: ReadonlyArray<Placement>
    ): Effect.Effect<ReadonlyMap<string, Role | null>> =>
      StructureRoles.isIntegration(viewer) ? integrations.rolesOn(viewer, on) : access.rolesOn(viewer, on)

    /** The visible site spaces, with the placements of their spaces. */
    const locate = Effect.fnUntraced(function* (placed: ReadonlyArray<PlacedSiteSpace>) {
      const shown = placed.filter(({ siteSpace }) => !siteSpace.isHidden)
      const rows = yield* placements.getMany([...new Set(shown.map(({ siteSpace }) => siteSpace.space))])
      return shown.flatMap((each): ReadonlyArray<LocatedSiteSpace> => {
        const row = rows.get(each.siteSpace.space)
        return row === undefined ? [] : [{ ...each, placement: row.value }]
      })
    })

    /** All site-spaces in order of which the caller may view the space. */
    const listVisible = Effect.fnUntraced(function* (found: FoundSite, structure: SiteStructure.SiteStructure) {
      const located = yield* locate(listSiteSpaces(structure))
      const roles = yield* findRoles(found, listPlacements(located))
      return located.filter(({ placement }) => roles.has(placement.id))
    })

    /** The sections in order that hold a site-space that the caller may view; all of them for administrators. */
    const listVisibleSections = Effect.fnUntraced(function* (found: FoundSite, structure: SiteStructure.SiteStructure) {
      const placed = listSections(structure)
      if (found.isAdmin || placed.length === 0) return placed
      const visible = new Set<string | null>((yield* listVisible(found, structure)).map(({ section }) => section))
      return placed.filter(({ section }) => visible.has(section.id))
    })

    /** The groups, in order, that contain such a section; all groups for administrators. */
    const listVisibleGroups = Effect.fnUntraced(function* (found: FoundSite, structure: SiteStructure.SiteStructure) {
      const placed = listGroups(structure)
      if (found.isAdmin || placed.length === 0) return placed
      const visible = new Set<string | null>((yield* listVisibleSections(found, structure)).map(({ group }) => group))
      return placed.filter(({ id }) => visible.has(id))
    })

    /** Sites whose counts of site-spaces are of those that the caller may view, with a constant number of queries. */
    const counted = Effect.fnUntraced(function* (viewer: StructureRoles.StructureViewer, sites: ReadonlyArray<Site>) {
      if (viewer.isAdmin || sites.length === 0) return sites
      const rows = yield* structures.getMany(sites.map(({ id }) => id))
      const placedOn = new Map([...rows].map(([id, { value }]) => [id, listSiteSpaces(value)]))
      const located = yield* locate([...placedOn.values()].flat())
      const roles = yield* findRoles(viewer, listPlacements(located))
      return sites.map((site): Site => {
        const placed = placedOn.get(site.id) ?? []
        const shown = placed.filter(({ siteSpace }) => !siteSpace.isHidden && roles.has(siteSpace.space))
        return { ...site, siteSpaces: shown.length }
      })
    })

    const ofLocated = Effect.fnUntraced(function* (
      found: FoundSite,
      structure: SiteStructure.SiteStructure,
      located: ReadonlyArray<LocatedSiteSpace>
    ) {
      if (located.length === 0) return []
      const site = ShownSite.make(found, structure)
      const placements = listPlacements(located)
      const views = yield* spaces.withRoles(placements, findRoles(found, placements))
      const viewOf = new Map(views.map((view) => [view.id, view]))
      return located.flatMap((each): ReadonlyArray<SiteSpace.SiteSpaceView> => {
        const space = viewOf.get(each.siteSpace.space)
        return space === undefined ? [] : [SiteSpace.view(site, each, space)]
      })
    })

    const siteSpaces = (
      found: FoundSite,
      structure: SiteStructure.SiteStructure,
      placed: ReadonlyArray<PlacedSiteSpace>
    ) => Effect.flatMap(locate(placed), (located) => ofLocated(found, structure, located))

    const sections = Effect.fnUntraced(function* (
      found: FoundSite,
      structure: SiteStructure.SiteStructure,
      placed: ReadonlyArray<PlacedSection>
    ) {
      const site = ShownSite.make(found, structure)
      const ids = new Set<SiteSectionId | null>(placed.map(({ section }) => section.id))
      const variants = listSiteSpaces(structure).filter(({ section }) => ids.has(section))
      const viewsOf = Array.groupBy(yield* siteSpaces(found, structure, variants), ({ section = "" }) => section)
      return placed.map((each) => SiteSection.view(site, each, viewsOf[each.section.id] ?? []))
    })

    const groups = Effect.fnUntraced(function* (
      found: FoundSite,
      structure: SiteStructure.SiteStructure,
      shown: ReadonlyArray<SiteStructure.SiteSectionGroup>
    ) {
      const ids = new Set<string | null>(shown.map(({ id }) => id))
      const placed = (yield* listVisibleSections(found, structure)).filter(({ group }) => ids.has(group))
      const viewsOf = Array.groupBy(yield* sections(found, structure, placed), ({ sectionGroup = "" }) => sectionGroup)
      return shown.map((group) => SiteSectionGroup.view(group, viewsOf[group.id] ?? []))
    })

    /** The whole structure. */
    const whole = Effect.fnUntraced(function* (found: FoundSite, structure: SiteStructure.SiteStructure) {
      if (!hasSections(structure)) {
        const flat = yield* siteSpaces(found, structure, listSiteSpaces(structure))
        return { type: "siteSpaces", structure: flat } satisfies SiteStructureView
      }
      const views = yield* sections(found, structure, yield* listVisibleSections(found, structure))
      const viewOf = new Map(views.map((view) => [view.id, view]))
      const viewsOf = Array.groupBy(views, ({ sectionGroup = "" }) => sectionGroup)
      const shown = structure.items.flatMap(
        (item): ReadonlyArray<SiteSection.SiteSectionView | SiteSectionGroup.SiteSectionGroupView> => {
          if (item.kind === "group") {
            const inside = viewsOf[item.id] ?? []
            return inside.length > 0 || found.isAdmin ? [SiteSectionGroup.view(item, inside)] : []
          }
          const section = viewOf.get(item.id)
          return section === undefined ? [] : [section]
        }
      )
      return { type: "sections", structure: shown } satisfies SiteStructureView
    })

    /** One item that an administrator has just changed. */
    const siteSpace = Effect.fnUntraced(function* (
      found: FoundSite,
      structure: SiteStructure.SiteStructure,
      id: string
    ) {
      const placed = yield* Effect.fromNullishOr(findSiteSpace(structure, id))
      const [view] = yield* siteSpaces(found, structure, [placed])
      return yield* Effect.fromNullishOr(view)
    }, Effect.orDie)

    const section = Effect.fnUntraced(function* (found: FoundSite, structure: SiteStructure.SiteStructure, id: string) {
      const placed = yield* Effect.fromNullishOr(findSection(structure, id))
      const [view] = yield* sections(found, structure, [placed])
      return yield* Effect.fromNullishOr(view)
    }, Effect.orDie)

    const group = Effect.fnUntraced(function* (found: FoundSite, structure: SiteStructure.SiteStructure, id: string) {
      const [view] = yield* groups(
        found,
        structure,
        listGroups(structure).filter((each) => each.id === id)
      )
      return yield* Effect.fromNullishOr(view)
    }, Effect.orDie)

    return {
      counted,
      listVisible,
      listVisibleSections,
      listVisibleGroups,
      ofLocated,
      sections,
      groups,
      whole,
      siteSpace,
      section,
      group
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Placements.layer, SpaceViews.layer, StructureRoles.StructureRoles.layer])
  )
}

/** The items of a site, in order: sections and groups of sections, or the site spaces of a flat site. */
export const SiteStructureView = Schema.Union([
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("sections"),
        structure: Schema.Array(Schema.Union([SiteSectionView, SiteSectionGroupView]))
      },
      { structure: "Sections and groups of sections of the site, in order." }
    )
  ),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("siteSpaces"), structure: Schema.Array(SiteSpaceView) },
      { structure: "Spaces of a site without sections, in order." }
    )
  )
]).annotate({ identifier: "SiteStructure" })
export type SiteStructureView = typeof SiteStructureView.Type

/** One item of the structure of a site. */
export const SiteItemView = Schema.Union([SiteSpaceView, SiteSectionView, SiteSectionGroupView]).annotate({
  identifier: "SiteStructureItem"
})
export type SiteItemView = typeof SiteItemView.Type
