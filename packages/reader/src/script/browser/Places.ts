import { all } from "./Dom.ts"
import { reveal } from "./Tabs.ts"

/** Characters of a title or an anchor that are compared; normalizing takes quadratic time. */
const mostCharacters = 300

const fold = (text: string): string => text.slice(0, mostCharacters).normalize("NFKC").toLowerCase()

/** The common form of the anchors that programs derive from a heading. */
const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, "")

const headingLetters = (heading: Element): ReadonlyArray<string> => {
  const title = heading.textContent ?? ""
  return [lettersOf(title), lettersOf(title.replaceAll("&", "and"))]
}

/** The element that an anchor in the format of another program means (rule published-anchors). */
const findAlike = (anchor: string): Element | undefined => {
  const letters = lettersOf(anchor)
  if (letters === "") return undefined
  const targets = all(HTMLElement, ".document [id]")
  const headings = targets.filter((target) => target.matches("h2, h3, h4"))
  const withLetters = (wanted: string) => headings.filter((heading) => headingLetters(heading).includes(wanted))
  const [, name = "", number] = /^(.+)(?:-|_)(\d+)$/s.exec(anchor) ?? []
  return (
    targets.find(({ id }) => fold(id) === fold(anchor)) ??
    withLetters(letters)[0] ??
    withLetters(lettersOf(name))[Number(number)] ??
    targets.find(({ id }) => lettersOf(id) === letters)
  )
}

const withoutPrefix = (anchor: string): string => anchor.replace(/^(?:user-content|id)-/, "")

const targetOf = (hash: string): Element | null => {
  try {
    const anchor = decodeURIComponent(hash.slice(1))
    return document.getElementById(anchor) ?? findAlike(anchor) ?? findAlike(withoutPrefix(anchor)) ?? null
  } catch {
    return null
  }
}

/** Opens all collapsed elements around the target of the URL's fragment. */
const open = (): void => {
  const target = location.hash.length > 1 ? targetOf(location.hash) : null
  if (target === null) return
  reveal(target)
  for (let element: Element | null = target; element !== null; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement) element.open = true
  }
  target.scrollIntoView()
}

const startOutline = (): void => {
  const links = new Map<Element, HTMLAnchorElement>()
  for (const link of all(HTMLAnchorElement, "[data-outline] a")) {
    const heading = targetOf(link.hash)
    if (heading !== null) links.set(heading, link)
  }
  const headings = [...links.keys()]
  const mark = (): void => {
    const isPast = (heading: Element) =>
      heading.getClientRects().length > 0 && heading.getBoundingClientRect().top < innerHeight / 4
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
    const current = isAtEnd && scrollY > 0 ? headings.at(-1) : (headings.findLast(isPast) ?? headings[0])
    for (const [heading, link] of links) {
      if (heading === current) link.setAttribute("aria-current", "location")
      else link.removeAttribute("aria-current")
    }
  }
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -75% 0px" })
  for (const heading of headings) observer.observe(heading)
  addEventListener("scrollend", mark)
}

/** Closes the outline, where it overlays the page, once an entry is chosen. */
const startOver = (): void => {
  for (const outline of all(HTMLElement, "[data-outline]")) {
    outline.addEventListener("click", ({ target }) => {
      if (target instanceof HTMLAnchorElement && outline.matches(":popover-open")) outline.hidePopover()
    })
  }
}

/** Scrolls the table of contents to the page that is read. */
const startContents = (): void => {
  const menu = document.getElementById("page:menu")
  const current = menu?.querySelector("[aria-current=page]")
  if (menu === null || current === null || current === undefined) return
  const show = (): void => {
    const { height, top } = current.getBoundingClientRect()
    const inside = menu.getBoundingClientRect()
    if (top < inside.top || top + height > inside.bottom) menu.scrollTop += top - inside.top - inside.height / 3
  }
  menu.addEventListener("toggle", show)
  show()
}

/** Finds the reader's place: in the page, in its outline and in the table of contents. */
export const start = (): void => {
  startContents()
  startOutline()
  startOver()
  addEventListener("hashchange", open)
  open()
}
