import { Result } from "effect"
import * as ContentNode from "./ContentNode.ts"
import type { Ahead } from "./ContentStore.ts"

type Node = ContentNode.ContentNode

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textIn = (value: unknown, name: string): string | undefined => {
  const found = isRecord(value) ? value[name] : undefined
  return typeof found === "string" ? found : undefined
}

/** The hashes that a node refers to, documents apart. */
const references = (node: Node, entries: number): ReadonlyArray<string> => {
  switch (node.kind) {
    case "root/1":
      return [node.pages, node.slugs, node.order, node.moved, node.files, node.reusable].filter((ref) => ref !== null)
    case "branch/1":
      return node.size <= entries ? node.kids.map(([, hash]) => hash) : []
    case "leaf/1":
      return node.entries.flatMap(([, value]) => (typeof value === "string" ? [value] : []))
    case "lists/1":
      return node.lists.length <= entries ? node.lists.map(([hash]) => hash) : []
    default:
      return []
  }
}

type TextOf = (hash: string) => string | undefined

const read = (textOf: TextOf, hash: string): Node | undefined => {
  const text = textOf(hash)
  return text === undefined ? undefined : Result.getOrUndefined(ContentNode.fromText(text))
}

/** The nodes below a root by hash, and the entries of their leaves. */
const collect = ({ entries, root }: Ahead, textOf: TextOf) => {
  const nodes = new Map<string, Node>()
  const leaves: Array<ContentNode.Leaf["entries"][number]> = []
  const open = [root]
  for (let hash = open.pop(); hash !== undefined; hash = open.pop()) {
    const node = nodes.has(hash) ? undefined : read(textOf, hash)
    if (node === undefined) continue
    nodes.set(hash, node)
    open.push(...references(node, entries))
    if (node.kind === "leaf/1") leaves.push(...node.entries)
  }
  return { nodes, leaves }
}

/** The first page of the top level, and the first one below it. */
const firstPages = ({ leaves, nodes }: ReturnType<typeof collect>): ReadonlySet<string> => {
  const lists = new Map(leaves.flatMap(([id, value]) => (typeof value === "string" ? [[id, value] as const] : [])))
  const firstIn = (parent: string): ReadonlyArray<string> => {
    const node = nodes.get(lists.get(parent) ?? "")
    return node?.kind === "ids/1" ? node.ids.slice(0, 1) : []
  }
  const top = firstIn("")
  return new Set([...top, ...top.flatMap(firstIn)])
}

/**
 * The nodes of `ContentStore.getAhead` for one root, for stores that hold them in memory.
 *
 * @param textOf the text of a node of the space
 */
export const find = (wanted: Ahead, textOf: TextOf): ReadonlyMap<string, string> => {
  const found = collect(wanted, textOf)
  const firsts = wanted.document === "" ? firstPages(found) : new Set<string>()
  const slug = wanted.document === "" ? undefined : wanted.document?.toLowerCase()
  const documents = found.leaves.flatMap(([id, page]) => {
    const isMeant = firsts.has(id) || (slug !== undefined && textIn(page, "slug")?.toLowerCase() === slug)
    return isMeant ? (textIn(page, "document") ?? []) : []
  })
  const hashes = [...found.nodes.keys(), ...documents]
  return new Map(
    hashes.flatMap((hash) => {
      const text = textOf(hash)
      return text === undefined ? [] : [[hash, text] as const]
    })
  )
}
