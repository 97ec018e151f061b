import type { Nodes, Root } from "mdast"
import * as Complexity from "./Complexity.ts"
import * as Micromark from "./Micromark.ts"

/** The result of parsing a text; plain data, so that it can be sent between processes. */
export interface ParsedTree extends Pick<Complexity.BoundedText, "isCut" | "withheld"> {
  readonly root: Root
  /** The text that positions in the tree count in. */
  readonly source: string
}

export const asCode = (text: string): ParsedTree => ({
  root: { type: "root", children: [{ type: "code", value: text }] },
  source: text,
  isCut: true
})

/** Puts withheld texts back into the leaves of a tree. Changes the tree. */
const restoreIn = (root: Root, withheld: Complexity.Withheld): void => {
  const open: Array<Nodes> = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ("value" in next) next.value = Complexity.restored(withheld, next.value)
    else if ("children" in next) for (const child of next.children) open.push(child)
  }
}

/** The tree of a text. Parts that no parser can read in bounded time become code or plain text. */
export const read = (text: string): ParsedTree => {
  if (Complexity.isCopied(text)) return asCode(text)
  try {
    const { text: source, ...cut } = Complexity.bound(text)
    const root = Micromark.read(source)
    if (cut.withheld !== undefined) restoreIn(root, cut.withheld)
    return { root, source, ...cut }
  } catch {
    return asCode(text)
  }
}
