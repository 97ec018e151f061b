import { ContentStore, NodePrefetch } from "@quire/core"
import { Effect, HashMap, Layer, Option, Result } from "effect"
import type { MemoryState } from "./MemoryState.ts"
import { MemoryStore, type Transaction } from "./MemoryStore.ts"

type Texts = HashMap.HashMap<string, string>

const textsOf = ({ nodes }: MemoryState, space: string): Texts =>
  Option.getOrElse(HashMap.get(nodes, space), () => HashMap.empty<string, string>())

const put = (transaction: Transaction, space: string, nodes: Iterable<readonly [string, string]>) => {
  const { draft } = transaction
  const texts = HashMap.mutate(textsOf(draft, space), (mutable) => {
    for (const [hash, text] of nodes) HashMap.set(mutable, hash, text)
  })
  transaction.draft = { ...draft, nodes: HashMap.set(draft.nodes, space, texts) }
}

const findTexts = (state: MemoryState, space: string, hashes: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const texts = textsOf(state, space)
  const answer = new Map<string, string>()
  for (const hash of hashes) {
    const text = HashMap.get(texts, hash)
    if (Option.isSome(text)) answer.set(hash, text.value)
  }
  return answer
}

const make = ({ read, write }: typeof MemoryStore.Service): typeof ContentStore.ContentStore.Service => ({
  putMany: (space, nodes) =>
    write("putMany", (transaction) =>
      Result.succeed(
        put(
          transaction,
          space,
          nodes.map(({ hash, text }) => [hash, text])
        )
      )
    ),
  getMany: (space, hashes) => read("getMany", (state) => findTexts(state, space, hashes)),
  getManyIn: (wanted) =>
    read("getManyIn", (state) => {
      const spaces = new Map<string, ReadonlyMap<string, string>>()
      for (const { hashes, space } of wanted) {
        spaces.set(space, new Map([...(spaces.get(space) ?? []), ...findTexts(state, space, hashes)]))
      }
      return spaces
    }),
  getAhead: (wanted) =>
    read("getAhead", (state) => {
      const spaces = new Map<string, ReadonlyMap<string, string>>()
      for (const each of wanted) {
        const texts = textsOf(state, each.space)
        const found = NodePrefetch.find(each, (hash) => Option.getOrUndefined(HashMap.get(texts, hash)))
        spaces.set(each.space, new Map([...(spaces.get(each.space) ?? []), ...found]))
      }
      return spaces
    }),
  copy: (from, to, hashes) =>
    write("copy", (transaction) => Result.succeed(put(transaction, to, findTexts(transaction.draft, from, hashes)))),
  removeSpace: (space) =>
    write("removeSpace", (transaction) => {
      const { draft } = transaction
      transaction.draft = { ...draft, nodes: HashMap.remove(draft.nodes, space) }
      return Result.void
    })
})

export const layer: Layer.Layer<ContentStore.ContentStore, never, MemoryStore> = Layer.effect(
  ContentStore.ContentStore,
  Effect.map(MemoryStore, make)
)
