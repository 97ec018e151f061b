import type { Nodes, Root } from "mdast"

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

export const needsReferenceParser = (text: string): boolean =>
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
export const isCertain = (root: Root, text: string): boolean => {
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
