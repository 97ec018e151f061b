import type { Element, ElementContent, Root } from "hast"
import * as HtmlTag from "../markdown/HtmlTag.ts"

/** The names of elements that stand for footnotes; sanitized HTML has no others of these names. */
export const names = { reference: "note-reference", note: "note-definition" } as const

type Parent = Element | Root

interface Position {
  readonly element: Element
  readonly parent: Parent
}

/** Every element below a root with its parent, in order. */
const walk = (root: Root): ReadonlyArray<Position> => {
  const all: Array<Position> = []
  const open: Array<Position> = HtmlTag.elements(root)
    .map((element) => ({ element, parent: root }))
    .toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    all.push(next)
    const parent = next.element
    open.push(
      ...HtmlTag.elements(parent)
        .map((element) => ({ element, parent }))
        .toReversed()
    )
  }
  return all
}

const idsOf = (element: Element): ReadonlyArray<string> =>
  [HtmlTag.attribute(element, "id"), HtmlTag.attribute(element, "name")].filter((id) => id !== undefined)

const targetOf = (element: Element): string | undefined => {
  const href = element.tagName === "a" ? HtmlTag.attribute(element, "href") : undefined
  return href?.startsWith("#") && href.length > 1 ? href.slice(1) : undefined
}

const replace = (parent: Parent, old: ElementContent, by: ReadonlyArray<ElementContent>): void => {
  const at = parent.children.findIndex((child) => child === old)
  if (at === -1) return
  if (parent.type === "root") parent.children.splice(at, 1, ...by)
  else parent.children.splice(at, 1, ...by)
}

/** Elements that contain the text of one note. */
const holders = new Set(["li", "p", "div", "dd", "aside"])

/** How far above a link the id of its note, or of its reference, may be. */
const nearest = 3

/** The links of a page and what they lead to. */
class Notes {
  readonly #parents: ReadonlyMap<Element, Parent>
  readonly #byId = new Map<string, Element>()
  readonly #links = new Map<Element, ReadonlyArray<Element>>()
  readonly #positions: ReadonlyArray<Position>

  constructor(root: Root) {
    this.#positions = walk(root)
    this.#parents = new Map(this.#positions.map(({ element, parent }) => [element, parent]))
    for (const { element } of this.#positions) {
      for (const id of idsOf(element)) if (!this.#byId.has(id)) this.#byId.set(id, element)
    }
  }

  /** The links in an element that may be a note. */
  linksIn(element: Element): ReadonlyArray<Element> {
    const known = this.#links.get(element) ?? linksIn(element)
    this.#links.set(element, known)
    return known
  }

  parentOf(element: Element): Parent | undefined {
    return this.#parents.get(element)
  }

  /** The element and those around it, the innermost first. */
  #around(element: Element): ReadonlyArray<Element> {
    const around = [element]
    for (let at = this.parentOf(element); at?.type === "element" && around.length <= nearest; at = this.parentOf(at)) {
      around.push(at)
    }
    return around
  }

  /** Whether an element is in one of others. */
  isIn(element: Element, others: ReadonlyMap<Element, unknown>): boolean {
    for (let at: Parent | undefined = element; at?.type === "element"; at = this.parentOf(at)) {
      if (others.has(at)) return true
    }
    return false
  }

  /** The links that lead to an id, with the element of that id. */
  *links(): Generator<readonly [link: Element, target: Element]> {
    for (const { element } of this.#positions) {
      const target = this.#byId.get(targetOf(element) ?? "")
      if (target !== undefined) yield [element, target]
    }
  }

  /** The element that contains the text of a note that begins with, or is, a target. */
  noteOf(target: Element): Element | undefined {
    return this.#around(target).find(({ tagName }) => holders.has(tagName))
  }

  /** Whether an element with a link leads back to another link. */
  leadsTo(back: Element, link: Element): boolean {
    const target = this.#byId.get(targetOf(back) ?? "")
    return (
      target !== undefined &&
      (target === link || this.#around(link).includes(target) || this.#around(target).includes(link))
    )
  }
}

/** What no note contains: a longer text with links back to its table of contents does. */
const structure = new Set(["h1", "h2", "h3", "h4", "h5", "h6", "article", "main", "nav", "section"])

/** Most elements in a note. */
const largest = 500

/** The links in an element that may be a note, in order. */
const linksIn = (element: Element): ReadonlyArray<Element> => {
  const links: Array<Element> = []
  const open = [element]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (structure.has(next.tagName) || ++count > largest) return []
    if (targetOf(next) !== undefined) links.push(next)
    open.push(...HtmlTag.elements(next).toReversed())
  }
  return links
}

/** The text of a link between a reference and its note: a number, one or two letters, or a sign, mostly in brackets. */
const marker = /^(?:\P{L}|\p{L}{1,2}(?!\p{L})|note(?!\p{L})){1,12}$/iu

const isMarker = (link: Element): boolean => marker.test(HtmlTag.textOf(link.children).trim())

const isBlank = (node: Parent["children"][number]): boolean =>
  (node.type === "text" && node.value.trim() === "") || (node.type === "element" && node.tagName === "hr")

const textOf = (nodes: ReadonlyArray<ElementContent>): string => HtmlTag.textOf(nodes).replaceAll(/\s/g, "")

/** Whether a note contains more than links back. */
const hasText = (note: Element, backs: ReadonlyArray<Element>): boolean =>
  textOf(note.children).length > textOf(backs).length

/** Removes an element, and those around it that contain nothing more. */
const remove = (notes: Notes, element: Element): void => {
  for (let at: Element = element; ; ) {
    const parent = notes.parentOf(at)
    if (parent === undefined) return
    replace(parent, at, [])
    const isEmpty = parent.children.every(isBlank)
    if (parent.type === "root" || !isEmpty) return
    at = parent
  }
}

/** The element to replace by the reference: around the link, what contains only the link. */
const wholeReference = (notes: Notes, link: Element): Element => {
  const parent = notes.parentOf(link)
  return parent?.type === "element" && parent.tagName === "sup" && parent.children.length === 1 ? parent : link
}

/** Not shown; white space around elements without content takes quadratic time to normalize. */
const sign: ElementContent = { type: "text", value: "*" }

/**
 * Marks footnotes: a link to an element from which a link leads back becomes a reference, and that element a note at the
 * end. Programs write footnotes in this way under various names. Changes the tree.
 */
export const mark = (root: Root): void => {
  const notes = new Notes(root)
  const references = new Map<Element, Array<Element>>()
  const accepted = new Set<Element>()
  for (const [link, target] of notes.links()) {
    const note = isMarker(link) ? notes.noteOf(target) : undefined
    if (note === undefined || notes.isIn(link, references)) continue
    const links = notes.linksIn(note)
    if (links.includes(link) || links.some((each) => accepted.has(each))) continue
    const known = references.get(note)
    const backs = known === undefined ? links.filter((back) => isMarker(back) && notes.leadsTo(back, link)) : links
    if (backs.length === 0 || (known === undefined && !hasText(note, backs))) continue
    if (known === undefined) references.set(note, [link])
    else known.push(link)
    accepted.add(link)
  }
  const definitions: Array<Element> = []
  for (const [note, links] of references) {
    const isBack = (back: Element) => isMarker(back) && links.some((link) => notes.leadsTo(back, link))
    for (const back of notes.linksIn(note).filter(isBack)) remove(notes, wholeReference(notes, back))
    remove(notes, note)
    const id = `n${definitions.length + 1}`
    definitions.push({ ...note, tagName: names.note, properties: { id } })
    for (const link of links) {
      const whole = wholeReference(notes, link)
      const reference: Element = { type: "element", tagName: names.reference, properties: { id }, children: [sign] }
      replace(notes.parentOf(whole) ?? root, whole, [reference])
    }
  }
  root.children.push(...definitions)
}
