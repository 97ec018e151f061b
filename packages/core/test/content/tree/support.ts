import { ContentDraft, ContentReader, ContentStore, NodeCache } from "@quire/core"
import { Rounds } from "@quire/core/testing"
import { Effect, Layer, Option } from "effect"
import * as FastCheck from "fast-check"

/** Options of a property: how often it is tried, and the time that may take. */
export const tried = (quick: number, deep: number) => ({
  timeout: Rounds.patience,
  fastCheck: { numRuns: Rounds.rounds(Math.ceil(quick / 2), deep, quick) }
})

/**
 * A share of a long table, another one for each `at`: one row of `step`. All of it where tables are tried whole, which
 * continuous integration asks for, or deep runs.
 */
export const share = <A>(all: ReadonlyArray<A>, step: number, at: number): ReadonlyArray<A> =>
  Rounds.depth() === "quick" ? all.filter((_, index) => index % step === at % step) : all

/** What a store was asked: one entry per `getMany` and `getManyIn`, the hashes of which it had to find. */
export interface Asked {
  readonly reads: Array<ReadonlyArray<string>>
  readonly puts: Array<ReadonlyArray<ContentStore.StoredNode>>
}

/** A content store of maps that keeps count, which is all that these tests need of one. */
export const memory = () => {
  const spaces = new Map<string, Map<string, string>>()
  const asked: Asked = { reads: [], puts: [] }
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
        asked.puts.push(nodes)
        for (const { hash, text } of nodes) nodesOf(space).set(hash, text)
      }),
    getMany: (space, hashes) =>
      Effect.sync(() => {
        asked.reads.push(hashes)
        return textsOf(space, hashes)
      }),
    getManyIn: (wanted) =>
      Effect.sync(() => {
        asked.reads.push(wanted.flatMap(({ hashes }) => hashes))
        return new Map(wanted.map(({ hashes, space }) => [space, textsOf(space, hashes)]))
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
  return { layer, asked, nodesOf }
}

/** What an effect finds, as a value that `deepStrictEqual` tells from nothing: it takes some and none for equal. */
export const found = <A, E, R>(self: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<A | undefined, E, R> =>
  Effect.map(self, Option.getOrUndefined)

export const space = "space"

/** An empty space without any cache: a reader, drafts on it, and a way to store what a draft made. */
export const fixture = (cacheBytes = 0) => {
  const { layer, asked, nodesOf } = memory()
  const reader = Effect.runSync(
    ContentReader.make(space).pipe(Effect.provide(Layer.merge(layer, NodeCache.NodeCache.layerOf(cacheBytes))))
  )
  /** Stores what `root` needs of a draft; gives the nodes that were new. */
  const store = (draft: ContentDraft.ContentDraft, root: string) => {
    const nodes = draft.nodes(root)
    for (const { hash, text } of nodes) nodesOf(space).set(hash, text)
    return nodes
  }
  /** Runs and counts: rounds of reading, nodes read. */
  const counted = <A, E>(self: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      asked.reads.length = 0
      return Effect.map(self, (value) => ({ value, rounds: asked.reads.length, read: asked.reads.flat().length }))
    })
  return { reader, draft: () => ContentDraft.make(reader), store, counted, nodesOf, asked }
}

/** Keys that force every shape: prefixes of each other, the empty key, characters on both sides of the surrogates. */
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
