import { isHistoryTransaction } from "prosemirror-history"
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import type { EditorContext } from "../interface/EditorHost.ts"
import { makeElement, makeIcon, makeId } from "../interface/Elements.ts"
import type { IconName } from "../interface/Icons.ts"
import { complete } from "../interface/Labels.ts"
import { makePopup } from "../interface/Popup.ts"
import { schema } from "../schema/Schema.ts"

/** The text from a trigger to the cursor. */
export interface SuggestionRange {
  readonly from: number
  readonly to: number
}

/** One entry of a list of suggestions. */
export interface Suggestion {
  readonly title: string
  readonly detail?: string
  readonly icon?: IconName
  /** Entries of one group have a common heading. */
  readonly group?: string
  /** Replaces the range by what was chosen. */
  readonly choose: (view: EditorView, range: SuggestionRange) => void
}

/** What a character suggests when it is typed at the start of a text or after a space. */
export interface SuggestionSource {
  readonly trigger: string
  readonly label: string
  readonly find: (query: string, state: EditorState) => ReadonlyArray<Suggestion> | Promise<ReadonlyArray<Suggestion>>
}

interface ActiveSuggestion {
  readonly source: SuggestionSource
  readonly from: number
  readonly query: string
}

interface SuggestionState {
  readonly active: ActiveSuggestion | undefined
  /** Id of the entry that the Enter key chooses. */
  readonly option: string | undefined
  readonly listId: string
}

const longest = 40

const suggestionKey = new PluginKey<SuggestionState>("quire-suggestions")

const queryAt = ({ doc, selection }: EditorState, from: number): string | undefined => {
  if (!selection.empty || from >= selection.from || from < 0) return undefined
  const $from = doc.resolve(from)
  if (!$from.sameParent(selection.$from)) return undefined
  return doc.textBetween(from, selection.from, undefined, "\ufffc")
}

/** The source whose trigger was typed last; text that is pasted or comes back by undo triggers nothing. */
const typedTrigger = (tr: Transaction, state: EditorState, sources: ReadonlyArray<SuggestionSource>) => {
  const { $from, empty } = state.selection
  const isCode = $from.parent.type.spec.code === true || $from.marks().some(({ type }) => type === schema.marks["code"])
  const isTyped = tr.docChanged && tr.getMeta("paste") === undefined && !isHistoryTransaction(tr)
  if (!isTyped || !empty || isCode || !$from.parent.inlineContent || $from.parent.type.name === "table_header") {
    return undefined
  }
  const before = $from.parent.textBetween(Math.max($from.parentOffset - 2, 0), $from.parentOffset, undefined, "\ufffc")
  const source = sources.find(({ trigger }) => before.endsWith(trigger) && /^\s?.$/u.test(before))
  const wasTyped = tr.mapping.maps.some((map) => {
    let isInserted = false
    map.forEach((_from, _to, start, end) => {
      isInserted ||= start < $from.pos && end >= $from.pos
    })
    return isInserted
  })
  if (source === undefined || !wasTyped) return undefined
  return { source, from: $from.pos - source.trigger.length, query: "" }
}

const continued = (active: ActiveSuggestion, tr: Transaction, state: EditorState): ActiveSuggestion | undefined => {
  const from = tr.mapping.map(active.from, 1)
  const text = queryAt(state, tr.docChanged ? from : active.from)
  if (text === undefined || !text.startsWith(active.source.trigger) || text.length > longest) return undefined
  const query = text.slice(active.source.trigger.length)
  return /^\s/.test(query) || query.includes("\ufffc") ? undefined : { source: active.source, from, query }
}

/** The list of suggestions below the cursor. */
class SuggestionList {
  readonly #view: EditorView
  readonly #context: EditorContext
  readonly #popup
  readonly #list: HTMLElement
  readonly #status: HTMLElement
  #shown: ActiveSuggestion | undefined
  #entries: ReadonlyArray<{ readonly suggestion: Suggestion; readonly option: HTMLElement }> = []
  #index = 0

  constructor(view: EditorView, context: EditorContext, listId: string) {
    this.#view = view
    this.#context = context
    this.#popup = makePopup(context.layer, "suggestions", "below")
    this.#list = makeElement("div", { role: "listbox", id: listId, class: "quire-list" })
    this.#status = makeElement("div", { role: "status", class: "quire-status" })
    this.#popup.dom.append(this.#list, this.#status)
    this.#popup.dom.tabIndex = 0
    this.#popup.dom.addEventListener("mousedown", (event) => event.preventDefault())
  }

  update(): void {
    const active = suggestionKey.getState(this.#view.state)?.active
    const shown = this.#shown
    if (active === undefined) {
      if (shown !== undefined) this.#close()
      return
    }
    if (active.source === shown?.source && active.query === shown.query && active.from === shown.from) return
    this.#shown = active
    this.#find(active)
  }

  #find(active: ActiveSuggestion): void {
    const found = active.source.find(active.query, this.#view.state)
    if (!(found instanceof Promise)) {
      this.#show(active, found)
      return
    }
    if (this.#entries.length === 0) this.#show(active, [], this.#context.labels.searching)
    found.then(
      (suggestions) => this.#shown === active && this.#show(active, suggestions),
      () => this.#shown === active && this.#show(active, [])
    )
  }

  #show(active: ActiveSuggestion, suggestions: ReadonlyArray<Suggestion>, note?: string): void {
    const { labels } = this.#context
    this.#list.replaceChildren()
    this.#list.setAttribute("aria-label", active.source.label)
    let group: HTMLElement | undefined
    this.#entries = suggestions.map((suggestion) => {
      const option = makeElement("div", { role: "option", id: makeId(), class: "quire-item", "aria-selected": "false" })
      if (suggestion.icon !== undefined) option.append(makeIcon(suggestion.icon))
      option.append(makeElement("span", { class: "quire-item-title" }, suggestion.title))
      if (suggestion.detail !== undefined) {
        option.append(makeElement("span", { class: "quire-item-detail" }, suggestion.detail))
      }
      option.addEventListener("click", () => this.#choose(suggestion))
      option.addEventListener("mousemove", () =>
        this.#select(this.#entries.findIndex((each) => each.option === option))
      )
      if (suggestion.group === undefined) this.#list.append(option)
      else {
        if (group?.getAttribute("aria-label") !== suggestion.group) {
          const title = makeElement("div", { class: "quire-group-label", "aria-hidden": "true" }, suggestion.group)
          group = makeElement("div", { role: "group", "aria-label": suggestion.group, class: "quire-group" }, title)
          this.#list.append(group)
        }
        group.append(option)
      }
      return { suggestion, option }
    })
    const isEmpty = suggestions.length === 0
    this.#list.hidden = isEmpty
    this.#status.classList.toggle("quire-hidden", !isEmpty)
    this.#status.textContent = isEmpty
      ? (note ?? labels.noResults)
      : complete(labels.results, { count: suggestions.length })
    if (isEmpty && active.query.includes(" ")) {
      this.#dismiss()
      return
    }
    this.#popup.open(() => {
      const from = suggestionKey.getState(this.#view.state)?.active?.from
      return from === undefined ? undefined : this.#view.coordsAtPos(from)
    })
    this.#index = -1
    this.#select(0)
  }

  #select(index: number): void {
    const count = this.#entries.length
    const next = count === 0 ? -1 : (index + count) % count
    if (next === this.#index && next !== -1) return
    this.#entries[this.#index]?.option.setAttribute("aria-selected", "false")
    this.#index = next
    const option = this.#entries[next]?.option
    option?.setAttribute("aria-selected", "true")
    option?.scrollIntoView({ block: "nearest" })
    this.#view.dispatch(this.#view.state.tr.setMeta(suggestionKey, { option: option?.id }))
  }

  #choose({ choose }: Suggestion): void {
    const active = suggestionKey.getState(this.#view.state)?.active
    if (active === undefined) return
    const range = { from: active.from, to: this.#view.state.selection.from }
    this.#dismiss()
    this.#view.focus()
    choose(this.#view, range)
  }

  #dismiss(): void {
    this.#view.dispatch(this.#view.state.tr.setMeta(suggestionKey, { isDismissed: true }))
  }

  #close(): void {
    this.#shown = undefined
    this.#entries = []
    this.#popup.close()
  }

  press(key: string): boolean {
    if (this.#shown === undefined) return false
    if (key === "Escape") {
      this.#dismiss()
      return true
    }
    if (this.#entries.length === 0) return false
    if (key === "ArrowDown") this.#select(this.#index + 1)
    else if (key === "ArrowUp") this.#select(this.#index - 1)
    else if (key === "Enter" || key === "Tab") {
      const entry = this.#entries[this.#index]
      if (entry !== undefined) this.#choose(entry.suggestion)
    } else return false
    return true
  }

  destroy(): void {
    this.#popup.destroy()
  }
}

/** Opens suggestions for a source at the cursor, as if its trigger had been typed. */
export const startSuggestions = (view: EditorView, trigger: string): void => {
  const { $from } = view.state.selection
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc")
  view.focus()
  view.dispatch(view.state.tr.insertText(before === "" || /\s$/.test(before) ? trigger : ` ${trigger}`))
}

/** Menus that a character opens, in the roles of a combobox: the text keeps the focus. */
export const suggestions = (
  context: EditorContext,
  sources: ReadonlyArray<SuggestionSource>
): Plugin<SuggestionState> => {
  const listId = makeId()
  let list: SuggestionList | undefined
  return new Plugin<SuggestionState>({
    key: suggestionKey,
    state: {
      init: () => ({ active: undefined, option: undefined, listId }),
      apply: (tr, value, _, state) => {
        const meta: { readonly option?: string; readonly isDismissed?: true } | undefined = tr.getMeta(suggestionKey)
        if (meta?.isDismissed === true) return { ...value, active: undefined, option: undefined }
        const option = meta === undefined ? value.option : meta.option
        if (!tr.docChanged && !tr.selectionSet) return { ...value, option }
        const active =
          value.active === undefined ? typedTrigger(tr, state, sources) : continued(value.active, tr, state)
        return { ...value, active, option: active === undefined ? undefined : option }
      }
    },
    props: {
      attributes: (state): { readonly [name: string]: string } => {
        const value = suggestionKey.getState(state)
        if (value?.active === undefined) return {}
        return {
          "aria-controls": value.listId,
          "aria-haspopup": "listbox",
          ...(value.option === undefined ? {} : { "aria-activedescendant": value.option })
        }
      },
      handleKeyDown: (_, { key }) => list?.press(key) ?? false,
      handleDOMEvents: {
        blur: (view) => {
          if (suggestionKey.getState(view.state)?.active !== undefined) {
            view.dispatch(view.state.tr.setMeta(suggestionKey, { isDismissed: true }))
          }
          return false
        }
      }
    },
    view: (view) => {
      const made = new SuggestionList(view, context, listId)
      list = made
      return {
        update: () => made.update(),
        destroy: () => {
          list = undefined
          made.destroy()
        }
      }
    }
  })
}
