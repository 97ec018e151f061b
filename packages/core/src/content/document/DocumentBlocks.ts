import type * as Block from "./Block.ts"
import type { Document } from "./Document.ts"

const byKey = (document: Document): ReadonlyMap<string, Block.TopLevel> =>
  new Map(document.nodes.flatMap((node) => (node.key === undefined ? [] : [[node.key, node] as const])))

/** The keys that no top-level block of either document has. */
export const findUnknownKeys = (
  current: Document,
  old: Document,
  keys: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const [present, former] = [byKey(current), byKey(old)]
  return keys.filter((key) => !present.has(key) && !former.has(key))
}

/**
 * Reverts the top-level blocks with these keys to their state in an older document: changed ones are restored, new ones
 * removed, and deleted ones put back after the block that they used to follow.
 */
export const revert = (current: Document, old: Document, keys: ReadonlySet<string>): Document => {
  const [present, former] = [byKey(current), byKey(old)]
  const lost: Array<Block.TopLevel> = []
  let behind = lost
  const lostBehind = new Map<string, Array<Block.TopLevel>>()
  for (const node of old.nodes) {
    if (node.key === undefined) continue
    if (present.has(node.key)) lostBehind.set(node.key, (behind = []))
    else if (keys.has(node.key)) behind.push(node)
  }
  const nodes = [...lost]
  for (const node of current.nodes) {
    const isReverted = node.key !== undefined && keys.has(node.key)
    const kept = isReverted ? former.get(node.key) : node
    if (kept !== undefined) nodes.push(kept)
    if (node.key !== undefined) nodes.push(...(lostBehind.get(node.key) ?? []))
  }
  return { ...current, nodes }
}
