import { Effect } from "effect"
import type { ContentDraft } from "./ContentDraft.ts"
import * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Reader from "./ContentReader.ts"

/**
 * An ordered list of ids, stored in runs whose boundaries depend only on the ids: a run ends after an id whose SHA-256
 * starts with six zero bits (one in 64), or at 256 ids. Several runs are themselves listed in runs in the same way,
 * level by level. Equal lists have equal hashes whatever their history.
 */
export const limits = { run: 256 } as const

/** Six zero bits are a leading `A` in base64url. */
const endsRun = (hash: string) => hash.startsWith("A")

const isListNode = (node: ContentNode.ContentNode): node is ContentNode.ListNode =>
  node.kind === "ids/1" || node.kind === "lists/1"

/** A stored run and its number of ids. */
type Run = readonly [hash: string, size: number]

const sumSizes = (runs: ReadonlyArray<Run>) => runs.reduce((sum, [, size]) => sum + size, 0)

const sizeOf = (node: ContentNode.ListNode) => (node.kind === "ids/1" ? node.ids.length : sumSizes(node.lists))

/** Number of ids; reads one node. */
export const size = (reader: ContentReader, ref: ContentNode.Ref): Effect.Effect<number> =>
  ref === null
    ? Effect.succeed(0)
    : Effect.map(Reader.require(reader, [ref], isListNode), (nodes) => {
        const node = nodes.get(ref)
        return node === undefined ? 0 : sizeOf(node)
      })

const collect = (nodes: ReadonlyMap<string, ContentNode.ListNode>, hash: string): ReadonlyArray<string> => {
  const node = nodes.get(hash)
  if (node === undefined) return []
  return node.kind === "ids/1" ? node.ids : node.lists.flatMap(([below]) => collect(nodes, below))
}

/** Reads several lists by their refs; one read per level for all of them. */
export const readMany = Effect.fnUntraced(function* (reader: ContentReader, refs: Iterable<string>) {
  const wanted = [...new Set(refs)]
  const loaded = new Map<string, ContentNode.ListNode>()
  let level: ReadonlyArray<string> = wanted
  while (level.length > 0) {
    const nodes = yield* Reader.require(reader, level, isListNode)
    for (const [hash, node] of nodes) loaded.set(hash, node)
    level = [...nodes.values()].flatMap((node) => (node.kind === "lists/1" ? node.lists.map(([hash]) => hash) : []))
  }
  return new Map(wanted.map((ref) => [ref, collect(loaded, ref)]))
})

/** The ids of a list, in order. */
export const read = (reader: ContentReader, ref: ContentNode.Ref): Effect.Effect<ReadonlyArray<string>> =>
  ref === null ? Effect.succeed([]) : Effect.map(readMany(reader, [ref]), (lists) => lists.get(ref) ?? [])

/** Reads the runs of a list, without the ids in them. */
const readRuns = Effect.fnUntraced(function* (reader: ContentReader, ref: string) {
  let runs: ReadonlyArray<Run> = [[ref, 0]]
  for (;;) {
    const hashes = runs.map(([hash]) => hash)
    const found = yield* Reader.require(reader, hashes, isListNode)
    const nodes = hashes.flatMap((hash) => found.get(hash) ?? [])
    const first = nodes[0]
    if (first?.kind === "ids/1") return [[ref, first.ids.length] as const]
    runs = nodes.flatMap((node) => (node.kind === "lists/1" ? node.lists : []))
    if (first === undefined || first.depth === 1) return runs
  }
})

/** Groups runs until one node holds them all; each group has at least two, so this terminates. */
const listRuns = (draft: ContentDraft, runs: ReadonlyArray<Run>): ContentNode.Ref => {
  let level = runs
  for (let depth = 1; level.length > 1; depth++) {
    const upper: Array<Run> = []
    let open: Array<Run> = []
    for (const [index, run] of level.entries()) {
      open.push(run)
      const isFull = open.length === limits.run || (open.length > 1 && endsRun(run[0]))
      if (!isFull && index < level.length - 1) continue
      upper.push([draft.put({ kind: "lists/1", depth, lists: open }), sumSizes(open)])
      open = []
    }
    level = upper
  }
  return level[0]?.[0] ?? null
}

/** A stretch of a list under edit: a stored run, or ids to cut into runs again. */
type Stretch = { readonly run: Run } | { readonly ids: ReadonlyArray<string> }

const lengthOf = (stretch: Stretch) => ("ids" in stretch ? stretch.ids.length : stretch.run[1])

const idsIn = (draft: ContentDraft, stretch: Stretch): Effect.Effect<ReadonlyArray<string>> =>
  "ids" in stretch ? Effect.succeed(stretch.ids) : read(draft, stretch.run[0])

/** Cuts stretches into runs; a stored run that starts on a run boundary is reused unread. */
const cutIntoRuns = Effect.fnUntraced(function* (draft: ContentDraft, stretches: ReadonlyArray<Stretch>) {
  const runs: Array<Run> = []
  let open: Array<string> = []
  const close = () => {
    if (open.length > 0) runs.push([draft.put({ kind: "ids/1", ids: open }), open.length])
    open = []
  }
  for (const stretch of stretches) {
    if ("run" in stretch && open.length === 0) {
      runs.push(stretch.run)
      continue
    }
    for (const id of yield* idsIn(draft, stretch)) {
      open.push(id)
      if (open.length === limits.run || endsRun(ContentNode.hashOf(id))) close()
    }
  }
  close()
  return runs
})

const removeIds = Effect.fnUntraced(function* (
  draft: ContentDraft,
  runs: ReadonlyArray<Run>,
  gone: ReadonlySet<string>
) {
  if (gone.size === 0) return runs.map((run): Stretch => ({ run }))
  const lists = yield* readMany(
    draft,
    runs.map(([hash]) => hash)
  )
  return runs.map((run): Stretch => {
    const ids = lists.get(run[0]) ?? []
    const left = ids.filter((id) => !gone.has(id))
    return left.length === ids.length ? { run } : { ids: left }
  })
})

const insertIds = Effect.fnUntraced(function* (
  draft: ContentDraft,
  stretches: ReadonlyArray<Stretch>,
  ids: ReadonlyArray<string>,
  at: number
) {
  if (ids.length === 0) return stretches
  let before = 0
  let index = 0
  for (const stretch of stretches.slice(0, -1)) {
    if (before + lengthOf(stretch) > at) break
    before += lengthOf(stretch)
    index++
  }
  const stretch = stretches[index]
  const around = stretch === undefined ? [] : yield* idsIn(draft, stretch)
  const offset = Math.max(0, at - before)
  const changed: Stretch = { ids: [...around.slice(0, offset), ...ids, ...around.slice(offset)] }
  return [...stretches.slice(0, index), changed, ...stretches.slice(index + 1)]
})

/** Ids to remove, then ids to insert at an index of the rest; at the end without an index. */
export interface Edit {
  readonly remove?: ReadonlySet<string>
  readonly insert?: { readonly ids: ReadonlyArray<string>; readonly at?: number | undefined }
}

/**
 * Applies an edit. Inserting reads and writes the runs around the index; removing reads the whole list, as ids have no
 * index.
 */
export const edit = Effect.fnUntraced(function* (draft: ContentDraft, ref: ContentNode.Ref, change: Edit) {
  const runs = ref === null ? [] : yield* readRuns(draft, ref)
  const left = yield* removeIds(draft, runs, change.remove ?? new Set())
  const { ids = [], at = Number.POSITIVE_INFINITY } = change.insert ?? {}
  return listRuns(draft, yield* cutIntoRuns(draft, yield* insertIds(draft, left, ids, at)))
})

/** Makes a list of ids. */
export const make = (draft: ContentDraft, ids: ReadonlyArray<string>): Effect.Effect<ContentNode.Ref> =>
  edit(draft, null, { insert: { ids } })
