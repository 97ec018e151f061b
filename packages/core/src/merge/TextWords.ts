import { Predicate } from "effect"
import * as CanonicalJson from "../content/CanonicalJson.ts"
import * as Alignment from "../document/Alignment.ts"
import type * as Block from "../document/Block.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import * as BlockIndex from "./BlockIndex.ts"
import type { Sides } from "./Sides.ts"
import * as TextMerge from "./TextMerge.ts"

/** How often each word stands in a text. */
export type Words = ReadonlyMap<string, number>

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

const inlineWords = (node: Block.InlineNode): ReadonlyArray<string> => {
  if (node.object === "text") {
    return node.leaves.flatMap(({ marks, text }) => {
      const style = marks.map(TextMerge.markName).sort().join(",")
      return TextMerge.words(text).flatMap((word) => (word.trim() === "" ? [] : `${style}:${word}`))
    })
  }
  const text = "nodes" in node ? node.nodes.flatMap(inlineWords) : []
  const note = "fragments" in node ? node.fragments.flatMap(({ nodes }) => nodes.flatMap(noteWords)) : []
  return [...named(node), ...text, ...note]
}

const noteWords = (block: Block.Block): ReadonlyArray<string> => {
  const own = [...named(block), ...DocumentTree.content(block).flatMap(inlineWords)]
  return BlockIndex.isText(block) ? own : [...own, ...DocumentTree.children(block).flatMap(noteWords)]
}

/** The words of a text in order, those of its notes and what its links lead to among them; blanks are left out. */
export const wordsOf = (nodes: ReadonlyArray<Block.InlineNode>): ReadonlyArray<string> => nodes.flatMap(inlineWords)

export const countOf = (words: ReadonlyArray<string>): Words => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The words of the base that did not stay where they were, and those that came to where they were not. */
const movedWords = (base: ReadonlyArray<string>, side: ReadonlyArray<string>) => {
  const numbers = new Map<string, number>()
  const number = (word: string) => {
    const found = numbers.get(word) ?? numbers.size
    numbers.set(word, found)
    return found
  }
  const pairs = Alignment.equalItems(base.map(number), side.map(number))
  const [kept, stayed] = [new Set(pairs.map(([left]) => left)), new Set(pairs.map(([, right]) => right))]
  return {
    gone: countOf(base.filter((_, index) => !kept.has(index))),
    come: countOf(side.filter((_, index) => !stayed.has(index)))
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
export interface Account extends ReturnType<typeof movedWords> {
  readonly own: ReadonlyArray<string>
  readonly result: ReadonlyArray<string>
  readonly ofResult: ReadonlySet<string>
  readonly ofTrees: ReadonlySet<string>
}

export const account = ({ base, other, own, result }: Versions): Account => ({
  ...movedWords(base, other),
  own,
  result,
  ofResult: new Set(result),
  ofTrees: new Set([...base, ...own, ...other])
})

/** How often a word stands in a text, in words that came of joining what no side has joined among them. */
const countIn = (word: string, text: ReadonlyArray<string>, known: ReadonlySet<string>): number => {
  const start = word.indexOf(":") + 1
  const [style, letters] = [word.slice(0, start), word.slice(start)]
  const count = (each: string) =>
    known.has(each) || !each.startsWith(style) ? 0 : each.slice(start).split(letters).length - 1
  return text.reduce((sum, each) => sum + (each === word ? 1 : count(each)), 0)
}

/** Whether what the side did to a word stands in the result, but for what the other side did to the same word. */
export const stands = ({ come, gone, ofResult, ofTrees, own, result }: Account, word: string, isCut: boolean) => {
  const count = own.filter((each) => each === word).length
  const now = countIn(word, result, isCut ? ofResult : ofTrees)
  return isCut ? now <= count + (come.get(word) ?? 0) : now >= Math.max(count - (gone.get(word) ?? 0), 1)
}

/** By how much each word is more or less often in a side than in the base. */
export const changes = (base: Words, side: Words): ReadonlyArray<readonly [word: string, by: number]> =>
  [...new Set([...base.keys(), ...side.keys()])].flatMap((word) => {
    const by = (side.get(word) ?? 0) - (base.get(word) ?? 0)
    return by === 0 ? [] : [[word, by] as const]
  })

/** Whether every word that a side wrote or cut stands so in a result. */
export const areKept = (sides: Sides<ReadonlyArray<Block.InlineNode>>, merged: ReadonlyArray<Block.InlineNode>) => {
  const words = (side: keyof typeof sides) => wordsOf(sides[side] ?? [])
  const [base, result] = [words("base"), wordsOf(merged)]
  const keeps = (own: ReadonlyArray<string>, other: ReadonlyArray<string>) => {
    const found = account({ base, own, other, result })
    return changes(countOf(base), countOf(own)).every(([word, by]) => stands(found, word, by < 0))
  }
  return keeps(words("primary"), words("changed")) && keeps(words("changed"), words("primary"))
}
