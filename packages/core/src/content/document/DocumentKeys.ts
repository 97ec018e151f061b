import { digest } from "../../foundation/secret/Secrets.ts"
import * as Alignment from "./Alignment.ts"
import type { Block, TableBlock } from "./Block.ts"
import * as BlockLikeness from "./BlockLikeness.ts"
import type { Document } from "./Document.ts"
import * as DocumentTree from "./DocumentTree.ts"
import * as TableKeys from "./TableKeys.ts"

const keyLength = 20

/** A key that is derived only from these texts. */
export const derive = (seed: string, path: string, type: string): string =>
  digest(`${seed}\n${path}\n${type}`).replace(/[-_]/g, "").slice(0, keyLength)

/** Chooses a key for a block by its path and the outermost block that it is in. */
type Choose = (block: Block, path: string, top: Block) => string

/** Appends the keys of blocks and their descendants, children before their parent. */
const chooseAll = (
  keys: Array<string>,
  blocks: ReadonlyArray<Block>,
  choose: Choose,
  parent = "",
  top?: Block
): void => {
  for (const [index, block] of blocks.entries()) {
    const path = `${parent}/${index}`
    chooseAll(keys, DocumentTree.children(block), choose, path, top ?? block)
    keys.push(choose(block, path, top ?? block))
  }
}

const rekey = (document: Document, choose: Choose): Document => {
  const keys: Array<string> = []
  chooseAll(keys, document.nodes, choose)
  let next = 0
  const keyed: DocumentTree.MapBlock = (block) => ({
    ...DocumentTree.mapChildren(block, keyed),
    key: keys[next++] ?? ""
  })
  return { ...document, nodes: document.nodes.map((node, index) => keyed(node, index)) }
}

const makeKeyChooser = (seed: string, taken: Set<string>) => {
  return (block: Block, path: string): string => {
    for (let attempt = 0; ; attempt++) {
      const key = derive(seed, attempt === 0 ? path : `${path}+${attempt}`, block.type)
      if (taken.has(key)) continue
      taken.add(key)
      return key
    }
  }
}

/**
 * Creates keys that also depend on the content of the outermost block: additions of two users in the same place are two
 * blocks, and not two versions of one (rule merge-parts).
 */
const makeContentKeyChooser = (seed: string, taken: Set<string>): Choose => {
  const choose = makeKeyChooser(seed, taken)
  let last: { readonly top: Block; readonly content: string } | undefined
  return (block, path, top) => {
    if (last?.top !== top) last = { top, content: digest(JSON.stringify(top)) }
    return choose(block, `${last.content}${path}`)
  }
}

/** Gives every block a key derived only from the seed, its position and its type, ignoring existing keys. */
export const assign = (document: Document, seed: string): Document => rekey(document, makeKeyChooser(seed, new Set()))

/** Gives every block a key: existing keys that are not repeated stay, the others depend on position and content. */
export const complete = (document: Document, seed: string): Document => {
  const first = new Set<string>()
  for (const [block] of DocumentTree.walk(document)) if (block.key !== undefined) first.add(block.key)
  const fresh = makeContentKeyChooser(seed, new Set(first))
  return rekey(document, (block, path, top) =>
    block.key !== undefined && first.delete(block.key) ? block.key : fresh(block, path, top)
  )
}

/** The keys of the old document that were assigned so far, and the blocks of the new one that received them. */
interface Adoption {
  readonly keys: Map<Block, string>
  readonly given: Set<string>
  /** The tables of the old document by their keys, if the new one has them. */
  readonly tables: Map<string, TableBlock>
  readonly likeness: BlockLikeness.BlockLikeness
}

const give = (adoption: Adoption, from: Block, to: Block): boolean => {
  if (from.key === undefined || adoption.given.has(from.key) || adoption.keys.has(to)) return false
  adoption.given.add(from.key)
  adoption.keys.set(to, from.key)
  if (from.type === "table" && to.type === "table") adoption.tables.set(from.key, from)
  return true
}

const pairLists = (adoption: Adoption, olds: ReadonlyArray<Block>, news: ReadonlyArray<Block>): void => {
  if (olds.length === 0 || news.length === 0) return
  const { likeness } = adoption
  const equal = Alignment.equalItems(olds.map(likeness.signature), news.map(likeness.signature))
  const both = <A>(left: number, right: number, otherwise: A, f: (from: Block, to: Block) => A): A => {
    const [from, to] = [olds[left], news[right]]
    return from === undefined || to === undefined ? otherwise : f(from, to)
  }
  const alike = Alignment.pairInGaps(olds, news, equal, {
    weight: (left, right) => both(left, right, 0, likeness.similarity),
    succeeds: (left, right) => both(left, right, false, (from, to) => from.type === to.type)
  })
  for (const [left, right] of [...equal, ...alike]) {
    const [from, to] = [olds[left], news[right]]
    if (from === undefined || to === undefined) continue
    give(adoption, from, to)
    const lists =
      from.type === "table" && to.type === "table"
        ? TableKeys.pairCells(from, to)
        : [[DocumentTree.children(from), DocumentTree.children(to)] as const]
    for (const [old, next] of lists) pairLists(adoption, old, next)
  }
}

/** Pairs moved blocks: equal ones anywhere, in reading order. */
const pairMoved = (adoption: Adoption, old: Document, next: Document): void => {
  const left = new Map<number, Array<Block>>()
  for (const [block] of DocumentTree.walk(old)) {
    if (block.key === undefined || adoption.given.has(block.key)) continue
    const signature = adoption.likeness.signature(block)
    left.set(signature, [...(left.get(signature) ?? []).slice(-8), block])
  }
  for (const [block] of DocumentTree.walk(next)) {
    if (adoption.keys.has(block)) continue
    const from = left.get(adoption.likeness.signature(block))?.shift()
    if (from !== undefined) give(adoption, from, block)
  }
}

/** Transfers the ids of the columns and rows of tables. */
const adoptTables = (document: Document, tables: ReadonlyMap<string, TableBlock>): Document => {
  if (tables.size === 0) return document
  const adopted: DocumentTree.MapBlock = (block) => adoptTable(DocumentTree.mapChildren(block, adopted), tables)
  return { ...document, nodes: document.nodes.map((node, index) => adopted(node, index)) }
}

function adoptTable<B extends Block>(block: B, tables: ReadonlyMap<string, TableBlock>): B
function adoptTable(block: Block, tables: ReadonlyMap<string, TableBlock>): Block {
  const from = block.type === "table" ? tables.get(block.key ?? "") : undefined
  return block.type === "table" && from !== undefined ? TableKeys.adopt(from, block) : block
}

/**
 * Transfers the keys of the old document to the blocks of the new one: first to equal blocks in order, then to the most
 * similar ones between those, then to equal blocks that moved. Blocks without a counterpart get keys as in `complete`.
 * Keys in the new document are ignored. Columns and rows of tables keep their ids likewise.
 */
export const adopt = (old: Document, next: Document, seed: string): Document =>
  adoptInto(old, assign(next, seed), seed, BlockLikeness.make())

/** Like `adopt`, for a new document with the keys of `assign`. */
export const adoptInto = (
  old: Document,
  fresh: Document,
  seed: string,
  likeness: BlockLikeness.BlockLikeness
): Document => {
  const adoption: Adoption = { keys: new Map(), given: new Set(), tables: new Map(), likeness }
  pairLists(adoption, old.nodes, fresh.nodes)
  pairMoved(adoption, old, fresh)
  const choose = makeContentKeyChooser(seed, new Set(adoption.given))
  const keyed = rekey(fresh, (block, path, top) => adoption.keys.get(block) ?? choose(block, path, top))
  return adoptTables(keyed, adoption.tables)
}
