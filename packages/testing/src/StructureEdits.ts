import { Inline } from "@quire/core"
import { BlockIndex } from "@quire/core/internal"
import type { Picks, Work } from "./DocumentWork.ts"
import { inserted, remove, set, take, texts } from "./DocumentWork.ts"

export const kinds = [
  "split",
  "join",
  "wrap",
  "unwrap",
  "empty",
  "strip",
  "convert",
  "become",
  "copy",
  "part",
  "reverse",
  "mark",
  "link"
] as const
export type Kind = (typeof kinds)[number]

const listOf = (work: Work, key: string): readonly [container: string, keys: ReadonlyArray<string>] | undefined => {
  const container = work.index.entries.get(key)?.container
  return container === undefined ? undefined : [container, work.lists.get(container) ?? []]
}

const after = (keys: ReadonlyArray<string>, key: string, ...more: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.flatMap((each) => (each === key ? [each, ...more] : [each]))

const inner = (key: string) => BlockIndex.containerOf(key, "")

/** Splits a text in two: the words from `spot` on move to a new block after it. */
const split = (work: Work, { at, spot, to }: Picks): void => {
  const found = take(texts(work), at)
  const list = found === undefined ? undefined : listOf(work, found[0])
  if (found === undefined || list === undefined) return
  const [key, own] = found
  const node = take(own.text, to)
  const [first] = node?.object === "text" ? node.leaves : []
  const words = first?.text.split(" ") ?? []
  const cut = own.text.length === 0 ? 0 : to % own.text.length
  const [head, tail] =
    words.length < 2 || first === undefined
      ? [own.text.slice(0, cut), own.text.slice(cut)]
      : [
          [
            ...own.text.slice(0, cut),
            Inline.text(words.slice(0, 1 + (spot % (words.length - 1))).join(" "), first.marks)
          ],
          [Inline.text(words.slice(1 + (spot % (words.length - 1))).join(" "), first.marks), ...own.text.slice(cut + 1)]
        ]
  set(work, key, own, { text: head })
  set(work, work.fresh, own, { text: tail })
  work.lists.set(list[0], after(list[1], key, work.fresh))
}

/** Merges a text with the one after it. */
const join = (work: Work, { at }: Picks): void => {
  const pairs = texts(work).flatMap(([key, own]) => {
    const keys = listOf(work, key)?.[1] ?? []
    const next = keys[keys.indexOf(key) + 1]
    const other = next === undefined ? undefined : work.owns.get(next)
    return next !== undefined && other?.shape === "text" ? [{ key, own, next, other }] : []
  })
  const found = take(pairs, at)
  if (found === undefined) return
  set(work, found.key, found.own, { text: [...found.own.text, ...found.other.text] })
  remove(work, found.next)
}

const container = (type: string, expression: string): BlockIndex.BlockOwn => ({
  shape: "nodes",
  fields: { object: "block", type, data: { style: "info", expression } },
  text: [],
  shells: []
})

const partTypes = new Set(["list-item", "tabs-item", "stepper-step", "column", "code-line"])

const holders = ["blockquote", "hint", "if", "list-item"] as const

const wrap = (work: Work, { at, spot }: Picks): void => {
  const key = take([...work.owns.keys()], at)
  const list = key === undefined ? undefined : listOf(work, key)
  if (key === undefined || list === undefined) return
  work.owns.set(work.fresh, container(take(holders, spot) ?? "if", work.fresh))
  work.lists.set(inner(work.fresh), [key])
  work.lists.set(
    list[0],
    list[1].map((each) => (each === key ? work.fresh : each))
  )
}

const nested = (work: Work) => [...work.owns].filter(([, own]) => own.shape === "nodes")

/** Removes a block but keeps its content. */
const unwrap = (work: Work, { at }: Picks): void => {
  const [key] = take(nested(work), at) ?? []
  const list = key === undefined ? undefined : listOf(work, key)
  if (key === undefined || list === undefined) return
  const within = work.lists.get(inner(key)) ?? []
  work.lists.set(
    list[0],
    list[1].flatMap((each) => (each === key ? within : [each]))
  )
  work.lists.set(inner(key), [])
}

const empty = (work: Work, { at }: Picks): void => {
  const [key] = take(nested(work), at) ?? []
  if (key !== undefined) work.lists.set(inner(key), [])
}

const retype = (work: Work, key: string, own: BlockIndex.BlockOwn, type: string): void =>
  set(work, key, own, { fields: { ...own.fields, type, data: { style: "info", expression: work.fresh } } })

/** Converts a block into one that contains other blocks; its former content follows it. */
const strip = (work: Work, { at, spot }: Picks): void => {
  const found = take(nested(work), at)
  const list = found === undefined ? undefined : listOf(work, found[0])
  if (found === undefined || list === undefined) return
  const [key, own] = found
  retype(work, key, own, take(["blockquote", "hint", "if", "columns", "code"], spot) ?? "if")
  work.lists.set(list[0], after(list[1], key, ...(work.lists.get(inner(key)) ?? [])))
  work.lists.set(inner(key), [])
}

const pairs = [
  ["tabs", "tabs-item"],
  ["stepper", "stepper-step"],
  ["columns", "column"]
] as const

/** Converts containers such as tabs into steps or columns, with their content. */
const convert = (work: Work, { at, spot }: Picks): void => {
  const found = take(
    nested(work).filter(([, own]) => pairs.some(([type]) => type === own.fields["type"])),
    at
  )
  const pair = take(pairs, spot)
  if (found === undefined || pair === undefined) return
  const [key, own] = found
  set(work, key, own, { fields: { object: "block", type: pair[0], data: {} } })
  for (const child of work.lists.get(inner(key)) ?? []) {
    const item = work.owns.get(child)
    if (item !== undefined) set(work, child, item, { fields: { object: "block", type: pair[1], data: {} } })
  }
}

/** Converts a block of one shape into one of another. */
const become = (work: Work, { at, spot }: Picks): void => {
  const found = take([...work.owns], at)
  if (found === undefined) return
  const [key, own] = found
  const object = { object: "block" } as const
  const others: ReadonlyArray<BlockIndex.BlockOwn> = [
    { shape: "void", fields: { ...object, type: "divider", isVoid: true, data: {} }, text: [], shells: [] },
    {
      shape: "void",
      fields: { ...object, type: "math", isVoid: true, data: { formula: work.fresh } },
      text: [],
      shells: []
    },
    { shape: "text", fields: { ...object, type: "paragraph" }, text: [Inline.text(work.fresh)], shells: [] },
    container("blockquote", work.fresh)
  ]
  set(work, key, own, take(others, spot) ?? own)
  if (work.owns.get(key)?.shape === "nodes") work.lists.set(inner(key), work.lists.get(inner(key)) ?? [])
}

/** Copies a block after itself, with new keys. Of texts only the words are copied, because annotations have keys. */
const copy = (work: Work, { at }: Picks): void => {
  const key = take([...work.owns.keys()], at)
  const list = key === undefined ? undefined : listOf(work, key)
  if (key === undefined || list === undefined) return
  const names = new Map(BlockIndex.subtreeKeys(work.index, key).map((each, index) => [each, `${work.fresh}c${index}`]))
  const named = (each: string) => names.get(each) ?? each
  for (const [old, now] of names) {
    const own = work.owns.get(old)
    const block = work.index.entries.get(old)?.block
    if (own === undefined || block === undefined) continue
    set(work, now, own, { text: own.text.filter(({ object }) => object === "text") })
    for (const { slot } of BlockIndex.partsOf(block)) {
      const keys = work.lists.get(BlockIndex.containerOf(old, slot)) ?? []
      work.lists.set(BlockIndex.containerOf(now, slot), keys.map(named))
    }
  }
  work.lists.set(list[0], after(list[1], key, named(key)))
}

/** Adds a part such as an item, a tab, a step or a line after another one, with a new text. */
const part = (work: Work, { at, spot }: Picks): void => {
  const parts = [...work.owns].filter(([, own]) => partTypes.has(String(own.fields["type"])))
  const found = take(parts, at)
  const list = found === undefined ? undefined : listOf(work, found[0])
  if (found === undefined || list === undefined) return
  const [, own] = found
  if (own.shape === "text") set(work, work.fresh, own, { text: [Inline.text(work.fresh)] })
  else {
    const text = `${work.fresh}text`
    set(work, work.fresh, own, {})
    set(
      work,
      text,
      { shape: "text", fields: { object: "block", type: "paragraph" }, text: [Inline.text(work.fresh)], shells: [] },
      {}
    )
    work.lists.set(inner(work.fresh), [text])
  }
  work.lists.set(list[0], inserted(list[1], spot, work.fresh))
}

/** Reverses the order of the blocks in one list. */
const reverse = (work: Work, { at }: Picks): void => {
  const long = [...work.lists].filter(([, keys]) => keys.length > 1)
  const found = take(long, at)
  if (found !== undefined) work.lists.set(found[0], found[1].toReversed())
}

const mark = (work: Work, { at, to }: Picks): void => {
  const found = take(texts(work), at)
  const node = found === undefined ? undefined : take(found[1].text, to)
  if (found === undefined || node?.object !== "text") return
  const [key, own] = found
  const leaves = node.leaves.map(({ text }) => Inline.leaf(text, [{ object: "mark", type: "bold" }]))
  set(work, key, own, { text: own.text.with(to % own.text.length, { ...node, leaves }) })
}

/** Converts a text into a link, or changes the target of a link. */
const link = (work: Work, { at, spot, to }: Picks): void => {
  const found = take(texts(work), at)
  const node = found === undefined ? undefined : take(found[1].text, to)
  if (found === undefined || node === undefined) return
  const [key, own] = found
  const ref = { kind: "url", url: `https://example.com/${spot}` } as const
  if (node.object === "text")
    set(work, key, own, { text: own.text.with(to % own.text.length, Inline.link(ref, [node])) })
  else if (node.type === "link") {
    set(work, key, own, { text: own.text.with(to % own.text.length, { ...node, data: { ref } }) })
  }
}

const steps: Readonly<Record<Kind, (work: Work, picks: Picks) => void>> = {
  split,
  join,
  wrap,
  unwrap,
  empty,
  strip,
  convert,
  become,
  copy,
  part,
  reverse,
  mark,
  link
}

/** Applies one edit that adds, removes or moves blocks. */
export const step = (work: Work, kind: Kind, picks: Picks): void => steps[kind](work, picks)
