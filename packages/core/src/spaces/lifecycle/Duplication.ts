import { Clock, Context, Effect, Layer } from "effect"
import { collection as fileCollection, rowId } from "../../content/file/FileRecord.ts"
import { LinkIndex } from "../../content/link-index/LinkIndex.ts"
import { SearchIndex } from "../../content/search-index/SearchIndex.ts"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import { ContentStore } from "../../content/tree/ContentStore.ts"
import * as Root from "../../content/tree/Root.ts"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { SpaceId } from "../../foundation/id/Ids.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"
import { strongest } from "../../people/access/Role.ts"
import * as EffectiveAccess from "../../people/placement/EffectiveAccess.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import { SpaceNotFound } from "../../people/placement/Placement.ts"
import { Placements } from "../../people/placement/Placements.ts"
import { ComputedReindexing } from "../commit/ComputedReindexing.ts"
import { ContentBase } from "../commit/ContentBase.ts"
import { HeadValues } from "../custom-field/HeadValues.ts"
import { Revisions } from "../revision/Revisions.ts"
import { collection, limits, withTranslation } from "../space/Space.ts"
import { SpaceViews } from "../space/SpaceViews.ts"
import { Relocation } from "./Relocation.ts"

const suffix = " (copy)"

/** The title of a copy, within the limit (rule space-duplicate). */
export const copyTitle = (title: string): string =>
  `${cut(title, limits.titleLength - suffix.length).trimEnd()}${suffix}`.trimStart()

/** Copies a space with its head and places the copy right after it (rule space-duplicate). */
export class Duplication extends Context.Service<Duplication>()("@quire/core/Duplication", {
  make: Effect.gen(function* () {
    const { withActive } = yield* LockedPlacement
    const tree = yield* Placements
    const relocation = yield* Relocation
    const contents = yield* ContentBase
    const store = yield* ContentStore
    const search = yield* SearchIndex
    const links = yield* LinkIndex
    const values = yield* HeadValues
    const reindexing = yield* ComputedReindexing
    const revisions = yield* Revisions
    const views = yield* SpaceViews
    const events = yield* Events
    const nextId = yield* IdGenerator
    const spaces = yield* Repository.make(collection)
    const records = yield* Repository.make(fileCollection)

    const copyContent = Effect.fnUntraced(function* (from: string, to: SpaceId) {
      const opened = yield* contents.open({ space: from })
      const { hash } = opened.root
      if (hash !== Root.empty) {
        yield* store.copy(from, to, yield* ContentDraft.all(opened.root.reader, hash))
        const files = yield* Root.listFiles(opened.root, { limit: noLimit })
        yield* records.insertAll(
          files.map(({ blob, contentType, id }) => ({
            id: rowId(to, id, blob),
            space: to,
            file: id,
            blob,
            contentType
          }))
        )
        yield* search.copy(from, to)
        yield* links.copy(from, to, hash)
        yield* values.copy(from, to)
        yield* reindexing.copy(from, to)
      }
      return hash
    })

    /** Copies a space with its content, right after it. */
    const duplicate = operation("Duplication.duplicate")(function* (id: string) {
      const wanted = {
        kind: "space" as const,
        id,
        action: "content:read" as const,
        notFound: () => new SpaceNotFound({ id })
      }
      return yield* withActive(wanted, (found) =>
        Effect.gen(function* () {
          const source = found.placement
          const { level, organization } = source.value
          const parent = yield* relocation.presentParent(found)
          yield* EffectiveAccess.checkLevel({ ...found, role: strongest(found.role, "create") }, level, parent)
          const original = spaces.decode(found.subject)
          const copy = SpaceId.make(yield* nextId)
          const revision = yield* revisions.nextId
          const createdBy = yield* callingUser
          const createdAt = yield* Clock.currentTimeMillis
          const made = {
            ...withTranslation(original.value, undefined),
            id: copy,
            title: copyTitle(original.value.title),
            editMode: "locked",
            createdAt,
            updatedAt: createdAt,
            revision,
            createdBy
          } as const
          const position = yield* tree.siblings.makeKey(source.value, { side: "after", sibling: source.value })
          const { placement } = yield* tree.preparePlacement({
            id: copy,
            kind: "space",
            organization,
            parent,
            position,
            level,
            createdBy
          })
          yield* tree.add(placement)
          yield* spaces.insert(made)
          const root = yield* copyContent(id, copy)
          yield* revisions.insert({ id: revision, space: copy, parents: [], root, type: "edits" })
          yield* events.announce({
            type: "spaces.duplicate",
            organization,
            space: copy,
            subjects: [copy, id],
            after: made
          })
          return yield* views.one(copy)
        })
      )
    })

    return { duplicate } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ComputedReindexing.layer,
      ContentBase.layer,
      Events.layer,
      HeadValues.layer,
      LinkIndex.layer,
      LockedPlacement.layer,
      Placements.layer,
      Relocation.layer,
      Revisions.layer,
      SpaceViews.layer
    ])
  )
}
