import { Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { type OrganizationId, SiteSectionGroupId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { SiteAccess } from "../site/SiteAccess.ts"
import * as SectionGroupEdits from "../structure/SectionGroupEdits.ts"
import * as SiteItemPages from "../structure/SiteItemPages.ts"
import * as SitePositionInput from "../structure/SitePositionInput.ts"
import { listGroups, SiteSectionGroupNotFound, type SiteStructure } from "../structure/SiteStructure.ts"
import { SiteStructures } from "../structure/SiteStructures.ts"
import { SiteStructureViews } from "../structure/SiteStructureViews.ts"
import {
  GroupedSection,
  SiteSectionGroupCreate,
  SiteSectionGroupMove,
  SiteSectionGroupPatch
} from "./SiteSectionGroup.ts"

const checkCreate = checked(SiteSectionGroupCreate)
const checkPatch = checked(SiteSectionGroupPatch)
const checkGrouped = checked(GroupedSection)
const checkMove = checked(SiteSectionGroupMove)

type Change = Effect.Success<ReturnType<(typeof SiteStructures)["Service"]["edit"]>>

const find = (self: SiteStructure, id: string) => listGroups(self).find((group) => group.id === id)

/** The operations on groups of sections (rule site-groups). */
export class SiteSectionGroups extends Context.Service<SiteSectionGroups>()("@quire/core/SiteSectionGroups", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const nextId = yield* IdGenerator
    const structures = yield* SiteStructures
    const views = yield* SiteStructureViews
    const { findSite, withSite } = yield* SiteAccess
    const { paged } = yield* Paging

    /** The groups of a site that the caller may see, in order. */
    const list = operation("SiteSectionGroups.list")(function* (
      organization: OrganizationId,
      site: string,
      request: PageRequest
    ) {
      const found = yield* findSite(organization, site)
      const { value: structure } = yield* structures.load(site)
      return yield* paged({
        ...SiteItemPages.source(yield* views.listVisibleGroups(found, structure), ({ id }) => id),
        list: "siteSectionGroups",
        filters: [organization, site],
        request,
        view: (shown) => views.groups(found, structure, shown)
      })
    })

    /** A group that the caller may see. */
    const get = operation("SiteSectionGroups.get")(function* (organization: OrganizationId, site: string, id: string) {
      const found = yield* findSite(organization, site)
      const { value: structure } = yield* structures.load(site)
      const visible = yield* views.listVisibleGroups(found, structure)
      const [view] = yield* views.groups(
        found,
        structure,
        visible.filter((group) => group.id === id)
      )
      return view ?? (yield* new SiteSectionGroupNotFound({ id }))
    })

    /** Announces what became of a group, unless nothing did. */
    const announceUpdate = (
      organization: OrganizationId,
      subjects: readonly [site: string, group: string, ...sections: ReadonlyArray<string>],
      { after, before, isChanged }: Change
    ) =>
      isChanged
        ? events.announce({
            type: "siteSectionGroups.update",
            organization,
            subjects,
            before: find(before, subjects[1]),
            after: find(after, subjects[1])
          })
        : Effect.void

    /** Creates a group of sections. */
    const create = operation("SiteSectionGroups.create")(function* (
      organization: OrganizationId,
      site: string,
      given: SiteSectionGroupCreate
    ) {
      const { icon, sections = [], title } = yield* checkCreate(given)
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const made = { id: SiteSectionGroupId.make(yield* nextId), title, icon: icon || null }
          const edited = yield* structures.edit(found.row, (self) => SectionGroupEdits.add(self, made, sections))
          const subjects = [site, made.id, ...sections]
          const after = find(edited.after, made.id)
          yield* events.announce({ type: "siteSectionGroups.create", organization, subjects, after })
          return yield* views.group(found, edited.after, made.id)
        })
      )
    })

    /** Changes the given fields. */
    const update = operation("SiteSectionGroups.update")(function* (
      organization: OrganizationId,
      site: string,
      id: string,
      given: SiteSectionGroupPatch
    ) {
      const { icon, title } = yield* checkPatch(given)
      const changes = { title, icon: icon === "" ? null : icon }
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const edited = yield* structures.edit(found.row, (self) => SectionGroupEdits.change(self, id, changes))
          yield* announceUpdate(organization, [site, id], edited)
          return yield* views.group(found, edited.after, id)
        })
      )
    })

    /** Appends a section to a group; a section that is already in it stays where it is. */
    const addSection = operation("SiteSectionGroups.addSection")(function* (
      organization: OrganizationId,
      site: string,
      id: string,
      given: GroupedSection
    ) {
      const { sectionId: section } = yield* checkGrouped(given)
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const edited = yield* structures.edit(found.row, (self) => SectionGroupEdits.addSection(self, id, section))
          yield* announceUpdate(organization, [site, id, section], edited)
          return yield* views.group(found, edited.after, id)
        })
      )
    })

    /** Removes a section from a group. False if it is not in the group. */
    const removeSection = operation("SiteSectionGroups.removeSection")(function* (
      organization: OrganizationId,
      site: string,
      id: string,
      section: string
    ) {
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const edited = yield* structures.edit(found.row, (self) => SectionGroupEdits.removeSection(self, id, section))
          yield* announceUpdate(organization, [site, id, section], edited)
          return edited.isChanged
        })
      )
    })

    /** Moves a group (rule site-order). */
    const move = operation("SiteSectionGroups.move")(function* (
      organization: OrganizationId,
      site: string,
      id: string,
      given: SiteSectionGroupMove
    ) {
      const input = yield* checkMove(given)
      const position = yield* SitePositionInput.read(input.position, "id", (neighbor) => neighbor.id)
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const { after } = yield* structures.edit(found.row, (self) => SectionGroupEdits.move(self, id, position))
          yield* events.announce({ type: "siteSectionGroups.move", organization, subjects: [site, id] })
          return yield* views.group(found, after, id)
        })
      )
    })

    /** Deletes a group; its sections take its position. False if there is no such group. */
    const remove = operation("SiteSectionGroups.remove")(function* (
      organization: OrganizationId,
      site: string,
      id: string
    ) {
      return yield* withSite(organization, site, (found) =>
        Effect.gen(function* () {
          const edited = yield* structures.edit(found.row, (self) => SectionGroupEdits.remove(self, id))
          const before = find(edited.before, id)
          yield* events.announce({ type: "siteSectionGroups.delete", organization, subjects: [site, id], before })
          return true
        })
      ).pipe(Effect.catchTag("SiteSectionGroupNotFound", () => Effect.succeed(false)))
    })

    return { list, get, create, update, addSection, removeSection, move, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, Paging.layer, SiteAccess.layer, SiteStructureViews.layer, SiteStructures.layer])
  )
}
