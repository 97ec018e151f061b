import type { Node } from "prosemirror-model"
import { type StepMap, Transform } from "prosemirror-transform"
import { blocksOf } from "../keys/BlockKeys.ts"
import { type PreservedRange, preservedRanges } from "../keys/PreservedRanges.ts"
import { applyChanges, compareDocuments, type DocumentChange } from "./DocumentDifference.ts"

/** A document that was edited: before, after, and what the edits left as it was. */
interface EditedDocument {
  readonly before: Node
  readonly after: Node
  readonly ranges: ReadonlyArray<PreservedRange>
}

/** The position of a span in the edited document, if it was not edited. */
const locateSpan = ({ after, before, ranges }: EditedDocument, from: number, to: number): number | undefined => {
  const range = ranges.find((each) => each.before <= from && to <= each.before + each.length)
  if (range === undefined) return undefined
  const start = range.after + from - range.before
  const isSame = before.slice(from, to).content.eq(after.slice(start, start + to - from).content)
  return isSame ? start : undefined
}

const isSameParent = (left: Node, right: Node) =>
  left.type === right.type && left.attrs["key"] === right.attrs["key"] && left.attrs["id"] === right.attrs["id"]

/** The place in the edited document for content that is inserted at a position: in the same parent. */
const locatePoint = ({ after, before, ranges }: EditedDocument, pos: number): number | undefined => {
  const { parent } = before.resolve(pos)
  return ranges
    .filter((each) => each.before <= pos && pos <= each.before + each.length)
    .map((each) => each.after + pos - each.before)
    .find((each) => isSameParent(after.resolve(each).parent, parent))
}

/** The position of the start of a node in the edited document, if the node is still there with its type. */
const locateNode = ({ after, before, ranges }: EditedDocument, pos: number): number | undefined => {
  const range = ranges.find((each) => each.before <= pos && pos < each.before + each.length)
  if (range === undefined) return undefined
  const at = range.after + pos - range.before
  return after.nodeAt(at)?.type === before.nodeAt(pos)?.type ? at : undefined
}

const isSameValue = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/** The change as one of the edited document; undefined if the edits changed the same. */
const moveChange = (edited: EditedDocument, change: DocumentChange): DocumentChange | undefined => {
  const { after, before } = edited
  if (change.kind === "document") {
    return isSameValue(before.attrs[change.name], after.attrs[change.name]) ? change : undefined
  }
  if (change.kind === "replace" || change.kind === "marks") {
    const { from, to } = change
    const at = from === to ? locatePoint(edited, from) : locateSpan(edited, from, to)
    return at === undefined ? undefined : { ...change, from: at, to: at + to - from }
  }
  const pos = locateNode(edited, change.pos)
  if (pos === undefined) return undefined
  const [old, now] = [before.nodeAt(change.pos)?.attrs ?? {}, after.nodeAt(pos)?.attrs ?? {}]
  const isUnchanged =
    change.kind === "attribute" ? isSameValue(old[change.name], now[change.name]) : isSameValue(old, now)
  return isUnchanged ? { ...change, pos } : undefined
}

const hasUniqueKeys = (doc: Node): boolean => {
  const keys = blocksOf(doc).flatMap(({ key }) => (key === null ? [] : [key]))
  return new Set(keys).size === keys.length
}

const isValidAfter = (doc: Node, changes: ReadonlyArray<DocumentChange>): boolean => {
  const transform = new Transform(doc)
  try {
    applyChanges(transform, changes)
    transform.doc.check()
    return hasUniqueKeys(transform.doc)
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}

const mapsBetween = (before: Node, after: Node): ReadonlyArray<StepMap> => {
  const transform = new Transform(before)
  applyChanges(transform, compareDocuments(before, after))
  return transform.mapping.maps
}

/**
 * The changes from `before` to `remote` as changes of `local`, which is `before` with the edits of the writer. They
 * remove nothing that the writer wrote or changed; undefined if both changed the same, which only a merge can decide.
 */
export const rebaseChanges = (before: Node, remote: Node, local: Node): ReadonlyArray<DocumentChange> | undefined => {
  const changes = compareDocuments(before, remote)
  if (before.eq(local)) return changes
  const ranges = preservedRanges(mapsBetween(before, local), before.content.size)
  const edited: EditedDocument = { before, after: local, ranges }
  const moved = changes.map((change) => moveChange(edited, change))
  const rebased = moved.filter((change) => change !== undefined)
  return rebased.length === changes.length && isValidAfter(local, rebased) ? rebased : undefined
}

/** The document `local` with the changes from `before` to `remote`; undefined if only a merge can decide. */
export const rebaseDocument = (before: Node, remote: Node, local: Node): Node | undefined => {
  const changes = rebaseChanges(before, remote, local)
  if (changes === undefined) return undefined
  const transform = new Transform(local)
  applyChanges(transform, changes)
  return transform.doc
}
