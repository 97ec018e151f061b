import { type Block, Inline } from "@quire/core"
import type { Code } from "mdast"
import type { Reader } from "./Reader.ts"

const rangeOf = (text: string): readonly [first: number, last: number] => {
  const [first = 0, last = first] = text.split("-", 2).map((number) => Number.parseInt(number, 10))
  return [first, last]
}

/** The line numbers of `1,3-5`, from 1 to `count`, without duplicates. */
export const linesOf = (text: string, count: number): ReadonlySet<number> => {
  const ranges = text.split(",").map(rangeOf)
  const lines = new Set<number>()
  let next = 1
  for (const [first, last] of ranges.filter(([at]) => at > 0).sort(([left], [right]) => left - right)) {
    for (next = Math.max(first, next); next <= Math.min(last, count); next++) lines.add(next)
  }
  return lines
}

/** The inverse of `linesOf`. */
const printLines = (lines: ReadonlyArray<number>): string => {
  const ranges: Array<[first: number, last: number]> = []
  for (const line of lines) {
    const open = ranges.at(-1)
    if (open !== undefined && open[1] === line - 1) open[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(",")
}

/** The highlighted lines in that form; undefined when there are none. */
export const highlightOf = (lines: ReadonlyArray<Block.CodeLine>): string | undefined => {
  const numbers = lines.flatMap((line, index) => (line.data.highlighted ? [index + 1] : []))
  return numbers.length === 0 ? undefined : printLines(numbers)
}

type Line = Block.CodeLine["nodes"]

/** A block of code from its lines. */
export const codeOf = (
  data: Block.Code["data"],
  lines: ReadonlyArray<Line>,
  highlighted: ReadonlySet<number> = new Set()
): Block.Code => ({
  object: "block",
  type: "code",
  data,
  nodes: lines.map((nodes, index) => ({
    object: "block",
    type: "code-line",
    data: highlighted.has(index + 1) ? { highlighted: true } : {},
    nodes
  }))
})

const plainLine = (text: string): Line => (text === "" ? [] : [Inline.text(text)])

const quoted = /\b(?:title|filename|file)\s*=\s*(?:"([^"]*)"|'([^']*)')/
const marked = /\{([\d,\s-]+)\}/
const numbered = /\b(?:showLineNumbers|linenums|line-numbers)\b(?:="?\d*"?)?/

export const readCode = (reader: Reader, node: Code): Block.Code => {
  const meta = node.meta ?? ""
  const titled = quoted.exec(meta)
  const title = titled?.[1] ?? titled?.[2]
  const isNumbered = numbered.test(meta)
  const rest = meta.replace(quoted, "").replace(marked, "").replace(numbered, "").trim()
  if (rest !== "") reader.warn("code-meta", "text after the language of a code block was removed")
  const lines = node.value.split("\n")
  return codeOf(
    {
      ...(node.lang ? { syntax: node.lang } : {}),
      ...(title ? { title } : {}),
      ...(isNumbered ? { lineNumbers: true } : {})
    },
    lines.map(plainLine),
    linesOf((marked.exec(meta)?.[1] ?? "").replace(/\s/g, ""), lines.length)
  )
}
