import type * as Inline from "./Inline.ts"
import { type Mark, markOrder, type Text } from "./Inline.ts"
import type * as Nodes from "./Nodes.ts"

const isSame = (left: Mark, right: Mark): boolean =>
  left.type === "color"
    ? right.type === "color" && left.data.text === right.data.text && left.data.background === right.data.background
    : left.type === right.type

/** Adds a mark; each type occurs once (the last one wins), in the order of `markOrder`. */
export const withMark = (marks: ReadonlyArray<Mark>, mark: Mark): ReadonlyArray<Mark> =>
  [...marks.filter((other) => other.type !== mark.type), mark].sort(
    (left, right) => markOrder.indexOf(left.type) - markOrder.indexOf(right.type)
  )

/** More are compared by their names. */
const few = 16

/** What the mark is, colors and all. */
export const markName = (mark: Mark): string =>
  mark.type === "color" ? `color ${mark.data.text} ${mark.data.background}` : mark.type

export const haveSameMarks = (left: ReadonlyArray<Mark>, right: ReadonlyArray<Mark>): boolean => {
  if (left === right) return true
  if (left.length !== right.length) return false
  if (left.length <= few) return left.every((mark) => right.some((other) => isSame(mark, other)))
  const others = new Set(right.map(markName))
  return left.every((mark) => others.has(markName(mark)))
}

/** Joins adjacent leaves with the same marks and drops empty ones. */
export const joinLeaves = (leaves: ReadonlyArray<Inline.Leaf>): ReadonlyArray<Inline.Leaf> => {
  const joined: Array<{ readonly marks: ReadonlyArray<Mark>; readonly texts: Array<string> }> = []
  for (const { text, marks } of leaves) {
    if (text === "") continue
    const last = joined.at(-1)
    if (last !== undefined && haveSameMarks(last.marks, marks)) last.texts.push(text)
    else joined.push({ marks, texts: [text] })
  }
  return joined.map(({ marks, texts }) => ({ object: "leaf", text: texts.join(""), marks }))
}

/** Joins adjacent texts, as the Markdown and HTML parsers do. */
export const join = <I extends Nodes.InlineNode>(nodes: ReadonlyArray<I | Text>): ReadonlyArray<I | Text> => {
  const joined: Array<I | Text> = []
  let leaves: Array<Inline.Leaf> = []
  const flush = () => {
    const kept = joinLeaves(leaves)
    if (kept.length > 0) joined.push({ object: "text", leaves: kept })
    leaves = []
  }
  for (const node of nodes) {
    if (node.object === "text") for (const leaf of node.leaves) leaves.push(leaf)
    else {
      flush()
      joined.push(node)
    }
  }
  flush()
  return joined
}

const blanks = " \t\r\n"

/** Removes blanks (spaces, tabs, line breaks; no other white space) at the given ends. */
const strip = (text: string, start: boolean, end: boolean): string => {
  let [from, to] = [0, text.length]
  if (start) while (from < to && blanks.includes(text.charAt(from))) from++
  if (end) while (to > from && blanks.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

const stripNode = <I extends Nodes.InlineNode>(node: I | Text, start: boolean, end: boolean): I | Text =>
  node.object === "text"
    ? { ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, text: strip(leaf.text, start, end) })) }
    : node

const isBlank = (node: Nodes.InlineNode | undefined): boolean =>
  node?.object === "text" && node.leaves.every((leaf) => strip(leaf.text, true, false) === "")

/** Whether nodes are a single text with nothing to join or strip, as is usual. */
const isTrimmed = ([node, ...others]: ReadonlyArray<Nodes.InlineNode>): boolean => {
  if (node?.object !== "text" || node.key !== undefined || others.length > 0 || node.leaves.length !== 1) return false
  return node.leaves.every(({ text }) => text !== "" && strip(text, true, true) === text)
}

/** Like `join`, and removes blanks at both ends. */
export const trim = <I extends Nodes.InlineNode>(nodes: ReadonlyArray<I | Text>): ReadonlyArray<I | Text> => {
  if (isTrimmed(nodes)) return nodes
  const single = join(nodes).flatMap(
    (node): ReadonlyArray<I | Text> =>
      node.object === "text" ? node.leaves.map((leaf) => ({ object: "text", leaves: [leaf] })) : [node]
  )
  let from = 0
  let to = single.length
  while (from < to && isBlank(single[from])) from++
  while (to > from && isBlank(single[to - 1])) to--
  return join(single.slice(from, to).map((node, index, all) => stripNode(node, index === 0, index === all.length - 1)))
}
