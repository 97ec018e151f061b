import type { Node } from "prosemirror-model"
import { type EditorState, Plugin, PluginKey, TextSelection } from "prosemirror-state"
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view"
import type { EditorContext } from "../interface/EditorHost.ts"
import { makeElement } from "../interface/Elements.ts"
import { isObject } from "../Json.ts"

interface TabState {
  /** The index of the open tab of each block of tabs whose first tab is not open, by the position of the block. */
  readonly open: ReadonlyMap<number, number>
  readonly decorations: DecorationSet
}

interface OpenTab {
  readonly block: number
  readonly index: number
}

const tabKey = new PluginKey<TabState>("quire-tabs")

const tabsOf = (doc: Node): ReadonlyArray<readonly [block: Node, pos: number]> => {
  const blocks: Array<readonly [Node, number]> = []
  doc.descendants((node, pos) => {
    if (node.type.name === "tabs") blocks.push([node, pos])
    return !node.isTextblock && node.type.name !== "code_block"
  })
  return blocks
}

/** The open tabs after the selection has moved: those that contain it. */
const revealSelection = ({ doc, selection }: EditorState, open: ReadonlyMap<number, number>) => {
  const next = new Map(open)
  const { $head } = selection
  for (let depth = $head.depth; depth > 0; depth--) {
    if ($head.node(depth).type.name === "tabs" && depth < $head.depth) next.set($head.before(depth), $head.index(depth))
  }
  for (const [pos, index] of next) if (index >= (doc.nodeAt(pos)?.childCount ?? 0)) next.delete(pos)
  return next
}

/** Opens a tab, with the cursor in it where the text can be edited, so that it stays open. */
const openTab = (view: EditorView, { block, index }: OpenTab): void => {
  const node = view.state.doc.nodeAt(block)
  if (node === null || index < 0 || index >= node.childCount) return
  const { tr } = view.state
  let pos = block + 1
  for (let at = 0; at < index; at++) pos += node.child(at).nodeSize
  if (view.editable) tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 1)))
  view.dispatch(tr.setMeta(tabKey, { block, index }))
}

const titleOf = ({ attrs }: Node): string => {
  const title: unknown = isObject(attrs["data"]) ? attrs["data"]["title"] : undefined
  return typeof title === "string" ? title : ""
}

const makeList = (
  view: EditorView,
  getPos: () => number | undefined,
  titles: ReadonlyArray<string>,
  open: number
): HTMLElement => {
  const list = makeElement("div", { class: "quire-tab-list", role: "tablist", contenteditable: "false" })
  const choose = (index: number) => {
    const pos = getPos()
    if (pos === undefined) return
    const block = pos - 1
    openTab(view, { block, index })
    // The list is made again.
    const dom = view.nodeDOM(block)
    if (!(dom instanceof HTMLElement)) return
    dom.querySelector<HTMLElement>(':scope > .quire-tab-list > [aria-selected="true"]')?.focus()
  }
  for (const [index, title] of titles.entries()) {
    const isOpen = index === open
    const tab = makeElement(
      "button",
      { type: "button", role: "tab", class: "quire-tab", "aria-selected": String(isOpen), tabindex: isOpen ? 0 : -1 },
      title
    )
    tab.addEventListener("click", () => choose(index))
    list.append(tab)
  }
  list.addEventListener("keydown", (event) => {
    const forward = getComputedStyle(list).direction === "rtl" ? "ArrowLeft" : "ArrowRight"
    const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft"
    const next = { [forward]: open + 1, [backward]: open - 1, Home: 0, End: titles.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose((next + titles.length) % titles.length)
  })
  return list
}

const decorate = (doc: Node, opened: ReadonlyMap<number, number>, { labels }: EditorContext): DecorationSet =>
  DecorationSet.create(
    doc,
    tabsOf(doc).flatMap(([block, pos]) => {
      const open = opened.get(pos) ?? 0
      const titles = block.children.map((tab, index) => titleOf(tab) || `${labels.tab} ${index + 1}`)
      const list = Decoration.widget(pos + 1, (view, getPos) => makeList(view, getPos, titles, open), {
        key: JSON.stringify([titles, open]),
        side: -1,
        ignoreSelection: true,
        stopEvent: () => true
      })
      const panels: Array<Decoration> = []
      block.forEach((tab, offset, index) => {
        const from = pos + 1 + offset
        const attributes = { role: "tabpanel", "aria-label": titles[index] ?? "" }
        const hidden = index === open ? {} : { class: "quire-hidden" }
        panels.push(Decoration.node(from, from + tab.nodeSize, { ...attributes, ...hidden }))
      })
      return [list, ...panels]
    })
  )

/** Shows one tab of each block of tabs at a time, with a list of their titles: the one with the cursor, or the chosen one. */
export const tabLists = (context: EditorContext): Plugin =>
  new Plugin<TabState>({
    key: tabKey,
    state: {
      init: (_, { doc }) => ({ open: new Map(), decorations: decorate(doc, new Map(), context) }),
      apply: (tr, tabs, _, state) => {
        const chosen: OpenTab | undefined = tr.getMeta(tabKey)
        if (!tr.docChanged && !tr.selectionSet && chosen === undefined) return tabs
        const mapped = new Map(
          Array.from(tabs.open, ([pos, index]) => [tr.mapping.map(pos), index] as const).filter(
            ([pos]) => state.doc.nodeAt(pos)?.type.name === "tabs"
          )
        )
        if (chosen !== undefined) mapped.set(chosen.block, chosen.index)
        const open = tr.selectionSet || tr.docChanged ? revealSelection(state, mapped) : mapped
        const isSame = open.size === tabs.open.size && [...open].every(([pos, index]) => tabs.open.get(pos) === index)
        if (isSame && !tr.docChanged) return tabs
        return { open, decorations: decorate(tr.doc, open, context) }
      }
    },
    props: { decorations: (state) => tabKey.getState(state)?.decorations }
  })
