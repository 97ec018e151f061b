import type * as Block from "../../content/document/Block.ts"
import { text } from "../../content/document/Inline.ts"

/** Something with a description; blocks are present if its text is more than plain words. */
export interface DescribedItem {
  readonly description?: string
  readonly descriptionBlocks?: ReadonlyArray<Block.TopLevel>
}

const paragraph = (words: string): Block.TopLevel => ({ object: "block", type: "paragraph", nodes: [text(words)] })

const blankLines = /\n[^\S\n]*\n/
const lineEnd = /(?<![^\S\n])[^\S\n]*\n[^\S\n]*/g

/** Plain text as blocks: one paragraph for each part between blank lines. */
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
