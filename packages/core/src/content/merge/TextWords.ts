import { Predicate } from "effect"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Alignment from "../document/Alignment.ts"
import type * as Block from "../document/Block.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import * as BlockIndex from "./BlockIndex.ts"
import type { Sides } from "./Sides.ts"
import * as TextMerge from "./TextMerge.ts"

const units = 65_536

/**
 * The prefixes of texts by number, shorter ones first; 0 is the empty one. Each has its length, and the number of the
 * longest other prefix that is its suffix.
 */
interface Beginnings {
  readonly next: (number: number, unit: number) => number | undefined
  readonly length: ReadonlyArray<number>
  readonly ending: ReadonlyArray<number>
  /** The texts that are complete at a prefix. */
  readonly whole: ReadonlyMap<number, string>
}

const beginningsOf = (texts: Iterable<string>): Beginnings => {
  const numbers = new Map<number, number>()
  const next = (number: number, unit: number) => numbers.get(number * units + unit)
  const [length, ending, whole] = [[0], [0], new Map<number, string>()]
  const add = (number: number, unit: number): number => {
    let other = ending[number] ?? 0
    while (other !== 0 && next(other, unit) === undefined) other = ending[other] ?? 0
    ending.push(number === 0 ? 0 : (next(other, unit) ?? 0))
    length.push((length[number] ?? 0) + 1)
    numbers.set(number * units + unit, length.length - 1)
    return length.length - 1
  }
  let open = Array.from(texts, (text) => ({ text, number: 0 }))
  for (let at = 0; open.length > 0; at++) {
    const longer: typeof open = []
    for (const { number, text } of open) {
      const unit = text.charCodeAt(at)
      const found = next(number, unit) ?? add(number, unit)
      if (text.length === at + 1) whole.set(found, text)
      else longer.push({ text, number: found })
    }
    open = longer
  }
  return { next, length, ending, whole }
}

/**
 * Finds the given texts that occur in other texts at least as often as required, which is at least once. Overlapping
 * occurrences of one text count once. No text is empty. The work grows with the lengths of all texts, with required
 * texts counted as often as they are required.
 */
export const met = (wanted: ReadonlyMap<string, number>, within: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const { ending, length, next, whole } = beginningsOf(wanted.keys())
  const left = new Map(Array.from(whole, ([number, text]) => [number, wanted.get(text) ?? 0]))
  const free = new Map<number, number>()
  const shorter = [...ending]
  /** The longest text still to be found among a prefix and its suffixes, or 0. */
  const wantedAt = (number: number): number => {
    const passed: Array<number> = []
    let at = number
    for (; at !== 0 && !left.has(at); at = shorter[at] ?? 0) passed.push(at)
    for (const each of passed) shorter[each] = at
    return at
  }
  const take = (number: number, end: number) => {
    if (end - (length[number] ?? 0) < (free.get(number) ?? 0)) return
    free.set(number, end)
    const rest = (left.get(number) ?? 0) - 1
    if (rest > 0) left.set(number, rest)
    else {
      left.delete(number)
      found.add(whole.get(number) ?? "")
    }
  }
  let before = 0
  for (const text of within) {
    let at = 0
    for (let place = 0; place < text.length; place++) {
      const unit = text.charCodeAt(place)
      while (at !== 0 && next(at, unit) === undefined) at = ending[at] ?? 0
      at = next(at, unit) ?? 0
      for (let number = wantedAt(at); number !== 0; number = wantedAt(shorter[number] ?? 0)) {
        take(number, before + place + 1)
      }
    }
    before += text.length
  }
  return found
}

/** How often each word occurs in a text. */
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

/** The words of a text in order, including those of its notes and the targets of its links; blanks are omitted. */
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

export const countOf = (words: Iterable<string>): WordCounts => {
  const counts = new Map<string, number>()
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

interface Moved {
  readonly gone: WordCounts
  readonly come: WordCounts
}

/** The words of the base that did not keep their position, and the words that moved to a new position. */
const movedWords = (base: ReadonlyArray<string>, side: ReadonlyArray<string>): Moved => {
  const number = TextMerge.numbering()
  const pairs = Alignment.equalItems(base.map(number), side.map(number))
  const [kept, stayed] = [new Set<number>(), new Set<number>()]
  for (const [left, right] of pairs) {
    kept.add(left)
    stayed.add(right)
  }
  return {
    gone: countOf(base.filter((_, place) => !kept.has(place))),
    come: countOf(side.filter((_, place) => !stayed.has(place)))
  }
}

/** The words of one text as a side sees them: in the base, its own, the other side's, and the result. */
export interface Versions {
  readonly base: ReadonlyArray<string>
  readonly own: ReadonlyArray<string>
  readonly other: ReadonlyArray<string>
  readonly result: ReadonlyArray<string>
}

/** Precomputed facts about a text that decide whether its words are retained. */
export interface Account extends Moved {
  readonly own: WordCounts
  readonly result: WordCounts
  /** The difference in the number of occurrences of each word between the side and the base. */
  readonly changes: Changes
  /** Words that the side wrote and that occur often enough only if the words of joined texts are included. */
  readonly joined: ReadonlySet<string>
}

type Changes = ReadonlyArray<readonly [word: string, by: number]>

/** The difference in the number of occurrences of each word between a side and the base. */
export const changes = (base: WordCounts, side: WordCounts): Changes => {
  const found: Array<Changes[number]> = []
  const add = (word: string) => {
    const by = (side.get(word) ?? 0) - (base.get(word) ?? 0)
    if (by !== 0) found.push([word, by])
  }
  for (const word of base.keys()) add(word)
  for (const word of side.keys()) {
    if (!base.has(word)) add(word)
  }
  return found
}

/** The minimum number of occurrences required of a word of the side. */
const least = ({ gone, own }: Pick<Account, "gone" | "own">, word: string) =>
  Math.max((own.get(word) ?? 0) - (gone.get(word) ?? 0), 1)

const styleOf = (word: string) => word.slice(0, word.indexOf(":") + 1)

/** The words that occur as often as required in joined texts, with the same style. */
const amongJoined = (wanted: ReadonlyMap<string, number>, joined: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const styles = new Map<string, Map<string, number>>()
  const lettersOf = new Map<string, Array<string>>()
  for (const [word, times] of wanted) {
    const style = styleOf(word)
    const letters = styles.get(style) ?? new Map<string, number>()
    styles.set(style, letters.set(word.slice(style.length), times))
  }
  for (const word of wanted.size === 0 ? [] : joined) {
    for (const style of new Set([styleOf(word), ""])) {
      const letters = lettersOf.get(style) ?? []
      lettersOf.set(style, letters)
      letters.push(word.slice(style.length))
    }
  }
  for (const [style, letters] of styles) {
    for (const each of met(letters, lettersOf.get(style) ?? [])) found.add(`${style}${each}`)
  }
  return found
}

export const account = ({ base, other, own, result }: Versions): Account => {
  const moved = movedWords(base, other)
  const known = new Set([...base, ...own, ...other])
  const counts = { base: countOf(base), own: countOf(own), result: countOf(result) }
  const changed = changes(counts.base, counts.own)
  const found = { ...moved, own: counts.own, result: counts.result, changes: changed }
  const wanted = new Map<string, number>()
  for (const [word, by] of found.changes) {
    const missing = least(found, word) - (found.result.get(word) ?? 0)
    if (by > 0 && missing > 0) wanted.set(word, missing)
  }
  const joined = result.filter((word) => !known.has(word))
  return { ...found, joined: amongJoined(wanted, joined) }
}

/** Whether the side's change of a word is in the result, except for changes of the other side to the same word. */
export const stands = (account: Account, word: string, isCut: boolean) => {
  const { come, joined, own, result } = account
  const now = result.get(word) ?? 0
  if (isCut) return now <= (own.get(word) ?? 0) + (come.get(word) ?? 0)
  return now >= least(account, word) || joined.has(word)
}

/** Whether every word that a side wrote or deleted is accordingly present or absent in a result. */
export const areKept = (
  sides: Sides<ReadonlyArray<Block.InlineNode>>,
  merged: ReadonlyArray<Block.InlineNode>
): boolean => {
  const read = (nodes: ReadonlyArray<Block.InlineNode> = []) => Array.from(wordsOf(nodes))
  const base = read(sides.base)
  const primary = read(sides.primary)
  const changed = read(sides.changed)
  const result = read(merged)
  for (const [own, other] of [
    [primary, changed],
    [changed, primary]
  ] as const) {
    const found = account({ base, own, other, result })
    for (const [word, by] of found.changes) {
      if (!stands(found, word, by < 0)) return false
    }
  }
  return true
}
