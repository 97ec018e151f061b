import { type Block, Inline } from "@quire/core"
import type { BlockIndex } from "@quire/core/internal"

/** Numbers that select parts of a document. */
export interface Picks {
  readonly at: number
  readonly to: number
  readonly spot: number
}

/** A document in parts that edits can change. */
export interface Work {
  readonly owns: Map<string, BlockIndex.BlockOwn>
  readonly lists: Map<string, ReadonlyArray<string>>
  readonly index: BlockIndex.BlockIndex
  /** A word and key used nowhere else. */
  readonly fresh: string
}

export const take = <A>(items: ReadonlyArray<A>, number: number): A | undefined =>
  items[number % Math.max(items.length, 1)]

export const inserted = <A>(items: ReadonlyArray<A>, number: number, item: A): ReadonlyArray<A> =>
  items.toSpliced(number % (items.length + 1), 0, item)

export const paragraph = (word: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  key: word,
  nodes: [Inline.text(word)]
})

export const set = (work: Work, key: string, own: BlockIndex.BlockOwn, change: Partial<BlockIndex.BlockOwn>): void => {
  const { block: _, ...rest } = own
  work.owns.set(key, { ...rest, ...change })
}

export const texts = (work: Work) => [...work.owns].filter(([, own]) => own.shape === "text")

export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {}

/** Removes a block from its list, and returns the list. */
export const remove = (work: Work, key: string): string | undefined => {
  const container = work.index.entries.get(key)?.container
  if (container === undefined) return undefined
  work.lists.set(
    container,
    (work.lists.get(container) ?? []).filter((other) => other !== key)
  )
  return container
}
