import { Array as Arr, Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { LinkIndex } from "../../content/link-index/LinkIndex.ts"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import { ContentStore } from "../../content/tree/ContentStore.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as RadixMap from "../../content/tree/RadixMap.ts"
import * as Root from "../../content/tree/Root.ts"
import { OrganizationId, type RevisionId, SpaceId } from "../../foundation/id/Ids.ts"
import type * as DomainError from "../../foundation/operation/DomainError.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type { OpenedContent } from "../commit/ContentBase.ts"
import { Revisions } from "../revision/Revisions.ts"
import { type Space, collection as spaceCollection } from "../space/Space.ts"
import { type CustomField, CustomFieldId, collection as fieldCollection, isSelect, limits } from "./CustomField.ts"
import * as FieldValue from "./FieldValue.ts"

/**
 * Records that a space has a value of a field at its head; the value itself is in the revision
 * (rule custom-field-values).
 */
export const CustomFieldUse = Schema.Struct({
  id: Schema.String,
  organization: OrganizationId,
  space: SpaceId,
  field: CustomFieldId,
  /** The options chosen in the value. */
  options: Schema.Array(Schema.String)
})
export type CustomFieldUse = typeof CustomFieldUse.Type

export const rowId = (space: string, field: string): string => `${space}.${field}`

export const collection = Repository.collection({
  name: "custom_field_uses",
  schema: CustomFieldUse,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    space: { kind: "text", of: (self) => self.space },
    field: { kind: "text", of: (self) => self.field },
    options: { kind: "set", of: (self) => self.options }
  },
  indexes: { ofField: { on: ["field"] }, inSpace: { on: ["space"] } },
  unique: {},
  references: [
    { column: "field", to: "custom_fields", onDelete: "restrict", scoped: true },
    { column: "space", to: "spaces", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

type Json = CanonicalJson.Json

/** A field and its new value in a space; undefined removes the value. */
export interface ValueChange {
  readonly field: CustomField
  readonly value: Json | undefined
}

/** Values by field name. */
export type Values = ReadonlyMap<string, Json>

/** Why values are refused: a name without a field, or broken rules. */
export type Refusal =
  | { readonly _tag: "Unknown"; readonly name: string }
  | { readonly _tag: "Broken"; readonly details: ReadonlyArray<DomainError.BrokenRule> }

/** The changes that differ from the present values. */
export const dropUnchanged = (before: Values, changes: ReadonlyArray<ValueChange>): ReadonlyArray<ValueChange> =>
  changes.filter(({ field, value }) => !CanonicalJson.equals(before.get(field.name), value))

/** Plans the changes of a patch: all of them, or none if one is wrong. */
export const planChanges = (
  fields: ReadonlyArray<CustomField>,
  before: Values,
  patch: FieldValue.ValuesPatch
): Result.Result<ReadonlyArray<ValueChange>, Refusal> => {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const given = Object.entries(patch.values)
  const unknown = given.find(([name]) => !byName.has(name))
  if (unknown !== undefined) return Result.fail({ _tag: "Unknown", name: unknown[0] })
  const details: Array<DomainError.BrokenRule> = []
  const changes: Array<ValueChange> = []
  for (const [name, { value }] of given) {
    const field = byName.get(name)
    if (field === undefined) continue
    const result = value === undefined ? Result.succeed(value) : FieldValue.normalize(field, value)
    if (Result.isSuccess(result)) changes.push({ field, value: result.success })
    else details.push({ path: `values.${name}.value`, rule: result.failure })
  }
  return details.length > 0 ? Result.fail({ _tag: "Broken", details }) : Result.succeed(dropUnchanged(before, changes))
}

/**
 * Plans a return to the values of an earlier revision, as far as the current fields accept them. Fields created after
 * that revision get no value, even if they share the name of an earlier field.
 */
export const planRestore = (
  fields: ReadonlyArray<CustomField>,
  before: Values,
  then: { readonly revision: string; readonly values: Values }
): ReadonlyArray<ValueChange> =>
  dropUnchanged(
    before,
    fields.map((field) => {
      const value = field.id < then.revision ? then.values.get(field.name) : undefined
      return { field, value: value === undefined ? undefined : FieldValue.restore(field, value) }
    })
  )

/** The record that a space has the value at its head. */
export const makeUse = (
  space: { readonly id: CustomFieldUse["space"]; readonly organization: CustomFieldUse["organization"] },
  field: CustomField,
  value: Json
): CustomFieldUse => ({
  id: rowId(space.id, field.id),
  organization: space.organization,
  space: space.id,
  field: field.id,
  options: isSelect(field.type) ? FieldValue.choicesIn(value) : []
})

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
    const uses = yield* Repository.make(collection)

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
