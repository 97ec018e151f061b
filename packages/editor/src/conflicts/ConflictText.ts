import { isList, isObject, type JsonValue } from "../Json.ts"
import { readBlock } from "../mapping/FromDocument.ts"
import { alignItems } from "../saving/Alignment.ts"
import { decodeDocument, toPageNode } from "../saving/PageDocument.ts"

/** The text of one side of a conflict: a text, a block, a document or other data. */
export const textOfSide = (value: JsonValue): string => {
  if (value === null) return ""
  if (typeof value === "string") return value
  if (isList(value)) return value.map(textOfSide).join("\n")
  const document = decodeDocument(value)
  const node =
    document !== undefined
      ? toPageNode(document)
      : isObject(value) && value["object"] === "block"
        ? readBlock(value)
        : undefined
  return node === undefined ? JSON.stringify(value) : node.textBetween(0, node.content.size, "\n")
}

/** A part of a text, and whether the other text lacks it. */
export interface ComparedText {
  readonly text: string
  readonly isDifferent: boolean
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.match(/[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? []

const partsOf = (words: ReadonlyArray<string>, common: ReadonlySet<number>): ReadonlyArray<ComparedText> => {
  const parts: Array<ComparedText> = []
  for (const [index, text] of words.entries()) {
    const isDifferent = !common.has(index)
    const last = parts.at(-1)
    if (last?.isDifferent === isDifferent) parts.splice(-1, 1, { text: last.text + text, isDifferent })
    else parts.push({ text, isDifferent })
  }
  return parts
}

/** Both texts in parts, so that the words that only one of them has can be marked. */
export const compareTexts = (
  left: string,
  right: string
): readonly [left: ReadonlyArray<ComparedText>, right: ReadonlyArray<ComparedText>] => {
  const [before, after] = [wordsOf(left), wordsOf(right)]
  const pairs = alignItems(before, after)
  return [
    partsOf(before, new Set(pairs.map(([index]) => index))),
    partsOf(after, new Set(pairs.map(([, index]) => index)))
  ]
}
