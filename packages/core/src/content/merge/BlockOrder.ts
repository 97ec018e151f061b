import { Option } from "effect"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import * as Alignment from "../document/Alignment.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import * as DocumentConflict from "./DocumentConflict.ts"
import * as SiblingOrder from "./SiblingOrder.ts"
import type { Side } from "./Sides.ts"

type Keys = ReadonlyArray<string>

/** A list of blocks, and its parent. */
export interface Holder {
  readonly container: string
  readonly parent: string | undefined
  readonly slot: string
}

const isNew = (run: BlockMerge.Run, side: Side, key: string): boolean =>
  BlockIndex.subtreeKeys(run[side], key).every(
    (own) => !run.base.entries.has(own) && !run[side === "primary" ? "changed" : "primary"].entries.has(own)
  )

/** The blocks that one side alone has, by the common block before them; `undefined` at the beginning. */
const findAdditions = (keys: Keys, others: ReadonlySet<string>): ReadonlyMap<string | undefined, Keys> => {
  let open: Array<string> = []
  const found = new Map<string | undefined, Array<string>>([[undefined, open]])
  for (const key of keys) {
    if (others.has(key)) found.set(key, (open = []))
    else open.push(key)
  }
  return found
}

/**
 * Blocks of `changed` that primary also inserted in the same gap, under other keys. Lines of code that both inserted are
 * repeated together or not at all: a bracket belongs to the lines before it.
 */
const findRepeated = (run: BlockMerge.Run, { parent }: Holder, primary: Keys, changed: Keys): ReadonlySet<string> => {
  const found = new Set<string>()
  const isCode = run.primary.entries.get(parent ?? "")?.block.type === "code"
  const ours = findAdditions(primary, new Set(changed))
  for (const [anchor, theirs] of findAdditions(changed, new Set(primary))) {
    const news = theirs.filter((key) => isNew(run, "changed", key))
    const olds = (news.length === 0 ? [] : (ours.get(anchor) ?? [])).filter((key) => isNew(run, "primary", key))
    const signatures = (side: Side, keys: Keys) =>
      keys.map((key) => {
        const block = run[side].entries.get(key)?.block
        return block === undefined ? Number.NaN : run.likeness.signature(block)
      })
    const equal = Slices.finish(Alignment.equalItems(signatures("primary", olds), signatures("changed", news)))
    if (isCode && (equal.length < olds.length || equal.length < news.length)) continue
    for (const [, index] of equal) {
      const key = news[index]
      if (key !== undefined) found.add(key)
    }
  }
  return found
}

const conflictOf = ({ parent, slot }: Holder, base: Keys, primary: Keys, changed: Keys) => {
  const key = `order/${parent ?? ""}${slot === "" ? "" : `/${slot}`}`
  return BlockMerge.makeConflict({ key, kind: "order", block: parent ?? null }, { base, primary, changed })
}

const markAll = (keys: Keys): Keys => keys.map((key) => `=${key}`)

/** Orders the blocks of one list by both sides; `members` are those that are in it. */
export const order = (run: BlockMerge.Run, holder: Holder, members: ReadonlySet<string>): Keys => {
  const { container, parent } = holder
  const listOf = (index: BlockIndex.BlockIndex) => (index.lists.get(container) ?? []).filter((key) => members.has(key))
  const [base, primary, all] = [listOf(run.base), listOf(run.primary), listOf(run.changed)]
  const extra = findRepeated(run, holder, primary, all)
  const changed = extra.size === 0 ? all : all.filter((key) => !extra.has(key))
  const known = new Set([...primary, ...all])
  const strays = known.size === members.size ? [] : [...members].filter((key) => !known.has(key))
  if (SiblingOrder.isSame(primary, changed)) return [...primary, ...strays]
  const lists = { base: markAll(base), primary: markAll(primary), changed: markAll(changed) }
  const forced = parent === undefined ? undefined : run.forced.get(parent)
  const merged =
    forced === undefined
      ? Option.getOrElse(SiblingOrder.merge(lists), () =>
          SiblingOrder.preferring(
            lists,
            DocumentConflict.settleBySide(run.settle, conflictOf(holder, base, primary, changed))
          )
        )
      : SiblingOrder.preferring(lists, forced)
  return [...merged.map((key) => key.slice(1)), ...strays]
}
