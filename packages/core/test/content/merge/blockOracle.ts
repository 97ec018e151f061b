import { documentOf, hasList, type Item, isText, spots, type Tree } from "./blockTree.ts"

/** One block of one tree, with its own attributes. */
export interface Fact {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly text: string
  readonly parent: string
  readonly slot: string
}

export interface Trees {
  readonly base: Tree
  readonly primary: Tree
  readonly changed: Tree
}

/** The verdict of the merge table on two sides, computed attribute by attribute. */
export interface Verdict {
  /** Blocks in dispute: a conflict must be about each, or about one of its ancestors. */
  readonly clashes: ReadonlySet<string>
  /** Whether the table does not say if this is a conflict. */
  readonly isOpen: boolean
  /** Every block of the result if nothing clashes; undefined if such a document is invalid. */
  readonly facts: ReadonlyMap<string, Fact> | undefined
}

type Facts = ReadonlyMap<string, Fact>

export const factsOf = (tree: Tree): Facts =>
  new Map(
    [...spots(tree)].map(({ item: { data, key, text, type }, parent, slot }) => [
      key,
      { type, data, text, parent: parent?.key ?? "", slot }
    ])
  )

const same = (left: unknown, right: unknown) => JSON.stringify(sorted(left)) === JSON.stringify(sorted(right))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)])
  )
}

/** The merge table for one attribute: the value both have or one changed; undefined if both changed it differently. */
const mergeAttribute = <A>(base: A, primary: A, changed: A): { readonly value: A } | undefined => {
  if (same(primary, changed) || same(base, changed)) return { value: primary }
  return same(base, primary) ? { value: changed } : undefined
}

const words = (text: string) => text.split(" ").filter((word) => word !== "")

/** The shortest range of base words that a side replaced, and their replacement. */
const findReplacement = (base: ReadonlyArray<string>, side: ReadonlyArray<string>) => {
  const shorter = Math.min(base.length, side.length)
  let start = 0
  while (start < shorter && base[start] === side[start]) start++
  let end = 0
  while (end < shorter - start && base[base.length - 1 - end] === side[side.length - 1 - end]) end++
  return { start, end: base.length - end, words: side.slice(start, side.length - end) }
}

const mergeText = (base: string, primary: string, changed: string): string | "open" | undefined => {
  const known = mergeAttribute(base, primary, changed)
  if (known !== undefined) return known.value
  const [first, second] = [
    findReplacement(words(base), words(primary)),
    findReplacement(words(base), words(changed))
  ].sort((left, right) => left.start - right.start || left.end - right.end)
  if (first === undefined || second === undefined || first.end > second.start) return undefined
  if (first.end === second.start) return "open"
  const old = words(base)
  return [
    ...old.slice(0, first.start),
    ...first.words,
    ...old.slice(first.end, second.start),
    ...second.words,
    ...old.slice(second.end)
  ].join(" ")
}

interface Notes {
  readonly clashes: Set<string>
  isOpen: boolean
}

const mergeData = (
  base: Fact,
  primary: Fact,
  changed: Fact,
  key: string,
  notes: Notes
): Pick<Fact, "type" | "data"> => {
  const own = ({ data, type }: Fact) => ({ type, data })
  const known = mergeAttribute(own(base), own(primary), own(changed))
  if (known !== undefined) return known.value
  const type = mergeAttribute(base.type, primary.type, changed.type)
  if (new Set([base.type, primary.type, changed.type]).size > 1) notes.isOpen = true
  if (type === undefined) notes.clashes.add(key)
  const names = new Set([base, primary, changed].flatMap(({ data }) => Object.keys(data)))
  const data = [...names].flatMap((name) => {
    const value = mergeAttribute(base.data[name], primary.data[name], changed.data[name])
    if (value === undefined) notes.clashes.add(key)
    return value === undefined || value.value === undefined ? [] : [[name, value.value] as const]
  })
  return { type: type?.value ?? primary.type, data: Object.fromEntries(data) }
}

const mergeFacts = (base: Fact, primary: Fact, changed: Fact, key: string, notes: Notes): Fact => {
  const own = mergeData(base, primary, changed, key, notes)
  const text = mergeText(base.text, primary.text, changed.text)
  if (text === undefined) notes.clashes.add(key)
  if (text === "open") notes.isOpen = true
  const place = (fact: Fact) => ({ parent: fact.parent, slot: fact.slot })
  const stood = mergeAttribute(place(base), place(primary), place(changed))
  if (stood === undefined) notes.clashes.add(key)
  return { ...own, text: text ?? primary.text, ...(stood?.value ?? place(primary)) }
}

/** Whether a side changed a block that the other deleted: itself, or by moving something into it. */
const isTouched = (key: string, base: Facts, keeper: Facts): boolean => {
  if (!same(base.get(key), keeper.get(key))) return true
  return [...keeper].some(([other, { parent, slot }]) => {
    const old = base.get(other)
    return parent === key && (old?.parent !== key || old.slot !== slot)
  })
}

const contentOf = (own: Item): unknown => ({
  ...own,
  key: "",
  lists: Object.entries(own.lists).map(([slot, items]) => [slot, items.map(contentOf)])
})

/** New blocks that primary also inserted, after the same block of the base: each appears once. */
const findRepeated = ({ base, changed, primary }: Trees): ReadonlySet<string> => {
  const old = new Set([...spots(base)].map(({ item }) => item.key))
  const made = (tree: Tree) =>
    [...spots(tree)].flatMap(({ index, item, list, parent, slot }) => {
      const before = list.slice(0, index).findLast(({ key }) => old.has(key))
      const what = JSON.stringify([parent?.key, slot, before?.key, contentOf(item)])
      return old.has(item.key) ? [] : [{ key: item.key, what }]
    })
  const known = new Set(made(primary).map(({ what }) => what))
  return new Set(made(changed).flatMap(({ key, what }) => (known.has(what) ? [key] : [])))
}

const isRing = (facts: Facts, key: string): boolean => {
  const seen = new Set<string>()
  for (let at: string | undefined = key; at !== undefined && at !== ""; at = facts.get(at)?.parent) {
    if (seen.has(at)) return true
    seen.add(at)
  }
  return false
}

/** For short lists: whether no order gives every pair the order of the side that changed it. */
const isTangled = (lists: Readonly<Record<keyof Trees, ReadonlyArray<string>>>): boolean => {
  const common = lists.base.filter((key) => lists.primary.includes(key) && lists.changed.includes(key))
  const isBefore = (list: ReadonlyArray<string>, one: string, other: string) => list.indexOf(one) < list.indexOf(other)
  const rank = (one: string) =>
    common.filter((other) => {
      const [base, primary, changed] = [lists.base, lists.primary, lists.changed].map((list) =>
        isBefore(list, other, one)
      )
      return one !== other && (primary === base ? changed : primary)
    }).length
  return new Set(common.map(rank)).size < common.length
}

const keysAt = (tree: Tree, parent: string, slot: string): ReadonlyArray<string> =>
  [...spots(tree)].flatMap((spot) => ((spot.parent?.key ?? "") === parent && spot.slot === slot ? [spot.item.key] : []))

const treeOf = (facts: Facts, parent: string, slots: ReadonlyMap<string, ReadonlyArray<string>>): Tree =>
  [...facts].flatMap(([key, fact]) => {
    if (fact.parent !== parent) return []
    const within = treeOf(facts, key, slots)
    const names = slots.get(key) ?? []
    const lists = names.map((slot) => [slot, within.filter((item) => facts.get(item.key)?.slot === slot)] as const)
    const { data, text, type } = fact
    return [{ key, type, data, text, lists: Object.fromEntries(lists) }]
  })

const slotsOf = (trees: Trees): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    [trees.base, trees.primary, trees.changed].flatMap((tree) =>
      [...spots(tree)].map(({ item }) => [item.key, Object.keys(item.lists)] as const)
    )
  )

/** Whether such a document is valid: every block is in an existing list that allows it, and there are no rings. */
const canStand = (facts: Facts, trees: Trees): boolean => {
  const slots = slotsOf(trees)
  for (const [key, { parent, slot }] of facts) {
    if (isRing(facts, key)) return false
    const holder = parent === "" ? undefined : facts.get(parent)
    if (parent === "") continue
    if (holder === undefined) return false
    const lists = Object.fromEntries((slots.get(parent) ?? [slot]).map((name) => [name, []]))
    if (!hasList({ ...holder, key: parent, lists }, slot)) return false
  }
  const isWritten = ([key, { text, type, data }]: readonly [string, Fact]) =>
    text === "" || isText({ key, type, data, text, lists: {} })
  return [...facts].every(isWritten) && documentOf(treeOf(facts, "", slots)) !== undefined
}

export const judge = (trees: Trees): Verdict => {
  const [base, primary, changed] = [factsOf(trees.base), factsOf(trees.primary), factsOf(trees.changed)]
  const notes: Notes = { clashes: new Set(), isOpen: false }
  const twins = findRepeated(trees)
  const facts = new Map<string, Fact>()
  for (const key of new Set([...primary.keys(), ...changed.keys()])) {
    const [old, ours, theirs] = [base.get(key), primary.get(key), changed.get(key)]
    const keeper = ours === undefined ? changed : primary
    const kept = ours ?? theirs
    if (kept === undefined || twins.has(key)) continue
    if (old !== undefined && ours !== undefined && theirs !== undefined) {
      facts.set(key, mergeFacts(old, ours, theirs, key, notes))
    } else if (old === undefined) facts.set(key, kept)
    else if (isTouched(key, base, keeper)) notes.clashes.add(key)
  }
  for (const parent of new Set([...base.values()].map((fact) => fact.parent))) {
    const { clashes } = notes
    const slots = new Set([...base.values()].flatMap((fact) => (fact.parent === parent ? [fact.slot] : [])))
    for (const slot of slots) {
      const stays = (key: string) => facts.get(key)?.parent === parent && facts.get(key)?.slot === slot
      const list = (tree: Tree) => keysAt(tree, parent, slot).filter(stays)
      const lists = { base: list(trees.base), primary: list(trees.primary), changed: list(trees.changed) }
      if (isTangled(lists)) clashes.add(parent)
    }
  }
  return { ...notes, facts: canStand(facts, trees) ? facts : undefined }
}
