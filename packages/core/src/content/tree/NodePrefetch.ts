import { Result } from "effect"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import * as ContentNode from "./ContentNode.ts"
import type { PrefetchedNodes } from "./ContentStore.ts"

type Node = ContentNode.ContentNode

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textIn = (value: unknown, name: string): string | undefined => {
  const found = isRecord(value) ? value[name] : undefined
  return typeof found === "string" ? found : undefined
}

/** The hashes that a node refers to, except those of documents. */
const references = (node: Node, entries: number): ReadonlyArray<string> => {
  switch (node.kind) {
    case "root/1":
      return [node.pages, node.slugs, node.order, node.moved, node.files, node.reusable, node.computed ?? null].filter(
        (ref) => ref !== null
      )
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

/** The nodes of one root that were read, by hash. */
class NodeBatch {
  readonly nodes = new Map<string, Node>()
  readonly #textOf: TextOf

  constructor(textOf: TextOf) {
    this.#textOf = textOf
  }

  read(hash: string): Node | undefined {
    const known = this.nodes.get(hash)
    if (known !== undefined) return known
    const text = this.#textOf(hash)
    const node = text === undefined ? undefined : Result.getOrUndefined(ContentNode.fromText(text))
    if (node !== undefined) this.nodes.set(hash, node)
    return node
  }

  /** Reads the nodes below a node. */
  below(hash: string, entries: number): void {
    const open = [hash]
    const seen = new Set<string>()
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const node = seen.has(next) ? undefined : this.read(next)
      seen.add(next)
      if (node !== undefined) open.push(...references(node, entries))
    }
  }

  /** The value of a key of a map. */
  valueOf(map: ContentNode.Ref, key: string): unknown {
    let at = 0
    for (let hash: string | undefined = map ?? undefined; hash !== undefined; ) {
      const node = this.read(hash)
      if (node?.kind === "leaf/1") return node.entries.find(([own]) => own === key)?.[1]
      if (node?.kind !== "branch/1" || !key.startsWith(node.skip, at)) return undefined
      at += node.skip.length
      const character = CodePoint.characterAt(key, at)
      at += character.length
      hash = node.kids.find(([own]) => own === character)?.[1]
    }
    return undefined
  }
}

/** The ids of the pages on a path. */
const idsOn = (reading: NodeBatch, { slugs }: ContentNode.Root, path: string): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (const slug of path.split("/").filter((part) => part !== "")) {
    const id = reading.valueOf(slugs, Slug.keyOf(ids.at(-1) ?? null, slug))
    if (typeof id !== "string") break
    ids.push(id)
  }
  return ids
}

/** The first page of the top level, and the first one below it. */
const firstIds = ({ nodes }: NodeBatch): ReadonlyArray<string> => {
  const leaves = [...nodes.values()].flatMap((node) => (node.kind === "leaf/1" ? node.entries : []))
  const lists = new Map(leaves.flatMap(([id, value]) => (typeof value === "string" ? [[id, value] as const] : [])))
  const firstIn = (parent: string): ReadonlyArray<string> => {
    const node = nodes.get(lists.get(parent) ?? "")
    const run = node?.kind === "lists/1" ? nodes.get(node.lists[0]?.[0] ?? "") : node
    return run?.kind === "ids/1" ? run.ids.slice(0, 1) : []
  }
  const top = firstIn("")
  return [...top, ...top.flatMap(firstIn)]
}

/** The siblings of some pages, in the lists that were read. */
const idsBeside = ({ nodes }: NodeBatch, ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...nodes.values()].flatMap((node) => {
    if (node.kind !== "ids/1") return []
    const places = ids.map((id) => node.ids.indexOf(id)).filter((place) => place >= 0)
    return places.flatMap((place) => node.ids.slice(Math.max(place - 1, 0), place + 2))
  })

/**
 * The nodes of `ContentStore.getAhead` for one root, for stores that hold them in memory.
 *
 * @param textOf the text of a node of the space
 */
export const find = ({ entries, path, root }: PrefetchedNodes, textOf: TextOf): ReadonlyMap<string, string> => {
  const reading = new NodeBatch(textOf)
  const maps = reading.read(root)
  reading.below(root, entries)
  if (maps?.kind === "root/1" && path !== undefined) {
    const firsts = firstIds(reading)
    const named = idsOn(reading, maps, path)
    for (const id of [...firsts, ...idsBeside(reading, named)]) reading.valueOf(maps.pages, id)
    for (const id of path === "" ? firsts : named) {
      const document = textIn(reading.valueOf(maps.pages, id), "document")
      if (document !== undefined) reading.read(document)
    }
  }
  const hashes = [...reading.nodes.keys()]
  return new Map(hashes.map((hash) => [hash, textOf(hash) ?? ""]))
}
