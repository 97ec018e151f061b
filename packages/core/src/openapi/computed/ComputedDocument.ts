import type * as Block from "../../content/document/Block.ts"
import * as Document from "../../content/document/Document.ts"
import * as DocumentKeys from "../../content/document/DocumentKeys.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import { text } from "../../content/document/Inline.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { cut } from "../../foundation/text/Text.ts"
import type { ApiOutline, ApiPart, OutlineOperation } from "../description/ApiDescription.ts"
import * as DescriptionBlocks from "../description/DescriptionBlocks.ts"
import * as ComputedPages from "./ComputedPages.ts"
import { type DocumentSource, specOf } from "./ComputedSource.ts"

export const limits = {
  /** Length of a heading, in code points. */
  headingLength: 256,
  /** Schemas of one block. */
  schemasPerBlock: 100
} as const

/** The inputs of a document: an outline and the parts that `partsOf` names, by number. */
export interface ComputedContent {
  readonly outline: ApiOutline
  readonly parts: ReadonlyMap<number, ApiPart>
}

/** Blocks that belong together, by their subject; `body` is placed between the others if there is room for it. */
interface Section {
  readonly name: string
  readonly begin: ReadonlyArray<Block.TopLevel>
  readonly body: ReadonlyArray<Block.TopLevel>
  readonly end: ReadonlyArray<Block.TopLevel>
}

/** Units that a key adds to a block, and a document to its blocks. */
const [keyBytes, outerBytes] = [40, 100] as const

const operationsOf = (outline: ApiOutline, { props }: DocumentSource): ReadonlyArray<OutlineOperation> => {
  if (props.doc !== "operations") return []
  const group = ComputedPages.findGroup(outline, props.page)
  return group === undefined ? [] : ComputedPages.ofPage(group, props.part ?? 1)
}

/** The numbers of the parts that a document needs, each once. */
export const partsOf = (outline: ApiOutline, source: DocumentSource): ReadonlyArray<number> => [
  ...new Set(operationsOf(outline, source).map(({ part }) => part))
]

const identityOf = ({ isWebhook, method, path }: OutlineOperation): string =>
  `${isWebhook === true ? "webhook " : ""}${method} ${path}`

const spaces = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/gu

const titleOf = ({ method, path, summary = "" }: OutlineOperation): string => {
  const line = summary.replace(spaces, " ").trim()
  return cut(line === "" ? `${method.toUpperCase()} ${path}` : line, limits.headingLength)
}

/**
 * The fragment of an operation: what it is, not what it is called, so that links to it stay. No title becomes one with
 * a low line.
 */
const anchorOf = ({ isWebhook, method, path }: OutlineOperation): string => {
  const name = Slug.make(path, "root")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
  return [...(isWebhook === true ? ["webhook"] : []), method, ...(name === "" ? [] : [name])].join("_")
}

const headingOf = (operation: OutlineOperation): Block.Heading => ({
  object: "block",
  type: "heading-2",
  data: { id: anchorOf(operation) },
  nodes: [text(titleOf(operation))]
})

const blockOf = ({ isWebhook, method, path }: OutlineOperation, spec: string): Block.TopLevel => {
  const ref = { kind: "openapi", spec } as const
  return isWebhook === true
    ? { object: "block", type: "openapi-webhook", isVoid: true, data: { name: path, method, ref } }
    : { object: "block", type: "openapi-operation", isVoid: true, data: { path, method, ref } }
}

/**
 * Blocks whose headings have at least this level, so that the headings of a text are below the heading of its subject.
 */
const below = (blocks: ReadonlyArray<Block.TopLevel>, highest: 2 | 3): ReadonlyArray<Block.TopLevel> => {
  const lower: DocumentTree.MapBlock = (block) => {
    if (!DocumentText.isHeading(block)) return DocumentTree.mapChildren(block, lower)
    return highest === 3 || block.type === "heading-3"
      ? { ...block, type: "heading-3", data: {} }
      : { ...block, type: "heading-2", data: {} }
  }
  return blocks.map((block, index) => lower(block, index))
}

/** The text of a tag, or of the description if no tag covers the operations. */
const introduction = (outline: ApiOutline, name: string): Section => {
  const group = ComputedPages.findGroup(outline, name)
  const described = group?.tag ?? (group?.isRest === true || name === outline.info.title ? outline.info : {})
  return { name: "introduction", begin: [], body: below(DescriptionBlocks.of(described), 2), end: [] }
}

const findOperation = ({ parts }: ComputedContent, { isWebhook, method, part, path }: OutlineOperation) =>
  parts
    .get(part)
    ?.operations.find((each) => each.path === path && each.method === method && each.isWebhook === isWebhook)

const encoder = new TextEncoder()

/** Adds what fits into a document, in order. */
const makeRoom = () => {
  let [blocks, bytes] = [0, 0]
  return (nodes: ReadonlyArray<Block.TopLevel>): boolean => {
    const count = Document.countBlocks(Document.make(nodes))
    const length = encoder.encode(JSON.stringify(nodes)).length + count * keyBytes
    if (blocks + count > Document.limits.blocks || bytes + length > Document.limits.bytes - outerBytes) return false
    blocks += count
    bytes += length
    return true
  }
}

/** The sections that fit the limit: content that is not described elsewhere first, then texts in their order. */
const fitting = (sections: ReadonlyArray<Section>): ReadonlyArray<Section> => {
  const takes = makeRoom()
  const bare: Array<Section> = []
  for (const section of sections) if (takes([...section.begin, ...section.end])) bare.push(section)
  const whole: Array<Section> = []
  for (const section of bare) whole.push(takes(section.body) ? section : { ...section, body: [] })
  return whole
}

const operationSections = (content: ComputedContent, source: DocumentSource): ReadonlyArray<Section> => {
  const seen = new Map<string, number>()
  const sections: Array<Section> = []
  for (const operation of operationsOf(content.outline, source)) {
    const name = identityOf(operation)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    const body = below(DescriptionBlocks.of(findOperation(content, operation) ?? {}), 3)
    sections.push({
      name: count === 1 ? name : `${name} ${count}`,
      begin: [headingOf(operation)],
      body,
      end: [blockOf(operation, specOf(source))]
    })
  }
  return sections
}

const schemasOf = (schemas: ReadonlyArray<string>, spec: string): Block.TopLevel => ({
  object: "block",
  type: "openapi-schemas",
  isVoid: true,
  data: { schemas, grouped: true, ref: { kind: "openapi", spec } }
})

const modelSections = ({ schemas }: ApiOutline, spec: string): ReadonlyArray<Section> => {
  const names = schemas.flatMap(({ isInner, name }) => (isInner === true ? [] : [name]))
  const count = Math.ceil(names.length / limits.schemasPerBlock)
  return Array.from({ length: count }, (_, index) => ({
    name: `models ${index}`,
    begin: [schemasOf(names.slice(index * limits.schemasPerBlock, (index + 1) * limits.schemasPerBlock), spec)],
    body: [],
    end: []
  }))
}

const sectionsOf = (content: ComputedContent, source: DocumentSource): ReadonlyArray<Section> => {
  const { props } = source
  if (props.doc === "models") return modelSections(content.outline, specOf(source))
  const intro = (props.part ?? 1) === 1 ? [introduction(content.outline, props.page)] : []
  return props.doc === "info" ? intro : [...intro, ...operationSections(content, source)]
}

/** The blocks of a section with keys that depend on the seed, the subject and the position in the section. */
const keyed = ({ begin, body, end, name }: Section, seed: string): ReadonlyArray<Block.TopLevel> => {
  const document = Document.make([...begin, ...body, ...end])
  return DocumentKeys.assign(document, ComputedPages.makeComputedIds(seed, "block", name)).nodes
}

/**
 * The text of a page, for the version that the source names. The same arguments return the same document; empty for a
 * page that is not in the description.
 */
export const make = (content: ComputedContent, source: DocumentSource, seed: string): Document.Document => {
  const nodes: Array<Block.TopLevel> = []
  for (const section of fitting(sectionsOf(content, source))) {
    for (const node of keyed(section, seed)) nodes.push(node)
  }
  return Document.make(nodes)
}
