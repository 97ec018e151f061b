import type * as Block from "../../content/document/Block.ts"
import { text } from "../../content/document/Inline.ts"

/** Something that a description describes; the blocks are there if its text is more than plain words. */
export interface DescribedItem {
  readonly description?: string
  readonly descriptionBlocks?: ReadonlyArray<Block.TopLevel>
}

const paragraph = (words: string): Block.TopLevel => ({ object: "block", type: "paragraph", nodes: [text(words)] })

const blankLines = /\n[^\S\n]*\n/
const lineEnd = /(?<![^\S\n])[^\S\n]*\n[^\S\n]*/g

/** What plain words say: a paragraph, and another one after each blank line. */
const ofWords = (words: string): ReadonlyArray<Block.TopLevel> =>
  words
    .replaceAll("\r\n", "\n")
    .split(blankLines)
    .flatMap((each) => {
      const line = each.replace(lineEnd, " ").trim()
      return line === "" ? [] : [paragraph(line)]
    })

/** The text of a description as blocks, without keys. */
export const of = ({ description, descriptionBlocks }: DescribedItem): ReadonlyArray<Block.TopLevel> =>
  descriptionBlocks ?? (description === undefined ? [] : ofWords(description))
