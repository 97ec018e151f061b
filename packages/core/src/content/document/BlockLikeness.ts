import type { Block } from "./Block.ts"
import * as DocumentText from "./DocumentText.ts"

/** Compares blocks; results are memoized. */
export interface BlockLikeness {
  /** A number that is the same for blocks that are equal apart from keys. */
  readonly signature: (block: Block) => number
  /** Share of words that two blocks of one type have in common, from 0 to 1. */
  readonly similarity: (left: Block, right: Block) => number
  /** Computes in advance what both functions need of a block. */
  readonly read: (block: Block) => void
}

/** Lower similarity is treated as coincidence. */
const leastSimilarity = 0.3

/** Words, and single characters of scripts written without spaces. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu
const mostWords = 1_000

const ignored = new Set(["key", "isVoid", "meta"])

const isBlock = (value: object): value is Block => "object" in value && value.object === "block" && "type" in value

const isEmpty = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return value === undefined
  for (const _ in value) return false
  return true
}

const byName = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => (left < right ? -1 : 1)

const describe = (value: unknown, signature: (block: Block) => number): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? ""
  if (Array.isArray(value)) return `[${value.map((item) => describeItem(item, signature)).join(",")}]`
  let text = "{"
  for (const [name, member] of Object.entries(value).sort(byName)) {
    if (!ignored.has(name) && !isEmpty(member)) text += `${name}:${describe(member, signature)},`
  }
  return `${text}}`
}

const describeItem = (value: unknown, signature: (block: Block) => number): string =>
  typeof value === "object" && value !== null && isBlock(value) ? `#${signature(value)}` : describe(value, signature)

const wordsOf = (block: Block): ReadonlySet<string> => {
  const text = DocumentText.ofBlock(block) || JSON.stringify("data" in block ? block.data : "") || ""
  const words = new Set<string>()
  for (const [found] of text.toLowerCase().matchAll(word)) {
    words.add(found)
    if (words.size === mostWords) break
  }
  return words
}

const jaccard = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  let both = 0
  for (const item of left) if (right.has(item)) both++
  const either = left.size + right.size - both
  return either === 0 ? 1 : both / either
}

const memoize = <A>(f: (block: Block) => A): ((block: Block) => A) => {
  const known = new Map<Block, A>()
  return (block) => {
    const found = known.get(block)
    if (found !== undefined) return found
    const made = f(block)
    known.set(block, made)
    return made
  }
}

export const make = (): BlockLikeness => {
  const numbers = new Map<string, number>()
  const signature: (block: Block) => number = memoize((block) => {
    const text = describe(block, signature)
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  })
  const words = memoize(wordsOf)
  const similarity = (left: Block, right: Block): number => {
    if (left.type !== right.type) return 0
    const likeness = jaccard(words(left), words(right))
    return likeness >= leastSimilarity ? likeness : 0
  }
  const read = (block: Block): void => {
    signature(block)
    words(block)
  }
  return { signature, similarity, read }
}
