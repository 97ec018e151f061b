import type { Node } from "prosemirror-model"
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state"
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view"
import type { EditorContext } from "../interface/EditorHost.ts"
import { blocksOf, type KeyedBlock } from "../keys/BlockKeys.ts"
import { readBlock } from "../mapping/FromDocument.ts"
import type { SavingConflict } from "../saving/SavingConflict.ts"
import type { Subscribable } from "../saving/SavingState.ts"
import { schema } from "../schema/Schema.ts"
import { type ConflictChoice, makeConflictBox } from "./ConflictBox.ts"

/** Where conflicts come from and are settled: a session. */
interface ConflictSource {
  readonly state: Subscribable<{ readonly conflicts: ReadonlyArray<SavingConflict> }>
  readonly resolve: (id: string, side: "mine" | "theirs") => boolean
}

interface ShownConflicts {
  readonly source: ConflictSource | undefined
  readonly conflicts: ReadonlyArray<SavingConflict>
  readonly decorations: DecorationSet
}

const conflictKey = new PluginKey<ShownConflicts>("quire-conflicts")

const findBlock = (doc: Node, { block }: SavingConflict): KeyedBlock | undefined =>
  block === null ? undefined : blocksOf(doc).find(({ key }) => key === block)

/** The first position after a block that may have a paragraph, so that the box is not between items or cells. */
const placeAfter = (doc: Node, { pos }: KeyedBlock): number => {
  const $pos = doc.resolve(pos)
  for (let depth = $pos.depth; depth > 0; depth--) {
    const index = $pos.indexAfter(depth)
    const isPlace =
      schema.nodes["paragraph"] && $pos.node(depth).canReplaceWith(index, index, schema.nodes["paragraph"])
    if (isPlace === true) return depth === $pos.depth ? pos + ($pos.nodeAfter?.nodeSize ?? 0) : $pos.after(depth + 1)
  }
  return $pos.depth === 0 ? pos + ($pos.nodeAfter?.nodeSize ?? 0) : $pos.after(1)
}

/** Inserts the writer's block after the block that the page has; undefined if that is not possible. */
const makeBoth = ({ doc, tr }: EditorState, conflict: SavingConflict): Transaction | undefined => {
  const block = findBlock(doc, conflict)
  if (block === undefined || conflict.mineBlock === null || conflict.kept === "mine") return undefined
  const own = readBlock(conflict.mineBlock)
  const after = block.pos + block.node.nodeSize
  const $after = doc.resolve(after)
  if (!$after.parent.canReplaceWith($after.index(), $after.index(), own.type)) return undefined
  return tr.insert(after, own)
}

const choicesOf = (state: EditorState, conflict: SavingConflict): ReadonlyArray<ConflictChoice> => [
  ...(conflict.kept === "mine" || conflict.mineBlock !== null ? (["mine"] as const) : []),
  ...(conflict.kept === "theirs" ? (["theirs"] as const) : []),
  ...(makeBoth(state, conflict) === undefined ? [] : (["both"] as const))
]

const boxesIn = (view: EditorView): ReadonlyArray<HTMLElement> =>
  Array.from(view.dom.querySelectorAll<HTMLElement>(".quire-conflict"))

const focusBox = (box: HTMLElement): void => {
  box.scrollIntoView({ block: "nearest" })
  box.focus({ preventScroll: true })
}

/** Moves the focus to the next conflict in the text, after the last to the first. Returns false if there is none. */
export const focusNextConflict = (view: EditorView): boolean => {
  const boxes = boxesIn(view)
  const current = boxes.findIndex((box) => box.contains(document.activeElement))
  const next = boxes[(current + 1) % boxes.length]
  if (next === undefined) return false
  focusBox(next)
  return true
}

/** Settles a conflict and moves the focus to the next one, or back into the text. */
const settle = (view: EditorView, conflict: SavingConflict, choice: ConflictChoice): boolean => {
  const source = conflictKey.getState(view.state)?.source
  if (source === undefined) return false
  const index = boxesIn(view).findIndex((box) => box.contains(document.activeElement))
  if (choice === "both") {
    const both = makeBoth(view.state, conflict)
    if (both === undefined) return false
    view.dispatch(both)
  }
  if (!source.resolve(conflict.id, choice === "both" ? conflict.kept : choice)) return false
  // The boxes change in a microtask.
  if (index !== -1) {
    queueMicrotask(() => {
      const boxes = boxesIn(view)
      const next = boxes[index] ?? boxes.at(-1)
      if (next === undefined) view.focus()
      else focusBox(next)
    })
  }
  return true
}

const decorate = (
  state: EditorState,
  conflicts: ReadonlyArray<SavingConflict>,
  context: EditorContext
): DecorationSet =>
  DecorationSet.create(
    state.doc,
    conflicts.flatMap((conflict) => {
      const block = findBlock(state.doc, conflict)
      const choices = choicesOf(state, conflict)
      const makeBox = (view: EditorView) =>
        makeConflictBox(context, conflict, choices, (choice) => settle(view, conflict, choice))
      const key = JSON.stringify([conflict, choices])
      const spec = { key, ignoreSelection: true, stopEvent: () => true }
      if (block === undefined) return [Decoration.widget(0, makeBox, { ...spec, side: -1 })]
      return [
        Decoration.node(block.pos, block.pos + block.node.nodeSize, { class: "quire-in-conflict" }),
        Decoration.widget(placeAfter(state.doc, block), makeBox, { ...spec, side: -1 })
      ]
    })
  )

/** Shows the conflicts of a session in the text, each after its block, where they are settled. */
export const conflictBoxes = (context: EditorContext): Plugin =>
  new Plugin<ShownConflicts>({
    key: conflictKey,
    state: {
      init: () => ({ source: undefined, conflicts: [], decorations: DecorationSet.empty }),
      apply: (tr, shown, _, state) => {
        const source: ConflictSource | undefined = tr.getMeta(conflictKey) ?? shown.source
        const conflicts = source?.state.get().conflicts ?? []
        if (conflicts === shown.conflicts && (!tr.docChanged || conflicts.length === 0)) return shown
        return { source, conflicts, decorations: decorate(state, conflicts, context) }
      }
    },
    props: {
      decorations: (state) => conflictKey.getState(state)?.decorations,
      handleKeyDown: (view, event) => event.key === "F8" && focusNextConflict(view)
    },
    view: () => {
      let source: ConflictSource | undefined
      let unsubscribe = () => {}
      return {
        update: (view) => {
          const next = conflictKey.getState(view.state)?.source
          if (next === source) return
          unsubscribe()
          source = next
          const update = () => {
            const isShown = conflictKey.getState(view.state)?.conflicts === source?.state.get().conflicts
            // The transaction of an edit, which changes the state of its session, is not yet applied.
            if (!isShown)
              queueMicrotask(() => !view.isDestroyed && view.dispatch(view.state.tr.setMeta(conflictKey, source)))
          }
          unsubscribe = source?.state.subscribe(update) ?? unsubscribe
        },
        destroy: () => unsubscribe()
      }
    }
  })

/** Shows the conflicts of a session in an editor that has boxes for them. */
export const connectConflicts = (
  host: { readonly state: EditorState; readonly dispatch: (tr: Transaction) => void },
  source: ConflictSource
): void => {
  if (conflictKey.get(host.state) !== undefined) host.dispatch(host.state.tr.setMeta(conflictKey, source))
}
