import { all } from "./Dom.ts"
import { reveal } from "./Tabs.ts"

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

/** The heading whose anchor has the same letters and digits: other programs use different separators. */
const findAlike = (anchor: string): Element | null => {
  const letters = lettersOf(anchor)
  if (letters === "") return null
  return all(HTMLElement, ".document [id]").find(({ id }) => lettersOf(id) === letters) ?? null
}

const targetOf = (hash: string): Element | null => {
  try {
    const anchor = decodeURIComponent(hash.slice(1))
    return document.getElementById(anchor) ?? findAlike(anchor)
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
