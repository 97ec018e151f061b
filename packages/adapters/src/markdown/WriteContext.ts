import { type Block, ContentRef, type Markdown } from "@quire/core"
import type { FootnoteDefinition, RootContent } from "mdast"

/** Context for writing one document. */
export interface WriteContext {
  readonly urlOf: (ref: ContentRef.ContentRef) => string
  /** The number of the note in this text; its content is written once, at the end. */
  readonly note: (note: Block.Annotation) => number
  /** A table as HTML on one line. */
  readonly tableHtml: (table: Block.TableBlock, context: WriteContext) => string
  /** Whether a line that contains only an image would be parsed as a block image rather than an inline one. */
  readonly hasImages: boolean
}

export interface Notes {
  readonly definitions: () => ReadonlyArray<FootnoteDefinition>
}

type WriteBody = (blocks: ReadonlyArray<Block.TopLevel>, context: WriteContext) => Array<RootContent>

const isContent = (node: RootContent): node is FootnoteDefinition["children"][number] => node.type !== "yaml"

const urlFrom = (urls: NonNullable<Markdown.PrintOptions["urls"]>, ref: string): string =>
  (Object.hasOwn(urls, ref) ? urls[ref] : undefined) ?? ref

export const make = (
  options: Markdown.PrintOptions,
  writeBody: WriteBody,
  tableHtml: WriteContext["tableHtml"]
): WriteContext & Notes => {
  const definitions: Array<FootnoteDefinition> = []
  const context: WriteContext = {
    urlOf: (ref) => options.urlOf?.(ref) ?? urlFrom(options.urls ?? {}, ContentRef.toUrl(ref)),
    note: (note) => {
      const number = definitions.length + 1
      const definition: FootnoteDefinition = {
        type: "footnoteDefinition",
        identifier: String(number),
        label: String(number),
        children: []
      }
      definitions.push(definition)
      const blocks = note.fragments.flatMap((body) => body.nodes)
      definition.children = writeBody(blocks, { ...context, hasImages: false }).filter(isContent)
      return number
    },
    tableHtml,
    hasImages: true
  }
  return { ...context, definitions: () => definitions }
}
