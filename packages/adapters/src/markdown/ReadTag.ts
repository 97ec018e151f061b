import { type Block, type ContentRef, VoidBlock } from "@quire/core"
import { Result, Schema } from "effect"
import type { RootContent } from "mdast"
import { isEssential, split } from "./BlockNesting.ts"
import { imageRef } from "./InlineElement.ts"
import * as Pairing from "./Pairing.ts"
import { linesOf } from "./ReadCode.ts"
import type { Reader } from "./Reader.ts"
import * as ReadFormerTag from "./ReadFormerTag.ts"
import { lengthOf } from "./ReadHtml.ts"
import * as Tag from "./Tag.ts"
import {
  type Blocks,
  content,
  expectAttributes,
  fullWidth,
  get,
  isSet,
  linkTo,
  nameIn,
  type ReadTag,
  type TaggedContent,
  textOf
} from "./TaggedContent.ts"

const isLinkAlone = (block: Block.TopLevel): boolean =>
  block.type === "paragraph" &&
  block.nodes.every((node) => node.object === "inline" && (node.type === "link" || node.type === "mention"))

/** A block without content, followed by the content that its tag had anyway, except a link to the same target. */
const voidOf = (tagged: TaggedContent, block: Block.TopLevel): Blocks => {
  const held = content(tagged)
  if (held.every(isLinkAlone)) return [block]
  tagged.reader.warn("tag", `content of ${tagged.tag.name} was moved after it`)
  return [block, ...held]
}

const isSpec = Schema.is(Schema.Struct({ kind: Schema.Literal("openapi"), spec: Schema.NonEmptyString }))

const specOf = (tagged: TaggedContent): ContentRef.OpenApiRef | undefined => {
  const ref = { kind: "openapi", spec: get(tagged, "spec") } as const
  return isSpec(ref) ? ref : undefined
}

const operation: ReadTag = (tagged) => {
  const [ref, path, method] = [specOf(tagged), get(tagged, "path"), get(tagged, "method")]
  if (ref === undefined || path === undefined || method === undefined) return undefined
  return voidOf(tagged, { object: "block", type: "openapi-operation", isVoid: true, data: { path, method, ref } })
}

const schemas: ReadTag = (tagged) => {
  const [ref, names] = [specOf(tagged), get(tagged, "schemas") ?? get(tagged, "schema")]
  if (ref === undefined || names === undefined) return undefined
  const grouped = get(tagged, "grouped")
  return voidOf(tagged, {
    object: "block",
    type: "openapi-schemas",
    isVoid: true,
    data: {
      schemas: names === "" ? [] : names.split(","),
      ...(grouped === "true" || grouped === "false" ? { grouped: grouped === "true" } : {}),
      ref
    }
  })
}

const webhook: ReadTag = (tagged) => {
  const [ref, name, method] = [specOf(tagged), get(tagged, "name"), get(tagged, "method")]
  if (ref === undefined || name === undefined || method === undefined) return undefined
  return voidOf(tagged, { object: "block", type: "openapi-webhook", isVoid: true, data: { name, method, ref } })
}

/** An operation of a specification that is a file or an address, or one that is described in the page. */
const swagger: ReadTag = (tagged) => {
  if (get(tagged, "src") === undefined && tagged.tag.name === "swagger") return ReadFormerTag.readOperation(tagged)
  const [path, method] = [get(tagged, "path"), get(tagged, "method")]
  const ref = imageRef(get(tagged, "src"), tagged.reader)
  if (ref === undefined || path === undefined || method === undefined) return undefined
  const expanded = isSet(tagged, "expanded") ? { expanded: true } : {}
  const data = { path, method, ref, ...expanded, ...fullWidth(tagged) }
  return voidOf(tagged, { object: "block", type: "swagger", isVoid: true, data })
}

const styles = ["info", "warning", "danger", "success"] as const

const hint: ReadTag = (tagged) => {
  expectAttributes(tagged, "style")
  const style = styles.find((known) => known === (get(tagged, "style") ?? "info"))
  if (style === undefined) tagged.reader.warn("attribute", "a hint with an unknown style was changed to style info")
  return split(
    content(tagged),
    isEssential,
    tagged.reader,
    (nodes): Block.Hint => ({
      object: "block",
      type: "hint",
      data: { style: style ?? "info" },
      nodes
    })
  )
}

const code: ReadTag = (tagged) => {
  expectAttributes(tagged, "title", "overflow", "lineNumbers", "fullWidth", "highlight")
  const blocks = content(tagged)
  const [only, ...others] = blocks
  if (only?.type !== "code" || others.length > 0) {
    tagged.reader.warn(
      "tag",
      "a code tag that does not contain exactly one code block was removed and its content was kept"
    )
    return blocks
  }
  const [title, overflow, highlight] = [textOf(tagged, "title"), get(tagged, "overflow"), get(tagged, "highlight")]
  const lines = highlight === undefined ? undefined : linesOf(highlight, only.nodes.length)
  return [
    {
      ...only,
      data: {
        ...only.data,
        ...(title ? { title } : {}),
        ...(overflow === "wrap" || overflow === "scroll" ? { overflow } : {}),
        ...(isSet(tagged, "lineNumbers") ? { lineNumbers: true } : {}),
        ...fullWidth(tagged)
      },
      nodes: only.nodes.map((line, index) => (lines?.has(index + 1) ? { ...line, data: { highlighted: true } } : line))
    }
  ]
}

/** The parts of a container in order, followed by the content that was between them. */
const parts = <B extends Block.TopLevel, P>(
  { reader, tag, inner, depth }: TaggedContent,
  name: string,
  part: (tagged: TaggedContent, nodes: Blocks) => P,
  whole: (parts: ReadonlyArray<P>) => B
): Blocks => {
  const made: Array<P> = []
  const strays: Array<RootContent> = []
  for (const entry of Pairing.pair(inner)) {
    if (entry.kind === "tag" && entry.tag.name === name) {
      const tagged = { reader, tag: entry.tag, inner: entry.inner, depth: depth + 1 }
      made.push(part(tagged, content(tagged)))
    } else if (entry.kind === "node" || entry.kind === "broken") strays.push(entry.node)
    else strays.push(entry.start, ...entry.inner, ...(entry.end === entry.start ? [] : [entry.end]))
  }
  if (strays.length > 0) reader.warn("tag", `content of ${tag.name} outside of a ${name} was moved after it`)
  const after = reader.flow(strays, depth + 1)
  return made.length === 0 ? after : [whole(made), ...after]
}

const tabs =
  (item: string): ReadTag =>
  (tagged) => {
    expectAttributes(tagged, "fullWidth")
    const data = fullWidth(tagged)
    return parts(
      tagged,
      item,
      (tab, nodes): Block.TabsItem => {
        expectAttributes(tab, "title")
        const title = textOf(tab, "title")
        return { object: "block", type: "tabs-item", data: title ? { title } : {}, nodes }
      },
      (nodes): Block.Tabs => ({ object: "block", type: "tabs", ...(data.fullWidth ? { data } : {}), nodes })
    )
  }

const stepper: ReadTag = (tagged) =>
  parts(
    tagged,
    "step",
    (step, nodes): Block.StepperStep => {
      expectAttributes(step, "icon")
      const icon = get(step, "icon")
      return { object: "block", type: "stepper-step", data: icon ? { icon } : {}, nodes }
    },
    (nodes): Block.Stepper => ({ object: "block", type: "stepper", nodes })
  )

const columns: ReadTag = (tagged) => {
  expectAttributes(tagged, "fullWidth")
  return parts(
    tagged,
    "column",
    (column, nodes): Block.Column => {
      expectAttributes(column, "width")
      const width = lengthOf(get(column, "width"))
      return { object: "block", type: "column", data: width === undefined ? {} : { width }, nodes }
    },
    (nodes): Block.Columns => ({ object: "block", type: "columns", isVoid: false, data: fullWidth(tagged), nodes })
  )
}

interface Branch {
  /** Undefined where nothing else applies. */
  readonly expression: string | undefined
  readonly inner: Array<RootContent>
}

const expressionOf = ({ attributes, rest }: Tag.Tag): string | undefined =>
  (rest.startsWith('expression="') ? attributes.get("expression") : rest) || undefined

/** The alternatives of a condition, in order. */
const branchesOf = ({ inner, tag }: TaggedContent): ReadonlyArray<Branch> => {
  const branches: [Branch, ...Array<Branch>] = [{ expression: expressionOf(tag) ?? "false", inner: [] }]
  let depth = 0
  for (const node of inner) {
    const own = node.type === "html" ? Tag.parse(node.value) : undefined
    if (own?.name === "if") depth += own.isEnd ? -1 : 1
    const isElse = depth === 0 && (own?.name === "else" || own?.name === "elif" || own?.name === "elseif")
    if (own !== undefined && isElse) {
      branches.push({ expression: own.name === "else" ? undefined : (expressionOf(own) ?? "false"), inner: [] })
    } else branches.at(-1)?.inner.push(node)
  }
  return branches
}

const condition: ReadTag = (tagged) => {
  if (expressionOf(tagged.tag) === undefined) tagged.reader.warn("tag", "text under an empty condition is never shown")
  const others: Array<string> = []
  return branchesOf(tagged).flatMap(({ expression: own, inner }): Blocks => {
    const expression =
      others.length === 0 ? (own ?? "false") : [...others, ...(own === undefined ? [] : [`(${own})`])].join(" && ")
    others.push(`!(${own ?? "true"})`)
    const nodes = content({ ...tagged, inner })
    return others.length > 1 && nodes.length === 0 ? [] : [{ object: "block", type: "if", data: { expression }, nodes }]
  })
}

const embed: ReadTag = (tagged) => {
  expectAttributes(tagged, "url", "fullWidth")
  const url = get(tagged, "url")
  const ref = url === undefined ? undefined : tagged.reader.refOf(url)
  if (ref === undefined) return undefined
  return voidOf(
    tagged,
    ref.kind === "url"
      ? { object: "block", type: "embed", isVoid: true, data: { url: ref.url, ...fullWidth(tagged) } }
      : { object: "block", type: "content-ref", isVoid: true, data: { ref } }
  )
}

const contentRef: ReadTag = (tagged) => {
  expectAttributes(tagged, "url", "page", Tag.unnamed)
  const url = get(tagged, "url") ?? get(tagged, "page") ?? get(tagged, Tag.unnamed)
  const ref = url === undefined ? undefined : tagged.reader.refOf(url)
  return ref && voidOf(tagged, { object: "block", type: "content-ref", isVoid: true, data: { ref } })
}

const file: ReadTag = (tagged) => {
  expectAttributes(tagged, "src")
  const src = get(tagged, "src")
  const ref = src === undefined ? undefined : tagged.reader.refOf(src)
  if (src === undefined || ref === undefined) return undefined
  if (ref.kind === "file") return voidOf(tagged, { object: "block", type: "file", isVoid: true, data: { ref } })
  tagged.reader.warn("tag", "an unknown file was converted to a link")
  return [linkTo(ref, nameIn(src)), ...content(tagged)]
}

const drawing: ReadTag = (tagged) => {
  expectAttributes(tagged, "src")
  const src = get(tagged, "src")
  const ref = src === undefined ? undefined : tagged.reader.refOf(src)
  if (ref !== undefined && ref.kind !== "file") return undefined
  return [{ object: "block", type: "drawing", isVoid: true, data: ref === undefined ? {} : { ref } }]
}

const include: ReadTag = (tagged) => {
  const path = get(tagged, Tag.unnamed) ?? get(tagged, "src")
  const ref = path === undefined ? undefined : tagged.reader.refOf(path)
  if (path === undefined || ref === undefined) return undefined
  if (ref.kind === "reusable-content")
    return [{ object: "block", type: "reusable-content", isVoid: true, data: { ref } }]
  tagged.reader.warn("tag", "an unknown included text was converted to a link")
  return [linkTo(ref, nameIn(path))]
}

const decodeRecord = Schema.decodeUnknownResult(Schema.fromJsonString(VoidBlock.JsonRecord))

/** The JSON object in an attribute. A value that is not an object or is nested too deeply is reported and ignored. */
const recordIn = (tagged: TaggedContent, name: string) => {
  const text = get(tagged, name)
  if (text === undefined) return undefined
  const record = Result.getOrUndefined(decodeRecord(text))
  if (record === undefined)
    tagged.reader.warn("attribute", `the attribute ${name} is not a JSON object and was ignored`)
  return record
}

const ownAttributes = new Set(["props", "action", "url", "fullWidth"])

const integration: ReadTag = (tagged) => {
  const [name, block] = tagged.tag.name.slice(1).split("/", 2)
  if (name === undefined || block === undefined) return undefined
  const strings = [...tagged.tag.attributes].filter(([key]) => !ownAttributes.has(key))
  const [props, action] = [recordIn(tagged, "props"), recordIn(tagged, "action")]
  const given = get(tagged, "url")
  const ref = given === undefined ? undefined : tagged.reader.refOf(given)
  return [
    {
      object: "block",
      type: "integration",
      isVoid: true,
      data: {
        integration: name,
        block,
        props: { ...props, ...Object.fromEntries(strings) },
        ...(action === undefined ? {} : { action }),
        ...(ref?.kind === "url" ? { url: ref.url } : {}),
        ...fullWidth(tagged)
      }
    }
  ]
}

const readers: ReadonlyMap<string, ReadTag> = new Map([
  ...ReadFormerTag.readers,
  ["code", code],
  ["code-tabs", tabs("code-tabs-item")],
  ["columns", columns],
  ["content-ref", contentRef],
  ["drawing", drawing],
  ["embed", embed],
  ["file", file],
  ["hint", hint],
  ["if", condition],
  ["include", include],
  ["openapi", swagger],
  ["openapi-operation", operation],
  ["openapi-schemas", schemas],
  ["openapi-webhook", webhook],
  ["page-ref", contentRef],
  ["reusable-content", include],
  ["stepper", stepper],
  ["swagger", swagger],
  ["tabs", tabs("tab")]
])

/** The blocks of a tag and its content; undefined when documents have no equivalent. */
export const readTag = (
  reader: Reader,
  tag: Tag.Tag,
  inner: ReadonlyArray<RootContent>,
  depth: number
): Blocks | undefined => {
  const read = tag.name.startsWith("@") ? integration : readers.get(tag.name)
  return read?.({ reader, tag, inner, depth })
}
