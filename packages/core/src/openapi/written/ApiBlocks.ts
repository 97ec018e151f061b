import type * as Block from "../../content/document/Block.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import type * as VoidBlock from "../../content/document/VoidBlock.ts"
import type { ApiOperation } from "../description/ApiDescription.ts"

export type OperationBlock = VoidBlock.OpenApiOperation | VoidBlock.OpenApiWebhook
export type ApiBlock = OperationBlock | VoidBlock.OpenApiSchemas

export const isApiBlock = (block: Block.Block): block is ApiBlock =>
  block.type === "openapi-operation" || block.type === "openapi-webhook" || block.type === "openapi-schemas"

export const isOperationBlock = (block: ApiBlock): block is OperationBlock => block.type !== "openapi-schemas"

/** The operation that a block names. */
export const nameOf = ({ data, type }: OperationBlock) => ({
  method: data.method,
  path: type === "openapi-webhook" ? data.name : data.path,
  isWebhook: type === "openapi-webhook"
})

/** Position of a block: the heading before it, and whether there is something between. */
export interface Before {
  readonly heading: string
  readonly hasText: boolean
}

export const nowhere: Before = { heading: "", hasText: false }

/** Content before the blocks of operations that are not nested in others. */
export const placesOf = (nodes: ReadonlyArray<Block.Block>): ReadonlyMap<Block.Block, Before> => {
  const places = new Map<Block.Block, Before>()
  let before = nowhere
  for (const node of nodes) {
    if (DocumentText.isHeading(node)) before = { heading: DocumentText.titleOf(node), hasText: false }
    else if (isApiBlock(node)) {
      places.set(node, before)
      before = nowhere
    } else before = { ...before, hasText: true }
  }
  return places
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

type Named = Pick<ApiOperation, "method" | "path" | "summary">

/** The text of a heading for an operation. */
export const titleOf = ({ method, path, summary = "" }: Named) =>
  oneLine(summary) === "" ? `${method.toUpperCase()} ${path}` : oneLine(summary)

/** Whether the heading and the text before a block say already what its operation is called, and what it does. */
export const shownBefore = (operation: Named, { hasText, heading }: Before) => {
  const { method, path } = operation
  const isTitled = [titleOf(operation), `${method.toUpperCase()} ${path}`].includes(oneLine(heading))
  return { isTitled, isDescribed: isTitled && hasText }
}
