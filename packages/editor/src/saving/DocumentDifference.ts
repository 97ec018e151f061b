import { Fragment, type Mark, type Node, Slice } from "prosemirror-model"
import { AttrStep, DocAttrStep, ReplaceAroundStep, ReplaceStep, StepMap, Transform } from "prosemirror-transform"
import { alignItems, gapsBetween } from "./Alignment.ts"

/** A change of a document, in positions of the document before all changes. */
export type DocumentChange =
  | { readonly kind: "replace"; readonly from: number; readonly to: number; readonly content: Fragment }
  | { readonly kind: "marks"; readonly from: number; readonly to: number; readonly marks: ReadonlyArray<Mark> }
  | { readonly kind: "attribute"; readonly pos: number; readonly name: string; readonly value: unknown }
  | { readonly kind: "document"; readonly name: string; readonly value: unknown }
  /** The text block at `pos` gets the type and the attributes of a node. */
  | { readonly kind: "type"; readonly pos: number; readonly node: Node }

/** Characters of scripts without spaces, words, runs of blanks, and other characters. */
const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+|\s+|[^]/gu

/** A word, or an inline node without text. */
interface Token {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly marks: ReadonlyArray<Mark>
}

const tokensOf = (content: Fragment): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let start = 0
  const add = (name: string, size: number, marks: ReadonlyArray<Mark>) => {
    tokens.push({ name, start, end: start + size, marks })
    start += size
  }
  for (const node of content.content) {
    if (node.isText) for (const [word] of (node.text ?? "").matchAll(words)) add(`t${word}`, word.length, node.marks)
    else add(`${node.type.name} ${JSON.stringify(node.attrs)}`, node.nodeSize, node.marks)
  }
  return tokens
}

const isSameMarks = (left: ReadonlyArray<Mark>, right: ReadonlyArray<Mark>) =>
  left.length === right.length && left.every((mark, index) => right[index]?.eq(mark))

/** The changes of the text of a block, word by word; `start` is the position of its content. */
const compareTexts = (before: Fragment, after: Fragment, start: number): ReadonlyArray<DocumentChange> => {
  const [left, right] = [tokensOf(before), tokensOf(after)]
  const pairs = alignItems(
    left.map(({ name }) => name),
    right.map(({ name }) => name)
  )
  const [leftAt, rightAt] = [
    (index: number) => left[index]?.start ?? before.size,
    (index: number) => right[index]?.start ?? after.size
  ]
  const marked = pairs.flatMap(([from, to]): ReadonlyArray<DocumentChange> => {
    const [old, next] = [left[from], right[to]]
    if (old === undefined || next === undefined || isSameMarks(old.marks, next.marks)) return []
    return [{ kind: "marks", from: start + old.start, to: start + old.end, marks: next.marks }]
  })
  const replaced = gapsBetween(pairs, [left.length, right.length]).map(
    (gap): DocumentChange => ({
      kind: "replace",
      from: start + leftAt(gap.before[0]),
      to: start + leftAt(gap.before[1]),
      content: after.cut(rightAt(gap.after[0]), rightAt(gap.after[1]))
    })
  )
  return [...marked, ...replaced]
}

const attributeChanges = (before: Node, after: Node, pos: number | undefined): ReadonlyArray<DocumentChange> =>
  Object.keys(after.attrs).flatMap((name): ReadonlyArray<DocumentChange> => {
    const value: unknown = after.attrs[name]
    if (JSON.stringify(before.attrs[name]) === JSON.stringify(value)) return []
    return [pos === undefined ? { kind: "document", name, value } : { kind: "attribute", pos, name, value }]
  })

/** Identities of the columns of a table, in order; undefined if a node is no table. */
const columnsOf = (node: Node): ReadonlyArray<string> | undefined =>
  node.type.name === "table" ? node.firstChild?.children.map(({ attrs }) => String(attrs["id"])) : undefined

/** Identities of the children of a node: their keys or ids, or how many of their type are before them. */
const identitiesOf = (parent: Node, columns: ReadonlyArray<string> | undefined): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  return parent.children.map(({ attrs, type }, index) => {
    const id: unknown = parent.type.name === "table_row" ? columns?.[index] : (attrs["key"] ?? attrs["id"])
    const name = typeof id === "string" ? `key ${id}` : type.name
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return `${name} ${count}`
  })
}

type Columns = readonly [before: ReadonlyArray<string> | undefined, after: ReadonlyArray<string> | undefined]

function compareChildren(before: Node, after: Node, start: number, columns: Columns): ReadonlyArray<DocumentChange> {
  const pairs = alignItems(identitiesOf(before, columns[0]), identitiesOf(after, columns[1]))
  const offsets = [0]
  for (const child of before.children) offsets.push((offsets.at(-1) ?? 0) + child.nodeSize)
  const at = (index: number) => start + (offsets[index] ?? 0)
  const inner = pairs.flatMap(([from, to]) => {
    const [old, next] = [before.child(from), after.child(to)]
    return compareNodes(old, next, at(from), columns)
  })
  const replaced = gapsBetween(pairs, [before.childCount, after.childCount]).map(
    (gap): DocumentChange => ({
      kind: "replace",
      from: at(gap.before[0]),
      to: at(gap.before[1]),
      content: Fragment.fromArray(after.children.slice(...gap.after))
    })
  )
  return [...inner, ...replaced]
}

function compareNodes(before: Node, after: Node, pos: number, columns: Columns): ReadonlyArray<DocumentChange> {
  if (before.eq(after)) return []
  if (before.isTextblock && after.isTextblock) {
    const isOther = before.type !== after.type
    const own: ReadonlyArray<DocumentChange> = isOther
      ? [{ kind: "type", pos, node: after }]
      : attributeChanges(before, after, pos)
    return [...own, ...compareTexts(before.content, after.content, pos + 1)]
  }
  if (before.type !== after.type) {
    return [{ kind: "replace", from: pos, to: pos + before.nodeSize, content: Fragment.from(after) }]
  }
  const own = attributeChanges(before, after, pos)
  if (before.isLeaf) return own
  const inner: Columns = before.type.name === "table" ? [columnsOf(before), columnsOf(after)] : columns
  return [...own, ...compareChildren(before, after, pos + 1, inner)]
}

const retype = (transform: Transform, pos: number, { attrs, type }: Node): void => {
  const node = transform.doc.nodeAt(pos)
  if (node === null) throw new RangeError(`There is no block at position ${pos}.`)
  const end = pos + node.nodeSize
  const wrapper = new Slice(Fragment.from(type.create(attrs)), 0, 0)
  transform.step(new ReplaceAroundStep(pos, end, pos + 1, end - 1, wrapper, 1, true))
}

const remark = (transform: Transform, from: number, to: number, marks: ReadonlyArray<Mark>): void => {
  const old = transform.doc.nodeAt(from)?.marks ?? []
  for (const mark of old) if (!mark.isInSet(marks)) transform.removeMark(from, to, mark)
  for (const mark of marks) if (!mark.isInSet(old)) transform.addMark(from, to, mark)
}

const positionOf = (change: DocumentChange): number =>
  change.kind === "document" ? -1 : change.kind === "replace" || change.kind === "marks" ? change.from : change.pos

/**
 * Applies changes whose positions are those of the transform's document. Those that move nothing come first, and
 * replacements from the end, so that each position is still that of the document before.
 */
export const applyChanges = (transform: Transform, changes: ReadonlyArray<DocumentChange>): void => {
  const replacements = changes.filter(({ kind }) => kind === "replace")
  for (const change of changes) {
    if (change.kind === "marks") remark(transform, change.from, change.to, change.marks)
    if (change.kind === "attribute") transform.step(new AttrStep(change.pos, change.name, change.value))
    if (change.kind === "document") transform.step(new DocAttrStep(change.name, change.value))
    if (change.kind === "type") retype(transform, change.pos, change.node)
  }
  const indexed = replacements.map((change, index) => ({ change, index }))
  indexed.sort((left, right) => positionOf(right.change) - positionOf(left.change) || right.index - left.index)
  for (const { change } of indexed) {
    if (change.kind === "replace") {
      transform.step(new ReplaceStep(change.from, change.to, new Slice(change.content, 0, 0)))
    }
  }
}

/** Everything between the first and the last difference of two documents, as whole blocks of the top level. */
const replaceMiddle = (before: Node, after: Node): ReadonlyArray<DocumentChange> => {
  const shorter = Math.min(before.childCount, after.childCount)
  let [start, rest] = [0, 0]
  while (start < shorter && before.child(start).eq(after.child(start))) start++
  const last = (node: Node, back: number) => node.child(node.childCount - 1 - back)
  while (rest < shorter - start && last(before, rest).eq(last(after, rest))) rest++
  const sizeOf = (nodes: ReadonlyArray<Node>) => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const from = sizeOf(before.children.slice(0, start))
  const content = Fragment.fromArray(after.children.slice(start, after.childCount - rest))
  const to = before.content.size - sizeOf(before.children.slice(before.childCount - rest))
  return [...attributeChanges(before, after, undefined), { kind: "replace", from, to, content }]
}

const leadsTo = (before: Node, after: Node, changes: ReadonlyArray<DocumentChange>): boolean => {
  const transform = new Transform(before)
  try {
    applyChanges(transform, changes)
    return transform.doc.eq(after)
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}

/**
 * The changes that turn a document into another, exactly: block by block by key, and word by word in a text. Where such
 * changes are impossible one after the other, the blocks between the first and the last difference are replaced.
 */
export const compareDocuments = (before: Node, after: Node): ReadonlyArray<DocumentChange> => {
  if (before.eq(after)) return []
  const changes = [
    ...attributeChanges(before, after, undefined),
    ...compareChildren(before, after, 0, [undefined, undefined])
  ]
  return leadsTo(before, after, changes) ? changes : replaceMiddle(before, after)
}

/** The map of positions of the text of a block, from one version to another. */
export const mapTexts = (before: Node, after: Node): StepMap =>
  new StepMap(
    compareTexts(before.content, after.content, 0).flatMap((change) =>
      change.kind === "replace" ? [change.from, change.to - change.from, change.content.size] : []
    )
  )
