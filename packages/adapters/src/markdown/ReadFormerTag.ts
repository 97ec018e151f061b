import { type Block, DocumentText, Inline, InlineText } from "@quire/core"
import type { RootContent } from "mdast"
import { paragraph, withoutConditionals } from "./BlockNesting.ts"
import * as HtmlTag from "./HtmlTag.ts"
import * as Pairing from "./Pairing.ts"
import { tableOf } from "./ReadTable.ts"
import * as Tag from "./Tag.ts"
import {
  type Blocks,
  content,
  expectAttributes,
  get,
  isSet,
  label,
  type ReadTag,
  type TaggedContent
} from "./TaggedContent.ts"

const heading = (type: "heading-2" | "heading-3", nodes: ReadonlyArray<Block.InlineNode>): Block.Heading => ({
  object: "block",
  type,
  data: {},
  nodes
})

const code = (text: string): Inline.Text => Inline.text(text, [{ object: "mark", type: "code" }])

/** Parameters of an operation that are given at the same place. */
interface Parameters {
  readonly title: string
  readonly rows: Array<ReadonlyArray<Blocks>>
}

const columns = ["Name", "Type", "Description"] as const

const tableOfParameters = ({ rows, title }: Parameters): Blocks => {
  const definitions = columns.map((name, index) => ({
    id: `c${index + 1}`,
    title: name,
    type: "text" as const,
    textAlignment: "left" as const
  }))
  const view = { type: "grid" as const, columns: definitions.map(({ id }) => id), hideHeader: false }
  const cells = rows.map((row) => row.map((nodes) => (nodes.length === 0 ? {} : { nodes })))
  return [heading("heading-3", [Inline.text(title)]), tableOf(definitions, cells, view, false)]
}

const places: ReadonlyMap<string, string> = new Map([
  ["api-method-path-parameters", "Path parameters"],
  ["api-method-query-parameters", "Query parameters"],
  ["api-method-headers", "Headers"],
  ["api-method-body-parameters", "Body parameters"],
  ["api-method-form-data-parameters", "Form data parameters"],
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
  ["body", "Body parameters"],
  ["cookie", "Cookies"]
])

const responses = new Set(["api-method-response-example", "swagger-response"])
const parameters = new Set(["api-method-parameter", "swagger-parameter"])

const rowOf = (tagged: TaggedContent): ReadonlyArray<Blocks> => {
  const [name = "", type = ""] = [get(tagged, "name"), get(tagged, "type")]
  const isRequired = isSet(tagged, "required")
  const nodes = [...(name === "" ? [] : [code(name)]), ...(isRequired ? [Inline.text(" (required)")] : [])]
  return [
    nodes.length === 0 ? [] : [paragraph(InlineText.join(nodes))],
    type === "" ? [] : [paragraph([Inline.text(type)])],
    withoutConditionals(content(tagged), tagged.reader, "a table")
  ]
}

/** The parts of the description of an operation in order, parameters of one place as one table. */
const partsOf = (whole: TaggedContent): Blocks => {
  const blocks: Array<Block.TopLevel> = []
  let open: Parameters | undefined
  const flush = () => {
    if (open !== undefined) blocks.push(...tableOfParameters(open))
    open = undefined
  }
  const put = (more: Blocks) => {
    if (more.length > 0) flush()
    blocks.push(...more)
  }
  const addParameter = (tagged: TaggedContent, place: string) => {
    const title = places.get(get(tagged, "in") ?? "") ?? place
    if (open?.title !== title) flush()
    open ??= { title, rows: [] }
    open.rows.push(rowOf(tagged))
  }
  const walk = ({ inner, reader, depth }: TaggedContent, place: string): void => {
    for (const entry of Pairing.pair(inner)) {
      if (entry.kind !== "tag" || !/^(?:api-method|swagger)-/.test(entry.tag.name)) {
        put(reader.flow(entry.kind === "node" || entry.kind === "broken" ? [entry.node] : nodesOf(entry), depth + 1))
        continue
      }
      const tagged = { reader, tag: entry.tag, inner: entry.inner, depth: depth + 1 }
      const { name } = entry.tag
      if (name === "api-method-summary") put(summaryOf(withoutConditionals(content(tagged), reader, "a heading")))
      else if (parameters.has(name)) addParameter(tagged, place)
      else {
        const status = get(tagged, "httpCode") ?? get(tagged, "status")
        if (responses.has(name) && status) put([heading("heading-3", [Inline.text(status)])])
        const description = responses.has(name) ? get(tagged, "description") : undefined
        if (description) put([paragraph([Inline.text(description)])])
        walk(tagged, places.get(name) ?? place)
      }
    }
  }
  walk(whole, "Parameters")
  flush()
  return blocks
}

const nodesOf = (entry: Extract<Pairing.Entry, { readonly start: unknown }>): ReadonlyArray<RootContent> => [
  entry.start,
  ...entry.inner,
  ...(entry.end === entry.start ? [] : [entry.end])
]

/** The summary of an operation as its heading. */
const summaryOf = (blocks: Blocks): Blocks => {
  const [first, ...rest] = blocks
  if (first === undefined) return []
  return first.type === "paragraph"
    ? [heading("heading-2", first.nodes), ...rest]
    : [heading("heading-2", [Inline.text(DocumentText.ofBlock(first).replace(/\s+/g, " "))]), ...rest]
}

/** An operation that is described in the page itself. */
export const readOperation: ReadTag = (tagged) => {
  const [summary, method, path] = [get(tagged, "summary"), get(tagged, "method"), get(tagged, "path")]
  const address = `${get(tagged, "host") ?? get(tagged, "baseUrl") ?? ""}${path ?? ""}`
  const line = [method?.toUpperCase() ?? "", address].filter((part) => part !== "").join(" ")
  const own: Blocks = line === "" ? [] : [paragraph([code(line)])]
  const [first, ...rest] = partsOf(tagged)
  if (summary)
    return [heading("heading-2", [Inline.text(summary)]), ...own, ...(first === undefined ? [] : [first, ...rest])]
  return first?.type === "heading-2"
    ? [first, ...own, ...rest]
    : [...own, ...(first === undefined ? [] : [first, ...rest])]
}

/** Text with samples of code in several languages, which begin at tags without an end. */
const readMethod: ReadTag = ({ depth, inner, reader }) => {
  const tabs: Array<Block.TabsItem> = []
  const [before, common]: readonly [Array<RootContent>, Array<RootContent>] = [[], []]
  let open: { readonly title: string; readonly nodes: Array<RootContent> } | undefined
  let isCommon = false
  const flush = () => {
    if (open !== undefined) {
      const data = open.title === "" ? {} : { title: open.title }
      tabs.push({ object: "block", type: "tabs-item", data, nodes: reader.flow(open.nodes, depth + 2) })
    }
    open = undefined
  }
  for (const node of inner) {
    const tag = node.type === "html" ? Tag.parse(node.value) : undefined
    if (tag?.name === "sample" || tag?.name === "common") {
      flush()
      isCommon = tag.name === "common"
      if (!isCommon && !tag.isEnd) open = { title: tag.attributes.get("lang") ?? "", nodes: [] }
    } else (open?.nodes ?? (isCommon ? common : before)).push(node)
  }
  flush()
  const samples: Blocks = tabs.length === 0 ? [] : [{ object: "block", type: "tabs", nodes: tabs }]
  return [...reader.flow(before, depth + 1), ...samples, ...reader.flow(common, depth + 1)]
}

const videoId = /^[\w-]{3,64}$/

const readYouTube: ReadTag = (tagged) => {
  const text = tagged.inner.map(HtmlTag.plainText).join(" ").trim()
  const given = ["id", "video", "src", "url", Tag.unnamed].flatMap((name) => get(tagged, name) ?? [])[0] ?? text
  const ref = tagged.reader.refOf(videoId.test(given) ? `https://www.youtube.com/watch?v=${given}` : given)
  if (ref?.kind !== "url" || ref.url === "") return undefined
  const own: Block.TopLevel = { object: "block", type: "embed", isVoid: true, data: { url: ref.url } }
  return given === text ? [own] : [own, ...content(tagged)]
}

/** What a tag says about its content as a line before it. */
const labelled =
  (...attributes: ReadonlyArray<string>): ReadTag =>
  (tagged) => {
    expectAttributes(tagged, ...attributes)
    const texts = attributes.flatMap((attribute) => get(tagged, attribute) || [])
    return [...label(texts.join(" · ")), ...content(tagged)]
  }

/** The tags of former versions, and those whose content is only grouped. */
export const readers: ReadonlyArray<readonly [name: string, read: ReadTag]> = [
  ["api-method", readOperation],
  ["method", readMethod],
  ["prompt", labelled("description")],
  ["update", labelled("date", "tags")],
  ["updates", labelled()],
  ["youtube", readYouTube]
]
