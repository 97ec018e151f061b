/** The texts of the page, in its language. */
export interface PageTexts {
  readonly search: string
  readonly hint: string
  readonly none: string
  readonly some: string
  readonly one: string
  readonly suggestion: string
  readonly failed: string
  readonly close: string
  readonly copy: string
  readonly copied: string
  readonly zoom: string
  readonly theme: string
  readonly light: string
  readonly dark: string
  readonly system: string
}

export const words: PageTexts = JSON.parse(document.body.dataset["words"] ?? "{}")

/** Creates an element with attributes and children; strings become text nodes. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: { readonly [name: string]: string } = {},
  ...inside: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(name)
  for (const key in attributes) element.setAttribute(key, attributes[key] ?? "")
  element.append(...inside)
  return element
}

/** Every element of a kind that fits a selector. */
export const all = <E extends Element>(
  kind: abstract new () => E,
  selector: string,
  within: ParentNode = document
): ReadonlyArray<E> => [...within.querySelectorAll(selector)].filter((element): element is E => element instanceof kind)

let region: HTMLElement | undefined

/** Announces a text to users of screen readers. */
export const announce = (text: string): void => {
  region ??= document.body.appendChild(make("div", { class: "hidden", role: "status" }))
  region.textContent = text
}

let serial = 0

/** The ID of an element, which is generated if it has none. */
export const idOf = (element: Element, prefix: string): string => {
  if (element.id === "") element.id = `${prefix}::${++serial}`
  return element.id
}
