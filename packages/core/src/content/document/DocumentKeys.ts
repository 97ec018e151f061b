import type * as Slices from "../../foundation/scheduling/Slices.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Alignment from "./Alignment.ts"
import type { Block, TableBlock } from "./Block.ts"
import * as BlockLikeness from "./BlockLikeness.ts"
import type { Document } from "./Document.ts"
import * as DocumentTree from "./DocumentTree.ts"
import * as TableKeys from "./TableKeys.ts"

const keyLength = 20

/** A key that depends on these texts alone. */
export const derive = (seed: string, path: string, type: string): string =>
  digest(`${seed}\n${path}\n${type}`).replace(/[-_]/g, "").slice(0, keyLength)

/** Chooses a key for a block by its path and the outermost block that it is in. */
type Choose = (block: Block, path: string, top: Block) => string

/** Cost of making a key, in the units of work of `Slices`. */
const keyWork = 4

/** Appends the keys of blocks and their descendants, children before their parent. */
function* chooseAll(
  keys: Array<string>,
  blocks: ReadonlyArray<Block>,
  choose: Choose,
  parent = "",
  top?: Block
): Slices.Steps<void> {
  for (const [index, block] of blocks.entries()) {
    const path = `${parent}/${index}`
    yield* chooseAll(keys, DocumentTree.children(block), choose, path, top ?? block)
    keys.push(choose(block, path, top ?? block))
    yield keyWork
  }
}

function* rekey(document: Document, choose: Choose): Slices.Steps<Document> {
  const keys: Array<string> = []
  yield* chooseAll(keys, document.nodes, choose)
  let next = 0
  const keyed: DocumentTree.MapBlock = (block) => ({
    ...DocumentTree.mapChildren(block, keyed),
    key: keys[next++] ?? ""
  })
  const nodes: Array<Document["nodes"][number]> = []
  for (const [index, node] of document.nodes.entries()) {
    const before = next
    nodes.push(keyed(node, index))
    yield next - before
  }
  return { ...document, nodes }
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
 * Makes keys that depend on the content of the outermost block too: what two people write at one place is two blocks,
 * and not two versions of one (rule merge-parts).
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
export const assign = (document: Document, seed: string): Slices.Steps<Document> =>
  rekey(document, makeKeyChooser(seed, new Set()))

/** Gives every block a key: existing keys that are not repeated stay, the others depend on position and content. */
export function* complete(document: Document, seed: string): Slices.Steps<Document> {
  const first = new Set<string>()
  for (const [block] of DocumentTree.walk(document)) if (block.key !== undefined) first.add(block.key)
  const fresh = makeContentKeyChooser(seed, new Set(first))
  return yield* rekey(document, (block, path, top) =>
    block.key !== undefined && first.delete(block.key) ? block.key : fresh(block, path, top)
  )
}

/** The keys of the old document given so far, and the blocks of the new one that got them. */
interface Adoption {
  readonly keys: Map<Block, string>
  readonly given: Set<string>
  /** The tables of the old document by their keys, where the new one has them. */
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

function* pairLists(adoption: Adoption, olds: ReadonlyArray<Block>, news: ReadonlyArray<Block>): Slices.Steps<void> {
  if (olds.length === 0 || news.length === 0) return
  const { likeness } = adoption
  const equal = yield* Alignment.equalItems(olds.map(likeness.signature), news.map(likeness.signature))
  const both = <A>(left: number, right: number, otherwise: A, f: (from: Block, to: Block) => A): A => {
    const [from, to] = [olds[left], news[right]]
    return from === undefined || to === undefined ? otherwise : f(from, to)
  }
  const alike = yield* Alignment.pairInGaps(olds, news, equal, {
    weight: (left, right) => both(left, right, 0, likeness.similarity),
    work: (left) => (olds[left] === undefined ? 0 : likeness.work(olds[left])),
    succeeds: (left, right) => both(left, right, false, (from, to) => from.type === to.type)
  })
  for (const [left, right] of [...equal, ...alike]) {
    const [from, to] = [olds[left], news[right]]
    if (from === undefined || to === undefined) continue
    give(adoption, from, to)
    yield 1
    const lists =
      from.type === "table" && to.type === "table"
        ? TableKeys.pairCells(from, to)
        : [[DocumentTree.children(from), DocumentTree.children(to)] as const]
    for (const [old, next] of lists) yield* pairLists(adoption, old, next)
  }
}

/** Pairs moved blocks: equal ones anywhere, in reading order. */
function* pairMoved(adoption: Adoption, old: Document, next: Document): Slices.Steps<void> {
  const left = new Map<number, Array<Block>>()
  for (const [block] of DocumentTree.walk(old)) {
    yield 1
    if (block.key === undefined || adoption.given.has(block.key)) continue
    const signature = adoption.likeness.signature(block)
    left.set(signature, [...(left.get(signature) ?? []).slice(-8), block])
  }
  for (const [block] of DocumentTree.walk(next)) {
    yield 1
    if (adoption.keys.has(block)) continue
    const from = left.get(adoption.likeness.signature(block))?.shift()
    if (from !== undefined) give(adoption, from, block)
  }
}

/** Carries the ids of the columns and rows of tables over. */
function* adoptTables(document: Document, tables: ReadonlyMap<string, TableBlock>): Slices.Steps<Document> {
  if (tables.size === 0) return document
  const adopted: DocumentTree.MapBlock = (block) => adoptTable(DocumentTree.mapChildren(block, adopted), tables)
  const nodes: Array<Document["nodes"][number]> = []
  for (const [index, node] of document.nodes.entries()) {
    nodes.push(adopted(node, index))
    yield keyWork
  }
  return { ...document, nodes }
}

function adoptTable<B extends Block>(block: B, tables: ReadonlyMap<string, TableBlock>): B
function adoptTable(block: Block, tables: ReadonlyMap<string, TableBlock>): Block {
  const from = block.type === "table" ? tables.get(block.key ?? "") : undefined
  return block.type === "table" && from !== undefined ? TableKeys.adopt(from, block) : block
}

/**
 * Carries the keys of the old document over to the blocks of the next one: first to equal blocks in order, then to the
 * most similar ones between those, then to equal blocks that moved. Blocks without a counterpart get keys as in
 * `complete`. Keys in the next document are ignored.
 * Columns and rows of tables keep their ids likewise.
 */
export function* adopt(old: Document, next: Document, seed: string): Slices.Steps<Document> {
  const fresh = yield* assign(next, seed)
  const adoption: Adoption = { keys: new Map(), given: new Set(), tables: new Map(), likeness: BlockLikeness.make() }
  yield* adoption.likeness.read(old)
  yield* adoption.likeness.read(fresh)
  yield* pairLists(adoption, old.nodes, fresh.nodes)
  yield* pairMoved(adoption, old, fresh)
  const choose = makeContentKeyChooser(seed, new Set(adoption.given))
  const keyed = yield* rekey(fresh, (block, path, top) => adoption.keys.get(block) ?? choose(block, path, top))
  return yield* adoptTables(keyed, adoption.tables)
}
