import { find as at, type Item, isText, item, type Spot, type Tree } from "./blockTree.ts"

export type SideName = "primary" | "changed"

/** An operation of a side on a tree, in place; returns false if it does not apply. */
export interface Operation {
  readonly name: string
  readonly apply: (tree: Tree, side: SideName) => boolean
}

const on =
  (key: string, act: (spot: Spot, tree: Tree, side: SideName) => boolean): Operation["apply"] =>
  (tree, side) => {
    const spot = at(tree, key)
    return spot !== undefined && act(spot, tree, side)
  }

const take = ({ index, list }: Spot) => list.splice(index, 1)

const holds = (from: Item, key: string): boolean =>
  from.key === key || Object.values(from.lists).some((items) => items.some((each) => holds(each, key)))

const moveTo = (spot: Spot, to: Array<Item>, index: number): void => {
  take(spot)
  to.splice(index, 0, spot.item)
}

const firstList = ({ lists }: Item) => Object.values(lists)[0]

/** Types that a block can be converted to without losing its content, if the new type allows it. */
const turns: Readonly<Record<string, string>> = {
  paragraph: "heading-1",
  "heading-1": "paragraph",
  blockquote: "hint",
  hint: "if",
  if: "blockquote",
  "list-unordered": "list-ordered",
  "list-ordered": "list-unordered"
}

const dataOf: Readonly<Record<string, (side: SideName) => Readonly<Record<string, unknown>>>> = {
  hint: () => ({ style: "info" }),
  if: () => ({ expression: "x" })
}

const values: Readonly<Record<string, (side: SideName) => Readonly<Record<string, unknown>>>> = {
  paragraph: (side) => ({ align: side === "primary" ? "center" : "end" }),
  "heading-1": (side) => ({ align: side === "primary" ? "center" : "end" }),
  hint: (side) => ({ style: side === "primary" ? "danger" : "warning" }),
  if: (side) => ({ expression: side }),
  code: (side) => ({ title: side }),
  "code-line": () => ({ highlighted: true }),
  "tabs-item": (side) => ({ title: side }),
  column: (side) => ({ width: side === "primary" ? 10 : 20 }),
  "list-item": (side) => ({ checked: side === "primary" }),
  "list-ordered": (side) => ({ start: side === "primary" ? 3 : 5 })
}

const words = (text: string) => text.split(" ").filter((word) => word !== "")

const split = ({ index, item: own, list }: Spot, side: SideName): boolean => {
  if (!isText(own)) {
    const items = firstList(own)
    const half = { ...item(own.type, `${side}-half`, [], own.data), lists: { "": items?.splice(1) ?? [] } }
    return items !== undefined && half.lists[""].length > 0 && list.splice(index + 1, 0, half).length === 0
  }
  const all = words(own.text)
  own.text = all.slice(0, 2).join(" ")
  list.splice(index + 1, 0, item(own.type, `${side}-half`, all.slice(2).join(" "), own.data))
  return all.length > 2
}

const join = ({ index, item: own, list }: Spot): boolean => {
  const next = list[index + 1]
  if (next === undefined || next.type !== own.type) return false
  list.splice(index + 1, 1)
  if (isText(own)) own.text = [...words(own.text), ...words(next.text)].join(" ")
  else firstList(own)?.push(...(firstList(next) ?? []))
  return isText(own) || firstList(own) !== undefined
}

/** Operations on one block. */
const operationsOn = (key: string): ReadonlyArray<Operation> => [
  {
    name: `insert before ${key}`,
    apply: on(key, ({ index, item: { type }, list }, _, side) => {
      const made = isText(item(type, "")) ? item(type, `${side}-new`, `${side}new`) : item(type, `${side}-new`)
      list.splice(index, 0, { ...made, data: dataOf[type]?.(side) ?? {} })
      return true
    })
  },
  { name: `delete ${key}`, apply: on(key, (spot) => take(spot).length > 0) },
  {
    name: `move ${key} out`,
    apply: on(key, (spot, tree) => {
      const parent = spot.parent === undefined ? undefined : at(tree, spot.parent.key)
      if (parent === undefined) return false
      moveTo(spot, parent.list, parent.index + 1)
      return true
    })
  },
  ...["v", "u"].map((target) => ({
    name: `move ${key} into ${target}`,
    apply: on(key, (spot, tree) => {
      const found = at(tree, target)
      const list = found === undefined ? undefined : firstList(found.item)
      if (list === undefined || holds(spot.item, target) || list === spot.list) return false
      moveTo(spot, list, list.length)
      return true
    })
  })),
  {
    name: `move o into ${key}`,
    apply: on(key, ({ item: own }, tree) => {
      const [spot, list] = [at(tree, "o"), firstList(own)]
      if (spot === undefined || list === undefined || spot.item === own) return false
      moveTo(spot, list, 0)
      return true
    })
  },
  {
    name: `put ${key} after the next`,
    apply: on(key, (spot) => {
      if (spot.list[spot.index + 1] === undefined) return false
      moveTo(spot, spot.list, spot.index + 1)
      return true
    })
  },
  { name: `split ${key}`, apply: on(key, (spot, _, side) => split(spot, side)) },
  { name: `join ${key} with the next`, apply: on(key, (spot) => join(spot)) },
  {
    name: `turn ${key}`,
    apply: on(key, ({ item: own }, _, side) => {
      const type = turns[own.type]
      if (type === undefined) return false
      Object.assign(own, { type, data: dataOf[type]?.(side) ?? {} })
      return true
    })
  },
  {
    name: `turn ${key} and put out what is in it`,
    apply: on(key, ({ index, item: own, list }, _, side) => {
      const type = turns[own.type]
      const within = firstList(own)
      if (type === undefined || within === undefined || within.length === 0) return false
      Object.assign(own, { type, data: dataOf[type]?.(side) ?? {} })
      list.splice(index + 1, 0, ...within.splice(0))
      return true
    })
  },
  {
    name: `make ${key} a formula`,
    apply: on(key, ({ item: own }, _, side) => {
      Object.assign(own, { type: "math", data: { formula: side }, text: "", lists: {} })
      return true
    })
  },
  {
    name: `write into ${key}`,
    apply: on(key, ({ item: own }, _, side) => {
      own.text = [`${side}first`, ...words(own.text).slice(1)].join(" ")
      return isText(own)
    })
  },
  {
    name: `write to the end of ${key}`,
    apply: on(key, ({ item: own }, _, side) => {
      own.text = [...words(own.text), `${side}last`].join(" ")
      return isText(own)
    })
  },
  {
    name: `write into the middle of ${key}`,
    apply: on(key, ({ item: own }, _, side) => {
      own.text = words(own.text).toSpliced(2, 0, `${side}mid`).join(" ")
      return isText(own)
    })
  },
  {
    name: `cut the middle of ${key}`,
    apply: on(key, ({ item: own }) => {
      const all = words(own.text)
      own.text = [all[0], all.at(-1)].join(" ")
      return all.length > 2
    })
  },
  {
    name: `take away data of ${key}`,
    apply: on(key, ({ item: own }) => {
      Object.assign(own, { data: {} })
      return own.type === "paragraph"
    })
  },
  {
    name: `set data of ${key}`,
    apply: on(key, ({ item: own }, _, side) => {
      const made = values[own.type]?.(side)
      if (made === undefined) return false
      Object.assign(own, { data: { ...own.data, ...made } })
      return true
    })
  }
]

/** All operations on a block, its parent, its child and its neighbour. */
export const operations: ReadonlyArray<Operation> = ["b", "w", "c", "n"].flatMap(operationsOn)
