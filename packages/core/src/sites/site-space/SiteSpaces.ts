import { Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { type OrganizationId, SiteSpaceId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { SiteAccess } from "../site/SiteAccess.ts"
import { SpacesForSite } from "../site/SpacesForSite.ts"
import * as SiteItemPages from "../structure/SiteItemPages.ts"
import * as SitePositionInput from "../structure/SitePositionInput.ts"
import { findSiteSpace, SiteSpaceNotFound } from "../structure/SiteStructure.ts"
import * as SiteStructureEdits from "../structure/SiteStructureEdits.ts"
import { SiteStructures } from "../structure/SiteStructures.ts"
import { SiteStructureViews } from "../structure/SiteStructureViews.ts"
import { SiteSpaceCreate, SiteSpaceMove, SiteSpacePatch } from "./SiteSpace.ts"

const checkCreate = checked(SiteSpaceCreate)
const checkPatch = checked(SiteSpacePatch)
const checkMove = checked(SiteSpaceMove)

/** Which site-spaces a list shows: only defaults, all others, or all. */
export interface DefaultFilter {
  readonly default?: boolean | undefined
}

/** The operations on the spaces of sites. */
export class SiteSpaces extends Context.Service<SiteSpaces>()("@quire/core/SiteSpaces", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const nextId = yield* IdGenerator
    const structures = yield* SiteStructures
    const views = yield* SiteStructureViews
    const { findSite, withSite } = yield* SiteAccess
    const { paged } = yield* Paging
    const spacesForSite = yield* SpacesForSite

    /** The site-spaces of which the caller may view the space, in order (rule site-space-hidden). */
    const list = operation("SiteSpaces.list")(function* (
      organization: OrganizationId,
      site: string,
      asked: PageRequest & DefaultFilter
    ) {
      const { default: isDefault, ...request } = asked
      const found = yield* findSite(organization, site)
      const { value: structure } = yield* structures.load(site)
      const visible = yield* views.listVisible(found, structure)
      const shown = visible.filter((placed) => isDefault === undefined || placed.isDefault === isDefault)
      return yield* paged({
        ...SiteItemPages.source(shown, ({ siteSpace }) => siteSpace.id),
        list: "siteSpaces",
        filters: [organization, site, isDefault ?? null],
        request,
        view: (located) => views.ofLocated(found, structure, located)
      })
    })

    /** A space on a site, which the caller may view. */
    const get = operation("SiteSpaces.get")(function* (organization: OrganizationId, site: string, id: string) {
      const found = yield* findSite(organization, site)
      const { value: structure } = yield* structures.load(site)
      const visible = yield* views.listVisible(found, structure)
      const [view] = yield* views.ofLocated(
        found,
        structure,
        visible.filter(({ siteSpace }) => siteSpace.id === id)
      )
      return view ?? (yield* new SiteSpaceNotFound({ id }))
    })

    /** Adds a space to a site (rule site-space-who). */
    const create = operation("SiteSpaces.create")(function* (
      organization: OrganizationId,
      site: string,
      given: SiteSpaceCreate
    ) {
      const { sectionId, spaceId } = yield* checkCreate(given)
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const { id: space, title } = yield* spacesForSite.findFor(found.row.value, spaceId, "spaceId")
          const id = SiteSpaceId.make(yield* nextId)
          const { after } = yield* structures.edit(found.row, (self) =>
            SiteStructureEdits.addSiteSpace(self, { id, space, title }, sectionId)
          )
          yield* events.announce({
            type: "siteSpaces.create",
            organization,
            subjects: [site, id, space],
            after: findSiteSpace(after, id)
          })
          return yield* views.siteSpace(found, after, id)
        })
      )
    })

    /** Changes how a site shows a space, or puts another space in its place (rule site-space-swap). */
    const update = operation("SiteSpaces.update")(function* (
      organization: OrganizationId,
      site: string,
      id: string,
      given: SiteSpacePatch
    ) {
      const { condition, path, spaceId } = yield* checkPatch(given)
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const { value: seen } = yield* structures.load(site)
          const isSwap = spaceId !== undefined && spaceId !== findSiteSpace(seen, id)?.siteSpace.space
          const space = isSwap ? (yield* spacesForSite.findFor(found.row.value, spaceId, "spaceId")).id : undefined
          const edited = yield* structures.edit(found.row, (self) =>
            SiteStructureEdits.changeSiteSpace(self, id, { condition, path, space })
          )
          if (edited.isChanged) {
            yield* events.announce({
              type: "siteSpaces.update",
              organization,
              subjects: [site, id],
              before: findSiteSpace(edited.before, id),
              after: findSiteSpace(edited.after, id)
            })
          }
          return yield* views.siteSpace(found, edited.after, id)
        })
      )
    })

    /** Moves a site space next to another one, which may be in another section (rule site-order). */
    const move = operation("SiteSpaces.move")(function* (
      organization: OrganizationId,
      site: string,
      id: string,
      given: SiteSpaceMove
    ) {
      const input = yield* checkMove(given)
      const position = yield* SitePositionInput.read(input.position, "siteSpace", ({ siteSpace }) => siteSpace)
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const { after } = yield* structures.edit(found.row, (self) =>
            SiteStructureEdits.moveSiteSpace(self, id, position)
          )
          yield* events.announce({ type: "siteSpaces.move", organization, subjects: [site, id] })
          return yield* views.siteSpace(found, after, id)
        })
      )
    })

    /** Removes a space from a site; the space is unchanged. False if there is no such site space. */
    const remove = operation("SiteSpaces.remove")(function* (organization: OrganizationId, site: string, id: string) {
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const { before } = yield* structures.edit(found.row, (self) => SiteStructureEdits.removeSiteSpace(self, id))
          const gone = findSiteSpace(before, id)
          const subjects = [site, id, ...(gone === undefined ? [] : [gone.siteSpace.space])]
          yield* events.announce({ type: "siteSpaces.delete", organization, subjects, before: gone })
          return true
        })
      ).pipe(Effect.catchTag("SiteSpaceNotFound", () => Effect.succeed(false)))
    })

    return { list, get, create, update, move, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Events.layer,
      Paging.layer,
      SiteAccess.layer,
      SiteStructureViews.layer,
      SiteStructures.layer,
      SpacesForSite.layer
    ])
  )
}
