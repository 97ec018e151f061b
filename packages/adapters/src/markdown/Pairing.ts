import type { Html, RootContent } from "mdast"
import * as Tag from "./Tag.ts"
import { isBlockTag, isContainer } from "./Tag.ts"

/** Siblings in which everything between a start and its end is grouped. */
export type Entry =
  | { readonly kind: "node"; readonly node: RootContent }
  | {
      readonly kind: "tag"
      readonly tag: Tag.Tag
      readonly start: Html
      /** Equal to the start where there is no end tag; a condition without one extends to the last sibling. */
      readonly end: Html
      readonly inner: ReadonlyArray<RootContent>
    }
  /** A `details` element that begins in one block of HTML and ends in another. */
  | { readonly kind: "details"; readonly start: Html; readonly end: Html; readonly inner: ReadonlyArray<RootContent> }
  /** A tag without its counterpart. */
  | { readonly kind: "broken"; readonly node: Html; readonly tag: Tag.Tag }

const starts = /<details[\s>]/gi
const ends = /<\/details\s*>/gi

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const details = "<details>"

type Half = { readonly name: string; readonly isEnd: boolean }

/** The meaning of an HTML node. */
interface Said {
  readonly tag: Tag.Tag | undefined
  /** The tag that it opens or closes for its siblings. */
  readonly half: Half | undefined
}

const said = ({ value }: Html): Said => {
  const tag = Tag.parse(value)
  if (tag !== undefined) return { tag, half: isContainer(tag.name) ? tag : undefined }
  const open = count(value, starts) - count(value, ends)
  return { tag, half: open === 0 ? undefined : { name: details, isEnd: open < 0 } }
}

const known = new WeakMap<Html, Said>()

/** Cached, because a node is examined again at each level of nesting. */
const saidBy = (node: Html): Said => {
  const before = known.get(node)
  if (before !== undefined) return before
  const now = said(node)
  known.set(node, now)
  return now
}

const matches = (nodes: ReadonlyArray<RootContent>): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  const open: Array<{ readonly name: string; readonly index: number }> = []
  const openOf = new Map<string, number>()
  const add = (name: string, count: 1 | -1) => openOf.set(name, (openOf.get(name) ?? 0) + count)
  for (const [index, node] of nodes.entries()) {
    const half = node.type === "html" ? saidBy(node).half : undefined
    if (half === undefined) continue
    if (!half.isEnd) {
      open.push({ name: half.name, index })
      add(half.name, 1)
    } else if ((openOf.get(half.name) ?? 0) > 0) {
      for (let start = open.pop(); start !== undefined; start = open.pop()) {
        add(start.name, -1)
        if (start.name !== half.name) continue
        found.set(start.index, index)
        break
      }
    }
  }
  return found
}

/** The entries of a list of siblings, in order; no node is lost. */
export const pair = (nodes: ReadonlyArray<RootContent>): ReadonlyArray<Entry> => {
  const matched = matches(nodes)
  const entries: Array<Entry> = []
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]
    if (node === undefined) continue
    const tag = node.type === "html" ? saidBy(node).tag : undefined
    const last = matched.get(index)
    const end = last === undefined ? undefined : nodes[last]
    if (node.type === "html" && last !== undefined && end?.type === "html") {
      const inner = nodes.slice(index + 1, last)
      entries.push(
        tag === undefined ? { kind: "details", start: node, end, inner } : { kind: "tag", tag, start: node, end, inner }
      )
      index = last
    } else if (node.type === "html" && tag?.name === "if" && !tag.isEnd) {
      entries.push({ kind: "tag", tag, start: node, end: node, inner: nodes.slice(index + 1) })
      break
    } else if (node.type === "html" && tag !== undefined) {
      const isComplete = !tag.isEnd && isBlockTag(tag.name)
      entries.push(isComplete ? { kind: "tag", tag, start: node, end: node, inner: [] } : { kind: "broken", node, tag })
    } else entries.push({ kind: "node", node })
  }
  return entries
}
