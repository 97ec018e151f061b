import { Clock, Context, Effect, Layer } from "effect"
import { callingUser } from "../Actor.ts"
import { strongest } from "../access/Role.ts"
import { ContentBase } from "../content/ContentBase.ts"
import { ContentStore } from "../content/ContentStore.ts"
import * as Reachable from "../content/Reachable.ts"
import * as Root from "../content/Root.ts"
import { HeadValues } from "../custom-field/HeadValues.ts"
import { Events } from "../events/Events.ts"
import { collection as fileCollection, rowId } from "../file/FileRecord.ts"
import { IdGenerator } from "../IdGenerator.ts"
import { LinkIndex } from "../link/LinkIndex.ts"
import { operation } from "../Operation.ts"
import * as Levels from "../placement/Levels.ts"
import * as Locked from "../placement/Locked.ts"
import { Placements } from "../placement/Placements.ts"
import { Relocation } from "../placement/Relocation.ts"
import { Revisions } from "../revision/Revisions.ts"
import { SearchIndex } from "../search/SearchIndex.ts"
import * as Repository from "../store/Repository.ts"
import { cut } from "../text/Text.ts"
import { collection } from "./Space.ts"
import { SpaceId } from "./SpaceId.ts"
import { limits, SpaceNotFound } from "./SpaceInput.ts"
import { SpaceViews } from "./SpaceViews.ts"

const suffix = " (copy)"

/** The title of a copy, within the limit. */
export const copyTitle = (title: string): string => `${cut(title, limits.titleLength - suffix.length)}${suffix}`

/** More files than one revision holds. */
const everything = 1_000_000

/** Copies a space with its head, right after it (decisions S8). */
export class Duplication extends Context.Service<Duplication>()("@quire/core/Duplication", {
  make: Effect.gen(function* () {
    const { locked } = yield* Locked.make
    const tree = yield* Placements
    const relocation = yield* Relocation
    const contents = yield* ContentBase
    const store = yield* ContentStore
    const search = yield* SearchIndex
    const links = yield* LinkIndex
    const values = yield* HeadValues
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
        yield* store.copy(from, to, yield* Reachable.all(opened.root.reader, hash))
        const files = yield* Root.listFiles(opened.root, { limit: everything })
        yield* Effect.orDie(
          records.insertAll(
            files.map(({ blob, contentType, id }) => ({
              id: rowId(to, id, blob),
              space: to,
              file: id,
              blob,
              contentType
            }))
          )
        )
        yield* search.copy(from, to)
        yield* links.copy(from, to, hash)
        yield* values.copy(from, to)
      }
      return hash
    })

    const duplicate = operation("Duplication.duplicate")(function* (id: string) {
      const wanted = {
        kind: "space" as const,
        id,
        action: "content:read" as const,
        notFound: () => new SpaceNotFound({ id })
      }
      return yield* locked(wanted, (found) =>
        Effect.gen(function* () {
          const source = found.placement
          const { level, organization } = source.value
          const parent = yield* relocation.presentParent(found)
          yield* Levels.permitted({ ...found, role: strongest(found.role, "create") }, level, parent)
          const original = spaces.decode(found.subject)
          const copy = SpaceId.make(yield* nextId)
          const revision = yield* revisions.nextId
          const createdBy = yield* callingUser
          const createdAt = yield* Clock.currentTimeMillis
          const made = {
            ...original.value,
            id: copy,
            title: copyTitle(original.value.title),
            editMode: "locked",
            createdAt,
            updatedAt: createdAt,
            revision,
            createdBy
          } as const
          const position = yield* tree.siblings.keyFor(source.value, { side: "after", sibling: source.value })
          const { placement } = yield* tree.placed({
            id: copy,
            kind: "space",
            organization,
            parent,
            position,
            level,
            createdBy
          })
          yield* tree.add(placement)
          yield* Effect.orDie(spaces.insert(made))
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
  static readonly layer = Layer.effect(this, this.make)
}
