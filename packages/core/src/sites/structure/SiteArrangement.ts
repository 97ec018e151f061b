import { Context, Effect, Layer, Result } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import type { MoveInvalid, NothingChanged } from "../../people/placement/Move.ts"
import { type FoundSite, SiteAccess } from "../site/SiteAccess.ts"
import * as SectionEdits from "./SectionEdits.ts"
import * as SectionGroupEdits from "./SectionGroupEdits.ts"
import * as SitePositionInput from "./SitePositionInput.ts"
import { SiteSort } from "./SitePositionInput.ts"
import type {
  SitePathTaken,
  SitePosition,
  SiteSectionGroupNotFound,
  SiteSectionNotFound,
  SiteSpaceNotFound,
  SiteStructure,
  SpaceAlreadyThere
} from "./SiteStructure.ts"
import * as SiteStructureEdits from "./SiteStructureEdits.ts"
import { SiteStructures } from "./SiteStructures.ts"
import { type SiteItemView, SiteStructureViews } from "./SiteStructureViews.ts"

const checkSort = checked(SiteSort)

const announced = {
  "site-space": "siteSpaces.move",
  "site-section": "siteSections.move",
  "site-section-group": "siteSectionGroups.move"
} as const

type Moved = Result.Result<
  SiteStructure,
  | MoveInvalid
  | ReferenceNotFound
  | NothingChanged
  | SpaceAlreadyThere
  | SitePathTaken
  | SiteSpaceNotFound
  | SiteSectionNotFound
  | SiteSectionGroupNotFound
>

const moveItem = (self: SiteStructure, { id, type }: SiteSort["item"], position: SitePosition | undefined): Moved => {
  if (type === "site-space") return SiteStructureEdits.moveSiteSpace(self, id, position)
  return type === "site-section" ? SectionEdits.move(self, id, position) : SectionGroupEdits.move(self, id, position)
}

/** An item that is not there is a wrong reference here, as the body names it. */
const move = (self: SiteStructure, item: SiteSort["item"], position: SitePosition | undefined) =>
  Result.mapError(moveItem(self, item, position), (error) =>
    error.kind === "not-found"
      ? new ReferenceNotFound({
          field: "item.id",
          id: item.id,
          rule: "must name a section, section group or site space of this site"
        })
      : error
  )

/** All items of a site and their order. */
export class SiteArrangement extends Context.Service<SiteArrangement>()("@quire/core/SiteArrangement", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const structures = yield* SiteStructures
    const views = yield* SiteStructureViews
    const { findSite, withSite } = yield* SiteAccess

    /** The arrangement of the sections, groups and spaces of a site. */
    const get = operation("SiteArrangement.get")(function* (organization: OrganizationId, site: string) {
      const found = yield* findSite(organization, site)
      const { value: structure } = yield* structures.load(site)
      return yield* views.whole(found, structure)
    })

    const viewItem = (
      found: FoundSite,
      structure: SiteStructure,
      { id, type }: SiteSort["item"]
    ): Effect.Effect<SiteItemView> => {
      if (type === "site-space") return views.siteSpace(found, structure, id)
      return type === "site-section" ? views.section(found, structure, id) : views.group(found, structure, id)
    }

    /** Moves one item of the structure (rule site-order). */
    const sort = operation("SiteArrangement.sort")(function* (
      organization: OrganizationId,
      site: string,
      given: SiteSort
    ) {
      const { item, ...input } = yield* checkSort(given)
      const position = yield* SitePositionInput.read(input.position, "id", ({ id }) => id)
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const { after } = yield* structures.edit(found.row, (self) => move(self, item, position))
          yield* events.announce({ type: announced[item.type], organization, subjects: [site, item.id] })
          return yield* viewItem(found, after, item)
        })
      )
    })

    return { get, sort } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, SiteAccess.layer, SiteStructureViews.layer, SiteStructures.layer])
  )
}
