import { all, idOf, make } from "./Dom.ts"

interface Tab {
  readonly button: HTMLElement
  readonly panel: HTMLElement
  readonly title: string
}

const groups: Array<ReadonlyArray<Tab>> = []

const select = (tabs: ReadonlyArray<Tab>, chosen: Tab): void => {
  for (const { button, panel } of tabs) {
    const isChosen = panel === chosen.panel
    button.setAttribute("aria-selected", String(isChosen))
    button.tabIndex = isChosen ? 0 : -1
    panel.hidden = !isChosen
  }
}

/** Selects the panels with the same title everywhere, and keeps the scroll position of the clicked tab. */
const choose = (tab: Tab): void => {
  const before = tab.button.getBoundingClientRect().top
  for (const tabs of groups) {
    const same = tabs.includes(tab) ? tab : tabs.find(({ title }) => title === tab.title)
    if (same !== undefined) select(tabs, same)
  }
  scrollBy({ top: tab.button.getBoundingClientRect().top - before, behavior: "instant" })
}

const move = (tabs: ReadonlyArray<Tab>, from: number, { key }: KeyboardEvent): Tab | undefined => {
  const forth = tabs[from]?.button.matches(":dir(rtl)") ? -1 : 1
  const at = { ArrowRight: from + forth, ArrowLeft: from - forth, Home: 0, End: tabs.length - 1 }[key]
  return at === undefined ? undefined : tabs[(at + tabs.length) % tabs.length]
}

const tabOf = (panel: HTMLElement): Tab => {
  const heading = panel.querySelector(":scope > :is(h2,h3,h4,h5,h6,.tab-title)")
  const title = panel.getAttribute("aria-label") ?? heading?.textContent ?? ""
  if (heading instanceof HTMLElement) heading.hidden = true
  const button = make("button", { type: "button", role: "tab", "aria-controls": idOf(panel, "panel") }, title)
  panel.setAttribute("role", "tabpanel")
  panel.setAttribute("aria-labelledby", idOf(button, "tab"))
  panel.removeAttribute("aria-label")
  panel.tabIndex = 0
  return { button, panel, title }
}

const startGroup = (group: HTMLElement): void => {
  const tabs = all(HTMLElement, ":scope > :is(section, .tab)", group).map(tabOf)
  const [first] = tabs
  if (first === undefined) return
  groups.push(tabs)
  tabs.forEach((tab, index) => {
    tab.button.addEventListener("click", () => choose(tab))
    tab.button.addEventListener("keydown", (event) => {
      const next = move(tabs, index, event)
      if (next === undefined) return
      event.preventDefault()
      choose(next)
      next.button.focus()
    })
  })
  group.prepend(make("div", { role: "tablist", class: "tab-list" }, ...tabs.map(({ button }) => button)))
  select(tabs, first)
}

/** Turns stacked panels into tabs. */
export const start = (): void => all(HTMLElement, ".tabs").forEach(startGroup)

/** Shows the panel around an element. */
export const reveal = (element: Element): void => {
  for (const tabs of groups) {
    const holder = tabs.find(({ panel }) => panel.contains(element))
    if (holder !== undefined) select(tabs, holder)
  }
}
