import { type Command, NodeSelection, Plugin } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import type { EditorContext } from "../interface/EditorHost.ts"
import { makeButton, makeElement } from "../interface/Elements.ts"
import type { LabelName } from "../interface/Labels.ts"
import type { AnchorRect } from "../interface/Popup.ts"
import { schema } from "../schema/Schema.ts"
import { type BlockAction, type MenuGroup, openActionMenu } from "./ActionMenu.ts"
import {
  convertBlocks,
  deleteBlock,
  duplicateBlock,
  insertAfter,
  type LocatedBlock,
  movableAt,
  moveBlock,
  selectedBlock,
  turnInto,
  turnTargets
} from "./BlockCommands.ts"
import { blockKinds, labelOfNode } from "./BlockKinds.ts"
import { startSuggestions } from "./Suggestions.ts"

/** Parts of containers that are added and removed by the menu of a block in them. */
const parts: {
  readonly [name: string]: { readonly add: LabelName; readonly data: { readonly [name: string]: string } }
} = {
  tabs_item: { add: "addTab", data: { title: "" } },
  stepper_step: { add: "addStep", data: {} },
  column: { add: "addColumnItem", data: {} }
}

/** The part of a container that a position is in. */
const partAt = (view: EditorView, pos: number): LocatedBlock | undefined => {
  const $pos = view.state.doc.resolve(pos)
  for (let depth = $pos.depth; depth > 0; depth--) {
    const node = $pos.node(depth)
    if (parts[node.type.name] !== undefined) return { node, pos: $pos.before(depth) }
  }
  return undefined
}

const iconOf = (id: LabelName) => blockKinds.find((kind) => kind.id === id)?.icon

/** What the menu of a block offers. */
const groupsFor = (view: EditorView, block: LocatedBlock, { labels }: EditorContext): ReadonlyArray<MenuGroup> => {
  const run = (command: Command) => () => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const can = (command: Command) => command(view.state)
  const selected =
    (command: Command): Command =>
    (state, dispatch, of) => {
      const at = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, block.pos)))
      return command(
        at,
        dispatch === undefined
          ? undefined
          : (tr) => {
              const fresh = state.tr
              for (const step of tr.steps) fresh.step(step)
              dispatch(fresh.setSelection(NodeSelection.create(fresh.doc, tr.selection.from)).scrollIntoView())
            },
        of
      )
    }
  const turns =
    convertBlocks([block.node], "paragraph").length > 0 && !block.node.isAtom && block.node.type.name !== "table"
  const current = labelOfNode(block.node)
  const part = partAt(view, block.pos)
  const partType = part?.node.type.name ?? ""
  const added = parts[partType]
  const action = (label: LabelName, icon: BlockAction["icon"], command: Command): ReadonlyArray<BlockAction> =>
    can(command) ? [{ label: labels[label], ...(icon === undefined ? {} : { icon }), run: run(command) }] : []
  return [
    {
      label: labels.block,
      actions: [
        ...action("moveUp", "moveUp", selected(moveBlock(-1))),
        ...action("moveDown", "moveDown", selected(moveBlock(1))),
        { label: labels.duplicate, icon: "duplicate", run: run(duplicateBlock(block)) },
        { label: labels.delete, icon: "delete", isDangerous: true, run: run(deleteBlock(block)) }
      ]
    },
    {
      label: labels.turnInto,
      actions: turns
        ? turnTargets
            .filter((target) => target !== current)
            .flatMap((target) => action(target, iconOf(target), turnInto(block, target)))
        : []
    },
    ...(part === undefined || added === undefined
      ? []
      : [
          {
            label: labels.layout,
            actions: [
              ...action(
                added.add,
                "add",
                insertAfter(part, schema.node(partType, { data: added.data }, [schema.node("paragraph")]))
              ),
              ...(view.state.doc.resolve(part.pos).parent.childCount > 1
                ? [
                    {
                      label: `${labels.remove}: ${labels[partType === "tabs_item" ? "tab" : partType === "column" ? "columns" : "stepper"]}`,
                      icon: "delete" as const,
                      isDangerous: true,
                      run: run(deleteBlock(part))
                    }
                  ]
                : [])
            ]
          }
        ])
  ]
}

const openBlockMenu = (view: EditorView, block: LocatedBlock, context: EditorContext, anchor: () => AnchorRect) =>
  openActionMenu({
    layer: context.layer,
    label: context.labels.blockMenu,
    groups: groupsFor(view, block, context),
    anchor,
    onCancel: () => view.focus()
  })

/** The block that an element of the page shows, or that is at a height of the page. */
const blockUnder = (view: EditorView, event: MouseEvent): LocatedBlock | undefined => {
  const { dom } = view
  const bounds = dom.getBoundingClientRect()
  const style = getComputedStyle(dom)
  const left = bounds.left + Number.parseFloat(style.paddingLeft)
  const right = bounds.right - Number.parseFloat(style.paddingRight)
  if (event.clientY < bounds.top || event.clientY > bounds.bottom) return undefined
  const isInside = event.clientX >= left && event.clientX <= right
  const inside = Math.max(left + 2, Math.min(event.clientX, right - 2))
  const at = view.posAtCoords({ left: inside, top: event.clientY })
  if (at === null) return undefined
  const { doc } = view.state
  const atom = at.inside >= 0 ? doc.nodeAt(at.inside) : null
  const $pos = doc.resolve(atom !== null && atom.isBlock && atom.isAtom ? at.inside : at.pos)
  const outer = $pos.depth > 0 ? { pos: $pos.before(1), node: $pos.node(1) } : movableAt($pos)
  return isInside ? movableAt($pos) : outer
}

/** The buttons next to a block, which open its menu, drag it, and add a block below. */
class BlockHandle {
  readonly #view: EditorView
  readonly #context: EditorContext
  readonly #dom: HTMLElement
  readonly #watch = new AbortController()
  #block: LocatedBlock | undefined

  constructor(view: EditorView, context: EditorContext) {
    this.#view = view
    this.#context = context
    const { labels, layer } = context
    const add = makeButton({ label: labels.addBlock, icon: "add", onPress: () => this.#add() })
    add.classList.add("quire-add")
    const grip = makeButton({
      label: labels.blockMenu,
      icon: "handle",
      attributes: { draggable: "true", "aria-haspopup": "menu" },
      onPress: () => this.#openMenu(grip)
    })
    grip.classList.add("quire-grip")
    this.#dom = makeElement("div", { class: "quire-handle" }, add, grip)
    this.#dom.hidden = true
    layer.append(this.#dom)
    const { signal } = this.#watch
    // A button whose press is prevented by default cannot be dragged.
    grip.addEventListener("mousedown", (event) => event.stopImmediatePropagation(), { capture: true, signal })
    grip.addEventListener("dragstart", (event) => this.#drag(event), { signal })
    layer.parentElement?.addEventListener("mousemove", (event) => this.#hover(event), { signal })
    layer.parentElement?.addEventListener("mouseleave", () => this.#show(undefined), { signal })
    window.addEventListener("resize", () => this.#place(), { signal })
  }

  #hover(event: MouseEvent): void {
    if (event.buttons !== 0 || !this.#view.editable) return
    if (event.target instanceof Node && this.#dom.contains(event.target)) return
    const block = blockUnder(this.#view, event)
    if (block !== undefined) this.#show(block)
  }

  #show(block: LocatedBlock | undefined): void {
    this.#block = block
    this.#dom.hidden = block === undefined
    this.#place()
  }

  #place(): void {
    const block = this.#block
    const dom = block === undefined ? null : this.#view.nodeDOM(block.pos)
    const root = this.#context.layer.parentElement
    if (!(dom instanceof HTMLElement) || root === null) return
    const [rect, bounds] = [dom.getBoundingClientRect(), root.getBoundingClientRect()]
    const isRtl = getComputedStyle(root).direction === "rtl"
    const item = block?.node.type.name === "list_item" ? 22 : 0
    const start = isRtl ? bounds.right - rect.right : rect.left - bounds.left
    const line = Number.parseFloat(getComputedStyle(dom).lineHeight)
    const isText = block?.node.isTextblock === true || item > 0
    const height = this.#dom.getBoundingClientRect().height
    const shift = isText && Number.isFinite(line) ? (line - height) / 2 : 6
    this.#dom.style.insetBlockStart = `${rect.top - bounds.top + shift}px`
    this.#dom.style.insetInlineStart = `${Math.max(start - item, 0)}px`
  }

  #add(): void {
    const block = this.#block
    if (block === undefined) return
    const view = this.#view
    const isEmpty = block.node.isTextblock && block.node.content.size === 0
    const isItem = block.node.type.name === "list_item"
    const made = isItem ? schema.node("list_item", null, [schema.node("paragraph")]) : schema.node("paragraph")
    if (!isEmpty) insertAfter(block, made)(view.state, view.dispatch)
    else view.dispatch(view.state.tr.setSelection(NodeSelection.near(view.state.doc.resolve(block.pos + 1))))
    if (isItem) view.focus()
    else startSuggestions(view, "/")
  }

  #openMenu(grip: HTMLElement): void {
    const block = this.#block
    if (block !== undefined) {
      openBlockMenu(this.#view, block, this.#context, () => grip.getBoundingClientRect())
    }
  }

  #drag(event: DragEvent): void {
    const view = this.#view
    const block = this.#block
    if (block === undefined || event.dataTransfer === null) return
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, block.pos)))
    const slice = view.state.selection.content()
    const { dom, text } = view.serializeForClipboard(slice)
    event.dataTransfer.setData("text/html", dom.innerHTML)
    event.dataTransfer.setData("text/plain", text)
    event.dataTransfer.effectAllowed = "copyMove"
    const shown = view.nodeDOM(block.pos)
    if (shown instanceof HTMLElement) event.dataTransfer.setDragImage(shown, 0, 0)
    view.dragging = { slice, move: true }
  }

  update(isMoved: boolean): void {
    const { state } = this.#view
    const block = selectedBlock(state.selection)
    if (!this.#view.editable) this.#show(undefined)
    else if (isMoved && this.#view.hasFocus() && block !== undefined) this.#show(block)
    else if (this.#block !== undefined) {
      const node = this.#block.pos < state.doc.content.size ? state.doc.nodeAt(this.#block.pos) : null
      this.#show(node === null ? undefined : { pos: this.#block.pos, node })
    }
  }

  destroy(): void {
    this.#watch.abort()
    this.#dom.remove()
  }
}

const isMac = typeof navigator !== "undefined" && /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** The handle of blocks; `Alt-ArrowUp` and `Alt-ArrowDown` move a block, and `Mod-/` opens its menu. */
export const blockHandle = (context: EditorContext): Plugin =>
  new Plugin({
    props: {
      handleKeyDown: (view, { altKey, ctrlKey, key, metaKey, shiftKey }) => {
        const isMod = isMac ? metaKey : ctrlKey
        if (altKey && !ctrlKey && !metaKey && !shiftKey && (key === "ArrowUp" || key === "ArrowDown")) {
          moveBlock(key === "ArrowUp" ? -1 : 1)(view.state, view.dispatch)
          return true
        }
        const block = selectedBlock(view.state.selection)
        if (!isMod || key !== "/" || block === undefined) return false
        openBlockMenu(view, block, context, () => view.coordsAtPos(view.state.selection.head))
        return true
      }
    },
    view: (view) => {
      const handle = new BlockHandle(view, context)
      return {
        update: (_, before) => handle.update(!before.selection.eq(view.state.selection)),
        destroy: () => handle.destroy()
      }
    }
  })
