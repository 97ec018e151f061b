import { fold } from "../../foundation/text/Text.ts"
import type * as Block from "./Block.ts"
import type { Document } from "./Document.ts"
import * as DocumentText from "./DocumentText.ts"

/** The text of a heading as a title, on one line. */
export const ofHeading = ({ nodes }: Block.Heading): string => DocumentText.ofInlines(nodes).replace(/\s+/g, " ").trim()

/** Whether two titles are equal after folding. */
export const isSame = (left: string, right: string): boolean => fold(left) === fold(right)

const isEmpty = (block: Block.TopLevel): boolean =>
  block.type === "paragraph" &&
  block.nodes.every((node) => node.object === "text" && DocumentText.ofInlines([node]) === "")

/**
 * Whether a document starts with a heading that repeats the title of its page, which parsing its Markdown would take as
 * the title.
 */
export const repeats = (title: string, { nodes }: Document): boolean => {
  const first = nodes.find((block) => !isEmpty(block))
  return first?.type === "heading-1" && isSame(ofHeading(first), title)
}
