import type { Block } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes, flag } from "./Attributes.ts"
import type { Drawing, DrawingSteps } from "./Drawing.ts"
import { drawBare } from "./Texts.ts"

type List = Block.ListOrdered | Block.ListUnordered | Block.ListTasks

const isList = (block: Block.Block): boolean => block.type.startsWith("list-")

/** Whether every item contains at most one text, and nested lists: such lists are set without spacing. */
const isTight = ({ nodes }: List): boolean =>
  nodes.every((item) => item.nodes.every((node, index) => isList(node) || (index === 0 && node.type === "paragraph")))

function* drawItem({ nodes }: Block.ListItem, isTight: boolean, drawing: Drawing): DrawingSteps {
  const [first, ...rest] = nodes
  if (!isTight || first?.type !== "paragraph") return yield* drawing.blocks(nodes)
  const text = yield* drawBare(first, drawing)
  return html`${text}${yield* drawing.blocks(rest)}`
}

const drawTask = (item: Block.ListItem, inner: Html, { words }: Drawing): Html => {
  const isDone = item.data?.checked === true
  const label = isDone ? words.done : words.notDone
  return html`<li class="task"><input type="checkbox" disabled${flag("checked", isDone)} aria-label="${label}"><div dir="auto">${inner}</div></li>`
}

const startOf = (list: List): Html =>
  list.type === "list-ordered" && list.data.start !== undefined && list.data.start !== 1
    ? attribute("start", list.data.start)
    : emptyHtml

/** Digits that fit into the default margin of an item, and the most for which a list makes room. */
const [usualDigits, mostDigits] = [2, 9] as const

/** Numbers with more digits need more room, also next to text of the other direction. */
const digitsOf = (list: List): Html => {
  if (list.type !== "list-ordered") return emptyHtml
  const digits = Math.min(mostDigits, String((list.data.start ?? 1) + list.nodes.length - 1).length)
  return classes(digits > usualDigits && `digits-${digits}`)
}

export function* drawList(list: List, drawing: Drawing): DrawingSteps {
  const [tight, items]: [boolean, Array<Html>] = [isTight(list), []]
  for (const item of list.nodes) {
    const inner = yield* drawItem(item, tight, drawing)
    items.push(list.type === "list-tasks" ? drawTask(item, inner, drawing) : html`<li dir="auto">${inner}</li>`)
  }
  if (list.type === "list-ordered") return html`<ol${startOf(list)}${digitsOf(list)}>${items}</ol>`
  return list.type === "list-tasks" ? html`<ul class="tasks">${items}</ul>` : html`<ul>${items}</ul>`
}
