import { Context, Effect, Layer, Schema } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isActive, type Placement, collection as placementCollection } from "../../people/placement/Placement.ts"
import { listSiteSpaces, collection as structureCollection } from "../../sites/structure/SiteStructure.ts"
import type * as Space from "../../spaces/space/Space.ts"
import { visibilityOf } from "../../spaces/space/Space.ts"
import { type PublishedSpace, SiteVisibility, SpaceSites } from "../../spaces/space/SpaceSites.ts"

/** Visibility of a space as last reported to installations; not stored for a space that was not published. */
export const ReportedVisibility = Schema.Struct({
  id: SpaceId,
  visibility: SiteVisibility,
  /** The sites that it was on. */
  sites: Schema.Array(Schema.String)
})
export type ReportedVisibility = typeof ReportedVisibility.Type

export const collection = Repository.collection({
  name: "told_visibilities",
  schema: ReportedVisibility,
  columns: { sites: { kind: "set", of: (self) => self.sites } },
  indexes: { all: { on: [] } },
  unique: {},
  references: [{ column: "id", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

/** A change of who can read a space, sent to all integrations that are active on it. */
export interface VisibilityChange {
  readonly event: Outbox.Event
  readonly space: SpaceId
  readonly previousVisibility: Space.Visibility
  readonly visibility: Space.Visibility
}

const State = Schema.Struct({ visibility: Schema.optionalKey(Schema.String) })
const isState = Schema.is(State)

const ofSites: ReadonlySet<string> = new Set([
  "sites.publish",
  "sites.unpublish",
  "sites.update",
  "sites.delete",
  "siteSections.create",
  "siteSections.delete",
  "siteSpaces.create",
  "siteSpaces.update",
  "siteSpaces.delete"
])

const ofSpaces: ReadonlySet<string> = new Set(
  ["spaces", "collections"].flatMap((noun) => [`${noun}.delete`, `${noun}.restore`, `${noun}.transfer`])
)

/** Whether an event may change who can read spaces. */
const concerns = ({ after, before, type }: Outbox.Event): boolean => {
  if (type !== "sites.update") return ofSites.has(type) || ofSpaces.has(type)
  return !isState(before) || !isState(after) || before.visibility !== after.visibility
}

/**
 * Compares the visibility of spaces with what was last reported, and stores it (rule integration-told-visibility). It
 * runs in the transaction that dispatches events, one at a time, so that the stored state is the reported one.
 */
export class VisibilityChanges extends Context.Service<VisibilityChanges>()("@quire/core/VisibilityChanges", {
  make: Effect.gen(function* () {
    const sites = yield* SpaceSites
    const structures = yield* Repository.make(structureCollection)
    const placements = yield* Repository.make(placementCollection)
    const rows = yield* Repository.make(collection)

    const listRows = (ids: ReadonlyArray<string>) =>
      rows.list("all", { equals: { sites: { in: ids } }, limit: noLimit })

    /** The spaces that an event may have published or hidden: those that are or were on its site. */
    const findSpaces = Effect.fnUntraced(function* ({ subjects, type }: Outbox.Event) {
      if (!ofSites.has(type)) return subjects
      const on = yield* structures.getMany(subjects.slice(0, 1))
      const were = yield* listRows(subjects.slice(0, 1))
      const are = [...on.values()].flatMap(({ value }) => listSiteSpaces(value).map(({ siteSpace }) => siteSpace.space))
      return [...new Set([...are, ...were.map(({ value }) => value.id)])]
    })

    /** Stores the current visibility of spaces. */
    const keep = Effect.fnUntraced(function* (
      lastReported: ReadonlyMap<string, Repository.VersionedValue<ReportedVisibility>>,
      found: ReadonlyArray<Placement>,
      published: ReadonlyMap<string, PublishedSpace>
    ) {
      const next = found.flatMap(({ id, sites: on }): ReadonlyArray<ReportedVisibility> => {
        const now = published.get(id)
        return now === undefined ? [] : [{ id: SpaceId.make(id), visibility: now.visibility, sites: on }]
      })
      const known = next.flatMap((each) => {
        const seen = lastReported.get(each.id)
        return seen === undefined ? [] : [{ seen, next: each }]
      })
      yield* rows.remove([...lastReported.keys()].filter((id) => !published.has(id)))
      yield* rows.updateAll(known)
      yield* rows.insertAll(next.filter(({ id }) => !lastReported.has(id)))
    })

    const follow = Effect.fnUntraced(function* (event: Outbox.Event) {
      const ids = yield* findSpaces(event)
      const found = Repository.values((yield* placements.getMany(ids)).values()).filter(({ kind }) => kind === "space")
      const published = yield* sites.findPublished(found.filter(isActive))
      const lastReported = yield* rows.getMany(found.map(({ id }) => id))
      yield* keep(lastReported, found, published)
      return found.flatMap((placement): ReadonlyArray<VisibilityChange> => {
        const previousVisibility = visibilityOf(placement, lastReported.get(placement.id)?.value)
        const visibility = visibilityOf(placement, published.get(placement.id))
        const space = SpaceId.make(placement.id)
        return previousVisibility === visibility ? [] : [{ event, space, previousVisibility, visibility }]
      })
    })

    /** Returns the visibility changes caused by events. Intermediate states are not reported. */
    const listVisibilityChanges = Effect.fnUntraced(function* (events: ReadonlyArray<Outbox.Event>) {
      const changes: Array<VisibilityChange> = []
      for (const event of events) if (concerns(event)) changes.push(...(yield* follow(event)))
      return changes
    })

    return { listVisibilityChanges } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
