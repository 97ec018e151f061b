import type { Nodes, Root } from "mdast"
import type { MdastNode, markdownToMdast, TreeOptions } from "satteri"

/** Syntax that the fast parser may read differently from micromark. */
const doubtful: ReadonlyArray<RegExp> = [
  // emoji codes, which only one of the parsers supports
  /:[0-9a-fA-F-]{4,64}:/,
  // TOML front matter, which only the other parser supports
  /^\+\+\+/,
  // notes
  /\[\^/,
  // empty list items and tasks
  /^[-+*>\d.)\t ]*(?<=^|[ \t>])(?:[-+*]|\d{1,9}[.)]|\[[ \txX]\])[ \t]*$/m,
  // a list that could be a row of a table
  /^[ \t>]*[-+*][ \t][-:| \t]*\|/m,
  // runs of different delimiters, or delimiters next to an escape or a surrogate pair
  /\*_|_\*|~[*_]|[*_]~|[*_~](?:\\|[\ud800-\udfff])|(?:\\[*_~]|[\ud800-\udfff])[*_~]/
]

const fence = "---"
const closingFence = /\n---[ \t]*(?:\n|$)/

/** Whether a text may begin with YAML front matter that is not closed. */
const isHeadOpen = (text: string): boolean => text.startsWith(fence) && !closingFence.test(text.slice(fence.length))

const needsReferenceParser = (text: string): boolean =>
  isHeadOpen(text) || doubtful.some((pattern) => pattern.test(text))

const inText: ReadonlySet<string> = new Set([
  "delete",
  "emphasis",
  "heading",
  "link",
  "linkReference",
  "paragraph",
  "strong",
  "tableCell"
] satisfies ReadonlyArray<Nodes["type"]>)

const fencedEnd = /(?:`{3}|~{3})[ \t]*$/
const mathEnd = /^[> \t]*\${2,}[ \t]*$/
const blankLine = /\n[ \t>]*(?:\n|$)/

/** The part of a line that ends at an offset. */
const lineTo = (text: string, end: number): string => text.slice(text.lastIndexOf("\n", end - 1) + 1, end)

/** The part of a line that begins at an offset. */
const lineFrom = (text: string, start: number): string => {
  const end = text.indexOf("\n", start)
  return text.slice(start, end === -1 ? undefined : end)
}

/** Whether a definition is one whole line among blank lines and other definitions. */
const isLineApart = (text: string, start: number, end: number): boolean => {
  const before = start === 0 ? "" : lineTo(text, start - 1)
  const rest = lineFrom(text, end)
  const after = lineFrom(text, end + rest.length + 1).trim()
  return (
    lineTo(text, start) === "" &&
    !text.slice(start, end).includes("\n") &&
    (before === "" || before.includes("]")) &&
    rest.trim() === "" &&
    (after === "" || after.startsWith("["))
  )
}

const isCertainNode = (node: Nodes, parent: Nodes, text: string): boolean => {
  const [start = 0, end = 0] = [node.position?.start.offset, node.position?.end.offset]
  switch (node.type) {
    case "code": {
      const isFenced = text[start] === "`" || text[start] === "~"
      return isFenced && end - start >= 6 && fencedEnd.test(lineTo(text, end))
    }
    case "math":
      return mathEnd.test(lineTo(text, end))
    case "delete":
      return text[start + 1] === "~"
    case "link":
      return text[start] === "[" || text[start] === "<"
    case "tableRow":
      return text[start] !== "<"
    case "listItem":
      return typeof node.checked !== "boolean" || node.children[0]?.type === "paragraph"
    case "definition":
      return isLineApart(text, start, end)
    case "html":
      return inText.has(parent.type) ? !node.value.includes("\n") : !blankLine.test(node.value)
    default:
      return true
  }
}

/** Whether every node is one that micromark would make of the same text. */
const isCertain = (root: Root, text: string): boolean => {
  const open: Array<Nodes> = [root]
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    if (!("children" in parent)) continue
    for (const node of parent.children) {
      if (!isCertainNode(node, parent, text)) return false
      open.push(node)
    }
  }
  return true
}

/** Lines that consist of a tag only, after the markers of the containers that they are in. */
const tagLine = /^([-+*>\d.)\t ]*)\{%((?:[^"\n%]|"(?:[^"\\\n]|\\.)*"|%(?!\}))*)%\}(?=[ \t]*$)/gm

export interface ProtectedText {
  /** A placeholder as long as the text that it replaces. */
  readonly text: string
  /** End offset of each tag, by its start offset. */
  readonly tags: ReadonlyMap<number, number>
}

/**
 * The text with tags replaced by processing instructions (`<?…?>`), for a parser that does not support tags. Like tags,
 * they are HTML blocks of one line that end a paragraph.
 */
const swap = (text: string): ProtectedText => {
  const tags = new Map<number, number>()
  const swapped = text.replace(tagLine, (found, before: string, body: string, at: number) => {
    tags.set(at + before.length, at + found.length)
    return `${before}<?${body}?>`
  })
  return { text: swapped, tags }
}

const options: TreeOptions = { features: { gfm: true, math: { singleDollarTextMath: false }, frontmatter: true } }

let parse: typeof markdownToMdast | undefined

/**
 * Resolves once texts are read by the native parser, or cannot be, on machines that its package has no binary for. A
 * module that awaited this itself could not be required by CommonJS (rule host-commonjs).
 */
export const loaded: Promise<void> = import("satteri").then(
  (loaded) => {
    parse = loaded.markdownToMdast
  },
  () => undefined
)

const isRoot = (node: MdastNode): node is Root => node.type === "root"

const containers: ReadonlySet<string> = new Set(["root", "blockquote", "listItem"] satisfies ReadonlyArray<
  Nodes["type"]
>)

/** Restores tags that are separate blocks; returns false if a tag is anywhere else. Changes the tree. */
const putBack = (root: Root, text: string, { tags }: ProtectedText): boolean => {
  let missing = tags.size
  const open: Array<Nodes> = missing === 0 ? [] : [root]
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    if (!("children" in parent)) continue
    const isContainer = containers.has(parent.type)
    for (const node of parent.children) {
      const [start, end] = [node.position?.start.offset, node.position?.end.offset]
      if (isContainer && node.type === "html" && start !== undefined && tags.get(start) === end) {
        node.value = text.slice(start, end)
        missing--
      }
      open.push(node)
    }
  }
  return missing === 0
}

/**
 * The tree that micromark produces for a text, in a small part of the time. Undefined where the two parsers may differ,
 * or where no native parser is loaded. A native parser cannot be stopped, so the text must have been bounded by
 * `Complexity`.
 */
export const read = (text: string): Root | undefined => {
  if (parse === undefined || needsReferenceParser(text)) return undefined
  const swapped = swap(text)
  const root = parse(swapped.text, options)
  return isRoot(root) && isCertain(root, swapped.text) && putBack(root, text, swapped) ? root : undefined
}
