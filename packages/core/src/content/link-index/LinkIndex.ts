import { Context, Effect, Layer, Option } from "effect"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { everything } from "../../foundation/paging/Everything.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type { ContentReader } from "../tree/ContentReader.ts"
import * as LinkEntries from "./LinkEntries.ts"
import { idOf, type LinkSource, lookups, marks, collection as sourceCollection, targetOf } from "./LinkSource.ts"
import * as LinkTarget from "./LinkTarget.ts"
import * as LinkTotals from "./LinkTotals.ts"

/** The links of one content: the index of its space, and what differs from it. */
export interface LinksAt {
  readonly space: string
  /** False where the index stands for nothing: then `come` is everything. */
  readonly isIndexed: boolean
  /** Ids of sources of the index that this content does not have, or has otherwise. */
  readonly gone: ReadonlySet<string>
  readonly come: ReadonlyMap<string, LinkSource>
  readonly totals: LinkTotals.LinkTotals
}

/** A stretch of a list of sources, by id. */
export interface Stretch {
  readonly after?: string | undefined
  readonly limit: number
}

const copied = 500

/** A source as it is in a copy of its space: what was named without a space is the copy's own. */
const rehomed = (self: LinkSource, space: SpaceId): LinkSource => {
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
 * The links of each space's primary content, kept by the differences of its heads. An index that is missing, or was
 * made under another address of the app, counts as empty until the next head.
 */
export class LinkIndex extends Context.Service<LinkIndex>()("@quire/core/LinkIndex", {
  make: Effect.gen(function* () {
    const { app } = yield* Addresses
    const { together } = yield* RowStore
    const sources = yield* Repository.make(sourceCollection)
    const totals = yield* Repository.make(LinkTotals.collection)

    const values = (rows: ReadonlyArray<Repository.Versioned<LinkSource>>) => rows.map(({ value }) => value)
    const stored = (ids: ReadonlyArray<string>) =>
      Effect.map(sources.getMany(ids), (rows) => new Map(Array.from(rows, ([id, { value }]) => [id, value] as const)))
    const indexed = (space: string): LinkEntries.LinkLookup => ({
      sources: stored,
      referring: (keys) =>
        keys.length === 0
          ? Effect.succeed([])
          : Effect.map(
              sources.list("inSpace", { equals: { space }, has: { lookups: { any: keys } }, limit: everything }),
              values
            )
    })
    const unindexed: LinkEntries.LinkLookup = {
      sources: () => Effect.succeed(new Map()),
      referring: () => Effect.succeed([])
    }

    /** The links of any content of a space; the cost grows with its difference from the indexed one. */
    const at = Effect.fnUntraced(function* (reader: ContentReader, root: string) {
      const space = SpaceId.make(reader.space)
      const row = Option.filter(yield* totals.get(space), ({ value }) => value.app === app)
      const isIndexed = Option.isSome(row)
      const from = isIndexed ? row.value.value : LinkTotals.none(space, app)
      const lookup = isIndexed ? indexed(space) : unindexed
      const { come, gone } = yield* LinkEntries.changes(lookup, reader, app, from.root, root)
      return {
        space,
        isIndexed,
        gone: new Set(gone.map(({ id }) => id)),
        come: new Map(come.map((source) => [source.id, source])),
        totals: LinkTotals.after(from, { gone, come, root })
      } satisfies LinksAt
    })

    const removed = (next: LinksAt) =>
      next.isIndexed
        ? sources.remove([...next.gone])
        : sources.removeWhere("inSpace", { equals: { space: next.space } })

    /** Makes the index that of the content given; inside the transaction that moves the head there. */
    const update = Effect.fnUntraced(function* (next: LinksAt) {
      const [seen] = yield* together(totals.get(next.totals.id), removed(next))
      yield* together(
        Effect.orDie(sources.insertAll([...next.come.values()])),
        Option.isSome(seen)
          ? Effect.orDie(totals.update(seen.value, next.totals))
          : Effect.orDie(totals.insert(next.totals))
      )
    })

    /** Indexes of these roots become those of the roots that took their place, by space, and have the same links. */
    const keep = Effect.fnUntraced(function* (
      moved: ReadonlyMap<string, { readonly before: string; readonly after: string }>
    ) {
      const rows = yield* totals.getMany([...moved.keys()])
      yield* Effect.orDie(
        totals.updateAll(
          Array.from(rows.values(), (seen) => {
            const own = moved.get(seen.value.id)
            const root = own?.before === seen.value.root ? own.after : seen.value.root
            return { seen, next: { ...seen.value, root } }
          })
        )
      )
    })

    /** Gives the copy of a space with that root the links of its original; inside the transaction that makes the copy. */
    const copy = Effect.fnUntraced(function* (from: string, to: SpaceId, root: string) {
      const original = yield* totals.get(from)
      if (Option.isNone(original) || original.value.value.root !== root || original.value.value.app !== app) return
      let made = LinkTotals.none(to, app)
      let after: string | undefined
      do {
        const rows: ReadonlyArray<Repository.Versioned<LinkSource>> = yield* sources.list("inSpace", {
          equals: { space: from },
          limit: copied,
          ...(after === undefined ? {} : { after: { order: [], id: after } })
        })
        const come = rows.map(({ value }) => rehomed(value, to))
        yield* Effect.orDie(sources.insertAll(come))
        made = LinkTotals.after(made, { gone: [], come, root })
        after = rows.length < copied ? undefined : rows.at(-1)?.value.id
      } while (after !== undefined)
      yield* Effect.orDie(totals.insert({ ...made, root }))
    })

    /** Sources by id, as they are in the content. */
    const sourcesOf = Effect.fnUntraced(function* (self: LinksAt, ids: ReadonlyArray<string>) {
      const kept = self.isIndexed ? ids.filter((id) => !self.gone.has(id) && !self.come.has(id)) : []
      const found = new Map(yield* stored(kept))
      for (const id of ids) {
        const source = self.come.get(id)
        if (source !== undefined) found.set(id, source)
      }
      return found
    })

    const merged = Effect.fnUntraced(function* (
      self: LinksAt,
      { after, limit }: Stretch,
      fits: (source: LinkSource) => boolean,
      list: (stretch: {
        readonly limit: number
        readonly after?: { readonly order: ReadonlyArray<never>; readonly id: string }
      }) => Effect.Effect<ReadonlyArray<Repository.Versioned<LinkSource>>>
    ) {
      const from = after === undefined ? {} : { after: { order: [], id: after } }
      const rows = yield* list({ limit: limit + self.gone.size, ...from })
      const isAfter = ({ id }: LinkSource) => after === undefined || CodePoint.compare(id, after) > 0
      const kept = values(rows).filter(({ id }) => !self.gone.has(id))
      return [...kept, ...Array.from(self.come.values()).filter((source) => isAfter(source) && fits(source))]
        .sort(byId)
        .slice(0, limit)
    })

    /** Sources with links of any of these marks, all sources where none are given; by id. */
    const list = (self: LinksAt, stretch: Stretch, wanted: ReadonlyArray<string> | undefined) =>
      merged(
        self,
        stretch,
        (source) => wanted === undefined || marks(source).some((mark) => wanted.includes(mark)),
        (query) =>
          !self.isIndexed
            ? Effect.succeed([])
            : sources.list("inSpace", {
                equals: { space: self.space },
                ...(wanted === undefined ? {} : { has: { marks: { any: wanted } } }),
                ...query
              })
      )

    /** A text that no space has as its id stands in for the content's own space where that is not indexed. */
    const inSpaces = (self: LinksAt, others: ReadonlyArray<string>) => ({
      equals: { space: { in: [self.isIndexed ? self.space : "", ...others] } }
    })

    /** Sources with a lookup key, of the content and of the primary content of other spaces; by id. */
    const referring = (self: LinksAt, others: ReadonlyArray<string>, key: string, stretch: Stretch) =>
      merged(
        self,
        stretch,
        (source) => lookups(source).includes(key),
        (query) => sources.list("inSpace", { ...inSpaces(self, others), has: { lookups: key }, ...query })
      )

    const countReferring = Effect.fnUntraced(function* (self: LinksAt, others: ReadonlyArray<string>, key: string) {
      const all = yield* sources.count("inSpace", { ...inSpaces(self, others), has: { lookups: key } })
      const gone = self.isIndexed ? [...(yield* stored([...self.gone])).values()] : []
      const refers = (source: LinkSource) => lookups(source).includes(key)
      return all - gone.filter(refers).length + Array.from(self.come.values()).filter(refers).length
    })

    /** Spaces whose primary content links to content of this one, by id. */
    const linking = Effect.fnUntraced(function* (space: string) {
      const rows = yield* totals.list("all", { equals: {}, has: { spaces: space }, limit: everything })
      return rows.flatMap(({ value }) => (value.id === space ? [] : [value.id]))
    })

    return { at, update, keep, copy, sourcesOf, list, referring, countReferring, linking } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
