import { all, words } from "./Dom.ts"

const themes = ["light", "dark", "system"] as const
type Theme = (typeof themes)[number]

const root = document.documentElement
const current = (): Theme => themes.find((theme) => theme === root.dataset["theme"]) ?? "system"

const show = (button: HTMLElement): void => {
  const theme = current()
  button.dataset["state"] = theme
  button.setAttribute("aria-label", `${words.theme}: ${words[theme]}`)
  button.title = `${words.theme}: ${words[theme]}`
}

/** Cycles through the themes and stores the choice. */
export const start = (): void => {
  for (const button of all(HTMLElement, "[data-theme-button]")) {
    show(button)
    button.hidden = false
    button.addEventListener("click", () => {
      const next = themes[(themes.indexOf(current()) + 1) % themes.length] ?? "light"
      if (next === "system") delete root.dataset["theme"]
      else root.dataset["theme"] = next
      try {
        localStorage["theme"] = next
      } catch {
        // Without storage the choice lasts until the next page.
      }
      show(button)
    })
  }
}
