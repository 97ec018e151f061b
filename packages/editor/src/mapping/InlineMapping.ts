import { Fragment, type Mark, type Node } from "prosemirror-model"
import { equals, isObject, type JsonObject, type JsonValue, objectsOf, omit, ownValue } from "../Json.ts"
import { inlineVoids, nodeName } from "../schema/InlineNodes.ts"
import { simpleMarks } from "../schema/Marks.ts"
import { schema } from "../schema/Schema.ts"

const voids: ReadonlySet<string> = new Set(inlineVoids)
const simple: ReadonlySet<string> = new Set(simpleMarks)
const { annotation, color, link } = schema.marks
const { hard_break: hardBreak, opaque_inline: opaque } = schema.nodes

/** The attributes of a node of a document; `content` are the fields that are its content. */
export const attributesOf = (json: JsonObject, content: ReadonlyArray<string>) => ({
  key: ownValue(json, "key") ?? null,
  data: ownValue(json, "data") ?? null,
  fields: omit(json, ["object", "type", "key", "data", ...content])
})

/** The fields of a node of a document by its attributes. */
export const fieldsOf = (attrs: { readonly [name: string]: unknown }): JsonObject => {
  const { data, fields, key } = attrs
  return {
    ...(typeof key === "string" ? { key } : {}),
    ...(isObject(fields) ? fields : {}),
    ...(isObject(data) ? { data } : {})
  }
}

const markOf = (json: JsonObject): Mark | undefined => {
  const type = ownValue(json, "type")
  if (typeof type !== "string") return undefined
  if (type === "color") return color?.create({ data: json["data"] })
  return simple.has(type) ? schema.marks[type]?.create() : undefined
}

const withMarks = (set: ReadonlyArray<Mark>, more: ReadonlyArray<Mark>) =>
  more.reduce<ReadonlyArray<Mark>>((all, mark) => mark.addToSet(all), set)

/** The nodes of a leaf; undefined if a mark of it is unknown. */
const fromLeaf = (leaf: JsonObject, outer: ReadonlyArray<Mark>): ReadonlyArray<Node> | undefined => {
  const { text } = leaf
  const marks = objectsOf(leaf["marks"])?.map(markOf) ?? [undefined]
  const known = marks.filter((mark) => mark !== undefined)
  if (typeof text !== "string" || known.length < marks.length) return undefined
  const set = withMarks(outer, known)
  return text
    .split("\n")
    .flatMap((line, index) => [
      ...(index === 0 || hardBreak === undefined ? [] : [hardBreak.create(null, null, set)]),
      ...(line === "" ? [] : [schema.text(line, set)])
    ])
}

/** All results, or undefined if one is missing. */
const all = <A>(results: ReadonlyArray<ReadonlyArray<A> | undefined>): ReadonlyArray<A> | undefined => {
  const found: Array<A> = []
  for (const result of results) {
    if (result === undefined) return undefined
    found.push(...result)
  }
  return found
}

const fromText = (text: JsonObject, outer: ReadonlyArray<Mark>): ReadonlyArray<Node> | undefined =>
  all(objectsOf(text["leaves"])?.map((leaf) => fromLeaf(leaf, outer)) ?? [undefined])

const fromVoid = (json: JsonObject, outer: ReadonlyArray<Mark>): ReadonlyArray<Node> | undefined => {
  const type = json["type"]
  if (typeof type !== "string" || !voids.has(type)) return undefined
  const made = schema.nodes[nodeName(type)]?.create(attributesOf(json, []), null, outer)
  return made === undefined ? undefined : [made]
}

/** The mark of a link or an annotation. */
const outerMarkOf = (json: JsonObject): Mark | undefined => {
  if (json["type"] === "link") return link?.create(attributesOf(json, ["nodes"]))
  if (json["type"] !== "annotation") return undefined
  return annotation?.create({ ...attributesOf(json, ["nodes", "fragments"]), fragments: json["fragments"] })
}

/** The nodes of a link or an annotation, with its mark; undefined if there are none that could have it. */
const fromOuter = (json: JsonObject): ReadonlyArray<Node> | undefined => {
  const mark = outerMarkOf(json)
  if (mark === undefined) return undefined
  const nodes = all(
    objectsOf(json["nodes"])?.map((node) =>
      node["object"] === "text" ? fromText(node, [mark]) : fromVoid(node, [mark])
    ) ?? [undefined]
  )
  return nodes === undefined || nodes.length === 0 || !nodes.every((node) => outerOf(node) === mark) ? undefined : nodes
}

const fromInline = (json: JsonObject): ReadonlyArray<Node> => {
  const known = json["object"] === "text" ? fromText(json, []) : (fromVoid(json, []) ?? fromOuter(json))
  return known ?? (opaque === undefined ? [] : [opaque.create({ json })])
}

/** The content of a text block. */
export const fromInlines = (nodes: ReadonlyArray<JsonObject>): Fragment => Fragment.fromArray(nodes.flatMap(fromInline))

const isTextLike = (node: Node) => node.isText || node.type === hardBreak

/** The link or annotation that a node is in: text may be in both, images in links; other nodes are in none. */
export const outerOf = (node: Node): Mark | undefined =>
  node.marks.find(
    ({ type }) =>
      (type === link && (isTextLike(node) || node.type.name === "inline_image")) ||
      (type === annotation && isTextLike(node))
  )

const toMark = ({ attrs, type }: Mark): JsonObject => ({
  object: "mark",
  type: type.name,
  ...(type === color ? { data: attrs["data"] } : {})
})

/** Consecutive nodes of the same link, annotation or none. */
export interface InlineRun {
  readonly mark: Mark | undefined
  readonly nodes: Array<Node>
}

export const runsOf = (content: Fragment): ReadonlyArray<InlineRun> => {
  const runs: Array<InlineRun> = []
  content.forEach((node) => {
    const mark = outerOf(node)
    const last = runs.at(-1)
    if (last !== undefined && (last.mark === mark || (mark !== undefined && last.mark?.eq(mark)))) last.nodes.push(node)
    else runs.push({ mark, nodes: [node] })
  })
  return runs
}

const toText = (nodes: ReadonlyArray<Node>): JsonObject => {
  const leaves: Array<{ text: string; readonly marks: ReadonlyArray<Mark> }> = []
  for (const node of nodes) {
    const marks = node.marks.filter(({ type }) => type !== link && type !== annotation)
    const text = node.text ?? "\n"
    const last = leaves.at(-1)
    if (last !== undefined && sameSet(last.marks, marks)) last.text += text
    else leaves.push({ text, marks })
  }
  return {
    object: "text",
    leaves: leaves.map(({ marks, text }) => ({ object: "leaf", text, marks: marks.map(toMark) }))
  }
}

const sameSet = (left: ReadonlyArray<Mark>, right: ReadonlyArray<Mark>) =>
  left.length === right.length && left.every((mark, index) => right[index]?.eq(mark))

const toVoid = (node: Node): JsonObject =>
  node.type === opaque
    ? node.attrs["json"]
    : { object: "inline", type: node.type.name.replaceAll("_", "-"), ...fieldsOf(node.attrs) }

/** Texts and nodes without content; consecutive texts become one. */
const toFlat = (nodes: ReadonlyArray<Node>): ReadonlyArray<JsonObject> => {
  const found: Array<JsonObject> = []
  let texts: Array<Node> = []
  const flush = () => {
    if (texts.length > 0) found.push(toText(texts))
    texts = []
  }
  for (const node of nodes) {
    if (isTextLike(node)) texts.push(node)
    else {
      flush()
      found.push(toVoid(node))
    }
  }
  flush()
  return found
}

const toOuter = ({ attrs, type }: Mark, nodes: ReadonlyArray<JsonObject>): JsonObject => ({
  object: "inline",
  type: type.name,
  ...fieldsOf(attrs),
  nodes,
  ...(type === annotation ? { fragments: attrs["fragments"] } : {})
})

/**
 * The inline nodes of a text block in canonical form: no empty texts, adjacent texts with the same marks are one leaf,
 * adjacent leaves one text without a key, and marks are in the order of the schema.
 */
export const toInlines = (content: Fragment): ReadonlyArray<JsonObject> =>
  runsOf(content).flatMap(({ mark, nodes }) => (mark === undefined ? toFlat(nodes) : [toOuter(mark, toFlat(nodes))]))

/** What a text block must remember of its nodes: all of them if they are not in canonical form. */
export const originalOf = (nodes: ReadonlyArray<JsonObject>, content: Fragment): ReadonlyArray<JsonObject> | null =>
  equals(toInlines(content), nodes) ? null : nodes

/** The inline nodes of a text block: those that it was made from, as long as its content did not change. */
export const inlinesOf = (block: Node): ReadonlyArray<JsonValue> => {
  const original = objectsOf(block.attrs["original"])
  return original !== undefined && fromInlines(original).eq(block.content) ? original : toInlines(block.content)
}
