import * as BoundedTree from "./BoundedTree.ts"
import * as Complexity from "./Complexity.ts"
import * as NativeTree from "./NativeTree.ts"

/** Characters that micromark reads in a tenth of a second at worst. */
export const shortest = 2_000

/** What can be read at once; undefined where that may take long. */
export const readSoon = (text: string): BoundedTree.Parsed | undefined => {
  if (Complexity.isHopeless(text)) return BoundedTree.asCode(text)
  const root = Complexity.isModest(text) ? NativeTree.read(text) : undefined
  if (root !== undefined) return { root, source: text, isCut: false }
  return text.length <= shortest ? BoundedTree.read(text) : undefined
}

/** The tree of a text. Tags are nodes of type html. */
export const read = (text: string): BoundedTree.Parsed => readSoon(text) ?? BoundedTree.read(text)
