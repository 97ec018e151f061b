import { ContentDraft, ContentReader, ContentStore, NodeCache, NodePrefetch } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect, Layer, Option } from "effect"
import * as FastCheck from "fast-check"

/** Options of a property: number of runs and the timeout. */
export const propertyOptions = (quick: number, deep: number) => ({
  timeout: Rounds.patience,
  fastCheck: { numRuns: Rounds.rounds(Math.ceil(quick / 2), deep, quick) }
})

/**
 * A share of a long table, every `step`-th row starting at `at`; the whole table in continuous integration and deep
 * runs.
 */
export const sampleRows = <A>(all: ReadonlyArray<A>, step: number, at: number): ReadonlyArray<A> =>
  Rounds.depth() === "quick" ? all.filter((_, index) => index % step === at % step) : all

/** The reads of a store: one entry per `getMany` and `getManyIn`, with the hashes it had to find. */
export interface StoreCalls {
  readonly reads: Array<ReadonlyArray<string>>
  readonly puts: Array<ReadonlyArray<ContentStore.StoredNode>>
}

/** A content store of maps that counts reads. */
export const makeMemoryStore = () => {
  const spaces = new Map<string, Map<string, string>>()
  const calls: StoreCalls = { reads: [], puts: [] }
  const nodesOf = (space: string) => {
    const nodes = spaces.get(space) ?? new Map<string, string>()
    spaces.set(space, nodes)
    return nodes
  }
  const textsOf = (space: string, hashes: ReadonlyArray<string>) =>
    new Map(
      hashes.flatMap((hash) => {
        const text = nodesOf(space).get(hash)
        return text === undefined ? [] : [[hash, text] as const]
      })
    )
  const layer = Layer.succeed(ContentStore.ContentStore, {
    putMany: (space, nodes) =>
      Effect.sync(() => {
        calls.puts.push(nodes)
        for (const { hash, text } of nodes) nodesOf(space).set(hash, text)
      }),
    getMany: (space, hashes) =>
      Effect.sync(() => {
        calls.reads.push(hashes)
        return textsOf(space, hashes)
      }),
    getManyIn: (wanted) =>
      Effect.sync(() => {
        calls.reads.push(wanted.flatMap(({ hashes }) => hashes))
        return new Map(wanted.map(({ hashes, space }) => [space, textsOf(space, hashes)]))
      }),
    getAhead: (wanted) =>
      Effect.sync(() => {
        calls.reads.push(wanted.map(({ root }) => root))
        return new Map(
          wanted.map((each) => [each.space, NodePrefetch.find(each, (hash) => nodesOf(each.space).get(hash))])
        )
      }),
    copy: (from, to, hashes) =>
      Effect.sync(() => {
        for (const hash of hashes) {
          const text = nodesOf(from).get(hash)
          if (text !== undefined) nodesOf(to).set(hash, text)
        }
      }),
    removeSpace: (space) => Effect.sync(() => void spaces.delete(space))
  })
  return { layer, calls, nodesOf }
}

/** The found value or undefined, because `deepStrictEqual` treats some and none as equal. */
export const getOrUndefined = <A, E, R>(
  self: Effect.Effect<Option.Option<A>, E, R>
): Effect.Effect<A | undefined, E, R> => Effect.map(self, Option.getOrUndefined)

export const space = "space"

/** An empty space without a cache: a reader, drafts on it, and a way to store drafts. */
export const fixture = (cacheBytes = 0) => {
  const { layer, calls, nodesOf } = makeMemoryStore()
  const reader = Effect.runSync(
    ContentReader.make(space).pipe(Effect.provide(Layer.merge(layer, NodeCache.NodeCache.layerOf(cacheBytes))))
  )
  /** Stores the nodes of a draft that `root` needs; returns the new ones. */
  const store = (draft: ContentDraft.ContentDraft, root: string) => {
    const nodes = draft.nodes(root)
    for (const { hash, text } of nodes) nodesOf(space).set(hash, text)
    return nodes
  }
  /** Runs an effect and counts its reads and the nodes read. */
  const counted = <A, E>(self: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      calls.reads.length = 0
      return Effect.map(self, (value) => ({ value, rounds: calls.reads.length, read: calls.reads.flat().length }))
    })
  return { reader, draft: () => ContentDraft.make(reader), store, counted, nodesOf, calls }
}

/** Keys that cover every shape: prefixes of each other, the empty key, characters on both sides of the surrogates. */
export const key = FastCheck.oneof(
  FastCheck.string({ unit: FastCheck.constantFrom("a", "b"), maxLength: 9 }),
  FastCheck.string({
    unit: FastCheck.constantFrom("a", "\ufffd", "\u{1f600}", "\u{1f601}", "\u{10000}"),
    maxLength: 5
  }),
  FastCheck.nat(400).map((number) => `key-${number}`),
  FastCheck.nat(60).map((number) => "x".repeat(number)),
  FastCheck.string({ unit: "grapheme", maxLength: 3 }).filter((text) => text.isWellFormed())
)
