import { Context, Effect, Layer, Option } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type { ContentReader } from "../tree/ContentReader.ts"
import * as LinkEntries from "./LinkEntries.ts"
import { idOf, type LinkSource, lookupKeysOf, marksOf, collection as sourceCollection, targetOf } from "./LinkSource.ts"
import * as LinkTarget from "./LinkTarget.ts"
import * as LinkTotals from "./LinkTotals.ts"

/** The links of one content: the index of its space, and the differences from it. */
export interface LinksAt {
  readonly space: string
  /** False if the space has no valid index; then `added` holds everything. */
  readonly isIndexed: boolean
  /** Ids of indexed sources that this content lacks or has in another state. */
  readonly removed: ReadonlySet<string>
  readonly added: ReadonlyMap<string, LinkSource>
  readonly totals: LinkTotals.LinkTotals
}

/** A page of a list of sources, by id. */
export interface Stretch {
  readonly after?: string | undefined
  readonly limit: number
}

const copyBatch = 500

/** A source for a copy of its space: references without a space refer to the copy. */
const rehome = (self: LinkSource, space: SpaceId): LinkSource => {
  const holder = { space, kind: self.kind, owner: self.owner }
  return {
    ...holder,
    id: idOf(holder),
    links: self.links.map((link) => {
      const content = LinkTarget.contentSpace(targetOf(holder, link))
      return content === undefined || content === space ? link : { ...link, standing: "elsewhere" as const }
    })
  }
}

const byId = (left: LinkSource, right: LinkSource) => CodePoint.compare(left.id, right.id)

/**
 * The links of each space's primary content, updated by the differences between its heads. An index that is missing, or
 * was created under another app URL, counts as empty until the next head.
 */
export class LinkIndex extends Context.Service<LinkIndex>()("@quire/core/LinkIndex", {
  make: Effect.gen(function* () {
    const { app } = yield* Addresses
    const { together } = yield* RowStore
    const sources = yield* Repository.make(sourceCollection)
    const totals = yield* Repository.make(LinkTotals.collection)

    const valuesOf = (rows: ReadonlyArray<Repository.VersionedValue<LinkSource>>) => rows.map(({ value }) => value)
    const getSources = (ids: ReadonlyArray<string>) =>
      Effect.map(sources.getMany(ids), (rows) => new Map(Array.from(rows, ([id, { value }]) => [id, value] as const)))
    const lookupIn = (space: string): LinkEntries.LinkLookup => ({
      sources: getSources,
      referring: (keys) =>
        keys.length === 0
          ? Effect.succeed([])
          : Effect.map(
              sources.list("inSpace", { equals: { space }, has: { lookups: { any: keys } }, limit: noLimit }),
              valuesOf
            )
    })
    const emptyLookup: LinkEntries.LinkLookup = {
      sources: () => Effect.succeed(new Map()),
      referring: () => Effect.succeed([])
    }

    /**
     * The links of any content of a space; the cost grows with its difference from the indexed content. `expandedFrom`
     * returns the content that readers see, for this content and the indexed one, by its root.
     */
    const at = Effect.fnUntraced(function* (
      reader: ContentReader,
      root: string,
      expandedFrom?: (indexed: string) => Effect.Effect<LinkEntries.ExpandedContents | undefined>
    ) {
      const space = SpaceId.make(reader.space)
      const row = Option.filter(yield* totals.get(space), ({ value }) => value.app === app)
      const isIndexed = Option.isSome(row)
      const from = isIndexed ? row.value.value : LinkTotals.empty(space, app)
      const lookup = isIndexed ? lookupIn(space) : emptyLookup
      const expanded = yield* expandedFrom?.(from.root) ?? Effect.undefined
      const { added, removed } = yield* LinkEntries.findChanges(lookup, reader, app, from.root, root, expanded)
      return {
        space,
        isIndexed,
        removed: new Set(removed.map(({ id }) => id)),
        added: new Map(added.map((source) => [source.id, source])),
        totals: LinkTotals.applyChanges(from, { removed, added, root })
      } satisfies LinksAt
    })

    const removeStale = (next: LinksAt) =>
      next.isIndexed
        ? sources.remove([...next.removed])
        : sources.removeWhere("inSpace", { equals: { space: next.space } })

    /** Updates the index to the given content; call it in the transaction that moves the head there. */
    const update = Effect.fnUntraced(function* (next: LinksAt) {
      const [seen] = yield* together(totals.get(next.totals.id), removeStale(next))
      yield* together(
        sources.insertAll([...next.added.values()]),
        Option.isSome(seen) ? totals.update(seen.value, next.totals) : totals.insert(next.totals)
      )
    })

    /** Updates the roots of indexes, by space, if the new root has the same links as the old one. */
    const keep = Effect.fnUntraced(function* (
      moved: ReadonlyMap<string, { readonly before: string; readonly after: string }>
    ) {
      const rows = yield* totals.getMany([...moved.keys()])
      yield* totals.updateAll(
        Array.from(rows.values(), (seen) => {
          const own = moved.get(seen.value.id)
          const root = own?.before === seen.value.root ? own.after : seen.value.root
          return { seen, next: { ...seen.value, root } }
        })
      )
    })

    /** Copies the index to the copy of a space with that root; call it in the transaction that creates the copy. */
    const copy = Effect.fnUntraced(function* (from: string, to: SpaceId, root: string) {
      const original = yield* totals.get(from)
      if (Option.isNone(original) || original.value.value.root !== root || original.value.value.app !== app) return
      let made = LinkTotals.empty(to, app)
      let after: string | undefined
      do {
        const rows: ReadonlyArray<Repository.VersionedValue<LinkSource>> = yield* sources.list("inSpace", {
          equals: { space: from },
          limit: copyBatch,
          ...(after === undefined ? {} : { after: { order: [], id: after } })
        })
        const added = rows.map(({ value }) => rehome(value, to))
        yield* sources.insertAll(added)
        made = LinkTotals.applyChanges(made, { removed: [], added, root })
        after = rows.length < copyBatch ? undefined : rows.at(-1)?.value.id
      } while (after !== undefined)
      yield* totals.insert({ ...made, root })
    })

    /** Sources by id, in their state in the content. */
    const sourcesOf = Effect.fnUntraced(function* (self: LinksAt, ids: ReadonlyArray<string>) {
      const kept = self.isIndexed ? ids.filter((id) => !self.removed.has(id) && !self.added.has(id)) : []
      const found = new Map(yield* getSources(kept))
      for (const id of ids) {
        const source = self.added.get(id)
        if (source !== undefined) found.set(id, source)
      }
      return found
    })

    const listMerged = Effect.fnUntraced(function* (
      self: LinksAt,
      { after, limit }: Stretch,
      fits: (source: LinkSource) => boolean,
      list: (stretch: {
        readonly limit: number
        readonly after?: { readonly order: ReadonlyArray<never>; readonly id: string }
      }) => Effect.Effect<ReadonlyArray<Repository.VersionedValue<LinkSource>>>
    ) {
      const from = after === undefined ? {} : { after: { order: [], id: after } }
      const rows = yield* list({ limit: limit + self.removed.size, ...from })
      const isAfter = ({ id }: LinkSource) => after === undefined || CodePoint.compare(id, after) > 0
      const kept = valuesOf(rows).filter(({ id }) => !self.removed.has(id))
      return [...kept, ...Array.from(self.added.values()).filter((source) => isAfter(source) && fits(source))]
        .sort(byId)
        .slice(0, limit)
    })

    /** Sources with any of these marks, or all sources if none are given; by id. */
    const list = (self: LinksAt, stretch: Stretch, wanted: ReadonlyArray<string> | undefined) =>
      listMerged(
        self,
        stretch,
        (source) => wanted === undefined || marksOf(source).some((mark) => wanted.includes(mark)),
        (query) =>
          !self.isIndexed
            ? Effect.succeed([])
            : sources.list("inSpace", {
                equals: { space: self.space },
                ...(wanted === undefined ? {} : { has: { marks: { any: wanted } } }),
                ...query
              })
      )

    /** Uses an id that no space has in place of the content's own space if that is not indexed. */
    const inSpaces = (self: LinksAt, others: ReadonlyArray<string>) => ({
      equals: { space: { in: [self.isIndexed ? self.space : "", ...others] } }
    })

    /** Sources with a lookup key in the content and in the primary content of other spaces; by id. */
    const referring = (self: LinksAt, others: ReadonlyArray<string>, key: string, stretch: Stretch) =>
      listMerged(
        self,
        stretch,
        (source) => lookupKeysOf(source).includes(key),
        (query) => sources.list("inSpace", { ...inSpaces(self, others), has: { lookups: key }, ...query })
      )

    const countReferring = Effect.fnUntraced(function* (self: LinksAt, others: ReadonlyArray<string>, key: string) {
      const all = yield* sources.count("inSpace", { ...inSpaces(self, others), has: { lookups: key } })
      const removed = self.isIndexed ? [...(yield* getSources([...self.removed])).values()] : []
      const refers = (source: LinkSource) => lookupKeysOf(source).includes(key)
      return all - removed.filter(refers).length + Array.from(self.added.values()).filter(refers).length
    })

    /** Spaces whose primary content links to content of this space, by id. */
    const linking = Effect.fnUntraced(function* (space: string) {
      const rows = yield* totals.list("all", { equals: {}, has: { spaces: space }, limit: noLimit })
      return rows.flatMap(({ value }) => (value.id === space ? [] : [value.id]))
    })

    return { at, update, keep, copy, sourcesOf, list, referring, countReferring, linking } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
