import type { Document, EditConflict } from "@quire/client"
import type { Node } from "prosemirror-model"
import type { EditorState, Transaction } from "prosemirror-state"
import { isObject, type JsonObject, type JsonValue } from "../Json.ts"
import { blocksOf } from "../keys/BlockKeys.ts"
import { readBlock } from "../mapping/FromDocument.ts"
import { toBlock } from "../mapping/ToDocument.ts"

/** Something that the writer and another person changed differently. Nothing of both is lost until it is resolved. */
export interface SavingConflict {
  /** Identifies the conflict in its page. */
  readonly id: string
  readonly kind: EditConflict["kind"]
  /** The key of the block; null if the conflict is about the page. */
  readonly block: string | null
  /** The value that both changed; null if absent. Texts are plain text, other values are blocks or data. */
  readonly base: JsonValue
  readonly mine: JsonValue
  readonly theirs: JsonValue
  /** The side that the page has now. */
  readonly kept: "mine" | "theirs"
  /** The block as the writer had it, with its formatting; null if there was none. */
  readonly mineBlock: JsonObject | null
}

const isJsonValue = (value: unknown): value is JsonValue =>
  value === null ||
  ["string", "number", "boolean"].includes(typeof value) ||
  (typeof value === "object" && value !== null && Object.values(value).every(isJsonValue))

const jsonOf = (value: unknown): JsonValue => (isJsonValue(value) ? value : null)

const findBlock = (doc: Node, key: string | null) => blocksOf(doc).find((block) => key !== null && block.key === key)

/** The conflict that a save reported; `sent` is what was saved. */
export const toSavingConflict = (sent: Node, conflict: EditConflict): SavingConflict => {
  const block = conflict.block ?? null
  const own = findBlock(sent, block)
  return {
    id: conflict.key,
    kind: conflict.kind,
    block,
    base: jsonOf(conflict.base),
    mine: jsonOf(conflict.changed),
    theirs: jsonOf(conflict.primary),
    kept: conflict.kept === "changed" ? "mine" : "theirs",
    mineBlock: own === undefined ? null : toBlock(own.node)
  }
}

const kinds: ReadonlySet<string> = new Set(["existence", "field", "parent", "order", "text", "data", "place"])

const isKind = (value: JsonValue | undefined): value is SavingConflict["kind"] =>
  typeof value === "string" && kinds.has(value)

/** A conflict from storage; undefined if it has another form. */
export const decodeConflict = (value: unknown): SavingConflict | undefined => {
  if (!isObject(value)) return undefined
  const { base = null, block, id, kept, kind, mine = null, mineBlock, theirs = null } = value
  if (typeof id !== "string" || !isKind(kind) || (kept !== "mine" && kept !== "theirs")) return undefined
  return {
    id,
    kind,
    base,
    mine,
    theirs,
    kept,
    block: typeof block === "string" ? block : null,
    mineBlock: isObject(mineBlock) ? mineBlock : null
  }
}

function* wordsIn(value: JsonValue): Generator<string> {
  if (typeof value === "string") for (const [word] of value.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) yield word
  else if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) yield* wordsIn(member)
}

const hasWordsOf = (value: JsonValue, other: JsonValue): boolean => {
  const words = new Set(wordsIn(value))
  return [...wordsIn(other)].every((word) => words.has(word))
}

/**
 * The conflicts with further ones. A later conflict about the same replaces the earlier one if it has all words of the
 * writer's side; otherwise both remain.
 */
export const addConflicts = (
  conflicts: ReadonlyArray<SavingConflict>,
  more: ReadonlyArray<SavingConflict>
): ReadonlyArray<SavingConflict> => {
  let all = conflicts
  for (const conflict of more) {
    const id = conflict.id
    const isOlder = (each: SavingConflict) => each.id === id || each.id.startsWith(`${id} `)
    const rest = all.filter((each) => !(isOlder(each) && hasWordsOf(conflict.mine, each.mine)))
    const ids = new Set(rest.map((each) => each.id))
    let free = id
    for (let number = 2; ids.has(free); number++) free = `${id} ${number}`
    all = [...rest, { ...conflict, id: free }]
  }
  return all
}

/**
 * Whether the page has every word of the writer's side. A save that is repeated because its response was lost meets its
 * own words as those of another person; then there is nothing to decide.
 */
export const isContained = ({ kept, mine, theirs }: SavingConflict): boolean =>
  kept === "theirs" && hasWordsOf(theirs, mine)

/** A transaction that takes the writer's side of a conflict as an edit; undefined if that is not possible. */
export const makeResolution = (
  { doc, tr }: EditorState,
  { block, mineBlock }: SavingConflict
): Transaction | undefined => {
  if (mineBlock === null) return undefined
  const own = readBlock(mineBlock)
  const current = findBlock(doc, block)
  try {
    if (current === undefined) tr.insert(doc.content.size, own)
    else tr.replaceWith(current.pos, current.pos + current.node.nodeSize, own)
    tr.doc.check()
    return tr
  } catch {
    return undefined
  }
}

/** The conflict of a local copy that the server refuses to save: its document is the writer's side. */
export const makeCopyConflict = (id: string, base: Document, mine: Document): SavingConflict => ({
  id,
  kind: "existence",
  block: null,
  base: jsonOf(base),
  mine: jsonOf(mine),
  theirs: null,
  kept: "theirs",
  mineBlock: null
})
