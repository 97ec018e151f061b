import { Context, Effect, Layer, Result } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { type OrganizationId, SiteSectionId, SiteSpaceId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { SiteAccess } from "../site/SiteAccess.ts"
import { SpacesForSite } from "../site/SpacesForSite.ts"
import * as SectionEdits from "../structure/SectionEdits.ts"
import * as SiteItemPages from "../structure/SiteItemPages.ts"
import * as SitePositionInput from "../structure/SitePositionInput.ts"
import { findSection, SiteSectionNotFound, type SiteStructure } from "../structure/SiteStructure.ts"
import * as SiteStructureEdits from "../structure/SiteStructureEdits.ts"
import { SiteStructures } from "../structure/SiteStructures.ts"
import { SiteStructureViews } from "../structure/SiteStructureViews.ts"
import { SiteSectionCreate, SiteSectionMove, SiteSectionPatch, titleAfter } from "./SiteSection.ts"

const checkCreate = checked(SiteSectionCreate)
const checkPatch = checked(SiteSectionPatch)
const checkMove = checked(SiteSectionMove)

const change = (self: SiteStructure, id: string, { defaultSiteSpace, ...fields }: SiteSectionPatch) =>
  Result.gen(function* () {
    const clear = (text: string | null | undefined) => (text === "" ? null : text)
    const changes = { ...fields, icon: clear(fields.icon), description: clear(fields.description) }
    const next = yield* SectionEdits.change(self, id, changes)
    const section = findSection(next, id)?.section.id ?? null
    return defaultSiteSpace === undefined
      ? next
      : yield* SiteStructureEdits.setDefaultSiteSpace(next, section, defaultSiteSpace)
  })

/** The operations on sections of sites. */
export class SiteSections extends Context.Service<SiteSections>()("@quire/core/SiteSections", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const nextId = yield* IdGenerator
    const structures = yield* SiteStructures
    const views = yield* SiteStructureViews
    const { findSite, withSite } = yield* SiteAccess
    const { paged } = yield* Paging
    const spacesForSite = yield* SpacesForSite

    /** The sections of a site that the caller may see, in order, those of groups in place of the groups. */
    const list = operation("SiteSections.list")(function* (
      organization: OrganizationId,
      site: string,
      request: PageRequest
    ) {
      const found = yield* findSite(organization, site)
      const { value: structure } = yield* structures.load(site)
      return yield* paged({
        ...SiteItemPages.source(yield* views.listVisibleSections(found, structure), ({ section }) => section.id),
        list: "siteSections",
        filters: [organization, site],
        request,
        view: (placed) => views.sections(found, structure, placed)
      })
    })

    /** A section that the caller may see. */
    const get = operation("SiteSections.get")(function* (organization: OrganizationId, site: string, id: string) {
      const found = yield* findSite(organization, site)
      const { value: structure } = yield* structures.load(site)
      const visible = yield* views.listVisibleSections(found, structure)
      const [view] = yield* views.sections(
        found,
        structure,
        visible.filter(({ section }) => section.id === id)
      )
      return view ?? (yield* new SiteSectionNotFound({ id }))
    })

    /** Adds a section with a space in it (rules site-flat and site-space-who). */
    const create = operation("SiteSections.create")(function* (
      organization: OrganizationId,
      site: string,
      given: SiteSectionCreate
    ) {
      const input = yield* checkCreate(given)
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const space = yield* spacesForSite.findFor(found.row.value, input.spaceId, "spaceId")
          const id = SiteSectionId.make(yield* nextId)
          const made: SectionEdits.NewSection = {
            id,
            title: input.title ?? titleAfter(space.title),
            icon: input.icon || null,
            siteSpace: { id: SiteSpaceId.make(yield* nextId), space: space.id, title: space.title },
            wrapping: { id: SiteSectionId.make(yield* nextId), title: found.row.value.title }
          }
          const { after } = yield* structures.edit(found.row, (self) => SectionEdits.add(self, made))
          yield* events.announce({
            type: "siteSections.create",
            organization,
            subjects: [site, id, made.siteSpace.id, space.id],
            after: findSection(after, id)?.section
          })
          return yield* views.section(found, after, id)
        })
      )
    })

    /** Changes the given fields. */
    const update = operation("SiteSections.update")(function* (
      organization: OrganizationId,
      site: string,
      id: string,
      given: SiteSectionPatch
    ) {
      const changes = yield* checkPatch(given)
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const edited = yield* structures.edit(found.row, (self) => change(self, id, changes))
          if (edited.isChanged) {
            yield* events.announce({
              type: "siteSections.update",
              organization,
              subjects: [site, id],
              before: findSection(edited.before, id)?.section,
              after: findSection(edited.after, id)?.section
            })
          }
          return yield* views.section(found, edited.after, id)
        })
      )
    })

    /** Moves a section (rule site-order). */
    const move = operation("SiteSections.move")(function* (
      organization: OrganizationId,
      site: string,
      id: string,
      given: SiteSectionMove
    ) {
      const input = yield* checkMove(given)
      const position = yield* SitePositionInput.read(input.position, "siteSection", ({ siteSection }) => siteSection)
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const { after } = yield* structures.edit(found.row, (self) => SectionEdits.move(self, id, position))
          yield* events.announce({ type: "siteSections.move", organization, subjects: [site, id] })
          return yield* views.section(found, after, id)
        })
      )
    })

    /** Removes a section from its site; its spaces are unchanged. False if there is no such section. */
    const remove = operation("SiteSections.remove")(function* (organization: OrganizationId, site: string, id: string) {
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const { before } = yield* structures.edit(found.row, (self) => SectionEdits.remove(self, id))
          const subjects = [site, id]
          const gone = findSection(before, id)?.section
          yield* events.announce({ type: "siteSections.delete", organization, subjects, before: gone })
          return true
        })
      ).pipe(Effect.catchTag("SiteSectionNotFound", () => Effect.succeed(false)))
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
