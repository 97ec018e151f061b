import { Array as Arr, Clock, Context, Effect, Layer } from "effect"
import { LinkIndex } from "../../content/link-index/LinkIndex.ts"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import { ContentStore } from "../../content/tree/ContentStore.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as RadixMap from "../../content/tree/RadixMap.ts"
import * as Root from "../../content/tree/Root.ts"
import type { RevisionId } from "../../foundation/id/RevisionId.ts"
import type { SpaceId } from "../../foundation/id/SpaceId.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { OpenedContent } from "../commit/ContentBase.ts"
import { Revisions } from "../revision/Revisions.ts"
import { type Space, collection as spaceCollection } from "../space/Space.ts"
import { collection as fieldCollection } from "./CustomField.ts"
import { limits } from "./CustomFieldInput.ts"
import { rowId, collection as useCollection } from "./CustomFieldUse.ts"
import { makeUse, planRestore, type ValueChange, type Values } from "./ValueChanges.ts"

/** Spaces whose heads are moved together, by one set of statements. */
const batch = 200

/** A change of a space's values, computed from those that it has. */
export interface Rewrite {
  readonly space: string
  readonly next: (before: Values) => ReadonlyArray<ValueChange>
}

/** A head that moved. */
export interface HeadMove {
  readonly space: SpaceId
  readonly before: RevisionId
  readonly revision: RevisionId
}

/**
 * Values of custom fields at the heads of spaces, and the rows that record them. Everything here runs inside a
 * transaction that holds the tree of the spaces' organization, and so does every change of fields: a value therefore
 * always fits its field.
 */
export class HeadValues extends Context.Service<HeadValues>()("@quire/core/HeadValues", {
  make: Effect.gen(function* () {
    const context = yield* Effect.context<ContentStore | NodeCache>()
    const store = yield* ContentStore
    const links = yield* LinkIndex
    const revisions = yield* Revisions
    const spaces = yield* Repository.make(spaceCollection)
    const fields = yield* Repository.make(fieldCollection)
    const uses = yield* Repository.make(useCollection)

    /** All fields of an organization, in order of creation. */
    const fieldsOf = (organization: string) =>
      Effect.map(
        fields.list("inOrganization", { equals: { organization }, limit: limits.fieldsPerOrganization }),
        (rows) => rows.map(({ value }) => value)
      )

    /** Updates the rows to match changed values. */
    const follow = Effect.fnUntraced(function* (
      changed: ReadonlyArray<{ readonly space: Space; readonly changes: ReadonlyArray<ValueChange> }>
    ) {
      const rows = changed.flatMap(({ changes, space }) =>
        changes.map(({ field, value }) => ({
          id: rowId(space.id, field.id),
          next: value === undefined ? undefined : makeUse(space, field, value)
        }))
      )
      const seen = yield* uses.getMany(rows.map(({ id }) => id))
      yield* uses.remove(rows.flatMap(({ id, next }) => (next === undefined && seen.has(id) ? [id] : [])))
      yield* uses.insertAll(rows.flatMap(({ id, next }) => (next === undefined || seen.has(id) ? [] : [next])))
      yield* uses.updateAll(
        rows.flatMap(({ id, next }) => {
          const row = seen.get(id)
          return row === undefined || next === undefined ? [] : [{ seen: row, next }]
        })
      )
    })

    /** Builds the new content of spaces whose rows are locked; leaves out spaces without changes. */
    const buildContents = Effect.fnUntraced(function* (
      rewrites: ReadonlyArray<Rewrite>,
      rows: ReadonlyMap<string, Repository.VersionedValue<Space>>
    ) {
      const heads = yield* revisions.getMany(Array.from(rows.values(), ({ value }) => value.revision))
      const readerOf = yield* Effect.provide(ContentReader.makeBatchedFactory, context)
      const one = Effect.fnUntraced(function* ({ next, space }: Rewrite) {
        const seen = rows.get(space)
        const before = heads.get(seen?.value.revision ?? "")?.value.root
        if (seen === undefined || before === undefined) return []
        const draft = ContentDraft.make(readerOf(space))
        const changes = next(yield* Root.values(yield* Root.open(draft, before)))
        if (changes.length === 0) return []
        const named = new Map(changes.map(({ field, value }) => [field.name, value]))
        const root = yield* Root.setValues(draft, before, named)
        return [{ seen, before, root, changes, nodes: draft.nodes(root) }]
      })
      return (yield* Effect.forEach(rewrites, one, ContentReader.batched)).flat()
    })

    const writeBatch = Effect.fnUntraced(function* (
      rewrites: ReadonlyArray<Rewrite>,
      rows: ReadonlyMap<string, Repository.VersionedValue<Space>>
    ) {
      const contents = yield* buildContents(rewrites, rows)
      const updatedAt = yield* Clock.currentTimeMillis
      const moved = yield* Effect.forEach(contents, (content) =>
        Effect.gen(function* () {
          yield* store.putMany(content.seen.value.id, content.nodes)
          return { ...content, revision: yield* revisions.nextId }
        })
      )
      yield* revisions.insertAll(
        moved.map(({ revision, root, seen: { value } }) => ({
          id: revision,
          space: value.id,
          parents: [value.revision],
          root,
          type: "edits" as const
        }))
      )
      yield* spaces.updateAll(
        moved.map(({ revision, seen }) => ({ seen, next: { ...seen.value, revision, updatedAt } }))
      )
      yield* links.keep(new Map(moved.map(({ before, root, seen }) => [seen.value.id, { before, after: root }])))
      yield* follow(moved.map(({ changes, seen }) => ({ space: seen.value, changes })))
      return moved.map(
        ({ revision, seen }): HeadMove => ({ space: seen.value.id, before: seen.value.revision, revision })
      )
    })

    /**
     * Gives spaces new values, one new revision each; spaces whose values stay the same get none. The cost of a space
     * depends only on its own nodes; everything else is loaded for many spaces at once.
     */
    const write = Effect.fnUntraced(function* (rewrites: ReadonlyArray<Rewrite>) {
      const rows = yield* spaces.lock(rewrites.map(({ space }) => space))
      const written: Array<HeadMove> = []
      for (const some of Arr.chunksOf(rewrites, batch)) {
        const ids = new Set(some.map(({ space }) => space))
        written.push(...(yield* writeBatch(some, new Map([...rows].filter(([id]) => ids.has(id))))))
      }
      return written
    })

    /** The uses of a field, or only those with any of the given options. */
    const usesOf = Effect.fnUntraced(function* (field: string, options?: ReadonlyArray<string>) {
      const rows = yield* uses.list("ofField", {
        equals: { field },
        limit: noLimit,
        ...(options === undefined ? {} : { has: { options: { any: options } } })
      })
      return rows.map(({ value }) => value)
    })

    const usesIn = (ids: ReadonlyArray<string>) =>
      Effect.map(uses.list("inSpace", { equals: { space: { in: ids } }, limit: noLimit }), (rows) =>
        rows.map(({ value }) => value)
      )

    /** Removes all values from spaces that leave the organization of the fields. */
    const clear = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const used = yield* usesIn(ids)
      if (used.length === 0) return []
      const known = yield* fields.getMany(used.map(({ field }) => field))
      return yield* write(
        Object.entries(Arr.groupBy(used, ({ space }) => space)).map(([space, own]) => ({
          space,
          next: () =>
            own.flatMap(({ field }) => {
              const found = known.get(field)
              return found === undefined ? [] : [{ field: found.value, value: undefined }]
            })
        }))
      )
    })

    /** Copies the rows to a copy that has the head of its original. */
    const copy = Effect.fnUntraced(function* (from: string, to: SpaceId) {
      const used = yield* usesIn([from])
      yield* uses.insertAll(used.map((each) => ({ ...each, id: rowId(to, each.field), space: to })))
    })

    /**
     * The content of a revision, with as much of its values as the fields accept now, and the resulting changes of the
     * head's values. Final inside a transaction that holds the tree; computed earlier, it may be out of date.
     */
    const planRollback = operation("SpaceCustomFields.restored")(function* (
      draft: ContentDraft.ContentDraft,
      opened: OpenedContent,
      target: { readonly id: string; readonly root: string }
    ) {
      const then = yield* Root.open(draft, target.root)
      const own = opened.root.maps.values
      if (then.maps.values === own) return { root: target.root, changes: [] }
      const found = { revision: target.id, values: yield* Root.values(then) }
      const before = yield* Root.values(opened.root)
      const changes = planRestore(yield* fieldsOf(opened.space.value.organization), before, found)
      const named = new Map(changes.map(({ field, value }) => [field.name, value]))
      const root = Root.put(draft, { ...then.maps, values: yield* RadixMap.update(draft, own, named) })
      return { root, changes }
    })

    return { fieldsOf, write, planRollback, follow, usesOf, clear, copy } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([LinkIndex.layer, NodeCache.layer, Revisions.layer])
  )
}
