import { type Block, ContentRef, type Markdown } from "@quire/core"
import type { FootnoteDefinition, RootContent } from "mdast"

/** Context for writing one document. */
export interface WriteContext {
  readonly urlOf: (ref: ContentRef.ContentRef) => string
  /**
   * The number of the note in this text; its content is written once, at the end. A note that shows the number `own` is
   * the one of that number if it has the same content; one that shows words is any with the same content.
   */
  readonly note: (note: Block.Annotation, own: number | undefined) => number
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
  const [texts, numbers] = [new Map<number, string>(), new Map<string, number>()]
  const context: WriteContext = {
    urlOf: (ref) => options.urlOf?.(ref) ?? urlFrom(options.urls ?? {}, ContentRef.toUrl(ref)),
    note: (note, own) => {
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
      const text = JSON.stringify(definition.children)
      const same = own === undefined ? numbers.get(text) : texts.get(own) === text ? own : undefined
      if (same !== undefined) {
        definitions.pop()
        return same
      }
      texts.set(number, text)
      if (!numbers.has(text)) numbers.set(text, number)
      return number
    },
    tableHtml,
    hasImages: true
  }
  return { ...context, definitions: () => definitions }
}
