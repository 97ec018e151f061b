import type { Node } from "prosemirror-model"
import { Plugin, PluginKey } from "prosemirror-state"
import type { Mapping } from "prosemirror-transform"
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view"
import { isRemoteChange } from "../saving/RemoteChanges.ts"
import type { SavingClock } from "../saving/SavingClock.ts"
import type { Subscribable } from "../saving/SavingState.ts"
import { makePeopleLayer, type PersonCursor } from "./PeopleLayer.ts"
import { colorsOf } from "./PersonColors.ts"
import { makePresenceFinder, type PersonPresence, type PresenceAnnouncement, readSelection } from "./PersonPresence.ts"

/** Milliseconds of announcements. */
const delays = {
  /** Between two announcements of a cursor that moves. */
  move: 500,
  /** Before a presence that did not change is announced again; the server forgets it after 30 seconds. */
  refresh: 20_000
} as const

export interface PresenceOptions {
  /** The other editors of the page. */
  readonly people: Subscribable<ReadonlyArray<PersonPresence>>
  /** The name of this editor for others. */
  readonly session: string
  /** Announces this editor; absent where others do not see it. */
  readonly announce: ((announcement: PresenceAnnouncement) => Promise<void>) | undefined
  readonly clock: SavingClock
  /** Aborts when the person leaves the page. */
  readonly signal: AbortSignal
}

interface ShownPeople {
  readonly people: ReadonlyArray<PersonPresence>
  readonly cursors: ReadonlyArray<PersonCursor>
  readonly decorations: DecorationSet
}

const locate = (doc: Node, people: ReadonlyArray<PersonPresence>): ReadonlyArray<PersonCursor> => {
  const find = makePresenceFinder(doc)
  const colors = colorsOf(people)
  return people.flatMap(({ selection, session, user }) => {
    const range = selection && find(selection)
    if (range === undefined) return []
    const color = String(colors.get(user.id) ?? 0)
    const key = JSON.stringify([session, user.displayName, color, selection])
    return [{ key, name: user.displayName, color, range }]
  })
}

/** Selections follow the edits around them. */
const mapCursor = (cursor: PersonCursor, mapping: Mapping): PersonCursor => {
  const { range } = cursor
  const moved =
    range.kind === "text"
      ? ({ kind: "text", anchor: mapping.map(range.anchor, -1), head: mapping.map(range.head, -1) } as const)
      : ({ kind: "block", from: mapping.map(range.from, 1), to: mapping.map(range.to, -1) } as const)
  return { ...cursor, range: moved }
}

const decorate = (doc: Node, cursors: ReadonlyArray<PersonCursor>): DecorationSet =>
  DecorationSet.create(
    doc,
    cursors.flatMap(({ color, range }) => {
      if (range.kind === "block") {
        const isThere = doc.nodeAt(range.from)?.nodeSize === range.to - range.from
        const attributes = { class: "quire-person-block", "data-quire-person": color }
        return isThere ? [Decoration.node(range.from, range.to, attributes)] : []
      }
      const { anchor, head } = range
      const attributes = { class: "quire-person-selection", "data-quire-person": color }
      return anchor === head ? [] : [Decoration.inline(Math.min(anchor, head), Math.max(anchor, head), attributes)]
    })
  )

const pluginKey = new PluginKey<ShownPeople>("quirePresence")

/** Shows the people of a session, except while an input method composes text, which a changed page could end. */
const showPeople = (view: EditorView, { people, signal }: PresenceOptions): (() => void) => {
  const show = () => {
    const next = people.get()
    if (signal.aborted || view.isDestroyed || view.composing || pluginKey.getState(view.state)?.people === next) return
    view.dispatch(view.state.tr.setMeta(pluginKey, next))
  }
  const showLater = () => setTimeout(show, 0)
  const unsubscribe = people.subscribe(show)
  view.dom.addEventListener("compositionend", showLater)
  const initial = setTimeout(show, 0)
  return () => {
    clearTimeout(initial)
    unsubscribe()
    view.dom.removeEventListener("compositionend", showLater)
  }
}

/** Announces this editor: at once, when the cursor moves while others are there to see it, and so that it does not expire. */
const announceEditor = (
  view: EditorView,
  announce: (announcement: PresenceAnnouncement) => Promise<void>,
  { clock, people, session, signal }: PresenceOptions
) => {
  let sent = ""
  let sentAt = Number.NEGATIVE_INFINITY
  let isRunning = false
  let hasLeft = false
  let cancel = () => {}
  const schedule = (at: number) => {
    cancel()
    cancel = clock.after(Math.max(0, at - clock.now()), run)
  }
  const run = () => {
    if (hasLeft || isRunning) return
    const selection = people.get().length === 0 ? undefined : readSelection(view.state)
    const text = JSON.stringify(selection ?? null)
    const dueAt = sentAt + (text === sent ? delays.refresh : delays.move)
    if (clock.now() < dueAt) return schedule(dueAt)
    isRunning = true
    ;[sent, sentAt] = [text, clock.now()]
    announce({ session, ...(selection === undefined ? {} : { selection }) })
      // It is announced again in any case.
      .catch(() => undefined)
      .finally(() => {
        isRunning = false
        if (hasLeft) end()
        else run()
      })
  }
  const end = () => void announce({ session, seconds: 0, isLeaving: true }).catch(() => undefined)
  const leave = () => {
    if (hasLeft) return
    hasLeft = true
    cancel()
    if (!isRunning) end()
  }
  /** The page may come back from the cache of the browser. */
  const hide = () => {
    sentAt = Number.NEGATIVE_INFINITY
    end()
  }
  const unsubscribe = people.subscribe(run)
  window.addEventListener("pagehide", hide)
  window.addEventListener("pageshow", run)
  signal.addEventListener("abort", leave)
  run()
  return {
    update: run,
    destroy: () => {
      leave()
      unsubscribe()
      window.removeEventListener("pagehide", hide)
      window.removeEventListener("pageshow", run)
      signal.removeEventListener("abort", leave)
    }
  }
}

/** Shows the cursors of others on the page, and announces the own one. */
export const presence = (options: PresenceOptions): Plugin =>
  new Plugin<ShownPeople>({
    key: pluginKey,
    state: {
      init: () => ({ people: [], cursors: [], decorations: DecorationSet.empty }),
      apply: (tr, shown) => {
        const people: ReadonlyArray<PersonPresence> = tr.getMeta(pluginKey) ?? shown.people
        // Others announce positions of their document, which changes of others bring this one closer to.
        const isNew = people !== shown.people || isRemoteChange(tr)
        if (!isNew && !tr.docChanged) return shown
        const cursors = isNew ? locate(tr.doc, people) : shown.cursors.map((cursor) => mapCursor(cursor, tr.mapping))
        return { people, cursors, decorations: decorate(tr.doc, cursors) }
      }
    },
    props: { decorations: (state) => pluginKey.getState(state)?.decorations },
    view: (view) => {
      const unsubscribe = showPeople(view, options)
      const layer = makePeopleLayer(view, () => pluginKey.getState(view.state)?.cursors ?? [])
      const announcing = options.announce && announceEditor(view, options.announce, options)
      return {
        update: () => {
          layer.update()
          announcing?.update()
        },
        destroy: () => {
          unsubscribe()
          layer.destroy()
          announcing?.destroy()
        }
      }
    }
  })
