import type { TopLevel } from "./Block.ts"
import type { Document } from "./Document.ts"

const byKey = (document: Document): ReadonlyMap<string, TopLevel> =>
  new Map(document.nodes.flatMap((node) => (node.key === undefined ? [] : [[node.key, node] as const])))

/** Keys that no block at the top of either document has. */
export const unknownKeys = (current: Document, old: Document, keys: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [present, former] = [byKey(current), byKey(old)]
  return keys.filter((key) => !present.has(key) && !former.has(key))
}

/**
 * A document with the blocks at its top that have one of the keys as they were in another: changed ones as they stood,
 * new ones gone, and lost ones again after what they stood behind.
 */
export const revert = (current: Document, old: Document, keys: ReadonlySet<string>): Document => {
  const [present, former] = [byKey(current), byKey(old)]
  const nodes = current.nodes.flatMap((node): ReadonlyArray<TopLevel> => {
    if (node.key === undefined || !keys.has(node.key)) return [node]
    const before = former.get(node.key)
    return before === undefined ? [] : [before]
  })
  let at = 0
  for (const node of old.nodes) {
    const { key } = node
    if (key === undefined) continue
    if (present.has(key)) at = nodes.findIndex((each) => each.key === key) + 1 || at
    else if (keys.has(key)) nodes.splice(at++, 0, node)
  }
  return { ...current, nodes }
}
