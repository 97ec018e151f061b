import { Predicate } from "effect"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Occurrences from "../../foundation/text/Occurrences.ts"
import * as Alignment from "../document/Alignment.ts"
import type * as Block from "../document/Block.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import * as BlockIndex from "./BlockIndex.ts"
import type { Sides } from "./Sides.ts"
import * as TextMerge from "./TextMerge.ts"

/** How often each word stands in a text. */
export type WordCounts = ReadonlyMap<string, number>

/** The values in plain data, each by its path; of a list of names, each name. */
export const leaves = (value: unknown, path: string): ReadonlyArray<readonly [path: string, value: string]> => {
  if (value === undefined) return []
  if (Predicate.isObject(value)) {
    return Object.entries(value).flatMap(([name, member]) => leaves(member, `${path}/${name}`))
  }
  const isList = Array.isArray(value) && value.every(Predicate.isString)
  if (isList) return value.map((name) => [`${path}/[${name}]`, name] as const)
  return [[path, CanonicalJson.isJson(value) ? CanonicalJson.stringify(value) : ""]]
}

const named = (node: Block.InlineNode | Block.Block): ReadonlyArray<string> =>
  leaves(
    Object.fromEntries(
      Object.entries(node).filter(([name]) => !["key", "nodes", "fragments", "object", "leaves"].includes(name))
    ),
    ""
  ).map(([path, value]) => `@${path}=${value}`)

function* noteWords(block: Block.Block): Generator<string> {
  yield* named(block)
  yield* wordsOf(DocumentTree.content(block))
  if (!BlockIndex.isText(block)) for (const child of DocumentTree.children(block)) yield* noteWords(child)
}

/** The words of a text in order, those of its notes and what its links lead to among them; blanks are left out. */
export function* wordsOf(nodes: ReadonlyArray<Block.InlineNode>): Generator<string> {
  for (const node of nodes) {
    if (node.object === "text") {
      for (const { marks, text } of node.leaves) {
        const style = TextMerge.styleName(marks)
        for (const word of TextMerge.words(text)) if (word.trim() !== "") yield `${style}:${word}`
      }
      continue
    }
    yield* named(node)
    if ("nodes" in node) yield* wordsOf(node.nodes)
    for (const { nodes } of "fragments" in node ? node.fragments : []) {
      for (const block of nodes) yield* noteWords(block)
    }
  }
}

/** What a word is in the units of work of `Slices`, each time that it is looked at. */
const wordWork = 0.4

export function* countOf(words: Iterable<string>): Slices.Steps<WordCounts> {
  const counts = new Map<string, number>()
  yield* Slices.each(words, wordWork, (word) => counts.set(word, (counts.get(word) ?? 0) + 1))
  return counts
}

/** The items whose place, or which themselves, are none of some. */
function* without<A>(items: ReadonlyArray<A>, isLeftOut: (item: A, place: number) => boolean): Slices.Steps<Array<A>> {
  const found: Array<A> = []
  yield* Slices.each(items.entries(), wordWork, ([place, item]) => {
    if (!isLeftOut(item, place)) found.push(item)
  })
  return found
}

interface Moved {
  readonly gone: WordCounts
  readonly come: WordCounts
}

/** The words of the base that did not stay where they were, and those that came to where they were not. */
function* movedWords(base: ReadonlyArray<string>, side: ReadonlyArray<string>): Slices.Steps<Moved> {
  const number = TextMerge.numbering()
  const numbered = function* (words: ReadonlyArray<string>): Slices.Steps<ReadonlyArray<number>> {
    const numbers: Array<number> = []
    yield* Slices.each(words, wordWork, (word) => numbers.push(number(word)))
    return numbers
  }
  const pairs = yield* Alignment.equalItems(yield* numbered(base), yield* numbered(side))
  const [kept, stayed] = [new Set<number>(), new Set<number>()]
  yield* Slices.each(pairs, wordWork, ([left, right]) => {
    kept.add(left)
    stayed.add(right)
  })
  return {
    gone: yield* countOf(yield* without(base, (_, place) => kept.has(place))),
    come: yield* countOf(yield* without(side, (_, place) => stayed.has(place)))
  }
}

/** The words of one text as a side sees them: in the base, its own, the other side's, and what came of them. */
export interface Versions {
  readonly base: ReadonlyArray<string>
  readonly own: ReadonlyArray<string>
  readonly other: ReadonlyArray<string>
  readonly result: ReadonlyArray<string>
}

/** What tells whether words stand, found once for a text. */
export interface Account extends Moved {
  readonly own: WordCounts
  readonly result: WordCounts
  /** By how much each word is more or less often in the side than in the base. */
  readonly changes: Changes
  /** Words that the side wrote and that stand often enough with those that came of joining, but not without. */
  readonly joined: ReadonlySet<string>
}

type Changes = ReadonlyArray<readonly [word: string, by: number]>

/** By how much each word is more or less often in a side than in the base. */
export function* changes(base: WordCounts, side: WordCounts): Slices.Steps<Changes> {
  const found: Array<Changes[number]> = []
  const add = (word: string) => {
    const by = (side.get(word) ?? 0) - (base.get(word) ?? 0)
    if (by !== 0) found.push([word, by])
  }
  yield* Slices.each(base.keys(), wordWork, add)
  yield* Slices.each(side.keys(), wordWork, (word) => {
    if (!base.has(word)) add(word)
  })
  return found
}

/** How often a word of the side has to stand at least. */
const least = ({ gone, own }: Pick<Account, "gone" | "own">, word: string) =>
  Math.max((own.get(word) ?? 0) - (gone.get(word) ?? 0), 1)

const styleOf = (word: string) => word.slice(0, word.indexOf(":") + 1)

/** The words that stand as often as is wanted in those that came of joining, of the same style. */
function* amongJoined(
  wanted: ReadonlyMap<string, number>,
  joined: ReadonlyArray<string>
): Slices.Steps<ReadonlySet<string>> {
  const found = new Set<string>()
  const styles = new Map<string, Map<string, number>>()
  const lettersOf = new Map<string, Array<string>>()
  yield* Slices.each(wanted, wordWork, ([word, times]) => {
    const style = styleOf(word)
    const letters = styles.get(style) ?? new Map<string, number>()
    styles.set(style, letters.set(word.slice(style.length), times))
  })
  yield* Slices.each(wanted.size === 0 ? [] : joined, wordWork, (word) => {
    for (const style of new Set([styleOf(word), ""])) {
      const letters = lettersOf.get(style) ?? []
      lettersOf.set(style, letters)
      letters.push(word.slice(style.length))
    }
  })
  for (const [style, letters] of styles) {
    for (const each of yield* Occurrences.met(letters, lettersOf.get(style) ?? [])) found.add(`${style}${each}`)
  }
  return found
}

export function* account({ base, other, own, result }: Versions): Slices.Steps<Account> {
  const moved = yield* movedWords(base, other)
  const known = new Set<string>()
  for (const words of [base, own, other]) yield* Slices.each(words, wordWork, (word) => known.add(word))
  const counts = { base: yield* countOf(base), own: yield* countOf(own), result: yield* countOf(result) }
  const changed = yield* changes(counts.base, counts.own)
  const found = { ...moved, own: counts.own, result: counts.result, changes: changed }
  const wanted = new Map<string, number>()
  yield* Slices.each(found.changes, wordWork, ([word, by]) => {
    const missing = least(found, word) - (found.result.get(word) ?? 0)
    if (by > 0 && missing > 0) wanted.set(word, missing)
  })
  const joined = yield* without(result, (word) => known.has(word))
  return { ...found, joined: yield* amongJoined(wanted, joined) }
}

/** Whether what the side did to a word stands in the result, but for what the other side did to the same word. */
export const stands = (account: Account, word: string, isCut: boolean) => {
  const { come, joined, own, result } = account
  const now = result.get(word) ?? 0
  if (isCut) return now <= (own.get(word) ?? 0) + (come.get(word) ?? 0)
  return now >= least(account, word) || joined.has(word)
}

/** Whether every word that a side wrote or cut stands so in a result. */
export function* areKept(
  sides: Sides<ReadonlyArray<Block.InlineNode>>,
  merged: ReadonlyArray<Block.InlineNode>
): Slices.Steps<boolean> {
  const read = (nodes: ReadonlyArray<Block.InlineNode> = []) => Slices.list(wordsOf(nodes), wordWork)
  const base = yield* read(sides.base)
  const primary = yield* read(sides.primary)
  const changed = yield* read(sides.changed)
  const result = yield* read(merged)
  for (const [own, other] of [
    [primary, changed],
    [changed, primary]
  ] as const) {
    const found = yield* account({ base, own, other, result })
    for (const [word, by] of found.changes) {
      yield wordWork
      if (!stands(found, word, by < 0)) return false
    }
  }
  return true
}
