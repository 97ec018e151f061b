import { all, announce, make, words } from "./Dom.ts"

const say = (label: HTMLElement): void => {
  announce(words.copied)
  label.textContent = words.copied
  label.dataset["done"] = ""
  setTimeout(() => {
    label.textContent = words.copy
    delete label.dataset["done"]
  }, 1600)
}

const codeOf = (figure: Element): string => figure.querySelector("pre")?.textContent?.replace(/\n$/, "") ?? ""

const startCode = (figure: HTMLElement): void => {
  const button = make("button", { type: "button", class: "copy-code", title: words.copy }, words.copy)
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(codeOf(figure))
    say(button)
  })
  figure.append(button)
}

/** Fetched inside the clipboard operation: some browsers reject a write that starts later. */
const textAt = async (address: string): Promise<Blob> => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(answer.statusText)
  return new Blob([await answer.text()], { type: "text/plain" })
}

const startPage = (button: HTMLElement): void => {
  const link = button.nextElementSibling
  const label = button.querySelector("span")
  if (!(link instanceof HTMLAnchorElement) || label === null) return
  button.hidden = false
  button.addEventListener("click", async () => {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": textAt(link.href) })])
    say(label)
  })
}

/** Buttons that copy code, and the page as a text. Browsers allow it on secure pages alone. */
export const start = (): void => {
  if (!("clipboard" in navigator)) return
  all(HTMLElement, "figure.code").forEach(startCode)
  all(HTMLElement, "[data-copy-page]").forEach(startPage)
}
