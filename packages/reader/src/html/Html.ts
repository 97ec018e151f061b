import { ContentRef } from "@quire/core"

const whole = /^(?:[a-z][a-z0-9+.-]*:|[\\/#])/i

/** Whether readers are led to an address that is no part of the content (rule published-links). */
export const isFollowed = (url: string): boolean => ContentRef.isSafeUrl(url) && whole.test(url)

let construct: (text: string) => Html

/** Markup that is safe to embed; only this module creates it. */
export class Html {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  static {
    construct = (text) => new Html(text)
  }
}

export type HtmlPart = Html | ReadonlyArray<Html> | string | number

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const textOf = (embedded: HtmlPart): string => {
  if (embedded instanceof Html) return embedded.text
  if (typeof embedded === "string" || typeof embedded === "number") return escape(String(embedded))
  return embedded.map(textOf).join("")
}

/** A template tag that escapes every embedded text. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<HtmlPart>): Html =>
  construct(strings.reduce((whole, part, index) => `${whole}${textOf(values[index - 1] ?? "")}${part}`))

/** Markup from a library that escapes its input, such as a formula as MathML. */
export const trustMarkup = (text: string): Html => construct(text)

export const emptyHtml = construct("")
