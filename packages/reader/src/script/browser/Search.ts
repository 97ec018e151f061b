import { all, make, words } from "./Dom.ts"
import { type ResultLine, type Results, split, toLines } from "./Results.ts"

const pause = 120

/** The dialog with its parts; `filters` are moved into it. */
const build = (sign: Node | undefined, filters: ReadonlyArray<HTMLSelectElement>) => {
  const list = make("ul", { role: "listbox", id: "search:list", "aria-label": words.search })
  const input = make("input", {
    type: "text",
    inputmode: "search",
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": "search:list",
    "aria-autocomplete": "list",
    "aria-label": words.search,
    placeholder: words.hint,
    autocomplete: "off",
    spellcheck: "false",
    maxlength: "256",
    enterkeyhint: "go"
  })
  const status = make("p", { class: "search-status", role: "status" })
  const close = make("button", { type: "button" }, words.close)
  const box = make("div", { class: "search-box" }, ...(sign === undefined ? [] : [sign]), input, close)
  const choices = filters.length === 0 ? [] : [make("div", { class: "search-filters" }, ...filters)]
  for (const filter of filters) filter.hidden = filter.disabled = false
  const dialog = make("dialog", { class: "search-dialog", "aria-label": words.search }, box, ...choices, status, list)
  close.addEventListener("click", () => dialog.close())
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close()
  })
  document.body.append(dialog)
  return { dialog, input, list, status }
}

const marked = (text: string, matched: ReadonlyArray<string>): ReadonlyArray<Node | string> =>
  split(text, matched).map((piece, index) => (index % 2 === 1 ? make("mark", {}, piece) : piece))

const optionOf = (
  { isPart, text, title, way }: ResultLine,
  index: number,
  matched: ReadonlyArray<string>
): HTMLElement => {
  const before = way === "" ? [] : [make("small", {}, way)]
  const after = text === "" ? [] : [make("span", { dir: "auto" }, ...marked(text, matched))]
  const attributes = {
    role: "option",
    id: `search:${index}`,
    "aria-selected": "false",
    class: isPart ? "part" : "page"
  }
  return make("li", attributes, ...before, make("b", { dir: "auto" }, ...marked(title, matched)), ...after)
}

const tell = (count: number, query: string): string =>
  count === 0
    ? words.none.replace("{}", () => query)
    : count === 1
      ? words.one
      : words.some.replace("{}", String(count))

type Parts = ReturnType<typeof build>

/** The displayed lines, and the selected one. */
const makeList = ({ input, list, status }: Omit<Parts, "dialog">) => {
  let lines: ReadonlyArray<ResultLine> = []
  let at = -1
  const select = (index: number): void => {
    at = index
    for (const [place, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(place === at))
      if (place === at) option.scrollIntoView({ block: "nearest" })
    }
    if (at < 0) input.removeAttribute("aria-activedescendant")
    else input.setAttribute("aria-activedescendant", `search:${at}`)
  }
  const show = (
    found: ReadonlyArray<ResultLine>,
    matched: ReadonlyArray<string>,
    ...text: ReadonlyArray<Node | string>
  ): void => {
    lines = found
    list.replaceChildren(...found.map((line, index) => optionOf(line, index, matched)))
    input.setAttribute("aria-expanded", String(found.length > 0))
    status.replaceChildren(...text)
    list.scrollTop = 0
    select(found.length > 0 ? 0 : -1)
  }
  const keys: { readonly [key: string]: () => void } = {
    ArrowDown: () => select((at + 1) % lines.length),
    ArrowUp: () => select((at - 1 + lines.length) % lines.length),
    Home: () => select(0),
    End: () => select(lines.length - 1)
  }
  return {
    show,
    lineAt: (option: Element | null) => lines[option === null ? at : [...list.children].indexOf(option)],
    /** Whether a key is one that moves the choice. */
    press: (key: string): boolean => {
      const act = lines.length === 0 ? undefined : keys[key]
      act?.()
      return act !== undefined
    }
  }
}

interface Form {
  readonly action: string
  /** Icon in front of the input. */
  readonly sign: Node | undefined
  /** Choices of what the search is limited to. */
  readonly filters: ReadonlyArray<HTMLSelectElement>
}

/** Searches for the input after a pause in typing; only the latest response is displayed. */
const makeAsk = ({ action, filters }: Form, input: HTMLInputElement, show: ReturnType<typeof makeList>["show"]) => {
  let asked = new AbortController()
  /** A button that searches for another query. */
  const suggest = (query: string): HTMLElement => {
    const button = make(
      "button",
      { type: "button" },
      words.suggestion.replace("{}", () => query)
    )
    button.addEventListener("click", () => {
      input.value = query
      input.focus()
      input.dispatchEvent(new Event("input"))
    })
    return button
  }
  return async (): Promise<void> => {
    asked.abort()
    asked = new AbortController()
    const { signal } = asked
    const query = input.value.trim()
    if (query === "") return show([], [])
    await new Promise((done) => setTimeout(done, pause))
    if (signal.aborted) return
    try {
      const parameters = new URLSearchParams({ q: query })
      for (const { name, value } of filters) if (value !== "") parameters.set(name, value)
      const answer = await fetch(`${action}.json?${parameters}`, { signal })
      if (!answer.ok) throw new Error(answer.statusText)
      const results: Results = await answer.json()
      const { count, matched, suggestion } = results
      const other = suggestion === undefined ? [] : [" ", suggest(suggestion)]
      show(toLines(results), matched, tell(count, query), ...other)
    } catch {
      if (!signal.aborted) show([], [], words.failed)
    }
  }
}

const makeSearch = (form: Form) => {
  const { action, filters, sign } = form
  const { dialog, input, ...parts } = build(sign, filters)
  const { lineAt, press, show } = makeList({ input, ...parts })
  const ask = makeAsk(form, input, show)
  const go = (line: ResultLine | undefined): void => {
    if (line === undefined) return
    dialog.close()
    location.assign(new URL(`./${line.path}`, action))
  }
  for (const field of [input, ...filters]) field.addEventListener("input", () => void ask())
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return
    if (event.key === "Enter") go(lineAt(null))
    if (event.key === "Enter" || press(event.key)) event.preventDefault()
  })
  parts.list.addEventListener("click", ({ target }) => {
    const option = target instanceof Element ? target.closest("[role=option]") : null
    if (option !== null) go(lineAt(option))
  })
  return () => {
    if (dialog.open) return
    dialog.showModal()
    input.select()
  }
}

const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null

/** Opens the search as a dialog: by its button, by `/`, and by K with Ctrl or Command. */
export const start = (): void => {
  const [form] = all(HTMLFormElement, "form[data-search]")
  if (form === undefined) return
  let shown: (() => void) | undefined
  const open = (event: Event): void => {
    event.preventDefault()
    shown ??= makeSearch({
      action: form.action,
      sign: form.querySelector("svg")?.cloneNode(true),
      filters: all(HTMLSelectElement, "select", form)
    })
    shown()
  }
  form.querySelector("button")?.setAttribute("aria-haspopup", "dialog")
  form.addEventListener("submit", open)
  addEventListener("keydown", (event) => {
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event)
    if (isSlash || (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey))) open(event)
  })
}
