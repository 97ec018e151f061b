import type { Heading, TopLevel } from "../../content/document/Block.ts"
import * as Document from "../../content/document/Document.ts"
import * as DocumentKeys from "../../content/document/DocumentKeys.ts"
import { text } from "../../content/document/Inline.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { cut } from "../../foundation/text/Text.ts"
import * as Slices from "../../foundation/turns/Slices.ts"
import type { ApiOutline, ApiPart, OutlineOperation } from "../description/ApiDescription.ts"
import * as DescriptionBlocks from "../description/DescriptionBlocks.ts"
import * as ComputedIds from "./ComputedIds.ts"
import { type DocumentSource, specOf } from "./ComputedSource.ts"
import * as OperationGroups from "./OperationGroups.ts"

export const limits = {
  /** Of a heading, in code points. */
  headingLength: 256,
  /** Schemas of one block. */
  schemasPerBlock: 100
} as const

/** What a document is made of: an outline and the parts that `partsOf` names, by number. */
export interface ComputedContent {
  readonly outline: ApiOutline
  readonly parts: ReadonlyMap<number, ApiPart>
}

/** Blocks that belong together, by what they tell of. */
interface Section {
  readonly name: string
  readonly blocks: ReadonlyArray<TopLevel>
}

const groupOf = (outline: ApiOutline, name: string) =>
  OperationGroups.make(outline).find((group) => group.name === name)

const operationsOf = (outline: ApiOutline, { props }: DocumentSource): ReadonlyArray<OutlineOperation> => {
  if (props.doc !== "operations") return []
  const group = groupOf(outline, props.page)
  return group === undefined ? [] : OperationGroups.ofPage(group, props.part ?? 1)
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

/** The fragment of an operation: what it is, not what it is called, so that links to it stay. */
const anchorOf = (operation: OutlineOperation): string => {
  const ascii = Slug.make(identityOf(operation))
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "")
  return ascii === "" ? operation.method : ascii
}

const headingOf = (operation: OutlineOperation): Heading => ({
  object: "block",
  type: "heading-2",
  data: { id: anchorOf(operation) },
  nodes: [text(titleOf(operation))]
})

const blockOf = ({ isWebhook, method, path }: OutlineOperation, spec: string): TopLevel => {
  const ref = { kind: "openapi", spec } as const
  return isWebhook === true
    ? { object: "block", type: "openapi-webhook", isVoid: true, data: { name: path, method, ref } }
    : { object: "block", type: "openapi-operation", isVoid: true, data: { path, method, ref } }
}

/** The text of a tag, or of the description where no tag stands for the operations. */
const introduction = (outline: ApiOutline, name: string): Section => {
  const group = groupOf(outline, name)
  const tag = group?.tag
  const described = tag ?? (group?.isRest === true || name === outline.info.title ? outline.info : {})
  return { name: "introduction", blocks: DescriptionBlocks.of(described) }
}

const findOperation = ({ parts }: ComputedContent, { isWebhook, method, part, path }: OutlineOperation) =>
  parts
    .get(part)
    ?.operations.find((each) => each.path === path && each.method === method && each.isWebhook === isWebhook)

const operationSections = (content: ComputedContent, source: DocumentSource): ReadonlyArray<Section> => {
  const seen = new Map<string, number>()
  return operationsOf(content.outline, source).map((operation) => {
    const name = identityOf(operation)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return {
      name: count === 1 ? name : `${name} ${count}`,
      blocks: [
        headingOf(operation),
        ...DescriptionBlocks.of(findOperation(content, operation) ?? {}),
        blockOf(operation, specOf(source))
      ]
    }
  })
}

const modelSections = ({ schemas }: ApiOutline, spec: string): ReadonlyArray<Section> => {
  const names = schemas.flatMap(({ isInner, name }) => (isInner === true ? [] : [name]))
  const count = Math.ceil(names.length / limits.schemasPerBlock)
  return Array.from({ length: count }, (_, index) => ({
    name: `models ${index}`,
    blocks: [
      {
        object: "block",
        type: "openapi-schemas",
        isVoid: true,
        data: {
          schemas: names.slice(index * limits.schemasPerBlock, (index + 1) * limits.schemasPerBlock),
          grouped: true,
          ref: { kind: "openapi", spec }
        }
      }
    ]
  }))
}

const sectionsOf = (content: ComputedContent, source: DocumentSource): ReadonlyArray<Section> => {
  const { props } = source
  if (props.doc === "models") return modelSections(content.outline, specOf(source))
  const intro = (props.part ?? 1) === 1 ? [introduction(content.outline, props.page)] : []
  return props.doc === "info" ? intro : [...intro, ...operationSections(content, source)]
}

/** The blocks of a section with keys that depend on the seed, what the section tells of and the place in it. */
const keyed = ({ blocks, name }: Section, seed: string): ReadonlyArray<TopLevel> =>
  Slices.finish(DocumentKeys.assign(Document.make(blocks), ComputedIds.make(seed, "block", name))).nodes

/**
 * The text of a page, of the version that the source names. The same arguments give the same document; a page that the
 * description does not have is empty.
 */
export const make = (content: ComputedContent, source: DocumentSource, seed: string): Document.Document =>
  Document.make(sectionsOf(content, source).flatMap((section) => keyed(section, seed)))
