import { all, announce, make, words } from "./Dom.ts"

const say = (button: HTMLElement, text: Node | null, word: string): void => {
  announce(words.copied)
  if (text === null) return
  text.textContent = words.copied
  button.dataset["copied"] = ""
  setTimeout(() => {
    text.textContent = word
    delete button.dataset["copied"]
  }, 1600)
}

const codeOf = (figure: Element): string => figure.querySelector("pre")?.textContent?.replace(/\n$/, "") ?? ""

const startCode = (figure: HTMLElement): void => {
  const button = make("button", { type: "button", class: "copy-code" }, words.copy)
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(codeOf(figure))
    say(button, button, words.copy)
  })
  figure.append(button)
}

const startPage = (link: HTMLAnchorElement): void => {
  const word = link.dataset["copy"] ?? words.copy
  const label = make("span", {}, word)
  const button = make("button", { type: "button", "aria-label": word }, label)
  button.addEventListener("click", async () => {
    const text = fetch(link.href).then((answer) => (answer.ok ? answer.blob() : Promise.reject(answer)))
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })])
    say(button, label, word)
  })
  link.before(button)
}

/** Buttons that copy code, and the page as a text. Browsers allow it on secure pages alone. */
export const start = (): void => {
  if (!("clipboard" in navigator)) return
  all(HTMLElement, "figure.code").forEach(startCode)
  all(HTMLAnchorElement, "a[data-copy-page]").forEach(startPage)
}
