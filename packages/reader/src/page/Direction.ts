import { type Block, DocumentTree } from "@quire/core"

const letter = /\p{L}/gu
const fromTheRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/gu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The direction of most letters in a text; undefined for a text without letters. */
export const of = (text: string): "ltr" | "rtl" | undefined => {
  const letters = count(text, letter)
  if (letters === 0) return undefined
  return 2 * count(text, fromTheRight) > letters ? "rtl" : "ltr"
}

/** Characters that are examined for the direction of a page. */
const mostLookedAt = 20_000

const textOf = (node: Block.InlineNode): string => {
  if (node.object !== "text") return node.type === "link" ? node.nodes.map(textOf).join(" ") : ""
  return node.leaves.map(({ marks, text }) => (marks.some(({ type }) => type === "code") ? "" : text)).join("")
}

/** The direction of most of the text on a page, ignoring code; undefined for a page without letters. */
export const ofPage = (title: string, document: DocumentTree.BlockRoot): "ltr" | "rtl" | undefined => {
  let text = title
  for (const [block] of DocumentTree.walk(document)) {
    if (text.length > mostLookedAt) break
    if (block.type !== "code-line") text += DocumentTree.content(block).map(textOf).join("")
  }
  return of(text)
}
